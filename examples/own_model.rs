//! A model of one's own: a particle in a constant wind over a rough plane. One Rust type, one WGSL text and one
//! parameter table; it runs on all three backends and goes through `validate` like the models of the crate.
//!
//!     cargo run --release --example own_model

use moreau::backend::{Backend, gpu::Gpu};
use moreau::columns::{ANY, Fields, Range};
use moreau::law::CoulombSoft;
use moreau::model::{FLAT_GROUND, Model, StateColumn};
use moreau::scheme::MoreauMidpoint;
use moreau::study::Study;
use moreau::system::Triple;
use moreau::tuple::Vector;
use moreau::{Real, validate};

moreau::columns! {
    pub struct WindParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 100.0), "acceleration of gravity";
        wind: "m/s", 8.0, ANY, "speed of the wind, along x";
        drag: "1/s", 0.5, Range::Within(0.0, 100.0), "linear drag per unit of mass";
        z0: "m", 0.0, Range::Within(0.0, 1e6), "initial height";
        ux0: "m/s", 0.0, ANY, "initial velocity along x";
    }
}
moreau::fields! { pub struct WindSetup { gravity, wind, drag } }
moreau::fields! { pub struct Steady {} }

struct Wind;

impl Model for Wind {
    const NAME: &'static str = "wind";
    const ABOUT: &'static str = "a particle in a constant wind over a rough plane";
    const STATE: &'static [StateColumn] =
        &[("x", "m"), ("y", "m"), ("z", "m"), ("ux", "m/s"), ("uy", "m/s"), ("uz", "m/s")];
    const WGSL: &'static [&'static str] = &[
        FLAT_GROUND,
        "fn model_setup(p: ModelParams) -> Setup { return Setup(p.gravity, p.wind, p.drag); }
         fn model_start(p: ModelParams) -> Start {
             return Start(Coords(Real(0.0), Real(0.0), p.z0), Coords(p.ux0, Real(0.0), Real(0.0)));
         }
         fn model_drive(c: Setup, turn: Real) -> Drive { return Drive(); }
         fn model_acceleration(c: Setup, d: Drive, q: Coords, u: Coords) -> Coords {
             return Coords(c.drag * (c.wind - u.x), -c.drag * u.y, -c.gravity - c.drag * u.z);
         }",
    ];
    moreau::flat_ground!();
    type Params<R: Real> = WindParams<R>;
    type Setup<R: Real> = WindSetup<R>;
    type Drive<R: Real> = Steady<R>;

    fn setup<R: Real>(p: &WindParams<R>) -> WindSetup<R> {
        WindSetup { gravity: p.gravity, wind: p.wind, drag: p.drag }
    }
    fn start<R: Real>(p: &WindParams<R>) -> (Vector<R, 3>, Vector<R, 3>) {
        let zero = R::of(0.0);
        (Vector([zero, zero, p.z0]), Vector([p.ux0, zero, zero]))
    }
    fn drive<R: Real>(_: &WindSetup<R>, turn: R) -> Steady<R> {
        Fields::from_fn(|_| turn)
    }
    fn acceleration<R: Real>(
        c: &WindSetup<R>,
        _: &Steady<R>,
        _: Vector<R, 3>,
        u: Vector<R, 3>,
    ) -> Vector<R, 3> {
        let [x, y, z] = u.0;
        Vector([c.drag * (c.wind - x), -c.drag * y, -c.gravity - c.drag * z])
    }
}

fn main() -> Result<(), moreau::error::Error> {
    let text = "members = 1000\nduration = 20\nh = 0.001\n[params]\nmu = { uniform = [0.1, 0.6] }";
    let study = || {
        let system = Triple::<Wind, CoulombSoft, MoreauMidpoint>::system();
        Study::with_system("wind", text.parse().expect("TOML"), system)
    };
    for backend in [Backend::reference(), Backend::cpu(0), Backend::gpu(None)?] {
        let results = study()?.run(backend)?;
        // Dragged along if drag·wind > mu·g: then the final speed is wind - mu g/drag.
        let (ux, mu) = (results.column("ux").expect("a column"), results.column("mu").expect("a column"));
        let exact = |mu: f64| f64::max(0.0, 8.0 - mu * 9.81 / 0.5);
        let worst = ux.iter().zip(&mu).map(|(ux, mu)| (ux - exact(*mu)).abs()).fold(0.0, f64::max);
        println!("{:<10} final speed within {worst:.1e} m/s of theory", results.summary.backend);
        assert!(worst < 1e-3);
    }
    let report = validate::validate_system(study()?.system(), &mut Gpu::open(None)?)?;
    println!("{report}");
    assert!(report.passed());
    Ok(())
}
