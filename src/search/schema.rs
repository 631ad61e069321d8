//! The schema of the index, and the tantivy document of a [`Doc`].
//!
//! | field | options | content |
//! |---|---|---|
//! | `body` | indexed, frequencies, norms | analysed words of the wording, headings, labels, lead-in and subject index: what BM25 scores |
//! | `text` | indexed, positions | analysed words of the wording and what heads it: phrases |
//! | `pair` | indexed, frequencies | analysed words that follow each other in the wording |
//! | `form` | indexed | words as written, in lower case: completion and spelling |
//! | `facet` | indexed | what conditions filter by, as `kind:value` (see [`facet`](super::facet)) |
//! | `run` | indexed, fast | number of the [`Run`](super::Run) that the document belongs to: updates delete by it |
//! | `place` | fast | position within the run |
//! | `ruleset`, `kind` | fast | number of the ruleset, number of the kind |
//! | `document` | fast | key of the document that contains the wording |
//! | `editions`, `repeated` | fast, several values | editions as a bit mask, 64 to a value |
//! | `doc` | stored | the [`Doc`] as JSON |
//! | `features` | stored | the features for reranking, as [`RankFeatures`] in `postcard` format |

use super::{
    doc::{Doc, DocKind},
    error::IndexError,
    facet::facets,
    features::{RankFeatures, Zones},
    preface::RulesetInfo,
    tokenizer::{Token, TokenKind, Tokenizer},
};
use tantivy::{
    TantivyDocument,
    schema::{
        BytesOptions, FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema,
        TextFieldIndexing, TextOptions,
    },
    tokenizer::{PreTokenizedString, Token as Word},
};

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    pub(super) body: Field,
    pub(super) text: Field,
    pub(super) pair: Field,
    pub(super) form: Field,
    pub(super) facet: Field,
    pub(super) run: Field,
    pub(super) place: Field,
    pub(super) ruleset: Field,
    pub(super) kind: Field,
    pub(super) document: Field,
    pub(super) editions: Field,
    pub(super) repeated: Field,
    pub(super) doc: Field,
    pub(super) features: Field,
}

pub(super) fn schema() -> (Schema, Fields) {
    let words = |record, norms| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_index_option(record)
            .set_fieldnorms(norms);
        TextOptions::default().set_indexing_options(indexing)
    };
    let stored = || BytesOptions::default().set_stored();
    let mut schema = Schema::builder();
    let fields = Fields {
        body: schema.add_text_field("body", words(IndexRecordOption::WithFreqs, true)),
        text: schema.add_text_field(
            "text",
            words(IndexRecordOption::WithFreqsAndPositions, false),
        ),
        pair: schema.add_text_field("pair", words(IndexRecordOption::WithFreqs, false)),
        form: schema.add_text_field("form", words(IndexRecordOption::Basic, false)),
        facet: schema.add_text_field("facet", words(IndexRecordOption::Basic, false)),
        run: schema.add_u64_field("run", NumericOptions::default() | INDEXED | FAST),
        place: schema.add_u64_field("place", FAST),
        ruleset: schema.add_u64_field("ruleset", FAST),
        kind: schema.add_u64_field("kind", FAST),
        document: schema.add_text_field("document", TextOptions::default().set_fast("raw")),
        editions: schema.add_u64_field("editions", FAST),
        repeated: schema.add_u64_field("repeated", FAST),
        doc: schema.add_bytes_field("doc", stored()),
        features: schema.add_bytes_field("features", stored()),
    };
    (schema.build(), fields)
}

/// Returns the number of a kind in the field `kind`.
pub(super) fn kind_number(kind: DocKind) -> u64 {
    DocKind::ALL
        .iter()
        .position(|own| *own == kind)
        .unwrap_or_default() as u64
}

/// Returns editions as bits, 64 to a value, at least one value; bit n is the nth of `known`.
fn masks(editions: &[String], known: &[String]) -> Vec<u64> {
    let mut out = vec![0_u64; known.len().div_ceil(64).max(1)];
    for at in editions
        .iter()
        .filter_map(|edition| known.iter().position(|own| own == edition))
    {
        out[at / 64] |= 1 << (at % 64);
    }
    out
}

/// The place of a document in the index: its run and its position there; with the rulesets of the
/// index.
pub(super) struct Address<'a> {
    pub(super) run: u64,
    pub(super) place: u64,
    pub(super) rulesets: &'a [RulesetInfo],
}

