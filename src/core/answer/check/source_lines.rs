//! Builds the line index of each source of an analysis when it is first needed, to give the lines
//! of problems in reports.

use crate::{
    analysis::{Analysis, Source},
    text::{LineIndex, SourceId},
};
use std::cell::OnceCell;

/// The sources of an analysis with their line indexes, each built when it is first needed.
pub struct SourceLines<'a> {
    analysis: &'a Analysis,
    indexes: Vec<OnceCell<LineIndex>>,
}

impl<'a> SourceLines<'a> {
    /// Creates the value without any line index.
    pub fn new(analysis: &'a Analysis) -> Self {
        let indexes = vec![OnceCell::new(); analysis.sources().len()];
        Self { analysis, indexes }
    }

    /// Returns a source and its line index.
    pub fn get(&self, id: SourceId) -> Option<(&Source, &LineIndex)> {
        let source = self.analysis.source(id)?;
        let index = self.indexes.get(id.0 as usize)?;
        Some((source, index.get_or_init(|| LineIndex::new(&source.text))))
    }
}
