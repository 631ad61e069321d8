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
}

/// A word as it is written down.
fn sum(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Whether a token counts as a word of a label or phrase.
fn tells(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Grade)
}

/// The words of a document, zone by zone.
#[derive(Debug)]
pub(super) struct Zoned {
    pub(super) text: Vec<Token>,
    pub(super) restated: Option<Vec<Token>>,
    pub(super) before: Option<Vec<Token>>,
    pub(super) labels: Vec<Vec<Token>>,
    pub(super) path: Vec<Vec<Token>>,
    pub(super) lead: Vec<Token>,
    pub(super) asked: Vec<Vec<Token>>,
    pub(super) asked_around: Vec<Vec<Token>>,
}

impl Zoned {
    pub(super) fn new(analyser: &Analyser, doc: &Doc) -> Self {
        let one = |text: &String| analyser.text(text);
        let all = |texts: &[String]| texts.iter().map(one).collect();
        Self {
            text: one(&doc.text),
            restated: doc.restated.as_ref().map(one),
            before: doc.before.as_ref().map(one),
            labels: all(&doc.labels),
            path: all(&doc.path),
            lead: one(&doc.lead),
            asked: all(&doc.asked),
            asked_around: all(&doc.asked_around),
        }
    }
}

/// Writes down what ranking asks of a document: what all candidates are asked first, what only the best of them are asked behind it.
pub(super) fn prepare(doc: &Doc, zones: &Zoned) -> Vec<u8> {
    let mut out = Writing(Vec::with_capacity(512));
    out.number(DocKind::ALL.iter().position(|kind| *kind == doc.kind()).unwrap_or_default());
    out.number(usize::from(doc.is_held()) + 2 * usize::from(doc.aside));

    out.number(zones.text.iter().filter(|token| token.kind == TokenKind::Word).count());
    out.words(zones.text.iter());
    zones.text.iter().take(MOST).for_each(|token| out.number(token.place));
    let others: Vec<&Vec<Token>> = [&zones.restated, &zones.before].into_iter().flatten().collect();
    out.number(others.len());
    others.into_iter().for_each(|other| out.distinct(other));

    let labels = || zones.labels.iter().flatten();
    out.number(labels().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Grade)).count());
    out.words(labels());
    out.number(zones.path.len());
    zones.path.iter().for_each(|heading| out.distinct(heading));
    out.distinct(&zones.lead);

    for phrases in [&zones.asked, &zones.asked_around] {
        out.number(phrases.len());
        for tokens in phrases {
            out.number(tokens.iter().filter(|token| tells(token)).count());
            out.distinct(tokens);
        }
    }
    [&doc.ruleset, &doc.id, &doc.document, doc.moved_to.as_ref().unwrap_or(&String::new())].into_iter().for_each(|text| out.text(text));
    out.number(doc.cites.len());
    doc.cites.iter().for_each(|id| out.text(id));
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

    fn words<'t>(&mut self, tokens: impl Iterator<Item = &'t Token> + Clone) {
        self.number(tokens.clone().count());
        tokens.take(MOST).for_each(|token| self.0.extend(sum(&token.text).to_le_bytes()));
    }

    fn distinct(&mut self, tokens: &[Token]) {
        let mut sums: Vec<u32> = tokens.iter().map(|token| sum(&token.text)).collect();
        sums.sort_unstable();
        sums.dedup();
        self.number(sums.len());
        sums.iter().take(MOST).for_each(|sum| self.0.extend(sum.to_le_bytes()));
    }
}

/// Words count as standing close together that are better matches than this.
const NEAR: f32 = 0.4;
/// The same of words that stand side by side.
pub(super) const SAME: f32 = 0.6;

/// The figures by their names, for those who rank elsewhere.
pub(super) const FIGURES: &[(&str, f32)] = &[("near", NEAR), ("same", SAME)];

/// The concepts of a question, made ready for meeting prepared documents: words are places in a list.
#[derive(Debug)]
pub(super) struct Sought {
    /// The sums of the words, ascending.
    sums: Vec<u32>,
    /// For each of 64 classes of sums, whether a word is of it: most words of a text are of none.
    classes: u64,
    /// Of each word: of how many it is joined.
    pub(super) lengths: Vec<usize>,
    pub(super) concepts: Vec<SoughtConcept>,
    /// Of each word: for which concepts it may stand, as bits, and for which it may well.
    pub(super) stands_for: Vec<(u128, u128)>,
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
        let mut stands_for = vec![(0, 0); sums.len()];
        for (at, concept) in concepts.iter().enumerate().take(128) {
            for way in &concept.ways {
                for word in way.words.iter().map(place) {
                    stands_for[word].0 |= u128::from(way.weight > NEAR) << at;
                    stands_for[word].1 |= u128::from(way.weight > SAME) << at;
                }
            }
        }
        Self {
            concepts: concepts.iter().map(concept).collect(),
            stands_for,
            worth: concepts.iter().map(|concept| concept.worth).sum(),
            lengths: known.iter().map(|(_, length)| *length).collect(),
            classes: sums.iter().fold(0, |classes, sum| classes | class(*sum)),
            sums,
        }
    }

    /// How many different words there are.
    pub(super) fn len(&self) -> usize {
        self.sums.len()
    }

    /// The place of a word, as it is written down; none where it is not sought.
    fn place(&self, word: &[u8]) -> Option<usize> {
        let sum = u32::from_le_bytes(word.try_into().ok()?);
        if self.classes & class(sum) == 0 { None } else { self.sums.binary_search(&sum).ok() }
    }
}

fn class(sum: u32) -> u64 {
    1 << (sum >> 26)
}

/// Lists of words, one behind the other.
#[derive(Debug, Default)]
pub(super) struct Lists {
    words: Vec<usize>,
    ends: Vec<usize>,
}

