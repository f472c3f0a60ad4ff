//! Energy books: what every step of a member did to its energy, and whether that adds up. Twins: `shaders/ledger/`.
//!
//! The θ-scheme (Acary & Collins-Craft 2023, eq. 53) obeys, step by step, the discrete balance (56):
//!
//! ```text
//! ΔE - W_ext - W_damping = (1/2 - θ) (|Δu|²_A + |Δq|²_K) + P·U_θ        E = 1/2 u·A u + 1/2 q·K q
//! W_ext = h u_θ·F        W_damping = -h u_θ·C u_θ        U_θ = θ U_F + (1 - θ) U_I
//! ```
//!
//! Both sides are worked out from what they are made of, and none from the other: that they agree to rounding is a certificate
//! of the whole step, of G against Gᵀ and of M, K and C. `P·U_θ` is split into the work of the normal impulses and that of friction.
//! Where A depends on q, kinetic energies of a step are taken with the A that the step itself uses, and `W_ext` has the work
//! of the inertial forces: the sum of all works then is the change of energy to the order of the scheme only.

use crate::columns::Fields;
use crate::model::Model;
use crate::real::Real;
use crate::scheme::Step;
use crate::space::Space;
use crate::tally::relative;
use crate::watch::WatchColumn;

/// The books that a scheme keeps of each member. Twin: a file of `shaders/ledger/` with `books_start` and `books_step`.
pub trait Ledger: Send + Sync + 'static {
    /// The WGSL twin.
    const WGSL: &'static str;
    /// Whether it needs what a model says of its energy: [`Model::ENERGY`].
    const KEPT: bool;
    /// Columns of the members' table.
    const COLUMNS: &'static [WatchColumn];
    /// What is kept from step to step: `Books` in WGSL.
    type Books<R: Real>: Fields<R>;

    /// Before the first step.
    fn start<R: Real, M: Model>(c: &M::Setup<R>, q: M::Coords<R>, u: M::Coords<R>) -> Self::Books<R>;
    /// Enters a step of size `h` from `(q, u)`.
    fn step<R: Real, M: Model>(
        b: &Self::Books<R>,
        c: &M::Setup<R>,
        d: &M::Drive<R>,
        h: R,
        q: M::Coords<R>,
        u: M::Coords<R>,
        s: &Step<R, M>,
    ) -> Self::Books<R>;
    /// The values of [`COLUMNS`](Ledger::COLUMNS).
    fn report(books: &[f64]) -> Vec<f64>;
}

crate::fields! {
    /// No books.
    pub struct Unwritten {}
}

/// No books are kept.
pub struct NoLedger;

impl Ledger for NoLedger {
    const WGSL: &'static str = crate::shader!("ledger/none.wgsl");
    const KEPT: bool = false;
    const COLUMNS: &'static [WatchColumn] = &[];
    type Books<R: Real> = Unwritten<R>;

    #[inline(always)]
    fn start<R: Real, M: Model>(_: &M::Setup<R>, _: M::Coords<R>, _: M::Coords<R>) -> Unwritten<R> {
        Unwritten::from_fn(|_| R::of(0.0))
    }
    #[inline(always)]
    fn step<R: Real, M: Model>(
        b: &Unwritten<R>,
        _: &M::Setup<R>,
        _: &M::Drive<R>,
        _: R,
        _: M::Coords<R>,
        _: M::Coords<R>,
        _: &Step<R, M>,
    ) -> Unwritten<R> {
        *b
    }
    fn report(_: &[f64]) -> Vec<f64> {
        Vec::new()
    }
}

crate::fields! {
    /// What is counted.
    pub struct Unsettled {
        /// Steps in which a scheme that iterates did not meet its tolerance.
        unsettled,
    }
}

/// A scheme that iterates counts where that was not enough. Twin: `shaders/ledger/settlings.wgsl`.
pub struct Settlings;

impl Ledger for Settlings {
    const WGSL: &'static str = crate::shader!("ledger/settlings.wgsl");
    const KEPT: bool = false;
    const COLUMNS: &'static [WatchColumn] =
        &[column(UNSETTLED, "", "steps that ended further from the boundary than the scheme's tolerance")];
    type Books<R: Real> = Unsettled<R>;

    #[inline(always)]
    fn start<R: Real, M: Model>(_: &M::Setup<R>, _: M::Coords<R>, _: M::Coords<R>) -> Unsettled<R> {
        Unsettled { unsettled: R::of(0.0) }
    }
    #[inline(always)]
    fn step<R: Real, M: Model>(
        b: &Unsettled<R>,
        _: &M::Setup<R>,
        _: &M::Drive<R>,
        _: R,
        _: M::Coords<R>,
        _: M::Coords<R>,
        s: &Step<R, M>,
    ) -> Unsettled<R> {
        Unsettled { unsettled: b.unsettled + R::select(s.settled, R::of(0.0), R::of(1.0)) }
    }
    fn report(books: &[f64]) -> Vec<f64> {
        books.to_vec()
    }
}

