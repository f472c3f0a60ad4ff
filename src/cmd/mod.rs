//! One file a command, each opening with its manual.

pub mod classify;
pub mod devices;
pub mod list;
pub mod models;
pub mod report;
pub mod run;
pub mod shader;
pub mod show;
pub mod validate;

/// Prints a line; a closed pipe (`moreau list | head -1`) is no error.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write;
        let _ = writeln!(std::io::stdout(), $($text)*);
    }};
}
