//! Words that stand side by side in a text. They tell most of what is seen only by a close look, so they are indexed too: in a large library
//! a close look is had by few.

use super::{
    analysis::{Token, TokenKind},
    asked::Near,
    concept::Concept,
    index::{Index, IndexFault},
    prepared::SAME,
};
use tantivy::{
    DocAddress, Term,
    schema::IndexRecordOption,
    tokenizer::{PreTokenizedString, Token as Word},
};

/// No more pairs are looked up for two neighbours of a question.
const MOST: usize = 16;

fn pair(first: &str, second: &str) -> String {
    format!("{first} {second}")
}

/// The pairs of a text, each as one word.
pub(super) fn pairs(text: &[Token]) -> PreTokenizedString {
    let mut out = PreTokenizedString { text: String::new(), tokens: Vec::new() };
    for (at, first) in text.iter().enumerate().filter(|(_, token)| token.kind != TokenKind::Stop) {
        // several may stand at one place
        let behind = text[at + 1..].iter().skip_while(|token| token.place == first.place);
        for second in behind.take_while(|token| token.place == first.place + 1).filter(|token| token.kind != TokenKind::Stop) {
            out.tokens.push(Word { text: pair(&first.text, &second.text), position: out.tokens.len(), ..Word::default() });
        }
    }
    out
}

/// The words that may well stand for a concept.
fn good(concept: &Concept) -> impl Iterator<Item = &String> + Clone {
    concept.ways.iter().filter(|way| way.weight > SAME).flat_map(|way| &way.words)
}

impl Index {
    /// The documents in which neighbours of a question are neighbours, ascending. Of the question the first nine concepts count.
    pub(super) fn neighbours(&self, concepts: &[Concept]) -> Result<Vec<Near>, IndexFault> {
        let mut found = Vec::new();
        for (at, two) in concepts.windows(2).take(u8::BITS as usize).enumerate() {
            let terms = good(&two[0]).flat_map(|first| good(&two[1]).map(move |second| pair(first, second)));
            for term in terms.take(MOST) {
                let term = Term::from_field_text(self.fields.pair, &term);
                for (segment, reader) in self.searcher.segment_readers().iter().enumerate() {
                    let inverted = reader.inverted_index(self.fields.pair)?;
                    let Some(mut block) = inverted.read_block_postings(&term, IndexRecordOption::Basic)? else { continue };
                    while !block.docs().is_empty() {
                        found.extend(block.docs().iter().map(|doc| (DocAddress::new(segment as u32, *doc), 1 << at)));
                        block.advance();
                    }
                }
            }
        }
        // several neighbours in one document, and the same said in two ways
        found.sort();
        found.dedup_by(|(doc, which), (kept, all)| {
            let same = doc == kept;
            *all |= if same { *which } else { 0 };
            same
        });
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        analysis::{Analyser, Parts},
        concept::Way,
        doc::Doc,
        index::Preface,
        lexicon::Lexicon,
    };

    #[test]
    fn pairs_are_words_without_a_stop_between_them() {
        let analyser = Analyser::new(&Lexicon::default(), Parts::ALL);
        let found = pairs(&analyser.text("Rafts moor 200p from the river bank."));
        let found: Vec<&str> = found.tokens.iter().map(|word| word.text.as_str()).collect();
        assert!(found.contains(&"raft moor") && found.contains(&"river bank"), "{found:?}");
        assert!(!found.iter().any(|pair| pair.contains("from") || *pair == "moor river"), "{found:?}");
    }

    #[test]
    fn each_document_is_told_once_with_the_neighbours_it_has() {
        let texts = ["Rafts moor boats.", "Boats moor rafts.", "Old rafts moor. Boats moor gulls. Rafts moor.", "Gulls moor."];
        let docs: Vec<Doc> = texts.iter().map(|text| Doc { text: (*text).into(), ..Doc::default() }).collect();
        let index = Index::new(&docs, Preface::default(), Parts::ALL).expect("an index");
        let concept = |words: &[&str]| Concept {
            ways: words.iter().map(|word| Way { words: vec![(*word).into()], weight: 1.0 }).collect(),
            worth: 1.0,
        };
        let asked = [concept(&["raft", "gull"]), concept(&["moor"]), concept(&["boat", "gull"])];
        let found = index.neighbours(&asked).expect("no fault");
        let found: Vec<(u32, u8)> = found.into_iter().map(|(at, which)| (at.doc_id, which)).collect();
        assert_eq!(found, [(0, 0b11), (2, 0b11), (3, 0b01)]);
    }
}
