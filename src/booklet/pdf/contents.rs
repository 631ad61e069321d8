//! Reads the glyphs, drawn lines and dots of each PDF page, within limits of size and time.

use super::fragment::Glyph;
use crate::booklet::pdf_error::PdfError;
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, RenderContent, SoftMask, TransformExt,
    font::{Glyph as PdfGlyph, GlyphRun, OutlineGlyph},
    hayro_cmap::BfString,
    hayro_syntax::{LoadPdfError, Pdf, page::Page},
    interpret_page,
    kurbo::{Affine, BezPath, Point, Rect},
};
use std::{
    collections::HashMap,
    io::Read,
    sync::Arc,
    time::{Duration, Instant},
};

/// The most pages that are read.
pub const MAX_PAGES: usize = 2_000;
/// The most characters on one page.
const MAX_GLYPHS: usize = 200_000;
/// The most bytes that the text of a file may have when it is unpacked.
const MAX_UNPACKED: u64 = 192 * 1024 * 1024;
/// How often a stream may be packed with Flate.
const MAX_PACKINGS: usize = 3;
/// The longest time for which a file is read.
const MAX_TIME: Duration = Duration::from_secs(60);

/// What is drawn on a PDF page, not yet grouped: glyphs, straight lines, dots, and the share that
/// its largest picture covers.
#[derive(Clone, Debug, Default)]
pub(super) struct PageContent {
    pub(super) glyphs: Vec<Glyph>,
    /// Horizontal and vertical rules.
    pub(super) rules: Vec<Rect>,
    /// Small round or square shapes, which may be signs of list items.
    pub(super) dots: Vec<Rect>,
    pub(super) unreadable: usize,
    /// The share of the page that its largest picture covers.
    picture: f64,
}

/// Reads all pages on a thread of its own. If the PDF reader panics, the file counts as damaged.
pub(super) fn pages(bytes: Vec<u8>) -> Result<Vec<PageContent>, PdfError> {
    let (send, receive) = std::sync::mpsc::channel();
    let read = move || {
        // the receiver is gone if the time is over
        let _unread = send.send(read_pages(bytes, Instant::now() + MAX_TIME));
    };
    let thread = std::thread::Builder::new()
        .name("pdf".into())
        .stack_size(64 * 1024 * 1024)
        .spawn(read);
    let thread = thread.map_err(|_| PdfError::Invalid)?;
    let late = || {
        PdfError::TooLarge(format!(
            "reading it takes more than {} seconds",
            MAX_TIME.as_secs()
        ))
    };
    match receive.recv_timeout(MAX_TIME + Duration::from_secs(2)) {
        Ok(pages) => {
            let _done = thread.join();
            pages
        }
        Err(std::sync::mpsc::RecvTimeoutError::Timeout) => Err(late()),
        // the reader panicked
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => Err(PdfError::Invalid),
    }
}

fn read_pages(bytes: Vec<u8>, until: Instant) -> Result<Vec<PageContent>, PdfError> {
    check_unpacked_size(&bytes)?;
    let foot = &bytes[bytes.len().saturating_sub(2048)..];
    let has_end = memchr::memmem::find(foot, b"%%EOF").is_some();
    let pdf = Pdf::new(Arc::new(bytes)).map_err(|error| match error {
        LoadPdfError::Decryption(_) => PdfError::Encrypted,
        LoadPdfError::Invalid => PdfError::Invalid,
    })?;
    let pages = pdf.pages();
    if pages.len() > MAX_PAGES {
        return Err(PdfError::TooLarge(format!(
            "{} pages, at most {MAX_PAGES} are read",
            pages.len()
        )));
    }
    let cache = InterpreterCache::new();
    let settings = InterpreterSettings {
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    };
    let mut out: Vec<PageContent> = Vec::new();
    let mut fonts = HashMap::new();
    for (at, page) in pages.iter().enumerate() {
        if Instant::now() > until {
            return Err(PdfError::TooLarge(format!(
                "reading it takes more than {} seconds",
                MAX_TIME.as_secs()
            )));
        }
        let content = read_page(page, &cache, &settings, &pdf, &mut fonts);
        if content.glyphs.len() >= MAX_GLYPHS {
            return Err(PdfError::TooLarge(format!(
                "page {} has more than {MAX_GLYPHS} characters",
                at + 1
            )));
        }
        out.push(content);
    }
    if out.is_empty() {
        return Err(PdfError::Invalid);
    }
    let text: usize = out.iter().map(|page| page.glyphs.len()).sum();
    if text < out.len() {
        let pictures = out.iter().filter(|page| page.picture > 0.5).count();
        return Err(if pictures > 0 {
            PdfError::Scanned
        } else if !has_end {
            // the end of the file is missing, and with it perhaps the text
            PdfError::Invalid
        } else {
            PdfError::Empty
        });
    }
    Ok(out)
}

