//! How an index is made, document by document.
//!
//! In a large one documents do not stand in the order of the rules. Of some thousand at a time, those stand together that hold in the same
//! editions: a question is asked of the wordings of one edition, and then these lie side by side.

use super::{
    analysis::{Analyser, Parts, Token, TokenKind},
    doc::Doc,
    facet::facets,
    flat::Growing,
    index::{BESIDE, Fields, Index, IndexFault, PLACES, Preface, RUNS, RulesetInfo, schema},
    pairs::pairs,
    prepared::{Zoned, prepare},
    renew::Run,
    shelf::Shelf,
};
use tantivy::{
    TantivyDocument,
    indexer::SingleSegmentIndexWriter,
    tokenizer::{PreTokenizedString, Token as Word},
};

/// Memory for the words of one segment, in bytes: a new one is begun when it is full.
const BUDGET: usize = 1 << 30;

/// So many documents are put in order at a time. Of fewer, each stays where it is.
const WINDOW: usize = 1 << 14;

/// Makes an index document by document.
pub struct Building {
    pub(super) shelf: Shelf,
    writer: Option<SingleSegmentIndexWriter>,
    beside: [Growing; 2],
    /// Documents that wait for others to be put in order with, those that came first in front.
    waiting: Vec<Doc>,
    /// How many may wait.
    window: usize,
    /// The place of each that is written, where they do not stand as they came.
    places: Vec<u32>,
    /// How many documents there are of what is made together.
    runs: Vec<(Run, u32)>,
    fields: Fields,
    pub(super) preface: Preface,
    pub(super) analyser: Analyser,
}

impl Building {
    /// An empty index. The words of documents are analysed by `parts`.
    pub fn new(preface: Preface, parts: Parts) -> Result<Self, IndexFault> {
        let (schema, fields) = schema();
        let shelf = Shelf::default();
        let writer = tantivy::Index::builder().schema(schema).single_segment_index_writer(shelf.clone(), BUDGET)?;
        let analyser = Analyser::new(&preface.lexicon(), parts);
        Ok(Self {
            shelf,
            writer: Some(writer),
            beside: Default::default(),
            waiting: Vec::new(),
            window: WINDOW,
            places: Vec::new(),
            runs: Vec::new(),
            fields,
            preface,
            analyser,
        })
    }

    /// The same, where so many documents are put in order at a time.
    pub(super) fn in_windows(self, window: usize) -> Self {
        Self { window, ..self }
    }

    /// Says which rulesets there are, where that was not known before.
    pub fn rulesets(&mut self, rulesets: Vec<RulesetInfo>) {
        self.preface.rulesets = rulesets;
    }

    /// Says that the documents that come next are made together.
    pub fn begin(&mut self, run: Run) {
        self.runs.push((run, 0));
    }

    /// Adds a document.
    pub fn add(&mut self, doc: &Doc) -> Result<(), IndexFault> {
        if let Some((_, count)) = self.runs.last_mut() {
            *count += 1;
        }
        self.waiting.push(doc.clone());
        if self.waiting.len() >= self.window { self.put_in_order() } else { Ok(()) }
    }

    /// Writes the documents that wait, those together that hold in the same editions, and those in front that hold now.
    fn put_in_order(&mut self) -> Result<(), IndexFault> {
        let first = self.places.len() as u32;
        let mut waiting: Vec<(u32, Doc)> = (first..).zip(std::mem::take(&mut self.waiting)).collect();
        waiting.sort_by(|(_, a), (_, b)| b.current.cmp(&a.current).then_with(|| a.editions.cmp(&b.editions)));
        self.places.extend(waiting.iter().map(|(place, _)| place));
        waiting.iter().try_for_each(|(_, doc)| self.put(doc))
    }

    /// Writes a document.
    fn put(&mut self, doc: &Doc) -> Result<(), IndexFault> {
        let mut document = TantivyDocument::default();
        let zones = Zoned::new(&self.analyser, doc);
        let (body, text) = self.words(&zones);
        document.add_pre_tokenized_text(self.fields.body, body);
        document.add_pre_tokenized_text(self.fields.text, text);
        document.add_pre_tokenized_text(self.fields.pair, pairs(&zones.text));
        for facet in facets(doc) {
            document.add_text(self.fields.facet, facet);
        }
        let [docs, prepared] = &mut self.beside;
        docs.add(&serde_json::to_vec(doc)?);
        prepared.add(&prepare(doc, &zones));
        if let Some(writer) = &mut self.writer {
            writer.add_document(document)?;
        }
        Ok(())
    }

    /// The words of a document: those that count, and those of the text in their places.
    pub(super) fn words(&self, zones: &Zoned) -> (PreTokenizedString, PreTokenizedString) {
        let mut body = Vec::new();
        let mut text = Vec::new();
        let mut count = |zone: &[Token], times: usize, phrases: bool| {
            // phrases do not reach from one zone into the next
            let base = text.last().map_or(0, |last: &Word| last.position + 8);
            for token in zone {
                if token.kind != TokenKind::Stop {
                    for _ in 0..times {
                        body.push(Word { text: token.text.clone(), position: body.len(), ..Word::default() });
                    }
                }
                if phrases && matches!(token.kind, TokenKind::Word | TokenKind::Stop | TokenKind::Number | TokenKind::Grade) {
                    text.push(Word { text: token.text.clone(), position: base + token.place, ..Word::default() });
                }
            }
        };
        count(&zones.text, 1, true);
        [&zones.restated, &zones.before].into_iter().flatten().for_each(|other| count(other, 1, true));
        if self.analyser.parts().surroundings {
            zones.labels.iter().for_each(|label| count(label, 2, true));
            zones.path.iter().for_each(|heading| count(heading, 1, true));
            count(&zones.lead, 1, false);
        }
        if self.analyser.parts().subjects {
            zones.asked.iter().chain(&zones.asked_around).for_each(|phrase| count(phrase, 1, false));
        }
        let done = |tokens: Vec<Word>| PreTokenizedString { text: String::new(), tokens };
        (done(body), done(text))
    }

