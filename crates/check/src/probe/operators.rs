//! Probes of what every triple shares: math, prox, geometry, theory, clock, field, and (beside it) sampling.

use super::given::{Given, components, halves, of_flag};
use super::text::Call;
use super::{Draw, Probe, sampling};
use moreau::columns::Fields;
use moreau::field::{Geometry, field_cell, field_quantum};
use moreau::frame::{Frame, frame_kick, frame_local, frame_of};
use moreau::math;
use moreau::prox;
use moreau::real::Scalar;
use moreau::theory::theory_class;
use moreau::tip::tip_arms;

/// Half a turn either way.
const TURN: Draw = Draw::Between(-0.5, 0.5);
/// Cells of the probed field; a power of two, so that f32 and f64 part only by the rounding of one product.
const CELLS: u32 = 8;

/// The probes of the shared operators.
pub fn operators() -> Vec<Probe> {
    let mut probes = of_math();
    probes.extend(of_prox());
    probes.extend([of_tip(), of_theory()]);
    probes.extend(of_frame());
    probes.extend(of_clock());
    probes.extend(of_field());
    probes.extend(sampling::probes());
    probes
}

fn of_math() -> Vec<Probe> {
    let one =
        |name: &'static str, draw: Draw| Call::new(name).real("a", draw).put_real(&format!("{name}(a)"));
    let two = |name: &'static str| {
        let call = Call::new(name).real("a", TURN).real("b", TURN);
        call.put_real(&format!("{name}(a, b)"))
    };
    let over_root =
        Call::new("over_root").real("a", Draw::Between(0.0, 3.0)).real("square", Draw::Between(0.25, 9.0));
    vec![
        probe!(one("sin_series", Draw::Between(0.0, 0.0625)), <> x: R => vec![math::sin_series(x.real())]),
        probe!(one("sin_quarter", Draw::Between(-0.25, 0.25)), <> x: R => vec![math::sin_quarter(x.real())]),
        probe!(one("sin_turn", TURN), <> x: R => vec![math::sin_turn(x.real())]),
        probe!(one("cos_turn", TURN), <> x: R => vec![math::cos_turn(x.real())]),
        probe!(over_root.put_real("over_root(a, square)"), <> x: R => vec![x.real().over_root(x.real())]),
        probe!(two("smaller"), <> x: R => vec![x.real().smaller(x.real())]),
        probe!(two("larger"), <> x: R => vec![x.real().larger(x.real())]),
        probe!(Call::new("tau").put_real("tau()"), <> x: R => vec![math::tau::<R>()]),
        probe!(one("nearest", Draw::Between(-9.0, 9.0)), <> x: R => vec![x.real().nearest()]),
        probe!(one("turn_of_radians", Draw::Between(-9.0, 9.0)), <> x: R => {
            vec![math::turn_of_radians(x.real())]
        }),
        probe!(one("turn_of_degrees", Draw::Between(-180.0, 180.0)), <> x: R => {
            vec![math::turn_of_degrees(x.real())]
        }),
    ]
}

fn of_prox() -> Vec<Probe> {
    let disk = |name: &'static str| {
        Call::new(name)
            .tuple("vec2<Real>", "c", 2, Draw::Between(-3.0, 3.0))
            .real("r", Draw::Between(0.0, 3.0))
            .say(&format!("let cut = {name}(c, r);"))
    };
    vec![
        probe!(disk("project_disk").put_tuple("cut.point", 2).put_flag("cut.inside"), <> x: R => {
            let (point, inside) = prox::project_disk(x.tuple(), x.real());
            let mut out = components(&point);
            out.push(of_flag(inside));
            out
        }),
        probe!(disk("prox_disk").put_tuple("cut", 2), <> x: R => {
            components(&prox::prox_disk(x.tuple(), x.real()))
        }),
    ]
}

