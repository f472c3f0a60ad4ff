//! How fast a study settles as its step shrinks: the same members with h, h/2, h/4, ..., told phase by phase.
//!
//! Two runs that differ by a factor of two in h are compared at the same instants. Where the motion is smooth the
//! difference falls as h^p with the order p of the scheme; once the mode of the contact has changed, the instant of that
//! change is known to a step only, and it falls about as h (Moreau 1988, Sec. 11; Stewart & Trinkle 1996, Table 1). So the
//! instants are sorted by what has happened to the member before ([`Phase`]), and each kind has its own order.

mod figure;
mod norms;
mod phase;
mod text;

pub use figure::figure;
pub use norms::Norms;
pub use phase::Phase;

use serde::Serialize;

use crate::backend::{Backend, Precision};
use crate::clock::steps_to;
use crate::error::Error;
use crate::output::interval::slope;
use crate::output::table::Table;
use crate::study::Dist;
use crate::study::spec::RecordSpec;
use crate::study::{Options, Study};
use phase::phases;

/// How often h is halved, of how many members, at how many instants.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// Halvings of h.
    pub halvings: u32,
    /// Members.
    pub members: u64,
    /// Instants at which runs are compared, about.
    pub instants: u32,
    /// Whether every step of every run is kept, for the [`Norms`].
    pub norms: bool,
}

/// The most halvings: beyond, h is less than a four-thousandth of what the study asked for, and rounding takes over.
pub const MOST_HALVINGS: u32 = 12;

/// How far runs with two steps lie apart in one phase, and how that falls.
#[derive(Clone, Debug, Serialize)]
pub struct Settling {
    /// Which phase.
    pub phase: Phase,
    /// How many instants of all members.
    pub samples: usize,
    /// Root mean square of the distance of coordinates, h against h/2, for every h but the last.
    pub position: Vec<f64>,
    /// The same of velocities.
    pub velocity: Vec<f64>,
    /// The fitted orders of both.
    pub orders: [Order; 2],
}

/// An order of convergence.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Order {
    /// The slope of the logarithms, and its standard error.
    Fitted {
        /// The order.
        order: f64,
        /// Its standard error; NaN for two points.
        error: f64,
    },
    /// All runs agree to rounding: the scheme makes no error here.
    Exact,
    /// Fewer than two differences above rounding.
    Unknown,
}

/// What `moreau converge` finds.
#[derive(Clone, Debug, Serialize)]
pub struct Convergence {
    /// The study.
    pub study: String,
    /// Model, law, scheme.
    pub system: String,
    /// All steps, largest first.
    pub h: Vec<f64>,
    /// How many members.
    pub members: u64,
    /// Units of the first coordinate and of the first velocity.
    pub units: [String; 2],
    /// Each phase that occurs.
    pub phases: Vec<Settling>,
    /// Every run against the one with the smallest step, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub norms: Vec<Norms>,
}

/// One run: states and modes at the common instants.
pub(crate) struct Level {
    pub member: Vec<u64>,
    pub t: Vec<f64>,
    pub mode: Vec<u8>,
    /// Coordinates, then velocities, of one row after another.
    pub states: Vec<Vec<f64>>,
}

