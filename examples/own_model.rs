//! A model of one's own: a particle in a constant wind over a rough plane. One Rust type, one WGSL text and one
//! parameter table; it runs on all three backends and goes through `validate` like ours.
//!
//!     cargo run --release --example own_model

use moreau::backend::{Backend, gpu::Gpu};
use moreau::columns::{ANY, Fields, Range};
use moreau::model::{FLAT_GROUND, Model, PARTICLE, StateColumn};
use moreau::{Real, law::CoulombSoft, scheme::MoreauMidpoint, study::Study, system::Triple, tuple::Vector};
use moreau_check::Subject;
use moreau_check::validate::validate_subject;

moreau::columns! {
    pub struct WindParams {
        gravity: "m/s^2", 9.81, Range::Within(0.0, 100.0), "acceleration of gravity";
        wind: "m/s", 8.0, ANY, "speed of the wind, along x";
        drag: "1/s", 0.5, Range::Within(0.0, 100.0), "linear drag per unit of mass";
        z0: "m", 0.0, Range::Within(0.0, 1e6), "initial height";
    }
}
moreau::fields! { pub struct WindSetup { gravity, wind, drag } }
moreau::fields! { pub struct Steady {} }

struct Wind;

impl Model for Wind {
    const NAME: &'static str = "wind";
    const ABOUT: &'static str = "a particle in a constant wind over a rough plane";
    const STATE: &'static [StateColumn] = PARTICLE;
    const WGSL: &'static [&'static str] = &[
        FLAT_GROUND,
        "fn model_setup(p: ModelParams) -> Setup { return Setup(p.gravity, p.wind, p.drag); }
         fn model_start(p: ModelParams) -> Start { return Start(Coords(Real(0.0), Real(0.0), p.z0), Coords()); }
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
        (Vector([R::of(0.0), R::of(0.0), p.z0]), Vector([R::of(0.0); 3]))
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
    let system = Triple::<Wind, CoulombSoft, MoreauMidpoint>::system();
    let study = Study::with_system("wind", text.parse().expect("TOML"), system)?;
    for backend in [Backend::reference(), Backend::cpu(0), Backend::gpu(None)?] {
        let results = study.run(backend)?;
        let (ux, mu) = (results.column("ux").expect("a column"), results.column("mu").expect("a column"));
        // On the ground the wind and friction balance at wind - mu g/drag, or the particle rests.
        let exact = |mu: &f64| f64::max(0.0, 8.0 - mu * 9.81 / 0.5);
        let worst = ux.iter().zip(&mu).map(|(ux, mu)| (ux - exact(mu)).abs()).fold(0.0, f64::max);
        println!("{:<10} final speed within {worst:.1e} m/s of theory", results.summary.backend);
        assert!(worst < 1e-3);
    }
    let subject = Subject::of::<Wind, CoulombSoft, MoreauMidpoint>(Vec::new());
    let report = validate_subject(&subject, &mut Gpu::open(None)?)?;
    println!("{report}");
    if report.passed() { Ok(()) } else { Err(moreau::error::Error::Check("validation failed".into())) }
}
