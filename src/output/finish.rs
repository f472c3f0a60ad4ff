//! The end of a run: chunks become tables in the format that was asked for, a field, figures, a summary and a report.
//! Everything is made of what is on disk, so a run, a resumed run and merged shards end alike.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::time::Instant;

use super::draw::{self, Drawn};
use super::field_table::field_table;
use super::html;
use super::store::{Store, Sum};
use super::table::{Format, PartReader, Parts, Table, assemble, write_table};
use crate::backend::gpu::tune::Tuning;
use crate::error::Error;
use crate::field::Field;
use crate::study::audit::Audit;
use crate::study::{Part, Study, Summary};

/// Rows kept for figures, of trajectories and of members; more could not be told apart in one.
const DRAWN_ROWS: usize = 1_000_000;

/// Names that a run may leave in its folder, but for the summary.
const OURS: [&str; 4] = ["study.toml", "manifest.json", "report.html", "figures"];

/// How a run is to end.
pub struct Finish<'a> {
    /// The study.
    pub study: &'a Study,
    /// The format of tables.
    pub format: Format,
    /// Whether to draw.
    pub figures: bool,
    /// The command line, for the summary.
    pub command: String,
    /// When the run began.
    pub started: Instant,
    /// Seconds for compiling shaders.
    pub compile_seconds: f64,
    /// How kernels were cut to the adapter, where there was one.
    pub tuning: Option<Tuning>,
}

impl Finish<'_> {
    /// Makes the final files of a store that has all its chunks. Returns the summary and the files' names.
    pub fn run(&self, store: Store) -> Result<(Summary, Vec<String>), Error> {
        let field = store.field(self.study)?;
        let mut summary = self.summary(&store, field.as_ref())?;
        if let Part::Shard { .. } = store.manifest.part {
            return self.shard(store, summary);
        }
        let staging = store.staging();
        let _ = fs::remove_dir_all(&staging);
        fs::create_dir_all(&staging).map_err(|e| Error::file(&staging, e))?;
        self.tables(&store, field.as_ref(), &staging)?;
        if self.figures {
            self.draw(&store, &summary, field.as_ref(), &staging.join("figures"))?;
        }
        write(&staging, "study.toml", &store.manifest.study)?;
        write(&staging, "manifest.json", &manifest(&store, &staging)?)?;
        self.save(&mut summary, &staging)?;
        html::write_report(&staging)?;
        let files = list_files(&staging)?;
        let mut stale: Vec<String> = OURS.iter().map(|name| (*name).to_owned()).collect();
        for stem in ["members", "trajectories", "field", "audit"] {
            stale.extend(Format::ALL.iter().map(|format| format!("{stem}.{}", format.extension())));
        }
        store.replace(&stale)?;
        Ok((summary, files))
    }

    /// A shard keeps its chunks, for `moreau merge`; its summary is of its own members.
    fn shard(&self, store: Store, mut summary: Summary) -> Result<(Summary, Vec<String>), Error> {
        write(&store.dir, "study.toml", &store.manifest.study)?;
        self.save(&mut summary, &store.dir)?;
        let files = list_files(&store.dir)?;
        store.keep();
        Ok((summary, files))
    }

    /// What all chunks say together.
    fn summary(&self, store: &Store, field: Option<&Field>) -> Result<Summary, Error> {
        let manifest = &store.manifest;
        let by = (manifest.backend.as_str(), manifest.precision);
        let mut summary = Summary::of(self.study, &store.facts()?, &store.ran(), by, field);
        summary.part = (manifest.part != Part::Whole).then(|| manifest.part.to_string());
        summary.command.clone_from(&self.command);
        summary.seconds.compile = self.compile_seconds;
        summary.tuning = self.tuning;
        if manifest.audit > 0.0 {
            let read = |names: &[&str]| columns(store, "audit.parquet", names, usize::MAX);
            summary.audit = Some(Audit::of(manifest.audit, self.study, &read)?);
        }
        Ok(summary)
    }

    fn tables(&self, store: &Store, field: Option<&Field>, staging: &Path) -> Result<(), Error> {
        let metadata = [
            ("moreau".to_owned(), store.manifest.moreau.clone()),
            ("study".to_owned(), store.manifest.study.clone()),
        ];
        let path = |stem: &str| staging.join(format!("{stem}.{}", self.format.extension()));
        for stem in ["members", "trajectories", "audit"] {
            let kind = kind_of(stem);
            let parts = store.parts(kind);
            if parts.len() > 0 {
                assemble(&path(stem), self.format, store.schema(kind), &metadata, &parts)?;
            }
        }
        if let Some((grid, field)) = self.study.grid(&self.study.info()).zip(field) {
            let cells = field_table(self.study, &grid, field);
            write_table(&path("field"), self.format, &cells, &metadata)?;
        }
        Ok(())
    }

    /// Draws what the study asks for.
    fn draw(
        &self,
        store: &Store,
        summary: &Summary,
        field: Option<&Field>,
        folder: &Path,
    ) -> Result<(), Error> {
        let study = self.study;
        let mut names: Vec<&str> =
            study.spec.figure.iter().flat_map(|figure| figure.member_columns()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| store.schema(kind_of("members")).get(name).is_some());
        let members = columns(store, kind_of("members"), &names, DRAWN_ROWS)?;
        let moves = study.spec.figure.iter().any(|figure| figure.draws_trajectories());
        let all: Vec<&str> =
            store.schema(kind_of("trajectories")).columns.iter().map(|c| c.name.as_str()).collect();
        let wanted = if moves { &all[..] } else { &[] };
        let trajectories = columns(store, kind_of("trajectories"), wanted, DRAWN_ROWS)?;
        let grid = study.grid(&study.info());
        let drawn = Drawn {
            study,
            summary,
            trajectories: &trajectories,
            members: &members,
            field: grid.as_ref().zip(field),
        };
        for spec in &study.spec.figure {
            if let Some(figure) = draw::figure(&drawn, spec) {
                fs::create_dir_all(folder).map_err(|e| Error::file(folder, e))?;
                figure.save(folder, &spec.stem).map_err(|e| Error::file(folder, e))?;
            }
        }
        Ok(())
    }

    fn save(&self, summary: &mut Summary, folder: &Path) -> Result<(), Error> {
        summary.seconds.total = self.started.elapsed().as_secs_f64();
        let json = serde_json::to_string_pretty(summary).map_err(|e| Error::file(folder, e))?;
        write(folder, "summary.json", &(json + "\n"))
    }
}

