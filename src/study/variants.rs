//! Variants of a study, for `moreau compare`: the same members under other laws, schemes or numbers.
//!
//! A variant is a list of changes, on the command line `law=coulomb-directed,mu_plus=0.4` or in a study file a table:
//!
//! ```toml
//! [[compare]]
//! name = "directed"          # what it is called; its changes if nothing is said
//! law = "coulomb-directed"   # any key that --set takes, and backend and precision
//! mu_plus = 0.4
//! ```

use super::edit::SECTIONS;
use super::spec::{short, system_of};
use super::{Dist, Study};
use crate::backend::Precision;
use crate::error::Error;

/// What a variant changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variant {
    /// What it is called.
    pub name: String,
    /// Assignments, as `--set` takes them.
    pub edits: Vec<String>,
    /// Where it runs, if not where all do.
    pub backend: Option<String>,
    /// Its precision, if not that of all.
    pub precision: Option<String>,
}

impl Variant {
    /// Reads `key=value,key=value`; commas in brackets and in quotes belong to their value.
    pub fn parse(text: &str) -> Result<Variant, Error> {
        let mut variant = Variant::default();
        for part in parts(text) {
            let wrong =
                || Error::input("--with", text, "write key=value,key=value; keys as in --set, and name");
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            if value.trim().is_empty() {
                return Err(wrong());
            }
            variant.take(key.trim(), value.trim());
        }
        Ok(variant.named())
    }

    /// Reads a table of a study file.
    fn of_table(table: &toml::Table) -> Result<Variant, Error> {
        let mut variant = Variant::default();
        for (key, value) in table {
            match value {
                toml::Value::String(word) if ["name", "backend", "precision"].contains(&key.as_str()) => {
                    variant.take(key, word);
                }
                toml::Value::Table(inner) if SECTIONS.contains(&key.as_str()) => {
                    inner
                        .iter()
                        .for_each(|(inner, value)| variant.take(&format!("{key}.{inner}"), &inline(value)));
                }
                _ if key == "name" => {
                    return Err(Error::input("compare.name", short(value), "accepted: a name in quotes"));
                }
                _ => variant.take(key, &inline(value)),
            }
        }
        Ok(variant.named())
    }

    fn take(&mut self, key: &str, value: &str) {
        let word = || value.trim_matches('"').to_owned();
        match key {
            "name" => self.name = word(),
            "backend" => self.backend = Some(word()),
            "precision" => self.precision = Some(word()),
            _ => self.edits.push(format!("{key}={value}")),
        }
    }

    /// One without a name is called by its changes; laws and schemes speak for themselves.
    fn named(mut self) -> Variant {
        if self.name.is_empty() {
            let own = self.edits.iter().map(|edit| match edit.split_once('=') {
                Some(("law" | "scheme", name)) => name.trim_matches('"').to_owned(),
                _ => edit.clone(),
            });
            let told: Vec<String> = own.chain(self.backend.clone()).chain(self.precision.clone()).collect();
            self.name = if told.is_empty() { "as it is".into() } else { told.join(", ") };
        }
        self
    }

    /// The changes as a table of a study file, which [`Study::variants`] reads.
    pub fn to_table(&self) -> toml::Table {
        let mut table = toml::Table::from_iter([("name".to_owned(), self.name.clone().into())]);
        for edit in &self.edits {
            let (key, value) = edit.split_once('=').unwrap_or((edit, ""));
            let value = super::edit::value_of(value);
            match key.split_once('.').filter(|(section, _)| SECTIONS.contains(section)) {
                Some((section, inner)) => {
                    let entry = table.entry(section).or_insert_with(|| toml::Table::new().into());
                    entry.as_table_mut().expect("made above").insert(inner.to_owned(), value);
                }
                None => drop(table.insert(key.to_owned(), value)),
            }
        }
        let words = [("backend", &self.backend), ("precision", &self.precision)];
        for (key, word) in words {
            table.extend(word.clone().map(|word| (key.to_owned(), word.into())));
        }
        table
    }
}

/// A value on one line.
fn inline(value: &toml::Value) -> String {
    value.to_string().replace('\n', " ")
}

/// Pieces between the commas that stand outside brackets and quotes.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0_i32, false, 0);
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth <= 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

/// The members of which parameters are compared before anything runs.
const LOOKED_AT: u64 = 256;

impl Study {
    /// The variants that the study file lists in `[[compare]]`.
    pub fn variants(&self) -> Result<Vec<Variant>, Error> {
        let Some(value) = self.table.get("compare") else { return Ok(Vec::new()) };
        let wrong =
            |value: &toml::Value| Error::input("compare", short(value), "accepted: [[compare]] tables");
        let list = value.as_array().ok_or_else(|| wrong(value))?;
        list.iter().map(|item| Variant::of_table(item.as_table().ok_or_else(|| wrong(item))?)).collect()
    }

