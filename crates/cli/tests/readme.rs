//! The commands of the README and of the pages in `docs/`, run as they stand there: each page by itself, in an empty folder.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines of `sh` blocks that call the program.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let line = line.replace("cargo run --release -- ", "moreau ");
            found.extend(line.starts_with("moreau ").then_some(line));
        }
    }
    found
}

/// The README, then every page of `docs/`.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut docs: Vec<PathBuf> =
        docs.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    docs.sort();
    [vec![root.join("README.md")], docs].concat()
}

/// Runs the commands of a page; how many there were.
fn run(page: &Path, folder: &Path) -> usize {
    let program = Path::new(env!("CARGO_BIN_EXE_moreau")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let commands = commands(&std::fs::read_to_string(page).unwrap());
    for line in &commands {
        let needs_gpu = line.contains("validate") || line.contains("--backend gpu");
        if needs_gpu && std::env::var("MOREAU_GPU").is_ok_and(|gpu| gpu == "off") {
            eprintln!("skipped, MOREAU_GPU=off: {line}");
            continue;
        }
        let run =
            Command::new("sh").arg("-c").arg(line).current_dir(folder).env("PATH", &path).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{}: {line}: {said}", page.display());
    }
    commands.len()
}

#[test]
fn every_command_of_the_readme_works() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&pages()[0], folder.path()) >= 5);
    assert!(folder.path().join("moreau-out/conveyor/figures/field.png").is_file());
    assert!(folder.path().join("slopes/members.csv").is_file());
}

#[test]
fn every_command_of_the_pages_works() {
    let ran: usize = pages()[1..]
        .iter()
        .map(|page| {
            let folder = tempfile::tempdir().unwrap();
            run(page, folder.path())
        })
        .sum();
    assert!(ran >= 25, "{ran}");
}

/// Pages that a page leads to are there.
#[test]
fn links_lead_somewhere() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap();
            let there = page.parent().unwrap().join(file).exists();
            assert!(target.contains("://") || file.is_empty() || there, "{}: {target}", page.display());
        }
    }
}

#[test]
fn the_readme_is_short() {
    let lines = std::fs::read_to_string(&pages()[0]).unwrap().lines().count();
    assert!(lines <= 150, "{lines} lines");
}
