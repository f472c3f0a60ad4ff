//! One machine register as a [`Real`](crate::real::Real): the macro says what all registers have in common, so that an
//! instruction set is a list of its intrinsics.

/// Makes `$name` of `$n` lanes of `$t` a `Real` whose masks are `$mask`.
///
/// The intrinsics are unsafe to call where the processor lacks them. Safety of every block below: the types are used
/// only where their instruction set is known to be present. What every processor of the architecture has is always;
/// the rest is checked by [`crate::isa`] before it enters code that uses these types.
///
/// Counts are integers as wide as the lanes, `$int`, in registers `$count`.
///
/// `max` and `min` must give their second argument where the first is not strictly beyond it, or where either is NaN.
macro_rules! register {
    ($(#[$doc:meta])* $name:ident, $register:ident, $t:ident, $n:literal, mask $mask:ident, count $count:ident $int:ident;
     set1 $set1:expr; load $load:expr; add $add:expr; sub $sub:expr; mul $mul:expr; div $div:expr; sqrt $sqrt:expr; over_root $over_root:expr;
     neg $neg:expr; abs $abs:expr; max $max:expr; min $min:expr; lt $lt:expr; le $le:expr; select $select:expr;
     mask_from $mask_from:expr; mask_lane $mask_lane:expr; count_of $count_of:expr; count_if $count_if:expr;) => {
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
                unsafe { $name($neg(self.0)) }
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
                unsafe { $name($set1(x)) }
            }
            #[inline(always)]
            fn from_lanes(lane: impl FnMut(usize) -> $t) -> Self {
                let lanes: [$t; $n] = std::array::from_fn(lane);
                unsafe { $name($load(lanes.as_ptr())) }
            }
            #[inline(always)]
            fn lane(self, i: usize) -> $t {
                let lanes: [$t; $n] = unsafe { std::mem::transmute(self.0) };
                lanes[i]
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                unsafe { $name($sqrt(self.0)) }
            }
            #[inline(always)]
            fn over_root(self, square: Self) -> Self {
                unsafe { $name($over_root(self.0, square.0)) }
            }
            #[inline(always)]
            fn abs(self) -> Self {
                unsafe { $name($abs(self.0)) }
            }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                unsafe { $name($min(other.0, self.0)) }
            }
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                unsafe { $name($max(other.0, self.0)) }
            }
            #[inline(always)]
            fn lt(self, other: Self) -> $mask {
                unsafe { $mask($lt(self.0, other.0)) }
            }
            #[inline(always)]
            fn le(self, other: Self) -> $mask {
                unsafe { $mask($le(self.0, other.0)) }
            }
            #[inline(always)]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                unsafe { $name($select(mask.0, yes.0, no.0)) }
            }
            #[inline(always)]
            fn mask_from(lane: impl FnMut(usize) -> bool) -> $mask {
                let lanes: [bool; $n] = std::array::from_fn(lane);
                unsafe { $mask($mask_from(lanes)) }
            }
            #[inline(always)]
            fn mask_lane(mask: $mask, i: usize) -> bool {
                unsafe { $mask_lane(mask.0, i) }
            }
            #[inline(always)]
            fn count_of(n: u32) -> $count {
                unsafe { $count_of(n as $int) }
            }
            #[inline(always)]
            fn count_if(mask: $mask, n: $count) -> $count {
                unsafe { $count_if(mask.0, n) }
            }
            #[inline(always)]
            fn count_lane(n: $count, i: usize) -> u32 {
                let lanes: [$int; $n] = unsafe { std::mem::transmute(n) };
                lanes[i] as u32
            }
            #[inline(always)]
            fn phase_from(lane: impl FnMut(usize) -> u64) -> [u64; $n] {
                std::array::from_fn(lane)
            }
            #[inline(always)]
            fn phase_lane(phase: [u64; $n], i: usize) -> u64 {
                phase[i]
            }
            #[inline(always)]
            fn phase_add(a: [u64; $n], b: [u64; $n]) -> [u64; $n] {
                std::array::from_fn(|i| a[i].wrapping_add(b[i]))
            }
            #[inline(always)]
            fn turns(phase: [u64; $n]) -> Self {
                Self::from_lanes(|i| <$t as $crate::real::Scalar>::turn_of(phase[i]))
            }
        }
    };
    (@binary $name:ident, $Op:ident, $op:ident, $intrinsic:expr) => {
        impl std::ops::$Op for $name {
            type Output = Self;
            #[inline(always)]
            fn $op(self, other: Self) -> Self {
                unsafe { $name($intrinsic(self.0, other.0)) }
            }
        }
    };
}

/// Makes `$name` a mask over a register or a mask register.
macro_rules! mask {
    ($(#[$doc:meta])* $name:ident, $register:ident; and $and:expr; or $or:expr; not $not:expr;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(pub $register);

        register!(@binary $name, BitAnd, bitand, $and);
        register!(@binary $name, BitOr, bitor, $or);

        impl std::ops::Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                unsafe { $name($not(self.0)) }
            }
        }
    };
}

pub(super) use {mask, register};
