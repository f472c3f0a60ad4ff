//! Two columns of the members against each other, or several pairs that belong together, a dot a member.

use std::collections::BTreeMap;

use super::{Colouring, Drawn, axes, is_wide, laid_out, numbers, span};
use crate::output::figure::{Colour, Curve, Figure, Panel, Style};
use crate::study::figure_spec::{FigureSpec, Theory};

/// Dots of one panel: more could not be told apart, and would make files heavy.
const MOST_DOTS: usize = 8000;
/// Shades of a colour scale.
const SHADES: usize = 32;
/// Sides of a drawn circle.
const ROUND: usize = 180;

pub(super) fn figure(drawn: &Drawn<'_>, spec: &FigureSpec) -> Figure {
    let rows = drawn.members;
    let colouring = Colouring::by(rows, spec.colour.as_deref().unwrap_or("outcome"));
    let shown = rows.rows().min(MOST_DOTS);
    if !spec.together.is_empty() {
        return laid_out(
            spec.panels
                .chunks(spec.together.len())
                .enumerate()
                .map(|pairs| shared(drawn, spec, pairs))
                .collect(),
        );
    }
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
        let curves = curves.chain(spec.theory.iter().map(circle)).collect();
        let [x, y] = axes(rows, spec, k);
        let x = if x.range.is_none() && is_wide(span(&xs)) { x.log() } else { x };
        let beyond = (0..shown).filter(|&i| !within(xs[i], x.range) || !within(ys[i], y.range)).count();
        let note = note(shown, drawn.summary.members, beyond);
        Panel { x, y, curves, bar: colouring.bar(), note, equal_aspect: spec.equal, ..Panel::default() }
    };
    laid_out(spec.panels.iter().enumerate().map(panel).collect())
}

/// A panel of pairs that belong together, each in a colour of its own.
fn shared(drawn: &Drawn<'_>, spec: &FigureSpec, (number, pairs): (usize, &[[String; 2]])) -> Panel {
    let rows = drawn.members;
    let shown = rows.rows().min(MOST_DOTS / pairs.len());
    let [x, y] = axes(rows, spec, number * pairs.len());
    let (mut curves, mut beyond) = (Vec::new(), 0);
    for (place, [of_x, of_y]) in pairs.iter().enumerate() {
        let (xs, ys) = (numbers(rows, of_x), numbers(rows, of_y));
        let points: Vec<(f64, f64)> = xs.into_iter().zip(ys).take(shown).collect();
        beyond += points.iter().filter(|(a, b)| !within(*a, x.range) || !within(*b, y.range)).count();
        let points = points.into_iter().filter(|(a, b)| a.is_finite() && b.is_finite()).collect();
        curves.push(dots(points, Colour::Category(place)).labelled(&spec.together[place]));
    }
    let curves = curves.into_iter().chain(spec.theory.iter().map(circle)).collect();
    let note = note(shown, drawn.summary.members, beyond);
    Panel { x, y, curves, note, equal_aspect: spec.equal, ..Panel::default() }
}

/// Whether a number is finite and on an axis; an axis without a range takes all.
fn within(value: f64, range: Option<(f64, f64)>) -> bool {
    value.is_finite() && range.is_none_or(|(low, high)| low <= value && value <= high)
}

/// What the picture leaves out, if it does.
fn note(shown: usize, members: u64, beyond: usize) -> Option<String> {
    let part = (shown as u64) < members;
    let first = if part { format!("The first {shown} of {members} members. ") } else { String::new() };
    let rest = if beyond > 0 {
        format!("{beyond} lie outside the axes, or have no such number.")
    } else {
        String::new()
    };
    (part || beyond > 0).then(|| (first + &rest).trim().to_owned())
}

/// A circle about the origin.
fn circle(theory: &Theory) -> Curve {
    let turn = |k: usize| std::f64::consts::TAU * k as f64 / ROUND as f64;
    let points = (0..=ROUND).map(|k| (theory.at * turn(k).cos(), theory.at * turn(k).sin()));
    Curve::new(points.collect(), Colour::Black).drawn(Style::Dashed, 0.8).labelled(&theory.label)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_said() {
        assert_eq!(note(10, 10, 0), None);
        assert_eq!(note(10, 20, 0).unwrap(), "The first 10 of 20 members.");
        assert_eq!(note(10, 10, 3).unwrap(), "3 lie outside the axes, or have no such number.");
        let axis = Some((-1.0, 1.0));
        assert_eq!([0.5, 2.0, f64::NAN].map(|x| within(x, axis)), [true, false, false]);
        assert_eq!([2.0, f64::INFINITY].map(|x| within(x, None)), [true, false]);
    }
}
