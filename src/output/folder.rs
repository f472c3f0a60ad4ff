//! The folder of a run: everything is written beside it first, and moved into place when it is complete.

use std::fs;
use std::path::{Path, PathBuf};

use super::draw::{self, Drawn};
use super::table::{Column, Format, Table, TableError, TableWriter, Values};
use crate::error::Error;
use crate::field::{Field, Grid};
use crate::study::{Sink, Study, Summary};

/// Rows kept for figures, of trajectories and of members; more could not be told apart in one.
const DRAWN_ROWS: usize = 2_000_000;

/// A folder in the making; dropped before [`Folder::finish`], it leaves nothing.
pub struct Folder {
    out: PathBuf,
    staging: PathBuf,
    format: Format,
    metadata: Vec<(String, String)>,
    study_toml: String,
    members: Option<TableWriter>,
    trajectories: Option<TableWriter>,
    drawn: Table,
    drawn_members: Table,
    drawn_columns: Vec<String>,
    done: bool,
}

impl Folder {
    /// Checks that the results can go to `out`, and starts a hidden folder beside it.
    pub fn stage(out: &Path, format: Format, study: &Study) -> Result<Folder, Error> {
        let refused = |why: &str| Err(Error::input("out", out.display(), why));
        let Some(name) = out.file_name().and_then(|name| name.to_str()) else {
            return refused("accepted: the path of a folder");
        };
        if out.is_file() {
            return refused("is a file; accepted: a folder, new, empty or of an earlier run");
        }
        let occupied = out.is_dir() && fs::read_dir(out).is_ok_and(|mut list| list.next().is_some());
        if occupied && !out.join("summary.json").is_file() {
            return refused("holds other files; accepted: a folder, new, empty or of an earlier run");
        }
        let staging = out.with_file_name(format!(".{name}.partial-{}", std::process::id()));
        fs::create_dir_all(staging.join("figures")).map_err(|e| Error::file(&staging, e))?;
        let study_toml = study.spec.to_toml();
        let metadata = vec![
            ("moreau".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            ("study".to_owned(), study_toml.clone()),
        ];
        let mut drawn_columns: Vec<String> =
            study.spec.figure.iter().flat_map(|figure| figure.member_columns()).map(str::to_owned).collect();
        drawn_columns.sort();
        drawn_columns.dedup();
        Ok(Folder {
            out: out.to_owned(),
            staging,
            format,
            metadata,
            study_toml,
            members: None,
            trajectories: None,
            drawn: Table { columns: Vec::new() },
            drawn_members: Table { columns: Vec::new() },
            drawn_columns,
            done: false,
        })
    }

    fn append(&self, writer: &mut Option<TableWriter>, stem: &str, rows: &Table) -> Result<(), Error> {
        if writer.is_none() {
            let path = self.staging.join(format!("{stem}.{}", self.format.extension()));
            *writer = Some(TableWriter::create(&path, self.format, rows, &self.metadata).map_err(broken)?);
        }
        writer.as_mut().expect("just created").append(rows).map_err(broken)
    }

    /// Writes the field: a row a cell that was visited.
    pub fn field(&mut self, study: &Study, grid: &Grid, field: &Field) -> Result<(), Error> {
        let rows = field_table(study, grid, field);
        let mut writer = None;
        self.append(&mut writer, "field", &rows)?;
        writer.expect("just written").finish().map_err(broken)
    }

    /// Draws what the study asks for.
    pub fn figures(
        &self,
        study: &Study,
        summary: &Summary,
        field: Option<&(Grid, Field)>,
    ) -> Result<(), Error> {
        let drawn = Drawn { study, summary, trajectories: &self.drawn, members: &self.drawn_members, field };
        for spec in &study.spec.figure {
            if let Some(figure) = draw::figure(&drawn, spec) {
                let folder = self.staging.join("figures");
                figure.save(&folder, &spec.stem).map_err(|e| Error::file(&folder, e))?;
            }
        }
        Ok(())
    }

    /// Completes the tables, writes the summary, and moves the folder into place. Returns the files' names.
    pub fn finish(mut self, summary: &Summary) -> Result<Vec<String>, Error> {
        for writer in [self.members.take(), self.trajectories.take()].into_iter().flatten() {
            writer.finish().map_err(broken)?;
        }
        let write = |name: &str, text: &str| {
            let path = self.staging.join(name);
            fs::write(&path, text).map_err(|e| Error::file(&path, e))
        };
        write("study.toml", &self.study_toml)?;
        let json = serde_json::to_string_pretty(summary).map_err(|e| Error::file(&self.staging, e))?;
        write("summary.json", &(json + "\n"))?;
        let figures = self.staging.join("figures");
        if fs::read_dir(&figures).is_ok_and(|mut list| list.next().is_none()) {
            fs::remove_dir(&figures).map_err(|e| Error::file(&figures, e))?;
        }
        let files = list_files(&self.staging)?;
        self.move_into_place().map_err(|e| Error::file(&self.out, e))?;
        Ok(files)
    }

    fn move_into_place(&mut self) -> std::io::Result<()> {
        let name = self.out.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let old = self.out.with_file_name(format!(".{name}.old-{}", std::process::id()));
        let replaced = self.out.is_dir();
        if replaced {
            fs::rename(&self.out, &old)?;
        }
        fs::rename(&self.staging, &self.out)?;
        self.done = true;
        if replaced { fs::remove_dir_all(&old) } else { Ok(()) }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.done {
            let _ = fs::remove_dir_all(&self.staging);
        }
    }
}

impl Sink for Folder {
    fn members(&mut self, rows: Table) -> Result<(), Error> {
        let mut writer = self.members.take();
        let written = self.append(&mut writer, "members", &rows);
        self.members = writer;
        if self.drawn_members.rows() < DRAWN_ROWS && !self.drawn_columns.is_empty() {
            let mut columns = rows.columns;
            columns.retain(|column| self.drawn_columns.contains(&column.name));
            self.drawn_members.append(Table { columns }).map_err(|e| Error::Check(e.to_string()))?;
        }
        written
    }

