//! What a study's rules say together: how many members they make, and whether they can be sampled.

use super::dist::Dist;
use super::sobol::MOST_DIMENSIONS;
use super::spec::{Sampling, Spec};
use crate::error::Error;
use crate::system::Info;

impl Spec {
    /// Every rule, by the name of its column.
    fn rules(&self) -> impl Iterator<Item = (&str, &Dist)> {
        let params = self.params.iter().map(|(name, dist)| (name.as_str(), dist));
        params.chain([("h", &self.h), ("duration", &self.duration)])
    }

    /// The members of a study that does not say: the rows of its files, else its cartesian product, 1 without grids.
    pub(super) fn natural_members(&self) -> Result<u64, Error> {
        let mut files = self.rules().filter_map(|(name, dist)| Some((name, dist, dist.source()?.1)));
        let Some((first, _, rows)) = files.next() else {
            return Ok(self.rules().fold(1, |all: u64, (_, dist)| all.saturating_mul(dist.grid_values())));
        };
        match files.find(|(_, _, others)| *others != rows) {
            None => Ok(rows),
            Some((name, dist, others)) => {
                let accepted =
                    format!("it has {others} rows, the file of {first} has {rows}: give `members`");
                Err(Error::input(name, dist, accepted))
            }
        }
    }

    /// Refuses more members than a file has rows, more Sobol columns than dimensions, and what a device cannot draw.
    pub(super) fn check_sampling(&self, info: &Info) -> Result<(), Error> {
        for (name, dist) in self.rules() {
            if let Some((path, rows, _)) = dist.source().filter(|(_, rows, _)| *rows < self.members) {
                let accepted = format!("accepted: at most {rows}, the rows of {} for {name}", path.display());
                return Err(Error::input("members", self.members, accepted));
            }
        }
        let mut sobols = self.rules().filter(|(_, dist)| matches!(dist, Dist::Sobol(..)));
        if let Some((name, dist)) = sobols.nth(MOST_DIMENSIONS) {
            let accepted = format!("accepted: {{sobol=[a,b]}} in at most {MOST_DIMENSIONS} columns");
            return Err(Error::input(name, dist, accepted));
        }
        if self.sampling == Sampling::Host { Ok(()) } else { self.check_device(info) }
    }

    fn check_device(&self, info: &Info) -> Result<(), Error> {
        for (name, dist) in self.rules() {
            let timed = ["h", "duration"].contains(&name) || info.timed_by.contains(&name);
            let accepted = match dist {
                Dist::Constant(_) => continue,
                Dist::Sobol(..) | Dist::File { .. } => {
                    "constants, uniform, log_uniform, normal, linspace, logspace, choice and grid"
                }
                _ if timed => "a constant, since it decides how many steps are made or when",
                _ => continue,
            };
            let accepted = format!("with sampling = \"device\" accepted: {accepted}; or sampling = \"host\"");
            return Err(Error::input(name, dist, accepted));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Study;

    #[test]
    fn more_sobol_columns_than_dimensions_are_refused() {
        let study = Study::preset("throw").unwrap();
        let (mut spec, info) = (study.spec.clone(), study.info());
        for j in 0..MOST_DIMENSIONS {
            spec.check_sampling(&info).unwrap();
            spec.params.insert(format!("z{j}"), Dist::Sobol(0.0, 1.0));
        }
        spec.check_sampling(&info).unwrap();
        spec.params.insert("z".into(), Dist::Sobol(0.0, 1.0));
        let said = spec.check_sampling(&info).expect_err("refused").to_string();
        assert!(said.contains("{sobol=[a,b]} in at most 32 columns"), "{said}");
    }
}
