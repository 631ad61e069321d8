//! Joins the glyphs of a PDF page to fragments: runs of glyphs in one row without a wide gap.
//! Also adds a fragment `•` before each text that has a drawn dot to its left.

use hayro_interpret::kurbo::Rect;
use std::ops::Range;

/// A glyph on a page: its text, left and right edges, baseline and size, and whether it is bold.
/// Coordinates are in points, from the top left corner.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) x0: f32,
    pub(super) x1: f32,
    /// The baseline.
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) bold: bool,
}

/// A run of glyphs in one row without a wide gap: text, bold parts, word gaps, edges and size.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    pub(super) text: String,
    pub(super) bold: Vec<Range<usize>>,
    /// The gaps between words: the byte of the next word, and the edges of the gap.
    gaps: Vec<(usize, f32, f32)>,
    pub(super) x0: f32,
    pub(super) x1: f32,
    pub(super) y: f32,
    pub(super) size: f32,
}

/// A gap wider than this share of the font size separates words.
const WORD_GAP: f32 = 0.16;
/// A gap wider than this share of the font size separates fragments.
const WIDE_GAP: f32 = 1.1;

impl Fragment {
    fn new(glyph: &Glyph) -> Self {
        let mut fragment = Self {
            text: String::new(),
            bold: Vec::new(),
            gaps: Vec::new(),
            x0: glyph.x0,
            x1: glyph.x0,
            y: glyph.y,
            size: glyph.size,
        };
        fragment.push(glyph, false);
        fragment
    }

    fn push(&mut self, glyph: &Glyph, space: bool) {
        let gap = glyph.x0 - self.x1;
        if !self.text.is_empty()
            && (space || gap > WORD_GAP * self.size.max(glyph.size))
            && !self.text.ends_with(' ')
        {
            self.text.push(' ');
            self.gaps.push((self.text.len(), self.x1, glyph.x0));
        }
        let raised = glyph.size < 0.8 * self.size && glyph.y < self.y - 0.15 * self.size;
        let start = self.text.len();
        if raised {
            self.text.extend(glyph.text.chars().map(superscript));
        } else {
            self.text += &glyph.text;
        }
        if glyph.bold {
            self.mark_bold(start..self.text.len());
        }
        self.x1 = self.x1.max(glyph.x1);
    }

    /// Returns the parts between the gaps that are wider than a share of the font size.
    pub(super) fn parts(&self, least: f32) -> Vec<Self> {
        let wide = |gap: &&(usize, f32, f32)| gap.2 - gap.1 > least * self.size;
        let mut out = Vec::new();
        let (mut start, mut x0) = (0, self.x0);
        let end = (self.text.len(), self.x1, self.x1);
        for &(at, from, to) in self.gaps.iter().filter(wide).chain([&end]) {
            // `start` and `at` may be inside a character: raised digits have more bytes
            let text = self
                .text
                .get(start..at)
                .unwrap_or_default()
                .trim()
                .to_owned();
            let cut = |range: &Range<usize>| {
                range.start.max(start) - start..range.end.clamp(start, start + text.len()) - start
            };
            let bold = self.bold.iter().map(cut);
            out.push(Self {
                bold: bold.filter(|range| range.start < range.end).collect(),
                text: text.clone(),
                gaps: Vec::new(),
                x0,
                x1: from,
                y: self.y,
                size: self.size,
            });
            (start, x0) = (at, to);
        }
        out
    }

    fn mark_bold(&mut self, range: Range<usize>) {
        match self.bold.last_mut() {
            Some(last)
                if self.text[last.end.min(range.start)..range.start]
                    .trim()
                    .is_empty() =>
            {
                last.end = range.end
            }
            _ => self.bold.push(range),
        }
    }

