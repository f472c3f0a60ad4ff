//! A particle over a height field: the surface through a grid, its normals, rest and slides, and the files it comes from.

use std::path::PathBuf;

use moreau::backend::Backend;
use moreau::columns::{Columns, Fields};
use moreau::law::{CoulombSoft, Law};
use moreau::model::{Curved, HeightField, HeightFieldParams, HeightFieldSetup, Model, Rise, relief_at};
use moreau::relief::{Relief, over};
use moreau::scheme::{MoreauMidpoint, Scheme};
use moreau::space::Isotropic;
use moreau::study::{Results, Study};
use moreau::tuple::{Tuple, Vector};
use moreau::{Real, Scalar};
use proptest::prelude::*;

use crate::grids::grid_file;

/// Some fifty operations in f64 on numbers up to 10.
const ROUNDING: f64 = 1e-13;
/// Central differences over D: its square times a fourth derivative of order 10^3, beside rounding over D.
const D: f64 = 1e-5;
const DIFFERENCED: f64 = 1e-6;

/// The relief of a function on a grid.
fn relief(
    points: [usize; 2],
    origin: [f64; 2],
    spacing: [f64; 2],
    height: impl Fn(f64, f64) -> f64,
) -> &'static Relief {
    let at = |k: usize| {
        height(
            origin[0] + spacing[0] * (k % points[0]) as f64,
            origin[1] + spacing[1] * (k / points[0]) as f64,
        )
    };
    let heights = (0..points[0] * points[1]).map(at).collect();
    Relief::of(PathBuf::new(), points, origin, spacing, heights).unwrap().kept()
}

/// Parameters: defaults but for these.
fn fields<R: Real, F: Columns<R>>(set: &[(&str, f64)]) -> F {
    for (name, _) in set {
        assert!(F::NAMES.contains(name), "no parameter {name}");
    }
    let value = |name: &str, default| set.iter().find(|(key, _)| *key == name).map_or(default, |&(_, x)| x);
    F::from_fn(|j| R::of(value(F::NAMES[j], F::COLUMNS[j].default)))
}

fn setup(grid: &'static Relief) -> HeightFieldSetup<f64> {
    over(Some(grid), || HeightField::setup(&fields::<f64, HeightFieldParams<f64>>(&[])))
}

/// A rough grid of heights in [-1, 1] that no symmetry helps.
fn rough(points: [usize; 2], seed: f64) -> &'static Relief {
    let noise = move |x: f64, y: f64| (12.9898 * x + 78.233 * y + seed).sin();
    relief(points, [-0.7, 0.3], [0.25, 0.4], noise)
}

fn six(h: Rise<f64>) -> [f64; 6] {
    std::array::from_fn(|j| h.get(j))
}

#[test]
fn the_surface_goes_through_every_height() {
    for points in [[4, 4], [9, 7], [4, 31]] {
        let grid = rough(points, 0.5);
        let c = setup(grid);
        for (k, z) in grid.heights.iter().enumerate() {
            let [x, y] = [k % points[0], k / points[0]].map(|i| i as f64);
            let h = relief_at(&c, grid.origin[0] + x * 0.25, grid.origin[1] + y * 0.4);
            assert!((h.z - z).abs() <= ROUNDING, "{points:?} point {k}: {} {z}", h.z);
        }
    }
}

#[test]
fn a_plane_is_a_plane_within_the_grid_and_beyond() {
    let grid = relief([6, 5], [-1.0, -1.0], [0.3, 0.5], |x, y| 0.2 + 0.5 * x - 0.3 * y);
    let c = setup(grid);
    for (x, y) in [(-0.4, 0.1), (-1.0, -1.0), (0.5, 1.0), (-9.0, 0.2), (0.0, 7.5), (20.0, -30.0)] {
        let h = six(relief_at(&c, x, y));
        let exact = [0.2 + 0.5 * x - 0.3 * y, 0.5, -0.3, 0.0, 0.0, 0.0];
        // Second derivatives are differences of heights over the square of a cell, 1/0.3² = 11.
        for (j, (found, exact)) in h.into_iter().zip(exact).enumerate() {
            assert!((found - exact).abs() <= 20.0 * ROUNDING, "({x}, {y}) number {j}: {found} {exact}");
        }
    }
}

