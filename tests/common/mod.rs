//! What GPU tests share.

use std::io::Write;

use moreau::backend::gpu::Gpu;

/// The default adapter. No GPU is a failed test that says how to get one; `MOREAU_GPU=off` skips, and says so.
pub fn gpu(test: &str) -> Option<Gpu> {
    if std::env::var("MOREAU_GPU").is_ok_and(|value| value == "off") {
        // Not eprintln: the test harness would swallow it.
        writeln!(std::io::stderr(), "{test}: skipped, MOREAU_GPU=off").expect("stderr is open");
        return None;
    }
    match Gpu::open(None) {
        Ok(gpu) => Some(gpu),
        Err(e) => panic!("{e}\ncure: apt-get install -y mesa-vulkan-drivers (or MOREAU_GPU=off to skip)"),
    }
}
