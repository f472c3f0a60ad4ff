//! Files and figures.

pub mod draw;
mod field_table;
pub mod figure;
pub mod finish;
pub mod html;
pub mod interval;
pub mod report;
pub mod store;
pub mod table;
