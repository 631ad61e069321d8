//! Converts a hit of the search index to a `SearchHit`, with its editions and status at the view.

use super::{
    Analysis, index_documents::has_text, label::telling_label, origin::inferred,
    section_reader::SectionReader,
};
use crate::{
    model::{Document, DocumentKind, EditionIx, Ruleset, UnitId, UnitKind},
    resolve::{RulesetDb, RulingState, Section, View},
    search::{Doc, DocKind, DocWording, Hit, Snippet},
};
use serde::Serialize;
use std::sync::Arc;

/// The first and the last of the successive editions in which a wording is in force; no last one if
/// it still is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EditionRange {
    /// The first.
    pub from: Option<String>,
    /// The last; `None` if it is still in force.
    pub until: Option<String>,
}

/// A search hit to show: a clause, ruling, note or change, with page, editions and snippet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchHit {
    /// Its id, with the ruleset.
    pub id: String,
    /// The kind of hit.
    pub kind: &'static str,
    /// The heading of its section.
    pub heading: String,
    /// Headings and labels down to it.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// The score, comparable only between the hits of one answer.
    pub score: f32,
    /// Whether it is in force at the requested edition.
    pub holds: bool,
    /// The editions with this text.
    pub editions: EditionRange,
    /// The document that last changed it.
    pub document: String,
    /// That document's short title and date.
    pub source: String,
    /// The numbers of the instructions that wrote the wording.
    pub n: Vec<String>,
    /// The kind of wording.
    pub wording: DocWording,
    /// The words around the matches, with the matches marked.
    pub snippet: Snippet,
    /// Its whole text.
    pub text: String,
    /// For a change: the text before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// For a change: the edition that makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// For a clarification: its state at the requested edition. For a clause whose text is missing:
    /// [`NOT_INCLUDED`], or [`PARTLY_INCLUDED`] for a section of which other text is included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// For a clarification or guideline that the requested profile does not include: the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncounted: Option<String>,
    /// The text of the clause at the requested edition, if this hit is not in force there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// For a clause whose text is missing: the instructions on it that cannot be applied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// Whether the page is inferred.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub page_inferred: bool,
    /// For a clause whose text is missing: its document, if that is not the booklet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// For a clause whose text is missing: the instructions on it that count for other profiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<String>,
    /// The changes of the clause that were withdrawn, each with what withdrew it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<String>,
    /// Whether its snippet begins with the words that it continues, which may be of another edition.
    #[serde(skip)]
    pub has_lead: bool,
    /// Whether the sources contradict each other on it at the requested edition.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub contradicted: bool,
    /// Where the clause continues if it was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
}

/// The state of a clause whose text is not included.
pub const NOT_INCLUDED: &str = "not included";
/// The state of a section of which some of the text is not included.
pub const PARTLY_INCLUDED: &str = "partly included";

impl SearchHit {
    /// Returns where the text of a hit is that is not included: `Not included: p. 17 of your booklet
    /// (Tactical moves)`.
    pub fn missing_text(&self) -> Option<String> {
        let book = match (&self.page, &self.book) {
            (Some(page), None) => format!("p. {page} of your booklet"),
            (None, None) => "see your booklet".to_owned(),
            (Some(page), Some(book)) => format!("p. {page} of {book}"),
            (None, Some(book)) => format!("see {book}"),
        };
        let place = format!("{book} ({})", self.path.join(" › "));
        match self.state.as_deref() {
            Some(NOT_INCLUDED) => Some(format!("Not included: {place}")),
            Some(PARTLY_INCLUDED) => Some(format!("Partly included; the rest: {place}")),
            Some(_) | None => None,
        }
    }
}

/// The instructions on a clause that do not count at a view.
#[derive(Default)]
struct Unapplied {
    open: Vec<String>,
    elsewhere: Vec<String>,
    withdrawn: Vec<String>,
}

/// Returns whether the documents of a kind are chosen by profiles.
pub(super) fn is_layer(kind: DocumentKind) -> bool {
    matches!(kind, DocumentKind::Clarification | DocumentKind::Guideline)
}

/// The largest length of the items that follow a lead-in, in bytes.
const MAX_ITEMS_BYTES: usize = 480;

