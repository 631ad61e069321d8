//! Finds the lines of the sources of an analysis, once for each source.

use crate::{
    analysis::{Analysis, Source},
    text::{LineIndex, SourceId},
};
use std::cell::OnceCell;

/// The sources of an analysis with their lines, which are found once for each source.
pub struct SourceLines<'a> {
    analysis: &'a Analysis,
    indexes: Vec<OnceCell<LineIndex>>,
}

impl<'a> SourceLines<'a> {
    /// Finds no lines yet.
    pub fn new(analysis: &'a Analysis) -> Self {
        let indexes = vec![OnceCell::new(); analysis.sources().len()];
        Self { analysis, indexes }
    }

    /// Returns a source and its lines.
    pub fn get(&self, id: SourceId) -> Option<(&Source, &LineIndex)> {
        let source = self.analysis.source(id)?;
        let index = self.indexes.get(id.0 as usize)?;
        Some((source, index.get_or_init(|| LineIndex::new(&source.text))))
    }
}
