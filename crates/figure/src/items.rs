//! What a panel can hold besides its curves.
//!
//! Lengths are in the units of the axes. On a logarithmic axis, the foot of a bar, a whisker or a band that is
//! zero or negative stands at the edge of the frame; everything else that is not positive is left out.

use super::Colour;

/// A horizontal line across a panel, named in the margin to the right of the frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mark {
    /// Where it stands on the vertical axis.
    pub y: f64,
    /// What the margin says: `"y = 63.2 cm"`.
    pub label: String,
}

/// A vertical line across a panel, named above the frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vertical {
    /// Where it stands on the horizontal axis.
    pub x: f64,
    /// What stands above the frame: `"µ = 0.3"`.
    pub label: String,
}

/// A few words in small print, centred at a point and moved just enough to stay inside the frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Label {
    /// The point.
    pub at: (f64, f64),
    /// The words.
    pub text: String,
}

/// A filled upright rectangle: one bar of a histogram.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bar {
    /// Its left and right side.
    pub x: (f64, f64),
    /// Its foot and its top.
    pub y: (f64, f64),
    /// Its colour; the inside is paler.
    pub colour: Colour,
    /// Its entry in the legend; bars of one colour and one label share an entry.
    pub label: Option<String>,
}

/// A vertical interval with short caps, such as a confidence interval.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Whisker {
    /// Where it stands on the horizontal axis.
    pub x: f64,
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Its colour.
    pub colour: Colour,
}

/// A pale area between two curves over the same x.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Band {
    /// x, lower and upper edge; a NaN or an infinity interrupts the band.
    pub points: Vec<(f64, f64, f64)>,
    /// Its colour; the area is paler.
    pub colour: Colour,
    /// Its entry in the legend; `None` leaves it out.
    pub label: Option<String>,
}

/// A closed polygon such as the outline of a body; it hides what was drawn before it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fill {
    /// The corners in order; the last is joined to the first.
    pub points: Vec<(f64, f64)>,
    /// The colour of its edge; the inside is nearly white.
    pub colour: Colour,
    /// Width of the edge in points; zero leaves it out.
    pub edge: f32,
}

/// A field of cells, coloured by value; more is darker, an empty cell is white.
///
/// The cells are equally wide as drawn: on a logarithmic axis they are equal steps of the logarithm.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Density {
    /// Number of cells along x.
    pub columns: usize,
    /// Number of cells along y.
    pub rows: usize,
    /// Outer edges of the cells along x.
    pub x: (f64, f64),
    /// Outer edges of the cells along y.
    pub y: (f64, f64),
    /// One value a cell, row after row, row 0 at `y.0`; zero, negative or NaN is an empty cell.
    pub values: Vec<f64>,
    /// Values of both signs, each its own hue, zero white; only NaN is an empty cell then.
    pub signed: bool,
    /// Colour by the logarithm of the value.
    pub logarithmic: bool,
    /// What the colour bar says.
    pub label: String,
    /// Mean velocity of each cell, in the same order, drawn thinned as small arrows; left out where an axis
    /// is logarithmic.
    pub arrows: Option<Vec<(f64, f64)>>,
}

/// A map of named classes in pale colours, with thin lines between them and its legend above the frame.
///
/// The cells are equally wide as drawn: on a logarithmic axis they are equal steps of the logarithm.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Regions {
    /// Number of cells along x.
    pub columns: usize,
    /// Number of cells along y.
    pub rows: usize,
    /// Outer edges of the cells along x.
    pub x: (f64, f64),
    /// Outer edges of the cells along y.
    pub y: (f64, f64),
    /// One class a cell, row after row, row 0 at `y.0`; a class without a name leaves its cell white.
    pub classes: Vec<u8>,
    /// The name of class 0, 1, and so on; the legend shows those that occur. Colours repeat after the eighth.
    pub names: Vec<String>,
}

/// The colour bar of curves coloured by [`Colour::Scale`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ColourBar {
    /// The quantity with its unit.
    pub label: String,
    /// The values that `Scale(0.0)` and `Scale(1.0)` stand for.
    pub range: (f64, f64),
}
