//! Errors that name the key, the value and what is accepted.

use std::path::{Path, PathBuf};

/// Anything that can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A value that is not accepted.
    #[error("{key} = {value}: not accepted; {accepted}")]
    Input {
        /// The key, as written in a study file or on the command line.
        key: String,
        /// What was given.
        value: String,
        /// What would be accepted.
        accepted: String,
    },
    /// A study file that cannot be read as one.
    #[error("{path}: not a study file: {cause}")]
    Study {
        /// The file.
        path: String,
        /// What is wrong, in one line.
        cause: String,
    },
    /// No GPU, or none of the wanted name.
    #[error("no adapter {wanted}; {cure}")]
    Adapter {
        /// What was looked for.
        wanted: String,
        /// What to do.
        cure: String,
    },
    /// A shader that does not compile: a fault of a model, law or scheme, or of a driver.
    #[error("the shader of {what} is invalid on this adapter: {cause}; `moreau shader` prints its text")]
    Shader {
        /// The triple or probe.
        what: String,
        /// The first line of the compiler's answer.
        cause: String,
    },
    /// Not enough memory on the device.
    #[error(
        "the adapter has too little memory for {bytes} bytes: {cause}; run fewer members at a time or use --backend cpu"
    )]
    Memory {
        /// How much was asked for.
        bytes: u64,
        /// What the driver said.
        cause: String,
    },
    /// The device failed while it ran.
    #[error("the adapter failed: {cause}; try again, or use --backend cpu")]
    Device {
        /// What the driver said.
        cause: String,
    },
    /// A worker thread panicked: a fault of this program, or of a model of the user's.
    #[error("a worker failed: {cause}")]
    Panic {
        /// What it said.
        cause: String,
    },
    /// A run that was asked to stop.
    #[error("{0}")]
    Stopped(String),
    /// A file that cannot be written or read.
    #[error("{path}: {cause}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        cause: String,
    },
    /// A check that failed.
    #[error("{0}")]
    Check(String),
}

impl Error {
    /// A value that is not accepted.
    pub fn input(key: impl Into<String>, value: impl ToString, accepted: impl Into<String>) -> Error {
        Error::Input { key: key.into(), value: one_line(&value.to_string()), accepted: accepted.into() }
    }

    /// A file that cannot be written or read.
    pub fn file(path: &Path, cause: impl ToString) -> Error {
        Error::File { path: path.to_owned(), cause: cause.to_string() }
    }

    /// Whether another device, or none, might do better.
    pub fn is_of_device(&self) -> bool {
        matches!(self, Error::Device { .. } | Error::Memory { .. })
    }

    /// The exit code of the command line: 2 for bad input, 1 for anything that failed later.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input { .. } | Error::Study { .. } | Error::Adapter { .. } => 2,
            // What a shell gives for a program ended by Ctrl-C.
            Error::Stopped(_) => 130,
            _ => 1,
        }
    }
}

/// A value as it can stand in a message of one line, whatever someone wrote.
fn one_line(value: &str) -> String {
    const MOST: usize = 200;
    let mut text: String = value.split_whitespace().collect::<Vec<_>>().join(" ");
    text.retain(|c| !c.is_control());
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text,
    }
}

impl From<crate::output::table::TableError> for Error {
    /// A format that does not exist is bad input; whatever else fails with a table fails with its file.
    fn from(error: crate::output::table::TableError) -> Error {
        match error {
            crate::output::table::TableError::Format(given) => {
                Error::input("format", given, "accepted: parquet, csv, npz")
            }
            other => Error::Check(other.to_string()),
        }
    }
}
