//! Reliefs from CSV files: the columns `x`, `y`, `z` in metres, a row for every point of a regular grid, in any order.

use std::fs::File;
use std::path::Path;

use super::{LEAST_POINTS, MOST, MOST_POINTS, Relief};

const COLUMNS: [&str; 3] = ["x", "y", "z"];
/// How far a point may be from its place, in distances between points: files have few digits.
const OFF: f64 = 1e-3;

/// A point with the line it is in.
struct Point {
    line: u64,
    at: [f64; 2],
    z: f64,
}

pub(super) fn read(path: &Path) -> Result<Relief, String> {
    let path = std::path::absolute(path).map_err(|e| format!("no such path: {e}"))?;
    if path.extension().and_then(|ending| ending.to_str()) != Some("csv") {
        return Err("accepted: a file that ends in .csv".into());
    }
    let file = File::open(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let points = points_of(file)?;
    let axes = [axis(&points, 0)?, axis(&points, 1)?];
    let [nx, ny] = [axes[0].count, axes[1].count];
    let mut found: Vec<Option<&Point>> = vec![None; nx * ny];
    for point in &points {
        let [i, j] = [0, 1].map(|k| axes[k].place(point.at[k]));
        if let Some(before) = found[j * nx + i].replace(point) {
            let [x, y] = point.at;
            return Err(format!(
                "line {} has x = {x}, y = {y} again, after line {}; accepted: each point once",
                point.line, before.line
            ));
        }
    }
    if let Some(gap) = found.iter().position(Option::is_none) {
        let [x, y] = [axes[0].at(gap % nx), axes[1].at(gap / nx)];
        return Err(format!("no line has x = {x}, y = {y}; accepted: every point of a {nx} x {ny} grid"));
    }
    let heights = found.into_iter().flatten().map(|point| point.z).collect();
    Relief::of(path, [nx, ny], axes.each_ref().map(|a| a.first), axes.each_ref().map(|a| a.step), heights)
}

/// The rows of a file.
fn points_of(file: File) -> Result<Vec<Point>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let names = reader.headers().map_err(|e| e.to_string())?.clone();
    let places = COLUMNS.map(|column| names.iter().position(|name| name == column));
    if let Some(missing) = places.iter().position(Option::is_none) {
        let there = names.iter().collect::<Vec<_>>().join(", ");
        return Err(format!("it has no column {}, only {there}; accepted: x, y, z", COLUMNS[missing]));
    }
    let mut points = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|e| e.to_string())? {
        let line = record.position().map_or(0, csv::Position::line);
        let mut numbers = [0.0; 3];
        for (j, number) in numbers.iter_mut().enumerate() {
            let text = places[j].and_then(|place| record.get(place)).unwrap_or_default();
            let read = text.parse::<f64>().ok().filter(|x| x.abs() <= MOST);
            let wrong =
                || format!("line {line} has {} = {text:?}; accepted: numbers within {MOST}", COLUMNS[j]);
            *number = read.ok_or_else(wrong)?;
        }
        let [x, y, z] = numbers;
        points.push(Point { line, at: [x, y], z });
        if points.len() > MOST_POINTS {
            return Err(format!("it has more than {MOST_POINTS} points; accepted: at most so many"));
        }
    }
    Ok(points)
}

/// Equally spaced numbers.
struct Axis {
    first: f64,
    step: f64,
    count: usize,
}

impl Axis {
    fn at(&self, i: usize) -> f64 {
        self.first + i as f64 * self.step
    }

    fn place(&self, x: f64) -> usize {
        (((x - self.first) / self.step).round() as usize).min(self.count - 1)
    }
}

/// The numbers along x (0) or y (1); refuses what is not equally spaced.
fn axis(points: &[Point], k: usize) -> Result<Axis, String> {
    let name = COLUMNS[k];
    let mut sorted: Vec<(f64, u64)> = points.iter().map(|point| (point.at[k], point.line)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    // -0 and 0 are one place.
    sorted.dedup_by(|a, b| a.0 == b.0);
    let count = sorted.len();
    if count < LEAST_POINTS {
        return Err(format!("it has {count} distinct {name}; accepted: at least {LEAST_POINTS}"));
    }
    let (first, last) = (sorted[0].0, sorted[count - 1].0);
    let axis = Axis { first, step: (last - first) / (count - 1) as f64, count };
    let off = |&(i, point): &(usize, &(f64, u64))| {
        (point.0 - axis.at(i)).abs() > OFF * axis.step || axis.step.is_nan()
    };
    match sorted.iter().enumerate().find(off) {
        None => Ok(axis),
        Some((i, (x, line))) => {
            let due = axis.at(i);
            Err(format!(
                "line {line} has {name} = {x}, not {due}; accepted: equal spacing, here of {count} from {first} to {last}"
            ))
        }
    }
}
