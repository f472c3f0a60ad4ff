//! Which tuning a run takes: pinned, remembered, the adapter's default, or found while it goes on.

use std::path::PathBuf;

use super::search::Search;
use super::{Tune, Tuning, cache};

/// Seconds of a run, spent and to come as far as is known, from which a search pays: it takes one or two.
const WORTH_A_SEARCH: f64 = 8.0;

/// The tuning of one run.
pub struct Tuner {
    key: String,
    file: Option<PathBuf>,
    tuning: Tuning,
    /// Whether a search may begin, and whether it must.
    may: bool,
    must: bool,
    search: Option<Search>,
    most_invocations: u32,
}

impl Tuner {
    /// For the kernel that `key` names, with its adapter, driver and version; `file` keeps what was found.
    pub fn new(
        tune: Tune,
        default: Tuning,
        key: String,
        file: Option<PathBuf>,
        most_invocations: u32,
    ) -> Tuner {
        let known = || file.as_ref().and_then(|path| cache::load(path, &key));
        let (tuning, may, must) = match tune {
            Tune::Pinned(tuning) => (tuning, false, false),
            Tune::Off => (default, false, false),
            Tune::Again => (default, true, true),
            Tune::Auto => match known() {
                Some(tuning) => (tuning, false, false),
                None => (default, true, false),
            },
        };
        let workgroup = tuning.workgroup.min(most_invocations);
        Tuner { key, file, tuning: Tuning { workgroup, ..tuning }, may, must, search: None, most_invocations }
    }

    /// The tuning for the next dispatch.
    pub fn tuning(&self) -> Tuning {
        self.search.as_ref().and_then(Search::next).unwrap_or(self.tuning)
    }

    /// The search under way.
    pub fn search(&mut self) -> Option<&mut Search> {
        self.search.as_mut()
    }

    /// Begins a search if that pays for a run that has taken `spent` seconds and has at least `left` to go.
    pub fn consider(&mut self, spent: f64, left: f64) {
        if self.may && (self.must || spent + left >= WORTH_A_SEARCH) {
            self.may = false;
            self.search = Some(Search::new(self.tuning, self.most_invocations));
        }
    }

    /// Ends a search that has found what it can, and remembers it.
    pub fn settle(&mut self) {
        if let Some(search) = self.search.take_if(|search| search.next().is_none()) {
            self.tuning = search.best();
            if let Some(path) = &self.file {
                cache::store(path, &self.key, self.tuning);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: Tuning = Tuning { workgroup: 64, pack: 1, unroll: 4, steps: 0 };

    fn tuner(tune: Tune, file: &std::path::Path, key: &str) -> Tuner {
        Tuner::new(tune, DEFAULT, key.into(), Some(file.into()), 256)
    }

    /// Lets a search go on where 4 members an invocation are best.
    fn finish(tuner: &mut Tuner) {
        while tuner.search().is_some() {
            let seconds = (f64::from(tuner.tuning().pack) - 4.0).abs() + 1.0;
            tuner.search().expect("under way").took(seconds);
            tuner.settle();
        }
    }

    #[test]
    fn only_long_runs_search_and_what_they_find_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tune.json");
        let mut small = tuner(Tune::Auto, &file, "a");
        small.consider(0.1, 0.5);
        assert!(small.search().is_none(), "a small job does not pay for a search");
        assert_eq!(small.tuning(), DEFAULT);

        let mut long = tuner(Tune::Auto, &file, "a");
        long.consider(1.0, WORTH_A_SEARCH);
        assert!(long.search().is_some());
        finish(&mut long);
        assert_eq!(long.tuning(), Tuning { pack: 4, ..DEFAULT });
        long.consider(100.0, 100.0);
        assert!(long.search().is_none(), "one search a run");

        let mut next = tuner(Tune::Auto, &file, "a");
        assert_eq!(next.tuning(), long.tuning());
        next.consider(100.0, 100.0);
        assert!(next.search().is_none(), "what is known is not searched for");
        assert_eq!(tuner(Tune::Auto, &file, "another kernel").tuning(), DEFAULT);
    }

    #[test]
    fn a_run_can_be_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tune.json");
        let found = Tuning { pack: 2, ..DEFAULT };
        cache::store(&file, "a", found);
        assert_eq!(tuner(Tune::Auto, &file, "a").tuning(), found);
        let mut off = tuner(Tune::Off, &file, "a");
        off.consider(100.0, 100.0);
        assert!(off.search().is_none() && off.tuning() == DEFAULT);
        let pinned = Tuning { workgroup: 1024, pack: 8, unroll: 1, steps: 7 };
        let mut told = tuner(Tune::Pinned(pinned), &file, "a");
        told.consider(100.0, 100.0);
        let within = Tuning { workgroup: 256, ..pinned };
        assert!(
            told.search().is_none() && told.tuning() == within,
            "no adapter is asked for more than it has"
        );
        let mut again = tuner(Tune::Again, &file, "a");
        again.consider(0.0, 0.0);
        assert!(again.search().is_some(), "asked for, it is made however small the job");
    }
}
