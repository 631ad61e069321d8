//! Returns the alphabetical index of a ruleset at a view, to print: words, clauses and pages.

use super::{builder::AlphabeticalIndexBuilder, entry::AlphabeticalLetter};
use crate::{
    analysis::{Analysis, DocumentSummary, Source, SourceKind, ViewDescription, WordingChoice},
    resolve::{RulesetDb, View},
    search::Lexicon,
};
use serde::Serialize;

/// The alphabetical index of a ruleset at a view, to print: entries by letter, the documents that
/// count, and notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AlphabeticalIndex {
    /// The version of this shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// The title of the ruleset.
    pub title: String,
    /// Notices to show with the index.
    pub notices: Vec<String>,
    /// The documents that count at the view.
    pub documents: Vec<DocumentSummary>,
    /// The entries.
    pub letters: Vec<AlphabeticalLetter>,
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
        let chain: Vec<&str> = ruleset
            .amendment_chain(view.edition)
            .into_iter()
            .map(|edition| ruleset.edition_id(edition))
            .collect();
        documents.retain(|document| {
            document.has_rules() && document.counts && chain.contains(&document.edition.as_str())
        });
        AlphabeticalIndex {
            version: 1,
            query: ViewDescription::new(ruleset, view),
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
        let own = |source: &&Source| source.ruleset.is_empty() || source.ruleset == db.ruleset.key;
        for source in self
            .sources()
            .iter()
            .filter(|source| source.kind == SourceKind::Thesaurus)
            .filter(own)
        {
            // its faults are reported when the file is checked
            lexicon.read(&source.text);
        }
        lexicon
    }
}
