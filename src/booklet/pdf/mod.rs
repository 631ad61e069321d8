//! Reads PDF files, through all stages in order.

mod block;
mod columns;
mod contents;
mod fragment;
mod furniture;
mod line;
mod table;

pub use contents::MAX_PAGES;

use super::{
    document::{Booklet, BookletPage},
    pdf_error::PdfError,
};

/// Converts a PDF file with a text layer to pages and blocks in reading order.
///
/// # Errors
///
/// For a file that is encrypted, damaged, without text, or beyond a limit.
pub fn read_pdf(bytes: Vec<u8>) -> Result<Booklet, PdfError> {
    let contents = contents::pages(bytes)?;
    let mut pages: Vec<Vec<fragment::Fragment>> = contents
        .iter()
        .map(|page| fragment::with_signs(fragment::fragments(&page.glyphs), &page.dots))
        .collect();
    let furniture = furniture::remove_furniture(&mut pages);
    let lines = columns::lines_in_order(&pages);
    let rules: Vec<_> = contents.iter().map(|page| page.rules.as_slice()).collect();
    Ok(Booklet {
        pages: furniture
            .labels
            .into_iter()
            .map(|label| BookletPage { label })
            .collect(),
        blocks: block::blocks(&lines, &rules),
        set_aside: furniture.set_aside,
        unreadable: contents.iter().map(|page| page.unreadable).sum(),
    })
}
