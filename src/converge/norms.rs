//! Every run against the one with the smallest step, in the form of Stewart & Trinkle 1996, Table 1.
//!
//! ```text
//! |v^h - v|_1 = ∫ |v^h - v| dt      |q^h - q|_∞ = max |q^h - q|      variation of v^h = Σ |v_k - v_{k-1}| over its steps
//! ```
//!
//! On coordinates and on velocities `|·|` is the largest component. The mean over members.

use serde::Serialize;

use super::{Level, matched};

/// What one step size does.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Norms {
    /// The step.
    pub h: f64,
    /// Velocities against those of the smallest step; none for that itself.
    pub velocity: Option<f64>,
    /// Coordinates likewise.
    pub position: Option<f64>,
    /// How much the velocities change in all.
    pub variation: f64,
}

/// The largest difference of numbers.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    // Written so that NaN is large.
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, |most, x| if x <= most { most } else { x })
}

/// One row a level; each has all its steps.
pub(super) fn norms(levels: &[Level], h: &[f64], dof: usize) -> Vec<Norms> {
    let finest = levels.last().expect("at least two runs");
    let row = |(k, level): (usize, &Level)| {
        let members = level.t.iter().filter(|&&t| t == 0.0).count() as f64;
        let row = |i: usize| level.states[i].split_at(dof);
        let same = |i: usize| i > 0 && level.member[i] == level.member[i - 1];
        let (mut velocity, mut position, mut variation, mut worst) = (0.0, 0.0, 0.0, 0.0_f64);
        for (i, place) in matched(level, finest).into_iter().enumerate() {
            let Some(place) = place else { continue };
            let ((q, v), (exact_q, exact_v)) = (row(i), finest.states[place].split_at(dof));
            if !same(i) {
                position += worst;
                worst = 0.0;
            } else {
                variation += apart(v, row(i - 1).1);
                velocity += apart(v, exact_v) * (level.t[i] - level.t[i - 1]);
            }
            worst = worst.max(apart(q, exact_q));
        }
        let last = k + 1 == levels.len();
        let error = |sum: f64| (!last).then_some(sum / members);
        let (velocity, position) = (error(velocity), error(position + worst));
        Norms { h: h[k], velocity, position, variation: variation / members }
    };
    levels.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two runs of a body whose velocity falls from 1 to 0 at once, an instant apart.
    #[test]
    fn a_jump_seen_late_costs_what_it_is_late() {
        let level = |times: &[f64], stop: f64| Level {
            member: vec![0; times.len()],
            t: times.to_vec(),
            mode: vec![0; times.len()],
            states: times.iter().map(|&t| vec![t.min(stop), if t < stop { 1.0 } else { 0.0 }]).collect(),
        };
        let levels = [level(&[0.0, 1.0, 2.0], 1.5), level(&[0.0, 0.5, 1.0, 1.5, 2.0], 1.0)];
        let rows = norms(&levels, &[1.0, 0.5], 1);
        assert_eq!((rows[0].velocity, rows[0].position), (Some(1.0), Some(0.5)));
        assert_eq!((rows[0].variation, rows[1].variation, rows[1].velocity), (1.0, 1.0, None));
    }
}
