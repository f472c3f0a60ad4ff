//! One machine register as a [`Real`](crate::real::Real): the macro says what all registers have in common, so that an
//! instruction set is a list of its intrinsics.

/// An operation: the name of an intrinsic, or an expression of its arguments in parentheses, which is put in place. (A closure
/// would be a function by itself, compiled without the instructions that its callers have.)
macro_rules! apply {
    ((|$($x:ident),*| $body:expr); $($given:expr),*) => {{
        $(let $x = $given;)*
        $body
    }};
    ($intrinsic:ident; $($given:expr),*) => { $intrinsic($($given),*) };
}

/// Makes `$name` of `$n` lanes of `$t` a `Real` whose masks are `$mask`, by instructions of the sets `$features`.
///
/// The intrinsics are unsafe to call where the processor lacks them. Safety of every block below: the types are used
/// only where their instruction set is known to be present. What every processor of the architecture has is always;
/// the rest is checked by [`crate::isa`] before it enters code that uses these types.
///
/// Counts are integers as wide as the lanes, `$int`, in registers `$count`.
///
/// `max` and `min` must give their second argument where the first is not strictly beyond it, or where either is NaN.
macro_rules! register {
    ($(#[$doc:meta])* $name:ident, $register:ident, $t:ident, $n:literal, mask $mask:ident, count $count:ident $int:ident, features $features:literal;
     set1 $set1:tt; load $load:tt; add $add:tt; sub $sub:tt; mul $mul:tt; div $div:tt; sqrt $sqrt:tt; over_root $over_root:tt;
     neg $neg:tt; abs $abs:tt; max $max:tt; min $min:tt; lt $lt:tt; le $le:tt; select $select:tt;
     nowhere $nowhere:expr; anywhere $anywhere:tt; count_of $count_of:tt; count_if $count_if:tt;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(pub $register);

        register!(@binary $name, Add, add, $add);
        register!(@binary $name, Sub, sub, $sub);
        register!(@binary $name, Mul, mul, $mul);
        register!(@binary $name, Div, div, $div);

        impl std::ops::Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                unsafe { $name(apply!($neg; self.0)) }
            }
        }

        impl std::ops::AddAssign for $name {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl $crate::real::Real for $name {
            type Mask = $mask;
            type Scalar = $t;
            type Phase = [u64; $n];
            type Count = $count;
            type Single = Self;
            const LANES: usize = $n;

            #[inline(always)]
            fn of(x: f64) -> Self {
                Self::splat(x as $t)
            }
            #[inline(always)]
            fn splat(x: $t) -> Self {
                unsafe { $name(apply!($set1; x)) }
            }
            #[inline(always)]
            fn load(lanes: &[$t]) -> Self {
                unsafe { $name(apply!($load; lanes[..$n].as_ptr())) }
            }
            #[inline(always)]
            fn store(self, lanes: &mut [$t]) {
                let own: [$t; $n] = unsafe { std::mem::transmute(self.0) };
                lanes[..$n].copy_from_slice(&own);
            }
            #[inline(always)]
            fn lane(self, i: usize) -> $t {
                let lanes: [$t; $n] = unsafe { std::mem::transmute(self.0) };
                lanes[i]
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                unsafe { $name(apply!($sqrt; self.0)) }
            }
            #[inline(always)]
            fn over_root(self, square: Self) -> Self {
                unsafe { $name(apply!($over_root; self.0, square.0)) }
            }
            #[inline(always)]
            fn abs(self) -> Self {
                unsafe { $name(apply!($abs; self.0)) }
            }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                unsafe { $name(apply!($min; other.0, self.0)) }
            }
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                unsafe { $name(apply!($max; other.0, self.0)) }
            }
            #[inline(always)]
            fn lt(self, other: Self) -> $mask {
                unsafe { $mask(apply!($lt; self.0, other.0)) }
            }
            #[inline(always)]
            fn le(self, other: Self) -> $mask {
                unsafe { $mask(apply!($le; self.0, other.0)) }
            }
            #[inline(always)]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                unsafe { $name(apply!($select; mask.0, yes.0, no.0)) }
            }
            #[inline(always)]
            fn nowhere() -> $mask {
                unsafe { $mask($nowhere) }
            }
            #[inline(always)]
            fn anywhere(mask: $mask) -> bool {
                unsafe { apply!($anywhere; mask.0) }
            }
            #[inline(always)]
            fn count_of(n: u32) -> $count {
                unsafe { apply!($count_of; n as $int) }
            }
            #[inline(always)]
            fn count_if(mask: $mask, unit: u32, n: $count) -> $count {
                unsafe { apply!($count_if; mask.0, apply!($count_of; unit as $int), n) }
            }
            #[inline(always)]
            fn count_store(n: $count, lanes: &mut [u32]) {
                let own: [$int; $n] = unsafe { std::mem::transmute(n) };
                for i in 0..$n {
                    lanes[i] = own[i] as u32;
                }
            }
            #[inline(always)]
            fn phase_load(lanes: &[u64]) -> [u64; $n] {
                let mut phase = [0; $n];
                phase.copy_from_slice(&lanes[..$n]);
                phase
            }
            #[inline(always)]
            fn phase_add(a: [u64; $n], b: [u64; $n]) -> [u64; $n] {
                let mut sum = a;
                for i in 0..$n {
                    sum[i] = sum[i].wrapping_add(b[i]);
                }
                sum
            }
            #[inline(always)]
            fn turns(phase: [u64; $n]) -> Self {
                let mut turns = [0.0; $n];
                for i in 0..$n {
                    turns[i] = <$t as $crate::real::Scalar>::turn_of(phase[i]);
                }
                Self::load(&turns)
            }
            #[inline(always)]
            fn apart<T: $crate::real::Task>(task: &T) -> T::Answer {
                #[target_feature(enable = $features)]
                #[inline(never)]
                unsafe fn run<T: $crate::real::Task>(task: &T) -> T::Answer {
                    task.run()
                }
                unsafe { run(task) }
            }
        }
    };
    (@binary $name:ident, $Op:ident, $op:ident, $intrinsic:tt) => {
        impl std::ops::$Op for $name {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                unsafe { $name(apply!($intrinsic; self.0, other.0)) }
            }
        }
    };
}

/// Makes `$name` a mask over a register or a mask register.
macro_rules! mask {
    ($(#[$doc:meta])* $name:ident, $register:ident; and $and:tt; or $or:tt; not $not:tt;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(pub $register);

        register!(@binary $name, BitAnd, bitand, $and);
        register!(@binary $name, BitOr, bitor, $or);

        impl std::ops::Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                unsafe { $name(apply!($not; self.0)) }
            }
        }
    };
}

pub(super) use {apply, mask, register};
