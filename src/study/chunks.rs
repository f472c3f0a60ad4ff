//! How a study is cut. Members come in chunks, the row groups of its tables and the unit of its statistics; where the
//! cuts are depends on the study alone, so that a run, a resumed run and merged shards write the same bytes.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::spec::Spec;
use crate::clock;
use crate::error::Error;

/// The most members of a chunk, but for studies of billions: a few megabytes.
const MOST: u64 = 1 << 16;
/// The most chunks: a Parquet file holds 32767 row groups.
const MOST_CHUNKS: u64 = 30_000;
/// The fewest, unless trajectories are long: smaller row groups are all header.
const LEAST: u64 = 256;
/// A study has at least about this many chunks, so that it can be spread over machines.
const SHARES: u64 = 16;
/// Member-steps of a chunk: some seconds of work, so that little is lost with one.
const MEMBER_STEPS: u64 = 1 << 31;
/// Recorded states of a chunk at most: they are held in memory until the chunk is done.
const RECORDED_STATES: u64 = 1 << 21;

/// Which members a run is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// All of them.
    #[default]
    Whole,
    /// One of several shares.
    Shard {
        /// Which one, from 0 on.
        index: u64,
        /// How many there are.
        of: u64,
    },
    /// A single member, run again as it was in the study.
    Member(u64),
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Part::Whole => write!(f, "the whole study"),
            // Shard 0 of N is the one that is also called N.
            Part::Shard { index: 0, of } => write!(f, "shard {of}/{of}"),
            Part::Shard { index, of } => write!(f, "shard {index}/{of}"),
            Part::Member(member) => write!(f, "member {member}"),
        }
    }
}

impl Part {
    /// Reads `I/N`. Job arrays count from 0 or from 1: I is taken modulo N, so either will do.
    pub fn shard(text: &str) -> Result<Part, Error> {
        const MOST_SHARDS: u64 = 1_000_000;
        let wrong = || {
            let accepted =
                format!("accepted: I/N with N in [1, {MOST_SHARDS}] and I from 1 to N, or 0 to N-1");
            Error::input("shard", text, accepted)
        };
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (index, of) = (number(index)?, number(of)?);
        if !(1..=MOST_SHARDS).contains(&of) || index > of {
            return Err(wrong());
        }
        Ok(Part::Shard { index: index % of, of })
    }
}

/// The cuts of a study, or of a single member of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunks {
    first: u64,
    members: u64,
    /// Members whose long trajectories are recorded: they come in chunks of `small`.
    recorded: u64,
    small: u64,
    size: u64,
}

impl Chunks {
    /// The cuts that a study asks for.
    pub fn of(spec: &Spec, part: Part) -> Chunks {
        if let Part::Member(member) = part {
            return Chunks { first: member, members: 1, recorded: 0, small: 1, size: 1 };
        }
        let steps =
            u64::from(clock::steps_to(spec.duration.bounds().1, spec.h.bounds().0).unwrap_or(u32::MAX));
        let share = spec.members.div_ceil(SHARES).next_power_of_two();
        let size = share.min(below(MEMBER_STEPS / steps.max(1))).clamp(LEAST, MOST);
        let size = size.max(spec.members.div_ceil(MOST_CHUNKS).next_power_of_two());
        let (mut recorded, mut small) = (0, 1);
        if let Some(record) = spec.record {
            let states = steps / u64::from(record.every) + 1;
            let all = record.members.min(spec.members);
            small = below(RECORDED_STATES / states).min(size);
            recorded = if all.min(size) * states > RECORDED_STATES { all } else { 0 };
        }
        Chunks { first: 0, members: spec.members, recorded, small, size }
    }

    /// How many chunks there are.
    pub fn len(&self) -> u64 {
        self.recorded.div_ceil(self.small) + (self.members - self.recorded).div_ceil(self.size)
    }

    /// Never: a study has members.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first member of a chunk; of the one after the last, the end.
    fn start(&self, chunk: u64) -> u64 {
        let zone = self.recorded.div_ceil(self.small);
        let start = match chunk.checked_sub(zone) {
            None => (chunk * self.small).min(self.recorded),
            Some(rest) => (self.recorded + rest * self.size).min(self.members),
        };
        self.first + start
    }

