//! The figure of a comparison: the matrix of agreement, and below it where two variants end otherwise, or how far final
//! states lie apart.

use std::collections::BTreeMap;
use std::path::Path;

use super::text::{letter, share};
use super::{Comparison, Pair};
use crate::output::draw::{Cells, Side, regions};
use crate::output::figure::{Axis, Bar, Colour, Curve, Figure, Label, Panel, Style};
use crate::study::statistics::short;

/// Variants whose matrix has room for numbers in its cells, with and without distances.
const ROOM: [usize; 2] = [5, 8];
/// Curves that can be told apart.
const MOST_CURVES: usize = 6;
/// Kinds of difference that a map can show.
const MOST_KINDS: usize = 7;
/// The most cells of a map along a side.
const MOST_CELLS: f64 = 64.0;
/// Members that a cell of a map has, about.
const OF_A_CELL: f64 = 6.0;

/// One column of a journal wide.
pub fn figure(comparison: &Comparison) -> Figure {
    let second = map(comparison).or_else(|| distances(comparison));
    let panels = std::iter::once(matrix(comparison)).chain(second).collect();
    Figure { panels, across: 1, width_cm: 9.0, ..Figure::default() }
}

/// Who agrees with whom. The first variant stands at the top, as in a printed matrix; cells fill with what disagrees.
fn matrix(comparison: &Comparison) -> Panel {
    let n = comparison.variants.len();
    let (mut bars, mut labels) = (Vec::new(), Vec::new());
    let mut write = |row: usize, column: usize, text: String| {
        labels.push(Label { at: (column as f64 + 1.0, (n - row) as f64), text });
    };
    for pair in &comparison.pairs {
        let [a, b] = pair.of;
        let agreement = pair.agreement.fraction;
        let (left, foot) = (a as f64 + 0.5, (n - b) as f64 - 0.5);
        let (x, y) = ((left, left + 1.0), (foot, foot + 1.0 - agreement));
        bars.push(Bar { x, y, colour: Colour::Category(1), label: None });
        if n <= ROOM[1] {
            write(b, a, share(agreement, if n <= ROOM[0] { 4 } else { 2 }));
        }
        if let Some(far) = pair.distance.percentile_99.filter(|_| n <= ROOM[0]) {
            write(a, b, short(far.value, 2));
        }
    }
    (0..n).for_each(|k| write(k, k, letter(k).to_string()));
    let edges = (0.5, n as f64 + 0.5);
    let inner = (1..n).map(|k| k as f64 + 0.5);
    let lines = inner.flat_map(|at| [vec![(at, edges.0), (at, edges.1)], vec![(edges.0, at), (edges.1, at)]]);
    let curves = lines.map(|points| Curve::new(points, Colour::Grey).drawn(Style::Solid, 0.4)).collect();
    let letters: Vec<String> = (0..n).map(|k| letter(k).to_string()).collect();
    let named = (0..n).map(|k| format!("{} {}", letter(k), comparison.variants[k].name));
    let above = " Above it: 99 of 100 final states lie nearer than this, relative to the largest.";
    let note = format!(
        "{}. {} members. Below the diagonal: the share that ends alike under both; filled: the rest.{}",
        named.collect::<Vec<_>>().join("; "),
        comparison.members,
        if n <= ROOM[0] { above } else { "" }
    );
    let stem = Path::new(&comparison.study).file_stem().unwrap_or_default().to_string_lossy();
    Panel {
        x: Axis { names: letters.clone(), range: Some(edges), ..Axis::new("variant") },
        y: Axis { names: letters.into_iter().rev().collect(), range: Some(edges), ..Axis::new("variant") },
        curves,
        bars,
        labels,
        title: Some(format!("{stem}: agreement of outcomes")),
        note: Some(note),
        height_weight: if n <= ROOM[0] { 1.0 } else { 1.4 },
        ..Panel::default()
    }
}

