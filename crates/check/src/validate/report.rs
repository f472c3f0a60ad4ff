//! The table that `moreau validate` prints.

use std::fmt;
use std::time::Instant;

use serde::Serialize;

use super::compare::Gap;
use moreau::backend::Precision;
use moreau::error::Error;

/// One check.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The adapter, or `cpu` for a check of the lanes.
    pub adapter: String,
    /// The precision under test.
    pub precision: Precision,
    /// The triple, or `shared` for what all triples use.
    pub system: String,
    /// The WGSL function, or what was run.
    pub check: String,
    /// Inputs or members.
    pub cases: usize,
    /// Numbers compared with the Rust mirror of the same precision.
    pub numbers: usize,
    /// Those equal to the bit.
    pub identical: usize,
    /// Worst gap to the mirror, in ulp of the column's scale; `null` in JSON if it is not finite.
    pub mirror_ulps: f64,
    /// Worst gap of f32 to the f64 reference, relative to the column's scale.
    pub to_f64: Option<f64>,
    /// Cases in which a decision (contact, stick, cell) fell differently than in the mirror.
    pub turned: usize,
    /// Whether the same comparison caught a kernel made wrong on purpose; `None` where it has no such control.
    pub caught: Option<bool>,
    /// Whether every comparison held, and the control was caught.
    pub passed: bool,
    /// What else there is to say.
    pub note: String,
    /// How long it took: compiling shaders, running them, and their twins.
    pub seconds: f64,
}

impl Row {
    /// A row from a comparison with the mirror; it has passed if that is within `ulps`.
    pub fn of(gap: &Gap, ulps: f64, cases: usize, check: impl Into<String>) -> Row {
        Row {
            adapter: String::new(),
            precision: Precision::F32,
            system: String::new(),
            check: check.into(),
            cases,
            numbers: gap.numbers,
            identical: gap.identical,
            mirror_ulps: gap.ulps,
            to_f64: None,
            turned: gap.turned,
            caught: None,
            passed: gap.within(ulps),
            note: String::new(),
            seconds: 0.0,
        }
    }

    /// The row that `check` makes, with the time that takes.
    pub fn timed(check: impl FnOnce() -> Result<Row, Error>) -> Result<Row, Error> {
        let started = Instant::now();
        let row = check()?;
        Ok(Row { seconds: started.elapsed().as_secs_f64(), ..row })
    }

    /// Adds the outcome of a negative control.
    pub fn control(mut self, caught: bool) -> Row {
        self.caught = Some(caught);
        self.passed &= caught;
        self
    }

    /// Adds another condition, with words for when it fails.
    pub fn require(mut self, holds: bool, otherwise: impl Into<String>) -> Row {
        self.passed &= holds;
        if holds { self } else { self.remark(otherwise) }
    }

    /// Adds words.
    pub fn remark(mut self, words: impl Into<String>) -> Row {
        let words: String = words.into();
        self.note += if self.note.is_empty() || words.is_empty() { "" } else { "; " };
        self.note += &words;
        self
    }

    /// The cells of the text table.
    fn cells(&self) -> [String; 9] {
        [
            self.check.clone(),
            self.system.clone(),
            self.precision.to_string(),
            self.cases.to_string(),
            if self.numbers == self.identical {
                "all".into()
            } else {
                format!("{}/{}", self.identical, self.numbers)
            },
            number(self.mirror_ulps),
            self.to_f64.map_or("-".into(), number),
            self.caught.map_or("-", |caught| if caught { "caught" } else { "MISSED" }).into(),
            format!("{} {}", if self.passed { "ok" } else { "FAILED" }, self.note).trim_end().into(),
        ]
    }
}

fn number(x: f64) -> String {
    if x == 0.0 { "0".into() } else { format!("{x:.1e}") }
}

/// All checks of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// One row a check.
    pub rows: Vec<Row>,
    /// Adapters that were looked at.
    pub adapters: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

impl Report {
    /// Whether there was something to check, all of it held, and every control was caught.
    pub fn passed(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.passed)
    }

    /// The rows that failed.
    pub fn failures(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| !row.passed)
    }
}

const HEADER: [&str; 9] =
    ["function or run", "system", "real", "cases", "bit-identical", "ulp", "f32-f64", "control", "verdict"];

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut adapters: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !adapters.contains(&row.adapter.as_str()) {
                adapters.push(&row.adapter);
            }
        }
        let header = HEADER.map(String::from);
        let all: Vec<[String; 9]> = self.rows.iter().map(Row::cells).collect();
        let mut widths = HEADER.map(str::len);
        for cells in &all {
            widths = std::array::from_fn(|j| widths[j].max(cells[j].chars().count()));
        }
        for adapter in adapters {
            writeln!(f, "{adapter}")?;
            line(f, &header, &widths)?;
            for (row, cells) in self.rows.iter().zip(&all) {
                if row.adapter == adapter {
                    line(f, cells, &widths)?;
                }
            }
            writeln!(f)?;
        }
        let failed = self.failures().count();
        let controls = self.rows.iter().filter(|row| row.caught.is_some()).count();
        let caught = self.rows.iter().filter(|row| row.caught == Some(true)).count();
        let identical = self.rows.iter().filter(|row| row.identical == row.numbers).count();
        write!(
            f,
            "{}: {} checks on {}, {failed} failed; {identical} bit-identical to the Rust mirror; \
             {caught} of {controls} wrong kernels caught; {:.1} s",
            if self.passed() { "passed" } else { "FAILED" },
            self.rows.len(),
            self.adapters.join(", "),
            self.seconds
        )
    }
}

/// One aligned line, numbers to the right.
fn line(f: &mut fmt::Formatter<'_>, cells: &[String; 9], widths: &[usize; 9]) -> fmt::Result {
    let mut text = String::new();
    for (j, (cell, &width)) in cells.iter().zip(widths).enumerate() {
        text += &match j {
            3..=6 => format!("{cell:>width$}  "),
            _ => format!("{cell:<width$}  "),
        };
    }
    writeln!(f, "  {}", text.trim_end())
}
