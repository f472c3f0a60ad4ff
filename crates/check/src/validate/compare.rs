//! One comparison for functions and for ensembles: columns of numbers against columns of numbers.

use crate::probe::Kind;

/// The rounding one function may add, in units of the last place of its column's scale. WGSL grants a division
/// 2.5 ulp, a square root about as much, and lets a driver fuse or reorder sums; the longest function is some
/// twenty operations deep. Drivers that round each operation correctly, like lavapipe, are at 0.
pub const FUNCTION_ULPS: f64 = 32.0;
/// The same for a whole step from parameters, which passes through setup, drive, force, law and tally.
pub const STEP_ULPS: f64 = 64.0;
/// What f32 itself may lose against f64 in one function or step, in units of f32's last place: each of up to some
/// forty roundings costs half a unit of intermediate numbers that can exceed the result a few times. That gives 64; it is
/// doubled for members that start near the centre of a sphere, where the normal, and with it `slide`, is known to R/r roundings
/// only (66 in one of 10,000).
pub const SINGLE_ULPS: f64 = 128.0;
/// How many times further than f64 itself f32 may go, where inputs that f32 cannot tell apart lead f64 to different
/// results: near a singular contact a few roundings inside the function count for more than those of its inputs.
pub const SENSITIVITY: f64 = 32.0;
/// Decisions (contact, stick, cell) that may fall differently, as a share of the cases: rounding turns one only
/// where its argument lies within some 64 epsilon, 1e-5, of the threshold, and arguments are spread over widths
/// of order one. One case is always allowed.
pub const TURNED: f64 = 1e-4;
/// What is larger than this says that a law gave up, which it does in no other way (contacts out of play are at 1e30): such a case is compared by that alone, and must not
/// be the scale of others. Infinity and NaN are nobody's intention.
pub const GIVEN_UP: f64 = 1e34;
/// Share of the cases in which one precision may give up where the other does not: pivoting in f32 loses some of the problems that are drawn at
/// random, with as many contacts as there is room for, three of 1000.
pub const ALONE: f64 = 0.01;
/// Share of the cases in which both may: more would leave too few to compare.
pub const TOGETHER: f64 = 0.5;

/// Numbers in columns, `values[j*cases + i]`, widened to f64, with how each column is judged.
#[derive(Clone, Copy)]
pub struct Numbers<'a> {
    /// How many rows.
    pub cases: usize,
    /// One kind a column.
    pub kinds: &'a [Kind],
    /// The numbers.
    pub values: &'a [f64],
}

/// How far two sets of numbers are apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gap {
    /// Numbers compared.
    pub numbers: usize,
    /// Those equal to the bit (see [`identical`]).
    pub identical: usize,
    /// The worst distance, in ulp of the column's scale, of rows whose decisions agree.
    pub ulps: f64,
    /// The column of that one, and its row.
    pub worst: [usize; 2],
    /// Rows with a decision that differs.
    pub turned: usize,
    /// Rows that may have one.
    pub allowed: usize,
    /// Rows in which one side gave up, and the other did not; rows that may.
    pub alone: [usize; 2],
    /// Rows in which both gave up; rows that may.
    pub together: [usize; 2],
}

impl Gap {
    /// Whether rounding explains it. Nothing compares with NaN, so NaN fails.
    pub fn within(&self, ulps: f64) -> bool {
        let few = |[found, allowed]: [usize; 2]| found <= allowed;
        self.ulps <= ulps && self.turned <= self.allowed && few(self.alone) && few(self.together)
    }

    /// Whether every number is the same to the bit.
    pub fn is_identical(&self) -> bool {
        self.identical == self.numbers
    }
}

/// The largest magnitude in each column: what gaps are measured by, so that cancellation is judged fairly.
pub fn scales(of: Numbers<'_>) -> Vec<f64> {
    of.values
        .chunks(of.cases)
        .map(|column| column.iter().map(|v| v.abs()).filter(|v| *v <= GIVEN_UP).fold(0.0, f64::max))
        .collect()
}

