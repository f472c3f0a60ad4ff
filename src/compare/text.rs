//! The comparison as tables for a terminal.

use std::fmt::{self, Write};

use super::{Comparison, Distance, Pair};
use crate::study::statistics::short;

/// Digits of numbers.
const DIGITS: usize = 3;
/// Pairs of which all columns are printed.
const MOST_PAIRS: usize = 6;

/// What a variant is called in tables: A, B, C.
pub fn letter(place: usize) -> char {
    char::from(b'A' + (place % 26) as u8)
}

/// A share that says 1 only if it is 1.
pub(super) fn share(fraction: f64, digits: usize) -> String {
    let text = format!("{fraction:.digits$}");
    let shown: f64 = text.parse().unwrap_or(fraction);
    match shown {
        1.0 if fraction < 1.0 => format!(">{:.digits$}", 1.0 - 10_f64.powi(-(digits as i32))),
        1.0 => "1".into(),
        _ => text,
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "study    {}: {}", self.study, self.about)?;
        writeln!(f, "members  {} of {}, seed {}", self.members, self.model, self.seed)?;
        for (k, told) in self.variants.iter().enumerate() {
            let place = format!("{}, {}", told.backend, told.precision);
            writeln!(f, "variant  {} {}: {} + {} ({place})", letter(k), told.name, told.law, told.scheme)?;
            if !told.dropped.is_empty() {
                writeln!(f, "note     {} has no {}: left out", letter(k), told.dropped.join(", "))?;
            }
        }
        if !self.same_draws.is_empty() {
            writeln!(f, "draws    the same, member by member: {}", self.same_draws.join(", "))?;
        }
        self.differing_values(f)?;
        self.agreement(f)?;
        self.outcomes(f)?;
        self.distances(f)?;
        self.books(f)?;
        self.flags(f)
    }
}

impl Comparison {
    /// A line of headings: the letters of the variants.
    fn head(&self, f: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result {
        let letters = (0..self.variants.len()).map(|k| letter(k).to_string());
        line(f, what, letters)
    }

    fn differing_values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.differing.is_empty() {
            return Ok(());
        }
        self.head(f, "\nparameters that differ")?;
        self.differing
            .iter()
            .try_for_each(|(name, rules)| line(f, &format!("  {name}"), rules.iter().cloned()))
    }

    fn agreement(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f, "\nshare that ends alike")?;
        for a in 0..self.variants.len() {
            let cell = |b: usize| match self.pair(a, b) {
                Some(pair) => share(pair.agreement.fraction, 5),
                None => "1".into(),
            };
            let cells = (0..self.variants.len()).map(cell);
            line(f, &format!("  {} {}", letter(a), self.variants[a].name), cells)?;
        }
        for pair in &self.pairs {
            confusion(f, pair)?;
        }
        Ok(())
    }

    fn outcomes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f, "\noutcomes, share of the members")?;
        for word in &self.sample.words {
            let share = |told: &super::Told| {
                told.outcomes.get(word).map_or("0".into(), |share| format!("{:.5}", share.fraction))
            };
            if self.variants.iter().any(|told| told.outcomes.contains_key(word)) {
                line(f, &format!("  {word}"), self.variants.iter().map(share))?;
            }
        }
        Ok(())
    }

    fn distances(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(
            f,
            "\ndistance of final states",
            ["median", "99 %", "worst", "member"].map(str::to_owned).into_iter(),
        )?;
        // Of many pairs the columns are in the files.
        let columns = if self.pairs.len() <= MOST_PAIRS { usize::MAX } else { 0 };
        for pair in &self.pairs {
            let [a, b] = pair.of.map(letter);
            for distance in std::iter::once(&pair.distance).chain(pair.columns.iter().take(columns)) {
                let unit =
                    if distance.unit.is_empty() { String::new() } else { format!(" ({})", distance.unit) };
                let name = if distance.name.is_empty() { "all, relative" } else { &distance.name };
                line(f, &format!("  {a}-{b}  {name}{unit}"), cells(distance).into_iter())?;
            }
        }
        Ok(())
    }

    /// Mean and worst of every book that a variant has.
    fn books(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f, "\nbooks: mean, and worst")?;
        let books: Vec<&super::Book> = self.books_seen();
        for book in books {
            let unit = if book.unit.is_empty() { String::new() } else { format!(" ({})", book.unit) };
            let of = |told: &super::Told| told.books.iter().find(|own| own.name == book.name).cloned();
            let mean = |told: &super::Told| {
                of(told).and_then(|own| own.mean).map_or("-".into(), |mean| short(mean, DIGITS))
            };
            let worst = |told: &super::Told| of(told).map_or("-".into(), |own| short(own.worst, DIGITS));
            line(f, &format!("  {}{unit}", book.name), self.variants.iter().map(mean))?;
            line(f, "    worst", self.variants.iter().map(worst))?;
        }
        Ok(())
    }

    fn flags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f, "\nflags, members")?;
        for flag in self.variants.iter().take(1).flat_map(|told| told.flags.keys()) {
            line(f, &format!("  {flag}"), self.variants.iter().map(|told| told.flags[flag].to_string()))?;
        }
        Ok(())
    }

    /// The columns of the books that any variant has, in order.
    pub(crate) fn books_seen(&self) -> Vec<&super::Book> {
        let mut seen: Vec<&super::Book> = Vec::new();
        for book in self.variants.iter().flat_map(|told| &told.books) {
            if !seen.iter().any(|known| known.name == book.name) {
                seen.push(book);
            }
        }
        seen
    }

    /// The pair of two variants, in either order.
    pub(crate) fn pair(&self, a: usize, b: usize) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.of == [a.min(b), a.max(b)])
    }
}

/// Median, 99th percentile, worst and who.
fn cells(distance: &Distance) -> [String; 4] {
    let quantile = |q: &Option<crate::study::statistics::Quantile>| q.map_or("-".into(), |q| q.to_string());
    [
        quantile(&distance.median),
        quantile(&distance.percentile_99),
        short(distance.worst, DIGITS),
        distance.worst_member.to_string(),
    ]
}

/// Who ends how under both, where that differs.
fn confusion(f: &mut fmt::Formatter<'_>, pair: &Pair) -> fmt::Result {
    let ([a, b], share) = (pair.of.map(letter), &pair.agreement);
    write!(f, "  {a}-{b}  [{:.5}, {:.5}]", share.low, share.high)?;
    let others = pair.confusion.iter().filter(|cell| cell.outcomes[0] != cell.outcomes[1]);
    let mut told = String::new();
    for cell in others {
        let [from, to] = &cell.outcomes;
        write!(told, "; {a} {from}, {b} {to}: {}", cell.count)?;
    }
    let who: Vec<String> = pair.otherwise.iter().take(5).map(u64::to_string).collect();
    let more = if pair.otherwise.len() > 5 { ", ..." } else { "" };
    match who.is_empty() {
        true => writeln!(f, "; all end alike"),
        false => writeln!(f, "{told} (members {}{more})", who.join(", ")),
    }
}

/// A name and its cells, each in a column of its own.
fn line(f: &mut fmt::Formatter<'_>, name: &str, cells: impl Iterator<Item = String>) -> fmt::Result {
    write!(f, "{name:<32}")?;
    cells.into_iter().try_for_each(|cell| write!(f, "  {cell:>13}"))?;
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_one_only_if_it_is() {
        assert_eq!([1.0, 0.99999, 0.98765, 0.0].map(|x| share(x, 4)), ["1", ">0.9999", "0.9877", "0.0000"]);
        assert_eq!(share(0.999, 2), ">0.99");
    }
}