/// Where the two variants that agree least end otherwise, over the two parameters that vary.
fn map(comparison: &Comparison) -> Option<Panel> {
    let sample = &comparison.sample;
    let least = |a: &&Pair, b: &&Pair| b.agreement.count.cmp(&a.agreement.count);
    let pair = comparison.pairs.iter().max_by(least).filter(|pair| !pair.otherwise.is_empty())?;
    if sample.xs.is_empty() {
        return None;
    }
    let [a, b] = pair.of;
    let mut kinds: Vec<&super::Confused> =
        pair.confusion.iter().filter(|cell| cell.outcomes[0] != cell.outcomes[1]).collect();
    kinds.sort_by_key(|cell| std::cmp::Reverse(cell.count));
    let [first, second] = pair.of.map(letter);
    let mut names: Vec<String> = kinds
        .iter()
        .take(MOST_KINDS)
        .map(|cell| format!("{first} {}, {second} {}", cell.outcomes[0], cell.outcomes[1]))
        .collect();
    if kinds.len() > MOST_KINDS {
        names.push("other differences".into());
    }
    let place = |cell: &super::Confused| {
        cell.outcomes.clone().map(|word| sample.words.iter().position(|known| *known == word).unwrap_or(0))
    };
    let kinds: BTreeMap<[usize; 2], usize> =
        kinds.iter().enumerate().map(|(k, cell)| (place(cell), k.min(MOST_KINDS))).collect();
    // Only who ends otherwise is drawn: a cell where all agree stays white.
    let (mut xs, mut ys, mut codes) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (&one, &other)) in sample.outcomes[a].iter().zip(&sample.outcomes[b]).enumerate() {
        if let Some(&kind) = kinds.get(&[one, other].map(usize::from)) {
            xs.push(sample.xs[i]);
            ys.push(sample.ys[i]);
            codes.push(kind as f64);
        }
    }
    let bins = (sample.xs.len() as f64 / OF_A_CELL).sqrt().clamp(4.0, MOST_CELLS) as usize;
    let cells = Cells { x: Side::of(&sample.xs, bins), y: Side::of(&sample.ys, bins) };
    let words: Vec<&str> = names.iter().map(String::as_str).collect();
    Some(Panel {
        x: Axis { range: Some(cells.x.range), ..Axis::new(&sample.axes[0]) },
        y: Axis { range: Some(cells.y.range), ..Axis::new(&sample.axes[1]) },
        regions: Some(regions(&cells, &xs, &ys, &codes, &words)),
        title: Some(format!("Where {first} and {second} end otherwise")),
        note: Some(format!(
            "{} of {} members end otherwise. White: all of a cell end alike; else the difference that most of it show.",
            xs.len(),
            sample.xs.len()
        )),
        height_weight: 1.2,
        ..Panel::default()
    })
}

/// How many members lie farther apart than a distance, pair by pair.
fn distances(comparison: &Comparison) -> Option<Panel> {
    let mut pairs: Vec<&Pair> = comparison.pairs.iter().filter(|pair| pair.distance.worst > 0.0).collect();
    // The farthest ones, if there are too many.
    let median = |pair: &Pair| pair.distance.median.map_or(0.0, |median| median.value);
    pairs.sort_by(|a, b| median(b).total_cmp(&median(a)));
    let left = pairs.len().saturating_sub(MOST_CURVES);
    let curve = |(k, pair): (usize, &&Pair)| {
        let numbers = pair.distance.numbers.as_ref()?;
        let all = comparison.members as f64;
        let mut above = comparison.members as f64 - numbers.count() as f64;
        let mut points = Vec::new();
        for &(bucket, count) in numbers.sketch.counts().iter().rev() {
            above += count as f64;
            points.push((numbers.sketch.first(bucket), above / all));
        }
        points.reverse();
        let label = pair.of.map(|place| letter(place).to_string()).join(" and ");
        Some(Curve::new(points, Colour::Category(k)).drawn(Style::Solid, 1.0).labelled(label))
    };
    let curves: Vec<Curve> = pairs.iter().take(MOST_CURVES).enumerate().filter_map(curve).collect();
    let more = if left > 0 { format!(" {left} nearer pairs are left out.") } else { String::new() };
    (!curves.is_empty()).then(|| Panel {
        x: Axis::new("distance of final states (relative to the largest value)").log(),
        y: Axis::between("share of members at least as far", 0.0, 1.0),
        curves,
        title: Some("How far the variants lie apart".into()),
        note: Some(format!("Of each member the column that differs most.{more}")),
        ..Panel::default()
    })
}
