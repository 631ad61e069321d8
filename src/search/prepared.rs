//! What ranking asks of a document, written down when it is indexed, so that no candidate is analysed while a question waits.
//!
//! Words stand there as sums of 32 bits. Two words with the same sum would count as one: of a question and a text that happens once
//! in millions, and moves a hit by some places at worst.

use super::{
    analysis::{Analyser, Token, TokenKind},
    concept::Concept,
    doc::{Doc, DocKind},
};

/// What is told of a document without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) ruleset: String,
    pub(super) id: String,
    pub(super) kind: DocKind,
    pub(super) document: String,
    pub(super) moved_to: Option<String>,
    pub(super) cites: Vec<String>,
    /// Whether words of it are held.
    pub(super) held: bool,
    /// Whether it is no rule.
    pub(super) aside: bool,
}

/// A word as it is written down.
fn sum(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Whether a token counts as a word of a label or phrase.
fn tells(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Grade)
}

/// Writes down what ranking asks of a document.
pub(super) fn prepare(analyser: &Analyser, doc: &Doc) -> Vec<u8> {
    let mut out = Writing(Vec::with_capacity(512));
    out.number(DocKind::ALL.iter().position(|kind| *kind == doc.kind()).unwrap_or_default());
    out.number(usize::from(doc.is_held()) + 2 * usize::from(doc.aside));
    [&doc.ruleset, &doc.id, &doc.document, doc.moved_to.as_ref().unwrap_or(&String::new())].into_iter().for_each(|text| out.text(text));
    out.number(doc.cites.len());
    doc.cites.iter().for_each(|id| out.text(id));

    let text = analyser.text(&doc.text);
    out.number(text.iter().filter(|token| token.kind == TokenKind::Word).count());
    out.words(&text);
    text.iter().take(MOST).for_each(|token| out.number(token.place));
    let others: Vec<&String> = [&doc.restated, &doc.before].into_iter().flatten().collect();
    out.number(others.len());
    others.into_iter().for_each(|other| out.distinct(&analyser.text(other)));

    let labels: Vec<Token> = doc.labels.iter().flat_map(|label| analyser.text(label)).collect();
    out.number(labels.iter().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Grade)).count());
    out.words(&labels);
    out.number(doc.path.len());
    doc.path.iter().for_each(|heading| out.distinct(&analyser.text(heading)));
    out.distinct(&analyser.text(&doc.lead));

    for phrases in [&doc.asked, &doc.asked_around] {
        out.number(phrases.len());
        for phrase in phrases {
            let tokens = analyser.text(phrase);
            out.number(tokens.iter().filter(|token| tells(token)).count());
            out.distinct(&tokens);
        }
    }
    out.0
}

/// No list is longer: of a text with more words, the first count.
const MOST: usize = u16::MAX as usize;

struct Writing(Vec<u8>);

impl Writing {
    fn number(&mut self, number: usize) {
        self.0.extend((number.min(MOST) as u16).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        let text = if text.len() > MOST { "" } else { text };
        self.number(text.len());
        self.0.extend(text.as_bytes());
    }

    fn words(&mut self, tokens: &[Token]) {
        self.number(tokens.len());
        tokens.iter().take(MOST).for_each(|token| self.0.extend(sum(&token.text).to_le_bytes()));
    }

    fn distinct(&mut self, tokens: &[Token]) {
        let mut sums: Vec<u32> = tokens.iter().map(|token| sum(&token.text)).collect();
        sums.sort_unstable();
        sums.dedup();
        self.number(sums.len());
        sums.iter().take(MOST).for_each(|sum| self.0.extend(sum.to_le_bytes()));
    }
}

/// The concepts of a question, made ready for meeting prepared documents: words are places in a list.
#[derive(Debug)]
pub(super) struct Sought {
    /// The sums of the words, ascending.
    sums: Vec<u32>,
    /// Of each word: of how many it is joined.
    pub(super) lengths: Vec<usize>,
    pub(super) concepts: Vec<SoughtConcept>,
    /// What all concepts are worth.
    pub(super) worth: f32,
}

/// A concept, by places of words.
#[derive(Debug)]
pub(super) struct SoughtConcept {
    pub(super) ways: Vec<SoughtWay>,
    pub(super) worth: f32,
}

/// Words that may stand for a concept, by their places.
#[derive(Debug)]
pub(super) struct SoughtWay {
    pub(super) words: Vec<usize>,
    pub(super) weight: f32,
}

impl Sought {
    pub(super) fn new(concepts: &[Concept]) -> Self {
        let words = || concepts.iter().flat_map(|concept| &concept.ways).flat_map(|way| &way.words);
        let mut known: Vec<(u32, usize)> = words().map(|word| (sum(word), word.split('_').count())).collect();
        known.sort_unstable();
        known.dedup_by_key(|(sum, _)| *sum);
        let sums: Vec<u32> = known.iter().map(|(sum, _)| *sum).collect();
        let place = |word: &String| sums.binary_search(&sum(word)).unwrap_or_default();
        let way = |way: &super::concept::Way| SoughtWay { words: way.words.iter().map(place).collect(), weight: way.weight };
        let concept = |concept: &Concept| SoughtConcept { ways: concept.ways.iter().map(way).collect(), worth: concept.worth };
        Self {
            concepts: concepts.iter().map(concept).collect(),
            worth: concepts.iter().map(|concept| concept.worth).sum(),
            lengths: known.iter().map(|(_, length)| *length).collect(),
            sums,
        }
    }

