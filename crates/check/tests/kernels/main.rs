//! Every WGSL kernel against the one Rust source.

#[path = "../../../../tests/common/mod.rs"]
mod common;

mod adapter;
mod sampling;
mod shaders;
mod tuning;
