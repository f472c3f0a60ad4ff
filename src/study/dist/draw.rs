//! From what a study file says to the numbers that [`crate::dist`] draws from, worked out once, in f64 and with nothing
//! that differs between platforms.

use super::{Dist, NORMAL_REACH};
use crate::columns::Fields;
use crate::dist::{Drawn, Normal, Rule};
use crate::math::{ln_of, normal_quantile};
use crate::rng;

impl Dist {
    /// The rule of a column ready to draw from; `None` for what is not drawn: constants, Sobol sequences, files.
    pub fn drawn(&self, name: &str, stride: u64, members: u64) -> Option<Drawn> {
        let last = members.saturating_sub(1).max(1) as f64;
        let (rule, numbers) = match self {
            Dist::Constant(_) | Dist::Sobol(..) | Dist::File { .. } => return None,
            Dist::Uniform(a, b) => (Rule::Uniform, vec![*a, *b]),
            Dist::LogUniform(a, b) => (Rule::LogUniform, vec![*a, *b, octaves(*a, *b)]),
            Dist::Normal { .. } => (Rule::Normal, self.normal()),
            Dist::Linspace(a, b) => (Rule::Linspace, vec![*a, *b, last]),
            Dist::Logspace(a, b) => (Rule::Logspace, vec![*a, *b, octaves(*a, *b), last]),
            Dist::Choice(list) => (Rule::Choice, list.clone()),
            Dist::Grid(list) => (Rule::Grid, list.clone()),
            Dist::EvenGrid { from, to, count } => {
                (Rule::EvenGrid, vec![*from, *to, f64::from(count - 1).max(1.0)])
            }
        };
        let count = match self {
            Dist::Choice(list) => list.len() as u64,
            _ => self.grid_values(),
        };
        // A stride beyond the last member is as good as any.
        let stride = stride.min(members.max(1));
        Some(Drawn { rule, column: rng::column_number(name), stride, count: count as u32, numbers })
    }

    /// The fields of [`Normal`].
    fn normal(&self) -> Vec<f64> {
        let &Dist::Normal { mean, sd, low, high } = self else { return Vec::new() };
        let (a, b) = ((low - mean) / sd, (high - mean) / sd);
        // Where both ends lie above the mean, probabilities are counted from the other side: they are small there, and
        // small numbers are exact.
        let (sd, a, b) = if 0.0 < a { (-sd, -b, -a) } else { (sd, a, b) };
        let (below, above) = (share_below(a), share_below(-b));
        let between = if b <= 0.0 { share_below(b) - below } else { 1.0 - above - below };
        let (low, high) = self.bounds();
        let normal = Normal { mean, sd, below, above, between, low, high };
        (0..Normal::<f64>::NAMES.len()).map(|j| normal.get(j)).collect()
    }
}

/// `log2(b / a)`.
fn octaves(a: f64, b: f64) -> f64 {
    (ln_of(b) - ln_of(a)) / std::f64::consts::LN_2
}

/// The share of the standard normal distribution below `z`: the inverse of the quantile, by bisection.
fn share_below(z: f64) -> f64 {
    if z < -NORMAL_REACH {
        return 0.0;
    }
    if 0.0 < z {
        return 1.0 - share_below(-z);
    }
    let (mut low, mut high) = (1e-17, 0.5);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || high <= middle {
            return middle;
        }
        if normal_quantile(middle) < z { low = middle } else { high = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_below_known_places() {
        // 40 digits by mpmath: Φ(-8), Φ(-3), Φ(-1), Φ(0), Φ(2).
        let known = [
            (-8.0, 6.220960574271784e-16),
            (-3.0, 0.0013498980316300946),
            (-1.0, 0.15865525393145705),
            (0.0, 0.5),
            (2.0, 0.9772498680518208),
        ];
        for (z, share) in known {
            assert!((share_below(z) / share - 1.0).abs() < 1e-13, "{z}: {}", share_below(z));
        }
        assert_eq!([share_below(-9.0), share_below(f64::INFINITY)], [0.0, 1.0]);
    }
}