    /// Appends a fragment to the right.
    pub(super) fn append(&mut self, other: &Self) {
        if other.x0 - self.x1 > WORD_GAP * self.size.max(other.size) && !self.text.ends_with(' ') {
            self.text.push(' ');
            self.gaps.push((self.text.len(), self.x1, other.x0));
        }
        let by = self.text.len();
        self.gaps
            .extend(other.gaps.iter().map(|&(at, from, to)| (at + by, from, to)));
        let raised = other.size < 0.8 * self.size && other.y < self.y - 0.15 * self.size;
        if raised {
            self.text.extend(other.text.chars().map(superscript));
        } else {
            self.text += &other.text;
            for range in &other.bold {
                self.mark_bold(range.start + by..range.end + by);
            }
        }
        self.x1 = self.x1.max(other.x1);
    }
}

fn superscript(c: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    c.to_digit(10)
        .and_then(|digit| DIGITS.get(digit as usize))
        .copied()
        .unwrap_or(c)
}

/// Joins glyphs to fragments: first those that follow in the file, then those near in a row.
pub(super) fn fragments(glyphs: &[Glyph]) -> Vec<Fragment> {
    let mut out: Vec<Fragment> = Vec::new();
    let mut space = false;
    let mut open = false;
    for glyph in glyphs {
        if glyph.text.trim().is_empty() {
            space = true;
            continue;
        }
        let joins = |last: &Fragment| {
            let size = last.size.max(glyph.size);
            let gap = glyph.x0 - last.x1;
            let raised =
                glyph.size < 0.8 * last.size && (glyph.y - last.y).abs() < 0.55 * last.size;
            ((glyph.y - last.y).abs() < 0.2 * size && glyph.size > 0.6 * last.size || raised)
                && gap > -0.4 * size
                && gap < WIDE_GAP * size
        };
        match out.last_mut().filter(|last| open && joins(last)) {
            Some(last) => last.push(glyph, space),
            None => out.push(Fragment::new(glyph)),
        }
        open = true;
        space = false;
    }
    merge_neighbours(out)
}

/// Joins fragments of one row without a wide gap between them, and sorts them from the top.
fn merge_neighbours(mut fragments: Vec<Fragment>) -> Vec<Fragment> {
    fragments.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x0.total_cmp(&b.x0)));
    let mut out: Vec<Fragment> = Vec::new();
    for fragment in fragments {
        let near = out.iter_mut().rev().take(40).find(|own| {
            let size = own.size.max(fragment.size);
            let gap = fragment.x0 - own.x1;
            (own.y - fragment.y).abs() < 0.25 * size && gap > -0.3 * size && gap < 0.6 * size
        });
        match near {
            Some(own) => own.append(&fragment),
            None => out.push(fragment),
        }
    }
    out
}

/// Adds a fragment `•` before each text that has a drawn dot (of `dots`) to its left.
pub(super) fn with_signs(mut fragments: Vec<Fragment>, dots: &[Rect]) -> Vec<Fragment> {
    let mut signs = Vec::new();
    for dot in dots {
        let middle = ((dot.y0 + dot.y1) / 2.0) as f32;
        let (x0, x1) = (dot.x0 as f32, dot.x1 as f32);
        // the text right of the sign, at its height
        let beside = |own: &&Fragment| {
            own.x0 > x1 - 0.5
                && own.x0 - x1 < 3.0 * own.size
                && middle < own.y
                && middle > own.y - own.size
        };
        let text = fragments
            .iter()
            .filter(beside)
            .min_by(|a, b| a.x0.total_cmp(&b.x0));
        let left = |own: &Fragment| {
            own.x1 < x0
                && x0 - own.x1 < 2.0 * own.size
                && middle < own.y
                && middle > own.y - own.size
        };
        if let Some(text) = text.filter(|_| !fragments.iter().any(left)) {
            signs.push(Fragment {
                text: "•".into(),
                bold: Vec::new(),
                gaps: Vec::new(),
                x0,
                x1,
                y: text.y,
                size: text.size,
            });
        }
    }
    signs.dedup_by(|a, b| (a.x0 - b.x0).abs() < 1.0 && (a.y - b.y).abs() < 1.0);
    fragments.extend(signs);
    fragments
}
