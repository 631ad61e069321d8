//! The table of the filters of the query language, one row each: `at:`, `page:`, `is:` and so on.
//!
//! The parser, the conditions of a search, the facets of the index and the help text are derived from
//! this table.

use crate::search::doc::Doc;
use crate::text::join;

/// How a condition is compared: as a value, a section, a range, a state, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Matching {
    /// Not at all: it selects the text that is searched.
    View,
    /// Equal, or an id below it.
    Value,
    /// The id of a section, an id above it, or words of its heading.
    Section,
    /// In a range of editions.
    Editions,
    /// In a range of pages.
    Pages,
    /// One of [`STATES`], at the requested edition.
    State,
}

/// A filter of the query language: names, an example, how it matches, and a document's values.
pub struct FilterRow {
    /// Its names: help and messages use the first.
    pub names: &'static [&'static str],
    /// An example.
    pub example: &'static str,
    /// What the example finds.
    pub finds: &'static str,
    pub(in crate::search) matching: Matching,
    /// Returns the values of a document.
    values: fn(&Doc) -> Vec<String>,
}

/// Creates a row.
const fn row(
    names: &'static [&'static str],
    example: &'static str,
    finds: &'static str,
    matching: Matching,
    values: fn(&Doc) -> Vec<String>,
) -> FilterRow {
    FilterRow {
        names,
        example,
        finds,
        matching,
        values,
    }
}

use Matching::{Editions, Pages, Section, State, Value, View};

/// All filters.
#[rustfmt::skip]
pub const FILTERS: &[FilterRow] = &[
    row(&["at", "edition"], "at:3.1", "the text of this edition", View, |_| Vec::new()),
    row(&["as-of", "asof", "known"], "as-of:2022-12-31", "only what was published up to that day", View, |_| Vec::new()),
    row(&["ruleset", "rules"], "ruleset:dbm", "one game", Value, |doc| vec![doc.ruleset.clone()]),
    row(&["section", "in"], "section:recoiling", "one section, by id or words of its heading", Section, |doc| vec![doc.section.clone()]),
    row(&["page", "p"], "page:22..24", "printed pages", Pages, |doc| doc.page.iter().cloned().collect()),
    row(&["kind", "type"], "kind:clarification", "clause, table, figure, entry, note, guideline", Value, |doc| vec![doc.kind().name().to_owned()]),
    row(&["document", "doc"], "document:dbm-3.1", "the document that last changed the wording", Value, |doc| vec![doc.document.clone()]),
    row(&["changed"], "changed:3.2..3.4", "text that differs from the edition before", Editions, |doc| doc.changed.iter().cloned().collect()),
    row(&["by"], "by:dbm-3.4", "text that the instructions of a document changed", Value, |doc| doc.by.clone()),
    row(&["cites"], "cites:pip", "what refers to a clause", Value, |doc| doc.cites.clone()),
    row(&["interprets"], "interprets:recoiling", "rulings on a clause", Value, |doc| doc.interprets.clone()),
    row(&["term", "defines"], "term:kn", "text that uses or defines a term", Value, |doc| doc.terms.clone()),
    row(&["fact"], "fact:baggage.small", "text that states a value", Value, |doc| doc.facts.clone()),
    row(&["is"], "is:deleted", "also included, changed-since, undecided, contradicted", State, states),
];

/// The values of `is:`. All but `included` are meant at an edition.
pub(in crate::search) const STATES: &[&str] = &[
    "deleted",
    "included",
    "changed-since",
    "undecided",
    "contradicted",
    "current",
    "confirmed",
    "narrowed",
    "absorbed",
];

/// Returns the name by which the index stores a value of `is:`, which can also be typed; `None` if
/// there is no such value.
pub(in crate::search) fn stored_state(typed: &str) -> Option<&str> {
    match typed {
        "included" | "held" => Some("held"),
        "touched" => Some("changed-since"),
        other => STATES.contains(&other).then_some(other),
    }
}

/// Returns the filter with a name.
pub(in crate::search) fn filter(name: &str) -> Option<&'static FilterRow> {
    FILTERS.iter().find(|row| row.names.contains(&name))
}

/// Returns the help text: a line for each filter.
pub fn filter_help() -> String {
    let line = |row: &FilterRow| format!("  {:<18}  {}", row.example, row.finds);
    join(FILTERS.iter().map(line), "\n")
}

/// Returns the terms by which a document is found, each the name of a filter and a value.
pub(in crate::search) fn facets(doc: &Doc) -> impl Iterator<Item = String> {
    let of = move |row: &'static FilterRow| {
        (row.values)(doc)
            .into_iter()
            .map(|value| (row.names[0], value))
    };
    let unit = (UNIT, doc.unit.clone());
    let all = FILTERS.iter().flat_map(of).chain([unit]);
    all.filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| facet(name, &value))
}

/// The name in facets for the unit of a document, which no condition names.
pub(in crate::search) const UNIT: &str = "unit";

/// Returns the facet of a value.
pub(in crate::search) fn facet(name: &str, value: &str) -> String {
    format!("{name}:{value}")
}

fn states(doc: &Doc) -> Vec<String> {
    let gone = doc.gone.iter().map(|edition| state_at("deleted", edition));
    let held = doc.is_held().then(|| "held".to_owned());
    let contradicted = doc
        .contradicted
        .iter()
        .map(|(edition, layers)| contradicted_at(edition, layers));
    let own = doc
        .states
        .iter()
        .map(|(edition, state)| state_at(state, edition));
    gone.chain(held).chain(contradicted).chain(own).collect()
}

/// Returns the value of `is` for a state at an edition.
pub(in crate::search) fn state_at(state: &str, edition: &str) -> String {
    format!("{state}@{edition}")
}

/// Returns the value of `is` for a clause that is contradicted at `edition` if all of `layers`
/// count.
pub(in crate::search) fn contradicted_at(edition: &str, layers: &[impl AsRef<str>]) -> String {
    layers
        .iter()
        .fold(state_at("contradicted", edition), |out, layer| {
            out + "+" + layer.as_ref()
        })
}
