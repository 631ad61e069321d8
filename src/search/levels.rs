//! Words as sets of documents, for large libraries.
//!
//! Made when a word is first asked for: 64 documents stand in a machine word, so what has all that is asked is a few operations on each.

use super::{
    bits::Bits,
    index::{Index, IndexFault},
    rank::{B, K1},
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};
use tantivy::{DocSet, TERMINATED, Term, postings::Postings, schema::IndexRecordOption};

/// Memory for such sets, in bytes, or half of what the index takes where that is more: so much the words of some hundred questions need.
const MEMORY: usize = 512 << 20;

/// What a word counts at the lowest level, and how much more at each above it.
pub(super) const LOWEST: f32 = 0.6;
pub(super) const STEP: f32 = 0.15;
/// The highest of eight levels.
pub(super) const HIGHEST: usize = (1 << PLACES) - 1;
const PLACES: usize = 3;
/// The lowest of the levels with the highest digit.
pub(super) const HEAVY: usize = 1 << (PLACES - 1);

/// The documents that have a word in a segment, and at which level it counts there: by its number and their length.
#[derive(Debug)]
pub(super) struct Levels {
    pub(super) any: Bits,
    /// Those of them where it is heavy: of level [`HEAVY`] or more. Elsewhere it is light.
    pub(super) heavy: Bits,
    /// The same with the levels: each 64 documents side by side, as most are asked for alone.
    each: Vec<Eight>,
}

/// Which of 64 documents have a word, and at which of eight levels.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(super) struct Eight {
    pub(super) any: u64,
    /// The levels as binary digits, the lowest first.
    pub(super) digits: [u64; PLACES],
}

impl Eight {
    /// How much the word counts in a document, where it stands.
    #[inline]
    pub(super) fn counts(&self, doc: usize) -> f32 {
        let level = self.digits.iter().enumerate().map(|(place, digit)| (digit >> doc & 1) << place).sum::<u64>();
        LOWEST + STEP * level as f32
    }
}

impl Levels {
    pub(super) fn none(docs: u32) -> Self {
        Self { any: Bits::none(docs), heavy: Bits::none(docs), each: vec![Eight::default(); (docs as usize).div_ceil(64)] }
    }

    pub(super) fn put(&mut self, doc: u32, level: usize) {
        self.any.put(doc);
        if level >= HEAVY {
            self.heavy.put(doc);
        }
        if let Some(each) = self.each.get_mut(doc as usize / 64) {
            each.any |= 1 << (doc % 64);
            each.digits.iter_mut().enumerate().for_each(|(place, digit)| *digit |= (level as u64 >> place & 1) << (doc % 64));
        }
    }

    /// Asks for the memory of 64 documents: it is there when it is [asked for](Self::at) again.
    #[inline]
    pub(super) fn touch(&self, at: usize) -> u64 {
        self.each.get(at).map_or(0, |each| each.any)
    }

    /// What is known of 64 documents.
    #[inline]
    pub(super) fn at(&self, at: usize) -> Eight {
        self.each.get(at).copied().unwrap_or_default()
    }
}

/// Words that were asked for, with when they were last.
#[derive(Debug, Default)]
pub(super) struct Known {
    words: HashMap<String, (u64, Arc<Vec<Levels>>)>,
    time: u64,
}

impl Known {
    fn get(&mut self, word: &str) -> Option<Arc<Vec<Levels>>> {
        self.time += 1;
        let (last, found) = self.words.get_mut(word)?;
        *last = self.time;
        Some(Arc::clone(found))
    }

    /// Keeps a word; where that is more than `most`, those are given up that were not asked for longest.
    fn put(&mut self, word: &str, sets: &Arc<Vec<Levels>>, most: usize) {
        while self.words.len() >= most.max(1) {
            let Some(oldest) = self.words.iter().min_by_key(|(_, (last, _))| *last).map(|(word, _)| word.clone()) else { break };
            self.words.remove(&oldest);
        }
        self.words.insert(word.to_owned(), (self.time, Arc::clone(sets)));
    }
}

impl Index {
    /// A word as sets, segment by segment.
    pub(super) fn levels(&self, word: &str) -> Result<Arc<Vec<Levels>>, IndexFault> {
        if let Some(known) = self.levels.lock().unwrap_or_else(PoisonError::into_inner).get(word) {
            return Ok(known);
        }
        let mut out = Vec::new();
        for reader in self.searcher.segment_readers() {
            let mut levels = Levels::none(reader.max_doc());
            let inverted = reader.inverted_index(self.fields.body)?;
            let lengths = reader.get_fieldnorms_reader(self.fields.body)?;
            let usual = inverted.total_num_tokens() as f32 / reader.max_doc().max(1) as f32;
            let term = Term::from_field_text(self.fields.body, word);
            if let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::WithFreqs)? {
                while postings.doc() != TERMINATED {
                    let doc = postings.doc();
                    let times = postings.term_freq() as f32;
                    let length = 1.0 - B + B * lengths.fieldnorm(doc) as f32 / usual.max(1.0);
                    let counts = times * (K1 + 1.0) / (times + K1 * length);
                    levels.put(doc, ((counts - LOWEST) / STEP).clamp(0.0, HIGHEST as f32) as usize);
                    postings.advance();
                }
            }
            out.push(levels);
        }
        let out = Arc::new(out);
        // six bits for each document
        let most = MEMORY.max(self.bytes() / 2) / (self.len() * 6 / 8).max(1);
        self.levels.lock().unwrap_or_else(PoisonError::into_inner).put(word, &out, most);
        Ok(out)
    }
}
