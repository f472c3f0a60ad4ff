//! Studies: from a TOML file to members, and from members to results.

pub mod dist;
pub mod edit;
pub mod lines;
pub mod presets;
pub mod results;
pub mod run;
pub mod spec;

pub use dist::Dist;
pub use results::{Results, Summary};
pub use run::{Options, Sink, Study};
pub use spec::Spec;
