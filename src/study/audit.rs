//! The audit: a random part of the members is run again by the f64 reference, and both endings are laid side by side.
//! Who is audited is drawn like any parameter, so it does not depend on chunks, shards or backends.

use serde::Serialize;

use super::Study;
use super::members::member_table;
use crate::backend::cpu::Cpu;
use crate::backend::{Batch, Done, Job};
use crate::error::Error;
use crate::isa::Isa;
use crate::output::interval::Share;
use crate::output::table::{Column, Table, Values};
use crate::rng;

/// The most members that flip which the summary lists; `audit.*` has them all.
const LISTED: usize = 100;

/// What an audit found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Audit {
    /// The share of members that was asked for.
    pub fraction: f64,
    /// How many that were.
    pub members: u64,
    /// How many ended otherwise on the reference.
    pub flips: Share,
    /// How far the final states lie apart: of the largest difference of a member, each in units of the largest value
    /// that its column takes on the reference.
    pub distance: Distance,
    /// The same column by column, in its own unit.
    pub columns: Vec<Distance>,
    /// The first members that flip.
    pub flipped: Vec<u64>,
}

/// How far results lie from the reference.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Distance {
    /// The column; empty for all together.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its unit.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Half of the members lie nearer.
    pub median: f64,
    /// The farthest.
    pub worst: f64,
    /// Who that is.
    pub worst_member: u64,
}

/// Refuses a share that is none.
pub fn check(fraction: f64) -> Result<(), Error> {
    let accepted = (0.0..=1.0).contains(&fraction);
    accepted
        .then_some(())
        .ok_or_else(|| Error::input("audit", fraction, "accepted: a share of the members, in [0, 1]"))
}

/// The rows of the audit of these members; `None` if nobody is audited.
pub fn audited(study: &Study, job: &Job<'_>, rows: &Table, fraction: f64) -> Result<Option<Table>, Error> {
    let Some(Values::U64(members)) = rows.get("member").map(|column| &column.values) else { return Ok(None) };
    let column = rng::column_number("audit");
    let chosen = |member: u64| rng::uniform(study.spec.seed, member, column) < fraction;
    let places: Vec<usize> = (0..members.len()).filter(|&i| chosen(members[i])).collect();
    if places.is_empty() {
        return Ok(None);
    }
    let reference = again(study, job, rows, &places)?;
    let numbers: Vec<usize> = (0..places.len()).collect();
    Ok(Some(side_by_side(study, (rows, &places), (&reference, &numbers))))
}

/// The columns of an audit's table, without rows.
pub fn schema(study: &Study, members: &Table) -> Table {
    side_by_side(study, (members, &[]), (members, &[]))
}

/// Some rows of this run beside some of the reference.
fn side_by_side(study: &Study, run: (&Table, &[usize]), reference: (&Table, &[usize])) -> Table {
    let column = |(rows, places): (&Table, &[usize]), name: &str, renamed: String, about: &str| {
        let column = rows.get(name).expect("a column of every member table");
        Column::new(renamed, &*column.unit, about, pick(column, places))
    };
    let mut columns = vec![column(run, "member", "member".into(), "index of the member")];
    for name in std::iter::once("outcome").chain(study.info().named_state().map(|(_, (name, _))| name)) {
        columns.push(column(run, name, name.into(), "in this run"));
        columns.push(column(reference, name, format!("{name}_reference"), "on the f64 reference"));
    }
    Table { columns }
}

/// Runs the members at these places of a table again, by the code of the reference, on all threads.
fn again(study: &Study, job: &Job<'_>, rows: &Table, places: &[usize]) -> Result<Table, Error> {
    let numbers = |name: &str, constant: bool| -> Vec<f64> {
        let column = rows.get(name).expect("a column of every member table");
        let places = if constant { &places[..1] } else { places };
        places.iter().map(|&i| column.real(i)).collect()
    };
    let params =
        job.info.columns.iter().zip(&job.constant).map(|(column, &constant)| numbers(column.name, constant));
    let batch = Batch {
        first: 0,
        n: places.len(),
        params: params.collect(),
        steps: numbers("steps", false).into_iter().map(|steps| steps as u32).collect(),
        order: Vec::new(),
    };
    let durations = numbers("duration", false);
    let quiet = Job { field: None, record: None, drawing: None, ..study.job(&|_| {}) };
    let cpu = Cpu { isa: Isa::Scalar, threads: 0, fast_math: false, name: "reference" };
    let mut table = Table::default();
    cpu.run::<f64>(&quiet, &mut std::iter::once(batch), &mut |done: Done<f64>| {
        table = member_table(study.system(), &quiet.info, &durations, &done);
        Ok(())
    })?;
    Ok(table)
}

/// Some rows of a column, floats as f64.
fn pick(column: &Column, places: &[usize]) -> Values {
    match &column.values {
        Values::U64(values) => Values::U64(places.iter().map(|&i| values[i]).collect()),
        Values::Label { codes, labels } => {
            Values::Label { codes: places.iter().map(|&i| codes[i]).collect(), labels }
        }
        _ => Values::F64(places.iter().map(|&i| column.real(i)).collect()),
    }
}

impl Audit {
    /// Sums up the rows of an audit. `read` gives some of its columns, over all rows.
    pub fn of(
        fraction: f64,
        study: &Study,
        read: &dyn Fn(&[&str]) -> Result<Table, Error>,
    ) -> Result<Audit, Error> {
        let ends = read(&["member", "outcome", "outcome_reference"])?;
        let Some(Values::U64(members)) = ends.get("member").map(|column| &column.values) else {
            return Ok(Audit { fraction, ..Audit::default() });
        };
        let n = members.len();
        let flips: Vec<u64> = (0..n)
            .filter(|&i| ends.columns[1].real(i) != ends.columns[2].real(i))
            .map(|i| members[i])
            .collect();
        let mut all = vec![0.0f64; n];
        let mut columns = Vec::new();
        for (_, (name, unit)) in study.info().named_state() {
            let pair = read(&[name, &format!("{name}_reference")])?;
            let scale = (0..n).fold(0.0, |scale: f64, i| scale.max(pair.columns[1].real(i).abs()));
            let apart: Vec<f64> =
                (0..n).map(|i| distance(pair.columns[0].real(i), pair.columns[1].real(i))).collect();
            for (all, apart) in all.iter_mut().zip(&apart) {
                *all = all.max(if scale > 0.0 { apart / scale } else { *apart });
            }
            columns.push(Distance { name: name.into(), unit: unit.into(), ..farthest(apart, members) });
        }
        Ok(Audit {
            fraction,
            members: n as u64,
            flips: Share::of(flips.len() as u64, n as u64),
            distance: farthest(all, members),
            columns,
            flipped: flips.into_iter().take(LISTED).collect(),
        })
    }
}

/// How far two numbers lie apart; two that are not finite lie nowhere, and count as infinitely far if only one is.
fn distance(a: f64, b: f64) -> f64 {
    match (a.is_finite(), b.is_finite()) {
        (true, true) => (a - b).abs(),
        (false, false) => 0.0,
        _ => f64::INFINITY,
    }
}

/// Median and worst.
fn farthest(mut apart: Vec<f64>, members: &[u64]) -> Distance {
    let worst = (0..apart.len()).max_by(|&i, &j| apart[i].total_cmp(&apart[j])).unwrap_or(0);
    let (value, worst_member) = (apart[worst], members[worst]);
    let middle = (apart.len() - 1) / 2;
    let median = *apart.select_nth_unstable_by(middle, f64::total_cmp).1;
    Distance { median, worst: value, worst_member, ..Distance::default() }
}
