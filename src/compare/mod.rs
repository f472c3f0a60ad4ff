//! The same members under several laws and schemes: who ends otherwise, how far the final states lie apart, and what the
//! energy books say. `moreau compare` runs each variant of a study into a folder of its own ([`crate::study::variants`]);
//! here the tables of members are read side by side, a block of rows at a time, so that their size does not matter.
//!
//! Agreement is counted by the words of outcomes. Distances are absolute differences of final states, column by column in
//! its unit, and together: the largest of a member, each in units of the largest value that its column takes under any
//! variant. A number that is finite under one variant alone is infinitely far; of two that are not, the distance is 0.

mod count;
mod csv;
mod figure;
mod gather;
mod rows;
mod text;

pub use csv::csv;
pub use figure::figure;
pub use text::letter;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use crate::error::Error;
use crate::output::interval::Share;
use crate::output::store::Manifest;
use crate::study::Study;
use crate::study::statistics::{Numbers, Quantile};
use count::{Counts, Sample};
use rows::Side;

/// The fewest and the most variants of a comparison.
pub const VARIANTS: [usize; 2] = [2, 12];

/// A variant that has been run.
pub struct Finished {
    /// What it is called.
    pub name: String,
    /// The folder of its run, with `members.parquet`.
    pub folder: PathBuf,
    /// The study that it ran.
    pub study: Study,
    /// Parameters of the study that it does not have.
    pub dropped: Vec<String>,
}

/// What `moreau compare` finds.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The study.
    pub study: String,
    /// The line for people.
    pub about: String,
    /// The model that all share.
    pub model: String,
    /// How many members.
    pub members: u64,
    /// The seed.
    pub seed: u64,
    /// Drawn parameters that were found to be the same, member by member.
    pub same_draws: Vec<String>,
    /// Parameters with their values under each variant, where these differ.
    pub differing: BTreeMap<String, Vec<String>>,
    /// Each variant by itself.
    pub variants: Vec<Told>,
    /// Each pair of variants.
    pub pairs: Vec<Pair>,
    /// What the figure is drawn from.
    #[serde(skip)]
    pub(crate) sample: Sample,
    /// The command that gave this.
    pub command: String,
    /// The program's version.
    pub version: String,
}

/// One variant.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// What it is called.
    pub name: String,
    /// The folder of its run, inside that of the comparison.
    pub folder: String,
    /// Its law.
    pub law: String,
    /// Its scheme.
    pub scheme: String,
    /// Where it ran.
    pub backend: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Parameters of the study that it does not have.
    pub dropped: Vec<String>,
    /// How members ended.
    pub outcomes: BTreeMap<String, Share>,
    /// How many members carry each flag.
    pub flags: BTreeMap<String, u64>,
    /// Energies and certificates.
    pub books: Vec<Book>,
}

/// A column of the energy books.
#[derive(Clone, Debug, Serialize)]
pub struct Book {
    /// The column.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// What it means.
    pub about: String,
    /// Its mean over the members where it is finite; none if it is nowhere.
    pub mean: Option<f64>,
    /// The value that is farthest from zero.
    pub worst: f64,
    /// Who has it.
    pub worst_member: u64,
    /// How many members have no finite value.
    pub nonfinite: u64,
}

/// Two variants.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// Places of both in the list of variants.
    pub of: [usize; 2],
    /// How many members end alike.
    pub agreement: Share,
    /// How many end how under the first and how under the second: only what occurs.
    pub confusion: Vec<Confused>,
    /// The first members that end otherwise.
    pub otherwise: Vec<u64>,
    /// How far final states lie apart, relative.
    pub distance: Distance,
    /// The same column by column.
    pub columns: Vec<Distance>,
}

/// A cell of a confusion table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Confused {
    /// The outcome under either variant.
    pub outcomes: [String; 2],
    /// How many members.
    pub count: u64,
}

/// How far the members lie apart.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Distance {
    /// The column; empty for all together.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Half of the finite distances are no larger.
    pub median: Option<Quantile>,
    /// 99 of 100 are no larger.
    pub percentile_99: Option<Quantile>,
    /// The largest; not a number of JSON if someone is finite under one variant alone.
    pub worst: f64,
    /// Who that is.
    pub worst_member: u64,
    /// How many are finite under one variant alone.
    pub one_sided: u64,
    /// The distances, counted.
    #[serde(skip)]
    pub numbers: Option<Numbers>,
}

/// Lays the finished runs of all variants side by side.
pub fn compare(study: &Study, finished: &[Finished], command: String) -> Result<Comparison, Error> {
    let sides: Vec<Side> = finished.iter().map(Side::open).collect::<Result<_, _>>()?;
    let counts = Counts::of(finished, &sides)?;
    let (variants, pairs, sample) = counts.told(finished)?;
    let mut same_draws: Vec<String> = finished[1..]
        .iter()
        .flat_map(|other| finished[0].study.shared_draws(&other.study))
        .map(str::to_owned)
        .collect();
    same_draws.sort();
    same_draws.dedup();
    Ok(Comparison {
        study: study.spec.name.clone(),
        about: study.spec.about.clone(),
        model: study.spec.model.clone(),
        members: study.spec.members,
        seed: study.spec.seed,
        same_draws,
        differing: differing(finished),
        variants,
        pairs,
        sample,
        command,
        version: env!("CARGO_PKG_VERSION").into(),
    })
}

/// The parameters, and the step and the duration, that are not the same under all variants.
fn differing(finished: &[Finished]) -> BTreeMap<String, Vec<String>> {
    let columns = finished.iter().flat_map(|finished| finished.study.info().columns);
    let names = columns.map(|column| column.name).chain(["duration"]);
    let rules = |name: &str| finished.iter().map(|finished| finished.study.rule(name)).collect::<Vec<_>>();
    let all: BTreeMap<String, Vec<String>> = names.map(|name| (name.to_owned(), rules(name))).collect();
    all.into_iter().filter(|(_, rules)| rules.iter().any(|rule| *rule != rules[0])).collect()
}

impl Finished {
    /// What its folder says of its run.
    fn manifest(&self) -> Result<Manifest, Error> {
        Manifest::read(&self.folder.join("manifest.json"))
    }
}