/// The column of [`Settlings`], and its field: a count, not a sum of works.
pub const UNSETTLED: &str = "unsettled";

crate::fields! {
    /// The books of one member.
    pub struct Books {
        /// Energy before the first step.
        energy_start,
        /// Energy after the last.
        energy,
        /// Work of external forces so far.
        outside,
        /// Work of dashpots so far, never positive.
        damping,
        /// Work of normal impulses so far.
        normal,
        /// Work of friction so far.
        tangential,
        /// What the scheme itself took so far, `(1/2 - θ) (|Δu|²_A + |Δq|²_K)`.
        scheme,
        /// Worst imbalance of a step.
        imbalance,
        /// Worst `ΔE - W_ext - W_damping` of a step: energy from nowhere, where it is positive.
        rise,
        /// The largest energy or work that went into a step: its rounding is what an imbalance may amount to.
        scale,
    }
}

const fn column(name: &'static str, unit: &'static str, about: &'static str) -> WatchColumn {
    WatchColumn { name, unit, about, labels: &[] }
}

/// Energy and work, entered step by step.
pub struct EnergyBooks;

impl Ledger for EnergyBooks {
    const WGSL: &'static str = crate::shader!("ledger/energy_books.wgsl");
    const KEPT: bool = true;
    const COLUMNS: &'static [WatchColumn] = &[
        column("energy_start", "", "kinetic and elastic energy at the start"),
        column("energy_end", "", "kinetic and elastic energy at the end"),
        column("work_external", "", "work of external forces"),
        column("work_damping", "", "work of dashpots"),
        column("work_normal", "", "work of normal impulses"),
        column("work_tangential", "", "work of friction"),
        column(
            "work_scheme",
            "",
            "energy that the scheme itself took or gave, (1/2 - theta)(...) of eq. (56)",
        ),
        column(
            "energy_imbalance",
            "",
            "worst imbalance of a step's energy, of the largest energy or work in one",
        ),
        column(
            "energy_rise",
            "",
            "worst rise of energy in a step beyond external work and damping, likewise",
        ),
    ];
    type Books<R: Real> = Books<R>;

    #[inline(always)]
    fn start<R: Real, M: Model>(c: &M::Setup<R>, q: M::Coords<R>, u: M::Coords<R>) -> Books<R> {
        let zero = R::of(0.0);
        let energy = R::of(0.5) * (M::inner(c, q, u, u) + M::stretch(c, q, q));
        Books {
            energy_start: energy,
            energy,
            outside: zero,
            damping: zero,
            normal: zero,
            tangential: zero,
            scheme: zero,
            imbalance: zero,
            rise: zero,
            scale: zero,
        }
    }

    #[inline(always)]
    fn step<R: Real, M: Model>(
        b: &Books<R>,
        c: &M::Setup<R>,
        d: &M::Drive<R>,
        h: R,
        q: M::Coords<R>,
        u: M::Coords<R>,
        s: &Step<R, M>,
    ) -> Books<R> {
        let (half, one) = (R::of(0.5), R::of(1.0));
        let theta = s.problem.theta;
        let place = M::travel(q, u * (theta * h));
        let mean = s.u * theta + u * (one - theta);
        let moved = mean * h;

        let before = half * (M::inner(c, place, u, u) + M::stretch(c, q, q));
        let after = half * (M::inner(c, place, s.u, s.u) + M::stretch(c, s.q, s.q));
        let force = M::inner(c, place, mean, M::acceleration(c, d, place, u));
        let outside = h * (force + M::stretch(c, mean, place) + M::drag(c, mean, u));
        let damping = -(h * M::drag(c, mean, mean));
        let jump = s.u - u;
        let scheme = (half - theta) * (M::inner(c, place, jump, jump) + M::stretch(c, moved, moved));
        let slip = s.end * theta + s.problem.before * (one - theta);
        let [normal, tangential] = M::Space::powers(s.problem.h, s.impulse, slip).0;

        let rise = after - before - outside - damping;
        let imbalance = (rise - scheme - normal - tangential).abs();
        let size =
            before.abs() + after.abs() + outside.abs() + damping.abs() + normal.abs() + tangential.abs();
        Books {
            energy_start: b.energy_start,
            energy: half * (M::inner(c, s.q, s.u, s.u) + M::stretch(c, s.q, s.q)),
            outside: b.outside + outside,
            damping: b.damping + damping,
            normal: b.normal + normal,
            tangential: b.tangential + tangential,
            scheme: b.scheme + scheme,
            imbalance: b.imbalance.larger(imbalance),
            rise: b.rise.larger(rise),
            scale: b.scale.larger(size),
        }
    }

    fn report(books: &[f64]) -> Vec<f64> {
        let b: Books<f64> = Fields::from_fn(|j| books[j]);
        let works = [b.outside, b.damping, b.normal, b.tangential, b.scheme];
        let worst = [relative(b.imbalance, b.scale), relative(b.rise, b.scale)];
        [[b.energy_start, b.energy].as_slice(), &works, &worst].concat()
    }
}
