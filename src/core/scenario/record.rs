//! `Scenario`: a parsed scenario file as a tree of records in the order of the file.

use super::{
    value::ScenarioValue,
    vocabulary::{KindIx, PropertyIx},
};
use crate::{
    diagnostic::{Diagnostic, Location, RelatedLocation, Severity},
    text::{SourceId, Span, Spanned},
};
use std::{collections::BTreeMap, sync::Arc};

/// The index of a record in `Scenario::records`, which are in the order of the file. 0 is the file
/// itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordIx(pub u32);

/// A part of a scenario (the file, a side, a command, a line of troops): its kind, name, values.
#[derive(Clone, Debug)]
pub struct Record {
    /// The kind of the record.
    pub kind: KindIx,
    /// The record around it; for the file, the file itself.
    pub parent: RecordIx,
    /// One past the index of the last record inside it.
    pub end: u32,
    /// The level of its heading, from 1; 0 for a line, and for the file.
    pub level: u8,
    /// Whether a part of its heading or line was not understood.
    pub misread: bool,
    /// The bytes of its heading or line.
    pub span: Span,
    /// The byte at which a further line of the record would be inserted.
    pub insert_at: usize,
    /// The name of the record.
    pub name: Option<Spanned<Arc<str>>>,
    /// The values of its properties, each with the bytes where it is written.
    pub values: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
}

impl Record {
    /// Returns whether nothing of its line was understood: then nothing that is counted of it is known.
    pub(super) fn is_unread(&self) -> bool {
        self.misread && self.values.is_empty()
    }

    /// Returns the written value of a property.
    pub fn value(&self, property: PropertyIx) -> Option<&Spanned<ScenarioValue>> {
        self.values
            .iter()
            .find(|(own, _)| *own == property)
            .map(|(_, value)| value)
    }
}

/// The ruleset, edition, profile and date in the front matter of a scenario, as written.
#[derive(Clone, Debug, Default)]
pub struct ScenarioFront {
    /// The whole block, with its fences.
    pub span: Span,
    /// `ruleset:`
    pub ruleset: Option<Spanned<String>>,
    /// `edition:`
    pub edition: Option<Spanned<String>>,
    /// `profile:`
    pub profile: Option<Spanned<String>>,
    /// `date:`
    pub date: Option<Spanned<String>>,
}

/// A parsed scenario file: its front matter, the tree of its records (sides, commands, lines of
/// troops), and diagnostics of what was not understood.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The source of the file.
    pub source: SourceId,
    /// The ruleset, edition, profile and day that the file names.
    pub front: ScenarioFront,
    /// The records in the order of the file; the first is the file itself.
    pub records: Vec<Record>,
    /// The diagnostics of text that the parser did not understand.
    pub diagnostics: Vec<Diagnostic>,
    /// Numbers of the file that are sums of it, as it seems, and were not compared with what it comes to.
    pub not_compared: Vec<Span>,
    /// The sides, parts and file of a list of which something was not read, each with the first such text: what
    /// their lines come to is in doubt.
    pub(super) doubts: BTreeMap<RecordIx, Span>,
}

/// Returns the byte at which the line after `span` begins.
pub(super) fn next_line(text: &str, span: Span) -> usize {
    text[span.end()..]
        .find('\n')
        .map_or(text.len(), |end| span.end() + end + 1)
}

impl Scenario {
    /// Returns the record at an index; the last one if there are fewer.
    pub fn record(&self, ix: RecordIx) -> &Record {
        &self.records[(ix.0 as usize).min(self.records.len() - 1)]
    }

    /// Appends a record, and extends the records around it to include it.
    pub(super) fn push(&mut self, record: Record) -> RecordIx {
        let ix = RecordIx(self.records.len() as u32);
        let mut at = record.parent;
        if record.level == 0 {
            // a record's own lines end before its first heading
            self.record_mut(at).insert_at = record.insert_at;
        }
        self.records.push(record);
        loop {
            let around = self.record_mut(at);
            around.end = ix.0 + 1;
            if at.0 == 0 {
                return ix;
            }
            at = around.parent;
        }
    }

    /// Makes a problem that counts the lines of a record a note, if one of them may not have been read.
    pub(super) fn doubt(&self, record: RecordIx, found: &mut Diagnostic) {
        if let Some(&unread) = self.doubts.get(&record) {
            found.severity = Severity::Note;
            found.message = format!("if the list was read right: {}", found.message);
            found.fixes.clear();
            found.safe = None;
            let related = RelatedLocation {
                at: Location::new(self.source, unread),
                message: "this was not read, or contradicts it".to_owned(),
            };
            found.related.insert(0, related);
        }
    }

    /// Returns the record at an index to change it.
    pub(super) fn record_mut(&mut self, ix: RecordIx) -> &mut Record {
        &mut self.records[ix.0 as usize]
    }

    /// Returns the indices of all records but the file itself.
    pub(super) fn indices(&self) -> impl DoubleEndedIterator<Item = RecordIx> + use<> {
        (1..self.records.len() as u32).map(RecordIx)
    }

    /// Returns the indices of the records inside a record, at any depth.
    pub fn descendants(
        &self,
        ix: RecordIx,
    ) -> impl DoubleEndedIterator<Item = RecordIx> + ExactSizeIterator + Clone + use<> {
        (ix.0 + 1..self.record(ix).end).map(RecordIx)
    }

    /// Returns the indices of the records directly inside a record.
    pub fn children(&self, ix: RecordIx) -> impl DoubleEndedIterator<Item = RecordIx> + Clone + '_ {
        self.descendants(ix)
            .filter(move |&at| self.record(at).parent == ix)
    }

    /// Returns a record and all records around it, the file last.
    pub fn ancestors(&self, ix: RecordIx) -> impl Iterator<Item = RecordIx> + '_ {
        std::iter::successors(Some(ix), |&at| (at.0 > 0).then(|| self.record(at).parent))
    }

    /// Returns the record whose heading or line touches a byte; never the file.
    pub fn record_at(&self, byte: usize) -> Option<RecordIx> {
        self.indices()
            .find(|&ix| self.record(ix).span.touches(byte))
    }
}
