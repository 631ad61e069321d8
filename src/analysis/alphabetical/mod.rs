//! The alphabetical index of a ruleset: from words to clauses, printed pages and rulings, like one
//! made by hand.

mod builder;
mod index_word;
mod word_set;

use super::{Analysis, DocumentSummary, ViewQuery, clause_view::WordingChoice};
use crate::{
    resolve::{RulesetDb, View},
    search::Lexicon,
};
use builder::AlphabeticalIndexBuilder;
use serde::Serialize;

/// A clause that an index entry refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexPlace {
    /// The clause, with its ruleset.
    pub id: String,
    /// The printed page of its section, if it is known.
    pub page: Option<String>,
    /// The rulings on it, by document and number: `iwf-1.2 C22.1`.
    pub rulings: Vec<String>,
}

/// A line below a word of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexLine {
    /// Its label, in a few words.
    pub label: String,
    /// The clause it refers to.
    pub place: IndexPlace,
}

/// A word of an index, with the clauses it refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IndexEntry {
    /// The word.
    pub word: String,
    /// What it abbreviates, or its abbreviation.
    pub also_written: Option<String>,
    /// The clauses that are about this word as a whole.
    pub places: Vec<IndexPlace>,
    /// Its lines, in printed order.
    pub lines: Vec<IndexLine>,
    /// The other sections that contain it, in printed order.
    pub mentions: Vec<IndexPlace>,
    /// Whether it occurs in so many sections that they are not listed.
    pub throughout: bool,
    /// Words to look up instead.
    pub see: Vec<String>,
    /// Words to look up in addition.
    pub see_also: Vec<String>,
}

/// The entries that begin with one letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexLetter {
    /// The letter; `0–9` for digits.
    pub letter: String,
    /// The entries, in alphabetical order.
    pub entries: Vec<IndexEntry>,
}

/// The index of a ruleset at a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlphabeticalIndex {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: ViewQuery,
    /// The title of the ruleset.
    pub title: String,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The documents that count at the view.
    pub documents: Vec<DocumentSummary>,
    /// The entries.
    pub letters: Vec<IndexLetter>,
}

impl Analysis {
    /// Returns the index of a ruleset at a view: headings, labels, terms of the glossary and
    /// abbreviations, labels of the subject index, and players' words that refer to these. Clauses
    /// that are not in force have no entry.
    pub fn alphabetical_index(
        &self,
        db: &RulesetDb,
        view: &View,
        choice: WordingChoice,
    ) -> AlphabeticalIndex {
        db.resolve_all();
        let ruleset = &db.ruleset;
        let mut builder = AlphabeticalIndexBuilder::new(self, db, view, choice);
        builder.add_headings();
        builder.add_terms();
        builder.add_player_words(&self.lexicon(db));
        let mut documents = self.ruleset_summary(db, view).documents;
        let line: Vec<&str> = ruleset
            .amendment_chain(view.edition)
            .into_iter()
            .map(|edition| ruleset.edition_id(edition))
            .collect();
        documents.retain(|document| {
            document.has_rules() && document.counts && line.contains(&document.edition.as_str())
        });
        AlphabeticalIndex {
            version: 1,
            query: ViewQuery::new(ruleset, view),
            title: ruleset.title.clone(),
            notices: self.notices(ruleset, view),
            documents,
            letters: builder.into_letters(),
        }
    }

    /// Returns the players' synonyms for words of the rules: the thesauri for all rulesets and for
    /// this one.
    fn lexicon(&self, db: &RulesetDb) -> Lexicon {
        let mut lexicon = Lexicon::default();
        let own =
            |source: &&super::Source| source.ruleset.is_empty() || source.ruleset == db.ruleset.key;
        for source in self
            .sources
            .iter()
            .filter(|source| source.kind == super::SourceKind::Thesaurus)
            .filter(own)
        {
            // its faults are reported when the file is checked
            lexicon.read(&source.text);
        }
        lexicon
    }
}
