//! Figures fit for a journal, as SVG and PNG from one description.
//!
//! A [`Figure`] holds [`Panel`]s; a panel holds two axes, curves, marks and at most one density field. All
//! lengths inside are printer's points at the printed size, so text is never smaller than 8 pt when the
//! figure is set at its `width_cm`. The layout makes one list of shapes (`scene`); `svg` writes that list as
//! text and `raster` paints it, so both files always agree.
//!
//! Data may be empty, constant, NaN or infinite: such values are left out, and nothing here panics.

mod bar;
mod colour;
mod curves;
mod density;
mod layout;
mod legend;
mod marks;
mod panel;
mod raster;
mod scene;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod ticks;

pub use colour::Colour;

use std::io;
use std::path::{Path, PathBuf};

/// What can go wrong when a figure is turned into a file.
#[derive(Debug, thiserror::Error)]
pub enum FigureError {
    /// The picture would have no pixels, or more than the painter can hold.
    #[error("a picture of {0} x {1} pixels cannot be made")]
    Size(u32, u32),
    /// The PNG encoder refused the picture.
    #[error("the PNG could not be encoded: {0}")]
    Encode(#[from] png::EncodingError),
    /// A file could not be written.
    #[error("{path}: {source}")]
    Write {
        /// The file in question.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// One axis of a panel.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Axis {
    /// The quantity with its unit: `"y (cm)"`.
    pub label: String,
    /// From where to where; `None` takes the range of the data with a small margin.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// An axis whose range follows the data.
    pub fn new(label: impl Into<String>) -> Self {
        Axis { label: label.into(), range: None }
    }

    /// An axis from `low` to `high`.
    pub fn between(label: impl Into<String>, low: f64, high: f64) -> Self {
        Axis { label: label.into(), range: Some((low, high)) }
    }
}

/// How a curve is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Style {
    /// An unbroken line.
    #[default]
    Solid,
    /// Short strokes.
    Dashed,
    /// A round marker at each point, no line.
    Dots,
}

/// A line, or a set of markers, through points of the plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The points in the units of the axes; a NaN or an infinity breaks the line.
    pub points: Vec<(f64, f64)>,
    /// Its colour.
    pub colour: Colour,
    /// Its entry in the legend; `None` leaves it out.
    pub label: Option<String>,
    /// Line, dashes or markers.
    pub style: Style,
    /// Width of the line in points; markers are three times as wide.
    pub width: f32,
}

impl Curve {
    /// A solid line, one point wide, without a legend entry.
    pub fn new(points: Vec<(f64, f64)>, colour: Colour) -> Self {
        Curve { points, colour, label: None, style: Style::Solid, width: 1.0 }
    }

    /// The same curve with an entry in the legend.
    pub fn labelled(self, label: impl Into<String>) -> Self {
        Curve { label: Some(label.into()), ..self }
    }

    /// The same curve drawn in another style and width.
    pub fn drawn(self, style: Style, width: f32) -> Self {
        Curve { style, width, ..self }
    }
}

/// A horizontal line across a panel, named in the margin to the right of the frame.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mark {
    /// Where it stands on the vertical axis.
    pub y: f64,
    /// What the margin says: `"y = 63.2 cm"`.
    pub label: String,
}

/// A field of cells, coloured by value; more is darker, an empty cell is white.
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
    /// Colour by the logarithm of the value.
    pub logarithmic: bool,
    /// What the colour bar says.
    pub label: String,
    /// Mean velocity of each cell, in the same order, drawn thinned as small arrows.
    pub arrows: Option<Vec<(f64, f64)>>,
}

/// The colour bar of curves coloured by [`Colour::Scale`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ColourBar {
    /// The quantity with its unit.
    pub label: String,
    /// The values that `Scale(0.0)` and `Scale(1.0)` stand for.
    pub range: (f64, f64),
}

/// One frame with its axes and all that is drawn in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Lines and markers, the last on top.
    pub curves: Vec<Curve>,
    /// The field below the curves.
    pub density: Option<Density>,
    /// A colour bar for the curves; ignored when there is a density field, which has its own.
    pub bar: Option<ColourBar>,
    /// Horizontal lines named in the right margin.
    pub marks: Vec<Mark>,
    /// One unit is equally long on both axes; a frame too flat or too tall then widens a range.
    pub equal_aspect: bool,
    /// A line above the frame: `"(a) seen from above"`.
    pub title: Option<String>,
    /// Height of the frame; 1 gives a height of 0.62 widths. Panels side by side share the tallest, or the
    /// height of the one with `equal_aspect`, which sets its own.
    pub height_weight: f64,
    /// Share of the row given to this panel's column.
    pub width_weight: f64,
    /// Small print below the panel.
    pub note: Option<String>,
}

impl Default for Panel {
    fn default() -> Self {
        Panel {
            x: Axis::default(),
            y: Axis::default(),
            curves: Vec::new(),
            density: None,
            bar: None,
            marks: Vec::new(),
            equal_aspect: false,
            title: None,
            height_weight: 1.0,
            width_weight: 1.0,
            note: None,
        }
    }
}

/// Panels set in rows on one sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// A line above all panels.
    pub title: Option<String>,
    /// The panels, row after row.
    pub panels: Vec<Panel>,
    /// Panels in a row; 1 stacks them.
    pub across: usize,
    /// Printed width: 9 cm is one column of a journal, 18 cm two.
    pub width_cm: f64,
}

impl Default for Figure {
    fn default() -> Self {
        Figure { title: None, panels: Vec::new(), across: 1, width_cm: 9.0 }
    }
}

/// Pixels across a saved PNG of one column; wider figures get 300 pixels an inch.
const SAVED_PIXELS: u32 = 1600;

impl Figure {
    /// The figure as the text of an SVG file.
    pub fn svg(&self) -> String {
        svg::write(&panel::scene(self))
    }

    /// The figure as the bytes of a PNG file, `pixels_wide` across.
    pub fn png(&self, pixels_wide: u32) -> Result<Vec<u8>, FigureError> {
        raster::png(&panel::scene(self), pixels_wide)
    }

    /// Writes `stem.svg` and `stem.png` into `dir`, which is made if it does not exist.
    pub fn save(&self, dir: &Path, stem: &str) -> Result<(), FigureError> {
        let scene = panel::scene(self);
        let pixels = SAVED_PIXELS.max((scene.width / 72.0 * 300.0) as u32);
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |source| FigureError::Write { path, source }
        };
        std::fs::create_dir_all(dir).map_err(failed(dir))?;
        let [text, picture] = ["svg", "png"].map(|ending| dir.join(format!("{stem}.{ending}")));
        std::fs::write(&text, svg::write(&scene)).map_err(failed(&text))?;
        std::fs::write(&picture, raster::png(&scene, pixels)?).map_err(failed(&picture))
    }
}
