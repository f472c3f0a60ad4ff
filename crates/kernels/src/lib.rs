//! The step of `moreau`, written once: numbers, operators, contact laws, models, schemes, and the loop that runs them.
//!
//! This is the part of the library that needs no GPU, no files and no study: it compiles beside what needs them. Users
//! depend on `moreau`, which has all of it under the same names; its front page has the map and the bibliography.
//! The WGSL twins are in `shaders/`, with the same stems.
#![warn(missing_docs)]

/// The text of a file in `shaders/`.
macro_rules! shader {
    ($path:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shaders/", $path))
    };
}
pub(crate) use shader;

pub mod accelerogram;
pub mod basis;
pub mod beginning;
pub mod block;
pub mod clock;
pub mod columns;
pub mod cone;
pub mod delay;
pub mod directions;
pub mod dist;
pub mod driver;
pub mod ellipse;
pub mod ensemble;
pub mod facets;
pub mod field;
pub mod fold;
pub mod frame;
pub mod friction_set;
pub mod isa;
pub mod lanes;
pub mod law;
pub mod lcp;
pub mod ledger;
pub mod lemke;
pub mod math;
pub mod model;
pub mod noise;
pub mod order;
pub mod pair;
pub mod pile;
pub mod pinned;
pub mod polygon;
pub mod prox;
pub mod real;
pub mod relief;
pub mod rng;
pub mod scheme;
pub mod space;
pub mod spatial;
pub mod system;
pub mod tally;
pub mod theory;
pub mod tile;
pub mod tip;
pub mod tuple;
pub mod watch;
pub mod wgsl;

pub use real::{Real, Scalar};
