//! Parameter tables: one table gives the Rust fields, the TOML keys with unit, default and accepted range, the
//! file headers and the WGSL struct. Nothing is mirrored by hand.

use crate::real::Real;

/// One parameter: a TOML key, a file header and a field of a WGSL struct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The key.
    pub name: &'static str,
    /// Its unit, empty for a pure number.
    pub unit: &'static str,
    /// The value taken when the study says nothing.
    pub default: f64,
    /// What is accepted.
    pub range: Range,
    /// One line for people.
    pub about: &'static str,
}

/// The values a parameter accepts. NaN and infinity are never accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// `lo <= x <= hi`.
    Within(f64, f64),
    /// `lo < x <= hi`.
    Above(f64, f64),
    /// One of a few values.
    OneOf(&'static [f64]),
}

/// Any length, speed or force that a particle study can mean; wide, yet far from the overflow of f32.
pub const ANY: Range = Range::Within(-1e9, 1e9);

impl Range {
    /// Whether `x` is accepted.
    pub fn accepts(&self, x: f64) -> bool {
        match *self {
            Range::Within(lo, hi) => lo <= x && x <= hi,
            Range::Above(lo, hi) => lo < x && x <= hi,
            Range::OneOf(values) => values.contains(&x),
        }
    }

    /// Whether every value between `a` and `b` is accepted.
    pub fn accepts_all_between(&self, a: f64, b: f64) -> bool {
        let between = !matches!(self, Range::OneOf(_)) || a == b;
        between && self.accepts(a) && self.accepts(b)
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Range::Within(lo, hi) => write!(f, "[{lo}, {hi}]"),
            Range::Above(lo, hi) => write!(f, "({lo}, {hi}]"),
            Range::OneOf(values) => {
                let texts: Vec<String> = values.iter().map(f64::to_string).collect();
                write!(f, "one of {}", texts.join(", "))
            }
        }
    }
}

/// A struct of named [`Real`]s, known field by field: the WGSL struct is written from `NAMES`.
pub trait Fields<R: Real>: Copy + Send + Sync + 'static {
    /// The names, in order.
    const NAMES: &'static [&'static str];
    /// Builds the struct field by field.
    fn from_fn(f: impl FnMut(usize) -> R) -> Self;
    /// One field, by its place.
    fn get(&self, j: usize) -> R;
}

/// [`Fields`] that are parameters of a study.
pub trait Columns<R: Real>: Fields<R> {
    /// One row a field.
    const COLUMNS: &'static [Column];
}

/// Declares a struct of [`Real`](crate::Real)s whose WGSL twin is generated: derived constants, drives, tallies.
///
/// ```
/// moreau::fields! {
///     /// Gravity along the slope and against it.
///     pub struct Pull { down, into }
/// }
/// let p = Pull { down: 1.0, into: -9.0 };
/// assert_eq!(p.down + p.into, -8.0);
/// ```
#[macro_export]
macro_rules! fields {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $name<R>(std::marker::PhantomData<R>);

        impl<R: $crate::Real> $crate::columns::Fields<R> for $name<R> {
            const NAMES: &'static [&'static str] = &[];
            #[inline(always)]
            fn from_fn(_: impl FnMut(usize) -> R) -> Self {
                Self(std::marker::PhantomData)
            }
            #[inline(always)]
            fn get(&self, wanted: usize) -> R {
                panic!("{} has no field {wanted}", stringify!($name))
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$about:meta])* $field:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        $vis struct $name<R> { $($(#[$about])* pub $field: R,)* }

        impl<R: $crate::Real> $crate::columns::Fields<R> for $name<R> {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
            #[inline(always)]
            fn from_fn(mut f: impl FnMut(usize) -> R) -> Self {
                // A struct literal evaluates its fields in the order written, which is the order of NAMES.
                let mut next = 0;
                let mut place = || {
                    next += 1;
                    next - 1
                };
                Self { $($field: f(place()),)* }
            }
            #[inline(always)]
            fn get(&self, wanted: usize) -> R {
                [$(self.$field),*][wanted]
            }
        }
    };
}

/// Declares the parameter table of a model, law or scheme: `key: "unit", default, range, "what it is";` a line.
///
/// ```
/// use moreau::columns::{Columns, Range, ANY};
/// moreau::columns! {
///     /// A constant wind.
///     pub struct Wind {
///         wind_x: "m/s^2", 1.0, ANY, "push along x";
///         drag: "1/s", 0.1, Range::Within(0.0, 100.0), "linear drag";
///     }
/// }
/// assert_eq!(<Wind<f64> as Columns<f64>>::COLUMNS[1].unit, "1/s");
/// ```
#[macro_export]
macro_rules! columns {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($field:ident: $unit:literal, $default:expr, $range:expr, $about:literal;)*
    }) => {
        $crate::fields! { $(#[$meta])* $vis struct $name { $(#[doc = $about] $field),* } }

        impl<R: $crate::Real> $crate::columns::Columns<R> for $name<R> {
            const COLUMNS: &'static [$crate::columns::Column] = &[$($crate::columns::Column {
                name: stringify!($field),
                unit: $unit,
                default: $default,
                range: $range,
                about: $about,
            }),*];
        }
    };
}