fn read_page<'a>(
    page: &Page<'a>,
    cache: &InterpreterCache<'a>,
    settings: &InterpreterSettings,
    pdf: &'a Pdf,
    fonts: &mut HashMap<u128, bool>,
) -> PageContent {
    let (width, height) = page.render_dimensions();
    let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let mut context = Context::new(
        page.initial_transform(true).to_kurbo(),
        bounds,
        cache,
        pdf.xref(),
        settings.clone(),
    );
    let mut reader = PageReader {
        runs: Vec::new(),
        content: PageContent::default(),
        bounds,
        fonts,
    };
    interpret_page(page, &mut context, &mut reader);
    reader.finish()
}

/// Checks how long the compressed streams of text are, before any of them is unpacked as a whole.
/// Pictures do not count, because they are not unpacked.
fn check_unpacked_size(bytes: &[u8]) -> Result<(), PdfError> {
    let too_large = || {
        PdfError::TooLarge(format!(
            "its text unpacks to more than {} MiB",
            MAX_UNPACKED >> 20
        ))
    };
    let mut left = MAX_UNPACKED;
    let mut before = 0;
    for at in memchr::memmem::find_iter(bytes, b"stream") {
        if bytes[..at].ends_with(b"end") {
            before = at;
            continue;
        }
        // the dictionary is between the previous stream and this one
        let dictionary = &bytes[before.max(at.saturating_sub(4096))..at];
        let count = |word: &[u8]| memchr::memmem::find_iter(dictionary, word).count();
        if count(b"/Image") > 0 {
            continue;
        }
        let start = bytes[at + 6..]
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count()
            + at
            + 6;
        let end = memchr::memmem::find(&bytes[start..], b"endstream")
            .map_or(bytes.len(), |end| start + end);
        let packed = count(b"FlateDecode") + count(b"/Fl ");
        let others = count(b"LZWDecode") + count(b"RunLengthDecode");
        let length = (end - start) as u64;
        let size = match (packed, others) {
            (0, 0) => 0,
            (1..=MAX_PACKINGS, 0) => {
                let mut unpacked: Box<dyn Read> = Box::new(&bytes[start..end]);
                for _ in 0..packed {
                    unpacked = Box::new(flate2::read::ZlibDecoder::new(unpacked).take(left + 1));
                }
                std::io::copy(&mut unpacked, &mut std::io::sink()).unwrap_or(length)
            }
            (0, 1) => length * 64,
            _ => length.saturating_mul(1024 * 1024),
        };
        left = left.checked_sub(size).ok_or_else(too_large)?;
    }
    Ok(())
}

/// A glyph with its direction.
struct DirectedGlyph {
    glyph: Glyph,
    /// Quarter turns.
    turns: u8,
}

/// The device to which a PDF page is drawn: collects its glyphs, lines, dots and pictures instead
/// of painting them.
struct PageReader<'f> {
    runs: Vec<DirectedGlyph>,
    content: PageContent,
    bounds: Rect,
    /// Whether a font is bold, by its key.
    fonts: &'f mut HashMap<u128, bool>,
}

