//! Probes of the viscoelastic chain: its links, how they are solved for, and two contacts.

use super::given::{Given, components, numbers};
use super::text::Call;
use super::triple::{seen_delassus, whole_delassus};
use super::{Draw, Probe};
use moreau::columns::Fields;
use moreau::model::{
    Chain, ChainPair, ChainSetup, Links, chain_couple, chain_dashpots, chain_links, chain_masses, chain_mate,
    chain_pivots, chain_solve, chain_springs, chain_stiffened,
};
use moreau::real::Scalar;
use moreau::space::Pair;
use moreau::tuple::{Tuple, Vector};

/// Numbers of order one and of both signs.
const ANY: Draw = Draw::Between(-2.0, 2.0);
/// Masses and links, of which the latter may be cut.
const MASS: Draw = Draw::Between(0.5, 2.0);
const LINK: Draw = Draw::Between(0.0, 2.0);

fn four(call: Call, name: &str, draw: Draw) -> Call {
    call.tuple("vec4<Real>", name, 4, draw)
}

fn links(call: Call, name: &str) -> Call {
    let names: Vec<String> = (0..5).map(|j| format!("{name}_{j}")).collect();
    let call = names.iter().fold(call, |call, name| call.real(name, LINK));
    call.say(&format!("let {name} = Links({});", names.join(", ")))
}

fn given_links<R: Scalar>(x: &mut Given<'_, R>) -> Links<R> {
    std::array::from_fn(|_| x.real())
}

/// The probes of what the chain's WGSL has beyond the functions of every model.
pub fn of_chain() -> Vec<Probe> {
    let parts = |name: &'static str, len: usize| {
        let call = Call::new(name).setup::<Chain>().say(&format!("let a = {name}(c);"));
        (0..len).fold(call, |call, j| call.put_real(&format!("a[{j}]")))
    };
    let stiffened = Call::new("chain_stiffened").setup::<Chain>().real("r", LINK);
    let stiffened = stiffened.say("let a = chain_stiffened(c, r);");
    let stiffened = (0..5).fold(stiffened, |call, j| call.put_real(&format!("a[{j}]")));
    let dot = four(four(Call::new("chain_dot"), "a", ANY), "b", ANY).put_real("chain_dot(a, b)");
    let loads = four(links(Call::new("chain_links"), "k"), "v", ANY).say("let a = chain_links(k, v);");
    let pivots = links(four(Call::new("chain_pivots"), "m", MASS), "s").say("let a = chain_pivots(m, s);");
    let solve = links(four(Call::new("chain_solve"), "m", MASS), "s");
    let solve = four(solve, "b", ANY).say("let a = chain_solve(chain_pivots(m, s), s, b);");
    vec![
        probe!(parts("chain_masses", 4), <> x: R => components(&chain_masses(&x.setup::<Chain>()))),
        probe!(parts("chain_springs", 5), <> x: R => chain_springs(&x.setup::<Chain>()).to_vec()),
        probe!(parts("chain_dashpots", 5), <> x: R => chain_dashpots(&x.setup::<Chain>()).to_vec()),
        probe!(stiffened, <> x: R => {
            let c = x.setup::<Chain>();
            chain_stiffened(&c, x.real()).to_vec()
        }),
        probe!(dot, <> x: R => {
            let a: Vector<R, 4> = x.tuple();
            vec![a.dot(x.tuple())]
        }),
        probe!(loads.put_tuple("a", 4), <> x: R => components(&chain_links(given_links(&mut x), x.tuple()))),
        probe!(pivots.put_tuple("a", 4), <> x: R => {
            let m = x.tuple();
            components(&chain_pivots(m, given_links(&mut x)))
        }),
        probe!(solve.put_tuple("a", 4), <> x: R => {
            let m = x.tuple();
            let s = given_links(&mut x);
            components(&chain_solve(chain_pivots(m, s), s, x.tuple()))
        }),
    ]
}

/// The probes of a chain with two contacts.
pub fn of_chain_pair() -> Vec<Probe> {
    let setup = Call::new("chain_setup").model::<Chain>().say("let c = chain_setup(p);");
    let setup = setup.put_fields("c", <ChainSetup<f64> as Fields<f64>>::NAMES);
    let mate = Call::new("chain_mate").setup::<ChainPair>().say("let a = chain_mate(c);").put_tuple("a", 4);
    let couple = four(Call::new("chain_couple").setup::<ChainPair>().q::<ChainPair>(), "b", ANY);
    let couple = couple.real("last", MASS).local::<Pair>("v").say("let h = chain_couple(c, q, b, last);");
    vec![
        probe!(setup, <> x: R => numbers(&x.setup::<Chain>())),
        probe!(mate, <> x: R => components(&chain_mate(&x.setup::<ChainPair>()))),
        probe!(whole_delassus::<Pair>(couple), <> x: R => {
            let c = x.setup::<ChainPair>();
            let h = chain_couple(&c, x.tuple(), x.tuple(), x.real());
            seen_delassus::<R, Pair>(h, x.tuple())
        }),
    ]
}