/// Returns the tantivy document of `doc`.
pub(super) fn document(
    tokenizer: &Tokenizer,
    fields: &Fields,
    address: &Address<'_>,
    doc: &Doc,
) -> Result<TantivyDocument, IndexError> {
    let zones = Zones::new(tokenizer, doc);
    let mut out = TantivyDocument::default();
    out.add_pre_tokenized_text(fields.body, body(tokenizer, &zones));
    out.add_pre_tokenized_text(fields.text, text(tokenizer, &zones));
    out.add_pre_tokenized_text(fields.pair, bag(pairs(&zones.text)));
    out.add_pre_tokenized_text(
        fields.form,
        bag(zones
            .of(doc)
            .flat_map(|(text, tokens)| tokenizer.forms(text, tokens))),
    );
    facets(doc)
        .into_iter()
        .for_each(|facet| out.add_text(fields.facet, facet));
    let ruleset = address
        .rulesets
        .iter()
        .position(|ruleset| ruleset.key == doc.ruleset);
    let editions = ruleset
        .and_then(|at| address.rulesets.get(at))
        .map_or(&[][..], |ruleset| &ruleset.editions);
    out.add_u64(fields.run, address.run);
    out.add_u64(fields.place, address.place);
    out.add_u64(fields.ruleset, ruleset.map_or(u64::MAX, |at| at as u64));
    out.add_u64(fields.kind, kind_number(doc.kind()));
    out.add_text(fields.document, &doc.document);
    masks(&doc.editions, editions)
        .into_iter()
        .for_each(|mask| out.add_u64(fields.editions, mask));
    masks(&doc.repeated, editions)
        .into_iter()
        .for_each(|mask| out.add_u64(fields.repeated, mask));
    out.add_bytes(fields.doc, &serde_json::to_vec(doc)?);
    out.add_bytes(
        fields.features,
        &postcard::to_stdvec(&RankFeatures::new(doc, &zones))?,
    );
    Ok(out)
}

/// Returns words as tokens whose order has no meaning.
fn bag(words: impl Iterator<Item = String>) -> PreTokenizedString {
    let tokens = words
        .enumerate()
        .map(|(position, text)| Word {
            text,
            position,
            ..Word::default()
        })
        .collect();
    PreTokenizedString {
        text: String::new(),
        tokens,
    }
}

/// Returns the words that BM25 scores: labels count twice.
fn body(tokenizer: &Tokenizer, zones: &Zones) -> PreTokenizedString {
    let parts = tokenizer.parts();
    let mut all: Vec<&[Token]> = vec![&zones.text];
    all.extend(
        [&zones.restated, &zones.before]
            .into_iter()
            .flatten()
            .map(Vec::as_slice),
    );
    if parts.surroundings {
        all.extend(
            zones
                .labels
                .iter()
                .chain(&zones.labels)
                .chain(&zones.path)
                .map(Vec::as_slice),
        );
        all.push(&zones.lead);
    }
    if parts.subjects {
        all.extend(
            zones
                .subjects
                .iter()
                .chain(&zones.parent_subjects)
                .map(Vec::as_slice),
        );
    }
    bag(all
        .into_iter()
        .flatten()
        .filter(|token| token.kind != TokenKind::Stop)
        .map(|token| token.text.clone()))
}

/// The gap between the last position of one zone and the first of the next, so that no phrase
/// matches across zones.
const ZONE_GAP: usize = 8;

/// Returns the words of the wording and of what heads it, with their positions.
fn text(tokenizer: &Tokenizer, zones: &Zones) -> PreTokenizedString {
    let mut all: Vec<&[Token]> = vec![&zones.text];
    all.extend(
        [&zones.restated, &zones.before]
            .into_iter()
            .flatten()
            .map(Vec::as_slice),
    );
    if tokenizer.parts().surroundings {
        all.extend(zones.labels.iter().chain(&zones.path).map(Vec::as_slice));
    }
    let mut tokens: Vec<Word> = Vec::new();
    for zone in all {
        let base = tokens.last().map_or(0, |last| last.position + ZONE_GAP);
        let plain = zone.iter().filter(|token| token.kind.is_plain());
        tokens.extend(plain.map(|token| Word {
            text: token.text.clone(),
            position: base + token.place,
            ..Word::default()
        }));
    }
    PreTokenizedString {
        text: String::new(),
        tokens,
    }
}

/// Returns two adjacent words as one term.
pub(super) fn pair(first: &str, second: &str) -> String {
    format!("{first} {second}")
}

/// Returns the pairs of adjacent words of a text: words with no word between them, not even a stop
/// word.
fn pairs(text: &[Token]) -> impl Iterator<Item = String> + '_ {
    let weighty = |token: &&Token| token.kind != TokenKind::Stop;
    text.iter()
        .enumerate()
        .filter(move |(_, token)| weighty(token))
        .flat_map(move |(at, first)| {
            // joined words share the position of their first word
            let behind = text[at + 1..]
                .iter()
                .skip_while(move |token| token.place == first.place);
            let next = behind.take_while(move |token| token.place == first.place + 1);
            next.filter(weighty)
                .map(move |second| pair(&first.text, &second.text))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{lexicon::Lexicon, search_features::SearchFeatures};

    #[test]
    fn pairs_have_no_word_between_them() {
        let tokenizer = Tokenizer::new(&Lexicon::default(), SearchFeatures::ALL);
        let tokens = tokenizer.text("Rafts moor 200p from the river bank.");
        let found: Vec<String> = pairs(&tokens).collect();
        assert!(
            found.contains(&"raft moor".to_owned()) && found.contains(&"river bank".to_owned()),
            "{found:?}"
        );
        assert!(
            !found
                .iter()
                .any(|pair| pair.contains("from") || *pair == "moor river"),
            "{found:?}"
        );
    }

    #[test]
    fn editions_are_bits() {
        let known: Vec<String> = (0..70).map(|n| n.to_string()).collect();
        assert_eq!(masks(&["1".into(), "65".into()], &known), [2, 2]);
        assert_eq!(masks(&[], &[]), [0]);
    }
}
