//! The README's commands, run as they stand there.

use std::path::Path;
use std::process::Command;

/// Lines of `sh` blocks that call the program.
fn commands(readme: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside {
            let line = line.replace("cargo run --release -- ", "moreau ");
            found.extend(line.starts_with("moreau ").then_some(line));
        }
    }
    found
}

#[test]
fn every_command_of_the_readme_works() {
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let commands = commands(&readme);
    assert!(commands.len() >= 10, "{commands:?}");
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_moreau")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    for line in commands {
        let needs_gpu = line.contains("validate") || line.contains("--backend gpu");
        if needs_gpu && std::env::var("MOREAU_GPU").is_ok_and(|gpu| gpu == "off") {
            eprintln!("skipped, MOREAU_GPU=off: {line}");
            continue;
        }
        let run =
            Command::new("sh").arg("-c").arg(&line).current_dir(&folder).env("PATH", &path).output().unwrap();
        assert!(run.status.success(), "{line}: {}", String::from_utf8_lossy(&run.stderr));
    }
    assert!(folder.path().join("moreau-out/conveyor/figures/field.png").is_file());
    assert!(folder.path().join("slopes/members.csv").is_file());
}