/// Runs the ladder, in f64; `tell` hears of each step.
pub fn converge(
    study: Study,
    ladder: Ladder,
    backend: &mut Backend,
    tell: &mut dyn FnMut(String),
) -> Result<Convergence, Error> {
    let Ladder { halvings, members, instants, .. } = ladder;
    if !(2..=MOST_HALVINGS).contains(&halvings) {
        let accepted = format!("accepted: a whole number in [2, {MOST_HALVINGS}]");
        return Err(Error::input("halvings", halvings, accepted));
    }
    let Dist::Constant(largest) = study.spec.h else {
        return Err(Error::input("h", &study.spec.h, "accepted: one number, which is halved"));
    };
    let info = study.info();
    let steps = steps_to(study.spec.duration.bounds().1, largest).unwrap_or(u32::MAX);
    let every = (steps / instants.max(1)).max(1);
    let mut levels = Vec::new();
    let mut study = study.members(members);
    (study.spec.field, study.spec.figure) = (None, Vec::new());
    for k in 0..=halvings {
        study.spec.h = Dist::Constant(largest / f64::from(1 << k));
        // The coarsest run is seen at every step, so that no contact passes between two instants.
        let every_step = if k == 0 || ladder.norms { 1 } else { every << k };
        study.spec.record = Some(RecordSpec { every: every_step, members });
        tell(format!("h = {}", study.spec.h));
        let options = Options { precision: Some(Precision::F64), certificates: false, ..Options::default() };
        let run = study.run_with(backend, &options)?;
        levels.push(level(&run.trajectories, 2 * info.dof()));
    }
    let h: Vec<f64> = (0..=halvings).map(|k| largest / f64::from(1 << k)).collect();
    let norms = if ladder.norms { norms::norms(&levels, &h, info.dof()) } else { Vec::new() };
    let mut touches = phases(&levels[0]);
    let first = thinned(levels.remove(0), every as usize, &mut touches);
    levels.insert(0, first);
    let settling = settling(&levels, &touches, info.dof(), f64::from(steps));
    Ok(Convergence {
        study: study.spec.name.clone(),
        system: info.names.join(" + "),
        h,
        members,
        units: [0, info.dof()].map(|j| info.state[j].1.to_owned()),
        phases: settling,
        norms,
    })
}

/// Recorded rows as numbers.
fn level(rows: &Table, width: usize) -> Level {
    let column = |name: &str| {
        let column = rows.get(name).expect("a column of every trajectory");
        (0..rows.rows()).map(|i| column.real(i)).collect::<Vec<f64>>()
    };
    // Member and time come first, then the state.
    let states: Vec<_> = rows.columns[2..2 + width].iter().collect();
    Level {
        member: column("member").into_iter().map(|member| member as u64).collect(),
        t: column("t"),
        mode: column("mode").into_iter().map(|mode| mode as u8).collect(),
        states: (0..rows.rows()).map(|i| states.iter().map(|column| column.real(i)).collect()).collect(),
    }
}

/// Every so many rows of each member, and their phases.
fn thinned(level: Level, every: usize, touches: &mut Vec<Phase>) -> Level {
    let mut kept = Level { member: Vec::new(), t: Vec::new(), mode: Vec::new(), states: Vec::new() };
    let (mut phases, mut since) = (Vec::new(), 0);
    for (i, &phase) in touches.iter().enumerate() {
        since = if i > 0 && level.member[i] == level.member[i - 1] { since + 1 } else { 0 };
        if since % every == 0 {
            kept.member.push(level.member[i]);
            kept.t.push(level.t[i]);
            kept.mode.push(level.mode[i]);
            kept.states.push(level.states[i].clone());
            phases.push(phase);
        }
    }
    *touches = phases;
    kept
}

/// The rows of a level that stand for the same member and instant as those of the first, by place.
fn matched(first: &Level, other: &Level) -> Vec<Option<usize>> {
    let mut j = 0;
    let same_time = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    let before = |j: usize, i: usize| {
        other.member[j] < first.member[i]
            || other.member[j] == first.member[i]
                && other.t[j] < first.t[i]
                && !same_time(other.t[j], first.t[i])
    };
    let find = |i: usize| {
        while j < other.member.len() && before(j, i) {
            j += 1;
        }
        let found = j < other.member.len() && other.member[j] == first.member[i];
        (found && same_time(other.t[j], first.t[i])).then_some(j)
    };
    (0..first.member.len()).map(find).collect()
}

