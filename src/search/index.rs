//! The index: documents as tantivy keeps them.

use super::{
    analysis::{Analyser, Parts},
    bits::Bits,
    building::Building,
    concept::Form,
    doc::Doc,
    flat::Flat,
    levels::Known,
    lexicon::Lexicon,
    renew::{Renewed, Run, Runs},
    scope::Scope,
    shelf::Shelf,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use tantivy::{
    DocAddress, Searcher, Term,
    directory::OwnedBytes,
    query::PhraseQuery,
    schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
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
    /// Words of the text that stand side by side.
    pub(super) pair: Field,
    /// What is filtered by.
    pub(super) facet: Field,
}

/// The file that tells what is made together.
pub(super) const RUNS: &str = "runs.json";

/// What lies beside the first segment where documents do not stand in the order of the rules: the place of each in that, in four bytes.
pub(super) const PLACES: &str = "places";

/// What lies beside each segment, document by document: the document itself, and what ranking asks of it.
pub(super) const BESIDE: [&str; 2] = ["docs", "prepared"];

pub(super) fn schema() -> (Schema, Fields) {
    let words = |record, norms| {
        let indexing = TextFieldIndexing::default().set_tokenizer("raw").set_index_option(record).set_fieldnorms(norms);
        TextOptions::default().set_indexing_options(indexing)
    };
    let mut schema = Schema::builder();
    let fields = Fields {
        body: schema.add_text_field("body", words(IndexRecordOption::WithFreqs, true)),
        text: schema.add_text_field("text", words(IndexRecordOption::WithFreqsAndPositions, false)),
        pair: schema.add_text_field("pair", words(IndexRecordOption::Basic, false)),
        facet: schema.add_text_field("facet", words(IndexRecordOption::Basic, false)),
    };
    (schema.build(), fields)
}

/// Documents made ready for searching.
pub struct Index {
    shelf: Shelf,
    pub(super) searcher: Searcher,
    /// Segment by segment, what lies beside it.
    beside: Vec<[Flat; 2]>,
    /// How it differs from what it was when it was made from nothing.
    pub(super) renewed: Renewed,
    /// The documents by what is made together; read when that is first asked.
    runs: OnceLock<Runs>,
    pub(super) fields: Fields,
    pub(super) preface: Preface,
    pub(super) analyser: Analyser,
    /// Sets that were looked up before.
    known: Mutex<HashMap<String, Arc<Vec<Bits>>>>,
    /// Words as sets, in large libraries.
    pub(super) levels: Mutex<Known>,
    /// What was asked of before.
    pub(super) scopes: Mutex<Vec<Arc<Scope>>>,
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

impl Index {
    /// An index of some documents.
    pub fn new<'d>(docs: impl IntoIterator<Item = &'d Doc>, preface: Preface, parts: Parts) -> Result<Self, IndexFault> {
        let mut building = Building::new(preface, parts)?;
        for doc in docs {
            building.add(doc)?;
        }
        building.finish()
    }

    /// An index of documents that can be renewed run by run.
    pub fn of_runs(runs: &[(Run, Vec<Doc>)], preface: Preface, parts: Parts) -> Result<Self, IndexFault> {
        let mut building = Building::new(preface, parts)?;
        for (run, docs) in runs {
            building.begin(run.clone());
            docs.iter().try_for_each(|doc| building.add(doc))?;
        }
        building.finish()
    }

    /// This index with the segment of `building` behind its first, in place of any other.
    pub(super) fn with_second(&self, mut building: Building, any: bool, renewed: Renewed, runs: Runs) -> Result<Self, IndexFault> {
        let first = self.searcher.segment_readers().first().map(|segment| segment.segment_id().uuid_string());
        let first = first.ok_or_else(|| IndexFault("it has no documents".into()))?;
        let shelf = self.shelf.only(&first);
        let mut metas = tantivy::Index::open(self.shelf.clone())?.load_metas()?;
        metas.segments.retain(|segment| segment.id().uuid_string() == first);
        if any {
            building.write()?;
            metas.segments.extend(tantivy::Index::open(building.shelf.clone())?.load_metas()?.segments);
            shelf.add(&building.shelf, &["meta.json", ".managed.json"]);
        }
        shelf.put("meta.json", serde_json::to_vec(&metas)?);
        let mut preface = building.preface;
        preface.forms.extend(self.preface.forms.iter().cloned());
        let mut index = Self::open(shelf, preface, building.analyser)?;
        index.renewed = renewed;
        index.runs = OnceLock::from(runs);
        Ok(index)
    }

    /// The documents by what is made together; nothing where that was not told when it was made.
    pub(super) fn runs(&self) -> Result<&Runs, IndexFault> {
        if let Some(runs) = self.runs.get() {
            return Ok(runs);
        }
        let bytes = self.shelf.get(RUNS);
        let counts: Vec<(Run, u32)> = bytes.map_or(Ok(Vec::new()), |bytes| serde_json::from_slice(bytes.as_slice()))?;
        let docs = self.renewed.in_order(self.sizes().next().unwrap_or_default());
        let mut rest = docs.into_iter();
        let runs = counts.into_iter().map(|(run, count)| {
            let own = rest.by_ref().take(count as usize);
            (run, own.map(|doc| DocAddress::new(0, doc)).collect())
        });
        Ok(self.runs.get_or_init(|| runs.collect()))
    }

    pub(super) fn open(shelf: Shelf, preface: Preface, analyser: Analyser) -> Result<Self, IndexFault> {
        let (_, fields) = schema();
        let reader = tantivy::Index::open(shelf.clone())?.reader_builder().reload_policy(tantivy::ReloadPolicy::Manual).try_into()?;
        let reader: tantivy::IndexReader = reader;
        let searcher = reader.searcher();
        let mut beside = Vec::new();
        for segment in searcher.segment_readers() {
            let open = |kind: &str| Flat::open(&shelf, &format!("{}.{kind}", segment.segment_id().uuid_string()));
            let [Some(docs), Some(prepared)] = BESIDE.map(open) else { return Err(IndexFault("files of it are missing".into())) };
            beside.push([docs, prepared]);
        }
        let first = searcher.segment_readers().first();
        let places = first.and_then(|first| Some((first, shelf.get(&format!("{}.{PLACES}", first.segment_id().uuid_string()))?)));
        let renewed = match places {
            Some((first, places)) if places.len() == first.max_doc() as usize * 4 => Renewed::placed(places.as_slice()),
            Some(_) => return Err(IndexFault("it does not tell the place of each document".into())),
            None => Renewed::default(),
        };
        Ok(Self {
            shelf,
            searcher,
            beside,
            renewed,
            runs: OnceLock::new(),
            fields,
            preface,
            analyser,
            known: Mutex::default(),
            levels: Mutex::default(),
            scopes: Mutex::default(),
            plain_forms: OnceLock::new(),
        })
    }

    /// The index as bytes, from which [`Self::from_bytes`] makes it again.
    pub fn to_bytes(&self) -> Result<Vec<u8>, IndexFault> {
        if self.renewed.is_renewed() {
            return Err(IndexFault("one that follows edits is not kept".into()));
        }
        let preface = serde_json::to_vec(&self.preface)?;
        let mut out = Vec::with_capacity(8 + preface.len() + self.shelf.size());
        out.extend((preface.len() as u64).to_le_bytes());
        out.extend(preface);
        self.shelf.pack(&mut out);
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
        self.searcher.num_docs() as usize - self.renewed.count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What stands before the documents.
    pub fn preface(&self) -> &Preface {
        &self.preface
    }

    fn beside(&self, at: DocAddress, kind: usize) -> &[u8] {
        self.beside.get(at.segment_ord as usize).map_or(&[], |segment| segment[kind].of(at.doc_id))
    }

    /// A document, as it is written.
    pub(super) fn written(&self, at: DocAddress) -> &[u8] {
        self.beside(at, 0)
    }

    pub(super) fn doc(&self, at: DocAddress) -> Result<Doc, IndexFault> {
        Ok(serde_json::from_slice(self.written(at))?)
    }

    /// What was prepared of a document.
    pub(super) fn prepared(&self, at: DocAddress) -> &[u8] {
        self.beside(at, 1)
    }

    /// How many bytes its files have.
    pub(super) fn bytes(&self) -> usize {
        self.shelf.size()
    }

    pub(super) fn sizes(&self) -> impl Iterator<Item = u32> + '_ {
        self.searcher.segment_readers().iter().map(|reader| reader.max_doc())
    }

    pub(super) fn no_docs(&self) -> Vec<Bits> {
        self.sizes().map(Bits::none).collect()
    }

    pub(super) fn all_docs(&self) -> Vec<Bits> {
        self.renewed.clean(self.sizes().map(Bits::all).collect())
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
        out.sort_by_key(|at| self.renewed.place(*at));
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
        Ok(self.renewed.clean(out))
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
        Ok(self.renewed.clean(out))
    }

    /// The values of a kind of facet that begin with `start`, in order; at most `most`.
    pub(super) fn values(&self, kind: &str, start: &str, most: usize) -> Result<BTreeSet<String>, IndexFault> {
        let prefix = format!("{kind}:{start}");
        let mut found = self.beginning(self.fields.facet, &prefix, most)?;
        if self.renewed.is_renewed() {
            found.retain(|facet| self.having(self.fields.facet, facet).is_ok_and(|sets| !sets.iter().all(Bits::is_empty)));
        }
        Ok(found.into_iter().filter_map(|facet| Some(facet.split_once(':')?.1.to_owned())).collect())
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
        let all = self.searcher.doc_freq(&Term::from_field_text(self.fields.body, word))?;
        Ok(all.saturating_sub(self.renewed.lost(word)))
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
