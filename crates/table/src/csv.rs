//! Comma separated values after RFC 4180 but for the end of lines.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;

use rayon::prelude::*;

use super::{Table, Values};

/// The end of a line: RFC 4180 has CR LF, but every reader takes LF, and awk and cut want it.
const END_OF_LINE: &[u8] = b"\n";

/// Rows that one task formats into one buffer.
const BLOCK_ROWS: usize = 512;

/// An open CSV file.
pub(super) struct CsvSink {
    out: BufWriter<File>,
    /// Text of blocks formatted at the same time, kept for their allocations.
    blocks: Vec<Vec<u8>>,
}

impl CsvSink {
    /// Writes the line of names.
    pub(super) fn new(file: File, schema: &Table) -> io::Result<CsvSink> {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let names: Vec<_> = schema.columns.iter().map(|c| quoted(&c.name)).collect();
        out.write_all(names.join(",").as_bytes())?;
        out.write_all(END_OF_LINE)?;
        Ok(CsvSink { out, blocks: vec![Vec::new(); 4 * rayon::current_num_threads()] })
    }

    /// Writes a line per row of a table that was checked.
    pub(super) fn append(&mut self, table: &Table) -> io::Result<()> {
        let rows = table.rows();
        let cells: Vec<Cells> = table.columns.iter().map(|c| Cells::new(&c.values)).collect();
        let stride = BLOCK_ROWS * self.blocks.len();
        for first in (0..rows).step_by(stride) {
            let used = (rows - first).div_ceil(BLOCK_ROWS).min(self.blocks.len());
            let blocks = &mut self.blocks[..used];
            blocks.par_iter_mut().enumerate().for_each(|(i, text)| {
                let start = first + i * BLOCK_ROWS;
                text.clear();
                format_rows(&cells, start..rows.min(start + BLOCK_ROWS), text);
            });
            for text in blocks {
                self.out.write_all(text)?;
            }
        }
        Ok(())
    }

    /// Writes what is still buffered.
    pub(super) fn finish(self) -> io::Result<File> {
        self.out.into_inner().map_err(|e| e.into_error())
    }
}

/// The values of a column, with labels as they stand in the file.
enum Cells<'a> {
    F64(&'a [f64]),
    F32(&'a [f32]),
    U32(&'a [u32]),
    U64(&'a [u64]),
    Label(&'a [u8], Vec<Cow<'static, str>>),
}

impl<'a> Cells<'a> {
    fn new(values: &'a Values) -> Self {
        match values {
            Values::F64(v) => Cells::F64(v),
            Values::F32(v) => Cells::F32(v),
            Values::U32(v) => Cells::U32(v),
            Values::U64(v) => Cells::U64(v),
            Values::Label { codes, labels } => {
                Cells::Label(codes, labels.iter().map(|l| quoted(l)).collect())
            }
        }
    }
}

fn format_rows(cells: &[Cells], rows: Range<usize>, text: &mut Vec<u8>) {
    let mut float = zmij::Buffer::new();
    let mut integer = itoa::Buffer::new();
    for row in rows {
        for (i, column) in cells.iter().enumerate() {
            if i > 0 {
                text.push(b',');
            }
            let cell = match column {
                Cells::F64(v) => float.format(v[row]),
                Cells::F32(v) => float.format(v[row]),
                Cells::U32(v) => integer.format(v[row]),
                Cells::U64(v) => integer.format(v[row]),
                Cells::Label(codes, labels) => &*labels[usize::from(codes[row])],
            };
            text.extend_from_slice(cell.as_bytes());
        }
        text.extend_from_slice(END_OF_LINE);
    }
}

/// A word as a field: in quotes where the format needs them, and where it is empty, lest a line be blank.
fn quoted(word: &str) -> Cow<'_, str> {
    if word.is_empty() || word.contains(['"', ',', '\r', '\n']) {
        Cow::Owned(format!("\"{}\"", word.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(word)
    }
}
