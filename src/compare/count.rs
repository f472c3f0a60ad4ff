//! What is counted of the rows of all variants, block after block.

use rayon::prelude::*;

use super::gather::{Alone, Both, Gathered};
use super::rows::{BLOCK, Rows, Side};
use super::{Finished, Pair, Told};
use crate::error::Error;
use crate::output::table::{Table, Values};
use crate::tally::FLAGS;

/// Columns of the members that are laid side by side, where a run has them.
const BOOKS: [&str; 14] = [
    "energy_start",
    "energy_end",
    "work_external",
    "work_damping",
    "work_normal",
    "work_tangential",
    "work_scheme",
    "energy_imbalance",
    "energy_rise",
    "energy_gain",
    "contact_gain",
    "complementarity",
    "cone",
    "penetration",
];
/// Members kept for a map; more could not be told apart in one.
const DRAWN_ROWS: usize = 1_000_000;

/// Members by two drawn parameters, with their outcomes under every variant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// Names and units of the parameters.
    pub axes: [String; 2],
    pub xs: Vec<f64>,
    pub ys: Vec<f64>,
    /// Places in `words`, variant by variant.
    pub outcomes: Vec<Vec<u8>>,
    /// All outcomes that there can be.
    pub words: Vec<String>,
}

/// All counts.
pub(super) struct Counts {
    members: u64,
    /// Names and units of the state.
    state: Vec<(&'static str, &'static str)>,
    /// The largest value of each column of the state.
    scales: Vec<f64>,
    alone: Vec<Alone>,
    both: Vec<Both>,
    sample: Sample,
}

impl Counts {
    pub fn of(finished: &[Finished], sides: &[Side]) -> Result<Counts, Error> {
        let mut counts = Counts::new(finished, sides)?;
        let shared: Vec<Vec<&str>> =
            finished.iter().map(|other| finished[0].study.shared_draws(&other.study)).collect();
        let mut names = vec!["member", "outcome", "flags"];
        names.extend(counts.state.iter().map(|(name, _)| *name));
        names.extend(shared.concat());
        names.extend(BOOKS);
        let mut rows: Vec<Rows<'_>> = sides.iter().map(|side| side.rows(&names)).collect();
        loop {
            let blocks: Vec<Table> = rows.iter_mut().map(Rows::next).collect::<Result<_, _>>()?;
            must_be_the_same_members(&blocks, &shared)?;
            if blocks[0].rows() == 0 {
                return Ok(counts);
            }
            counts.take(&blocks);
        }
    }

    fn new(finished: &[Finished], sides: &[Side]) -> Result<Counts, Error> {
        let state: Vec<_> = finished[0].study.info().named_state().map(|(_, column)| column).collect();
        let mut words: Vec<String> = Vec::new();
        for finished in finished {
            for word in finished.study.info().outcomes {
                if !words.iter().any(|known| known == word) {
                    words.push((*word).to_owned());
                }
            }
        }
        let alone = |side: &Side| Alone {
            backend: side.backend.clone(),
            precision: side.precision.to_string(),
            outcomes: vec![0; words.len()],
            flags: [0; FLAGS.len()],
            books: BOOKS
                .iter()
                .filter_map(|name| side.schema.get(name))
                .map(|column| (column.clone(), Gathered::default()))
                .collect(),
        };
        let n = finished.len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| [a, b]));
        let both = |of: [usize; 2]| Both {
            of,
            confusion: vec![0; words.len() * words.len()],
            otherwise: Vec::new(),
            columns: vec![Gathered::default(); state.len()],
            together: Gathered::default(),
        };
        Ok(Counts {
            members: 0,
            scales: scales(sides, &state)?,
            alone: sides.iter().map(alone).collect(),
            both: pairs.map(both).collect(),
            sample: Sample {
                axes: axes(finished).unwrap_or_default().map(str::to_owned),
                outcomes: vec![Vec::new(); n],
                words,
                ..Sample::default()
            },
            state,
        })
    }

    fn take(&mut self, blocks: &[Table]) {
        let members = members(&blocks[0]);
        self.members += members.len() as u64;
        let outcomes: Vec<Vec<u8>> = blocks.iter().map(|block| self.outcomes(block)).collect();
        for (alone, (block, outcomes)) in self.alone.iter_mut().zip(blocks.iter().zip(&outcomes)) {
            alone.take(block, outcomes, members);
        }
        let (width, state, scales) = (self.sample.words.len(), &self.state, &self.scales);
        self.both.par_iter_mut().for_each(|both| {
            let [a, b] = both.of;
            both.confuse([&outcomes[a], &outcomes[b]], members, width);
            let mut together = vec![0.0_f64; members.len()];
            for ((gathered, (name, _)), &scale) in both.columns.iter_mut().zip(state).zip(scales) {
                let apart: Vec<f64> =
                    numbers(&blocks[a], name).zip(numbers(&blocks[b], name)).map(apart).collect();
                together.iter_mut().zip(&apart).for_each(|(most, x)| *most = most.max(x / scale));
                gathered.take(apart, members);
            }
            both.together.take(together, members);
        });
        self.keep(&blocks[0], &outcomes);
    }

    /// How the members of a block ended, as places in the list of all words.
    fn outcomes(&self, block: &Table) -> Vec<u8> {
        let Some(Values::Label { codes, labels }) = block.get("outcome").map(|column| &column.values) else {
            unreachable!("every member has an outcome")
        };
        let place = |word: &&str| self.sample.words.iter().position(|known| known == word);
        let places: Vec<u8> =
            labels.iter().map(|word| place(word).expect("a word of a study") as u8).collect();
        codes.iter().map(|&code| places[usize::from(code)]).collect()
    }

    /// Keeps what a map shows.
    fn keep(&mut self, block: &Table, outcomes: &[Vec<u8>]) {
        let sample = &mut self.sample;
        let [x, y] = sample.axes.clone();
        if x.is_empty() || sample.xs.len() + BLOCK > DRAWN_ROWS {
            return;
        }
        sample.xs.extend(numbers(block, &x));
        sample.ys.extend(numbers(block, &y));
        sample.outcomes.iter_mut().zip(outcomes).for_each(|(all, more)| all.extend(more));
    }

    /// All that was counted, in the form of the report.
    pub fn told(self, finished: &[Finished]) -> Result<(Vec<Told>, Vec<Pair>, Sample), Error> {
        let (all, words) = (self.members, &self.sample.words);
        let variants =
            finished.iter().zip(self.alone).map(|(finished, alone)| alone.told(finished, words, all));
        let state = &self.state;
        let pairs = self.both.into_iter().map(|both| both.told(words, state, all));
        let (variants, pairs) = (variants.collect(), pairs.collect());
        let mut sample = self.sample;
        let study = &finished[0].study;
        let info = study.info();
        let named = study.spec.figure.iter().flat_map(|figure| figure.panels.iter().zip(&figure.labels));
        if let Some((_, labels)) = named.into_iter().find(|(panel, _)| **panel == sample.axes) {
            // The study calls them by better names than their columns'.
            sample.axes.clone_from(labels);
            return Ok((variants, pairs, sample));
        }
        for axis in &mut sample.axes {
            let unit = info.column(axis).map_or("s", |place| info.columns[place].unit);
            *axis =
                if unit.is_empty() || axis.is_empty() { axis.clone() } else { format!("{axis} ({unit})") };
        }
        Ok((variants, pairs, sample))
    }
}

