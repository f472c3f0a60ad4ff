//! What is checked: a triple, and the probes of its functions.

use moreau::law::Law;
use moreau::model::Model;
use moreau::scheme::Scheme;
use moreau::system::{System, Triple, registry};
use moreau_triples::{Visitor, for_each};

use crate::probe::{Probe, of_triple};

/// A triple to be checked.
pub struct Subject {
    /// The triple.
    pub system: Box<dyn System>,
    /// Every function of its WGSL side, with its Rust twin.
    pub probes: Vec<Probe>,
}

impl Subject {
    /// A triple of one's own; `further` are probes of functions that its WGSL has beyond those of every triple.
    pub fn of<M: Model, L: Law<M::Space>, S: Scheme>(further: Vec<Probe>) -> Subject {
        let mut probes = of_triple::<M, L, S>();
        probes.extend(further);
        Subject { system: Triple::<M, L, S>::system(), probes }
    }
}

/// Every triple of the registry, which is compiled elsewhere: its loops are not compiled again here.
pub fn subjects() -> Vec<Subject> {
    struct Probes(Vec<Vec<Probe>>);
    impl Visitor for Probes {
        fn visit<M: Model, L: Law<M::Space>, S: Scheme>(&mut self) {
            self.0.push(of_triple::<M, L, S>());
        }
    }
    let mut probes = Probes(Vec::new());
    for_each(&mut probes);
    registry().into_iter().zip(probes.0).map(|(system, probes)| Subject { system, probes }).collect()
}