/// Distances level by level, sorted by phase.
fn settling(levels: &[Level], touches: &[Phase], dof: usize, steps: f64) -> Vec<Settling> {
    let first = &levels[0];
    let places: Vec<_> = levels.iter().map(|level| matched(first, level)).collect();
    // The start is the same for all, and tells nothing.
    let common: Vec<usize> = (0..first.member.len())
        .filter(|&i| first.t[i] > 0.0 && places.iter().all(|places| places[i].is_some()))
        .collect();
    let at = |k: usize, i: usize| &levels[k].states[places[k][i].expect("common to all")];
    let mode = |k: usize, i: usize| levels[k].mode[places[k][i].expect("common to all")];
    let told = |i: usize| match (1..levels.len()).all(|k| mode(k, i) == mode(0, i)) {
        true => touches[i],
        false => Phase::Between,
    };
    let mut found = Vec::new();
    for phase in Phase::ALL {
        let samples: Vec<usize> = common.iter().copied().filter(|&i| told(i) == phase).collect();
        if samples.is_empty() {
            continue;
        }
        let distances = |range: std::ops::Range<usize>| -> (Vec<f64>, f64) {
            let square = |k: usize, i: usize| -> f64 {
                range.clone().map(|j| (at(k, i)[j] - at(k + 1, i)[j]).powi(2)).sum()
            };
            let rms =
                |k: usize| (samples.iter().map(|&i| square(k, i)).sum::<f64>() / samples.len() as f64).sqrt();
            let size = samples.iter().flat_map(|&i| range.clone().map(move |j| at(0, i)[j].abs()));
            ((0..levels.len() - 1).map(rms).collect(), size.fold(0.0, f64::max))
        };
        let (position, length) = distances(0..dof);
        let (velocity, speed) = distances(dof..2 * dof);
        // A sum of many steps rounds by up to half a unit of the last place in each.
        let unit = f64::EPSILON * steps;
        let orders = [order(&position, unit * length.max(speed)), order(&velocity, unit * speed)];
        found.push(Settling { phase, samples: samples.len(), position, velocity, orders });
    }
    found
}

/// The order at which differences fall, of which each has half the step of the one before and twice the rounding.
pub(crate) fn order(differences: &[f64], rounding: f64) -> Order {
    let above: Vec<(f64, f64)> = (0..)
        .zip(differences)
        .map(|(k, &difference)| (2_f64.powi(-k), difference))
        // What is not a number is no agreement.
        .filter(|&(h, difference)| difference > rounding / h || difference.is_nan())
        .map(|(h, difference)| (h.ln(), difference.ln()))
        .collect();
    match above.len() {
        0 => Order::Exact,
        1 => Order::Unknown,
        _ => {
            let (order, error) = slope(&above);
            Order::Fitted { order, error }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_a_power_is_its_exponent() {
        let falling: Vec<f64> = (0..6).map(|k| 3.0 * 0.25_f64.powi(k)).collect();
        let Order::Fitted { order: found, .. } = order(&falling, 1e-15) else { panic!("a power") };
        assert!((found - 2.0).abs() < 1e-12);
        assert!(matches!(order(&[1e-17, 0.0], 1e-15), Order::Exact));
        assert!(matches!(order(&[1.0, 1e-17], 1e-15), Order::Unknown));
        assert!(!matches!(order(&[f64::NAN, 0.0], 1e-15), Order::Exact));
    }

    #[test]
    fn rows_are_matched_by_member_and_instant() {
        let rows = |member: &[u64], t: &[f64]| Level {
            member: member.to_vec(),
            t: t.to_vec(),
            mode: vec![0; t.len()],
            states: vec![vec![]; t.len()],
        };
        let (first, other) = (rows(&[0, 0, 0, 1], &[0.0, 0.1, 0.2, 0.0]), rows(&[0, 0, 1], &[0.0, 0.1, 0.0]));
        assert_eq!(matched(&first, &other), [Some(0), Some(1), None, Some(2)]);
    }
}
