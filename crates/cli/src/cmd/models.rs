//! `moreau models`: models, laws and schemes with their parameters, units, defaults and accepted ranges.

use moreau::columns::Column;
use moreau::error::Error;
use moreau::system::{STEP, registry};

use crate::say;

/// Models, laws, schemes, parameters with units, defaults, ranges.
#[derive(clap::Args)]
pub struct Args {}

/// Prints every part of the registry once.
pub fn run(_: Args) -> Result<(), Error> {
    let systems = registry();
    let mut seen: Vec<[&str; 2]> = Vec::new();
    for (place, kind) in ["model", "law", "scheme"].into_iter().enumerate() {
        for system in &systems {
            let (info, parts) = (system.info(), system.parts());
            // Laws of particles and of bodies may have one name.
            let [name, about] = [info.names[place], info.abouts[place]];
            if seen.contains(&[name, about]) {
                continue;
            }
            seen.push([name, about]);
            say!("{kind} {name}: {about}");
            let counts = [parts.model_params.len(), parts.law_params.len(), parts.scheme_params.len()];
            let first: usize = counts[..place].iter().sum();
            info.columns[first..first + counts[place]].iter().for_each(print_column);
            if place == 0 {
                let state: Vec<String> =
                    info.named_state().map(|(_, (name, unit))| format!("{name} [{unit}]")).collect();
                say!("  state: {}", state.join(", "));
                say!("  h: {} s where a study says nothing", info.columns[info.columns.len() - 1].default);
            }
            say!("");
        }
    }
    say!("every study");
    print_column(&STEP);
    say!("\ntriples");
    for system in &systems {
        say!("  {}", system.info().names.join(" + "));
    }
    Ok(())
}

fn print_column(column: &Column) {
    let Column { name, unit, default, range, about } = column;
    say!("  {name:<17} {unit:<7} default {default:<7} {:<22} {about}", range.to_string());
}
