//! Parses names of pages and of their lines, `p.22 line 7`; finds the sentence with which a line
//! begins, by the printed book file in the user's library.

use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    text::is_number,
};
use std::sync::Arc;

/// Parses a line of a page: `p.22 line 7`, `page 22, line 7`.
pub fn parse_page_line(typed: &str) -> Option<(String, u32)> {
    let lower = typed.to_lowercase();
    let (page, line) = lower.split_once("line")?;
    let page = page.trim_end().trim_end_matches(',');
    Some((parse_page(page)?, line.trim().parse().ok()?))
}

/// Returns the sentence with which a line of a page begins, in the booklet of the library.
pub(super) fn locate_line(
    db: &RulesetDb,
    view: &View,
    page: &str,
    number: u32,
) -> Option<(Arc<Section>, UnitId)> {
    let mut sections = db.sections();
    sections.find_map(|section| {
        let book = section.booklet_at(view.edition)?;
        let tree = section.version(view);
        let mut lines = section.booklet_lines(&tree, book, tree.root).into_iter();
        let line = lines.find(|line| line.page == page && line.number == number)?;
        let first = line.parts.first()?;
        Some((section, first.sentence.unwrap_or(first.unit)))
    })
}

/// Parses a page: `p.22`, `p22`, `page 22`, `p. 39a`.
pub fn parse_page(typed: &str) -> Option<String> {
    let lower = typed.to_lowercase();
    let rest = lower
        .strip_prefix("page")
        .or_else(|| lower.strip_prefix('p'))?;
    let rest = rest.trim_start_matches('.').trim();
    let digits = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let page = is_number(digits) && rest.len() <= digits.len() + 1;
    page.then(|| rest.to_owned())
}
