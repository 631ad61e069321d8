//! Arranges the pages of a PDF for printing a folded booklet: two on each side of a sheet.
//!
//! ```text
//!   front   8 | 1      back   2 | 7
//!   front   6 | 3      back   4 | 5
//! ```

use hayro_write::{
    ChunkSettings, ExtractionError, ExtractionQuery, extract,
    hayro_syntax::{LoadPdfError, Pdf},
    pdf_writer::{self, Content, Finish, Name, Rect, Ref},
};
use std::sync::Arc;

/// Why pages could not be arranged: the PDF is not readable, or a page cannot be copied.
#[derive(Clone, Copy, Debug)]
pub enum ImpositionError {
    /// The file could not be read.
    Unreadable(LoadPdfError),
    /// A page could not be copied.
    Page(ExtractionError),
}

/// The places of pages on a side, from the left.
const PLACES: [&[u8]; 2] = [b"Left", b"Right"];

/// Returns the two pages of each side of the sheets, from the left, in the order in which they are
/// printed; `None` is a blank page.
fn sides(pages: usize) -> Vec<[Option<usize>; 2]> {
    let all = pages.next_multiple_of(4);
    let page = |at: usize| Some(at).filter(|&at| at < pages);
    (0..all / 2)
        .map(|side| {
            let (low, high) = (page(side), page(all - 1 - side));
            if side % 2 == 0 {
                [high, low]
            } else {
                [low, high]
            }
        })
        .collect()
}

/// Arranges the pages of a PDF, all of one size, on sheets of twice their width.
pub fn impose(bytes: Vec<u8>) -> Result<Vec<u8>, ImpositionError> {
    let source = Pdf::new(Arc::new(bytes)).map_err(ImpositionError::Unreadable)?;
    let pages = source.pages();
    let (width, height) = pages
        .first()
        .map_or((0.0, 0.0), |page| page.render_dimensions());
    let mut next = Ref::new(1);
    let catalog = next.bump();
    let queries: Vec<ExtractionQuery> =
        (0..pages.len()).map(ExtractionQuery::new_xobject).collect();
    let copied = extract(
        &source,
        Box::new(|| next.bump()),
        ChunkSettings::default(),
        &queries,
    )
    .map_err(ImpositionError::Page)?;
    let copies: Result<Vec<Ref>, ExtractionError> = copied.root_refs.into_iter().collect();
    let copies = copies.map_err(ImpositionError::Page)?;

    let mut pdf = pdf_writer::Pdf::new();
    let tree = copied.page_tree_parent_ref;
    pdf.catalog(catalog).pages(tree);
    let mut printed = Vec::new();
    for side in sides(pages.len()) {
        let placed = || {
            let places = PLACES.into_iter().zip([0.0, width]).zip(side);
            places.filter_map(|(place, page)| Some((place, *copies.get(page?)?)))
        };
        let mut content = Content::new();
        for ((name, left), _) in placed() {
            content.save_state();
            content.transform([1.0, 0.0, 0.0, 1.0, left, 0.0]);
            content.x_object(Name(name));
            content.restore_state();
        }
        let (id, stream) = (next.bump(), next.bump());
        printed.push(id);
        let mut page = pdf.page(id);
        page.parent(tree).contents(stream);
        page.media_box(Rect::new(0.0, 0.0, 2.0 * width, height));
        let mut resources = page.resources();
        let mut objects = resources.x_objects();
        for ((name, _), copy) in placed() {
            objects.pair(Name(name), copy);
        }
        objects.finish();
        resources.finish();
        page.finish();
        pdf.stream(stream, content.finish().as_slice());
    }
    let count = i32::try_from(printed.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(printed).count(count);
    pdf.extend(&copied.chunk);
    Ok(pdf.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sides as people number pages: `8 1 | 2 7`.
    fn order(pages: usize) -> String {
        let page =
            |page: Option<usize>| page.map_or("–".to_owned(), |page| (page + 1).to_string());
        let sides = sides(pages).into_iter();
        let sides: Vec<String> = sides
            .map(|[left, right]| format!("{} {}", page(left), page(right)))
            .collect();
        sides.join(" | ")
    }

    #[test]
    fn folded_sheets_read_in_order() {
        for (pages, expected) in [
            (0, ""),
            (1, "– 1 | – –"),
            (4, "4 1 | 2 3"),
            (6, "– 1 | 2 – | 6 3 | 4 5"),
            (8, "8 1 | 2 7 | 6 3 | 4 5"),
        ] {
            assert_eq!(order(pages), expected, "{pages} pages");
        }
    }
}
