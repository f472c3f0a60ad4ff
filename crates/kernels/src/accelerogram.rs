//! A recorded motion of the ground: a CSV file with the columns `time` (s), `ax`, and if there are any `ay` and `az`
//! (m/s²), in the axes of the plane. Host only: it goes into the table of the shared drive.
//!
//! Between its rows a record is linear, and outside of them 0. A step takes the mean over its span, so that the ground has
//! the record's velocity after every step, however coarse.

use std::fs::File;
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_64;

/// The names of the columns of a file.
const COLUMNS: [&str; 4] = ["time", "ax", "ay", "az"];
/// The greatest number that a record may hold: far beyond any ground, and far from the overflow of f32.
const MOST: f64 = 1e6;

/// A motion of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Accelerogram {
    /// The file, absolute.
    pub path: PathBuf,
    /// XXH3 of its numbers' bytes, little end first.
    pub checksum: u64,
    times: Vec<f64>,
    accelerations: Vec<[f64; 3]>,
    /// The velocity at each time: what the trapezoidal rule gives, exact for a line.
    velocities: Vec<[f64; 3]>,
}

impl Accelerogram {
    /// Reads a file; what is wrong with it is said in one line.
    pub fn read(path: &Path) -> Result<Accelerogram, String> {
        let path = std::path::absolute(path).map_err(|e| format!("no such path: {e}"))?;
        if path.extension().and_then(|ending| ending.to_str()) != Some("csv") {
            return Err("accepted: a file that ends in .csv".into());
        }
        let file = File::open(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Accelerogram::of(path, &rows_of(file)?)
    }

    /// From rows of time and acceleration.
    pub fn of(path: PathBuf, rows: &[[f64; 4]]) -> Result<Accelerogram, String> {
        if rows.len() < 2 {
            return Err(format!("it has {} rows; accepted: at least 2", rows.len()));
        }
        if let Some(row) = (1..rows.len()).find(|&row| rows[row][0] <= rows[row - 1][0]) {
            let [before, here] = [rows[row - 1][0], rows[row][0]];
            return Err(format!("row {} has time {here} after {before}; accepted: growing times", row + 1));
        }
        let accelerations: Vec<[f64; 3]> = rows.iter().map(|&[_, x, y, z]| [x, y, z]).collect();
        let mut velocities = vec![[0.0; 3]];
        for row in 1..rows.len() {
            let half = 0.5 * (rows[row][0] - rows[row - 1][0]);
            let (before, a, b) = (velocities[row - 1], accelerations[row - 1], accelerations[row]);
            velocities.push(std::array::from_fn(|j| before[j] + half * (a[j] + b[j])));
        }
        let bytes: Vec<u8> = rows.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let times = rows.iter().map(|row| row[0]).collect();
        Ok(Accelerogram { path, checksum: XxHash3_64::oneshot(&bytes), times, accelerations, velocities })
    }

    /// The number of its rows.
    pub fn rows(&self) -> usize {
        self.times.len()
    }

    /// The mean acceleration between two instants.
    pub fn mean(&self, from: f64, to: f64) -> [f64; 3] {
        let (start, end) = (self.velocity(from), self.velocity(to));
        std::array::from_fn(|j| (end[j] - start[j]) / (to - from))
    }

    /// The velocity of the ground at an instant.
    pub fn velocity(&self, time: f64) -> [f64; 3] {
        let after = self.times.partition_point(|&t| t <= time);
        if after == 0 || after == self.times.len() {
            return self.velocities[after.saturating_sub(1)];
        }
        let (passed, span) = (time - self.times[after - 1], self.times[after] - self.times[after - 1]);
        let [a, b] = [after - 1, after].map(|row| self.accelerations[row]);
        let slope = 0.5 * passed / span;
        std::array::from_fn(|j| self.velocities[after - 1][j] + passed * (a[j] + slope * (b[j] - a[j])))
    }
}

/// The rows of a file; a component that it does not have is 0.
fn rows_of(file: File) -> Result<Vec<[f64; 4]>, String> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let names = reader.headers().map_err(|e| e.to_string())?.clone();
    let places = COLUMNS.map(|column| names.iter().position(|name| name == column));
    if let Some(missing) = (0..2).find(|&j| places[j].is_none()) {
        let there = names.iter().collect::<Vec<_>>().join(", ");
        return Err(format!(
            "it has no column {}, only {there}; accepted: time, ax, and optionally ay, az",
            COLUMNS[missing]
        ));
    }
    let mut rows = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|e| e.to_string())? {
        let mut row = [0.0; 4];
        for (value, place) in row.iter_mut().zip(places) {
            let Some(place) = place else { continue };
            let text = record.get(place).unwrap_or_default();
            let number = text.parse::<f64>().ok().filter(|x| x.abs() <= MOST);
            *value = number.ok_or_else(|| {
                format!("row {} has {text:?}; accepted: numbers within {MOST}", rows.len() + 1)
            })?;
        }
        rows.push(row);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_that_of_the_line_through_the_rows() {
        let rows = [[1.0, 0.0, 2.0, 0.0], [2.0, 4.0, 2.0, 0.0], [4.0, 0.0, 2.0, -1.0]];
        let record = Accelerogram::of("x.csv".into(), &rows).unwrap();
        assert_eq!(record.mean(0.0, 1.0), [0.0; 3]);
        assert_eq!(record.mean(1.0, 2.0), [2.0, 2.0, 0.0]);
        assert_eq!(record.mean(1.5, 2.5), [3.25, 2.0, -0.0625]);
        assert_eq!(record.mean(0.0, 8.0), [0.75, 0.75, -0.125]);
        assert_eq!(record.mean(4.0, 8.0), [0.0; 3]);
    }
}
