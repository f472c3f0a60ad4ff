//! A rigid body in a vertical plane with a round tip over the boundary y = 0: its contact map, shared by all models
//! whose `Setup` has `l`, `rho`, `inverse_mass` and `inverse_inertia` (Moreau 1988, Ex. 15.3).
//!
//! Centre of mass (x, y), angle θ counter-clockwise, centre of the tip at `(x + l sin θ, y - l cos θ)`, its radius ρ.
//! With the arms of [`crate::tip::tip_arms`], `a = l cos θ + ρ` and `b = l sin θ`:
//!
//! ```text
//! gap = y - a        G = [[1, 0, a], [0, 1, b]]        A = diag(m, m, J)
//! H = [[1/m + a²/J, ab/J], [ab/J, 1/m + b²/J]]         Ġu = (-b, l cos θ) ω²
//! ```

/// The contact map of a body with a round tip, inside `impl Model`. Its twin is [`TIP_GROUND`].
#[macro_export]
macro_rules! tip_ground {
    () => {
        type Space = $crate::space::Planar;

        #[inline(always)]
        fn gap<R: $crate::Real>(c: &Self::Setup<R>, q: Self::Coords<R>) -> R {
            q.0[1] - $crate::tip::tip_arms(c.l, c.rho, q.0[2]).0[0]
        }
        #[inline(always)]
        fn local<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
            u: Self::Coords<R>,
        ) -> $crate::tuple::Vector<R, 2> {
            let arms = $crate::tip::tip_arms(c.l, c.rho, q.0[2]).0;
            $crate::tuple::Vector([u.0[0] + arms[0] * u.0[2], u.0[1] + arms[1] * u.0[2]])
        }
        #[inline(always)]
        fn kick<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
            impulse: $crate::tuple::Vector<R, 2>,
        ) -> Self::Coords<R> {
            let arms = $crate::tip::tip_arms(c.l, c.rho, q.0[2]).0;
            let [t, n] = impulse.0;
            let mut kick = <Self::Coords<R> as $crate::tuple::Tuple<R>>::from_fn(|_| R::of(0.0));
            kick.0[0] = t * c.inverse_mass;
            kick.0[1] = n * c.inverse_mass;
            kick.0[2] = (arms[0] * t + arms[1] * n) * c.inverse_inertia;
            kick
        }
        #[inline(always)]
        fn delassus<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
        ) -> $crate::space::PlanarDelassus<R> {
            let arms = $crate::tip::tip_arms(c.l, c.rho, q.0[2]).0;
            $crate::space::PlanarDelassus {
                tt: c.inverse_mass + arms[0] * arms[0] * c.inverse_inertia,
                tn: arms[0] * arms[1] * c.inverse_inertia,
                nn: c.inverse_mass + arms[1] * arms[1] * c.inverse_inertia,
            }
        }
        #[inline(always)]
        fn curvature<R: $crate::Real>(
            c: &Self::Setup<R>,
            q: Self::Coords<R>,
            u: Self::Coords<R>,
        ) -> $crate::tuple::Vector<R, 2> {
            // The centre of the tip, which the lowest point only follows.
            let arms = $crate::tip::tip_arms(c.l, R::of(0.0), q.0[2]).0;
            let spin_squared = u.0[2] * u.0[2];
            $crate::tuple::Vector([-arms[1] * spin_squared, arms[0] * spin_squared])
        }
        fn observed(c: &Self::Setup<f64>, q: Self::Coords<f64>, u: Self::Coords<f64>) -> Vec<f64> {
            let arms = $crate::tip::tip_arms(c.l, c.rho, q.0[2]).0;
            vec![Self::local(c, q, u).0[0], Self::gap(c, q), q.0[0] + arms[1]]
        }
        fn outline(c: &Self::Setup<f64>, q: Self::Coords<f64>) -> Vec<(f64, f64)> {
            $crate::model::capsule(c.l, c.rho, [q.0[0], q.0[1], q.0[2]])
        }
    };
}

use super::StateColumn;

/// WGSL twin of [`tip_ground!`](crate::tip_ground).
pub const TIP_GROUND: &str =
    concat!(crate::shader!("model/tip_ground.wgsl"), "\n", crate::shader!("model/plain_contact.wgsl"));

/// What [`tip_ground!`](crate::tip_ground) observes.
pub const TIP_OBSERVED: &[StateColumn] = &[("slide", "m/s"), ("gap", "m"), ("tip_x", "m")];

/// Points of the half circle of a drawn tip.
const ARC: usize = 24;

/// A body with a round tip as it is drawn: a half circle about the tip's centre, straight flanks up to the height of the
/// centre of mass. A tip of radius 0 is drawn a fiftieth of `l` wide.
pub fn capsule(l: f64, rho: f64, [x, y, theta]: [f64; 3]) -> Vec<(f64, f64)> {
    let radius = rho.max(l / 100.0);
    let (sin, cos) = theta.sin_cos();
    // From the body's axes (across, up the axis from the tip's centre) to the plane.
    let place =
        |across: f64, up: f64| (x + l * sin + across * cos - up * sin, y - l * cos + across * sin + up * cos);
    let arc = (0..=ARC).map(|k| {
        let angle = std::f64::consts::PI * k as f64 / ARC as f64;
        place(-radius * angle.cos(), -radius * angle.sin())
    });
    let mut points: Vec<(f64, f64)> = arc.collect();
    points.extend([place(radius, l), place(-radius, l)]);
    points
}
