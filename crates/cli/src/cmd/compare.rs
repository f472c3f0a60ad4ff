//! `moreau compare STUDY`: runs the same members under several laws, schemes or numbers, and tells where they differ: who
//! ends otherwise, how far final states lie apart, and the energy books side by side.
//!
//! ```sh
//! moreau compare laws
//! moreau compare catastrophe --with law=coulomb-planar --with law=coulomb-directed,mu_plus=0.5,mu_minus=0.2
//! moreau compare throw --with h=1e-3 --with h=5e-4 --with name=single,precision=f32
//! ```
//!
//! Each `--with` is a variant: changes of the study as `--set` takes them, and `name`, `backend`, `precision`. Without any,
//! the variants are those of the study's own `[[compare]]` tables. Every variant is an ordinary run in a folder of its own
//! inside `--out`; Ctrl-C ends it after the chunks under way, and `--resume` goes on. `DIR/compare.toml` is the whole
//! comparison as a study file, `compare.json` and `compare.csv` have all numbers, `report.html` shows them.

use std::fs;
use std::path::{Path, PathBuf};

use moreau::backend::Precision;
use moreau::compare::{Comparison, Finished, VARIANTS, compare, csv, figure};
use moreau::error::Error;
use moreau::output::html::{Picture, comparison};
use moreau::study::variants::Variant;
use moreau::study::{Part, Study};

use super::run;
use crate::say;

/// Run the same members under several laws and schemes, and tell where they differ.
#[derive(clap::Args)]
#[group(skip)]
#[command(mut_arg("shard", |arg| arg.hide(true)), mut_arg("member", |arg| arg.hide(true)))]
#[command(mut_arg("format", |arg| arg.hide(true)))]
pub struct Args {
    #[command(flatten)]
    run: run::Args,
    /// A variant: changes of the study, and name, backend, precision; give it twice or more.
    #[arg(long = "with", value_name = "KEY=VALUE,...")]
    with: Vec<String>,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
}

/// The file that says what a folder compares.
const PLAN: &str = "compare.toml";
/// What else a comparison leaves in its folder, beside the folders of its variants.
const OURS: [&str; 5] = ["compare.json", "compare.csv", "report.html", "figures", PLAN];

/// Runs every variant, then compares them.
pub fn run(args: Args) -> Result<(), Error> {
    let given = [("shard", &args.run.shard), ("member", &args.run.member)];
    if let Some((key, Some(value))) = given.into_iter().find(|(_, value)| value.is_some()) {
        return Err(Error::input(key, value, "a comparison runs all members; accepted: nothing"));
    }
    if args.run.format != "parquet" {
        return Err(Error::input("format", &args.run.format, "variants are read back; accepted: parquet"));
    }
    let study = run::study(&args.run)?;
    let variants = variants(&study, &args.with)?;
    let out = args
        .run
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("moreau-out").join(format!("compare-{}", study.short_name())));
    let runs = runs(&args, &study, &variants, &out)?;
    enter(&out, &plan(&study, &variants), args.run.resume)?;
    for (finished, args) in &runs {
        if !args.quiet {
            eprintln!("moreau: {} in {}", finished.name, finished.folder.display());
        }
        run::carry_out(args, &finished.study, Part::Whole, &finished.folder).inspect_err(|_| leave(&out))?;
    }
    let finished: Vec<Finished> = runs.into_iter().map(|(finished, _)| finished).collect();
    let found = compare(&study, &finished, super::command_line())?;
    let files = write(&found, &out, !args.run.no_figures)?;
    if args.json {
        say!("{}", json(&found)?.trim_end());
    } else if !args.run.quiet {
        say!("{found}\nfiles    {} ({})", out.display(), files.join(", "));
    }
    Ok(())
}

/// The variants of the command line, else those of the study; no two of one name.
fn variants(study: &Study, with: &[String]) -> Result<Vec<Variant>, Error> {
    let mut list: Vec<Variant> = match with {
        [] => study.variants()?,
        with => with.iter().map(|text| Variant::parse(text)).collect::<Result<_, _>>()?,
    };
    let [fewest, most] = VARIANTS;
    if !(fewest..=most).contains(&list.len()) {
        let accepted = format!(
            "accepted: {fewest} to {most} variants, each --with key=value,... or a table [[compare]] of the study"
        );
        return Err(Error::input("--with", format!("{} variants", list.len()), accepted));
    }
    for k in 1..list.len() {
        let known: Vec<String> = list[..k].iter().map(|variant| variant.name.clone()).collect();
        list[k].name = unique(&list[k].name, " ", &known);
    }
    Ok(list)
}

/// A name, with a number after it if it is taken.
fn unique(name: &str, before: &str, taken: &[String]) -> String {
    let free = |name: &String| !taken.contains(name);
    let numbered = (2..).map(|k| format!("{name}{before}{k}"));
    std::iter::once(name.to_owned()).chain(numbered).find(free).expect("there are numbers enough")
}