impl Analysis {
    /// Converts a hit of the index. `views` has one view for each ruleset that is searched.
    pub(super) fn search_hit(&self, hit: Hit, views: &[(&RulesetDb, View)]) -> SearchHit {
        let Hit {
            doc,
            score,
            holds,
            mut snippet,
            now,
        } = hit;
        let here = views.iter().find(|(db, _)| db.ruleset.key == doc.ruleset);
        let edition = here.map_or("", |(db, view)| db.ruleset.edition_id(view.edition));
        let document = here.and_then(|(db, _)| db.ruleset.documents.get(&doc.document));
        let state = doc
            .states
            .iter()
            .find(|(own, _)| own == edition)
            .map(|(_, state)| state.clone());
        let is_missing = holds && !doc.is_held() && doc.before.is_none();
        let has_parts = || here.is_some_and(|(db, view)| has_included_parts(db, view, &doc.id));
        let missing = if doc.partly_held || is_missing && has_parts() {
            PARTLY_INCLUDED
        } else {
            NOT_INCLUDED
        };
        let state = state.or_else(|| is_missing.then(|| missing.to_owned()));
        let titles = kind_title(&doc, document, state.as_deref()).into_iter();
        let mut path: Vec<String> = titles
            .chain(doc.path.iter().chain(&doc.labels).cloned())
            .collect();
        if let Some(last) = path.last_mut() {
            *last = telling_label(last, &doc.text);
        }
        let covering = here.and_then(|(db, _)| covering_document(&doc, &db.ruleset));
        let has_items = !doc.text.is_empty() && snippet.text.ends_with(':');
        if let Some((db, view)) = here.filter(|_| has_items) {
            let items = self.items_below(db, view, &doc.id);
            if !items.is_empty() {
                snippet.text += &format!("{items} [items at {edition}]");
            }
        }
        let booklet = here.and_then(|(db, _)| db.ruleset.documents.keys().next());
        let is_booklet = booklet.is_none_or(|booklet| doc.document == *booklet);
        let is_rule = document.is_none_or(|own| !is_layer(own.kind));
        let unapplied = match here {
            Some((db, view)) if holds && is_rule => self.unapplied(db, view, &doc.id, is_missing),
            _ => Unapplied::default(),
        };
        let contradicted = here.is_some_and(|(_, view)| {
            let layers = &view.profile.layers;
            let mut sets = doc.contradicted.iter().filter(|(own, _)| own == edition);
            sets.any(|(_, needed)| needed.iter().all(|layer| layers.contains(layer)))
        });
        let uncounted = here.filter(|(_, view)| {
            document
                .is_some_and(|own| is_layer(own.kind) && !view.profile.layers.contains(&own.key))
        });
        SearchHit {
            kind: doc.kind().name(),
            score: (score * 1000.0).round() / 1000.0,
            holds,
            editions: here
                .map(|(db, view)| {
                    let range = edition_range(&doc, &db.ruleset, view);
                    match covering {
                        Some(own) => covered_range(range, own, &db.ruleset, view),
                        None => range,
                    }
                })
                .unwrap_or_default(),
            // only reported at an edition in which the clause is gone
            moved_to: doc
                .moved_to
                .filter(|_| doc.changed.is_some() || doc.gone.iter().any(|gone| gone == edition)),
            id: doc.id,
            heading: doc.heading,
            path,
            page: doc.page,
            document: doc.document,
            source: match (here, covering) {
                (Some((db, view)), Some(own)) => {
                    doc.source + &inferred(own, &db.ruleset, view).unwrap_or_default()
                }
                _ => doc.source,
            },
            n: doc.n,
            wording: doc.wording,
            has_lead: doc.lead.ends_with(':') && !doc.text.is_empty(),
            snippet,
            text: doc.text,
            before: doc.before,
            changed: doc.changed,
            state,
            open: unapplied.open,
            page_inferred: here
                .and_then(|(db, _)| db.section_info(&doc.section))
                .is_some_and(|section| section.page_inferred),
            book: document
                .filter(|_| is_missing && !is_booklet)
                .map(|own| own.title.clone()),
            elsewhere: unapplied.elsewhere,
            withdrawn: unapplied.withdrawn,
            contradicted,
            uncounted: uncounted.map(|(_, view)| view.profile.name.clone()),
            now,
        }
    }

    /// Returns the section of a hit at a view, and the unit in it.
    pub fn section_of_hit(
        &self,
        db: &RulesetDb,
        view: &View,
        id: &str,
    ) -> Option<(Arc<Section>, UnitId)> {
        let id = id.split_once('/').map_or(id, |(_, id)| id);
        let (section, unit) = self.resolve_id(db, id, view)?;
        let root = section.version(view).root;
        Some((section, unit.unwrap_or(root)))
    }

    /// Returns the instructions on a clause that do not count, and those that count for
    /// other profiles.
    fn unapplied(&self, db: &RulesetDb, view: &View, id: &str, is_missing: bool) -> Unapplied {
        let Some((section, unit)) = self.section_of_hit(db, view, id) else {
            return Unapplied::default();
        };
        let tree = section.version(view);
        let reader = SectionReader::new(self, db, &section, view, &tree);
        let withdrawn = reader.withdrawn_changes(unit).into_iter();
        let withdrawn = withdrawn
            .map(|own| format!("{}; by {}", own.change.citation(), own.by.source()))
            .collect();
        if !is_missing {
            return Unapplied {
                withdrawn,
                ..Unapplied::default()
            };
        }
        let open = reader.open_instructions(unit).into_iter();
        Unapplied {
            open: open
                .map(|open| format!("{} ({})", open.text, open.origin.citation()))
                .collect(),
            elsewhere: reader.scoped_notices(unit),
            withdrawn,
        }
    }

