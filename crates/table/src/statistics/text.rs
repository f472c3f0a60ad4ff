//! Statistics as a table for a terminal.

use super::{ColumnStatistics, Numbers, Quantile, Seen, Statistics};

/// Digits of a number in the table.
const DIGITS: usize = 4;
const HEAD: [&str; 7] = ["column", "mean", "sd", "5 %", "median", "95 %", "min .. max"];

impl Statistics {
    /// An aligned line for each column of numbers that vary, below a line of headings; nothing if none does.
    pub fn table(&self) -> String {
        let mut rows: Vec<[String; 7]> = self.columns.iter().filter_map(row).collect();
        if rows.is_empty() {
            return String::new();
        }
        rows.insert(0, HEAD.map(str::to_owned));
        let width = |k: usize| rows.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
        let widths: [usize; 7] = std::array::from_fn(width);
        let lines = rows.iter().map(|[name, numbers @ .., ends]| {
            let numbers = numbers.iter().zip(&widths[1..]).map(|(text, &width)| format!("  {text:>width$}"));
            format!("{name:<width$}{}  {ends}", numbers.collect::<String>(), width = widths[0])
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn row(column: &ColumnStatistics) -> Option<[String; 7]> {
    let Seen::Numbers(numbers) = &column.seen else { return None };
    if numbers.the_only_value().is_some() {
        return None;
    }
    let name = if column.unit.is_empty() {
        column.name.clone()
    } else {
        format!("{} ({})", column.name, column.unit)
    };
    let quantile = |percent: u32| numbers.quantile(percent).map(|quantile| quantile.to_string());
    let ends =
        format!("{} .. {}{}", short(numbers.min, DIGITS), short(numbers.max, DIGITS), left_out(numbers));
    let (mean, sd) = (short(numbers.mean, DIGITS), short(numbers.sd(), DIGITS));
    Some([name, mean, sd, quantile(5)?, quantile(50)?, quantile(95)?, ends])
}

fn left_out(numbers: &Numbers) -> String {
    if numbers.nonfinite > 0 { format!("  ({} not finite)", numbers.nonfinite) } else { String::new() }
}

/// The value with the digits that its interval leaves certain to a unit, at most four.
impl std::fmt::Display for Quantile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let relative = (self.high - self.low) / self.value.abs();
        let digits = (1.0 - relative.log10()).clamp(1.0, DIGITS as f64) as usize;
        f.write_str(&short(self.value, if relative > 0.0 { digits } else { DIGITS }))
    }
}

/// A number with so many significant digits, and an exponent only where zeros would hide it.
pub fn short(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let exponent: i32 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    match exponent {
        0..6 if value.fract() == 0.0 => format!("{value}"),
        -4..6 => format!("{value:.*}", (digits as i32 - 1 - exponent).max(0) as usize),
        _ => scientific,
    }
}