/// Cubics are reproduced but for what natural ends do, and that falls by 2 + √3 from point to point inwards.
#[test]
fn a_paraboloid_is_one_well_within_its_edges() {
    let bowl = |x: f64, y: f64| 0.5 * (x * x + 0.7 * y * y) + 0.2 * x * y;
    let c = setup(relief([33, 33], [-2.0, -2.0], [0.125, 0.125], bowl));
    // At least twelve cells from every edge: (2 + √3)^-12 = 1.4e-7 of f'' = 1 in the second derivatives, and from both
    // sides; a cell, 1/8, less for each order below.
    let inside = [1e-8, 5e-8, 5e-8, 3e-7, 3e-7, 3e-7];
    for (x, y) in [(0.0, 0.0), (0.31, -0.47), (-0.5, 0.5), (0.123, 0.456)] {
        let exact = [bowl(x, y), x + 0.2 * y, 0.7 * y + 0.2 * x, 1.0, 0.2, 0.7];
        for (j, (found, exact)) in six(relief_at(&c, x, y)).into_iter().zip(exact).enumerate() {
            assert!((found - exact).abs() <= inside[j], "({x}, {y}) number {j}: {found} {exact}");
        }
    }
    // At the edge itself, between points: f''d² times a share of one.
    let edge = relief_at(&c, -2.0 + 0.0625, 0.0).z - bowl(-2.0 + 0.0625, 0.0);
    assert!(edge.abs() <= 0.1 * 0.125 * 0.125 && edge != 0.0, "{edge}");
}

/// Height, slopes and curvatures have no jump where cells meet, nor at the edges of the grid: a step of 1e-9 across changes
/// them by 1e-9 times the next derivative, at most some 10^3 here (heights of order 1 over the cube of a cell).
#[test]
fn cells_and_edges_meet_without_a_jump() {
    let step = 1e-9;
    let smooth = 1e-5;
    for seed in [0.0, 1.7, 3.1] {
        let c = setup(rough([7, 6], seed));
        for k in 0..7 {
            let border = -0.7 + 0.25 * f64::from(k);
            for y in [-0.5, 0.3, 0.5, 1.11, 2.3, 3.0] {
                let [a, b] = [-step, step].map(|d| six(relief_at(&c, border + d, y)));
                assert!((0..6).all(|j| (a[j] - b[j]).abs() <= smooth), "x = {border}, {y}: {a:?} {b:?}");
            }
        }
        for k in 0..6 {
            let border = 0.3 + 0.4 * f64::from(k);
            for x in [-1.0, -0.7, 0.05, 0.8, 1.2] {
                let [a, b] = [-step, step].map(|d| six(relief_at(&c, x, border + d)));
                assert!((0..6).all(|j| (a[j] - b[j]).abs() <= smooth), "y = {border}, {x}: {a:?} {b:?}");
            }
        }
    }
}

