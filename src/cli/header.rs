//! Renders lines at the top of answers: ruleset, edition, profile and date; heading; notices.

use super::Styler;
use crate::{analysis::ViewDescription, model::Ruleset};

/// Returns `DBM 3.4 · official+iwf · as of 20 Nov 2026`, with the page at the right.
pub(super) fn query_line(
    styler: Styler,
    ruleset: &Ruleset,
    query: &ViewDescription,
    page: Option<&str>,
) -> String {
    let left = format!("{} {}", query.ruleset.to_uppercase(), query.edition);
    header_line(styler, ruleset, &left, query, page)
}

/// Returns the line for two editions: `DBM 3.3 → 3.4 · …`.
pub(super) fn comparison_line(
    styler: Styler,
    ruleset: &Ruleset,
    from: &ViewDescription,
    to: &ViewDescription,
    page: Option<&str>,
) -> String {
    let days = if from.as_of == to.as_of {
        String::new()
    } else {
        format!(" as of {}", from.day())
    };
    let left = format!(
        "{} {}{days} → {}",
        to.ruleset.to_uppercase(),
        from.edition,
        to.edition
    );
    header_line(styler, ruleset, &left, to, page)
}

fn header_line(
    styler: Styler,
    ruleset: &Ruleset,
    what: &str,
    query: &ViewDescription,
    page: Option<&str>,
) -> String {
    let profile = match ruleset.profiles.len() {
        // there is no other
        0 | 1 => String::new(),
        _ => format!(" · {}", profile_label(ruleset, &query.profile)),
    };
    let left = format!("{}{profile} · as of {}", styler.strong(what), query.day());
    styler.justify(
        &left,
        &page.map(|page| format!("p. {page}")).unwrap_or_default(),
    )
}

/// Returns the name of a profile after the name of the profile that adds nothing to the sheets:
/// `official+iwf`.
fn profile_label(ruleset: &Ruleset, name: &str) -> String {
    let bare = ruleset
        .profiles
        .iter()
        .find(|profile| profile.layers.is_empty() && profile.scopes.is_empty());
    match bare {
        Some(bare) if bare.name != name => format!("{}+{name}", bare.name),
        Some(_) | None => name.to_owned(),
    }
}

/// Returns the headings of a clause, with its id at the right.
pub(super) fn clause_line(styler: Styler, path: &[String], id: &str) -> String {
    styler.justify(&styler.strong(&path.join(" › ")), &styler.reference(id))
}

/// Renders the notices of an answer.
pub(super) fn notice_lines(styler: Styler, notices: &[String]) -> String {
    notices.iter().map(|notice| styler.notice(notice)).collect()
}

/// Returns `, p. 22`, or nothing if the page is not known.
pub(super) fn page_suffix(page: Option<&str>) -> String {
    page.map_or_else(String::new, |page| format!(", p. {page}"))
}
