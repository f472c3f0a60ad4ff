//! Tables of results, a row a member, their files (Parquet, CSV and NPZ), and the statistics of their columns.
#![warn(missing_docs)]

mod assemble;
mod csv;
mod encode;
mod format;
pub mod interval;
mod npz;
mod parquet;
mod part;
mod sink;
pub mod statistics;
#[cfg(test)]
mod tests;
mod zip;

pub use assemble::{PartError, Parts, assemble, write_table};
pub use format::{Format, TableError};
pub use parquet::parquet_bytes;
pub use part::{OnDisk, PartReader};

/// The values of one column.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Double precision numbers.
    F64(Vec<f64>),
    /// Single precision numbers.
    F32(Vec<f32>),
    /// Unsigned 32-bit integers.
    U32(Vec<u32>),
    /// Unsigned 64-bit integers.
    U64(Vec<u64>),
    /// Words of a fixed list.
    Label {
        /// Per row, the position of its word in `labels`.
        codes: Vec<u8>,
        /// The words.
        labels: &'static [&'static str],
    },
}

impl Values {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::F64(v) => v.len(),
            Values::F32(v) => v.len(),
            Values::U32(v) => v.len(),
            Values::U64(v) => v.len(),
            Values::Label { codes, .. } => codes.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The short name of the type: `f64`, `f32`, `u32`, `u64` or `label`.
    pub fn kind(&self) -> &'static str {
        match self {
            Values::F64(_) => "f64",
            Values::F32(_) => "f32",
            Values::U32(_) => "u32",
            Values::U64(_) => "u64",
            Values::Label { .. } => "label",
        }
    }

    /// No values, of the same type.
    pub fn empty_like(&self) -> Values {
        match self {
            Values::F64(_) => Values::F64(Vec::new()),
            Values::F32(_) => Values::F32(Vec::new()),
            Values::U32(_) => Values::U32(Vec::new()),
            Values::U64(_) => Values::U64(Vec::new()),
            Values::Label { labels, .. } => Values::Label { codes: Vec::new(), labels },
        }
    }

    fn same_type(&self, other: &Values) -> bool {
        match (self, other) {
            (Values::Label { labels: a, .. }, Values::Label { labels: b, .. }) => a == b,
            _ => self.kind() == other.kind(),
        }
    }
}

/// A named column with its unit and a line on its meaning.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The name, unique within a table.
    pub name: String,
    /// The unit, empty for a pure number.
    pub unit: String,
    /// What the values mean.
    pub about: String,
    /// The values, one a row.
    pub values: Values,
}

impl Column {
    /// A column of these parts.
    pub fn new(
        name: impl Into<String>,
        unit: impl Into<String>,
        about: impl Into<String>,
        values: Values,
    ) -> Self {
        Column { name: name.into(), unit: unit.into(), about: about.into(), values }
    }

    /// The value of a row as a real number: a label as its code, integers beyond 2^53 rounded.
    ///
    /// # Panics
    /// If there is no such row, as indexing a slice does.
    pub fn real(&self, row: usize) -> f64 {
        match &self.values {
            Values::F64(v) => v[row],
            Values::F32(v) => f64::from(v[row]),
            Values::U32(v) => f64::from(v[row]),
            Values::U64(v) => v[row] as f64,
            Values::Label { codes, .. } => f64::from(codes[row]),
        }
    }

    fn mismatch(&self, other: &Column) -> Option<String> {
        if self.name != other.name {
            return Some(format!("column `{}` where `{}` belongs", other.name, self.name));
        }
        if !self.values.same_type(&other.values) {
            let labels = if self.values.kind() == other.values.kind() { " of other words" } else { "" };
            let (got, want) = (other.values.kind(), self.values.kind());
            return Some(format!("column `{}` is {got}{labels}, not {want}", self.name));
        }
        (self.unit != other.unit)
            .then(|| format!("column `{}` is in `{}`, not `{}`", self.name, other.unit, self.unit))
    }
}

/// Columns of equal length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// The columns, in the order of writing.
    pub columns: Vec<Column>,
}

