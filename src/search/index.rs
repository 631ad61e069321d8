//! The index: documents as tantivy keeps them.

use super::{
    analysis::{Analyser, Parts, TokenKind},
    bits::Bits,
    common::Common,
    concept::Form,
    doc::Doc,
    facet::facets,
    lexicon::Lexicon,
    prepared::{Met, Sought, prepare},
    shelf::Shelf,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use tantivy::{
    DocAddress, Searcher, TantivyDocument, Term,
    directory::OwnedBytes,
    query::PhraseQuery,
    schema::{BytesOptions, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions, Value as _},
    tokenizer::{PreTokenizedString, Token as Word},
};

/// Why an index cannot be made or read: a fault of ours or of what it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexFault(pub String);

impl fmt::Display for IndexFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search index cannot be used: {}", self.0)
    }
}

impl std::error::Error for IndexFault {}

impl From<tantivy::TantivyError> for IndexFault {
    fn from(error: tantivy::TantivyError) -> Self {
        Self(error.to_string())
    }
}

impl From<std::io::Error> for IndexFault {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<serde_json::Error> for IndexFault {
    fn from(error: serde_json::Error) -> Self {
        Self(error.to_string())
    }
}

/// What is known of a ruleset in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesetInfo {
    /// Its key.
    pub key: String,
    /// Its editions, oldest first, as far as they were published.
    pub editions: Vec<String>,
    /// The sections, with the words of their headings.
    pub sections: Vec<(String, String)>,
}

/// What stands before the documents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preface {
    /// The rulesets.
    pub rulesets: Vec<RulesetInfo>,
    /// Words that mean the same.
    pub abbreviations: std::collections::BTreeMap<String, String>,
    /// What players say, and the rules' words for it.
    pub words: std::collections::BTreeMap<String, Vec<String>>,
    /// Words for grades.
    pub grades: std::collections::BTreeMap<String, String>,
    /// Every word of the documents, as written but in small letters.
    pub forms: BTreeSet<String>,
}

impl Preface {
    /// The words that mean the same.
    pub fn lexicon(&self) -> Lexicon {
        Lexicon { abbreviations: self.abbreviations.clone(), words: self.words.clone(), grades: self.grades.clone() }
    }
}

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// Words that count: of the text, and those around it.
    pub(super) body: Field,
    /// The words of the text in their order, for phrases.
    pub(super) text: Field,
    /// What is filtered by.
    pub(super) facet: Field,
    /// The document itself.
    doc: Field,
    /// What ranking asks of it.
    prepared: Field,
}

fn schema() -> (Schema, Fields) {
    let words = |record, norms| {
        let indexing = TextFieldIndexing::default().set_tokenizer("raw").set_index_option(record).set_fieldnorms(norms);
        TextOptions::default().set_indexing_options(indexing)
    };
    let mut schema = Schema::builder();
    let fields = Fields {
        body: schema.add_text_field("body", words(IndexRecordOption::WithFreqs, true)),
        text: schema.add_text_field("text", words(IndexRecordOption::WithFreqsAndPositions, false)),
        facet: schema.add_text_field("facet", words(IndexRecordOption::Basic, false)),
        doc: schema.add_bytes_field("doc", BytesOptions::default().set_stored()),
        prepared: schema.add_bytes_field("prepared", BytesOptions::default().set_stored()),
    };
    (schema.build(), fields)
}

/// Documents made ready for searching.
pub struct Index {
    shelf: Shelf,
    pub(super) searcher: Searcher,
    pub(super) fields: Fields,
    pub(super) preface: Preface,
    pub(super) analyser: Analyser,
    /// Sets that were looked up before.
    known: Mutex<HashMap<String, Arc<Vec<Bits>>>>,
    /// Common words as sets.
    pub(super) common: Mutex<HashMap<String, Arc<Vec<Common>>>>,
    /// What a mistyped word may be like.
    pub(super) plain_forms: OnceLock<Vec<Form>>,
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index").field("documents", &self.len()).finish_non_exhaustive()
    }
}

