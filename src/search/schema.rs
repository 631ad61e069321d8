//! The schema of the index, and the conversion of a `Doc` to a tantivy document.
//!
//! | field | options | content |
//! |---|---|---|
//! | `body` | indexed, frequencies, norms | analysed words of the wording, headings, labels, lead-in and subject index: what BM25 scores |
//! | `text` | indexed, positions | analysed words of the wording and what heads it: phrases |
//! | `form` | indexed | words as written, in lower case: completion and spelling |
//! | `facet` | indexed | what conditions filter by, as `name:value` (see [`FILTERS`](super::query::FILTERS)) |
//! | `run` | indexed, fast | number of the [`DocumentGroup`](super::DocumentGroup) that the document belongs to: updates delete by it |
//! | `place` | fast | position within the group |
//! | `ruleset`, `kind` | fast | number of the ruleset, number of the kind |
//! | `document` | fast | key of the document that contains the wording |
//! | `editions`, `repeated` | fast, several values | editions as a bit mask, 64 to a value |
//! | `doc` | stored | the [`Doc`] in `postcard` format |
//! | `features` | fast, several values | the words by zone, for reranking (see [`features`](super::features)) |
//! | `is_rule` | fast | whether the document is part of the rules |

use super::{
    doc::{Doc, DocKind},
    error::IndexError,
    features::{TextWithZone, TextZone, encode, zone_texts},
    index_metadata::RulesetInfo,
    query::facets,
    tokenizer::{TokenKind, Tokenizer},
    words::{WORDS, join_words},
};
use tantivy::{
    TantivyDocument,
    schema::{
        BytesOptions, FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema,
        TextFieldIndexing, TextOptions,
    },
};

/// The fields of the tantivy schema, by name; the table at the top says what each contains.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexFields {
    pub(super) body: Field,
    pub(super) text: Field,
    pub(super) form: Field,
    pub(super) facet: Field,
    pub(super) group: Field,
    pub(super) place: Field,
    pub(super) ruleset: Field,
    pub(super) kind: Field,
    pub(super) document: Field,
    pub(super) editions: Field,
    pub(super) repeated: Field,
    pub(super) doc: Field,
    pub(super) features: Field,
    pub(super) is_rule: Field,
}

/// Builds the schema of a new index.
pub(super) fn schema() -> Schema {
    let words = |tokenizer, record, norms| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokenizer)
            .set_index_option(record)
            .set_fieldnorms(norms);
        TextOptions::default().set_indexing_options(indexing)
    };
    let mut schema = Schema::builder();
    schema.add_text_field("body", words(WORDS, IndexRecordOption::WithFreqs, true));
    let positions = IndexRecordOption::WithFreqsAndPositions;
    schema.add_text_field("text", words(WORDS, positions, false));
    schema.add_text_field("form", words(WORDS, IndexRecordOption::Basic, false));
    schema.add_text_field("facet", words("raw", IndexRecordOption::Basic, false));
    schema.add_u64_field("run", NumericOptions::default() | INDEXED | FAST);
    for name in [
        "place", "ruleset", "kind", "editions", "repeated", "features", "is_rule",
    ] {
        schema.add_u64_field(name, FAST);
    }
    schema.add_text_field("document", TextOptions::default().set_fast("raw"));
    schema.add_bytes_field("doc", BytesOptions::default().set_stored());
    schema.build()
}

impl IndexFields {
    /// Returns the fields of the schema of an index; an error if one is missing.
    pub(super) fn new(schema: &Schema) -> Result<Self, IndexError> {
        Ok(Self {
            body: schema.get_field("body")?,
            text: schema.get_field("text")?,
            form: schema.get_field("form")?,
            facet: schema.get_field("facet")?,
            group: schema.get_field("run")?,
            place: schema.get_field("place")?,
            ruleset: schema.get_field("ruleset")?,
            kind: schema.get_field("kind")?,
            document: schema.get_field("document")?,
            editions: schema.get_field("editions")?,
            repeated: schema.get_field("repeated")?,
            doc: schema.get_field("doc")?,
            features: schema.get_field("features")?,
            is_rule: schema.get_field("is_rule")?,
        })
    }
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

/// The input for the numeric fields of an indexed document: its group, its place there, and the
/// rulesets by whose order rulesets and editions are numbered.
pub(super) struct DocumentNumbering<'a> {
    pub(super) group: u64,
    pub(super) place: u64,
    pub(super) rulesets: &'a [RulesetInfo],
}

/// Returns the tantivy document of `doc`.
pub(super) fn document(
    tokenizer: &Tokenizer,
    fields: &IndexFields,
    address: &DocumentNumbering<'_>,
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
    facets(doc).for_each(|facet| out.add_text(fields.facet, facet));
    let ruleset = address
        .rulesets
        .iter()
        .position(|ruleset| ruleset.key == doc.ruleset);
    let editions = ruleset
        .and_then(|at| address.rulesets.get(at))
        .map_or(&[][..], |ruleset| &ruleset.editions);
    out.add_u64(fields.group, address.group);
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
    out.add_bytes(fields.doc, &postcard::to_stdvec(doc)?);
    encode(&texts).for_each(|number| out.add_u64(fields.features, number));
    out.add_u64(fields.is_rule, u64::from(!doc.not_rules));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editions_are_bits() {
        let known: Vec<String> = (0..70).map(|n| n.to_string()).collect();
        assert_eq!(masks(&["1".into(), "65".into()], &known), [2, 2]);
        assert_eq!(masks(&[], &[]), [0]);
    }
}