/// Equal to the bit, but for the sign of zero, which WGSL leaves to the driver in `max(0, -0)`, and for the bits of NaN,
/// which no standard fixes. (That both are NaN makes them alike, not right: [`compare`] still fails them.)
pub fn identical(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}

/// Whether a number says that a law gave up.
fn gives_up(x: f64) -> bool {
    GIVEN_UP < x.abs() && x.is_finite()
}

/// Compares row by row. `scales` has one number a column, `epsilon` is the precision's.
pub fn compare(a: Numbers<'_>, b: &[f64], scales: &[f64], epsilon: f64) -> Gap {
    compare_beyond(a, b, &[], scales, epsilon)
}

/// The same for what lies beyond a slack that each number has, between precisions; no slack at all if there is none.
pub fn compare_beyond(a: Numbers<'_>, b: &[f64], slack: &[f64], scales: &[f64], epsilon: f64) -> Gap {
    let (n, kinds, a) = (a.cases, a.kinds, a.values);
    assert!(a.len() == b.len() && a.len() == n * kinds.len(), "both sides have all columns");
    let share = |share: f64| (share * n as f64).ceil() as usize;
    let mut gap = Gap { numbers: a.len(), allowed: share(TURNED), ..Gap::default() };
    gap.alone[1] = if slack.is_empty() { 0 } else { share(ALONE) };
    gap.together[1] = share(TOGETHER);
    for i in 0..n {
        let pair = |j: usize| (a[j * n + i], b[j * n + i]);
        let columns = 0..kinds.len();
        gap.identical += columns.clone().filter(|&j| identical(pair(j).0, pair(j).1)).count();
        let gave_up = |of: &[f64]| columns.clone().any(|j| gives_up(of[j * n + i]));
        let (one, other) = (gave_up(a), gave_up(b));
        if one || other {
            gap.together[0] += usize::from(one && other);
            gap.alone[0] += usize::from(one != other);
            continue;
        }
        // Where f64 itself decides otherwise for inputs that f32 cannot tell apart, f32 may do either.
        let free = |j: usize| slack.get(j * n + i).is_some_and(|slack| *slack > 0.0);
        let differs = |&j: &usize| kinds[j] == Kind::Decision && pair(j).0 != pair(j).1 && !free(j);
        if columns.clone().any(|j| differs(&j)) {
            gap.turned += 1;
            continue;
        }
        for j in columns.filter(|&j| kinds[j] == Kind::Real) {
            let (a, b) = pair(j);
            let slack = slack.get(j * n + i).copied().unwrap_or(0.0);
            // An infinite slack would excuse everything.
            let slack = if slack.is_finite() { slack } else { 0.0 };
            let distance = (a - b).abs();
            // Written so that a distance of NaN is not within any slack.
            let within = a == b || distance <= slack;
            let ulps = if within { 0.0 } else { (distance - slack) / (epsilon * scales[j]) };
            // NaN must not lose against a number.
            let ulps = if ulps.is_nan() { f64::INFINITY } else { ulps };
            if gap.ulps < ulps {
                (gap.ulps, gap.worst) = (ulps, [j, i]);
            }
        }
    }
    gap
}

/// Widens `slack` to how far `moved`, the result of inputs moved by rounding, lies from `truth`.
pub fn widen(slack: &mut [f64], truth: &[f64], moved: &[f64]) {
    for ((slack, a), b) in slack.iter_mut().zip(truth).zip(moved) {
        *slack = slack.max(SENSITIVITY * (a - b).abs());
    }
}

/// A number moved by a rounding of f32, one way or the other.
pub fn moved(x: f64, bits: u64) -> f64 {
    let sign = if bits & 1 == 0 { 0.5 } else { -0.5 };
    x * (1.0 + sign * f64::from(f32::EPSILON))
}

