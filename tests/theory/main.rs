//! What theory says, against the papers' own formulas, against the conditions it must keep, and against the kernels.

mod conditions;
mod facts;
mod judge;
mod kernels;

use moreau::study::spec;
use moreau::theory::{Contact, Mode, Solution, TOLERANCE, Theory};

/// The contact at the start of a body with a round tip, its friction different in each sense; what is not given has its
/// default.
fn round_tip(given: &[(&str, f64)]) -> Contact {
    contact("coulomb-directed", given)
}

fn contact(law: &str, given: &[(&str, f64)]) -> Contact {
    let system = spec::find("round-tip", law, "moreau-midpoint").unwrap();
    let info = system.info();
    let mut params: Vec<f64> = info.columns.iter().map(|column| column.default).collect();
    for (name, value) in given {
        params[info.column(name).unwrap()] = *value;
    }
    system.contact(&params, &system.start(&params)).unwrap()
}

/// The answer with a tolerance for rounding alone.
fn theory(contact: &Contact) -> Theory {
    Theory::of(contact, TOLERANCE)
}

/// The modes of the finite forces, in order.
fn modes(theory: &Theory) -> Vec<Mode> {
    let mode = |solution: &Solution| match solution {
        Solution::Force { mode, .. } => Some(*mode),
        Solution::Impulse(_) => None,
    };
    theory.solutions.iter().filter_map(mode).collect()
}
