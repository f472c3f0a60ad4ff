//! Two columns of the members against each other, a dot a member.

use std::collections::BTreeMap;

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
        // One curve a word, or a shade.
        let mut groups: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
        for i in (0..shown).filter(|&i| colouring.values[i].is_finite()) {
            groups.entry(group(&colouring, i)).or_default().push((xs[i], ys[i]));
        }
        let curves = groups.into_iter().map(|(group, points)| match colouring.words {
            Some(words) => dots(points, Colour::Category(group)).labelled(words[group]),
            None => dots(points, Colour::Scale((group as f64 + 0.5) / SHADES as f64)),
        });
        let curves = curves.collect();
        let [x, y] = axes(rows, spec, k);
        let x = if x.range.is_none() && is_wide(span(&xs)) { x.log() } else { x };
        let note = (shown < rows.rows())
            .then(|| format!("The first {shown} of {} members are drawn.", drawn.summary.members));
        Panel { x, y, curves, bar: colouring.bar(), note, equal_aspect: spec.equal, ..Panel::default() }
    };
    laid_out(spec.panels.iter().enumerate().map(panel).collect())
}

fn dots(points: Vec<(f64, f64)>, colour: Colour) -> Curve {
    Curve::new(points, colour).drawn(Style::Dots, 0.4)
}

/// The word or the shade of a member.
fn group(colouring: &Colouring, i: usize) -> usize {
    match colouring.of(colouring.values[i]) {
        Colour::Category(word) => word,
        Colour::Scale(share) => ((share * SHADES as f64) as usize).min(SHADES - 1),
        _ => 0,
    }
}
