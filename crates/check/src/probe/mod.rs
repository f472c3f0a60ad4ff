//! Probes: every WGSL function beside its Rust twin, callable alone.
//!
//! A probe is made once from names and numbers of fields, so a model of another crate has its probes for free.
//! [`crate::validate`] gives each the same inputs on the GPU, in Rust at the same precision and in f64.

use moreau::columns::{Column, Range};

/// Pairs a twin, generic over the number and the parts of a triple, with the text of its call.
macro_rules! probe {
    ($call:expr, <$($P:ident: $bound:path),*> $given:ident: $R:ident => $body:expr) => {{
        fn twin<$R: Scalar, $($P: $bound),*>(x: &[$R]) -> Vec<$R> {
            #[allow(unused_mut, unused_variables)]
            let mut $given = Given::new(x);
            $body
        }
        $call.probe(twin::<f32, $($P),*>, twin::<f64, $($P),*>)
    }};
}

mod ball;
mod balls;
mod basis;
mod bounce;
mod chain;
mod corner;
mod curved;
mod delay;
mod facets;
mod fold;
mod friction;
mod further;
mod generalised;
mod given;
mod hold;
mod kane;
mod law;
mod ledger;
mod lemke;
mod operators;
mod pair;
mod pile;
mod relief;
mod rod;
mod sampling;
mod spatial;
mod tally;
mod text;
mod triple;
pub use operators::operators;
pub use triple::of_triple;

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Draw {
    /// Anything between two numbers; the ends and 0 come up often, since that is where branches meet.
    Between(f64, f64),
    /// One of a few.
    OneOf(&'static [f64]),
    /// A whole number below this one.
    Whole(u32),
}

/// How an output is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number, to within rounding of its column's scale.
    Real,
    /// A truth value, a count or a piece of an integer: equal or not.
    Decision,
}

/// One WGSL function, callable alone, with its Rust twin in both precisions.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The WGSL function.
    pub function: &'static str,
    /// Where each input comes from.
    pub inputs: Vec<Draw>,
    /// How each output is judged.
    pub outputs: Vec<Kind>,
    /// WGSL statements that call it: `x(j)` reads an input, `put(j, value)` writes an output.
    pub call: String,
    /// The Rust twin in f32.
    pub f32: fn(&[f32]) -> Vec<f32>,
    /// The Rust twin in f64.
    pub f64: fn(&[f64]) -> Vec<f64>,
}

/// Share of an [`Draw::Between`]'s width that keeps an open lower end out.
const OPEN_END: f64 = 1e-3;

impl Draw {
    /// A parameter around its default: half to one and a half of it, or -1 to 1 if it is 0, as far as accepted.
    pub fn of_column(column: &Column) -> Draw {
        let (a, b) = match column.default {
            0.0 => (-1.0, 1.0),
            d => ((0.5 * d).min(1.5 * d), (0.5 * d).max(1.5 * d)),
        };
        match column.range {
            Range::OneOf(values) => Draw::OneOf(values),
            Range::Within(low, high) => Draw::Between(a.max(low), b.min(high)),
            Range::Above(low, high) => {
                let b = b.min(high);
                Draw::Between(a.max(low + OPEN_END * (b - low)), b)
            }
        }
    }

    /// All parameters of a table; where one must stay below another, the middle between their defaults parts them.
    pub fn of_columns(columns: &[Column], ordered: &[(&str, &str)]) -> Vec<Draw> {
        let mut draws: Vec<Draw> = columns.iter().map(Draw::of_column).collect();
        let place = |name: &str| columns.iter().position(|column| column.name == name);
        for (below, above) in ordered {
            let (Some(below), Some(above)) = (place(below), place(above)) else { continue };
            let middle = 0.5 * (columns[below].default + columns[above].default);
            if let Draw::Between(_, high) = &mut draws[below] {
                *high = high.min(middle - OPEN_END * middle.abs());
            }
            if let Draw::Between(low, _) = &mut draws[above] {
                *low = low.max(middle);
            }
        }
        draws
    }

    /// The number that 64 random bits stand for, one that f32 holds exactly: both precisions get the same.
    pub fn value(self, bits: u64) -> f64 {
        let place = (bits >> 11) as f64 / 9_007_199_254_740_992.0;
        let x = match (self, bits & 15) {
            (Draw::Between(low, _), 0) => low,
            (Draw::Between(_, high), 1) => high,
            (Draw::Between(low, high), 2) if low <= 0.0 && 0.0 <= high => 0.0,
            (Draw::Between(low, high), _) => low + (high - low) * place,
            (Draw::OneOf(values), _) => values[(place * values.len() as f64) as usize],
            (Draw::Whole(below), _) => (place * f64::from(below)).floor(),
        };
        f64::from(x as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &'static str, default: f64, range: Range) -> Column {
        Column { name, unit: "", default, range, about: "" }
    }

    #[test]
    fn draws_stay_within_what_is_accepted() {
        let columns = [
            column("a", 0.0, Range::Within(0.0, 5.0)),
            column("b", -2.0, Range::Above(-2.5, -1.0)),
            column("c", 1.0, Range::OneOf(&[-1.0, 1.0])),
            column("d", 0.0, Range::Above(0.0, 9.0)),
        ];
        for (draw, column) in Draw::of_columns(&columns, &[]).into_iter().zip(&columns) {
            for i in 0..4096_u64 {
                let x = draw.value(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i);
                assert!(column.range.accepts(x), "{} = {x}", column.name);
            }
        }
    }

    #[test]
    fn ordered_parameters_do_not_overlap() {
        let any = Range::Within(0.0, 100.0);
        let columns = [column("inner", 1.0, any), column("outer", 1.2, any)];
        let draws = Draw::of_columns(&columns, &[("inner", "outer")]);
        let [Draw::Between(_, inner), Draw::Between(outer, _)] = draws[..] else { panic!("{draws:?}") };
        assert!(inner < outer);
    }
}