    /// This study with the changes of a variant, and the parameters that its system does not have: they are left out.
    pub fn varied(&self, variant: &Variant) -> Result<(Study, Vec<String>), Error> {
        let again = Study::with_system(&self.spec.name, self.table.clone(), system_of(&self.table)?)?;
        let study = again.set(variant.edits.iter().map(String::as_str))?;
        for (key, own, all) in [
            ("model", &study.spec.model, &self.spec.model),
            ("sampling", &study.sampling(), &self.sampling()),
        ] {
            if own != all {
                return Err(Error::input(key, own, format!("variants share their members; accepted: {all}")));
            }
        }
        for (key, own, all) in
            [("members", study.spec.members, self.spec.members), ("seed", study.spec.seed, self.spec.seed)]
        {
            if own != all {
                return Err(Error::input(key, own, format!("variants share their members; accepted: {all}")));
            }
        }
        let info = study.info();
        let given = self.table.get("params").and_then(|params| params.as_table());
        let gone = given.into_iter().flatten().map(|(name, _)| name.clone());
        let gone = gone.filter(|name| info.column(name).is_none()).collect();
        Ok((study, gone))
    }

    fn sampling(&self) -> String {
        format!("{:?}", self.spec.sampling).to_lowercase()
    }

    /// The columns, of those that members are given, that both studies choose by the same rule, which is no constant.
    pub fn shared_draws(&self, other: &Study) -> Vec<&'static str> {
        let (mine, theirs) = (self.info(), other.info());
        let names = mine.columns.iter().map(|column| column.name).chain(["duration"]);
        let same = |name: &&str| {
            let known = *name == "duration" || theirs.column(name).is_some();
            known && !self.spec.dist(name).is_constant() && self.spec.dist(name) == other.spec.dist(name)
        };
        names.filter(same).collect()
    }

    /// Refuses a variant whose members are others although their rules are the same: grids and Sobol sequences go by the
    /// order of columns, which a law may change.
    pub fn must_draw_like(&self, other: &Study, [mine, theirs]: [Precision; 2]) -> Result<(), Error> {
        let all = self.spec.members;
        let count = all.min(LOOKED_AT);
        for name in self.shared_draws(other) {
            for first in [0, (all - count) / 2, all - count] {
                let here = self.column(name, first, count as usize, mine);
                let there = other.column(name, first, count as usize, theirs);
                let bits = |values: &[f64]| values.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
                if bits(&here) != bits(&there) {
                    let cure = "variants draw other values of it, since their grids, Sobol columns or precisions differ; \
                                accepted: uniform, log_uniform, normal, linspace, choice, or a file";
                    return Err(Error::input(name, self.spec.dist(name), cure));
                }
            }
        }
        Ok(())
    }

    /// The rule of a column as text; a dash if there is no such column.
    pub fn rule(&self, name: &str) -> String {
        let known = ["h", "duration"].contains(&name) || self.info().column(name).is_some();
        if known { self.spec.dist(name).to_string() } else { "-".into() }
    }

    /// The names of what members are given that vary.
    pub fn varying(&self) -> Vec<&'static str> {
        let names = self.info().columns.into_iter().map(|column| column.name).chain(["duration"]);
        names.filter(|name| !matches!(self.spec.dist(name), Dist::Constant(_))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_belong_to_their_value() {
        let variant = Variant::parse("law=coulomb-soft, mu={uniform=[0.1, 0.2]},about=\"a, b\"").unwrap();
        assert_eq!(variant.edits, ["law=coulomb-soft", "mu={uniform=[0.1, 0.2]}", "about=\"a, b\""]);
        assert_eq!(variant.name, "coulomb-soft, mu={uniform=[0.1, 0.2]}, about=\"a, b\"");
        let named = Variant::parse("name=single,precision=f32").unwrap();
        assert_eq!((named.name.as_str(), named.precision.as_deref()), ("single", Some("f32")));
        for wrong in ["", "law", "law=", "law=a,,h=1"] {
            assert!(Variant::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_table_says_the_same_as_a_line() {
        let line = "name=x,law=coulomb-directed,mu_plus={uniform=[0.1, 0.2]},record.every=3,backend=cpu";
        let variant = Variant::parse(line).unwrap();
        let read = Variant::of_table(&variant.to_table()).unwrap();
        assert_eq!(read.to_table(), variant.to_table());
        let study = Study::preset("catastrophe").unwrap();
        let (one, gone) = study.varied(&variant).unwrap();
        let (two, _) = study.varied(&read).unwrap();
        assert_eq!(one.spec.to_toml(), two.spec.to_toml());
        assert_eq!(gone, ["mu"]);
    }

    /// Members are drawn by the names of columns: laws with other parameters leave the draws of the shared ones alone.
    #[test]
    fn other_laws_draw_the_same_members() {
        let study = Study::preset("catastrophe").unwrap().set(["theta0={normal=[0.75, 0.01]}"]).unwrap();
        let both = [Precision::F64; 2];
        for law in ["coulomb-directed", "coulomb-static"] {
            let (other, _) = study.varied(&Variant::parse(&format!("law={law}")).unwrap()).unwrap();
            assert_eq!(study.shared_draws(&other), ["theta0", "h"]);
            study.must_draw_like(&other, both).unwrap();
        }
        // Sobol dimensions are counted in the order of columns: one more before h, and h is another sequence.
        let study = study.set(["h={sobol=[3e-4, 4e-4]}"]).unwrap();
        let (other, _) = study
            .varied(&Variant::parse("law=coulomb-directed,mu_plus={sobol=[0.4, 0.5]}").unwrap())
            .unwrap();
        let said = study.must_draw_like(&other, both).unwrap_err().to_string();
        assert!(said.starts_with("h = ") && said.contains("uniform"), "{said}");
    }
}
