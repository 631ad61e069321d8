//! The schema of the index, and the conversion of a `Doc` to a tantivy document.
//!
//! | field | options | content |
//! |---|---|---|
//! | `body` | indexed, frequencies, norms | analysed words of the wording, headings, labels, lead-in and subject index: what BM25 scores |
//! | `text` | indexed, positions | analysed words of the wording and what heads it: phrases |
//! | `form` | indexed | words as written, in lower case: completion and spelling |
//! | `facet` | indexed | what conditions filter by, as `name:value` (see [`FILTERS`](super::query::FILTERS)), and the editions |
//! | `doc` | stored | the [`Doc`] in `postcard` format |
//! | `features` | fast, several values | the words by zone, for reranking (see [`features`](super::features)) |
//!
//! Documents are numbered in the order of the rules, in a single segment.

use super::{
    doc::Doc,
    error::IndexError,
    features::{TextWithZone, TextZone, encode, zone_texts},
    query::{facet, facets},
    tokenizer::{TokenKind, Tokenizer},
};
use tantivy::{
    TantivyDocument,
    schema::{
        BytesOptions, FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
    },
    tokenizer::{PreTokenizedString, Token},
};

/// The fields of the tantivy schema, by name; the table at the top says what each contains.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexFields {
    pub(super) body: Field,
    pub(super) text: Field,
    pub(super) form: Field,
    pub(super) facet: Field,
    pub(super) doc: Field,
    features: Field,
}

/// The name of the field with the words for reranking.
pub(super) const FEATURES: &str = "features";
/// The name in facets for an edition in which a document holds.
pub(super) const HOLDS: &str = "holds";
/// The name in facets for an edition in which the text of a document is found elsewhere.
pub(super) const REPEATED: &str = "repeated";

/// Builds the schema.
pub(super) fn schema() -> (Schema, IndexFields) {
    // words come analysed, facets are one word each
    let words = |record, norms| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_index_option(record)
            .set_fieldnorms(norms);
        TextOptions::default().set_indexing_options(indexing)
    };
    let mut schema = Schema::builder();
    let positions = IndexRecordOption::WithFreqsAndPositions;
    let fields = IndexFields {
        body: schema.add_text_field("body", words(IndexRecordOption::WithFreqs, true)),
        text: schema.add_text_field("text", words(positions, false)),
        form: schema.add_text_field("form", words(IndexRecordOption::Basic, false)),
        facet: schema.add_text_field("facet", words(IndexRecordOption::Basic, false)),
        doc: schema.add_bytes_field("doc", BytesOptions::default().set_stored()),
        features: schema.add_u64_field(FEATURES, FAST),
    };
    (schema.build(), fields)
}

/// Returns the tantivy document of `doc`.
pub(super) fn document(
    tokenizer: &Tokenizer,
    fields: &IndexFields,
    doc: &Doc,
) -> Result<TantivyDocument, IndexError> {
    let texts = zone_texts(tokenizer, doc);
    let mut out = TantivyDocument::default();
    let words = body_words(&texts).map(str::to_owned);
    out.add_pre_tokenized_text(fields.body, analysed((0..).zip(words)));
    out.add_pre_tokenized_text(fields.text, analysed(positions(&texts)));
    let forms = texts.iter();
    let forms = forms.flat_map(|text| Tokenizer::forms(text.text, &text.tokens));
    out.add_pre_tokenized_text(fields.form, analysed((0..).zip(forms)));
    let named = |name, editions: &[String]| -> Vec<String> {
        let facets = editions.iter().map(|edition| facet(name, edition));
        facets.collect()
    };
    facets(doc)
        .chain(named(HOLDS, &doc.editions))
        .chain(named(REPEATED, &doc.repeated))
        .for_each(|facet| out.add_text(fields.facet, facet));
    out.add_bytes(fields.doc, &postcard::to_stdvec(doc)?);
    encode(doc, &texts).for_each(|number| out.add_u64(fields.features, number));
    Ok(out)
}

/// Returns the words that BM25 scores.
pub(super) fn body_words<'t>(texts: &'t [TextWithZone<'_>]) -> impl Iterator<Item = &'t str> {
    let tokens = texts.iter().flat_map(|text| &text.tokens);
    tokens
        .filter(|token| token.kind != TokenKind::Stop)
        .map(|token| &*token.text)
}

/// The gap between the last position of one zone and the first of the next, so that no phrase
/// matches across zones.
const ZONE_GAP: usize = 8;

/// Returns the words of the wording and of what heads it with their positions.
fn positions<'t>(texts: &'t [TextWithZone<'_>]) -> impl Iterator<Item = (usize, String)> + 't {
    let zones = texts.iter().filter(|text| match text.zone {
        TextZone::Text | TextZone::Label | TextZone::Heading => true,
        TextZone::Lead | TextZone::Subject => false,
    });
    let mut next = 0;
    zones.flat_map(move |text| {
        let first = next;
        next += text.tokens.len() + ZONE_GAP;
        let words = text.tokens.iter().map(|token| token.text.clone());
        (first..).zip(words)
    })
}

/// Returns analysed words, by their positions, as the text of a field.
fn analysed(words: impl Iterator<Item = (usize, String)>) -> PreTokenizedString {
    let token = |(position, text)| Token {
        position,
        text,
        ..Token::default()
    };
    PreTokenizedString {
        text: String::new(),
        tokens: words.map(token).collect(),
    }
}