    /// The members of these chunks.
    pub fn members(&self, chunks: &Range<u64>) -> Range<u64> {
        self.start(chunks.start)..self.start(chunks.end)
    }

    /// The chunks of a part of the study: shards take consecutive ones.
    pub fn of_part(&self, part: Part) -> Range<u64> {
        let share =
            |index: u64, of: u64| (u128::from(self.len()) * u128::from(index) / u128::from(of)) as u64;
        match part {
            Part::Whole | Part::Member(_) => 0..self.len(),
            Part::Shard { index, of } => share(index, of)..share(index + 1, of),
        }
    }

    /// These chunks in groups that a backend runs together: as many as fit into `most` members, at least one.
    pub fn groups(&self, missing: &[Range<u64>], most: u64) -> Vec<Range<u64>> {
        let mut groups = Vec::new();
        for range in missing {
            let mut start = range.start;
            while start < range.end {
                let mut end = start + 1;
                while end < range.end && self.start(end + 1) - self.start(start) <= most {
                    end += 1;
                }
                groups.push(start..end);
                start = end;
            }
        }
        groups
    }
}

/// The largest power of two up to `x`, at least 1.
fn below(x: u64) -> u64 {
    1 << x.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Study;

    fn chunks(preset: &str, set: &[&str]) -> Chunks {
        let study = Study::preset(preset).unwrap().set(set.iter().copied()).unwrap();
        Chunks::of(&study.spec, Part::Whole)
    }

    #[test]
    fn every_member_is_in_one_chunk_and_every_chunk_in_one_shard() {
        let long = ["members=3000", "record.every=1", "record.members=300", "h=1e-5"];
        for set in [&["members=1"][..], &["members=257"], &["members=1000000"], &["members=100000001"], &long]
        {
            let cuts = chunks("throw", set);
            let mut next = 0;
            for chunk in 0..cuts.len() {
                let members = cuts.members(&(chunk..chunk + 1));
                assert_eq!(members.start, next, "{set:?}");
                assert!(members.end > members.start && members.end - members.start <= MOST);
                next = members.end;
            }
            assert_eq!(next, cuts.members, "{set:?}");
            assert!(cuts.len() <= MOST_CHUNKS + cuts.recorded, "{set:?}");
            for of in [1, 2, 7, 1000] {
                let mut next = 0;
                for index in 0..of {
                    let shard = cuts.of_part(Part::Shard { index, of });
                    assert_eq!(shard.start, next);
                    next = shard.end;
                }
                assert_eq!(next, cuts.len());
            }
        }
    }

    #[test]
    fn long_trajectories_come_in_small_chunks() {
        let cuts = chunks("throw", &["members=3000", "record.every=1", "record.members=300", "h=1e-5"]);
        assert!(cuts.small < 8 && cuts.recorded == 300, "{cuts:?}");
        assert_eq!(chunks("throw", &["members=3000"]).recorded, 0);
    }

    #[test]
    fn groups_hold_whole_chunks() {
        let cuts = chunks("throw", &["members=100000"]);
        let groups = cuts.groups(&[0..3, 5..cuts.len()], 20_000);
        assert_eq!(groups[0], 0..2);
        assert_eq!(groups[1], 2..3);
        assert!(groups.iter().all(|group| {
            let members = cuts.members(group);
            members.end - members.start <= 20_000 || group.end - group.start == 1
        }));
        assert_eq!(groups.iter().map(|group| group.end - group.start).sum::<u64>(), cuts.len() - 2);
    }

    #[test]
    fn shards_are_counted_from_0_or_from_1() {
        assert_eq!(Part::shard("0/4").unwrap(), Part::shard("4/4").unwrap());
        assert_eq!(Part::shard("3/4").unwrap(), Part::Shard { index: 3, of: 4 });
        for wrong in ["5/4", "1", "1/0", "a/b", "-1/4", ""] {
            assert!(Part::shard(wrong).is_err(), "{wrong}");
        }
    }
}
