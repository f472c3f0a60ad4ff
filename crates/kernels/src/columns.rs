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
    /// Shows every field, with its place.
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(usize, R)) {
        (0..Self::NAMES.len()).for_each(|j| f(j, self.get(j)));
    }
    /// What `f` makes of each field and that of another.
    #[inline(always)]
    fn zip(&self, other: &Self, mut f: impl FnMut(R, R) -> R) -> Self {
        Self::from_fn(|j| f(self.get(j), other.get(j)))
    }
}

/// [`Fields`] that are parameters of a study.
pub trait Columns<R: Real>: Fields<R> {
    /// One row a field.
    const COLUMNS: &'static [Column];
}

/// One table after another: the fields of `A`, then those of `B`. For a model that is another one with more to it.
#[derive(Clone, Copy, Debug)]
pub struct Joined<A, B> {
    /// The fields that come first.
    pub first: A,
    /// Those that follow.
    pub second: B,
}

/// As many fields as two tables may have together.
const MOST: usize = 64;

/// One list after another, and the first of them again as often as it takes.
const fn joined<T: Copy>(a: &[T], b: &[T]) -> [T; MOST] {
    let mut all = [a[0]; MOST];
    let mut j = 0;
    while j < a.len() + b.len() {
        all[j] = if j < a.len() { a[j] } else { b[j - a.len()] };
        j += 1;
    }
    all
}

/// Where constants of two tables stand.
struct Both<R, A, B>(std::marker::PhantomData<(R, A, B)>);

impl<R: Real, A: Fields<R>, B: Fields<R>> Both<R, A, B> {
    const NAMES: [&'static str; MOST] = joined(A::NAMES, B::NAMES);
}

impl<R: Real, A: Columns<R>, B: Columns<R>> Both<R, A, B> {
    const COLUMNS: [Column; MOST] = joined(A::COLUMNS, B::COLUMNS);
}

impl<R: Real, A: Fields<R>, B: Fields<R>> Fields<R> for Joined<A, B> {
    const NAMES: &'static [&'static str] = {
        let all: &'static [&'static str] = &Both::<R, A, B>::NAMES;
        all.split_at(A::NAMES.len() + B::NAMES.len()).0
    };
    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> R) -> Self {
        let first = A::from_fn(&mut f);
        Self { first, second: B::from_fn(|j| f(A::NAMES.len() + j)) }
    }
    #[inline(always)]
    fn get(&self, j: usize) -> R {
        let len = A::NAMES.len();
        if j < len { self.first.get(j) } else { self.second.get(j - len) }
    }
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(usize, R)) {
        self.first.each(&mut f);
        self.second.each(|j, x| f(A::NAMES.len() + j, x));
    }
    #[inline(always)]
    fn zip(&self, other: &Self, mut f: impl FnMut(R, R) -> R) -> Self {
        let first = self.first.zip(&other.first, &mut f);
        Joined { first, second: self.second.zip(&other.second, f) }
    }
}

impl<R: Real, A: Columns<R>, B: Columns<R>> Columns<R> for Joined<A, B> {
    const COLUMNS: &'static [Column] = {
        let all: &'static [Column] = &Both::<R, A, B>::COLUMNS;
        all.split_at(A::COLUMNS.len() + B::COLUMNS.len()).0
    };
}

/// Declares a struct of [`Real`](crate::Real)s whose WGSL twin is generated: derived constants, drives, tallies.
///
/// ```
/// moreau_kernels::fields! {
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
            // Field by field and with places that are constants: loops over fields, which are in every step, would take
            // the compiler several times as long.
            #[inline(always)]
            fn from_fn(mut f: impl FnMut(usize) -> R) -> Self {
                #[allow(non_camel_case_types)]
                enum Place { $($field),* }
                // A struct literal evaluates its fields in the order written, which is the order of NAMES.
                Self { $($field: f(const { Place::$field as usize }),)* }
            }
            #[inline(always)]
            fn get(&self, wanted: usize) -> R {
                #[allow(non_camel_case_types)]
                enum Place { $($field),* }
                $(if wanted == const { Place::$field as usize } {
                    return self.$field;
                })*
                panic!("{} has no field {wanted}", stringify!($name))
            }
            #[inline(always)]
            fn each(&self, mut f: impl FnMut(usize, R)) {
                #[allow(non_camel_case_types)]
                enum Place { $($field),* }
                $(f(const { Place::$field as usize }, self.$field);)*
            }
            #[inline(always)]
            fn zip(&self, other: &Self, mut f: impl FnMut(R, R) -> R) -> Self {
                Self { $($field: f(self.$field, other.$field),)* }
            }
        }
    };
}

/// Declares the parameter table of a model, law or scheme: `key: "unit", default, range, "what it is";` a line.
///
/// ```
/// use moreau_kernels::columns::{Columns, Range, ANY};
/// moreau_kernels::columns! {
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
