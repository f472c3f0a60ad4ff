//! The contact of a study's initial state, for theory to judge.

use super::Study;
use crate::error::Error;
use crate::space::{Planar, Space};
use crate::theory::Contact;

impl Study {
    /// The parameters of model and law that all members share, by name; the scheme and the step matter to no initial
    /// state. Refused where one differs from member to member.
    pub fn shared_params(&self) -> Result<Vec<(&'static str, f64)>, Error> {
        let (info, parts) = (self.info(), self.system().parts());
        let physical = parts.model_params.len() + parts.law_params.len();
        let constant = |name: &'static str| {
            let dist = self.spec.dist(name);
            let accepted = format!("must be one number here: --set {name}=...");
            let (low, high) = dist.bounds();
            if low == high { Ok((name, low)) } else { Err(Error::input(name, dist, accepted)) }
        };
        info.columns[..physical].iter().map(|column| constant(column.name)).collect()
    }

    /// The contact before the first step. Refused where it is not planar, or not the same for all members.
    pub fn contact(&self) -> Result<Contact, Error> {
        let columns = self.info().columns;
        let params: Vec<f64> = columns.iter().map(|column| self.spec.dist(column.name).bounds().0).collect();
        let contact = self.system().contact(&params, &self.system().start(&params));
        let contact = contact.ok_or_else(|| {
            if self.system().parts().space == Planar::WGSL {
                let coulomb =
                    "accepted: a law with the coefficients of Coulomb's cone, such as coulomb-planar";
                return Error::input("law", &self.spec.law, coulomb);
            }
            let planar = "accepted: a model with a planar contact, such as round-tip or chalk";
            Error::input("model", &self.spec.model, planar)
        })?;
        self.shared_params()?;
        let sound = "accepted: parameters for which H is finite and positive definite in f64";
        if contact.is_sound() {
            Ok(contact)
        } else {
            Err(Error::input("H", format!("{:?}", contact.h), sound))
        }
    }
}
