//! Two columns of the members against each other, a dot a member.

use super::{Colouring, Drawn, axes, is_wide, laid_out, numbers, span};
use crate::output::figure::{Colour, Curve, Figure, Panel, Style};
use crate::study::figure_spec::FigureSpec;

/// Dots of one panel: more could not be told apart, and would make files heavy.
const MOST_DOTS: usize = 8000;
/// Shades of a colour scale.
const SHADES: usize = 32;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let rows = drawn.members;
    let colouring = Colouring::by(rows, spec.colour.as_deref().unwrap_or("outcome"));
    let shown = rows.rows().min(MOST_DOTS);
    let panel = |(k, [x, y]): (usize, &[String; 2])| {
        let (xs, ys) = (numbers(rows, x), numbers(rows, y));
        let points = |keep: &dyn Fn(f64) -> bool| -> Vec<(f64, f64)> {
            (0..shown).filter(|&i| keep(colouring.values[i])).map(|i| (xs[i], ys[i])).collect()
        };
        let dots = |points, colour| Curve::new(points, colour).drawn(Style::Dots, 0.4);
        let curves: Vec<Curve> = match colouring.words {
            Some(words) => words
                .iter()
                .enumerate()
                .map(|(code, word)| (points(&|value| value == code as f64), code, word))
                .filter(|(points, ..)| !points.is_empty())
                .map(|(points, code, word)| dots(points, Colour::Category(code)).labelled(*word))
                .collect(),
            None => (0..SHADES).map(|shade| shaded(&colouring, shade, &points, &dots)).collect(),
        };
        let [x, y] = axes(rows, spec, k);
        let x = if x.range.is_none() && is_wide(span(&xs)) { x.log() } else { x };
        let note = (shown < rows.rows())
            .then(|| format!("The first {shown} of {} members are drawn.", drawn.summary.members));
        Panel { x, y, curves, bar: colouring.bar(), note, equal_aspect: spec.equal, ..Panel::default() }
    };
    laid_out(spec.panels.iter().enumerate().map(panel).collect())
}

/// The dots of one shade of the scale.
fn shaded(
    by: &Colouring,
    shade: usize,
    points: &dyn Fn(&dyn Fn(f64) -> bool) -> Vec<(f64, f64)>,
    dots: &dyn Fn(Vec<(f64, f64)>, Colour) -> Curve,
) -> Curve {
    let shade_of = |value: f64| match by.of(value) {
        Colour::Scale(share) => ((share * SHADES as f64) as usize).min(SHADES - 1),
        _ => 0,
    };
    let middle = (shade as f64 + 0.5) / SHADES as f64;
    dots(points(&|value| value.is_finite() && shade_of(value) == shade), Colour::Scale(middle))
}