    /// The index.
    pub fn finish(mut self) -> Result<Index, IndexFault> {
        self.write()?;
        self.shelf.put(RUNS, serde_json::to_vec(&self.runs)?);
        Index::open(self.shelf, self.preface, self.analyser)
    }

    /// Writes all files of the index.
    pub(super) fn write(&mut self) -> Result<(), IndexFault> {
        if self.places.is_empty() {
            // there are few
            std::mem::take(&mut self.waiting).iter().try_for_each(|doc| self.put(doc))?;
        } else {
            self.put_in_order()?;
        }
        if let Some(writer) = self.writer.take() {
            for segment in writer.finalize()?.searchable_segment_ids()? {
                // there is one
                let name = |kind: &str| format!("{}.{kind}", segment.uuid_string());
                for (growing, kind) in std::mem::take(&mut self.beside).into_iter().zip(BESIDE) {
                    growing.finish(&self.shelf, &name(kind));
                }
                if !self.places.is_empty() {
                    self.shelf.put(&name(PLACES), self.places.iter().flat_map(|place| place.to_le_bytes()).collect());
                }
            }
        }
        self.preface.forms = self.analyser.forms();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Candidates, NewRuns, Renewal, Search, query};

    /// Every third holds in both editions, the others in one of them.
    fn docs() -> Vec<Doc> {
        let editions = |n: usize| [vec!["1", "2"], vec!["1"], vec!["2"]][n % 3].iter().map(|edition| (*edition).to_owned()).collect();
        let doc = |n: usize| Doc {
            ruleset: "x".into(),
            id: format!("x/{n:02}"),
            text: format!("Rafts moor beside {}.", ["boats", "gulls"][n % 2]),
            editions: editions(n),
            current: n % 3 != 1,
            ..Doc::default()
        };
        (0..50).map(doc).collect()
    }

    fn made(docs: &[Doc], window: usize) -> Index {
        let ruleset = RulesetInfo { key: "x".into(), editions: vec!["1".into(), "2".into()], sections: Vec::new() };
        let preface = Preface { rulesets: vec![ruleset], ..Preface::default() };
        let mut building = Building::new(preface, Parts::ALL).expect("an index").in_windows(window);
        for (at, some) in docs.chunks(10).enumerate() {
            building.begin(Run { ruleset: "x".into(), section: Some(at.to_string()) });
            some.iter().for_each(|doc| building.add(doc).expect("it is added"));
        }
        building.finish().expect("an index")
    }

    fn found(index: &Index, text: &str, limit: usize) -> Vec<(String, bool)> {
        let (node, _) = query::parse(text);
        let editions = [("x".to_owned(), "2".to_owned())];
        let search = Search {
            query: &node,
            editions: &editions,
            hidden: &[],
            beside: &[],
            layers: &[],
            limit,
            all_editions: false,
            candidates: Candidates::Usual,
        };
        index.search(&search).expect("an answer").hits.into_iter().map(|hit| (hit.doc.id, hit.holds)).collect()
    }

    #[test]
    fn answers_do_not_tell_in_which_order_documents_stand() {
        let docs = docs();
        let (plain, ordered) = (made(&docs, WINDOW), made(&docs, 16));
        let stored: Vec<Doc> = (0..50).map(|doc| ordered.doc(tantivy::DocAddress::new(0, doc)).expect("a document")).collect();
        assert_ne!(stored, docs);
        assert!(stored[..16].is_sorted_by_key(|doc| !doc.current) && stored[..10].iter().all(|doc| doc.current));
        // kept and opened again, too
        let again = Index::from_bytes(ordered.to_bytes().expect("bytes")).expect("an index");
        let run = |at: usize| Run { ruleset: "x".into(), section: Some(at.to_string()) };
        for index in [&ordered, &again] {
            for text in ["moor", "gulls", "rafts boats", "section:x", "at:1 boats", "NOT gulls"] {
                assert_eq!(found(index, text, 30), found(&plain, text, 30), "{text}");
            }
            assert_eq!(index.run(&run(3)).expect("no fault").as_deref(), Some(&docs[30..40]));
        }
        // however many are wanted, there are no more than there are
        assert_eq!(found(&plain, "moor", usize::MAX), found(&plain, "moor", 1000));
        // and when something is written anew
        let mut new = docs[10..20].to_vec();
        new[4].text = "Barges moor beside boats.".into();
        let runs: NewRuns = (0..5).map(|at| (run(at), (at == 1).then(|| new.clone()))).collect();
        let renewed = |index: &Index| {
            let renewal = Renewal { preface: index.preface().clone(), runs: runs.clone() };
            index.renewed(&renewal).expect("no fault").expect("little is new")
        };
        let (plain, ordered) = (renewed(&plain), renewed(&ordered));
        for text in ["moor", "barges", "boats"] {
            assert_eq!(found(&ordered, text, 30), found(&plain, text, 30), "{text}");
        }
        assert_eq!(ordered.run(&run(1)).expect("no fault").as_deref(), Some(&new[..]));
    }
}
