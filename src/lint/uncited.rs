use super::{
    At, Check, Lint,
    at::{commentary, quoted},
    contradiction::lead,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    model::Ruleset,
    resolve::recorded::{missing_side, quotes},
    syntax::{CommentaryKind, File, Inline, MarkKind},
};

pub(super) const LINT: Lint = Lint {
    code: "uncited",
    severity: Severity::Warning,
    title: "a deviation that cites nothing, or a contradiction that quotes no other side",
    page: include_str!("uncited.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    for one in commentary(file) {
        let here = lead(at, Location::new(file.source, one.span));
        match one.kind {
            CommentaryKind::Plain => {}
            CommentaryKind::Deviation if !cites(&at.db.ruleset, &one.text) => {
                let finding = LINT.find(here, "this deviation does not say from what");
                out.push(finding.help(
                    "say what is printed, quote it, or name its page, edition, document or number",
                ));
            }
            CommentaryKind::Contradiction if quotes(one) == 0 => {
                let finding = LINT.find(here, "this contradiction does not quote its other side");
                let help = "link the clause that says otherwise, with its words: `[3.4](#clause \"words … words\")`";
                out.push(finding.help(help));
            }
            CommentaryKind::Contradiction | CommentaryKind::Remark => {
                if let Some(cited) = missing_side(at.db, one) {
                    let (clause, here) = (&cited.clause, Location::new(file.source, cited.span));
                    let message = match &cited.words {
                        Some(words) => format!(
                            "`#{clause}` does not read {} where the rest of this holds",
                            quoted(words)
                        ),
                        None => format!(
                            "`#{clause}` is not part of the rules where the rest of this holds"
                        ),
                    };
                    out.push(LINT.find(here, message).help("quote words that the clause, a note on it or the ruling has at some edition"));
                }
            }
            CommentaryKind::Deviation => {}
        }
    }
}

fn links(text: &Inline) -> bool {
    text.marks.iter().any(|mark| match &mark.kind {
        MarkKind::Link(_) | MarkKind::Url(_) => true,
        MarkKind::Fact(_)
        | MarkKind::Term(_)
        | MarkKind::Strike
        | MarkKind::Strong
        | MarkKind::Emphasis
        | MarkKind::Hole => false,
    })
}

/// Words by which a paragraph speaks of what it departs from.
const WITNESSES: &[&str] = &[
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

/// Whether a paragraph says from what it departs: by a link, a quotation, a page, an edition, a document or its number, or in words
/// that speak of the print.
fn cites(ruleset: &Ruleset, text: &Inline) -> bool {
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
    links(text)
        || quotes
        || page
        || words.iter().any(|word| {
            let singular = word.trim_end_matches('s');
            WITNESSES.contains(&word.as_str())
                || WITNESSES.contains(&singular)
                || ruleset.edition(word).is_some()
        })
        || ruleset
            .documents
            .values()
            .any(|document| names(&document.key) || names(&document.title))
}
