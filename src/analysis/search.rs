//! Search: the index that a view needs, and the results in the form for people and programs.

use super::{Analysis, IndexKey, ViewQuery};
use crate::{
    model::{Document, EditionIx, PartialDate, Ruleset},
    resolve::{RulesetDb, View},
    search::{
        Correction, Doc, DocKind, DocWording, Hit, Index, IndexBuilder, IndexError, SearchFeatures,
        SearchRequest, Snippet,
        query::{self, Fault, Field, QueryNode, QueryValue},
    },
    text::Span,
};
use serde::Serialize;
use std::path::Path;

/// A parsed search query.
#[derive(Clone, Debug)]
pub struct ParsedQuery {
    /// The text of the query.
    pub text: String,
    /// The syntax tree.
    pub node: QueryNode,
    /// The faults found while parsing.
    pub faults: Vec<Fault>,
}

/// The value of a field in a query, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldValue {
    /// The value.
    pub value: String,
    /// Its bytes in the query.
    pub span: Span,
}

impl ParsedQuery {
    /// Parses a query.
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
                QueryValue::One(value) => Some(FieldValue {
                    value: value.clone(),
                    span,
                }),
                QueryValue::Range(..) => None,
            })
    }

    /// Returns the value of `at:`.
    pub fn edition(&self) -> Option<FieldValue> {
        self.field_value(Field::At)
    }

    /// Returns the value of `ruleset:`.
    pub fn ruleset(&self) -> Option<FieldValue> {
        self.field_value(Field::Ruleset)
    }

    /// Returns the day up to which documents count. An invalid date is added to the faults.
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

/// Options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The greatest number of ranked hits.
    pub limit: usize,
    /// Whether wordings of all editions rank alike.
    pub all_editions: bool,
}

/// The query and the view that an answer is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchQuery {
    /// Ruleset, edition, day and profile.
    #[serde(flatten)]
    pub query: ViewQuery,
    /// The text of the query.
    pub text: String,
}

/// The first and the last edition in which a wording is in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EditionRange {
    /// The first.
    pub from: Option<String>,
    /// The last; `None` if it is still in force.
    pub until: Option<String>,
}

/// A search hit.
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
    /// For a changed unit: the text before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// For a change: the edition that makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
    /// For a clarification: its state at the requested edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// For a clarification or guideline that the requested profile does not include: the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncounted: Option<String>,
    /// The text of the clause at the requested edition, if this hit is not in force there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// Where the clause continues if it was moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
}

/// A fault in a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueryError {
    /// First byte in the query.
    pub start: usize,
    /// The end in the query, exclusive.
    pub end: usize,
    /// The problem.
    pub message: String,
    /// The remedy.
    pub help: Option<String>,
}

/// A word that was corrected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueryCorrection {
    /// As typed.
    pub typed: String,
    /// The words that were searched for.
    pub meant: Vec<String>,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchResults {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The query that was answered.
    pub query: SearchQuery,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The hits, best first; those not in force come last.
    pub hits: Vec<SearchHit>,
    /// The faults in the query.
    pub faults: Vec<QueryError>,
    /// The corrected words.
    pub corrections: Vec<QueryCorrection>,
    /// Whether the default ruleset has no hits, so that these are from others; the first notice
    /// says so.
    #[serde(skip)]
    pub elsewhere: bool,
}

impl Analysis {
    /// Returns the key of the index for a view. Days between which nothing was published have the
    /// same key. Uses the texts of the sources, not the parsed files, so that an analysis without
    /// rules returns the same key.
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

    /// Builds the index of all rulesets for a key in memory.
    pub fn build_index(
        &self,
        index_key: &IndexKey,
        parts: SearchFeatures,
    ) -> Result<Index, IndexError> {
        self.fill_index(
            IndexBuilder::new(self.index_preface(index_key), parts)?,
            index_key,
        )
    }

    /// Builds the index of all rulesets for a key in a folder.
    pub fn build_index_in(&self, folder: &Path, index_key: &IndexKey) -> Result<Index, IndexError> {
        self.fill_index(
            IndexBuilder::in_folder(folder, self.index_preface(index_key), SearchFeatures::ALL)?,
            index_key,
        )
    }

    fn fill_index(
        &self,
        mut builder: IndexBuilder,
        index_key: &IndexKey,
    ) -> Result<Index, IndexError> {
        for (run, docs) in self
            .ruleset_dbs()
            .flat_map(|(_, db)| self.document_runs(db, index_key))
        {
            builder.begin(run);
            docs.iter().try_for_each(|doc| builder.add(doc))?;
        }
        builder.finish()
    }

    /// Answers a query from the index with the key of the views. The first view is reported as that
    /// of the answer.
    pub fn find(
        &self,
        index: &Index,
        query: &ParsedQuery,
        views: &[(&RulesetDb, View)],
        options: SearchOptions,
    ) -> Result<SearchResults, IndexError> {
        let editions: Vec<(String, String)> = views
            .iter()
            .map(|(db, view)| {
                (
                    db.ruleset.key.clone(),
                    db.ruleset.edition_id(view.edition).to_owned(),
                )
            })
            .collect();
        let (mut hidden, mut shown_apart, mut counting) = (Vec::new(), Vec::new(), Vec::new());
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
                &mut shown_apart
            };
            list.extend(others.map(|document| document.key.clone()));
        }
        let search = SearchRequest {
            query: &query.node,
            editions: &editions,
            hidden: &hidden,
            demoted: &shown_apart,
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
            .map(|(db, view)| ViewQuery::new(&db.ruleset, view))
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
    /// Converts a hit of the index. `views` has one view for each ruleset that is searched.
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
        let titles = kind_title(&doc, document, state.as_deref()).into_iter();
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
            // only reported at an edition in which the clause is gone
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
    let state = state.map(|state| format!(", {state}")).unwrap_or_default();
    Some(format!(
        "{kind}{number} of {}{state}",
        document.map_or(doc.document.as_str(), |document| &document.short)
    ))
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
