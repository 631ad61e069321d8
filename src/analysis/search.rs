//! Searching: which index a question needs, and the answer as it is given to people and programs.

use super::{Analysis, IndexKey, Query};
use crate::{
    model::{Document, EditionIx, PartialDate, Ruleset},
    resolve::{RulesetDb, View},
    search::{
        Correction, Doc, DocKind, Hit, Index, IndexBuilder, IndexFault, Parts, Search, Snippet,
        Wording,
        query::{self, Fault, Field, Node, Value},
    },
    text::Span,
};
use serde::Serialize;
use std::path::Path;

/// A query as it was typed, understood.
#[derive(Clone, Debug)]
pub struct ParsedQuery {
    /// What was typed.
    pub text: String,
    /// What it means.
    pub node: Node,
    /// What of it was not understood.
    pub faults: Vec<Fault>,
}

/// A value in a query that says what is asked of, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldValue {
    /// The value.
    pub value: String,
    /// Its bytes in the query.
    pub span: Span,
}

impl ParsedQuery {
    /// Reads a query.
    pub fn new(text: &str) -> Self {
        let (node, faults) = query::parse(text);
        Self {
            text: text.to_owned(),
            node,
            faults,
        }
    }

    fn field_value(&self, field: Field) -> Option<FieldValue> {
        self.node
            .conditions(field)
            .into_iter()
            .find_map(|(value, span)| match value {
                Value::One(value) => Some(FieldValue {
                    value: value.clone(),
                    span,
                }),
                Value::Range(..) => None,
            })
    }

    /// The edition that it names.
    pub fn edition(&self) -> Option<FieldValue> {
        self.field_value(Field::At)
    }

    /// The ruleset that it names.
    pub fn ruleset(&self) -> Option<FieldValue> {
        self.field_value(Field::Ruleset)
    }

    /// The day up to which documents count. What is no date is told.
    pub fn as_of(&mut self) -> Option<PartialDate> {
        let said = self.field_value(Field::AsOf)?;
        match said.value.parse() {
            Ok(date) => Some(date),
            Err(message) => {
                self.faults.push(Fault {
                    span: said.span,
                    message,
                    help: None,
                });
                None
            }
        }
    }
}

/// How much is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// At most so many hits, where they are ranked.
    pub limit: usize,
    /// Whether wordings of all editions count alike.
    pub all_editions: bool,
}

/// The question behind an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchQuery {
    /// Ruleset, edition, day and profile.
    #[serde(flatten)]
    pub query: Query,
    /// What was typed.
    pub text: String,
}

/// The first and the last edition in which a wording holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EditionRange {
    /// The first.
    pub from: Option<String>,
    /// The last; none where it still holds.
    pub until: Option<String>,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchHit {
    /// Its id, with the ruleset.
    pub id: String,
    /// What it is.
    pub kind: &'static str,
    /// The heading of its section.
    pub heading: String,
    /// Headings and labels down to it.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// How well it fits; only good for comparing hits of one answer.
    pub score: f32,
    /// Whether it holds at the edition asked for.
    pub holds: bool,
    /// The editions in which it reads so.
    pub editions: EditionRange,
    /// The document that last touched it.
    pub document: String,
    /// That document's short title and date.
    pub source: String,
    /// The instructions behind the wording.
    pub n: Vec<String>,
    /// Which wording it is.
    pub wording: Wording,
    /// The words around what was asked for, and what of them that is.
    pub snippet: Snippet,
    /// All of its words.
    pub text: String,
    /// How a changed unit read before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Of a change: the edition that brings it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// Of a clarification: its state at the edition asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Of a clarification or guideline that the profile asked for does not count: the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncounted: Option<String>,
    /// What the clause says at the edition asked for, where this does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// Where the clause lives on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
}

/// What of a query was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueryError {
    /// First byte in the query.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// A word that was taken for others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueryCorrection {
    /// As typed.
    pub typed: String,
    /// As searched for.
    pub meant: Vec<String>,
}

/// An answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchResults {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: SearchQuery,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// What was found, best first; what does not hold behind all that does.
    pub hits: Vec<SearchHit>,
    /// What of the query was not understood.
    pub faults: Vec<QueryError>,
    /// Words that were taken for others.
    pub corrections: Vec<QueryCorrection>,
    /// Whether the default ruleset has nothing, so that others answer; the first notice says so.
    #[serde(skip)]
    pub elsewhere: bool,
}

impl Analysis {
    /// From where a view looks at the rules. Days between which nothing was published are one. Asks the texts of the sources, not the
    /// files, so that an analysis that has not read them gives the same answer.
    pub fn index_key(&self, view: &View) -> IndexKey {
        let documents = self
            .ruleset_dbs()
            .flat_map(|(_, db)| db.ruleset.documents.values());
        let editions = self.ruleset_dbs().flat_map(|(_, db)| {
            db.ruleset
                .editions
                .iter()
                .filter_map(|edition| edition.date)
        });
        let known = self
            .sources()
            .iter()
            .flat_map(|source| source.text.split("known=").skip(1))
            .filter_map(|rest| {
                let date: String = rest
                    .chars()
                    .take_while(|c| c.is_ascii_digit() || *c == '-')
                    .collect();
                date.parse::<PartialDate>().ok()
            });
        let dates = documents
            .flat_map(|document| [Some(document.published), document.revised])
            .flatten()
            .chain(editions)
            .chain(known);
        let day = dates
            .map(PartialDate::counts_from)
            .filter(|day| *day <= view.as_of)
            .max();
        let mut scopes = view.profile.scopes.clone();
        scopes.sort();
        IndexKey {
            as_of: day.unwrap_or(view.as_of),
            scopes,
        }
    }

