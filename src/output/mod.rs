//! Files and figures.

pub mod draw;
pub mod figure;
pub mod folder;
pub mod html;
pub mod interval;
pub mod report;
pub mod table;
