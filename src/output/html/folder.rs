//! From the folder of a finished run to its report.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::figures::rank;
use super::{Page, Picture, html};
use crate::error::Error;

/// The name of the file.
const REPORT: &str = "report.html";
/// Files that are listed one by one; of more, the first ones.
const LISTED: usize = 200;

/// Writes `report.html` into the folder of a finished run, all of it or nothing, and returns its path.
pub fn write_report(dir: &Path) -> Result<PathBuf, Error> {
    let summary = summary(dir)?;
    let study_toml = optional(&dir.join("study.toml"))?;
    let study: toml::Table = study_toml.parse().unwrap_or_default();
    let mut figures = pictures(&dir.join("figures"))?;
    figures.sort_by_key(|picture| (rank(&picture.name, &study), picture.name.clone()));
    let files = files(dir)?;
    let page = Page { summary: &summary, study_toml: &study_toml, figures: &figures, files: &files };
    let path = dir.join(REPORT);
    let partial = dir.join(format!(".{REPORT}.partial-{}", std::process::id()));
    let written = fs::write(&partial, html(&page)).and_then(|()| fs::rename(&partial, &path));
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written.map(|()| path.clone()).map_err(|e| Error::file(&path, e))
}

fn summary(dir: &Path) -> Result<Value, Error> {
    let accepted = "accepted: the folder of a finished run, with summary.json (and study.toml, figures/)";
    let refused = |why: String| Error::input("DIR", dir.display(), format!("{why}; {accepted}"));
    if !dir.is_dir() {
        return Err(refused("there is no such folder".into()));
    }
    let path = dir.join("summary.json");
    let text = fs::read_to_string(&path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => refused("it has no summary.json".into()),
        _ => refused(format!("its summary.json cannot be read: {e}")),
    })?;
    let value: Value =
        serde_json::from_str(&text).map_err(|e| refused(format!("its summary.json is not JSON: {e}")))?;
    if value.is_object() { Ok(value) } else { Err(refused("its summary.json is not a JSON object".into())) }
}

/// The text of a file that need not be there.
fn optional(path: &Path) -> Result<String, Error> {
    match fs::read_to_string(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::file(path, e)),
        text => Ok(text.unwrap_or_default()),
    }
}

/// Every SVG of a folder, with the PNG of the same name.
fn pictures(folder: &Path) -> Result<Vec<Picture>, Error> {
    let mut pictures = Vec::new();
    for path in contents(folder)? {
        if path.extension().is_some_and(|extension| extension == "svg") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let svg = fs::read_to_string(&path).map_err(|e| Error::file(&path, e))?;
            pictures.push(Picture { name, svg, png: fs::read(path.with_extension("png")).ok() });
        }
    }
    Ok(pictures)
}

/// The files of a folder and of the folders in it, with their sizes; hidden ones and the report itself left out.
fn files(dir: &Path) -> Result<Vec<(String, u64)>, Error> {
    let mut files = Vec::new();
    for path in contents(dir)? {
        let inner = if path.is_dir() { contents(&path)? } else { vec![path] };
        for path in inner {
            let name = path.strip_prefix(dir).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let bytes = fs::metadata(&path).map_err(|e| Error::file(&path, e))?.len();
            files.push((name, bytes));
        }
    }
    files.retain(|(name, _)| name != REPORT);
    if files.len() > LISTED {
        let rest = files.split_off(LISTED);
        files.push((format!("{} more files", rest.len()), rest.iter().map(|(_, bytes)| bytes).sum()));
    }
    Ok(files)
}

/// What a folder holds, by name; nothing if there is no such folder.
fn contents(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(|list| list.collect::<Result<Vec<_>, _>>());
    let mut paths: Vec<PathBuf> =
        entries.map_err(|e| Error::file(folder, e))?.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| !path.file_name().unwrap_or_default().to_string_lossy().starts_with('.'));
    paths.sort();
    Ok(paths)
}
