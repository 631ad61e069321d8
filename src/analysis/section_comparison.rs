//! Compares the requested units of one section at every pair of the given views, for the page for
//! phones.

use super::{
    ComparedUnit, SectionViews,
    compared_unit::ComparisonHead,
    comparison::ComparisonWalk,
    full_id,
    notices::{notes_between, unknown_between},
    section_reader::SectionReader,
};
use crate::{model::UnitId, resolve::View};
use std::{ops::Range, sync::Arc};

/// The compared units of a section at one pair of views, for the page for phones, and which of them
/// are in each requested clause.
#[derive(Debug)]
pub struct ViewPairComparison {
    /// The compared units, each with the unit itself; those of the whole section come first.
    pub pairs: Vec<(UnitId, Arc<ComparedUnit>)>,
    /// The compared clauses.
    pub clauses: Vec<ComparedRange>,
}

/// A requested clause of a `ViewPairComparison`: the index range of its units among the section's
/// pairs, and notices of unknown differences.
#[derive(Debug)]
pub struct ComparedRange {
    /// Which pairs of the section are its own.
    pub pairs: Range<usize>,
    /// Notices about unknown differences.
    pub notices: Vec<String>,
}

impl SectionReader<'_> {
    /// Returns the id, heading and page of a unit, to head a comparison whose later view this is.
    pub(super) fn comparison_head(&self, unit: UnitId) -> ComparisonHead {
        let info = self.db.section_info(&self.section.id).unwrap_or_default();
        let heading = self.tree.heading();
        ComparisonHead {
            id: full_id(self.section, self.tree, unit),
            heading: heading.map_or(info.heading, |unit| self.tree.restated_text(unit)),
            page: info.page,
        }
    }
}

impl SectionViews<'_> {
    /// Returns the ids, headings and pages of units, to head comparisons whose later view is `view`.
    pub fn comparison_heads(&self, units: &[UnitId], view: &View) -> Vec<ComparisonHead> {
        let tree = self.section.version(view);
        let reader = self.reader(view, &tree);
        let units = units.iter();
        units.map(|&unit| reader.comparison_head(unit)).collect()
    }

    /// Compares units at all pairs of views, and passes the results to `each`: by earlier view, then
    /// by later view.
    pub fn compare_views(
        &self,
        units: &[UnitId],
        views: &[&View],
        mut each: impl FnMut(ViewPairComparison),
    ) {
        let trees: Vec<_> = views
            .iter()
            .map(|view| self.section.version(view))
            .collect();
        let pairs = views.iter().zip(&trees);
        let readers: Vec<SectionReader<'_>> =
            pairs.map(|(view, tree)| self.reader(view, tree)).collect();
        for from in &readers {
            for to in &readers {
                let mut pairing = ComparisonWalk::new(from, to);
                pairing.unit(to.tree.root);
                let mut compared = Vec::new();
                for &unit in units {
                    // what is new or gone is one pair; a unit inside of it has pairs of its own
                    if !pairing.ranges.contains_key(&unit) {
                        pairing.unit(unit);
                    }
                    let pairs = pairing.ranges.get(&unit).cloned().unwrap_or_default();
                    let own = pairing.pairs[pairs.clone()].iter().map(|(_, pair)| &**pair);
                    let notes = notes_between(from, to, unit, own);
                    compared.push(ComparedRange {
                        pairs,
                        notices: [unknown_between(from, to, unit), notes].concat(),
                    });
                }
                each(ViewPairComparison {
                    pairs: pairing.pairs,
                    clauses: compared,
                });
            }
        }
    }
}
