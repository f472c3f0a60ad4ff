//! Where everything goes: ticks, margins, frames.

use super::colour_scale::ColourScale;
use super::curves::Map;
use super::ranges::{Span, ranges};
use super::scene::Rect;
use super::ticks::{self, Ticks};
use super::{Figure, Panel, legend, marks, text, verticals};

/// Size of tick labels.
pub(super) const TICK: f64 = 8.0;
/// Size of axis labels, legends, marks and notes.
pub(super) const TEXT: f64 = 8.5;
/// Size of the title of a panel.
pub(super) const HEADING: f64 = 9.0;
/// Size of the title of the figure.
pub(super) const TITLE: f64 = 10.0;
/// From one line of text to the next.
pub(super) const LEADING: f64 = 10.5;
/// Length of a tick, and from its end to its label.
pub(super) const TICK_LENGTH: f64 = 3.0;
pub(super) const TICK_GAP: f64 = 2.0;

/// Edge of the sheet, and space between panels.
const EDGE: f64 = 3.0;
const GUTTER: f64 = 10.0;
const ROW_GUTTER: f64 = 5.0;
/// From the frame up to a colour bar above it.
pub(super) const BAR_GAP: f64 = 7.0;
/// Height of a frame of weight 1, in its widths.
const SHAPE: f64 = 0.62;
/// Flattest and tallest frame of equal aspect, in its widths.
const ASPECTS: (f64, f64) = (0.16, 1.35);
/// Margins depend on tick labels and these on the frame; this many rounds settle both.
const ROUNDS: usize = 4;

/// The place of one panel.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub area: Rect,
    pub frame: Rect,
    pub x: Map,
    pub y: Map,
    pub x_ticks: Ticks,
    pub y_ticks: Ticks,
    /// Where the label of the vertical axis stands, the same in all panels of a column.
    pub y_label: f64,
    pub bar: Option<ColourScale>,
    /// The legend stands above the frame.
    pub legend_above: bool,
}

/// The places of all panels and the size of the sheet.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub width: f64,
    pub height: f64,
    pub title: Vec<String>,
    pub places: Vec<Place>,
}

/// The least distance of two neighbouring labelled ticks.
pub(super) fn least_gap(ticks: &Ticks, at: impl Fn(f64) -> f64) -> f64 {
    let gaps = ticks.major.windows(2).map(|pair| (at(pair[1].0) - at(pair[0].0)).abs());
    gaps.fold(f64::INFINITY, f64::min)
}

fn level_ticks(map: Map) -> Ticks {
    let fits = |t: &Ticks| {
        least_gap(t, |v| map.at(v)) >= text::widest(t.major.iter().map(|(_, label)| label), TICK) + 7.0
    };
    (1..=8).rev().map(|most| ticks_of(map, most)).find(fits).unwrap_or_else(|| ticks_of(map, 1))
}

fn upright_ticks(map: Map) -> Ticks {
    let most = ((map.start - map.end).abs() / (2.1 * TICK)).clamp(1.0, 8.0);
    ticks_of(map, most as usize)
}

/// Names instead of numbers.
fn named_ticks(names: &[String]) -> Ticks {
    let major = names.iter().enumerate().map(|(k, name)| (k as f64 + 1.0, name.clone())).collect();
    Ticks { major, ..Ticks::default() }
}

fn ticks_of(map: Map, most: usize) -> Ticks {
    if map.logarithmic {
        ticks::decades(map.low, map.high, most)
    } else {
        ticks::linear(map.low, map.high, most)
    }
}

