//! Lists the sections with amendments, rulings, remarks or notices in outline order, grouped by
//! printed page and compared with an earlier view, for the printed exports: booklet and slips.

use super::{
    Analysis, ClauseAnnotation, ClauseConflict, ClauseRuling, DocumentSummary, ViewDescription,
    clause::WordingChoice,
    overview::is_project_notes,
    page_errata::{EarlierWording, ErrataMark, ErrataPiece, errata_pieces},
    section_reader::SectionReader,
};
use crate::resolve::{RulesetDb, View};
use serde::Serialize;
use std::collections::BTreeMap;

/// A section with amendments, rulings, remarks or notices: these, and all pieces of its text, each
/// with what happened to it since print.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AmendedSection {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading at the view.
    pub heading: String,
    /// Whether its page is inferred.
    pub page_inferred: bool,
    /// Whether it is not in print at all.
    pub new: bool,
    /// Whether it reads differently than at the earlier view.
    pub changed: bool,
    /// Its pieces, in printed order, including those that are unchanged.
    pub lines: Vec<ErrataPiece>,
    /// The conflicts between its patches.
    pub conflicts: Vec<ClauseConflict>,
    /// Rulings on it.
    pub clarifications: Vec<ClauseRuling>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseAnnotation>,
    /// Remarks for its readers.
    pub remarks: Vec<ClauseAnnotation>,
    /// Notices to show with it.
    pub notices: Vec<String>,
    /// Instructions that give neither words nor place.
    pub open: Vec<ClauseAnnotation>,
}

/// Successive amended sections of one printed page, or of unknown page; pages can recur.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AmendedPage {
    /// The printed page, if it is known.
    pub page: Option<String>,
    /// The sections.
    pub sections: Vec<AmendedSection>,
}

/// The section in which moved text continues: its heading and its printed page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveTarget {
    /// Its heading.
    pub heading: String,
    /// The printed page.
    pub page: Option<String>,
}

/// The sections to which text was moved, by the name of the clause in which it continues.
pub type MoveTargets = BTreeMap<String, MoveTarget>;

/// The amendments of a printed text at a view, page by page, for `export print`, also compared to
/// an earlier view. Sections that only have rulings, remarks or notices are included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Amendments {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// The earlier view with which it is compared.
    pub since: ViewDescription,
    /// The title of the ruleset.
    pub title: String,
    /// The edition in print.
    pub base: String,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The documents that count at the view.
    pub documents: Vec<DocumentSummary>,
    /// The pages with amendments or rulings, in the order of the outline.
    pub pages: Vec<AmendedPage>,
    /// The sections to which text was moved.
    pub move_targets: MoveTargets,
}

impl Analysis {
    /// Returns the amendments of the printed text at `view`, with each piece of text also compared
    /// with the view `since`.
    pub fn amendments(
        &self,
        db: &RulesetDb,
        view: &View,
        since: &View,
        choice: WordingChoice,
    ) -> Amendments {
        db.resolve_all();
        let ruleset = &db.ruleset;
        let mut pages: Vec<AmendedPage> = Vec::new();
        for id in db.outline() {
            let Some((page, section)) = self.amended(db, id, view, since, choice) else {
                continue;
            };
            match pages.last_mut().filter(|last| last.page == page) {
                Some(last) => last.sections.push(section),
                None => pages.push(AmendedPage {
                    page,
                    sections: vec![section],
                }),
            }
        }
        let base = ruleset
            .amendment_chain(view.edition)
            .first()
            .map(|edition| ruleset.edition_id(*edition).to_owned())
            .unwrap_or_default();
        let documents = self.applied_documents(db, view);
        let moved = pages
            .iter()
            .flat_map(|page| &page.sections)
            .flat_map(|section| &section.lines)
            .filter_map(|line| line.moved_to.clone());
        let home = |name: String| {
            let info = db.section_info(db.section_of(&name)?)?;
            Some((
                name,
                MoveTarget {
                    heading: info.heading,
                    page: info.page,
                },
            ))
        };
        let move_targets = moved.filter_map(home).collect();
        Amendments {
            version: 1,
            query: ViewDescription::new(ruleset, view),
            since: ViewDescription::new(ruleset, since),
            title: ruleset.title.clone(),
            base,
            notices: self.notices(ruleset, view),
            documents,
            pages,
            move_targets,
        }
    }

    /// Returns a section with its page; `None` if it has no amendment, ruling, remark or notice.
    fn amended(
        &self,
        db: &RulesetDb,
        id: &str,
        view: &View,
        since: &View,
        choice: WordingChoice,
    ) -> Option<(Option<String>, AmendedSection)> {
        let (section, info) = (db.section(id)?, db.section_info(id)?);
        let (tree, older) = (section.version(view), section.version(since));
        if !tree.exists || is_project_notes(db, &section) {
            return None;
        }
        let reader = SectionReader::new(self, db, &section, view, &tree);
        let then = SectionReader::new(self, db, &section, since, &older);
        let clause = self.clause(db, &section, None, view, choice);
        let notices = reader.scoped_notices(tree.root);
        let lines = errata_pieces(&reader, Some(&then), choice);
        let touched = lines.iter().any(|line| {
            line.mark != ErrataMark::Unchanged || line.before.contains(&EarlierWording::Gone)
        });
        let bare = clause.conflicts.is_empty()
            && clause.clarifications.is_empty()
            && clause.open.is_empty();
        let annotated = !(bare
            && clause.remarks.is_empty()
            && clause.contradictions.is_empty()
            && notices.is_empty());
        if !touched && !annotated {
            return None;
        }
        let section = AmendedSection {
            id: clause.id,
            heading: tree
                .heading()
                .map_or(info.heading, |unit| tree.restated_text(unit)),
            page_inferred: info.page_inferred,
            new: !section.base().exists,
            changed: lines
                .iter()
                .flat_map(|line| &line.before)
                .any(|before| *before != EarlierWording::Same),
            lines,
            conflicts: clause.conflicts,
            clarifications: clause.clarifications,
            contradictions: clause.contradictions,
            remarks: clause.remarks,
            notices,
            open: clause.open,
        };
        Some((info.page, section))
    }
}