    fn trajectories(&mut self, rows: Table) -> Result<(), Error> {
        let mut writer = self.trajectories.take();
        let written = self.append(&mut writer, "trajectories", &rows);
        self.trajectories = writer;
        if self.drawn.rows() < DRAWN_ROWS {
            self.drawn.append(rows).map_err(|e| Error::Check(e.to_string()))?;
        }
        written
    }
}

fn broken(e: TableError) -> Error {
    Error::Check(e.to_string())
}

fn list_files(folder: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| Error::file(folder, e))? {
        let entry = entry.map_err(|e| Error::file(folder, e))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        names.push(if entry.path().is_dir() { format!("{name}/") } else { name });
    }
    names.sort();
    Ok(names)
}

/// Centre, count and mean velocity of every cell that was visited.
fn field_table(study: &Study, grid: &Grid, field: &Field) -> Table {
    let state = study.info().state;
    let cells: Vec<usize> = (0..grid.len()).filter(|&cell| field.count(cell) > 0).collect();
    let columns = grid.cells[0] as usize;
    let centre = |axis: usize, cell: usize| {
        let place = if axis == 0 { cell % columns } else { cell / columns };
        let (low, high) = grid.ranges[axis];
        low + (high - low) * (place as f64 + 0.5) / f64::from(grid.cells[axis])
    };
    let column = |name: &str, unit: &str, about: &str, values| Column {
        name: name.into(),
        unit: unit.into(),
        about: about.into(),
        values,
    };
    let reals = |f: &dyn Fn(usize) -> f64| Values::F64(cells.iter().map(|&cell| f(cell)).collect());
    let mut table = Vec::new();
    for axis in 0..2 {
        let (name, unit) = state[grid.axes[axis]];
        table.push(column(name, unit, "centre of the cell", reals(&|cell| centre(axis, cell))));
    }
    let counts = cells.iter().map(|&cell| field.count(cell)).collect();
    table.push(column("count", "", "samples in the cell", Values::U64(counts)));
    for component in 0..2 {
        let (name, unit) = state[grid.velocities[component]];
        let name = format!(
            "mean_{name}{}",
            if component == 1 && grid.velocities[0] == grid.velocities[1] { "_2" } else { "" }
        );
        table.push(column(&name, unit, "mean over the samples", reals(&|cell| field.mean(component, cell))));
    }
    Table { columns: table }
}
