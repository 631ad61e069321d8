//! The alphabetical index of a ruleset, as an umpire would make it by hand: from a word to the clauses, the printed pages and the rulings.

mod draft;
mod mention;
mod phrase;

use super::{Analysis, Query, Volume, clause_view::WordingChoice};
use crate::{
    resolve::{RulesetDb, View},
    search::Lexicon,
};
use draft::Draft;
use serde::Serialize;

/// A clause that an index leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexPlace {
    /// The clause, with its ruleset.
    pub id: String,
    /// The printed page of its section, where that is known.
    pub page: Option<String>,
    /// The rulings on it, by document and number: `iwf-1.2 C22.1`.
    pub rulings: Vec<String>,
}

/// Something that is said below a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexLine {
    /// In a few words.
    pub label: String,
    /// Where.
    pub place: IndexPlace,
}

/// A word of an index, with what it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IndexEntry {
    /// The word.
    pub word: String,
    /// What it stands for, or an abbreviation of it.
    pub also_written: Option<String>,
    /// The clauses that are about it as a whole.
    pub places: Vec<IndexPlace>,
    /// What is said of it, in printed order.
    pub lines: Vec<IndexLine>,
    /// The other sections in whose words it occurs, in printed order.
    pub mentions: Vec<IndexPlace>,
    /// Whether it occurs in so many sections that they are not listed.
    pub throughout: bool,
    /// Words to look up in its stead.
    pub see: Vec<String>,
    /// Words to look up besides.
    pub see_also: Vec<String>,
}

/// The entries that begin with one letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IndexLetter {
    /// The letter; `0–9` for digits.
    pub letter: String,
    /// The entries, in the order of their letters.
    pub entries: Vec<IndexEntry>,
}

/// The index of a ruleset at a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlphabeticalIndex {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// The title of the ruleset.
    pub title: String,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The documents that count at the view.
    pub documents: Vec<Volume>,
    /// The entries.
    pub letters: Vec<IndexLetter>,
}

impl Analysis {
    /// The index of a ruleset at a view: headings, labels, terms of the glossary and abbreviations, what the subject index calls clauses, and
    /// the words of players that lead to these. What is not in force has no entry.
    pub fn alphabetical_index(
        &self,
        db: &RulesetDb,
        view: &View,
        choice: WordingChoice,
    ) -> AlphabeticalIndex {
        db.resolve_all();
        let ruleset = &db.ruleset;
        let mut draft = Draft::new(self, db, view, choice);
        draft.headings();
        draft.terms();
        draft.players(&self.lexicon(db));
        let mut documents = self.catalogue(db, view).documents;
        let line: Vec<&str> = ruleset
            .line(view.edition)
            .into_iter()
            .map(|edition| ruleset.edition_id(edition))
            .collect();
        documents.retain(|document| {
            document.rules() && document.counts && line.contains(&document.edition.as_str())
        });
        AlphabeticalIndex {
            version: 1,
            query: Query::of(ruleset, view),
            title: ruleset.title.clone(),
            notices: self.notices(ruleset, view),
            documents,
            letters: draft.letters(),
        }
    }

    /// What players say for the words of the rules: the thesauri for all rulesets and for this one.
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
            // what is wrong with it is told when the file is checked
            lexicon.read(&source.text);
        }
        lexicon
    }
}
