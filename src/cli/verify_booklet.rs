//! `rulebook verify booklet-3.2`: prints how a booklet of the library differs from sheets and rules
//! (`printed` compares them).

use super::{CommandError, CommandOutput, CommandResult, Context, Styler, exit, plural, terminal};
use crate::{
    analysis::{Analysis, Source},
    model::EditionIx,
    printed::{self, BookletComparison, BookletDifference, BookletDifferenceKind},
    resolve::RulesetDb,
};
use serde::Serialize;
use std::collections::BTreeSet;

/// The comparison of a booklet with the sheets and rules, as JSON.
#[derive(Serialize)]
struct BookletReport<'a> {
    version: u32,
    booklet: &'a str,
    edition: &'a str,
    #[serde(flatten)]
    comparison: &'a BookletComparison,
}

/// A booklet that was imported into the library: its ruleset, the key of its document, and the
/// edition that it prints.
pub(super) struct LibraryBooklet<'a> {
    db: &'a RulesetDb,
    document: String,
    edition: EditionIx,
}

/// Returns the files of the booklets in the library.
fn booklet_sources(analysis: &Analysis) -> impl Iterator<Item = &Source> {
    let sources = analysis.sources().iter();
    sources.filter(|source| source.is_printed() && source.name.ends_with(".book.md"))
}

/// Returns the booklet of the library that `name` names: by the key of its document, or by its file.
pub(super) fn find_booklet<'a>(
    analysis: &'a Analysis,
    name: &str,
    ruleset: Option<&str>,
) -> Option<LibraryBooklet<'a>> {
    let keys = booklet_sources(analysis).map(|source| source.ruleset.as_ref());
    let keys: BTreeSet<&str> = keys
        .filter(|key| ruleset.is_none_or(|own| own == *key))
        .collect();
    keys.into_iter().find_map(|key| {
        let db = analysis.ruleset_db(key)?;
        let mut held = printed::held_booklets(db).into_iter();
        let found = held.find(|(document, edition)| {
            let file = format!("{}.book.md", db.ruleset.edition_id(*edition));
            document == name || name == file || name == format!("{}/{file}", db.ruleset.key)
        });
        found.map(|(document, edition)| LibraryBooklet {
            db,
            document,
            edition,
        })
    })
}

/// Returns the names of the booklets in the library, for a message; `None` if there are none.
pub(super) fn held(analysis: &Analysis) -> Option<String> {
    let names: Vec<String> = booklet_sources(analysis)
        .map(|source| format!("{}/{}", source.ruleset, source.name))
        .collect();
    (!names.is_empty()).then(|| format!("the library has {}", names.join(", ")))
}

/// Compares a booklet of the library with what the rules have at its edition.
pub(super) fn verify_booklet(
    context: &Context<'_>,
    booklet: &LibraryBooklet<'_>,
    is_json: bool,
) -> CommandResult {
    let (db, document) = (booklet.db, &*booklet.document);
    let Some(comparison) = printed::compare_booklet(db, document, booklet.edition) else {
        return Err(CommandError::not_found(format!(
            "no booklet {document} in the library"
        )));
    };
    let edition = db.ruleset.edition_id(booklet.edition);
    let code = exit::code(comparison.differences.is_empty());
    if is_json {
        let report = BookletReport {
            version: 1,
            booklet: document,
            edition,
            comparison: &comparison,
        };
        return Ok(context.json_output(&report)?.with_code(code));
    }
    let text = render(context.styler, document, edition, &comparison);
    Ok(CommandOutput::paged(text).with_code(code))
}

fn render(styler: Styler, document: &str, edition: &str, comparison: &BookletComparison) -> String {
    let mut out = styler.strong(&format!("{document} at {edition}")) + "\n";
    let counts = format!(
        "{} the same in print and {} like the restatement, by numbers and binding words; {} only in the booklet.",
        plural(
            comparison.same,
            "sentence or value reads|sentences and values read"
        ),
        comparison.restated,
        plural(comparison.booklet_only, "text is|texts are"),
    );
    out += &styler.paragraph(&counts);
    for kind in BookletDifferenceKind::ALL {
        let own = comparison.differences.iter();
        let own: Vec<&BookletDifference> = own.filter(|own| own.kind == kind).collect();
        if !own.is_empty() {
            out += &format!("\n{}\n", styler.strong(kind.title()));
            own.into_iter()
                .for_each(|own| out += &render_difference(styler, own));
        }
    }
    if !comparison.sections_missing.is_empty() {
        let title = "Sections of the sheets that the booklet does not have";
        out += &format!("\n{}\n", styler.strong(title));
        let sections = comparison.sections_missing.join(", ");
        out += &styler.wrap("  ", "  ", &sections);
    }
    let count = match comparison.differences.len() {
        0 => "No differences.".to_owned(),
        count => format!("{}.", plural(count, "difference")),
    };
    out + "\n" + &count + "\n"
}

/// Renders one difference: both wordings, with the differences marked.
fn render_difference(styler: Styler, one: &BookletDifference) -> String {
    let mut out = format!("  {}  {}\n", styler.reference(&one.section), one.at);
    let (print, rules) = match &one.booklet {
        Some(print) => terminal::sides(styler, print, &one.rules),
        None => ("(nothing)".to_owned(), one.rules.clone()),
    };
    let other = if one.printed { "print" } else { "restated" };
    let by = styler.dim(&format!(" [{}]", one.by));
    for (name, words) in [("booklet", print), (other, format!("{rules}{by}"))] {
        let lead = format!("    {name:8}  ");
        out += &styler.wrap(&lead, "              ", &words);
    }
    out
}
