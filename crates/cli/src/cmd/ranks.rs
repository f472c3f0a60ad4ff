//! `mpirun -n N moreau run STUDY`, with the cargo feature `mpi`: every rank runs its shard into a folder beside the
//! results, and rank 0 puts them together and draws. All ranks must see the same file system.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use moreau::error::Error;
use moreau::output::finish::Finish;
use moreau::output::store;
use moreau::study::Part;
use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use super::run::{Args, carry_out, folder, study, tell};

/// What launchers (OpenMPI, MPICH, Slurm) tell their processes. Without one, MPI would start a daemon of its own.
const LAUNCHED: [&str; 4] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"];

/// Runs this rank's share; `None` where there is but one rank, which is a run like any other.
pub fn run(args: &Args) -> Option<Result<(), Error>> {
    if !LAUNCHED.iter().any(|name| std::env::var_os(name).is_some()) {
        return None;
    }
    let universe = mpi::initialize()?;
    let world = universe.world();
    (world.size() > 1).then(|| together(args, &world))
}

fn together(args: &Args, world: &SimpleCommunicator) -> Result<(), Error> {
    let (rank, size) = (world.rank() as u64, world.size() as u64);
    let started = Instant::now();
    let mut out = PathBuf::new();
    let mut share = || -> Result<(), Error> {
        if args.shard.is_some() || args.member.is_some() {
            return Err(Error::input("shard", "given", "under mpirun every rank takes its own share"));
        }
        let study = study(args)?;
        out = folder(args, &study, Part::Whole);
        let part = Part::Shard { index: rank, of: size };
        carry_out(args, &study, part, &place(&out, rank, size)).map(|_| ())
    };
    let result = share();
    // Everybody learns whether all went well.
    let mine = result.as_ref().map_or_else(|error| i32::from(error.exit_code()), |()| 0);
    let mut worst = 0;
    world.all_reduce_into(&mine, &mut worst, SystemOperation::max());
    result?;
    if worst > 0 {
        return Err(Error::Check(format!("another rank failed; rank {rank} keeps its shard for --resume")));
    }
    let merged = if rank == 0 { merge(args, &out, size, started) } else { Ok(()) };
    world.barrier();
    merged
}

/// The folder of one rank, beside that of the results.
fn place(out: &Path, rank: u64, size: u64) -> PathBuf {
    beside(out).join(format!("{rank}-of-{size}"))
}

fn beside(out: &Path) -> PathBuf {
    let name = out.file_name().unwrap_or_default().to_string_lossy().into_owned();
    out.with_file_name(format!("{name}.ranks"))
}

fn merge(args: &Args, out: &Path, size: u64, started: Instant) -> Result<(), Error> {
    let shards: Vec<PathBuf> = (0..size).map(|rank| place(out, rank, size)).collect();
    let (store, study) = store::merged(&shards, out)?;
    let finish = Finish {
        study: &study,
        format: args.format.parse()?,
        figures: !args.no_figures,
        command: super::command_line(),
        started,
        compile_seconds: 0.0,
        tuning: None,
    };
    let (summary, files) = finish.run(store)?;
    let ranks = beside(out);
    fs::remove_dir_all(&ranks).map_err(|e| Error::file(&ranks, e))?;
    tell(args, &study, &summary, out, &files);
    Ok(())
}
