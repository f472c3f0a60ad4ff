//! Files and figures.

pub mod figure;
pub mod interval;
pub mod table;
