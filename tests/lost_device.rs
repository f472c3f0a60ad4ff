//! A device that is lost and cannot be opened again. Alone in its file: it takes the driver from the whole process.

use std::sync::atomic::{AtomicU64, Ordering};

use moreau::backend::{Backend, Precision};
use moreau::error::Error;
use moreau::output::table::Table;
use moreau::study::results::Ran;
use moreau::study::{Options, Piece, Sink, Study};

#[derive(Default)]
struct Kept {
    members: Table,
    ran: Vec<Ran>,
}

impl Sink for Kept {
    fn piece(&mut self, piece: Piece) -> Result<(), Error> {
        self.ran.push(piece.ran);
        piece
            .members
            .into_iter()
            .try_for_each(|rows| self.members.append(rows))
            .map_err(|e| Error::Check(e.to_string()))
    }
}

#[test]
fn the_cpu_takes_over_chunk_by_chunk() {
    if std::env::var("MOREAU_GPU").is_ok_and(|gpu| gpu == "off") {
        return eprintln!("left out: MOREAU_GPU=off");
    }
    let study = Study::preset("throw").unwrap().set(["members=900000", "duration=0.02", "h=1e-3"]).unwrap();
    let mut whole = Kept::default();
    let options = Options { precision: Some(Precision::F32), ..Options::default() };
    study.run_into(&mut Backend::cpu(0), &options, &mut whole).unwrap();

    let mut backend = Backend::gpu(None).unwrap();
    let Backend::Gpu(gpu) = &backend else { panic!("not a GPU") };
    let (device, software, steps) = (gpu.device.clone(), gpu.is_software(), AtomicU64::new(0));
    let progress = |more: u64| {
        if steps.fetch_add(more, Ordering::Relaxed) > 4_000_000 {
            // Safety: no other test runs in this process, and the run's other threads read no environment.
            unsafe { std::env::set_var("VK_DRIVER_FILES", "/nonexistent") };
            unsafe { std::env::set_var("VK_ICD_FILENAMES", "/nonexistent") };
            device.destroy();
        }
    };
    let mut kept = Kept::default();
    study.run_into(&mut backend, &Options { progress: &progress, ..options }, &mut kept).unwrap();
    let places: Vec<&str> = kept.ran.iter().map(|ran| ran.backend.as_str()).collect();
    assert_eq!((places[0], places[places.len() - 1]), ("gpu", "cpu"), "{places:?}");
    let actions: Vec<&str> =
        kept.ran.iter().flat_map(|ran| &ran.faults).map(|fault| fault.action.as_str()).collect();
    assert!(actions.iter().all(|action| action.contains("cpu backend")), "{actions:?}");
    assert!(actions.last().unwrap().contains("all that follow"), "{actions:?}");
    assert_eq!(kept.members.rows(), 900_000);
    // Where both backends agree to the bit, nobody can tell who ran what.
    if software {
        assert!(kept.members == whole.members);
    }
}
