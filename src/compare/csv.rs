//! The comparison as one table of numbers, a number a line: for a spreadsheet, or for another program.

use super::{Comparison, Distance};
use crate::error::Error;

/// The names of the columns: what the number is, of which variants, of what, in which unit, the number with its interval
/// where it has one, and the member where it is one member's.
const HEAD: [&str; 9] = ["what", "a", "b", "name", "unit", "value", "low", "high", "member"];

/// The text of `compare.csv`.
pub fn csv(comparison: &Comparison) -> Result<String, Error> {
    let failed = |e: ::csv::Error| Error::Check(e.to_string());
    let mut out = ::csv::Writer::from_writer(Vec::new());
    out.write_record(HEAD).map_err(failed)?;
    for line in lines(comparison) {
        out.write_record(line).map_err(failed)?;
    }
    let bytes = out.into_inner().map_err(|e| Error::Check(e.to_string()))?;
    String::from_utf8(bytes).map_err(|e| Error::Check(e.to_string()))
}

type Line = [String; 9];

fn lines(comparison: &Comparison) -> Vec<Line> {
    let name = |k: usize| comparison.variants[k].name.as_str();
    let mut all = Vec::new();
    for told in &comparison.variants {
        for (word, share) in &told.outcomes {
            let numbers = [share.fraction, share.low, share.high].map(|x| x.to_string());
            all.push(line("outcome", [&told.name, ""], [word, ""], numbers, None));
        }
        for (flag, count) in &told.flags {
            all.push(line("flag", [&told.name, ""], [flag, ""], alone(*count), None));
        }
        for book in &told.books {
            let of = [book.name.as_str(), &book.unit];
            if let Some(mean) = book.mean {
                all.push(line("mean", [&told.name, ""], of, alone(mean), None));
            }
            all.push(line("worst", [&told.name, ""], of, alone(book.worst), Some(book.worst_member)));
        }
    }
    for pair in &comparison.pairs {
        let both = pair.of.map(name);
        let share = &pair.agreement;
        let numbers = [share.fraction, share.low, share.high].map(|x| x.to_string());
        all.push(line("agreement", both, ["outcome", ""], numbers, None));
        for cell in &pair.confusion {
            let [from, to] = &cell.outcomes;
            all.push(line("confusion", both, [&format!("{from} -> {to}"), ""], alone(cell.count), None));
        }
        for distance in std::iter::once(&pair.distance).chain(&pair.columns) {
            all.extend(apart(distance, both));
        }
    }
    all
}

/// The lines of one column of the state.
fn apart(distance: &Distance, both: [&str; 2]) -> Vec<Line> {
    let name = if distance.name.is_empty() { "all, relative" } else { &distance.name };
    let of = [name, distance.unit.as_str()];
    let quantiles = [("distance median", distance.median), ("distance 99 %", distance.percentile_99)];
    let quantile = |(what, q): (&str, Option<crate::study::statistics::Quantile>)| {
        q.map(|q| line(what, both, of, [q.value, q.low, q.high].map(|x| x.to_string()), None))
    };
    let mut lines: Vec<Line> = quantiles.into_iter().filter_map(quantile).collect();
    lines.push(line("distance worst", both, of, alone(distance.worst), Some(distance.worst_member)));
    lines
}

/// A number without an interval.
fn alone(value: impl ToString) -> [String; 3] {
    [value.to_string(), String::new(), String::new()]
}

fn line(
    what: &str,
    [a, b]: [&str; 2],
    [name, unit]: [&str; 2],
    [value, low, high]: [String; 3],
    member: Option<u64>,
) -> Line {
    let member = member.map_or(String::new(), |member| member.to_string());
    let [what, a, b, name, unit] = [what, a, b, name, unit].map(str::to_owned);
    [what, a, b, name, unit, value, low, high, member]
}