/// A column of a block as numbers; nothing if there is no such column.
pub(super) fn numbers<'a>(block: &'a Table, name: &str) -> impl Iterator<Item = f64> + 'a {
    let column = block.get(name);
    column.into_iter().flat_map(|column| (0..column.values.len()).map(|row| column.real(row)))
}

fn members(block: &Table) -> &[u64] {
    match block.get("member").map(|column| &column.values) {
        Some(Values::U64(members)) => members,
        _ => unreachable!("every row has its member"),
    }
}

/// How far two numbers lie apart.
fn apart((a, b): (f64, f64)) -> f64 {
    match (a.is_finite(), b.is_finite()) {
        (true, true) => (a - b).abs(),
        (false, false) => 0.0,
        _ => f64::INFINITY,
    }
}

/// The largest finite value of each column of the state under any variant; 1 where all are zero.
fn scales(sides: &[Side], state: &[(&'static str, &'static str)]) -> Result<Vec<f64>, Error> {
    let names: Vec<&str> = state.iter().map(|(name, _)| *name).collect();
    let mut scales = vec![0.0_f64; names.len()];
    for side in sides {
        let mut rows = side.rows(&names);
        loop {
            let block = rows.next()?;
            if block.rows() == 0 {
                break;
            }
            for (scale, name) in scales.iter_mut().zip(&names) {
                let sizes = numbers(&block, name).filter(|x| x.is_finite()).map(f64::abs);
                *scale = sizes.fold(*scale, f64::max);
            }
        }
    }
    Ok(scales.into_iter().map(|scale| if scale > 0.0 { scale } else { 1.0 }).collect())
}

/// The two parameters over which a map can be drawn: all variants draw these two alike, and nothing else varies.
fn axes(finished: &[Finished]) -> Option<[&'static str; 2]> {
    let first = &finished[0].study;
    let same = |other: &Finished| first.shared_draws(&other.study) == first.varying();
    let varying = first.varying();
    let drawn = finished.iter().all(same);
    <[&'static str; 2]>::try_from(varying).ok().filter(|_| drawn)
}

/// Refuses rows that are not of the same members, with the same drawn parameters to the bit.
fn must_be_the_same_members(blocks: &[Table], shared: &[Vec<&str>]) -> Result<(), Error> {
    let first = &blocks[0];
    for (block, names) in blocks.iter().zip(shared).skip(1) {
        if block.rows() != first.rows() || (block.rows() > 0 && members(block) != members(first)) {
            return Err(Error::Check("variants have other members: they cannot be compared".into()));
        }
        for name in names {
            let other =
                numbers(first, name).zip(numbers(block, name)).position(|(a, b)| a.to_bits() != b.to_bits());
            if let Some(row) = other {
                let member = members(first)[row];
                let why = format!(
                    "member {member} has another {name} under another variant: they cannot be compared"
                );
                return Err(Error::Check(why));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::table::Column;

    #[test]
    fn what_is_finite_on_one_side_only_is_infinitely_far() {
        let (nan, inf) = (f64::NAN, f64::INFINITY);
        assert_eq!([(1.0, -2.0), (nan, inf), (nan, 0.0), (1.0, inf)].map(apart), [3.0, 0.0, inf, inf]);
    }

    /// A negative control: one bit of one draw is enough.
    #[test]
    fn other_draws_are_refused() {
        let block = |h: Vec<f64>| Table {
            columns: vec![
                Column::new("member", "", "", Values::U64(vec![7, 8])),
                Column::new("h", "s", "", Values::F64(h)),
            ],
        };
        let (one, same) = (block(vec![0.1, 0.2]), block(vec![0.1, 0.2]));
        let shared = [vec!["h"], vec!["h"]];
        must_be_the_same_members(&[one.clone(), same], &shared).unwrap();
        let other = block(vec![0.1, f64::from_bits(0.2_f64.to_bits() + 1)]);
        let said = must_be_the_same_members(&[one, other], &shared).unwrap_err().to_string();
        assert!(said.contains("member 8") && said.contains(" h "), "{said}");
    }
}
