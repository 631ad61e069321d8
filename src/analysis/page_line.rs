//! Parses names of pages and of their lines, `p.22 line 7`.

use crate::text::is_number;

/// Parses a line of a page: `p.22 line 7`, `page 22, line 7`.
pub fn parse_page_line(typed: &str) -> Option<(String, u32)> {
    let lower = typed.to_lowercase();
    let (page, line) = lower.split_once("line")?;
    let page = page.trim_end().trim_end_matches(',');
    Some((parse_page(page)?, line.trim().parse().ok()?))
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
