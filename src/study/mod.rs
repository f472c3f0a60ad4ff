//! Studies: from a TOML file to members, and from members to results.

mod contact;
pub mod dist;
pub mod edit;
pub mod figure_spec;
pub mod lines;
pub mod members;
pub mod presets;
pub mod results;
pub mod run;
mod sample;
mod sections;
pub mod spec;
mod trajectories;

pub use dist::Dist;
pub use results::{Results, Summary};
pub use run::{Options, Sink, Study};
pub use spec::Spec;