proptest! {
    /// Derivatives are those of the height, inside and outside; beyond an edge the surface is straight across it.
    #[test]
    fn derivatives_are_those_of_the_height(x in -1.5..2.0, y in -0.5..3.5, seed in 0..24_i32) {
        let c = setup(rough([7, 6], f64::from(seed)));
        let h = relief_at(&c, x, y);
        let at = |dx: f64, dy: f64| six(relief_at(&c, x + dx, y + dy));
        let [right, left, back, front] = [at(D, 0.0), at(-D, 0.0), at(0.0, D), at(0.0, -D)];
        let by_x = |j: usize| (right[j] - left[j]) / (2.0 * D);
        let by_y = |j: usize| (back[j] - front[j]) / (2.0 * D);
        // A border of cells within D: the third derivative jumps there, by some 10^3.
        let near = |d: f64| d <= DIFFERENCED + 1e3 * D * D;
        prop_assert!(near((by_x(0) - h.x).abs()) && near((by_y(0) - h.y).abs()));
        let bent = |d: f64| d <= 1e3 * D;
        prop_assert!(bent((by_x(1) - h.xx).abs()) && bent((by_y(1) - h.xy).abs()));
        prop_assert!(bent((by_x(2) - h.xy).abs()) && bent((by_y(2) - h.yy).abs()));
        if !(-0.7..=0.8).contains(&x) {
            prop_assert!(h.xx.abs() <= 100.0 * ROUNDING, "{}", h.xx);
        }
    }

    /// The normal has length 1 and is the gradient of the gap on the boundary; the bend is how fast `n·u` changes; kick is
    /// local transposed.
    #[test]
    fn normals_bends_and_maps_are_right(x in -2.5..2.5, y in -2.5..2.5, u in prop::array::uniform3(-2.0..2.0)) {
        let c = setup(Relief::sample());
        let q = Vector([x, y, relief_at(&c, x, y).z]);
        let n = HeightField::normal(&c, q);
        prop_assert!(HeightField::gap(&c, q).abs() <= ROUNDING && (n.dot(n) - 1.0).abs() <= ROUNDING);
        for j in 0..3 {
            let aside = |d: f64| q + Vector(std::array::from_fn(|k| if k == j { d } else { 0.0 }));
            let slope = (HeightField::gap(&c, aside(D)) - HeightField::gap(&c, aside(-D))) / (2.0 * D);
            prop_assert!((slope - n.0[j]).abs() <= DIFFERENCED, "component {j}: {slope} {}", n.0[j]);
        }
        let u = Vector(u);
        let turned = |d: f64| HeightField::normal(&c, q + u * d).dot(u);
        let bend = HeightField::curvature(&c, q, u).0[2];
        // Third derivatives are some 20 here, and jump at the borders of cells.
        prop_assert!((bend - (turned(D) - turned(-D)) / (2.0 * D)).abs() <= 1e3 * D, "{bend}");
        let p = Vector([0.2, 0.9, -0.5]);
        let power = p.dot(HeightField::local(&c, q, u)) - u.dot(HeightField::kick(&c, q, p));
        prop_assert!(power.abs() <= ROUNDING);
    }
}

/// A number that is none stays one, and is no place in memory.
#[test]
fn nowhere_is_no_trouble() {
    let c = setup(Relief::sample());
    for x in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300] {
        let z = relief_at(&c, x, 0.0).z.abs();
        assert!(z.is_nan() || z > 1e6, "{x}: {z}");
    }
}

/// A particle put down at rest where friction holds it stays there for 10^4 steps, to the bit.
fn rests<R: Scalar>(place: [f64; 2], correction: f64) {
    let p: HeightFieldParams<R> = fields(&[("x0", place[0]), ("y0", place[1])]);
    let (c, (mut q, mut u)) = (HeightField::setup(&p), HeightField::start(&p));
    let law: <CoulombSoft as Law<Isotropic>>::Params<R> = fields(&[("mu", 0.5)]);
    let scheme: <MoreauMidpoint as Scheme>::Params<R> = fields(&[("correction", correction)]);
    let (h, d) = (R::of(1e-3), HeightField::drive(&c, R::of(0.0)));
    let mut settled = None;
    for k in 0..10_000 {
        let ahead = MoreauMidpoint::ahead::<R, HeightField>(h, q, u);
        let s = MoreauMidpoint::step::<R, HeightField, CoulombSoft, false>(
            &c, &law, &scheme, h, &d, q, ahead, u, false,
        );
        (q, u) = (s.q, s.u);
        assert!(s.problem.contact && s.sticks, "{} {place:?} step {k} loses contact", R::NAME);
        assert!((0..3).all(|j| u.0[j].to_f64() == 0.0), "{} {place:?} creeps in step {k}", R::NAME);
        // The first correction may move it by a rounding.
        if k >= 8 {
            let bits = q.0.map(|x| x.to_f64().to_bits());
            assert_eq!(*settled.get_or_insert(bits), bits, "{} {place:?} step {k}", R::NAME);
        }
    }
}

#[test]
fn what_rests_rests_exactly() {
    // A dimple, a flank of 24 degrees, a place beyond the grid.
    for place in [[0.5, 0.1], [0.27, 0.03], [2.2, 0.4]] {
        rests::<f32>(place, 1.0);
        rests::<f64>(place, 0.0);
    }
}

pub const TRIPLE: &str =
    "model = \"height-field\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\nseed = 2\n";

fn run(text: &str) -> Results {
    Study::parse("relief", text).unwrap().run(Backend::cpu(0)).unwrap()
}

