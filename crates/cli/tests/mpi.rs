//! `mpirun -n 2 moreau run`: as one run, byte for byte. Needs the feature `mpi`, and an MPI to run it.
#![cfg(feature = "mpi")]

use std::path::Path;
use std::process::Command;

const STUDY: &str = "run conveyor --members 3000 --backend cpu --threads 1 --record 50:300 --set duration=0.1 --set field.every=5";

fn mpirun(words: &str, out: &Path) -> std::process::Output {
    let mut command = Command::new("mpirun");
    // Containers run as root on few cores, and OpenMPI wants to be told that this is meant.
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.args(["--oversubscribe", "-n", "2", env!("CARGO_BIN_EXE_moreau")]).args(words.split_whitespace());
    command.arg("--out").arg(out).output().expect("mpirun: apt-get install openmpi-bin")
}

#[test]
fn two_ranks_write_what_one_run_writes() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, ranks) = (folder.path().join("whole"), folder.path().join("ranks"));
    let mut single = Command::new(env!("CARGO_BIN_EXE_moreau"));
    assert!(single.args(STUDY.split_whitespace()).arg("--out").arg(&whole).status().unwrap().success());
    let output = mpirun(STUDY, &ranks);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in
        ["members.parquet", "trajectories.parquet", "field.parquet", "manifest.json", "figures/field.svg"]
    {
        let read = |folder: &Path| std::fs::read(folder.join(name)).unwrap();
        assert!(read(&whole) == read(&ranks), "{name} differs");
    }
    assert!(!folder.path().join("ranks.ranks").exists(), "shards are removed");
}

#[test]
fn a_refusal_ends_all_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = mpirun(&format!("{STUDY} --set mu=-1"), &out);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("mu = -1"));
    assert!(!out.exists());
}
