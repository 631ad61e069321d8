//! `PdfLine`: a line of a column; groups the fragments of a PDF page, or of one column of it, into
//! rows from top to bottom.

use super::fragment::Fragment;
use crate::booklet::styled_text::{LinePosition, StyledText};

/// A line in a column of a PDF: its fragments from left to right, index of its page, column
/// (counted through the whole document), number on the page, and size.
#[derive(Clone, Debug)]
pub(super) struct PdfLine {
    pub(super) page: usize,
    /// The number of its column in the document.
    pub(super) column: usize,
    /// Its number on the page, from 1 and counted on through the columns; 0 until it is known.
    pub(super) number: u32,
    pub(super) fragments: Vec<Fragment>,
    pub(super) y: f32,
    pub(super) size: f32,
    /// The left and right edges of its column.
    pub(super) edges: (f32, f32),
}

impl PdfLine {
    pub(super) fn x0(&self) -> f32 {
        self.fragments.first().map_or(0.0, |fragment| fragment.x0)
    }

    pub(super) fn x1(&self) -> f32 {
        self.fragments.last().map_or(0.0, |fragment| fragment.x1)
    }

    /// Returns the text of the line, with one blank between fragments.
    pub(super) fn text(&self) -> StyledText {
        let at = LinePosition {
            page: self.page,
            number: self.number,
        };
        let mut out = StyledText::line("", &[], at);
        for fragment in &self.fragments {
            let part = StyledText {
                text: fragment.text.trim_end().to_owned(),
                bold: fragment.bold.clone(),
                lines: Vec::new(),
            };
            out.append_line(&part, &|_| true);
        }
        out
    }
}

/// Groups fragments into rows, from top to bottom; each row is sorted from left to right.
pub(super) fn lines(mut fragments: Vec<Fragment>) -> Vec<Vec<Fragment>> {
    fragments.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut out: Vec<Vec<Fragment>> = Vec::new();
    for fragment in fragments {
        let joins = out.last().is_some_and(|line: &Vec<Fragment>| {
            line.iter().any(|own| {
                let (small, large) = (own.size.min(fragment.size), own.size.max(fragment.size));
                let reach = if small < 0.8 * large { 0.55 } else { 0.3 };
                (own.y - fragment.y).abs() < reach * large
            })
        });
        match out.last_mut().filter(|_| joins) {
            Some(line) => line.push(fragment),
            None => out.push(vec![fragment]),
        }
    }
    for line in &mut out {
        line.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    }
    out
}
