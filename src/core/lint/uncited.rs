//! The lint `uncited`: a deviation that names no source, or a contradiction without a quotation.
//! It also reports contradictions and remarks whose quotations no edition has together.

use super::{
    consequences::unread_section,
    context::{LintContext, commentary, quote_words},
    contradiction::lead,
};
use crate::{
    diagnostic::{Diagnostic, Fix, Location, PossibleCause},
    model::Ruleset,
    resolve::{
        Section,
        commentary::{missing_side, quote_count},
    },
    syntax::{CommentaryKind, Inline, MarkKind, RulesFile, flatten_blocks},
    text::{Span, near::distance, quote},
};

pub(super) fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for one in commentary(file) {
        let here = lead(context, file.locate(one.span));
        match one.kind {
            CommentaryKind::Plain => {}
            CommentaryKind::Deviation if !names_source(&context.db.ruleset, &one.text) => {
                let diagnostic = Diagnostic::warning(
                    "uncited",
                    here,
                    "this deviation does not say what it deviates from",
                );
                out.push(diagnostic.help(
                    "describe or quote what is printed, or name its page, edition, document or number",
                ));
            }
            // a link that cannot be read is reported itself
            CommentaryKind::Contradiction if one.text.text.contains("](#") => {}
            CommentaryKind::Contradiction if quote_count(one) == 0 => {
                let diagnostic = Diagnostic::warning(
                    "uncited",
                    here,
                    "this contradiction does not quote the other side",
                );
                let help = "link the clause that says otherwise, with its words: `[3.4](#clause \"words … words\")`";
                out.push(diagnostic.help(help));
            }
            CommentaryKind::Contradiction | CommentaryKind::Remark => {
                if let Some(cited) = missing_side(context.db, one) {
                    let (clause, here) = (&cited.clause, file.locate(cited.span));
                    let section = context.db.section_of(clause);
                    let section = section.and_then(|section| context.db.section(section));
                    if section
                        .as_ref()
                        .is_some_and(|section| context.db.first_mistake(section).is_some())
                    {
                        continue;
                    }
                    let cause = match &section {
                        Some(section) => unread_section(&section.id),
                        None => PossibleCause::UnreadName(clause.clone()),
                    };
                    let message = match &cited.words {
                        Some(words) => format!(
                            "`#{clause}` does not contain {} at an edition for which the rest of this is true",
                            quote_words(words)
                        ),
                        None => format!(
                            "`#{clause}` is not part of the rules at an edition for which the rest of this is true"
                        ),
                    };
                    let help = "quote words that the clause, a note on it or the ruling has at some edition";
                    let mut found = Diagnostic::warning("uncited", here, message)
                        .help(help)
                        .unless(cause);
                    if let (Some(section), Some(words)) = (&section, &cited.words) {
                        found.fixes = near_words(context, section, words, here);
                    }
                    out.push(found);
                }
            }
            CommentaryKind::Deviation => {}
        }
    }
}

/// Returns the fixes that quote the most similar words of a section instead of `words`.
fn near_words(
    context: LintContext<'_>,
    section: &Section,
    words: &str,
    link: Location,
) -> Vec<Fix> {
    let Some(start) = context.slice(link).rfind(words) else {
        return Vec::new();
    };
    let start = link.span.start() + start;
    let at = Location::new(link.source, Span::new(start, start + words.len()));
    let blocks = section.patches.iter();
    let blocks = blocks.flat_map(|patch| flatten_blocks(patch.blocks()));
    let mut near: Vec<String> = Vec::new();
    for text in blocks.filter_map(|block| block.text()) {
        for found in quote::near_matches(&text.text, words) {
            near.push(found.span.of(&text.text).to_owned());
        }
    }
    near.sort_by_cached_key(|found| distance(found, words));
    near.dedup();
    near.truncate(2);
    let fix = |found: String| Fix::new(format!("quote {}", quote_words(&found)), at, found);
    near.into_iter().map(fix).collect()
}

fn has_link(text: &Inline) -> bool {
    let mut marks = text.marks.iter();
    marks.any(|mark| matches!(mark.kind, MarkKind::Link(_) | MarkKind::Url(_)))
}

/// Words by which a paragraph refers to what it departs from.
const SOURCE_WORDS: &[&str] = &[
    "print",
    "prints",
    "printed",
    "printing",
    "sheet",
    "page",
    "paragraph",
    "heading",
    "drawing",
    "held",
    "source",
    "document",
    "book",
];

/// Returns whether a paragraph says what it departs from: by a link, a quotation, a page, an
/// edition, a document or its number, or by a word for the printed source.
fn names_source(ruleset: &Ruleset, text: &Inline) -> bool {
    let lower = text.text.to_lowercase();
    let quotes = text.text.contains(['"', '“', '`']) || text.text.contains("n=");
    let page = lower.contains("p.") && lower.contains(|c: char| c.is_ascii_digit());
    let trimmed = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .trim_end_matches("'s")
            .trim_end_matches("’s")
            .to_owned()
    };
    let words: Vec<String> = lower.split_whitespace().map(trimmed).collect();
    let names = |name: &str| !name.is_empty() && lower.contains(&name.to_lowercase());
    has_link(text)
        || quotes
        || page
        || words.iter().any(|word| {
            let singular = word.trim_end_matches('s');
            SOURCE_WORDS.contains(&word.as_str())
                || SOURCE_WORDS.contains(&singular)
                || ruleset.edition(word).is_some()
        })
        || ruleset
            .documents
            .values()
            .any(|document| names(&document.key) || names(&document.title))
}