/// The file of a piece that holds this table.
fn kind_of(stem: &str) -> &'static str {
    match stem {
        "members" => "members.parquet",
        "trajectories" => "trajectories.parquet",
        _ => "audit.parquet",
    }
}

/// Some columns of all pieces, as far as `most` rows.
fn columns(store: &Store, kind: &'static str, names: &[&str], most: usize) -> Result<Table, Error> {
    let mut all = Table::default();
    if names.is_empty() {
        return Ok(all);
    }
    let parts = store.parts(kind);
    for i in 0..parts.len() {
        let reader = PartReader::new(parts.read(i)?, store.schema(kind))?;
        for group in 0..reader.groups() {
            if all.rows() >= most {
                return Ok(all);
            }
            let rows = reader.read(group, names)?;
            let rows = if all.rows() + rows.rows() > most { rows.slice(0..most - all.rows()) } else { rows };
            all.append(rows).map_err(|e| Error::Check(e.to_string()))?;
        }
    }
    Ok(all)
}

/// The manifest with the checksums of all tables.
fn manifest(store: &Store, folder: &Path) -> Result<String, Error> {
    let mut json = serde_json::to_value(&store.manifest).map_err(|e| Error::file(folder, e))?;
    let mut files = BTreeMap::new();
    for name in list_files(folder)?.into_iter().filter(|name| !name.ends_with('/')) {
        let path = folder.join(&name);
        files.insert(name, Sum::of_file(&path).map_err(|e| Error::file(&path, e))?);
    }
    json["files"] = serde_json::to_value(files).map_err(|e| Error::file(folder, e))?;
    Ok(serde_json::to_string_pretty(&json).map_err(|e| Error::file(folder, e))? + "\n")
}

/// Writes a small file and waits for the disk.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    let written = fs::write(&path, text).and_then(|()| File::open(&path)?.sync_all());
    written.map_err(|e| Error::file(&path, e))
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
