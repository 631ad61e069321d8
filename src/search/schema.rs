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
    words::{WORDS, join_words},
};
use tantivy::{
    TantivyDocument,
    schema::{
        BytesOptions, FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
    },
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
    let words = |tokenizer, record, norms| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokenizer)
            .set_index_option(record)
            .set_fieldnorms(norms);
        TextOptions::default().set_indexing_options(indexing)
    };
    let mut schema = Schema::builder();
    let positions = IndexRecordOption::WithFreqsAndPositions;
    let fields = IndexFields {
        body: schema.add_text_field("body", words(WORDS, IndexRecordOption::WithFreqs, true)),
        text: schema.add_text_field("text", words(WORDS, positions, false)),
        form: schema.add_text_field("form", words(WORDS, IndexRecordOption::Basic, false)),
        facet: schema.add_text_field("facet", words("raw", IndexRecordOption::Basic, false)),
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
    out.add_text(fields.body, join_words(body_words(&texts)));
    out.add_text(fields.text, positions(&texts));
    let forms = texts
        .iter()
        .flat_map(|text| tokenizer.forms(text.text, &text.tokens));
    out.add_text(fields.form, join_words(forms));
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

/// Returns the words that BM25 scores: labels count twice.
pub(super) fn body_words<'t>(texts: &'t [TextWithZone<'_>]) -> impl Iterator<Item = &'t str> {
    let labels = texts.iter().filter(|text| text.zone == TextZone::Label);
    let tokens = texts.iter().chain(labels).flat_map(|text| &text.tokens);
    tokens
        .filter(|token| token.kind != TokenKind::Stop)
        .map(|token| &*token.text)
}

/// The gap between the last position of one zone and the first of the next, so that no phrase
/// matches across zones.
const ZONE_GAP: usize = 8;

/// Returns the words of the wording and of what heads it, with gaps between zones.
fn positions(texts: &[TextWithZone<'_>]) -> String {
    let zones = texts.iter().filter(|text| match text.zone {
        TextZone::Text | TextZone::Label | TextZone::Heading => true,
        TextZone::Lead | TextZone::Subject | TextZone::ParentSubject => false,
    });
    let words = zones.map(|text| {
        let plain = text.tokens.iter().filter(|token| token.kind.is_plain());
        join_words(plain.map(|token| &*token.text))
    });
    let gap = join_words(std::iter::repeat_n("", ZONE_GAP + 1));
    Vec::from_iter(words.filter(|words| !words.is_empty())).join(&gap)
}