/// How often inputs are moved.
pub const MOVES: u64 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 2] = [Kind::Real, Kind::Decision];

    fn gap(a: [f64; 4], b: [f64; 4]) -> Gap {
        compare(Numbers { cases: 2, kinds: &KINDS, values: &a }, &b, &[1.0, 1.0], 0.5)
    }

    #[test]
    fn equal_numbers_are_identical() {
        let gap = gap([1.0, 2.0, 0.0, 1.0], [1.0, 2.0, 0.0, 1.0]);
        assert!(gap.is_identical() && gap.within(0.0) && gap.turned == 0);
    }

    #[test]
    fn distance_is_in_ulp_of_the_scale() {
        assert_eq!(gap([1.0, 2.0, 0.0, 1.0], [1.0, 3.0, 0.0, 1.0]).ulps, 2.0);
    }

    #[test]
    fn nan_and_missing_scale_fail() {
        for nan in [f64::NAN, f64::INFINITY] {
            assert!(!gap([nan, 2.0, 0.0, 1.0], [1.0, 2.0, 0.0, 1.0]).within(1e300));
        }
        let kinds = [Kind::Real];
        let nothing = compare(Numbers { cases: 1, kinds: &kinds, values: &[1.0] }, &[0.0], &[0.0], 0.5);
        assert!(!nothing.within(1e300));
    }

    #[test]
    fn slack_excuses_its_own_number_only() {
        let numbers = |values| Numbers { cases: 2, kinds: &KINDS, values };
        let (a, b) = ([1.0, 2.0, 0.0, 1.0], [1.5, 2.0, 0.0, 1.0]);
        let beyond = |slack: &[f64]| compare_beyond(numbers(&a), &b, slack, &[1.0, 1.0], 0.5).ulps;
        assert_eq!([beyond(&[]), beyond(&[0.5; 4]), beyond(&[0.0, 9.0, 9.0, 9.0])], [1.0, 0.0, 1.0]);
        assert_eq!(beyond(&[f64::INFINITY; 4]), 1.0);
        let mut slack = vec![0.0; 4];
        widen(&mut slack, &a, &b);
        assert_eq!(slack, [SENSITIVITY * 0.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn giving_up_is_compared_by_itself() {
        let lost = [1e37, 2.0, 0.0, 1.0];
        assert_eq!(scales(Numbers { cases: 2, kinds: &KINDS, values: &lost }), [2.0, 1.0]);
        // Both: nothing else is looked at, as long as it is half of the cases. One: not in the same precision.
        assert!(gap(lost, [-1e37, 2.0, 1.0, 1.0]).within(0.0));
        assert!(!gap([1e37, 1e37, 0.0, 1.0], [1e37, 1e37, 0.0, 1.0]).within(0.0));
        assert!(!gap(lost, [1.0, 2.0, 0.0, 1.0]).within(1e300));
        let numbers = Numbers { cases: 2, kinds: &KINDS, values: &lost };
        let between = |b: [f64; 4]| compare_beyond(numbers, &b, &[0.0; 4], &[1.0, 1.0], 0.5).within(0.0);
        assert!(between([1.0, 2.0, 0.0, 1.0]) && !between([1.0, 1e37, 0.0, 1.0]));
    }

    #[test]
    fn a_decision_is_free_where_rounding_turns_it() {
        let (a, b) = ([1.0, 2.0, 0.0, 0.0], [1.0, 2.0, 1.0, 1.0]);
        let turned = |slack: &[f64]| {
            compare_beyond(Numbers { cases: 2, kinds: &KINDS, values: &a }, &b, slack, &[1.0, 1.0], 0.5)
                .turned
        };
        assert_eq!([turned(&[]), turned(&[0.0, 0.0, 32.0, 0.0]), turned(&[0.0; 4])], [2, 1, 2]);
    }

    #[test]
    fn more_turned_decisions_than_rounding_explains_fail() {
        assert!(gap([1.0, 2.0, 0.0, 1.0], [9.0, 2.0, 1.0, 1.0]).within(0.0));
        assert!(!gap([1.0, 2.0, 0.0, 1.0], [1.0, 2.0, 1.0, 0.0]).within(0.0));
    }
}