impl Table {
    /// The number of rows: the length of the first column.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |c| c.values.len())
    }

    /// The column of this name.
    pub fn get(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name == name)
    }

    /// Some consecutive rows.
    pub fn slice(&self, rows: std::ops::Range<usize>) -> Table {
        let part = |values: &Values| match values {
            Values::F64(v) => Values::F64(v[rows.clone()].to_vec()),
            Values::F32(v) => Values::F32(v[rows.clone()].to_vec()),
            Values::U32(v) => Values::U32(v[rows.clone()].to_vec()),
            Values::U64(v) => Values::U64(v[rows.clone()].to_vec()),
            Values::Label { codes, labels } => Values::Label { codes: codes[rows.clone()].to_vec(), labels },
        };
        let column = |c: &Column| Column::new(&*c.name, &*c.unit, &*c.about, part(&c.values));
        Table { columns: self.columns.iter().map(column).collect() }
    }

    /// The same columns without rows.
    pub fn empty_like(&self) -> Table {
        let bare = |c: &Column| Column::new(&*c.name, &*c.unit, &*c.about, c.values.empty_like());
        Table { columns: self.columns.iter().map(bare).collect() }
    }

    /// Checks that the columns are of equal length and that every label code has its word.
    pub fn check(&self) -> Result<(), SchemaError> {
        let rows = self.rows();
        for c in &self.columns {
            if c.values.len() != rows {
                return Err(SchemaError::Length { column: c.name.clone(), got: c.values.len(), want: rows });
            }
            if let Values::Label { codes, labels } = &c.values
                && let Some(&code) = codes.iter().max()
                && usize::from(code) >= labels.len()
            {
                return Err(SchemaError::Code { column: c.name.clone(), code, labels: labels.len() });
            }
        }
        Ok(())
    }

    /// Checks that `other` has the same names, types and units in the same order.
    pub fn check_same(&self, other: &Table) -> Result<(), SchemaError> {
        let (want, got) = (self.columns.len(), other.columns.len());
        if want != got {
            return Err(SchemaError::Mismatch(format!("{got} columns where {want} belong")));
        }
        let first = self.columns.iter().zip(&other.columns).find_map(|(a, b)| a.mismatch(b));
        first.map_or(Ok(()), |m| Err(SchemaError::Mismatch(m)))
    }

    /// Appends the rows of a table of the same schema; a table without columns takes over `other` whole.
    ///
    /// Nothing is changed on an error.
    pub fn append(&mut self, other: Table) -> Result<(), SchemaError> {
        other.check()?;
        if self.columns.is_empty() {
            *self = other;
            return Ok(());
        }
        self.check_same(&other)?;
        for (mine, theirs) in self.columns.iter_mut().zip(other.columns) {
            match (&mut mine.values, theirs.values) {
                (Values::F64(a), Values::F64(b)) => a.extend(b),
                (Values::F32(a), Values::F32(b)) => a.extend(b),
                (Values::U32(a), Values::U32(b)) => a.extend(b),
                (Values::U64(a), Values::U64(b)) => a.extend(b),
                (Values::Label { codes: a, .. }, Values::Label { codes: b, .. }) => a.extend(b),
                _ => unreachable!("types were compared above"),
            }
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), SchemaError> {
        if self.columns.is_empty() {
            return Err(SchemaError::NoColumns);
        }
        for (i, c) in self.columns.iter().enumerate() {
            if c.name.is_empty() || self.columns[..i].iter().any(|b| b.name == c.name) {
                return Err(SchemaError::Name(c.name.clone()));
            }
        }
        Ok(())
    }
}

/// What is wrong with the shape of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// A table to be written has no columns.
    #[error("the table has no columns")]
    NoColumns,
    /// A column name is empty or occurs twice.
    #[error("the column name `{0}` is empty or occurs twice")]
    Name(String),
    /// A column differs in length from the first.
    #[error("column `{column}` has {got} rows where the first column has {want}")]
    Length {
        /// The column.
        column: String,
        /// Its length.
        got: usize,
        /// The length of the first column.
        want: usize,
    },
    /// A label code has no word.
    #[error("column `{column}` holds code {code} but has {labels} labels")]
    Code {
        /// The column.
        column: String,
        /// The largest code.
        code: u8,
        /// The number of words.
        labels: usize,
    },
    /// Names, types or units differ from those expected.
    #[error("another schema: {0}")]
    Mismatch(String),
}