/// Space around a frame.
#[derive(Debug, Clone, Copy, Default)]
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Margins {
    fn wider(self, other: Margins) -> Margins {
        Margins {
            left: self.left.max(other.left),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

fn lines(text: &str, size: f64, room: f64) -> f64 {
    text::wrap(text, size, room).len() as f64
}

/// Room for the common power of ten above the vertical axis.
pub(super) fn power_room(place: &Place) -> f64 {
    if place.y_ticks.power != 0 { LEADING + 2.0 } else { 0.0 }
}

fn margins(panel: &Panel, place: &Place) -> Margins {
    let (wide, high) = (place.frame.width(), place.frame.height());
    let half = |tick: Option<&(f64, String)>, edge: f64| {
        tick.map_or(0.0, |(v, label)| 0.5 * text::width(label, TICK) - (place.x.at(*v) - edge).abs())
    };
    let labels = place.y_ticks.major.iter().map(|(_, label)| label);
    let named = lines(&panel.y.label, TEXT, high + 8.0) * LEADING;
    let mut left =
        TICK_LENGTH + TICK_GAP + text::widest(labels, TICK) + if named > 0.0 { named + 3.0 } else { 0.0 };
    left = left.max(half(place.x_ticks.major.first(), place.frame.x0));
    let (bar_right, bar_top) = place.bar.as_ref().map_or((0.0, 0.0), |bar| bar.room(wide, high));
    let right =
        marks::room(panel).max(bar_right).max(half(place.x_ticks.major.last(), place.frame.x1)).max(4.0);
    let room = place.area.x1 - place.frame.x0;
    let mut top = power_room(place).max(0.5 * TICK);
    top += verticals::room(panel, wide);
    top += if bar_top > 0.0 { bar_top + 2.0 + BAR_GAP - 0.5 * TICK } else { 0.0 };
    top += if place.legend_above { legend::height_above(panel, room) } else { 0.0 };
    top +=
        panel.title.as_ref().map_or(0.0, |title| lines(title, HEADING, place.area.width()) * LEADING + 2.0);
    let below = lines(&panel.x.label, TEXT, wide + 20.0).max(f64::from(place.x_ticks.power != 0));
    let noted = panel.note.as_ref().map_or(0.0, |note| lines(note, TICK, place.area.width()));
    let bottom =
        TICK_LENGTH + TICK_GAP + TICK + 1.0 + below * LEADING + noted * LEADING + noted.min(1.0) * 4.0;
    Margins { left, right, top, bottom }
}

fn positive(weight: f64) -> f64 {
    if weight.is_finite() && weight > 0.0 { weight.clamp(0.05, 20.0) } else { 1.0 }
}

/// Whether one unit is to be equally long on both axes.
fn equal_aspect(panel: &Panel) -> bool {
    panel.equal_aspect && !panel.x.logarithmic && !panel.y.logarithmic
}

/// The frame of `wide` by `high` points (the latter ignored with equal aspect) with its axes; it stands at the
/// origin until all sizes are known.
fn framed(panel: &Panel, (mut x, mut y): (Span, Span), wide: f64, mut high: f64) -> Place {
    if equal_aspect(panel) {
        let aspect = (y.1 - y.0) / (x.1 - x.0);
        let kept = aspect.clamp(ASPECTS.0, ASPECTS.1);
        let widened = |(low, high): Span, by: f64| {
            let (middle, half) = (0.5 * (low + high), 0.5 * (high - low) * by);
            (middle - half, middle + half)
        };
        (x, y) = if kept < aspect { (widened(x, aspect / kept), y) } else { (x, widened(y, kept / aspect)) };
        high = kept * wide;
    }
    let frame = Rect { x0: 0.0, y0: 0.0, x1: wide, y1: high };
    let map = |(low, high): Span, start, end, logarithmic| Map { low, high, start, end, logarithmic };
    let (x, y) = (map(x, 0.0, wide, panel.x.logarithmic), map(y, high, 0.0, panel.y.logarithmic));
    // An axis that says nothing has no numbers either.
    let y_ticks = match &*panel.y.names {
        [] if panel.y.label.is_empty() => Ticks::default(),
        [] => upright_ticks(y),
        names => named_ticks(names),
    };
    let x_ticks = if panel.x.names.is_empty() { level_ticks(x) } else { named_ticks(&panel.x.names) };
    Place { area: frame, frame, x, y, x_ticks, y_ticks, y_label: 0.0, bar: None, legend_above: false }
}

/// Height of the frames of a row: that of its tallest frame of equal aspect, if there is one.
fn row_height(row: &[(&Panel, &Place)]) -> f64 {
    let equal = row.iter().filter(|(panel, _)| equal_aspect(panel)).map(|(_, place)| place.frame.height());
    let tallest = equal.fold(0.0, f64::max);
    let own =
        |&(panel, place): &(&Panel, &Place)| SHAPE * place.frame.width() * positive(panel.height_weight);
    if tallest > 0.0 { tallest } else { row.iter().map(own).fold(0.0, f64::max) }
}

/// Lays out the figure; `above` says which panels have their legend above the frame.
pub(super) fn plan(figure: &Figure, above: &[bool]) -> Plan {
    let width =
        if figure.width_cm.is_finite() { figure.width_cm.clamp(3.0, 100.0) } else { 9.0 } / 2.54 * 72.0;
    let across = figure.across.clamp(1, figure.panels.len().max(1));
    let mut shares = vec![0.0_f64; across];
    for (k, panel) in figure.panels.iter().enumerate() {
        shares[k % across] = shares[k % across].max(positive(panel.width_weight));
    }
    let whole = shares.iter().sum::<f64>().max(0.05);
    let free = width - 2.0 * EDGE - GUTTER * (across - 1) as f64;
    let columns: Vec<f64> = shares.iter().map(|share| free * share / whole).collect();
    let spans: Vec<(Span, Span)> = figure.panels.iter().map(ranges).collect();
    let bars: Vec<Option<ColourScale>> = figure.panels.iter().map(ColourScale::of).collect();

    let mut sides = vec![Margins { left: 36.0, right: 8.0, ..Margins::default() }; across];
    let mut rows: Vec<Margins> = Vec::new();
    let mut places: Vec<Place> = Vec::new();
    let mut heights: Vec<f64> = Vec::new();
    for _ in 0..ROUNDS {
        let each = figure.panels.iter().zip(&bars).enumerate().map(|(k, (panel, bar))| {
            let (column, side) = (columns[k % across], sides[k % across]);
            let wide = (column - side.left - side.right).max(24.0);
            let high = heights.get(k / across).copied().unwrap_or(SHAPE * wide);
            let area = Rect { x0: -side.left, y0: 0.0, x1: column - side.left, y1: 0.0 };
            let legend_above = above.get(k).copied().unwrap_or(false);
            Place { area, bar: bar.clone(), legend_above, ..framed(panel, spans[k], wide, high) }
        });
        places = each.collect();
        let pairs: Vec<_> = figure.panels.iter().zip(&places).collect();
        heights = pairs.chunks(across).map(row_height).collect();
        sides = vec![Margins::default(); across];
        rows = vec![Margins::default(); figure.panels.len().div_ceil(across)];
        for (k, (panel, place)) in figure.panels.iter().zip(&places).enumerate() {
            let own = margins(panel, place);
            sides[k % across] = sides[k % across].wider(own);
            rows[k / across] = rows[k / across].wider(own);
        }
    }

    let title = figure.title.as_ref().map_or(vec![], |title| text::wrap(title, TITLE, free));
    let mut y = EDGE + title.len() as f64 * (TITLE + 2.5) + if title.is_empty() { 0.0 } else { 3.0 };
    for (row, around) in places.chunks_mut(across).zip(&rows) {
        let tallest = row.iter().map(|place| place.frame.y1).fold(0.0, f64::max);
        let bottom = y + around.top + tallest + around.bottom;
        let mut x = EDGE;
        for (k, place) in row.iter_mut().enumerate() {
            place.area = Rect { x0: x, y0: y, x1: x + columns[k], y1: bottom };
            shift(place, x + sides[k].left, y + around.top);
            x += columns[k] + GUTTER;
        }
        y = bottom + ROW_GUTTER;
    }
    let height = if places.is_empty() { y + EDGE } else { y - ROW_GUTTER + EDGE };
    align_labels(&mut places, across);
    Plan { width, height, title, places }
}

/// Sets the labels of the vertical axes of each column one below the other.
fn align_labels(places: &mut [Place], across: usize) {
    for column in 0..across {
        let each = places.iter().skip(column).step_by(across).flat_map(|place| &place.y_ticks.major);
        let away = TICK_LENGTH + TICK_GAP + text::widest(each.map(|(_, label)| label), TICK);
        for place in places.iter_mut().skip(column).step_by(across) {
            place.y_label = place.frame.x0 - away - 3.0 - 0.24 * TEXT;
        }
    }
}

fn shift(place: &mut Place, dx: f64, dy: f64) {
    let frame = &mut place.frame;
    (frame.x0, frame.x1, frame.y0, frame.y1) = (frame.x0 + dx, frame.x1 + dx, frame.y0 + dy, frame.y1 + dy);
    (place.x.start, place.x.end) = (frame.x0, frame.x1);
    (place.y.start, place.y.end) = (frame.y1, frame.y0);
}
