//! Files and figures.

pub mod draw;
mod field_table;
pub mod finish;
pub mod html;
pub mod report;
pub mod store;

#[doc(inline)]
pub use moreau_figure as figure;
#[doc(inline)]
pub use moreau_table::{self as table, interval};
