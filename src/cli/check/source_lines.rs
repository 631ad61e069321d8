//! The sources of an analysis with their lines.

use crate::{
    analysis::{Analysis, Source},
    text::{LineIndex, SourceId},
};
use std::cell::OnceCell;

/// The sources of an analysis with their lines, which are found once for each source.
pub(super) struct SourceLines<'a> {
    analysis: &'a Analysis,
    indexes: Vec<OnceCell<LineIndex>>,
}

impl<'a> SourceLines<'a> {
    pub(super) fn new(analysis: &'a Analysis) -> Self {
        let indexes = vec![OnceCell::new(); analysis.sources().len()];
        Self { analysis, indexes }
    }

    /// Returns a source and its lines.
    pub(super) fn get(&self, id: SourceId) -> Option<(&Source, &LineIndex)> {
        let source = self.analysis.source(id)?;
        let index = self.indexes.get(id.0 as usize)?;
        Some((source, index.get_or_init(|| LineIndex::new(&source.text))))
    }
}
