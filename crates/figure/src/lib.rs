//! Figures fit for a journal, as SVG and PNG from one description.
//!
//! A [`Figure`] holds [`Panel`]s; a panel holds two axes, curves and the items of `items`, at most one field
//! among them. All lengths inside are printer's points at the printed size, so text is never smaller than 8 pt
//! when the figure is set at its `width_cm`. The layout makes one list of shapes (`scene`); `svg` writes that
//! list as text and `raster` paints it, so both files always agree.
//!
//! Data may be empty, constant, NaN or infinite: such values are left out, and nothing here panics.
#![warn(missing_docs)]

mod areas;
mod colour;
mod colour_scale;
mod corner;
mod curves;
mod density;
mod items;
mod labels;
mod layout;
mod legend;
mod marks;
mod panel;
mod ranges;
mod raster;
mod regions;
mod scene;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod ticks;
mod verticals;
mod whiskers;

pub use colour::Colour;
pub use items::{Band, Bar, ColourBar, Density, Fill, Label, Mark, Regions, Vertical, Whisker};
pub use svg::base64;

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
    /// Equal factors are equally long; values that are not positive are left out, and a `range` that reaches
    /// down to zero is taken as `None`.
    pub logarithmic: bool,
    /// What stands at 1, 2, 3 and so on instead of numbers; none for numbers.
    pub names: Vec<String>,
}

impl Axis {
    /// An axis whose range follows the data.
    pub fn new(label: impl Into<String>) -> Self {
        Axis { label: label.into(), ..Axis::default() }
    }

    /// An axis from `low` to `high`.
    pub fn between(label: impl Into<String>, low: f64, high: f64) -> Self {
        Axis { range: Some((low, high)), ..Axis::new(label) }
    }

    /// The same axis with a logarithmic scale.
    pub fn log(self) -> Self {
        Axis { logarithmic: true, ..self }
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
    /// A filled round marker at each point, no line.
    Dots,
    /// A hollow round marker at each point, no line.
    Circles,
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
    /// Width of the line in points, at least 0.1; markers are three times as wide, so at least 0.3 points.
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

/// One frame with its axes and all that is drawn in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Lines and markers, the last on top.
    pub curves: Vec<Curve>,
    /// The field below everything else.
    pub density: Option<Density>,
    /// A map of classes below everything else; axes without a range end at its edges.
    pub regions: Option<Regions>,
    /// Pale areas below the curves.
    pub bands: Vec<Band>,
    /// Bars of histograms, above the bands.
    pub bars: Vec<Bar>,
    /// Closed outlines, the last on top, above the bars.
    pub fills: Vec<Fill>,
    /// Vertical intervals, above the curves.
    pub whiskers: Vec<Whisker>,
    /// Words inside the frame, on top of all.
    pub labels: Vec<Label>,
    /// A colour bar for the curves; ignored when there is a density field, which has its own.
    pub bar: Option<ColourBar>,
    /// Horizontal lines named in the right margin.
    pub marks: Vec<Mark>,
    /// Vertical lines named above the frame.
    pub verticals: Vec<Vertical>,
    /// One unit is equally long on both axes; a frame too flat or too tall then widens a range. Ignored where
    /// an axis is logarithmic.
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
            regions: None,
            bands: Vec::new(),
            bars: Vec::new(),
            fills: Vec::new(),
            whiskers: Vec::new(),
            labels: Vec::new(),
            bar: None,
            marks: Vec::new(),
            verticals: Vec::new(),
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
