//! One file a command, each opening with its manual.

pub mod bench;
pub mod classify;
pub mod compare;
pub mod converge;
pub mod devices;
pub mod list;
pub mod merge;
pub mod models;
#[cfg(feature = "mpi")]
mod ranks;
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

/// The command line as it was given.
pub fn command_line() -> String {
    let plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./=:,+@%".contains(c))
    };
    let quoted =
        |word: String| if plain(&word) { word } else { format!("'{}'", word.replace('\'', "'\\''")) };
    let words = std::env::args().skip(1).map(quoted);
    std::iter::once("moreau".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