impl PageReader<'_> {
    fn is_bold(&mut self, glyph: &OutlineGlyph) -> bool {
        let Some(data) = glyph.font_data() else {
            return false;
        };
        *self.fonts.entry(data.cache_key).or_insert_with(|| {
            let name = data.postscript_name.unwrap_or_default().to_lowercase();
            data.weight.is_some_and(|weight| weight >= 600)
                || ["bold", "black", "heavy", "demi"]
                    .iter()
                    .any(|word| name.contains(word))
        })
    }

    fn add_glyph(&mut self, glyph: &PdfGlyph<'_>, transform: Affine) {
        let (bold, advance) = match glyph {
            PdfGlyph::Outline(outline) => (self.is_bold(outline), outline.advance_width()),
            PdfGlyph::Type3(type3) => (false, type3.advance_width()),
        };
        let text = match glyph.as_unicode() {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(text)) => text,
            None => String::new(),
        };
        let text: String = text
            .chars()
            .flat_map(expand_ligature)
            .filter(|c| !c.is_control())
            .collect();
        if text.is_empty() {
            self.content.unreadable += 1;
            return;
        }
        let origin = transform * Point::ZERO;
        let end = transform * Point::new(f64::from(advance.unwrap_or(500.0)), 0.0);
        let up = transform * Point::new(0.0, 1000.0);
        let size = (up - origin).hypot();
        let is_placed = [origin.x, origin.y, end.x, end.y]
            .iter()
            .all(|own| own.is_finite());
        let is_visible = is_placed && size > 0.5 && size < 1000.0;
        if !is_visible || !self.bounds.inflate(2.0, 2.0).contains(origin) {
            // hidden outside the page
            return;
        }
        let along = end - origin;
        let turns = ((along.y.atan2(along.x) / std::f64::consts::FRAC_PI_2).round() as i32)
            .rem_euclid(4) as u8;
        // coordinates along and across the direction of the text
        let place = |p: Point| match turns {
            0 => (p.x, p.y),
            1 => (p.y, -p.x),
            2 => (-p.x, -p.y),
            _ => (-p.y, p.x),
        };
        let (start, stop) = (place(origin), place(end));
        let glyph = Glyph {
            text,
            x0: start.0 as f32,
            x1: stop.0.max(start.0) as f32,
            y: start.1 as f32,
            size: size as f32,
            bold,
        };
        self.runs.push(DirectedGlyph { glyph, turns });
    }

    /// Returns the content. Text in another direction than most of the page follows below it.
    fn finish(mut self) -> PageContent {
        let mut counts = [0_usize; 4];
        self.runs
            .iter()
            .for_each(|run| counts[usize::from(run.turns) & 3] += 1);
        let main = (0..4)
            .max_by_key(|&turns| (counts[turns], 4 - turns))
            .unwrap_or(0);
        let (w, h) = (self.bounds.width() as f32, self.bounds.height() as f32);
        let corner = |turns: usize| match turns {
            0 => (0.0, 0.0),
            1 => (0.0, w),
            2 => (w, h),
            _ => (h, 0.0),
        };
        let mut below = 0.0;
        for turns in [main, (main + 1) % 4, (main + 2) % 4, (main + 3) % 4] {
            let (dx, dy) = corner(turns);
            for run in self
                .runs
                .iter()
                .filter(|run| usize::from(run.turns) == turns)
            {
                let mut glyph = run.glyph.clone();
                glyph.x0 += dx;
                glyph.x1 += dx;
                glyph.y += dy + below;
                self.content.glyphs.push(glyph);
            }
            below += 10_000.0;
        }
        if main != 0 {
            self.content.dots.clear();
            self.content.rules.clear();
        }
        self.content
    }

    fn add_rule(&mut self, shape: Rect) {
        let shape = shape.abs();
        let thin =
            shape.width().min(shape.height()) < 2.5 && shape.width().max(shape.height()) > 8.0;
        if thin && self.content.rules.len() < 20_000 {
            self.content.rules.push(shape);
        }
        let (short, long) = (
            shape.width().min(shape.height()),
            shape.width().max(shape.height()),
        );
        if short > 1.2 && long < 8.0 && long < 1.4 * short && self.content.dots.len() < 20_000 {
            self.content.dots.push(shape);
        }
    }
}

fn expand_ligature(c: char) -> impl Iterator<Item = char> {
    let text = match c {
        'ﬀ' => "ff",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        'ﬃ' => "ffi",
        'ﬄ' => "ffl",
        'ﬅ' | 'ﬆ' => "st",
        '\u{a0}' | '\u{2002}' | '\u{2003}' | '\u{2009}' => " ",
        _ => "",
    };
    let own = if text.is_empty() { Some(c) } else { None };
    text.chars().chain(own)
}

impl<'a> Device<'a> for PageReader<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, _: &DrawMode) {
        if path.elements().len() < 40 {
            self.add_rule(props.transform.transform_rect_bbox(path.control_box()));
        }
        // a grid may be one path of many lines
        let mut last = None;
        for element in path.elements().iter().take(4_000) {
            use hayro_interpret::kurbo::PathEl;
            match *element {
                PathEl::MoveTo(p) => last = Some(p),
                PathEl::LineTo(p) => {
                    if let Some(from) = last.replace(p) {
                        let (from, to) = (props.transform * from, props.transform * p);
                        if (from.x - to.x).abs() < 1.0 || (from.y - to.y).abs() < 1.0 {
                            self.add_rule(Rect::from_points(from, to));
                        }
                    }
                }
                PathEl::QuadTo(_, p) | PathEl::CurveTo(_, _, p) => last = Some(p),
                PathEl::ClosePath => {}
            }
        }
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, _: &DrawMode) {
        self.add_rule(props.transform.transform_rect_bbox(*rect));
    }

    fn push_clip_path(&mut self, _: &ClipPath) {}

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        if self.runs.len() >= MAX_GLYPHS {
            return;
        }
        for glyph in run.glyphs() {
            self.add_glyph(glyph, props.transform * glyph.transform());
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        // the transform is that of the picture's own points
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let area = props
            .transform
            .transform_rect_bbox(Rect::new(0.0, 0.0, width, height))
            .area();
        self.content.picture = self.content.picture.max(area / self.bounds.area().max(1.0));
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
