//! `moreau devices`: the adapters of this machine, with what matters for a run.

use moreau::backend::{Backend, gpu};
use moreau::error::Error;

use crate::say;

/// Adapters: type, limits, f64.
#[derive(clap::Args)]
pub struct Args {}

/// Prints the CPU backend and every adapter.
pub fn run(_: Args) -> Result<(), Error> {
    say!("cpu backend: {}", Backend::cpu(0).adapter());
    let adapters = gpu::adapters();
    if adapters.is_empty() {
        say!("no adapter: {}", gpu::CURE);
    }
    for adapter in &adapters {
        let (info, limits) = (adapter.get_info(), adapter.limits());
        let f64 = if adapter.features().contains(gpu::F64) { "yes" } else { "no" };
        say!("{} ({:?}, {:?})", info.name, info.device_type, info.backend);
        say!("  driver {} {}", info.driver, info.driver_info);
        say!("  f64 {f64}");
        say!("  storage binding {} MiB", limits.max_storage_buffer_binding_size >> 20);
        say!("  buffer {} MiB", limits.max_buffer_size >> 20);
        say!("  uniform binding {} KiB", limits.max_uniform_buffer_binding_size >> 10);
        say!("  workgroup {} invocations", limits.max_compute_invocations_per_workgroup);
    }
    say!("auto takes: {}", Backend::auto()?.name());
    Ok(())
}
