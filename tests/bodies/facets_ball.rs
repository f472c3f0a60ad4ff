//! A ball with friction in a polyhedral cone, by Lemke's method, under both schemes: whichever way friction acts, angular momentum about a
//! line through the contact is kept, so that 5/7 of the speed are left; the way there is another one.

use moreau::backend::Backend;
use moreau::study::{Results, Study};

use crate::column;

/// Rounding of a thousand steps of numbers up to 10.
const ROUNDING: f64 = 1e-11;
const MEMBERS: usize = 48;

fn run(law: &str, scheme: &str, further: &str) -> Results {
    let text = format!(
        "model = \"ball\"\nlaw = \"{law}\"\nscheme = \"{scheme}\"\nmembers = {MEMBERS}\nseed = 3\nduration = 3.0\nh = 2e-3\n\
        [params]\nux0 = {{ uniform = [1, 5] }}\nuy0 = {{ uniform = [-3, 3] }}\nmu = {{ uniform = [0.15, 0.3] }}\n{further}"
    );
    Study::parse("ball.toml", &text).unwrap().run(Backend::cpu(0)).unwrap()
}

#[test]
fn five_sevenths_of_the_speed_are_left_whatever_the_facets() {
    let facets = "facets = { choice = [4.0, 8.0, 16.0] }\nfacets_turn = { uniform = [-45, 45] }\n";
    for scheme in ["moreau-midpoint", "stewart-trinkle"] {
        let edged = run("coulomb-facets", scheme, facets);
        let round = run("coulomb-spatial", scheme, "");
        let get = |name: &str| column(&edged, name);
        let [ux, uy, ux0, uy0, slip, count] = ["ux", "uy", "ux0", "uy0", "slip", "facets"].map(get);
        let (x, x_round) = (get("x"), column(&round, "x"));
        for i in 0..MEMBERS {
            assert!(
                (ux[i] - 5.0 / 7.0 * ux0[i]).abs() <= ROUNDING,
                "{scheme}, member {i}: {} {}",
                ux[i],
                ux0[i]
            );
            assert!((uy[i] - 5.0 / 7.0 * uy0[i]).abs() <= ROUNDING, "{scheme}, member {i}");
            assert!(slip[i] <= ROUNDING, "{scheme}, member {i} slips at {}", slip[i]);
        }
        let off = |facets: f64| {
            let of_kind = (0..MEMBERS).filter(|&i| count[i] == facets);
            of_kind.map(|i| (x[i] - x_round[i]).abs()).fold(0.0, f64::max)
        };
        assert!(off(4.0) > 0.01 && off(16.0) < off(4.0), "{scheme}: {} {}", off(4.0), off(16.0));
        assert_eq!(edged.summary.flagged(), 0, "{scheme}");
    }
}
