//! The command line: parses it and calls one file of `cmd/`.

mod cmd;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// GPU ensembles of nonsmooth dynamics with dry friction.
#[derive(Parser)]
#[command(name = "moreau", version, about, after_help = "Start with: moreau list, moreau run conveyor")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(Box<cmd::run::Args>),
    Merge(cmd::merge::Args),
    List(cmd::list::Args),
    Show(cmd::show::Args),
    Models(cmd::models::Args),
    Report(cmd::report::Args),
    Classify(cmd::classify::Args),
    Devices(cmd::devices::Args),
    Shader(cmd::shader::Args),
    Validate(cmd::validate::Args),
    Bench(cmd::bench::Args),
    Converge(cmd::converge::Args),
    Compare(Box<cmd::compare::Args>),
}

fn main() -> ExitCode {
    quiet_drivers();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let result = match cli.command {
        Command::Run(args) => cmd::run::run(*args),
        Command::Merge(args) => cmd::merge::run(args),
        Command::List(args) => cmd::list::run(args),
        Command::Show(args) => cmd::show::run(args),
        Command::Models(args) => cmd::models::run(args),
        Command::Report(args) => cmd::report::run(args),
        Command::Classify(args) => cmd::classify::run(args),
        Command::Devices(args) => cmd::devices::run(args),
        Command::Shader(args) => cmd::shader::run(args),
        Command::Validate(args) => cmd::validate::run(args),
        Command::Bench(args) => cmd::bench::run(args),
        Command::Converge(args) => cmd::converge::run(args),
        Command::Compare(args) => cmd::compare::run(*args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moreau: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// Help and version as they are; a mistake in one line, like every other refusal.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let missing = text.lines().nth(1).map(str::trim).filter(|argument| argument.starts_with('<'));
    let missing = missing.map_or(String::new(), |argument| format!(" {argument}"));
    eprintln!("moreau: {first}{missing}; see `moreau --help`");
    ExitCode::from(2)
}

/// Mesa's drivers complain on stderr where a desktop session's folder is unknown; a computation needs none.
fn quiet_drivers() {
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // Safety: nothing else runs yet.
        unsafe { std::env::set_var("XDG_RUNTIME_DIR", std::env::temp_dir()) };
    }
}
