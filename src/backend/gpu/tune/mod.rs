//! How a kernel is cut to its adapter: invocations in a workgroup, members an invocation, steps an iteration of its
//! loop, steps a dispatch. No result depends on it by a bit; only the time does.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

mod cache;
mod search;
mod tuner;
pub use cache::path as file;
pub(super) use tuner::Tuner;

/// One way to cut a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tuning {
    /// Invocations in a workgroup.
    pub workgroup: u32,
    /// Members that one invocation advances together.
    pub pack: u32,
    /// Steps that one iteration of its loop makes.
    pub unroll: u32,
    /// Steps of one dispatch at most; 0 leaves them to the time they take.
    pub steps: u32,
}

/// Where a tuning comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tune {
    /// What an earlier run found; else the default, and a search while a long run goes on.
    #[default]
    Auto,
    /// The default of the adapter.
    Off,
    /// A search, whatever an earlier run found.
    Again,
    /// This one.
    Pinned(Tuning),
}

/// The most members an invocation can advance, and the most steps an iteration can make: beyond, no adapter gains and
/// every driver compiles for seconds.
const MOST_COPIES: u32 = 16;
/// The most invocations in a workgroup that any adapter offers.
const MOST_INVOCATIONS: u32 = 1024;
/// The most steps of a dispatch: lavapipe silently leaves loops after 65,535 iterations, all loops together, and counts are
/// exact in f32 up to 2^24.
pub(super) const MOST_STEPS: u32 = 16_384;

impl Tuning {
    /// The best for most kernels of an adapter, before anything was measured. Hardware hides latency with more
    /// invocations; a software adapter needs independent work inside one, up to what its registers hold (measured on
    /// lavapipe: a short step gains most from 4 members and 4 steps, with certificates from 2 and 4, a long one from 2 and
    /// 2). `short` says that a step is a short one. A very `long` one gains nothing,
    /// and to compile it several times over takes a driver seconds.
    pub fn default_of(software: bool, short: bool, certificates: bool, long: bool) -> Tuning {
        let (pack, unroll) = match (software, short, certificates) {
            _ if long => (1, 1),
            (false, _, _) => (1, 4),
            (true, true, false) => (4, 4),
            (true, true, true) => (2, 4),
            (true, false, _) => (2, 2),
        };
        Tuning { workgroup: 64, pack, unroll, steps: 0 }
    }

    /// Steps of one dispatch at most, if each makes so many iterations of `loops`. The loops that finish each member by itself
    /// count towards lavapipe's limit, too. At least one: a pack whose members all need their most iterations in it would not make
    /// that step, which is noticed.
    pub(super) fn most_steps(self, loops: u32) -> u32 {
        let most = MOST_STEPS.min(60_000 / (self.pack * (loops + 1) + 1)).max(1);
        if self.steps == 0 { most } else { most.min(self.steps) }
    }

    fn is_possible(self) -> bool {
        (1..=MOST_INVOCATIONS).contains(&self.workgroup)
            && (1..=MOST_COPIES).contains(&self.pack)
            && (1..=MOST_COPIES).contains(&self.unroll)
            && self.steps <= MOST_STEPS
    }
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.workgroup, self.pack, self.unroll, self.steps)
    }
}

impl FromStr for Tune {
    type Err = Error;

    fn from_str(text: &str) -> Result<Tune, Error> {
        let numbers: Vec<u32> = text.split(',').map_while(|number| number.trim().parse().ok()).collect();
        match (text, numbers.as_slice()) {
            ("auto", _) => Ok(Tune::Auto),
            ("off", _) => Ok(Tune::Off),
            ("again", _) => Ok(Tune::Again),
            (_, &[workgroup, pack, unroll, steps]) if text.split(',').count() == 4 => {
                let tuning = Tuning { workgroup, pack, unroll, steps };
                if tuning.is_possible() { Ok(Tune::Pinned(tuning)) } else { Err(refused(text)) }
            }
            _ => Err(refused(text)),
        }
    }
}

fn refused(text: &str) -> Error {
    let accepted = format!(
        "accepted: auto, off, again, or WORKGROUP,PACK,UNROLL,STEPS in [1, {MOST_INVOCATIONS}], [1, {MOST_COPIES}], \
         [1, {MOST_COPIES}], [0, {MOST_STEPS}] (0 steps: as many as the time allows)"
    );
    Error::input("tune", text, accepted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_ask_is_read() {
        assert_eq!("auto".parse::<Tune>().unwrap(), Tune::Auto);
        assert_eq!("off".parse::<Tune>().unwrap(), Tune::Off);
        assert_eq!("again".parse::<Tune>().unwrap(), Tune::Again);
        let tuning = Tuning { workgroup: 128, pack: 2, unroll: 4, steps: 512 };
        assert_eq!(tuning.to_string().parse::<Tune>().unwrap(), Tune::Pinned(tuning));
    }

    #[test]
    fn what_no_kernel_can_have_is_refused() {
        for text in
            ["", "on", "64,4,4", "64,4,4,0,1", "0,1,1,0", "64,0,1,0", "64,1,17,0", "2048,1,1,0", "64,1,1,-1"]
        {
            let refused = text.parse::<Tune>().unwrap_err().to_string();
            assert!(refused.contains("tune") && refused.contains("again"), "{text}: {refused}");
        }
    }

    #[test]
    fn no_dispatch_reaches_the_loop_limit_of_lavapipe() {
        for (pack, loops) in (1..=MOST_COPIES).flat_map(|pack| [0, 64].map(|loops| (pack, loops))) {
            let steps = Tuning { workgroup: 64, pack, unroll: 1, steps: 0 }.most_steps(loops);
            // A sample after every step, and each member of the pack finished by itself.
            assert!(steps * (pack * (loops + 1) + 1) < 65_535 && steps > if loops == 0 { 3000 } else { 50 });
        }
    }
}
