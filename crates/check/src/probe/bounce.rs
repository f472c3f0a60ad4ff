//! Probes of what a rebound and a box have beyond the functions of every law and every model.

use super::Probe;
use super::given::{Given, of_flag};
use super::law::{law_params, problem};
use super::text::Call;
use moreau::columns::Fields;
use moreau::law::{CoulombRestitution, CoulombRestitutionParams, rebound};
use moreau::model::BoxWalls;
use moreau::real::Scalar;
use moreau::space::Isotropic;

/// The probe of `law_rebound`.
pub fn of_rebound() -> Probe {
    let call = law_params::<Isotropic, CoulombRestitution>(Call::new("law_rebound"));
    let call = problem::<Isotropic>(call).put_real("law_rebound(law, a)");
    probe!(call, <> x: R => {
        let p: CoulombRestitutionParams<R> = Fields::from_fn(|_| x.real());
        vec![rebound(&p, &x.problem())]
    })
}

/// The probe of `model_wall`.
pub fn of_wall() -> Probe {
    let call = Call::new("model_wall").setup::<BoxWalls>().q::<BoxWalls>();
    let call = call.say("let w = model_wall(c, q);").put_real("w.gap").put_choice("w.side");
    probe!(call.put_flag("w.on_y").put_flag("w.on_z"), <> x: R => {
        let w = BoxWalls::wall(&x.setup::<BoxWalls>(), x.tuple());
        vec![w.gap, w.side, of_flag(w.on_y), of_flag(w.on_z)]
    })
}