#[test]
fn a_plane_from_a_file_is_the_incline() {
    let angle = 20.0_f64.to_radians();
    let down = grid_file("plane.csv", [9, 5], -4.0, 1.0, |x, _| -angle.tan() * x);
    let shared = "members = 60\nduration = 0.8\nh = 1e-3\n[params]\nmu = { linspace = [0.1, 0.9] }\n";
    let speeds = |factor: f64| format!("{{ linspace = [{}, {}] }}", 0.4 * factor, 2.0 * factor);
    let over_grid = run(&format!(
        "{TRIPLE}{shared}x0 = 0\ny0 = 0\nux0 = {}\nuz0 = {}\n[relief]\nfile = {down:?}",
        speeds(angle.cos()),
        speeds(-angle.sin())
    ));
    let plane = run(&format!(
        "model = \"plane\"\nlaw = \"coulomb-soft\"\nscheme = \"moreau-midpoint\"\nseed = 2\n{shared}angle_deg = 20\nux0 = {}",
        speeds(1.0)
    ));
    let [found, exact] = [(&over_grid, angle.cos()), (&plane, 1.0)]
        .map(|(results, cos)| results.column("x").unwrap().iter().map(|x| x / cos).collect::<Vec<_>>());
    let outcomes = [&over_grid, &plane].map(|results| results.column("outcome").unwrap());
    assert_eq!(outcomes[0], outcomes[1]);
    assert!(outcomes[1].contains(&1.0) && outcomes[1].contains(&2.0), "some slide, some have stopped");
    for i in 0..60 {
        // 800 steps of rounding at metres.
        assert!((found[i] - exact[i]).abs() <= 1e-11, "member {i}: {} {}", found[i], exact[i]);
    }
    let slope = over_grid.column("slope_deg").unwrap();
    assert!(slope.iter().all(|slope| (slope - 20.0).abs() <= 1e-10), "{slope:?}");
}

#[test]
fn a_paraboloid_from_a_file_is_the_paraboloid() {
    let bowl = grid_file("bowl.csv", [65, 65], -1.6, 0.05, |x, y| 0.5 * (x * x + y * y / 2.0));
    let shared =
        "members = 40\nduration = 1.0\nh = 1e-3\n[params]\ncorrection = 1.0\nmu = { uniform = [0.05, 0.5] }
        x0 = { uniform = [-0.6, 0.6] }\ny0 = { uniform = [-0.6, 0.6] }\nux0 = { uniform = [-1, 1] }\n";
    let over_grid = run(&format!("{TRIPLE}{shared}[relief]\nfile = {bowl:?}"));
    let exact = run(&format!("{}{shared}", TRIPLE.replace("height-field", "paraboloid")));
    for name in ["x", "y", "z"] {
        let (a, b) = (over_grid.column(name).unwrap(), exact.column(name).unwrap());
        // Nobody comes within 12 cells of the edge: the surfaces differ by 1e-11 there, and a second makes little of it.
        let apart = (0..40).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max);
        assert!(apart <= 1e-8, "{name}: {apart}");
    }
    assert!(exact.column("x").unwrap().iter().any(|x| x.abs() > 0.2));
}

#[test]
fn nobody_rests_where_it_is_steeper_than_friction_holds() {
    const MEMBERS: usize = 80;
    let study = Study::preset("terrain").unwrap().members(MEMBERS as u64);
    let study = study.set(["mu={uniform=[0.2, 0.6]}", "h=4e-3", "duration=6"]).unwrap();
    let results = study.run(Backend::cpu(0)).unwrap();
    let column = |name: &str| results.column(name).unwrap();
    let (slope, mu, outcome, gap) = (column("slope_deg"), column("mu"), column("outcome"), column("gap"));
    let mut close = 0;
    for i in 0..MEMBERS {
        assert_eq!(outcome[i], 2.0, "member {i} has not come to rest");
        assert_eq!([column("ux")[i], column("uy")[i], column("uz")[i]], [0.0; 3], "member {i} creeps");
        // The cone is decided to rounding.
        let steepest = mu[i].atan().to_degrees();
        assert!(slope[i] <= steepest * (1.0 + 1e-12), "member {i} at {} degrees", slope[i]);
        close += usize::from(slope[i] > 0.9 * steepest);
        // Violation is taken back to rounding, and the skin is 1e-5 thick.
        assert!(gap[i].abs() <= 1.1e-5, "member {i}: gap {}", gap[i]);
    }
    assert!(close > 1, "some stop close to the bound");
    assert_eq!(results.summary.flagged(), 0);
}
