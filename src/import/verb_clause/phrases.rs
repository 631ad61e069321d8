//! The fixed phrases that mean a verb or a preposition: `strike out`, `in place of`.

use super::part::SentencePart::{
    self, Becomes, Filler, Neighbour, NewNext, NotNext, OldNext, Side, Unsupported, Verb,
};
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::{LEXICON, PhraseMeaning, VerbKind},
    },
    syntax::BeforeOrAfter::{After, Before},
};

/// Returns the part of a sentence that a phrase is.
fn part_of(means: PhraseMeaning, why: &'static str) -> SentencePart {
    match means {
        PhraseMeaning::Becomes => Becomes,
        PhraseMeaning::Insert => Verb(VerbKind::Insert),
        PhraseMeaning::Move => Verb(VerbKind::Move),
        PhraseMeaning::Swap => Verb(VerbKind::Swap),
        PhraseMeaning::Delete => Verb(VerbKind::Delete),
        PhraseMeaning::Rename => Verb(VerbKind::Rename),
        PhraseMeaning::FollowedBy => Neighbour(After),
        PhraseMeaning::PrecededBy => Neighbour(Before),
        PhraseMeaning::Old => OldNext,
        PhraseMeaning::New => NewNext,
        PhraseMeaning::Not => NotNext,
        PhraseMeaning::Before => Side(Before),
        PhraseMeaning::After => Side(After),
        PhraseMeaning::Filler => Filler,
        PhraseMeaning::Unsupported => Unsupported(why),
    }
}

impl TokenCursor<'_> {
    /// Returns the fixed phrase at token `at`, with its number of words: `strike out`, `in place of`.
    pub(super) fn phrase_at(&self, at: usize) -> Option<(usize, SentencePart)> {
        LEXICON.phrase.iter().find_map(|row| {
            let length = row
                .words
                .iter()
                .find_map(|phrase| self.phrase_length(at, phrase))?;
            Some((length, part_of(row.means, row.why.unwrap_or_default())))
        })
    }

    /// Whether a phrase of several words that means a verb is at token `at`.
    pub(crate) fn is_verb_phrase(&self, at: usize) -> bool {
        matches!(self.phrase_at(at), Some((2.., Verb(_))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{known_rulesets::SheetVocabulary, token::tokenize};

    #[test]
    fn each_phrase_of_the_lexicon_has_its_role() {
        let vocabulary = SheetVocabulary::default();
        for row in &LEXICON.phrase {
            let expected = part_of(row.means, row.why.unwrap_or_default());
            for phrase in &row.words {
                let tokens = tokenize(phrase);
                let cursor = TokenCursor::new(&vocabulary, phrase, &tokens);
                let (length, part) = cursor.phrase_at(0).unwrap_or((0, Filler));
                assert_eq!(length, tokens.len(), "{phrase}");
                assert_eq!(format!("{part:?}"), format!("{expected:?}"), "{phrase}");
            }
        }
    }
}
