//! Facets: the terms by which documents are filtered, each a prefix of one or two letters, a colon
//! and a value.

use super::doc::Doc;

/// Returns the facets of a document.
pub(super) fn facets(doc: &Doc) -> Vec<String> {
    let mut out = Vec::with_capacity(12);
    let mut put = |kind: &str, value: &str| out.push(format!("{kind}:{value}"));
    put(RULESET, &doc.ruleset);
    if !doc.unit.is_empty() {
        put(UNIT, &doc.unit);
    }
    put(SECTION, &doc.section);
    put(KIND, doc.kind().name());
    if let Some(page) = &doc.page {
        put(PAGE, page);
    }
    if !doc.document.is_empty() {
        put(DOCUMENT, &doc.document);
    }
    doc.gone.iter().for_each(|edition| put(GONE, edition));
    doc.by.iter().for_each(|by| put(BY, by));
    if let Some(edition) = &doc.changed {
        put(CHANGED, edition);
    }
    doc.cites.iter().for_each(|id| put(CITES, id));
    doc.interprets.iter().for_each(|id| put(INTERPRETS, id));
    doc.terms.iter().for_each(|id| put(TERM, id));
    doc.facts.iter().for_each(|id| put(FACT, id));
    if doc.is_held() {
        put(HELD, "");
    }
    doc.contradicted
        .iter()
        .for_each(|(edition, layers)| put(STATE, &contradicted(edition, layers)));
    doc.states
        .iter()
        .for_each(|(edition, state)| put(STATE, &format!("{state}@{edition}")));
    out
}

/// Returns the value of a [`STATE`] facet for a clause that is contradicted at `edition` if all of
/// `layers` count.
pub(super) fn contradicted(edition: &str, layers: &[impl AsRef<str>]) -> String {
    layers
        .iter()
        .fold(format!("contradicted@{edition}"), |out, layer| {
            out + "+" + layer.as_ref()
        })
}

pub(super) const RULESET: &str = "r";
pub(super) const UNIT: &str = "u";
pub(super) const SECTION: &str = "s";
pub(super) const KIND: &str = "k";
pub(super) const PAGE: &str = "p";
pub(super) const DOCUMENT: &str = "d";
pub(super) const GONE: &str = "g";
pub(super) const BY: &str = "b";
pub(super) const CHANGED: &str = "c";
pub(super) const CITES: &str = "l";
pub(super) const INTERPRETS: &str = "in";
pub(super) const TERM: &str = "t";
pub(super) const FACT: &str = "f";
pub(super) const HELD: &str = "h";
pub(super) const STATE: &str = "st";
