//! Bodies against theory: with a planar contact the round tip (S7), the rod with two ends (S8), Painlevé's bar (S9), the pivoted
//! bar (S10), the double pendulum (S11), the chalk (S12) and the chain (S13); in space the ball and four of them (S14).

#[path = "../common/mod.rs"]
mod common;

mod ball;
mod bars;
mod books;
mod catastrophe;
mod chain_pair;
mod facets_ball;
mod forces;
mod four_balls;
mod four_balls_law;
mod four_balls_lemke;
mod kane;
mod members;
mod motion;
mod pendulum;
mod rod;
mod trinkle;
mod trinkle_ball;
mod trinkle_rod;

use moreau::backend::{Backend, Precision};
use moreau::error::Error;
use moreau::output::table::Table;
use moreau::study::{Options, Piece, Results, Sink, Study};

/// The catastrophe preset with changes.
fn study(set: &[&str]) -> Study {
    Study::preset("catastrophe").unwrap().set(set.iter().copied()).unwrap()
}

fn run(set: &[&str]) -> Results {
    study(set).run(Backend::cpu(0)).unwrap()
}

fn column(results: &Results, name: &str) -> Vec<f64> {
    results.column(name).unwrap_or_else(|| panic!("no column {name}"))
}

/// The outcomes in words.
fn outcomes(results: &Results) -> Vec<&'static str> {
    use moreau::space::{Planar, Space};
    use moreau::watch::Watch;
    let names = <<Planar as Space>::Watch as Watch>::OUTCOMES;
    column(results, "outcome").into_iter().map(|code| names[code as usize]).collect()
}

/// The members' table of a run in a chosen precision.
fn members_in(study: &Study, backend: &mut Backend, precision: Precision) -> Table {
    struct Members(Table);
    impl Sink for Members {
        fn piece(&mut self, piece: Piece) -> Result<(), Error> {
            let mut rows = piece.members.into_iter();
            rows.try_for_each(|rows| self.0.append(rows)).map_err(|e| Error::Check(e.to_string()))
        }
    }
    let mut members = Members(Table { columns: Vec::new() });
    let options = Options { precision: Some(precision), ..Options::default() };
    study.run_into(backend, &options, &mut members).unwrap();
    members.0
}
