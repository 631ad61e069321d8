//! What a scenario file says: a tree of records.

use super::{
    value::Value,
    vocabulary::{KindIx, PropertyIx},
};
use crate::{
    diagnostic::Diagnostic,
    text::{SourceId, Span, Spanned},
};
use std::{ops::Range, sync::Arc};

/// A record of a scenario: its index in the order of the file. 0 is the file itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordIx(pub u32);

/// A side, a command, a line of troops.
#[derive(Clone, Debug)]
pub struct Record {
    /// Of which kind it is.
    pub kind: KindIx,
    /// The record that it stands in; itself for the file.
    pub parent: RecordIx,
    /// Behind the last record that stands in it.
    pub end: u32,
    /// The level of its heading, from 1; 0 for a line, and for the file.
    pub level: u8,
    /// Whether something of its heading or line was not understood.
    pub misread: bool,
    /// Its heading or line.
    pub span: Span,
    /// Where a further line of it would begin.
    pub foot: usize,
    /// What it is called.
    pub name: Option<Spanned<Arc<str>>>,
    /// What is said of it, each with its place.
    pub values: Vec<(PropertyIx, Spanned<Value>)>,
}

impl Record {
    /// What is said of a property.
    pub fn value(&self, property: PropertyIx) -> Option<&Spanned<Value>> {
        self.values
            .iter()
            .find(|(own, _)| *own == property)
            .map(|(_, value)| value)
    }
}

/// The front matter of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The whole of it with its fences.
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

/// A scenario file, read.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its source.
    pub source: SourceId,
    /// Where it is played: rules, edition, profile, day.
    pub front: Front,
    /// Its records in the order of the file; the first is the file itself.
    pub records: Vec<Record>,
    /// What could not be understood.
    pub faults: Vec<Diagnostic>,
}

impl Scenario {
    /// The record of that index; the file for one that does not exist.
    pub fn record(&self, ix: RecordIx) -> &Record {
        &self.records[(ix.0 as usize).min(self.records.len() - 1)]
    }

    /// The records inside one, at any depth.
    pub fn inside(&self, ix: RecordIx) -> Range<u32> {
        ix.0 + 1..self.record(ix).end
    }

    /// The record and those around it, the file last.
    pub fn around(&self, ix: RecordIx) -> impl Iterator<Item = RecordIx> + '_ {
        std::iter::successors(Some(ix), |&at| (at.0 > 0).then(|| self.record(at).parent))
    }

    /// The innermost record whose heading or line touches a byte.
    pub fn at(&self, byte: usize) -> Option<RecordIx> {
        (0..self.records.len() as u32)
            .map(RecordIx)
            .skip(1)
            .find(|&ix| self.record(ix).span.touches(byte))
    }
}
