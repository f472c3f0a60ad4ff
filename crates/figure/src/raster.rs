//! Paints a scene and encodes it as PNG.

use super::colour::Rgb;
use super::scene::{Anchor, HALO, Pen, Point, Rect, Scene, Shape};
use super::{FigureError, text};
use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, PixmapPaint,
    PixmapRef, Stroke, StrokeDash, Transform,
};

/// No picture is taller or wider than this.
const MOST_PIXELS: f64 = 20_000.0;
/// Long lines are painted in pieces of this many points, which keeps the painter's edge lists short.
const PIECE: usize = 1024;

/// The scene as the bytes of a PNG file, `pixels_wide` across.
pub(super) fn png(scene: &Scene, pixels_wide: u32) -> Result<Vec<u8>, FigureError> {
    let scale = f64::from(pixels_wide) / scene.width;
    let height = (scene.height * scale).round();
    let fault = FigureError::Size(pixels_wide, height as u32);
    if pixels_wide == 0 || f64::from(pixels_wide).max(height) > MOST_PIXELS {
        return Err(fault);
    }
    let Some(mut sheet) = Pixmap::new(pixels_wide, (height as u32).max(1)) else { return Err(fault) };
    sheet.fill(Color::WHITE);
    let size = (sheet.width(), sheet.height());
    let clips = scene.clips.iter().map(|area| mask(size, area, scale as f32)).collect();
    let mut painter = Painter { sheet, clips, scale: scale as f32 };
    for shape in &scene.shapes {
        painter.shape(shape);
    }
    // The sheet is opaque, so the fourth byte of each pixel carries nothing.
    let rgb: Vec<u8> = painter.sheet.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    Ok(encode(size.0, size.1, &rgb, Some(scale * 72.0 / 0.0254))?)
}

/// A PNG of RGB or RGBA bytes, with its pixels a metre if known.
pub(super) fn encode(
    w: u32,
    h: u32,
    bytes: &[u8],
    density: Option<f64>,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, w, h);
    let opaque = bytes.len() == w as usize * h as usize * 3;
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_filter(png::Filter::NoFilter); // flat colours pack best, and fastest, as they are
    if let Some(metre) = density {
        let each = metre.round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: each, yppu: each, unit: png::Unit::Meter }));
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()?;
    Ok(out)
}

fn rect_path(area: &Rect) -> Option<tiny_skia::Path> {
    let [x0, y0, x1, y1] = [area.x0, area.y0, area.x1, area.y1].map(|v| v as f32);
    tiny_skia::Rect::from_ltrb(x0, y0, x1, y1).map(PathBuilder::from_rect)
}

fn mask((w, h): (u32, u32), area: &Rect, scale: f32) -> Option<Mask> {
    let mut mask = Mask::new(w, h)?;
    mask.fill_path(&rect_path(area)?, FillRule::Winding, true, Transform::from_scale(scale, scale));
    Some(mask)
}

fn paint([r, g, b]: Rgb, opacity: f64) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, (255.0 * opacity).round() as u8);
    paint
}

struct Painter {
    sheet: Pixmap,
    clips: Vec<Option<Mask>>,
    scale: f32,
}

impl Painter {
    fn shape(&mut self, shape: &Shape) {
        let all = Transform::from_scale(self.scale, self.scale);
        match shape {
            Shape::Lines { runs, pen, clip } => {
                for run in runs {
                    self.line(run, pen, *clip);
                }
            }
            Shape::Dots { centres, radius, colour, clip } => {
                let paint = paint(*colour, 1.0);
                for &(x, y) in centres {
                    let disc = PathBuilder::from_circle(x as f32, y as f32, *radius as f32);
                    self.fill(disc, &paint, all, *clip);
                }
            }
            Shape::Circles { centres, radius, pen, clip } => {
                for &(x, y) in centres {
                    let ring = PathBuilder::from_circle(x as f32, y as f32, *radius as f32);
                    self.edge(ring, (pen.colour, pen.width), all, *clip);
                }
            }
            Shape::Area { outline, fill, edge, clip } => {
                let mut path = PathBuilder::new();
                push(&mut path, outline);
                path.close();
                let path = path.finish();
                self.fill(path.clone(), &paint(fill.0, fill.1), all, *clip);
                if let Some(edge) = edge {
                    self.edge(path, *edge, all, *clip);
                }
            }
            Shape::Box { area, fill, edge } => {
                if let Some((colour, opacity)) = fill {
                    self.fill(rect_path(area), &paint(*colour, *opacity), all, None);
                }
                if let (Some((colour, width)), Some(path)) = (edge, rect_path(area)) {
                    let stroke = Stroke { width: *width as f32, ..Stroke::default() };
                    self.sheet.stroke_path(&path, &paint(*colour, 1.0), &stroke, all, None);
                }
            }
            Shape::Picture { area, columns, rows, rgba, clip } => {
                self.picture(area, *columns, *rows, rgba, *clip);
            }
            Shape::Text { .. } => self.text(shape, all),
        }
    }

