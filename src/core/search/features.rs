//! Encodes the words of a document, by zone, as hashes that the index stores; finds a query's words
//! among them for the reranker.
//!
//! The words are a fast field of the index, so that rescoring a candidate reads no stored document.

use super::{
    doc::{Doc, DocKind},
    tokenizer::{Token, TokenKind, Tokenizer},
};

/// The part of a document that a text is from, which weights its words: wording, label, heading,
/// lead-in, or subject phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextZone {
    /// The wording; the restatement along with it, and the text before a change.
    Text,
    /// A label of the unit.
    Label,
    /// A heading or label above it.
    Heading,
    /// The lead-in.
    Lead,
    /// A phrase of the subject index that leads to it.
    Subject,
}

impl TextZone {
    const ALL: [Self; 5] = [
        Self::Text,
        Self::Label,
        Self::Heading,
        Self::Lead,
        Self::Subject,
    ];
}

/// A text of a document with its zone and its tokens.
pub(super) struct TextWithZone<'d> {
    pub(super) zone: TextZone,
    pub(super) text: &'d str,
    pub(super) tokens: Vec<Token>,
}

/// Returns the texts of a document that are searched; the wording is the first.
pub(super) fn zone_texts<'d>(tokenizer: &Tokenizer, doc: &'d Doc) -> Vec<TextWithZone<'d>> {
    let mut out = Vec::new();
    let mut add = |zone, text: &'d String| {
        out.push(TextWithZone {
            zone,
            text,
            tokens: tokenizer.tokens(text),
        });
    };
    add(TextZone::Text, &doc.text);
    let others = [&doc.restated, &doc.before].into_iter().flatten();
    others.for_each(|text| add(TextZone::Text, text));
    let surroundings = [
        (TextZone::Label, &doc.labels),
        (TextZone::Heading, &doc.path),
        (TextZone::Subject, &doc.subjects),
    ];
    for (zone, texts) in surroundings {
        texts.iter().for_each(|text| add(zone, text));
    }
    add(TextZone::Lead, &doc.lead);
    out
}

/// Returns the hash of an analysed word (FNV-1a). Two words of a rulebook with the same hash count
/// as the same word.
pub(super) fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// The bit of a number that begins a text; its lower half is the length of the text. The lower half
/// of the other numbers is the hash of a word. The bits between are the zone.
const BEGIN: u64 = 1 << 35;

/// Returns a document as numbers: its kind and whether it is a rule, then the words of its texts.
pub(super) fn encode(doc: &Doc, texts: &[TextWithZone<'_>]) -> impl Iterator<Item = u64> {
    let kind = DocKind::ALL.iter().position(|kind| *kind == doc.kind());
    let first = 2 * kind.unwrap_or_default() as u64 + u64::from(!doc.not_rules);
    let words = texts.iter().flat_map(|text| {
        let is_counted = |token: &&Token| token.kind != TokenKind::Stop;
        let length = text.tokens.iter().filter(is_counted).count() as u64;
        let words = text.tokens.iter().map(|token| u64::from(hash(&token.text)));
        let zone = (text.zone as u64) << 32;
        [BEGIN | length]
            .into_iter()
            .chain(words)
            .map(move |number| number | zone)
    });
    [first].into_iter().chain(words)
}

/// The words of a query (indices into its list of words) that one text of a document contains, with
/// zone and length of the text.
#[derive(Debug)]
pub(super) struct ZoneMatches {
    pub(super) zone: TextZone,
    /// The number of words of the text, without stop words.
    pub(super) length: u32,
    /// The numbers of the words in the query.
    pub(super) words: Vec<usize>,
}

/// What the score of a document depends on.
#[derive(Debug)]
pub(super) struct DocFeatures {
    pub(super) kind: DocKind,
    pub(super) is_rule: bool,
    /// The matches in its texts, of which the wording is the first.
    pub(super) texts: Vec<ZoneMatches>,
}

impl DocFeatures {
    /// Decodes the numbers of a document. `words` are the hashes of the words of the query,
    /// ascending.
    pub(super) fn decode(mut numbers: impl Iterator<Item = u64>, words: &[u32]) -> Self {
        let first = numbers.next().unwrap_or_default();
        let mut texts: Vec<ZoneMatches> = Vec::new();
        for number in numbers {
            let low = number as u32;
            if number & BEGIN != 0 {
                let zone = TextZone::ALL.get((number >> 32 & 7) as usize);
                texts.push(ZoneMatches {
                    zone: zone.copied().unwrap_or(TextZone::Text),
                    length: low,
                    words: Vec::new(),
                });
            } else if let (Some(text), Ok(word)) = (texts.last_mut(), words.binary_search(&low)) {
                text.words.push(word);
            }
        }
        let kind = DocKind::ALL.get(first as usize / 2).copied();
        Self {
            kind: kind.unwrap_or(DocKind::Clause),
            is_rule: first % 2 == 1,
            texts,
        }
    }
}