/// How many sets are remembered.
const MEMORY: usize = 256;

/// Memory for the words of one segment, in bytes: a new one is begun when it is full.
const BUDGET: usize = 1 << 30;

/// Makes an index document by document.
pub struct Building {
    shelf: Shelf,
    writer: Option<tantivy::indexer::SingleSegmentIndexWriter>,
    fields: Fields,
    preface: Preface,
    analyser: Analyser,
}

impl Building {
    /// An empty index. The words of documents are analysed by `parts`.
    pub fn new(preface: Preface, parts: Parts) -> Result<Self, IndexFault> {
        let (schema, fields) = schema();
        let shelf = Shelf::default();
        let writer = tantivy::Index::builder().schema(schema).single_segment_index_writer(shelf.clone(), BUDGET)?;
        let analyser = Analyser::new(&preface.lexicon(), parts);
        Ok(Self { shelf, writer: Some(writer), fields, preface, analyser })
    }

    /// Says which rulesets there are, where that was not known before.
    pub fn rulesets(&mut self, rulesets: Vec<RulesetInfo>) {
        self.preface.rulesets = rulesets;
    }

    /// Adds a document.
    pub fn add(&mut self, doc: &Doc) -> Result<(), IndexFault> {
        let mut document = TantivyDocument::default();
        let (body, text) = self.words(doc);
        document.add_pre_tokenized_text(self.fields.body, body);
        document.add_pre_tokenized_text(self.fields.text, text);
        for facet in facets(doc) {
            document.add_text(self.fields.facet, facet);
        }
        document.add_bytes(self.fields.doc, &serde_json::to_vec(doc)?);
        document.add_bytes(self.fields.prepared, &prepare(&self.analyser, doc));
        if let Some(writer) = &mut self.writer {
            writer.add_document(document)?;
        }
        Ok(())
    }

    /// The words of a document: those that count, and those of the text in their places.
    fn words(&self, doc: &Doc) -> (PreTokenizedString, PreTokenizedString) {
        let mut body = Vec::new();
        let mut text = Vec::new();
        let mut count = |zone: &str, times: usize, phrases: bool| {
            // phrases do not reach from one zone into the next
            let base = text.last().map_or(0, |last: &Word| last.position + 8);
            for token in self.analyser.text(zone) {
                if token.kind != TokenKind::Stop {
                    for _ in 0..times {
                        body.push(Word { text: token.text.clone(), position: body.len(), ..Word::default() });
                    }
                }
                if phrases && matches!(token.kind, TokenKind::Word | TokenKind::Stop | TokenKind::Number | TokenKind::Grade) {
                    text.push(Word { text: token.text, position: base + token.place, ..Word::default() });
                }
            }
        };
        count(&doc.text, 1, true);
        if let Some(restated) = &doc.restated {
            count(restated, 1, true);
        }
        if let Some(before) = &doc.before {
            count(before, 1, true);
        }
        if self.analyser.parts().surroundings {
            doc.labels.iter().for_each(|label| count(label, 2, true));
            doc.path.iter().for_each(|heading| count(heading, 1, true));
            count(&doc.lead, 1, false);
        }
        if self.analyser.parts().subjects {
            doc.asked.iter().chain(&doc.asked_around).for_each(|phrase| count(phrase, 1, false));
        }
        let done = |tokens: Vec<Word>| PreTokenizedString { text: String::new(), tokens };
        (done(body), done(text))
    }

    /// The index.
    pub fn finish(mut self) -> Result<Index, IndexFault> {
        if let Some(writer) = self.writer.take() {
            writer.finalize()?;
        }
        self.preface.forms = self.analyser.forms();
        Index::open(self.shelf, self.preface, self.analyser)
    }
}