impl Lists {
    fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
    }

    /// Reads so many.
    fn read(&mut self, from: &mut Reading<'_>, sought: &Sought) {
        self.words.extend(from.take_list().chunks_exact(4).filter_map(|word| sought.place(word)));
        self.ends.push(self.words.len());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.words[start..end])
    }
}

/// Phrases of the subject index, as far as a question meets them.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    /// How many words each has.
    lengths: Vec<usize>,
    /// The words that are sought, of each once.
    words: Lists,
}

impl Phrases {
    fn read(&mut self, from: &mut Reading<'_>, sought: &Sought) {
        self.lengths.clear();
        self.words.clear();
        for _ in 0..from.number() {
            self.lengths.push(from.number());
            self.words.read(from, sought);
        }
    }

    /// Each phrase: its length and the words that are sought.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &[usize])> {
        self.lengths.iter().copied().zip(self.words.iter())
    }
}

/// What of a question stands in a document, word by word by their places in [`Sought`]. Read into again and again: many documents are
/// looked at for each question.
#[derive(Debug)]
pub(super) struct Met {
    pub(super) kind: DocKind,
    /// Whether words of it are held.
    pub(super) held: bool,
    /// Whether it is no rule.
    pub(super) aside: bool,
    /// How many words the text has.
    pub(super) length: usize,
    /// The words of the text that are sought, with the place of each, in order.
    pub(super) text: Vec<(usize, usize)>,
    /// The same of the restatement beside it and of what was there before: each word once.
    pub(super) others: Lists,
    /// How many words the labels have.
    pub(super) label_words: usize,
    pub(super) labels: Lists,
    pub(super) headings: Lists,
    pub(super) lead: Lists,
    pub(super) asked: Phrases,
    pub(super) asked_around: Phrases,
}

impl Default for Met {
    fn default() -> Self {
        Self {
            kind: DocKind::Clause,
            held: false,
            aside: false,
            length: 0,
            text: Vec::new(),
            others: Lists::default(),
            label_words: 0,
            labels: Lists::default(),
            headings: Lists::default(),
            lead: Lists::default(),
            asked: Phrases::default(),
            asked_around: Phrases::default(),
        }
    }
}

impl Met {
    /// Reads what [`prepare`] wrote. What is cut off counts as empty. Gives what [`Head`] is read from.
    pub(super) fn read<'b>(&mut self, bytes: &'b [u8], sought: &Sought) -> &'b [u8] {
        let mut from = Reading { rest: bytes };
        self.kind = DocKind::ALL.get(from.number()).copied().unwrap_or(DocKind::Clause);
        let flags = from.number();
        (self.held, self.aside) = (flags & 1 > 0, flags & 2 > 0);
        self.length = from.number();
        self.text.clear();
        let words = from.take_list();
        let places = from.take(words.len() / 2);
        for (word, place) in words.chunks_exact(4).zip(places.chunks_exact(2)) {
            if let (Some(word), Ok(place)) = (sought.place(word), place.try_into()) {
                self.text.push((word, usize::from(u16::from_le_bytes(place))));
            }
        }
        [&mut self.others, &mut self.labels, &mut self.headings, &mut self.lead].into_iter().for_each(Lists::clear);
        (0..from.number()).for_each(|_| self.others.read(&mut from, sought));
        self.label_words = from.number();
        self.labels.read(&mut from, sought);
        (0..from.number()).for_each(|_| self.headings.read(&mut from, sought));
        self.lead.read(&mut from, sought);
        self.asked.read(&mut from, sought);
        self.asked_around.read(&mut from, sought);
        from.rest
    }
}

impl Head {
    /// What is told of a prepared document.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut met = Met::default();
        let mut from = Reading { rest: met.read(bytes, &Sought::new(&[])) };
        let (ruleset, id, document, moved_to) = (from.text(), from.text(), from.text(), from.text());
        let cites = (0..from.number()).map(|_| from.text()).collect();
        Self { ruleset, id, kind: met.kind, document, moved_to: Some(moved_to).filter(|to| !to.is_empty()), cites }
    }
}

struct Reading<'b> {
    rest: &'b [u8],
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
        let bytes = prepare(&doc, &Zoned::new(&analyser, &doc));
        let mut met = Met::default();
        met.read(&bytes, &sought);
        let cites = doc.cites.clone();
        let (ruleset, id, kind) = ("x".to_owned(), "x/moor".to_owned(), DocKind::Clause);
        let head = Head { ruleset, id, kind, document: String::new(), moved_to: None, cites };
        assert_eq!((Head::of(&bytes), met.held, met.aside), (head, true, true));
        let raft = sought.concepts[0].ways[0].words[0];
        let moor = sought.concepts[1].ways[0].words[0];
        assert_eq!(met.text, [(raft, 0), (moor, 1), (raft, 3)]);
        assert_eq!((met.length, met.label_words), (4, 1));
        let lists = |lists: &Lists| lists.iter().map(<[usize]>::to_vec).collect::<Vec<_>>();
        assert_eq!(
            (lists(&met.labels), lists(&met.headings), lists(&met.lead)),
            (vec![vec![raft]], vec![vec![], vec![raft]], vec![vec![raft]])
        );
        let mut asked = vec![raft, moor];
        asked.sort_unstable();
        let (_, found) = met.asked.iter().next().expect("a phrase");
        let mut found = found.to_vec();
        found.sort_unstable();
        assert_eq!(found, asked);
        // whatever is cut off, the rest is read
        let mut part = Met::default();
        for length in 0..bytes.len() {
            part.read(&bytes[..length], &sought);
            assert!(part.text.len() <= met.text.len() && part.headings.iter().count() <= 2);
        }
    }
}
