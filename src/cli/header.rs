//! The lines with which every answer to people begins.

use super::pen::Pen;
use crate::{analysis::Query, model::Ruleset};

/// `DBM 3.4 · official+iwf · as of 2026-11-20`, and the page at the right.
pub(super) fn query(pen: Pen, ruleset: &Ruleset, query: &Query, page: Option<&str>) -> String {
    let left = format!("{} {}", query.ruleset.to_uppercase(), query.edition);
    about(pen, ruleset, &left, query, page)
}

/// The same for two editions: `DBM 3.3 → 3.4 · …`.
pub(super) fn two(
    pen: Pen,
    ruleset: &Ruleset,
    from: &Query,
    to: &Query,
    page: Option<&str>,
) -> String {
    let days = if from.as_of == to.as_of {
        String::new()
    } else {
        format!(" as of {}", from.as_of)
    };
    let left = format!(
        "{} {}{days} → {}",
        to.ruleset.to_uppercase(),
        from.edition,
        to.edition
    );
    about(pen, ruleset, &left, to, page)
}

fn about(pen: Pen, ruleset: &Ruleset, what: &str, query: &Query, page: Option<&str>) -> String {
    let left = format!(
        "{} · {} · as of {}",
        pen.strong(what),
        profile(ruleset, &query.profile),
        query.as_of
    );
    pen.apart(
        &left,
        &page.map(|page| format!("p. {page}")).unwrap_or_default(),
    ) + "\n"
}

/// A profile with what it stands on: the sheets alone bear the name of the profile that adds nothing.
fn profile(ruleset: &Ruleset, name: &str) -> String {
    let bare = ruleset
        .profiles
        .iter()
        .find(|profile| profile.layers.is_empty() && profile.scopes.is_empty());
    match bare {
        Some(bare) if bare.name != name => format!("{}+{name}", bare.name),
        Some(_) | None => name.to_owned(),
    }
}

/// The clause by its headings, and its id at the right.
pub(super) fn clause(pen: Pen, path: &[String], id: &str) -> String {
    pen.apart(&pen.strong(&path.join(" › ")), &pen.refer(id)) + "\n"
}

/// What must be said along with an answer.
pub(super) fn notices(pen: Pen, notices: &[String]) -> String {
    notices
        .iter()
        .map(|notice| pen.wrap(&pen.alert("! "), "  ", notice) + "\n")
        .collect()
}