fn of_tip() -> Probe {
    let call = Call::new("tip_arms")
        .real("l", Draw::Between(0.1, 2.0))
        .real("rho", Draw::Between(0.0, 1.0))
        .real("theta", Draw::Between(-9.0, 9.0))
        .say("let arms = tip_arms(l, rho, theta);")
        .put_tuple("arms", 2);
    probe!(call, <> x: R => components(&tip_arms(x.real(), x.real(), x.real())))
}

/// A frame of any three vectors, so that a wrong component shows; `frame_of` of any vector for the same reason.
fn of_frame() -> Vec<Probe> {
    let any = Draw::Between(-2.0, 2.0);
    let vector = |call: Call, name: &str| call.tuple("vec3<Real>", name, 3, any);
    let of = vector(Call::new("frame_of"), "n").say("let f = frame_of(n);");
    let within = |name: &'static str| {
        let call = ["t1", "t2", "n", "v"].into_iter().fold(Call::new(name), vector);
        call.say(&format!("let a = {name}(Frame(t1, t2, n), v);")).put_tuple("a", 3)
    };
    vec![
        probe!(of.put_tuple("f.t1", 3).put_tuple("f.t2", 3).put_tuple("f.n", 3), <> x: R => {
            let f = frame_of::<R>(x.tuple());
            [f.t1, f.t2, f.n].map(|v| components(&v)).concat()
        }),
        probe!(within("frame_local"), <> x: R => {
            let f = Frame::<R> { t1: x.tuple(), t2: x.tuple(), n: x.tuple() };
            components(&frame_local(&f, x.tuple()))
        }),
        probe!(within("frame_kick"), <> x: R => {
            let f = Frame::<R> { t1: x.tuple(), t2: x.tuple(), n: x.tuple() };
            components(&frame_kick(&f, x.tuple()))
        }),
    ]
}

fn of_theory() -> Probe {
    // Small whole numbers meet both sides of every threshold, and the thresholds themselves.
    let names = ["gap", "touch", "normal", "slide", "still", "margin", "push"];
    let signed = Draw::OneOf(&[-2.0, -1.0, 0.0, 1.0, 2.0]);
    let call = names.iter().fold(Call::new("theory_class"), |call, name| call.real(name, signed));
    let class = format!("theory_class({})", names.join(", "));
    probe!(call.put_choice(&class), <> x: R => {
        let [gap, touch, normal, slide, still, margin, push] = std::array::from_fn(|_| x.real());
        vec![theory_class(gap, touch, normal, slide, still, margin, push)]
    })
}

fn of_clock() -> Vec<Probe> {
    let add = Call::new("clock_add")
        .phase("a")
        .phase("b")
        .say("let sum = clock_add(a, b);")
        .put_word("sum.lo")
        .put_word("sum.hi");
    let turn = Call::new("clock_turn").phase("a").put_real("clock_turn(a)");
    vec![
        probe!(add, <> x: R => {
            let sum = R::phase_add(x.phase(), x.phase());
            [halves(sum as u32), halves((sum >> 32) as u32)].concat()
        }),
        probe!(turn, <> x: R => vec![R::turns(x.phase())]),
    ]
}

fn of_field() -> Vec<Probe> {
    let cell = Call::new("field_cell")
        .fields("Geometry", "g", Geometry::<f64>::NAMES, Draw::Between(-2.0, 2.0))
        .real("a", Draw::Between(-4.0, 4.0))
        .real("b", Draw::Between(-4.0, 4.0))
        .say(&format!("let cell = field_cell(g, {CELLS}u, {CELLS}u, a, b);"))
        .put_word("cell");
    // Wide enough that both ends of the clamp are met.
    let quantum = Call::new("field_quantum")
        .real("a", Draw::Between(-40_000.0, 40_000.0))
        .put_real("Real(field_quantum(a))");
    vec![
        probe!(cell, <> x: R => {
            let g: Geometry<R> = x.fields();
            halves(field_cell(&g, CELLS, CELLS, x.real(), x.real()))
        }),
        probe!(quantum, <> x: R => vec![R::of(f64::from(field_quantum(x.real())))]),
    ]
}
