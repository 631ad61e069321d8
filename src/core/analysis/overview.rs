//! Summarizes a ruleset at a view, as `rulebook show dbm` prints it: editions, documents, sections,
//! notes, amount of known text.

use super::{
    Analysis, ClauseAnnotation, ClauseState, EditionSummary, ViewDescription,
    ruleset_summary::{document_counts, edition_summaries},
    section_reader::{SectionReader, heading_at},
};
use crate::{
    model::{BASE, DocumentKind, PatchIx, SectionTree},
    resolve::{RulesetDb, Section, View, is_note, targets},
    syntax::{Verb, WordingLayer, plain_text},
};
use serde::Serialize;
use std::{collections::HashMap, ops::AddAssign};

/// A document in an overview, such as a sheet: if it counts at the view, and its numbers of encoded
/// instructions, rulings and notes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentOverview {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// The kind of document.
    pub kind: &'static str,
    /// The edition that it makes or is about.
    pub edition: String,
    /// When it was published.
    pub published: Option<String>,
    /// Its authors, as far as its sources name them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Whether it counts at the view: published by then, and included in the profile.
    pub counts: bool,
    /// The number of its instructions that are encoded.
    pub instructions: usize,
    /// The number of its clarifications.
    pub clarifications: usize,
    /// The number of its notes.
    pub notes: usize,
}

/// How many sentences, headings and cells are known completely, in part, or not at all, in the
/// printed wording if there is one, else in the restated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TextCoverage {
    /// Those of which every word is known.
    pub whole: usize,
    /// Those of which some words are known.
    pub partly: usize,
    /// Those known to exist, of which no word is known.
    pub none: usize,
}

/// A section in an overview: its id, heading, page, status, and the section that contains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionOverview {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// The section that it is part of.
    pub within: Option<String>,
    /// The title of its chapter, if the ruleset has chapters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
    /// Its status.
    pub state: ClauseState,
}

impl TextCoverage {
    /// Returns how many sentences, headings and cells are known to exist.
    pub fn all(self) -> usize {
        self.whole + self.partly + self.none
    }
}

/// A ruleset at a view: editions, documents, sections, general notes, and amount of known text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overview {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// The title.
    pub title: String,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The editions, the oldest first.
    pub editions: Vec<EditionSummary>,
    /// The documents, in the order of their publication.
    pub documents: Vec<DocumentOverview>,
    /// The sections that exist at the view, in printed order.
    pub sections: Vec<SectionOverview>,
    /// Notes on the whole ruleset.
    pub notes: Vec<ClauseAnnotation>,
    /// How much of the rules' text is known, in either wording, without this project's glossaries.
    /// An open run counts as one unit without known words.
    pub held: TextCoverage,
    /// The same in a line, with the number of sections without text.
    pub coverage: String,
    /// How to add the rest; none if nothing is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage_help: Option<String>,
}

impl Overview {
    /// Iterates over the documents that make the edition of the view.
    pub fn of_edition(&self) -> impl Iterator<Item = &DocumentOverview> {
        let makes = [DocumentKind::Base.name(), DocumentKind::Amendment.name()];
        self.documents.iter().filter(move |document| {
            document.edition == self.query.edition
                && document.published.is_some()
                && document.counts
                && makes.contains(&document.kind)
        })
    }

    /// Iterates over the lines on how much of the text is included, and on how to add the rest.
    pub fn coverage_lines(&self) -> impl Iterator<Item = &str> {
        [&self.coverage]
            .into_iter()
            .chain(&self.coverage_help)
            .map(String::as_str)
    }
}

/// Returns how much of the text of a ruleset is included at an edition, in a line, and the line on
/// how to add the rest.
fn coverage_lines(
    query: &ViewDescription,
    known: TextCoverage,
    sections: &[SectionOverview],
) -> (String, Option<String>) {
    let (whole, all) = (known.whole, known.all());
    let mut line = format!(
        "Included at {}: {whole} of {all} known sentences and cells",
        query.edition
    );
    if whole == all {
        return (line, None);
    }
    let is_empty = |section: &&SectionOverview| {
        // of some it is not known whether the booklet has them
        matches!(section.state, ClauseState::NotHeld | ClauseState::Unknown)
    };
    match sections.iter().filter(is_empty).count() {
        0 => {}
        1 => line += &format!("; 1 of {} sections has no text", sections.len()),
        empty => line += &format!("; {empty} of {} sections have no text", sections.len()),
    }
    let help = format!(
        "To add your booklet: rulebook import BOOKLET --book --ruleset {} --edition EDITION",
        query.ruleset
    );
    (line, Some(help))
}

