//! Colours that stay apart for colour-blind readers and in grey print.

/// The colour of a curve.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Colour {
    /// One of seven distinct colours (Okabe and Ito 2008), repeated after the seventh.
    Category(usize),
    /// A place between 0 (dark violet) and 1 (light green) on the viridis map.
    Scale(f64),
    /// A middle grey, for what stands in the background.
    Grey,
    /// Black, for reference curves.
    #[default]
    Black,
}

/// Red, green and blue in sRGB.
pub(super) type Rgb = [u8; 3];

/// The colour of frames and text.
pub(super) const INK: Rgb = [26, 26, 26];
/// The colour of marks: a vermilion, a hue the field's map does not contain.
pub(super) const MARK: Rgb = [200, 60, 0];
/// The colour of notes.
pub(super) const FAINT: Rgb = [90, 90, 90];

/// Okabe and Ito's set without its yellow, which is too pale for a thin line on white.
const CATEGORIES: [Rgb; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233], [0, 0, 0]];

/// Ten evenly spaced colours of viridis (van der Walt and Smith 2015, CC0), joined linearly.
const VIRIDIS: [Rgb; 10] = [
    [68, 1, 84],
    [72, 40, 120],
    [62, 73, 137],
    [49, 104, 142],
    [38, 130, 142],
    [31, 158, 137],
    [53, 183, 121],
    [110, 206, 88],
    [181, 222, 43],
    [253, 231, 37],
];

/// The end of viridis used for lines: its last yellow is too pale on white.
const LINE_END: f64 = 0.88;

impl Colour {
    pub(super) fn rgb(self) -> Rgb {
        match self {
            Colour::Category(k) => CATEGORIES[k % CATEGORIES.len()],
            Colour::Scale(s) => of_line(s),
            Colour::Grey => [150, 150, 150],
            Colour::Black => [0, 0, 0],
        }
    }
}

/// Pale fills, found by search: each at least 12 units of CIELAB from the others and from white, for normal
/// sight and for the three kinds of colour blindness (matrices of Machado, Oliveira and Fernandes 2009).
const CLASSES: [Rgb; 8] = [
    [172, 202, 234],
    [244, 196, 162],
    [214, 250, 210],
    [250, 238, 174],
    [202, 184, 174],
    [184, 238, 252],
    [214, 220, 216],
    [136, 196, 252],
];

/// The flat colour of class `k` of a map.
pub(super) fn of_class(k: usize) -> Rgb {
    CLASSES[k % CLASSES.len()]
}

/// `share` of a colour, the rest white.
pub(super) fn tint(colour: Rgb, share: f64) -> Rgb {
    colour.map(|c| (255.0 - share * (255.0 - f64::from(c))).round() as u8)
}

/// The colour of a line at `s` in 0..1.
pub(super) fn of_line(s: f64) -> Rgb {
    viridis(unit(s) * LINE_END)
}

/// The colour of a cell at `s` in 0..1: pale for few, dark for many.
pub(super) fn of_field(s: f64) -> Rgb {
    viridis(1.0 - unit(s))
}

/// Ends of the map of signed values: Okabe and Ito's blue and vermilion, darkened alike.
const SIGNS: [Rgb; 2] = [[0, 84, 140], [176, 64, 0]];

/// The colour of a signed value at `s` in 0..1: blue below 1/2, white there, vermilion above.
pub(super) fn of_sign(s: f64) -> Rgb {
    let off = 2.0 * unit(s) - 1.0;
    tint(SIGNS[usize::from(off > 0.0)], off.abs())
}

/// `s` brought into 0..1; NaN is 0.
fn unit(s: f64) -> f64 {
    if s.is_nan() { 0.0 } else { s.clamp(0.0, 1.0) }
}

fn viridis(s: f64) -> Rgb {
    let place = s * (VIRIDIS.len() - 1) as f64;
    let k = (place as usize).min(VIRIDIS.len() - 2);
    let part = place - k as f64;
    std::array::from_fn(|j| {
        let (a, b) = (f64::from(VIRIDIS[k][j]), f64::from(VIRIDIS[k + 1][j]));
        (a + (b - a) * part).round() as u8
    })
}