    /// How many different words there are.
    pub(super) fn len(&self) -> usize {
        self.sums.len()
    }
}

/// A phrase of the subject index, as far as a question meets it.
#[derive(Debug, Default)]
pub(super) struct Phrase {
    /// How many words it has.
    pub(super) length: usize,
    /// The words that are sought, ascending.
    pub(super) words: Vec<usize>,
}

/// What of a question stands in a document, word by word by their places in [`Sought`].
#[derive(Debug)]
pub(super) struct Met {
    pub(super) head: Head,
    /// How many words the text has.
    pub(super) length: usize,
    /// The words of the text that are sought, with the place of each, in order.
    pub(super) text: Vec<(usize, usize)>,
    /// The same of the restatement beside it and of what was there before: each word once.
    pub(super) others: Vec<Vec<usize>>,
    /// How many words the labels have.
    pub(super) label_words: usize,
    pub(super) labels: Vec<usize>,
    pub(super) headings: Vec<Vec<usize>>,
    pub(super) lead: Vec<usize>,
    pub(super) asked: Vec<Phrase>,
    pub(super) asked_around: Vec<Phrase>,
}

impl Met {
    /// Reads what [`prepare`] wrote. What is cut off counts as empty.
    pub(super) fn read(bytes: &[u8], sought: &Sought) -> Self {
        let mut from = Reading { rest: bytes, sums: &sought.sums };
        let kind = DocKind::ALL.get(from.number()).copied().unwrap_or(DocKind::Clause);
        let flags = from.number();
        let (ruleset, id, document, moved_to) = (from.text(), from.text(), from.text(), from.text());
        let cites = (0..from.number()).map(|_| from.text()).collect();
        let moved_to = Some(moved_to).filter(|to| !to.is_empty());
        let head = Head { ruleset, id, kind, document, moved_to, cites, held: flags & 1 > 0, aside: flags & 2 > 0 };

        let length = from.number();
        let words = from.take_list();
        let places = from.take(words.len() / 2);
        let text = words.chunks_exact(4).zip(places.chunks_exact(2)).filter_map(|(word, place)| {
            let place = usize::from(u16::from_le_bytes(place.try_into().ok()?));
            Some((from.sought(word)?, place))
        });
        let text = text.collect();
        let others = (0..from.number()).map(|_| from.words()).collect();
        let (label_words, labels) = (from.number(), from.words());
        let headings = (0..from.number()).map(|_| from.words()).collect();
        let lead = from.words();
        let mut phrases = || (0..from.number()).map(|_| Phrase { length: from.number(), words: from.words() }).collect();
        let (asked, asked_around) = (phrases(), phrases());
        Self { head, length, text, others, label_words, labels, headings, lead, asked, asked_around }
    }
}

struct Reading<'b> {
    rest: &'b [u8],
    sums: &'b [u32],
}

impl<'b> Reading<'b> {
    fn take(&mut self, length: usize) -> &'b [u8] {
        let (head, tail) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = tail;
        head
    }

    fn number(&mut self) -> usize {
        self.take(2).try_into().map_or(0, |bytes| usize::from(u16::from_le_bytes(bytes)))
    }

    fn text(&mut self) -> String {
        let length = self.number();
        String::from_utf8_lossy(self.take(length)).into_owned()
    }

    fn take_list(&mut self) -> &'b [u8] {
        let length = self.number();
        self.take(length * 4)
    }

    fn sought(&self, word: &[u8]) -> Option<usize> {
        self.sums.binary_search(&u32::from_le_bytes(word.try_into().ok()?)).ok()
    }

    fn words(&mut self) -> Vec<usize> {
        let list = self.take_list();
        list.chunks_exact(4).filter_map(|word| self.sought(word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{analysis::Parts, concept::Way, lexicon::Lexicon};

    fn sought(words: &[&str]) -> Sought {
        let way = |word: &&str| Way { words: vec![(*word).to_owned()], weight: 1.0 };
        let concepts: Vec<Concept> = words.iter().map(|word| Concept { ways: vec![way(word)], worth: 1.0 }).collect();
        Sought::new(&concepts)
    }

    #[test]
    fn what_is_written_is_met() {
        let doc = Doc {
            ruleset: "x".into(),
            id: "x/moor".into(),
            cites: vec!["a".into(), "b".into()],
            labels: vec!["Rafts".into()],
            path: vec!["Rivers".into(), "Of rafts and boats".into()],
            lead: "No raft may".into(),
            text: "Rafts moor. A raft floats.".into(),
            asked: vec!["where do my rafts moor".into()],
            aside: true,
            ..Doc::default()
        };
        let analyser = Analyser::new(&Lexicon::default(), Parts::ALL);
        let sought = sought(&["raft", "moor", "zeppelin"]);
        let bytes = prepare(&analyser, &doc);
        let met = Met::read(&bytes, &sought);
        let cites = doc.cites.clone();
        let (ruleset, id, kind) = ("x".to_owned(), "x/moor".to_owned(), DocKind::Clause);
        let head = Head { ruleset, id, kind, document: String::new(), moved_to: None, cites, held: true, aside: true };
        assert_eq!(met.head, head);
        let raft = sought.concepts[0].ways[0].words[0];
        let moor = sought.concepts[1].ways[0].words[0];
        assert_eq!(met.text, [(raft, 0), (moor, 1), (raft, 3)]);
        assert_eq!((met.length, met.label_words), (4, 1));
        assert_eq!((&*met.labels, &*met.headings, &*met.lead), (&[raft][..], &[vec![], vec![raft]][..], &[raft][..]));
        let mut asked = vec![raft, moor];
        asked.sort_unstable();
        let mut found = met.asked[0].words.clone();
        found.sort_unstable();
        assert_eq!(found, asked);
        // whatever is cut off, the rest is read
        for length in 0..bytes.len() {
            let part = Met::read(&bytes[..length], &sought);
            assert!(part.text.len() <= met.text.len() && part.headings.len() <= 2);
        }
    }
}