impl Analysis {
    /// Returns an overview of a ruleset.
    pub fn overview(&self, db: &RulesetDb, view: &View) -> Overview {
        db.resolve_all();
        let ruleset = &db.ruleset;
        let mut sections = Vec::new();
        let mut notes = Vec::new();
        let mut coverage = TextCoverage::default();
        let mut chapter = None;
        for id in db.outline() {
            let begun = ruleset.chapters.iter().find(|(_, first)| *first == id);
            chapter = begun.map(|(title, _)| title.clone()).or(chapter);
            let (Some(section), Some(info)) = (db.section(id), db.section_info(id)) else {
                continue;
            };
            let tree = section.version(view);
            let reader = SectionReader::new(self, db, &section, view, &tree);
            for (at, patch) in section
                .patches
                .iter()
                .enumerate()
                .filter(|(_, patch)| is_note(patch) && view.includes(patch))
            {
                if targets(patch.command()).is_empty() {
                    notes.push(ClauseAnnotation {
                        origin: self.origin(&section, PatchIx(at as u32)),
                        text: plain_text(patch.blocks()),
                    });
                }
            }
            if tree.exists {
                if !is_project_notes(db, &section) {
                    coverage += TextCoverage::of(&tree);
                }
                let (state, _, _) = reader.clause_state(tree.root);
                sections.push(SectionOverview {
                    id: format!("{}/{id}", ruleset.key),
                    heading: heading_at(&tree, info.heading),
                    page: info.page,
                    within: info.within,
                    chapter: chapter.clone(),
                    state,
                });
            }
        }
        let mut documents: Vec<_> = ruleset.documents.values().collect();
        documents.sort_by_key(|d| db.order.position(&d.key));
        let counts = count_entries(db);
        let document = |d: &crate::model::Document| {
            let counts = counts.get(&*d.key).copied();
            let (instructions, clarifications, notes) = counts.unwrap_or_default();
            DocumentOverview {
                instructions,
                clarifications,
                notes,
                key: d.key.clone(),
                title: d.title.clone(),
                kind: d.kind.name(),
                edition: ruleset.edition_id(d.edition).to_owned(),
                published: Some(d.published)
                    .filter(|date| !date.is_undated())
                    .map(|date| date.to_string()),
                authors: d.authors.clone(),
                counts: document_counts(d, view),
            }
        };
        let query = ViewDescription::new(ruleset, view);
        let (coverage_line, coverage_help) = coverage_lines(&query, coverage, &sections);
        Overview {
            version: 1,
            query,
            title: ruleset.title.clone(),
            notices: self.notices(ruleset, view),
            editions: edition_summaries(ruleset),
            documents: documents.into_iter().map(document).collect(),
            sections,
            notes,
            held: coverage,
            coverage: coverage_line,
            coverage_help,
        }
    }
}

impl TextCoverage {
    fn of(tree: &SectionTree) -> Self {
        let mut out = Self::default();
        for unit in tree.live_units(tree.root) {
            let texts = tree.get(unit).and_then(|node| node.texts.as_ref());
            if tree.kind(unit).is_gap() {
                out.none += 1;
            } else if let Some(texts) = texts.filter(|_| tree.kind(unit).is_atom()) {
                let wording = texts
                    .layer(WordingLayer::Printed)
                    .unwrap_or(&texts.restated);
                match (wording.is_hole(), wording.has_hole()) {
                    (true, _) => out.none += 1,
                    (false, true) => out.partly += 1,
                    (false, false) => out.whole += 1,
                }
            }
        }
        out
    }
}

impl AddAssign for TextCoverage {
    fn add_assign(&mut self, other: Self) {
        self.whole += other.whole;
        self.partly += other.partly;
        self.none += other.none;
    }
}

/// Returns whether a section is this project's own, such as a glossary, and not text of the rules.
pub fn is_project_notes(db: &RulesetDb, section: &Section) -> bool {
    let document = section
        .patch(BASE)
        .and_then(|base| db.ruleset.documents.get(&*base.document));
    document.is_some_and(|d| d.kind == DocumentKind::Notes)
}

/// Returns the numbers of instructions, clarifications and notes in each document.
fn count_entries(db: &RulesetDb) -> HashMap<&str, (usize, usize, usize)> {
    let mut out: HashMap<&str, (usize, usize, usize)> = HashMap::new();
    for file in db
        .files()
        .filter(|file| file.front.layer == WordingLayer::Restated)
    {
        let Some(document) = &file.front.document else {
            continue;
        };
        let counts = out.entry(&document.value).or_default();
        for entry in file.entries() {
            match entry.verb() {
                Some(Verb::Clarify) => counts.1 += 1,
                Some(Verb::Note) => counts.2 += 1,
                Some(_) | None => counts.0 += 1,
            }
        }
    }
    out
}
