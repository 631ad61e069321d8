//! The lint `page-differs`: a heading in a file other than base text, or a link, whose page number
//! is not that of the section.

use super::context::{LintContext, rules_texts};
use crate::{
    diagnostic::Diagnostic,
    resolve::file_section_id,
    syntax::{FileRole, MarkKind, RulesFile},
};

pub(super) fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    check_links(context, file, out);
    if file.role == FileRole::Base {
        return;
    }
    for place in &file.places {
        let Some(named) = place.attrs.get("page") else {
            continue;
        };
        let id = file_section_id(place);
        let Some(page) = context.db.page(&id).filter(|page| *page != named.value) else {
            continue;
        };
        let diagnostic = Diagnostic::warning(
            "page-differs",
            file.locate(named.span),
            format!("`#{id}` is on page {page}"),
        );
        let diagnostic = match context.db.definitions(&id).first() {
            Some(&first) if first.source != file.source => {
                diagnostic.related(context.first_line(first), "declared here")
            }
            Some(_) | None => diagnostic,
        };
        out.push(diagnostic.replace_with(format!("write {page}"), page.to_owned()));
    }
}

/// Reports links of rules text whose words name another page than that of the section they lead
/// to: `[P.6](#quays)`. Sections may go on over several pages, so a later page is not reported if
/// the link leads into a section.
fn check_links(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for text in rules_texts(file) {
        for mark in &text.marks {
            let MarkKind::Link(id) = &mark.kind else {
                continue;
            };
            let words = mark.span.of(&text.text);
            let Some((at, number)) = page_in_words(words) else {
                continue;
            };
            let Some(section) = context.db.section_of(id) else {
                continue;
            };
            let Some(page) = context.db.page(section) else {
                continue;
            };
            let Ok(first) = page.parse::<u32>() else {
                continue;
            };
            if first == number || section != id.as_ref() && number > first {
                continue;
            }
            let words_at = text.source_span(mark.span);
            let message = format!("`#{id}` is on page {page}");
            let diagnostic = Diagnostic::warning("page-differs", file.locate(words_at), message);
            let written = format!("{}{page}", &words[..at]);
            out.push(diagnostic.write(written));
        }
    }
}

/// Returns the page that words name, and where its number begins: `P.18`, `p63`, `page 5`.
fn page_in_words(words: &str) -> Option<(usize, u32)> {
    let digits = words.trim_end_matches(|c: char| c.is_ascii_digit());
    let lead = digits.trim_end_matches(['.', ' ']).to_lowercase();
    let number = words[digits.len()..].parse().ok()?;
    matches!(lead.as_str(), "p" | "page" | "pg").then_some((digits.len(), number))
}
