//! Devices that are lost, memory and disks that are full, workers that panic.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use moreau::backend::{Backend, Precision};
use moreau::error::Error;
use moreau::output::finish::Finish;
use moreau::output::store::{Manifest, Manner, Opened, Store};
use moreau::output::table::Format;
use moreau::study::{Options, Part, Study, Summary};

use crate::{fails, files, left_out, moreau, out, same_results, succeeds};

fn study() -> Study {
    Study::preset("throw").unwrap().set(["members=70000", "duration=0.05", "h=1e-3"]).unwrap()
}

/// Runs the study into a folder; `progress` may do mischief.
fn run(
    folder: &Path,
    backend: &mut Backend,
    resume: bool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, Error> {
    let study = study();
    let manner = Manner { certificates: true, fast_math: false };
    let manifest = Manifest::of(&study, Part::Whole, backend.name(), Precision::F32, 0.0, manner);
    let Opened::Ready(mut store) = Store::open(folder, &study, manifest, resume)? else { panic!("complete") };
    let options = Options { precision: Some(Precision::F32), progress, ..Options::default() };
    let told = study.run_into(backend, &options, store.as_mut())?;
    let finish = Finish {
        study: &study,
        format: Format::Csv,
        figures: false,
        command: String::new(),
        started: std::time::Instant::now(),
        compile_seconds: told.compile_seconds,
        tuning: None,
    };
    Ok(finish.run(*store)?.0)
}

/// The software or hardware adapter of this machine, unless GPU tests are off.
fn gpu() -> Option<Backend> {
    if std::env::var("MOREAU_GPU").is_ok_and(|gpu| gpu == "off") {
        eprintln!("left out: MOREAU_GPU=off");
        return None;
    }
    Some(Backend::gpu(None).unwrap())
}

fn device(backend: &Backend) -> wgpu::Device {
    let Backend::Gpu(gpu) = backend else { panic!("not a GPU") };
    gpu.device.clone()
}

#[test]
fn a_lost_device_is_opened_again() {
    let Some(mut backend) = gpu() else { return };
    let folder = tempfile::tempdir().unwrap();
    let whole = run(&folder.path().join("whole"), &mut backend, false, &|_| {}).unwrap();
    assert!(whole.faults.is_empty());
    let (device, steps) = (device(&backend), AtomicU64::new(0));
    let summary = run(&folder.path().join("lost"), &mut backend, false, &|more| {
        if steps.fetch_add(more, Ordering::Relaxed) > 1_000_000 {
            device.destroy();
        }
    });
    let summary = summary.unwrap();
    assert_eq!(summary.faults.len(), 1, "{:?}", summary.faults);
    assert!(summary.faults[0].action.contains("new device"), "{:?}", summary.faults);
    assert_eq!(summary.backends.len(), 1);
    assert_same(folder.path(), "whole", "lost");
}

fn assert_same(folder: &Path, one: &str, other: &str) {
    let read = |name: &str| files(&folder.join(name))[Path::new("members.csv")].clone();
    assert!(read(one) == read(other), "members differ");
}

#[test]
fn too_little_memory_halves_the_chunk() {
    let Some(mut backend) = gpu() else { return };
    let folder = tempfile::tempdir().unwrap();
    run(&folder.path().join("whole"), &mut backend, false, &|_| {}).unwrap();
    let Backend::Gpu(gpu) = &mut backend else { panic!("not a GPU") };
    gpu.largest_buffer = 1 << 21;
    let summary = run(&folder.path().join("halved"), &mut backend, false, &|_| {}).unwrap();
    assert!(
        summary.faults.iter().any(|fault| fault.action.contains("members at a time")),
        "{:?}",
        summary.faults
    );
    assert_eq!(summary.backends.len(), 1, "still on the device");
    assert_same(folder.path(), "whole", "halved");
    // With no memory at all the device is of no use, and the CPU does it.
    let Backend::Gpu(gpu) = &mut backend else { panic!("not a GPU") };
    gpu.largest_buffer = 100;
    let summary = run(&folder.path().join("none"), &mut backend, false, &|_| {}).unwrap();
    assert!(summary.faults.iter().any(|fault| fault.action.contains("cpu backend")), "{:?}", summary.faults);
}

#[test]
fn a_panic_in_a_worker_loses_no_finished_chunk() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder.path().join("whole"), &mut Backend::cpu(0), false, &|_| {}).unwrap();
    let (broken, steps) = (folder.path().join("broken"), AtomicU64::new(0));
    let error = run(&broken, &mut Backend::cpu(0), false, &|more| {
        assert!(steps.fetch_add(more, Ordering::Relaxed) < 1_500_000, "worker meets its end");
    });
    let error = error.unwrap_err();
    assert_eq!(error.exit_code(), 1);
    assert!(error.to_string().contains("worker meets its end"), "{error}");
    assert!(broken.join("chunks/00000000.json").is_file());
    let again = AtomicU64::new(0);
    run(&broken, &mut Backend::cpu(0), true, &|more| _ = again.fetch_add(more, Ordering::Relaxed)).unwrap();
    assert!(again.into_inner() < 70_000 * 50, "finished chunks are not run again");
    same_results(&folder.path().join("whole"), &broken);
}

/// A small disk, gone when this is.
struct Disk<'a>(&'a Path);

impl Disk<'_> {
    fn mount(&self, options: &str) -> bool {
        let words = ["-t", "tmpfs", "-o", options, "moreau-test"];
        Command::new("mount").args(words).arg(self.0).output().is_ok_and(|output| output.status.success())
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).output();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_run_and_resume_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (place, whole) = (folder.path().join("disk"), folder.path().join("whole"));
    std::fs::create_dir(&place).unwrap();
    let disk = Disk(&place);
    if !disk.mount("size=3m") {
        return left_out("a disk that fills up", "run the tests as root, who may mount a small tmpfs");
    }
    let study = "run throw --members 20000 --backend reference --set duration=0.02";
    succeeds(study, &out(&whole));
    let full = place.join("full");
    let complaint = fails(1, study, &out(&full));
    assert!(complaint.contains("No space left") && complaint.contains("--resume"), "{complaint}");
    assert!(full.join("chunks/00000000.json").is_file() && !full.join("summary.json").exists());
    let resume = [&out(&full)[..], &["--resume"]].concat();
    fails(1, study, &resume);
    assert!(disk.mount("remount,size=64m"));
    let mut command = moreau(study, &resume);
    assert!(command.output().unwrap().status.success());
    same_results(&whole, &full);

    // A merger that finds no room leaves nothing, and can be tried again.
    let shard = folder.path().join("shard");
    succeeds(&format!("{study} --shard 1/1"), &out(&shard));
    assert!(
        disk.mount("remount,size=4m"),
        "room for the chunks beside the results above, not for a table of them"
    );
    let merged = place.join("merged");
    let words = [&[shard.to_str().unwrap()][..], &out(&merged)].concat();
    fails(1, "merge", &words);
    assert!(!merged.exists());
    assert!(disk.mount("remount,size=64m"));
    succeeds("merge", &words);
    same_results(&whole, &merged);
}