/// What each variant runs, where and how. Whatever is wrong with one of them is said before any runs.
fn runs(
    args: &Args,
    study: &Study,
    variants: &[Variant],
    out: &Path,
) -> Result<Vec<(Finished, run::Args)>, Error> {
    let mut runs: Vec<(Finished, run::Args)> = Vec::new();
    let mut folders: Vec<String> = OURS.map(str::to_owned).to_vec();
    for variant in variants {
        let (varied, dropped) = study.varied(variant)?;
        let mut own = args.run.clone();
        own.backend = variant.backend.clone().unwrap_or(own.backend);
        own.quiet |= args.json;
        own.precision = variant.precision.clone().or(own.precision);
        let folder = unique(&file_name(&variant.name), "-", &folders);
        folders.push(folder.clone());
        let name = variant.name.clone();
        runs.push((Finished { name, folder: out.join(folder), study: varied, dropped }, own));
    }
    let precisions: Vec<Precision> =
        runs.iter().map(|(_, own)| run::precision_of(own)).collect::<Result<_, _>>()?;
    for ((other, _), &precision) in runs.iter().zip(&precisions) {
        runs[0].0.study.must_draw_like(&other.study, [precisions[0], precision])?;
    }
    Ok(runs)
}

/// A name as that of a folder.
fn file_name(name: &str) -> String {
    const MOST: usize = 60;
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._+".contains(c) { c } else { '-' };
    let mut text: String = name.chars().map(plain).take(MOST).collect();
    while text.contains("--") {
        text = text.replace("--", "-");
    }
    let text = text.trim_matches(['-', '.']).to_owned();
    if text.is_empty() { "variant".into() } else { text }
}

/// The whole comparison as a study file.
fn plan(study: &Study, variants: &[Variant]) -> String {
    let tables: Vec<toml::Value> = variants.iter().map(|variant| variant.to_table().into()).collect();
    let list = toml::Table::from_iter([("compare".to_owned(), toml::Value::Array(tables))]);
    format!("{}\n{list}", study.spec.to_toml())
}

/// Makes the folder, unless it is someone else's, and says in it what is compared.
fn enter(out: &Path, plan: &str, resume: bool) -> Result<(), Error> {
    let refused = |why: &str| Error::input("out", out.display(), why);
    if out.file_name().is_none() {
        return Err(refused("accepted: the path of a folder"));
    }
    if out.is_file() {
        return Err(refused("is a file; accepted: a folder, new, empty or of an earlier comparison"));
    }
    let holds = fs::read_dir(out).is_ok_and(|mut list| list.next().is_some());
    if holds && !out.join(PLAN).is_file() {
        return Err(refused("holds other files; accepted: a folder, new, empty or of an earlier comparison"));
    }
    let path = out.join(PLAN);
    let before = fs::read_to_string(&path).ok();
    if before.as_deref() == Some(plan) {
        return Ok(());
    }
    if before.is_some() {
        if resume {
            return Err(refused(
                "holds another comparison, which its compare.toml tells; use another folder",
            ));
        }
        // What another comparison found is not to be taken for this one's.
        for name in OURS {
            let old = out.join(name);
            let _ = if old.is_dir() { fs::remove_dir_all(&old) } else { fs::remove_file(&old) };
        }
    }
    fs::create_dir_all(out).map_err(|e| Error::file(out, e))?;
    fs::write(&path, plan).map_err(|e| Error::file(&path, e))
}

/// A comparison that came to nothing leaves nothing: the folder goes if there is only the plan in it.
fn leave(out: &Path) {
    let alone = fs::read_dir(out).is_ok_and(|list| list.count() == 1);
    if alone && fs::remove_file(out.join(PLAN)).is_ok() {
        let _ = fs::remove_dir(out);
    }
}

fn json(found: &Comparison) -> Result<String, Error> {
    let text = serde_json::to_string_pretty(found).map_err(|e| Error::Check(e.to_string()))?;
    Ok(text + "\n")
}

/// Writes what was found; returns the names of the files.
fn write(found: &Comparison, out: &Path, figures: bool) -> Result<Vec<&'static str>, Error> {
    let put = |name: &str, text: String| {
        let path = out.join(name);
        fs::write(&path, text).map_err(|e| Error::file(&path, e))
    };
    let mut picture = None;
    let folder = out.join("figures");
    let _ = fs::remove_dir_all(&folder);
    if figures {
        let drawn = figure(found);
        drawn.save(&folder, "compare").map_err(|e| Error::Check(e.to_string()))?;
        picture = Some(Picture { name: "compare".into(), svg: drawn.svg(), png: None });
    }
    put("compare.csv", csv(found)?)?;
    put("report.html", comparison(found, picture.as_ref()))?;
    put("compare.json", json(found)?)?;
    let mut files = vec![PLAN, "compare.json", "compare.csv", "report.html"];
    files.extend(figures.then_some("figures/"));
    Ok(files)
}