    /// Returns the items that a lead-in announces, as far as there is room: ` • If … • If …`.
    fn items_below(&self, db: &RulesetDb, view: &View, id: &str) -> String {
        let Some((section, unit)) = self.section_of_hit(db, view, id) else {
            return String::new();
        };
        let tree = section.version(view);
        let bullets = tree.children(unit);
        let mut out = String::new();
        for item in bullets.filter(|&item| tree.kind(item) == UnitKind::Bullet) {
            let text = tree.restated_text(item);
            if out.len() + text.len() > MAX_ITEMS_BYTES {
                out += " …";
                break;
            }
            out += &format!(" • {text}");
        }
        out
    }
}

/// Returns whether a section has subsections of which some text is included.
fn has_included_parts(db: &RulesetDb, view: &View, id: &str) -> bool {
    let id = id.split_once('/').map_or(id, |(_, id)| id);
    let parts = db.subsections_of(id).iter();
    let mut parts = parts.filter_map(|part| Some(db.section(part)?.version(view)));
    parts.any(|tree| tree.exists && has_text(&tree, tree.root))
}

/// Returns the label that distinguishes a ruling or note from a rule, to show before its heading:
/// `Ruling C22.2 of IWF 1.2, contradicted`.
fn kind_title(doc: &Doc, document: Option<&Document>, state: Option<&str>) -> Option<String> {
    let kind = match doc.kind() {
        DocKind::Clarification => "Ruling",
        DocKind::Guideline => "Guideline",
        DocKind::Note => "Note",
        DocKind::Clause | DocKind::Table | DocKind::Figure | DocKind::Entry | DocKind::Change => {
            return None;
        }
    };
    let numbers: Vec<&str> = doc
        .n
        .iter()
        .map(|n| n.rsplit_once(':').map_or(n.as_str(), |(_, n)| n))
        .collect();
    let number = if numbers.is_empty() {
        String::new()
    } else {
        format!(" {}", numbers.join(", "))
    };
    let state = state
        .map(|state| format!(", {}", RulingState::label_of(state)))
        .unwrap_or_default();
    Some(format!(
        "{kind}{number} of {}{state}",
        document.map_or(doc.document.as_str(), |document| &document.short)
    ))
}

/// Returns the table of values that some of the text is from, or the notes of this project that it is.
fn covering_document<'a>(doc: &Doc, ruleset: &'a Ruleset) -> Option<&'a Document> {
    let named = |key: &String| ruleset.documents.get(key);
    let mut tables = doc.by.iter().filter_map(named);
    let table = tables.find(|own| own.kind == DocumentKind::Data);
    table.or_else(|| named(&doc.document).filter(|own| own.kind == DocumentKind::Notes))
}

/// Restricts a range to the editions that its document covers: a table of values begins with its own
/// edition, and this project's notes do not say since when they are true.
fn covered_range(
    range: EditionRange,
    document: &Document,
    ruleset: &Ruleset,
    view: &View,
) -> EditionRange {
    let begins = |id: &String| {
        ruleset
            .edition(id)
            .is_some_and(|from| from < document.edition)
    };
    let chain = ruleset.amendment_chain(view.edition);
    let is_table = document.kind == DocumentKind::Data;
    if is_table && !range.from.as_ref().is_some_and(begins) {
        return range;
    }
    let ends_before = range.until.as_ref().is_some_and(begins);
    let is_known = is_table && !ends_before && chain.contains(&document.edition);
    EditionRange {
        from: is_known.then(|| ruleset.edition_id(document.edition).to_owned()),
        ..range
    }
}

/// Returns the range of consecutive editions with this text: the range around the requested edition
/// if it has this text, otherwise the last range.
fn edition_range(doc: &Doc, ruleset: &Ruleset, view: &View) -> EditionRange {
    let reads = if doc.reads.is_empty() {
        &doc.editions
    } else {
        &doc.reads
    };
    let has: Vec<bool> = ruleset
        .editions
        .iter()
        .map(|edition| reads.contains(&edition.id))
        .collect();
    let edition = usize::from(view.edition.0);
    let last = || {
        doc.editions
            .last()
            .and_then(|id| ruleset.edition(id))
            .map(|edition| usize::from(edition.0))
    };
    let Some(at) = Some(edition)
        .filter(|&at| has.get(at) == Some(&true))
        .or_else(last)
    else {
        return EditionRange::default();
    };
    let first = has[..at]
        .iter()
        .rposition(|has| !has)
        .map_or(0, |gap| gap + 1);
    let until = has[at..]
        .iter()
        .position(|has| !has)
        .map_or(has.len(), |gap| at + gap)
        .saturating_sub(1);
    let id = |at: usize| ruleset.edition_id(EditionIx(at as u16)).to_owned();
    EditionRange {
        from: Some(id(first)),
        until: Some(until)
            .filter(|&at| at != usize::from(ruleset.newest_edition_on(view.as_of).0))
            .map(id),
    }
}