impl Index {
    /// An index of some documents.
    pub fn new<'d>(docs: impl IntoIterator<Item = &'d Doc>, preface: Preface, parts: Parts) -> Result<Self, IndexFault> {
        let mut building = Building::new(preface, parts)?;
        for doc in docs {
            building.add(doc)?;
        }
        building.finish()
    }

    fn open(shelf: Shelf, preface: Preface, analyser: Analyser) -> Result<Self, IndexFault> {
        let (_, fields) = schema();
        let reader = tantivy::Index::open(shelf.clone())?.reader_builder().reload_policy(tantivy::ReloadPolicy::Manual).try_into()?;
        let reader: tantivy::IndexReader = reader;
        Ok(Self {
            shelf,
            searcher: reader.searcher(),
            fields,
            preface,
            analyser,
            known: Mutex::default(),
            common: Mutex::default(),
            plain_forms: OnceLock::new(),
        })
    }

    /// The index as bytes, from which [`Self::from_bytes`] makes it again.
    pub fn to_bytes(&self) -> Result<Vec<u8>, IndexFault> {
        let preface = serde_json::to_vec(&self.preface)?;
        let mut out = (preface.len() as u64).to_le_bytes().to_vec();
        out.extend(preface);
        out.extend(self.shelf.pack());
        Ok(out)
    }

    /// The index that [`Self::to_bytes`] wrote. That the bytes are whole is for the caller to know.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, IndexFault> {
        let cut = || IndexFault("it ends too early".into());
        let bytes = OwnedBytes::new(bytes);
        if bytes.len() < 8 {
            return Err(cut());
        }
        let (length, rest) = bytes.split(8);
        let length = u64::from_le_bytes(length.as_slice().try_into().map_err(|_| cut())?);
        let length = usize::try_from(length).ok().filter(|&length| length <= rest.len()).ok_or_else(cut)?;
        let (preface, files) = rest.split(length);
        let preface: Preface = serde_json::from_slice(preface.as_slice())?;
        let shelf = Shelf::unpack(files).ok_or_else(cut)?;
        let analyser = Analyser::new(&preface.lexicon(), Parts::ALL);
        Self::open(shelf, preface, analyser)
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.searcher.num_docs() as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What stands before the documents.
    pub fn preface(&self) -> &Preface {
        &self.preface
    }

    pub(super) fn doc(&self, at: DocAddress) -> Result<Doc, IndexFault> {
        let document: TantivyDocument = self.searcher.doc(at)?;
        let bytes = document.get_first(self.fields.doc).and_then(|value| value.as_bytes()).unwrap_or_default();
        Ok(serde_json::from_slice(bytes)?)
    }

    /// What of a question stands in a document.
    pub(super) fn met(&self, at: DocAddress, sought: &Sought) -> Result<Met, IndexFault> {
        let document: TantivyDocument = self.searcher.doc(at)?;
        let bytes = document.get_first(self.fields.prepared).and_then(|value| value.as_bytes()).unwrap_or_default();
        Ok(Met::read(bytes, sought))
    }

    pub(super) fn sizes(&self) -> impl Iterator<Item = u32> + '_ {
        self.searcher.segment_readers().iter().map(|reader| reader.max_doc())
    }

    pub(super) fn no_docs(&self) -> Vec<Bits> {
        self.sizes().map(Bits::none).collect()
    }

    pub(super) fn all_docs(&self) -> Vec<Bits> {
        self.sizes().map(Bits::all).collect()
    }

    /// The documents that have a facet.
    pub(super) fn faceted(&self, kind: &str, value: &str) -> Result<Arc<Vec<Bits>>, IndexFault> {
        let facet = format!("{kind}:{value}");
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&facet) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(self.having(self.fields.facet, &facet)?);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MEMORY {
            known.clear();
        }
        known.insert(facet, Arc::clone(&found));
        Ok(found)
    }

    /// The documents of a set that have a facet, where few have it.
    pub(super) fn few(&self, kind: &str, value: &str, set: &[Bits]) -> Result<Vec<DocAddress>, IndexFault> {
        let term = Term::from_field_text(self.fields.facet, &format!("{kind}:{value}"));
        let mut out = Vec::new();
        for (ordinal, (reader, bits)) in self.searcher.segment_readers().iter().zip(set).enumerate() {
            let inverted = reader.inverted_index(self.fields.facet)?;
            let Some(mut block) = inverted.read_block_postings(&term, IndexRecordOption::Basic)? else { continue };
            while !block.docs().is_empty() {
                out.extend(block.docs().iter().filter(|&&doc| bits.has(doc)).map(|&doc| DocAddress::new(ordinal as u32, doc)));
                block.advance();
            }
        }
        Ok(out)
    }

    /// The documents with a word in a field.
    pub(super) fn having(&self, field: Field, word: &str) -> Result<Vec<Bits>, IndexFault> {
        let term = Term::from_field_text(field, word);
        let mut out = self.no_docs();
        for (reader, bits) in self.searcher.segment_readers().iter().zip(&mut out) {
            let Some(mut block) = reader.inverted_index(field)?.read_block_postings(&term, IndexRecordOption::Basic)? else { continue };
            while !block.docs().is_empty() {
                block.docs().iter().for_each(|&doc| bits.put(doc));
                block.advance();
            }
        }
        Ok(out)
    }

    /// The documents in whose text the words stand together.
    pub(super) fn together(&self, words: &[String]) -> Result<Vec<Bits>, IndexFault> {
        use tantivy::query::{EnableScoring, Query as _};
        if let [word] = words {
            return self.having(self.fields.text, word);
        }
        let mut out = self.no_docs();
        if words.is_empty() {
            return Ok(out);
        }
        let terms = words.iter().map(|word| Term::from_field_text(self.fields.text, word)).collect();
        let weight = PhraseQuery::new(terms).weight(EnableScoring::disabled_from_searcher(&self.searcher))?;
        for (reader, bits) in self.searcher.segment_readers().iter().zip(&mut out) {
            weight.for_each_no_score(reader, &mut |docs| docs.iter().for_each(|&doc| bits.put(doc)))?;
        }
        Ok(out)
    }

    /// The values of a kind of facet that begin with `start`, in order; at most `most`.
    pub(super) fn values(&self, kind: &str, start: &str, most: usize) -> Result<BTreeSet<String>, IndexFault> {
        let prefix = format!("{kind}:{start}");
        self.beginning(self.fields.facet, &prefix, most)
            .map(|found| found.into_iter().filter_map(|facet| Some(facet.split_once(':')?.1.to_owned())).collect())
    }

    /// The words of a field that begin with `start`.
    pub(super) fn beginning(&self, field: Field, start: &str, most: usize) -> Result<BTreeSet<String>, IndexFault> {
        let mut out = BTreeSet::new();
        for reader in self.searcher.segment_readers() {
            let inverted = reader.inverted_index(field)?;
            let mut terms = inverted.terms().range().ge(start.as_bytes()).into_stream()?;
            let mut left = most;
            while left > 0 && terms.advance() && terms.key().starts_with(start.as_bytes()) {
                out.extend(std::str::from_utf8(terms.key()).ok().map(str::to_owned));
                left -= 1;
            }
        }
        Ok(out)
    }

    /// How many documents have a word that counts.
    pub(super) fn frequency(&self, word: &str) -> Result<u64, IndexFault> {
        Ok(self.searcher.doc_freq(&Term::from_field_text(self.fields.body, word))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_the_same_from_its_bytes() {
        let doc = Doc { id: "x/a".into(), text: "Rafts must not moor.".into(), ..Doc::default() };
        let index = Index::new([&doc], Preface::default(), Parts::ALL).expect("an index");
        let bytes = index.to_bytes().expect("bytes");
        let again = Index::from_bytes(bytes.clone()).expect("an index");
        assert_eq!(again.doc(DocAddress::new(0, 0)).expect("the document"), doc);
        assert_eq!(again.frequency("raft").expect("a number"), 1);
        for length in 0..bytes.len().min(600) {
            assert!(Index::from_bytes(bytes[..length].to_vec()).is_err(), "{length}");
        }
    }
}
