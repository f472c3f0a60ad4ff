//! Studies: from a TOML file to members, and from members to results.

pub mod audit;
pub mod chunks;
mod collect;
mod contact;
pub mod dist;
pub mod edit;
pub mod facts;
pub mod figure_spec;
pub mod file;
pub mod ground;
mod keep;
pub mod lines;
pub mod members;
mod open;
pub mod presets;
mod relief;
pub mod results;
pub mod run;
mod sample;
mod sampled;
mod sections;
mod sobol;
pub mod spec;
pub mod surface;
mod trajectories;
pub mod variants;
pub mod warnings;

pub use chunks::Part;
pub use dist::Dist;
#[doc(inline)]
pub use moreau_table::statistics;
pub use open::Study;
pub use results::{Results, Summary};
pub use run::{Options, Piece, Sink, Told};
pub use sobol::MOST_DIMENSIONS as SOBOL_DIMENSIONS;
pub use spec::{Sampling, Spec};