    /// Makes the index of all rulesets from an index key in memory.
    pub fn index(&self, index_key: &IndexKey, parts: Parts) -> Result<Index, IndexFault> {
        self.fill(
            IndexBuilder::new(self.preface(index_key), parts)?,
            index_key,
        )
    }

    /// Makes the same in a folder.
    pub fn index_in(&self, folder: &Path, index_key: &IndexKey) -> Result<Index, IndexFault> {
        self.fill(
            IndexBuilder::in_folder(folder, self.preface(index_key), Parts::ALL)?,
            index_key,
        )
    }

    fn fill(&self, mut builder: IndexBuilder, index_key: &IndexKey) -> Result<Index, IndexFault> {
        for (run, docs) in self
            .ruleset_dbs()
            .flat_map(|(_, db)| self.runs(db, index_key))
        {
            builder.begin(run);
            docs.iter().try_for_each(|doc| builder.add(doc))?;
        }
        builder.finish()
    }

    /// Answers a query out of the index of the views' index key. The first view is the one that is told as the question.
    pub fn find(
        &self,
        index: &Index,
        query: &ParsedQuery,
        views: &[(&RulesetDb, View)],
        options: SearchOptions,
    ) -> Result<SearchResults, IndexFault> {
        let editions: Vec<(String, String)> = views
            .iter()
            .map(|(db, view)| {
                (
                    db.ruleset.key.clone(),
                    db.ruleset.edition_id(view.edition).to_owned(),
                )
            })
            .collect();
        let (mut hidden, mut beside, mut counting) = (Vec::new(), Vec::new(), Vec::new());
        for (db, view) in views {
            let layers = &view.profile.layers;
            counting.extend(layers.iter().cloned());
            let others = db
                .ruleset
                .documents
                .values()
                .filter(|document| is_layer(document.kind) && !layers.contains(&document.key));
            let list = if layers.is_empty() {
                &mut hidden
            } else {
                &mut beside
            };
            list.extend(others.map(|document| document.key.clone()));
        }
        let search = Search {
            query: &query.node,
            editions: &editions,
            hidden: &hidden,
            beside: &beside,
            layers: &counting,
            limit: options.limit,
            all_editions: options.all_editions,
            candidates: None,
        };
        let found = index.search(&search)?;
        let faults = query.faults.iter().cloned().chain(found.faults);
        let faults = faults.map(
            |Fault {
                 span,
                 message,
                 help,
             }| QueryError {
                start: span.start(),
                end: span.end(),
                message,
                help,
            },
        );
        let corrections = found
            .corrections
            .into_iter()
            .map(|Correction { typed, meant }| QueryCorrection { typed, meant });
        let answered = views
            .first()
            .map(|(db, view)| Query::of(&db.ruleset, view))
            .unwrap_or_default();
        Ok(SearchResults {
            version: 1,
            query: SearchQuery {
                query: answered,
                text: query.text.clone(),
            },
            notices: views
                .first()
                .map(|(db, view)| self.notices(&db.ruleset, view))
                .unwrap_or_default(),
            hits: found
                .hits
                .into_iter()
                .map(|hit| self.search_hit(hit, views))
                .collect(),
            faults: faults.collect(),
            corrections: corrections.collect(),
            elsewhere: false,
        })
    }
}

fn is_layer(kind: crate::model::DocumentKind) -> bool {
    matches!(
        kind,
        crate::model::DocumentKind::Clarification | crate::model::DocumentKind::Guideline
    )
}

impl Analysis {
    /// A hit as it is told. `views`: one for each ruleset that is asked.
    fn search_hit(&self, hit: Hit, views: &[(&RulesetDb, View)]) -> SearchHit {
        let Hit {
            doc,
            score,
            holds,
            snippet,
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
        let titles = title(&doc, document, state.as_deref()).into_iter();
        let uncounted = here.filter(|(_, view)| {
            document
                .is_some_and(|own| is_layer(own.kind) && !view.profile.layers.contains(&own.key))
        });
        SearchHit {
            kind: doc.kind().name(),
            score: (score * 1000.0).round() / 1000.0,
            holds,
            editions: here
                .map(|(db, view)| edition_range(&doc, &db.ruleset, view))
                .unwrap_or_default(),
            // where it went is told of an edition in which it is gone
            moved_to: doc
                .moved_to
                .filter(|_| doc.changed.is_some() || doc.gone.iter().any(|gone| gone == edition)),
            id: doc.id,
            heading: doc.heading,
            path: titles.chain(doc.path).chain(doc.labels).collect(),
            page: doc.page,
            document: doc.document,
            source: doc.source,
            n: doc.n,
            wording: doc.wording,
            snippet,
            text: doc.text,
            before: doc.before,
            changed: doc.changed,
            state,
            uncounted: uncounted.map(|(_, view)| view.profile.name.clone()),
            now,
        }
    }
}

/// What tells a ruling or note from a rule, before its heading: `Ruling C22.2 of IWF 1.2, contradicted`.
fn title(doc: &Doc, document: Option<&Document>, state: Option<&str>) -> Option<String> {
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
    let state = state.map(|state| format!(", {state}")).unwrap_or_default();
    Some(format!(
        "{kind}{number} of {}{state}",
        document.map_or(doc.document.as_str(), |document| &document.short)
    ))
}

/// The editions, one after the other, in which a unit reads so: those around the edition asked for where it reads so there, else the last.
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
            .filter(|&at| at != usize::from(ruleset.newest_on(view.as_of).0))
            .map(id),
    }
}
