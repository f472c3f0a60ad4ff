//! Studies: from a TOML file to members, and from members to results.

mod contact;
pub mod dist;
pub mod edit;
pub mod figure_spec;
pub mod file;
pub mod lines;
pub mod members;
pub mod presets;
pub mod results;
pub mod run;
mod sample;
mod sampled;
mod sections;
mod sobol;
pub mod spec;
pub mod statistics;
mod trajectories;

pub use dist::Dist;
pub use results::{Results, Summary};
pub use run::{Options, Sink, Study};
pub use sobol::MOST_DIMENSIONS as SOBOL_DIMENSIONS;
pub use spec::{Sampling, Spec};