    fn text(&mut self, shape: &Shape, all: Transform) {
        let Shape::Text { at, line, size, colour, anchor, upwards, halo } = shape else { return };
        let width = text::width(line, *size);
        let start = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -0.5 * width / size,
            Anchor::End => -width / size,
        };
        let mut pen = GlyphPen(PathBuilder::new());
        text::outline(line, start, &mut pen);
        let em = *size as f32;
        let turn = if *upwards { -90.0 } else { 0.0 };
        let place = all
            .pre_concat(Transform::from_translate(at.0 as f32, at.1 as f32))
            .pre_concat(Transform::from_rotate(turn))
            .pre_scale(em, -em);
        let glyphs = pen.0.finish();
        if *halo {
            self.edge(glyphs.clone(), ([255; 3], 2.0 * HALO / size), place, None);
        }
        self.fill(glyphs, &paint(*colour, 1.0), place, None);
    }

    /// Strokes an outline with a colour and a width in the unit of `place`.
    fn edge(
        &mut self,
        path: Option<tiny_skia::Path>,
        edge: (Rgb, f64),
        place: Transform,
        clip: Option<usize>,
    ) {
        let Some(path) = path else { return };
        let mask = clip.and_then(|k| self.clips.get(k)?.as_ref());
        let stroke = Stroke { width: edge.1 as f32, line_join: LineJoin::Round, ..Stroke::default() };
        self.sheet.stroke_path(&path, &paint(edge.0, 1.0), &stroke, place, mask);
    }

    fn fill(&mut self, path: Option<tiny_skia::Path>, paint: &Paint, place: Transform, clip: Option<usize>) {
        let Some(path) = path else { return };
        let mask = clip.and_then(|k| self.clips.get(k)?.as_ref());
        self.sheet.fill_path(&path, paint, FillRule::Winding, place, mask);
    }

    fn line(&mut self, run: &[Point], pen: &Pen, clip: Option<usize>) {
        let (paint, place) = (paint(pen.colour, 1.0), Transform::from_scale(self.scale, self.scale));
        let dash = pen.dash.and_then(|(on, off)| StrokeDash::new(vec![on as f32, off as f32], 0.0));
        let mask = clip.and_then(|k| self.clips.get(k)?.as_ref());
        let (piece, line_cap) = match (&dash, run.len() > PIECE) {
            (None, true) => (PIECE, LineCap::Round), // round ends, so that the pieces join without a seam
            _ => (run.len(), LineCap::Butt),
        };
        let width = pen.width as f32;
        let stroke = Stroke { width, dash, line_cap, line_join: LineJoin::Round, ..Stroke::default() };
        let mut from = 0;
        while from + 1 < run.len() {
            let to = (from + piece).min(run.len());
            let mut path = PathBuilder::new();
            push(&mut path, &run[from..to]);
            if let Some(path) = path.finish() {
                self.sheet.stroke_path(&path, &paint, &stroke, place, mask);
            }
            from = to - 1;
        }
    }

    fn picture(&mut self, area: &Rect, columns: usize, rows: usize, rgba: &[u8], clip: Option<usize>) {
        let Some(cells) = PixmapRef::from_bytes(rgba, columns as u32, rows as u32) else { return };
        let scale = self.scale;
        let (sx, sy) =
            (area.width() as f32 / columns as f32 * scale, area.height() as f32 / rows as f32 * scale);
        let place = Transform::from_row(sx, 0.0, 0.0, sy, area.x0 as f32 * scale, area.y0 as f32 * scale);
        let quality = if sx.min(sy) < 1.0 { FilterQuality::Bilinear } else { FilterQuality::Nearest };
        let paint = PixmapPaint { quality, ..PixmapPaint::default() };
        let mask = clip.and_then(|k| self.clips.get(k)?.as_ref());
        self.sheet.draw_pixmap(0, 0, cells, &paint, place, mask);
    }
}

fn push(path: &mut PathBuilder, run: &[Point]) {
    for (k, &(x, y)) in run.iter().enumerate() {
        match k {
            0 => path.move_to(x as f32, y as f32),
            _ => path.line_to(x as f32, y as f32),
        }
    }
}

/// Receives glyph outlines from the font reader.
struct GlyphPen(PathBuilder);

impl ttf_parser::OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
