//! An atlas: what theory says of every start, over two parameters, and over it what the members did.

use super::{Drawn, MAP, axes, numbers};
use crate::output::figure::{Axis, Colour, Curve, Figure, Panel, Regions, Style};
use crate::study::figure_spec::FigureSpec;
use crate::theory::CLASSES;

/// What the classes mean, in the order of [`CLASSES`].
const MEANINGS: [&str; 7] = [
    "apart",
    "impact",
    "at rest",
    "slides: one force",
    "lifts off: no force",
    "no force: only an impulse",
    "three: lift-off, slide, impulse",
];
/// Blocks across and up in which outcomes are shown.
const BLOCKS: [usize; 2] = [24, 16];
/// The share from which on an outcome fills its dot.
const CLEAR: f64 = 0.9;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    assert_eq!(MEANINGS.len(), CLASSES.len());
    let rows = drawn.members;
    let panel = |(k, [x, y]): (usize, &[String; 2])| {
        let [xs, ys, classes, outcomes] = [x.as_str(), y, "class", "outcome"].map(|name| numbers(rows, name));
        let cells = Cells { x: Side::of(&xs, spec.bins as usize), y: Side::of(&ys, spec.bins as usize) };
        let [x, y] = axes(rows, spec, k);
        Panel {
            x: Axis { range: x.range.or(Some(cells.x.range)), ..x },
            y: Axis { range: y.range.or(Some(cells.y.range)), ..y },
            curves: dots(&cells, &xs, &ys, &outcomes, drawn.study.info().outcomes),
            regions: Some(regions(&cells, &xs, &ys, &classes, &MEANINGS)),
            height_weight: 1.3,
            note: Some(format!(
                "Areas: theory for the start. Dots: what most of {} members did; hollow where fewer than {:.0} % did.",
                rows.rows(),
                100.0 * CLEAR
            )),
            ..Panel::default()
        }
    };
    let panels: Vec<Panel> = spec.panels.iter().enumerate().map(panel).collect();
    Figure { panels, across: 1, width_cm: MAP, ..Figure::default() }
}

/// The cells along one side.
pub(crate) struct Side {
    pub count: usize,
    pub range: (f64, f64),
}

impl Side {
    /// A cell a value if there are few values (a grid), else `bins` cells over their range.
    pub fn of(values: &[f64], bins: usize) -> Side {
        let mut sorted: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        sorted.dedup();
        let (low, high) = (sorted.first().copied().unwrap_or(0.0), sorted.last().copied().unwrap_or(0.0));
        let is_grid = sorted.len() > 1 && sorted.len() * sorted.len() <= values.len();
        match is_grid {
            true => {
                let half = 0.5 * (high - low) / (sorted.len() - 1) as f64;
                Side { count: sorted.len(), range: (low - half, high + half) }
            }
            false if low < high => Side { count: bins, range: (low, high) },
            false => Side { count: 1, range: (low - 0.5, low + 0.5) },
        }
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.range.0) / (self.range.1 - self.range.0)
    }

    pub fn cell(&self, value: f64, count: usize) -> usize {
        ((self.share(value) * count as f64) as usize).min(count - 1)
    }

    fn middle(&self, cell: usize, count: usize) -> f64 {
        self.range.0 + (self.range.1 - self.range.0) * (cell as f64 + 0.5) / count as f64
    }
}

/// The cells of a raster.
pub(crate) struct Cells {
    pub x: Side,
    pub y: Side,
}

/// How often each code occurs in each cell of a raster.
fn tally(cells: &Cells, [columns, rows]: [usize; 2], xs: &[f64], ys: &[f64], codes: &[f64]) -> Vec<Vec<u64>> {
    let mut counts = vec![Vec::new(); columns * rows];
    for ((x, y), code) in xs.iter().zip(ys).zip(codes) {
        let counts: &mut Vec<u64> = &mut counts[cells.y.cell(*y, rows) * columns + cells.x.cell(*x, columns)];
        counts.resize(counts.len().max(*code as usize + 1), 0);
        counts[*code as usize] += 1;
    }
    counts
}

/// The most frequent code, and its share.
fn most(counts: &[u64]) -> Option<(usize, f64)> {
    let total: u64 = counts.iter().sum();
    let code = (0..counts.len()).max_by_key(|&code| counts[code])?;
    Some((code, counts[code] as f64 / total as f64))
}

/// The most frequent class in each cell.
pub(crate) fn regions(cells: &Cells, xs: &[f64], ys: &[f64], classes: &[f64], names: &[&str]) -> Regions {
    let size = [cells.x.count, cells.y.count];
    let counts = tally(cells, size, xs, ys, classes);
    Regions {
        columns: size[0],
        rows: size[1],
        x: cells.x.range,
        y: cells.y.range,
        classes: counts.iter().map(|counts| most(counts).map_or(u8::MAX, |(code, _)| code as u8)).collect(),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
    }
}

fn dots(cells: &Cells, xs: &[f64], ys: &[f64], outcomes: &[f64], names: &[&str]) -> Vec<Curve> {
    let size = [BLOCKS[0].min(cells.x.count), BLOCKS[1].min(cells.y.count)];
    let counts = tally(cells, size, xs, ys, outcomes);
    let mut curves = Vec::new();
    for (code, name) in names.iter().enumerate() {
        let of = |clear: bool| -> Vec<(f64, f64)> {
            let wanted = |counts: &Vec<u64>| {
                most(counts).is_some_and(|(most, share)| most == code && (share >= CLEAR) == clear)
            };
            let blocks = (0..counts.len()).filter(|&block| wanted(&counts[block]));
            let middle = |block: usize| {
                (cells.x.middle(block % size[0], size[0]), cells.y.middle(block / size[0], size[1]))
            };
            blocks.map(middle).collect()
        };
        let (clear, unclear) = (of(true), of(false));
        if clear.is_empty() && unclear.is_empty() {
            continue;
        }
        let colour = Colour::Category(code);
        curves.push(Curve::new(clear, colour).drawn(Style::Dots, 1.0).labelled(*name));
        curves.push(Curve::new(unclear, colour).drawn(Style::Circles, 1.0));
    }
    curves
}
