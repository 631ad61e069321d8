//! Returns the clauses, change log and errata of one section at many views, for the page for
//! phones; equal parts are shared.

use super::{
    Analysis, ChangeLog, Clause, ClauseBlock, SectionErrata, WordingChoice,
    reader_cache::ReaderCache, section_reader::SectionReader,
};
use crate::{
    model::{SectionTree, UnitId},
    resolve::{RulesetDb, Section, View},
};
use std::{rc::Rc, sync::Arc};

/// A reader of one section at many views, in one wording, for the page for phones; equal parts are
/// computed once.
#[derive(Debug)]
pub struct SectionViews<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    pub(super) section: &'a Section,
    choice: WordingChoice,
    cache: Rc<ReaderCache>,
}

/// A clause with an empty list of blocks, and its text blocks separately, so that clauses at
/// several views can share them on the page for phones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseWithSharedBlocks {
    /// The clause without its blocks.
    pub clause: Clause,
    /// Its blocks, in the order of the text.
    pub blocks: Vec<Arc<ClauseBlock>>,
}

impl<'a> SectionViews<'a> {
    /// Creates a reader of a section in the requested wording; computes nothing yet.
    pub fn new(
        analysis: &'a Analysis,
        db: &'a RulesetDb,
        section: &'a Section,
        choice: WordingChoice,
    ) -> Self {
        Self {
            analysis,
            db,
            section,
            choice,
            cache: Rc::default(),
        }
    }

    /// Returns a reader of the version at a view, which is `tree`.
    pub(super) fn reader<'r>(
        &'r self,
        view: &'r View,
        tree: &'r Arc<SectionTree>,
    ) -> SectionReader<'r> {
        let cache = (Rc::clone(&self.cache), self.cache.version(tree));
        SectionReader::with_cache(self.analysis, self.db, self.section, view, tree, cache)
    }

    /// Returns the section without its blocks, and the units whose wording is not known at that
    /// date. Of two views that show the same patches, only these can differ.
    pub fn clause_without_blocks(&self, view: &View) -> (Clause, Vec<UnitId>) {
        let tree = self.section.version(view);
        let reader = self.reader(view, &tree);
        let clause = reader.clause_without_blocks(tree.root, self.choice, &[]);
        (clause, reader.unknown_before_revision().to_vec())
    }

    /// Returns units as clauses.
    pub fn clauses(&self, units: &[UnitId], view: &View) -> Vec<ClauseWithSharedBlocks> {
        let tree = self.section.version(view);
        let reader = self.reader(view, &tree);
        let clause = |&unit: &UnitId| {
            let (clause, blocks) = reader.clause_with_blocks(unit, self.choice);
            ClauseWithSharedBlocks { clause, blocks }
        };
        units.iter().map(clause).collect()
    }

    /// Returns the change log of the section. `root` is the section at the view, as a clause.
    pub fn change_log(&self, root: &ClauseWithSharedBlocks, view: &View) -> ChangeLog {
        let (analysis, db, section) = (self.analysis, self.db, self.section);
        match self.choice {
            WordingChoice::Restated => {
                analysis.change_log_of(db, section, None, view, root.clause.clone())
            }
            WordingChoice::Both | WordingChoice::Printed => {
                analysis.change_log(db, section, None, view)
            }
        }
    }

    /// Returns the errata of the section; `None` if it does not exist at the view.
    pub fn errata(&self, view: &View) -> Option<SectionErrata> {
        let tree = self.section.version(view);
        self.reader(view, &tree).errata(self.choice)
    }
}
