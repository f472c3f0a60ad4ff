//! Soft contact with Coulomb friction in a plane, any H: the problem of [`crate::cone`] (Moreau 1988, Sec. 13–15).
//! Twin: `shaders/law/planar_cone.wgsl`.
//!
//! The laws differ only in where the two coefficients come from: see [`Coefficients`] and its twins in
//! `shaders/law/`.

use std::marker::PhantomData;

use super::{Law, Problem, Reaction};
use crate::columns::{Columns, Range};
use crate::cone::{cone_excess, cone_impulse, cone_margin, cone_residual};
use crate::real::Real;
use crate::space::{Planar, Space};
use crate::tuple::{Tuple, Vector};

/// Where the coefficients of a planar law come from.
pub trait Coefficients: Send + Sync + 'static {
    /// The law's name in a study file.
    const NAME: &'static str;
    /// One line for people.
    const ABOUT: &'static str;
    /// [`Law::EVERYDAY`].
    const EVERYDAY: bool = false;
    /// The WGSL twin: `law_coefficients`.
    const WGSL: &'static str;
    /// The law's parameters.
    type Params<R: Real>: Columns<R>;
    /// `(mu+, mu-)` for sliding to the right and to the left.
    fn coefficients<R: Real>(p: &Self::Params<R>, stuck: R::Mask) -> Vector<R, 2>;
}

/// Soft planar contact with the coefficients of `C`.
pub struct PlanarCone<C>(PhantomData<C>);

impl<C: Coefficients> Law<Planar> for PlanarCone<C> {
    const NAME: &'static str = C::NAME;
    const ABOUT: &'static str = C::ABOUT;
    const EVERYDAY: bool = C::EVERYDAY;
    const WGSL: &'static [&'static str] =
        &[crate::shader!("cone.wgsl"), C::WGSL, crate::shader!("law/planar_cone.wgsl")];
    type Params<R: Real> = C::Params<R>;

    #[inline(always)]
    fn impulse<R: Real>(p: &C::Params<R>, a: &Problem<R, Planar>) -> Reaction<R, Planar> {
        let mu = C::coefficients(p, a.stuck) * a.rough;
        let (impulse, sticks) = cone_impulse(a.h, mu.0[0], mu.0[1], a.loose);
        let impulse = Tuple::select(a.contact, impulse, Tuple::from_fn(|_| R::of(0.0)));
        Reaction { impulse, sticks: a.contact & sticks }
    }

    /// What rounding leaves of the velocity of a contact that sticks is no motion.
    #[inline(always)]
    fn slide<R: Real>(
        _: &C::Params<R>,
        _: &Problem<R, Planar>,
        _: Vector<R, 2>,
        end: Vector<R, 2>,
        sticks: R::Mask,
    ) -> R {
        R::select(sticks, R::of(0.0), Planar::slide(end))
    }

    #[inline(always)]
    fn margin<R: Real>(p: &C::Params<R>, a: &Problem<R, Planar>) -> R {
        let mu = C::coefficients(p, a.stuck) * a.rough;
        cone_margin(a.h, mu.0[0], mu.0[1], a.loose.0[0])
    }

    #[inline(always)]
    fn cone<R: Real>(p: &C::Params<R>, a: &Problem<R, Planar>, impulse: Vector<R, 2>) -> R {
        let mu = C::coefficients(p, a.stuck) * a.rough;
        cone_excess(mu.0[0], mu.0[1], impulse)
    }

    #[inline(always)]
    fn residual<R: Real>(
        p: &C::Params<R>,
        a: &Problem<R, Planar>,
        impulse: Vector<R, 2>,
        end: Vector<R, 2>,
        slide: R,
    ) -> R {
        let mu = C::coefficients(p, a.stuck) * a.rough;
        cone_residual(mu.0[0], mu.0[1], impulse, end, slide)
    }

    fn coefficients_of(p: &C::Params<f64>, stuck: bool) -> Option<[f64; 2]> {
        Some(C::coefficients(p, stuck).0)
    }
}

/// What every friction coefficient may be.
const COEFFICIENT: Range = Range::Within(0.0, 1000.0);

crate::columns! {
    /// Parameters of [`CoulombPlanar`].
    pub struct OneParams {
        mu: "", 0.5, COEFFICIENT, "friction coefficient";
    }
}

/// One coefficient for both senses.
pub struct One;
/// Soft contact with Coulomb friction in a plane.
pub type CoulombPlanar = PlanarCone<One>;

impl Coefficients for One {
    const NAME: &'static str = "coulomb-planar";
    const EVERYDAY: bool = true;
    const ABOUT: &'static str = "soft planar contact with Coulomb friction, any H (Moreau 1988, Sec. 13-15)";
    const WGSL: &'static str = crate::shader!("law/coulomb_planar.wgsl");
    type Params<R: Real> = OneParams<R>;

    #[inline(always)]
    fn coefficients<R: Real>(p: &OneParams<R>, _: R::Mask) -> Vector<R, 2> {
        Vector([p.mu, p.mu])
    }
}

crate::columns! {
    /// Parameters of [`CoulombDirected`].
    pub struct DirectedParams {
        mu_plus: "", 0.5, COEFFICIENT, "friction coefficient while sliding to the right";
        mu_minus: "", 0.3, COEFFICIENT, "friction coefficient while sliding to the left";
    }
}

/// A coefficient for each sense: a ratchet, a file, a cat's fur.
pub struct Directed;
/// Soft planar contact with friction that depends on the sense of sliding.
pub type CoulombDirected = PlanarCone<Directed>;

impl Coefficients for Directed {
    const NAME: &'static str = "coulomb-directed";
    const ABOUT: &'static str =
        "soft planar contact, a friction coefficient for each sense of sliding (Moreau 1988, Sec. 13)";
    const WGSL: &'static str = crate::shader!("law/coulomb_directed.wgsl");
    type Params<R: Real> = DirectedParams<R>;

    #[inline(always)]
    fn coefficients<R: Real>(p: &DirectedParams<R>, _: R::Mask) -> Vector<R, 2> {
        Vector([p.mu_plus, p.mu_minus])
    }
}

crate::columns! {
    /// Parameters of [`CoulombStatic`].
    pub struct StaticParams {
        mu_plus: "", 0.4, COEFFICIENT, "dynamic friction coefficient while sliding to the right";
        mu_minus: "", 0.4, COEFFICIENT, "dynamic friction coefficient while sliding to the left";
        static_plus: "", 0.6, COEFFICIENT, "static coefficient: what starts to slide to the right overcomes it";
        static_minus: "", 0.6, COEFFICIENT, "static coefficient: what starts to slide to the left overcomes it";
    }
}

/// What stuck in the step before is held by the static coefficients.
pub struct Static;
/// Soft planar contact with static and dynamic friction.
pub type CoulombStatic = PlanarCone<Static>;

impl Coefficients for Static {
    const NAME: &'static str = "coulomb-static";
    const ABOUT: &'static str =
        "soft planar contact with static and dynamic friction, each sense its own (Moreau 1988, Sec. 17)";
    const WGSL: &'static str = crate::shader!("law/coulomb_static.wgsl");
    type Params<R: Real> = StaticParams<R>;

    #[inline(always)]
    fn coefficients<R: Real>(p: &StaticParams<R>, stuck: R::Mask) -> Vector<R, 2> {
        Vector([R::select(stuck, p.static_plus, p.mu_plus), R::select(stuck, p.static_minus, p.mu_minus)])
    }
}
