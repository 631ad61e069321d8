//! All that amends a printed text, in the order of its pages.

use super::{
    Analysis, Clarification, ClauseConflict, ClauseRemark, Query, Volume,
    clause_view::WordingChoice,
    overview::own_notes,
    page_errata::{EarlierWording, ErrataLine, ErrataMark, errata_lines},
    reader::Reader,
};
use crate::{
    resolve::{RulesetDb, View},
    syntax::Layer,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A section that is amended, or that rulings bear on.
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
    /// Whether it reads otherwise than at the earlier view.
    pub changed: bool,
    /// Its pieces, in printed order, those that stand among them.
    pub lines: Vec<ErrataLine>,
    /// What its patches disagree on.
    pub conflicts: Vec<ClauseConflict>,
    /// Rulings on it.
    pub clarifications: Vec<Clarification>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseRemark>,
    /// What a reader of it should know besides.
    pub remarks: Vec<ClauseRemark>,
    /// What must be said along with it.
    pub notices: Vec<String>,
    /// Instructions that give neither words nor place.
    pub open: Vec<ClauseRemark>,
}

/// Sections that follow each other on one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AmendedPage {
    /// The printed page; none where it is not known.
    pub page: Option<String>,
    /// The sections.
    pub sections: Vec<AmendedSection>,
}

/// A section in which something lives on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Home {
    /// Its heading.
    pub heading: String,
    /// The printed page.
    pub page: Option<String>,
}

/// The sections to which something was moved, by the name of the clause.
pub type Homes = BTreeMap<String, Home>;

/// All that amends a printed text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Amendments {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// The earlier view with which it is compared.
    pub since: Query,
    /// The title of the ruleset.
    pub title: String,
    /// The edition in print.
    pub base: String,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The documents that count at the view.
    pub documents: Vec<Volume>,
    /// The pages on which something is amended or ruled on, in the order of the outline.
    pub pages: Vec<AmendedPage>,
    /// The sections in which what was moved lives on.
    pub homes: Homes,
}

impl Analysis {
    /// All that amends the printed text at a view, each piece compared with an earlier view.
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
            .line(view.edition)
            .first()
            .map(|edition| ruleset.edition_id(*edition).to_owned())
            .unwrap_or_default();
        let mut documents = self.catalogue(db, view).documents;
        let line: Vec<&str> = ruleset
            .line(view.edition)
            .into_iter()
            .map(|edition| ruleset.edition_id(edition))
            .collect();
        documents.retain(|document| {
            document.rules() && document.counts && line.contains(&document.edition.as_str())
        });
        let moved = pages
            .iter()
            .flat_map(|page| &page.sections)
            .flat_map(|section| &section.lines)
            .filter_map(|line| line.moved_to.clone());
        let home = |name: String| {
            let info = db.info(db.section_of(&name)?)?;
            Some((
                name,
                Home {
                    heading: info.heading,
                    page: info.page,
                },
            ))
        };
        let homes = moved.filter_map(home).collect();
        Amendments {
            version: 1,
            query: Query::of(ruleset, view),
            since: Query::of(ruleset, since),
            title: ruleset.title.clone(),
            base,
            notices: self.notices(ruleset, view),
            documents,
            pages,
            homes,
        }
    }

    /// A section with its page, if anything is to be said of it.
    fn amended(
        &self,
        db: &RulesetDb,
        id: &str,
        view: &View,
        since: &View,
        choice: WordingChoice,
    ) -> Option<(Option<String>, AmendedSection)> {
        let (section, info) = (db.section(id)?, db.info(id)?);
        let (tree, older) = (section.version(view), section.version(since));
        if !tree.exists || own_notes(db, &section) {
            return None;
        }
        let reader = Reader {
            analysis: self,
            db,
            section: &section,
            view,
            tree: &tree,
        };
        let then = Reader {
            analysis: self,
            db,
            section: &section,
            view: since,
            tree: &older,
        };
        let beside = self.clause(db, &section, None, view, choice);
        let notices = reader.scoped_notices(tree.root);
        let lines = errata_lines(reader, Some(then), choice);
        let touched = lines.iter().any(|line| {
            line.mark != ErrataMark::Stands || line.before.contains(&EarlierWording::Gone)
        });
        let bare = beside.conflicts.is_empty()
            && beside.clarifications.is_empty()
            && beside.open.is_empty();
        let said = !(bare
            && beside.remarks.is_empty()
            && beside.contradictions.is_empty()
            && notices.is_empty());
        if !touched && !said {
            return None;
        }
        let section = AmendedSection {
            id: beside.id,
            heading: tree
                .heading()
                .map_or(info.heading, |unit| tree.plain(unit, Layer::Restated)),
            page_inferred: info.page_inferred,
            new: !section.base().exists,
            changed: lines
                .iter()
                .flat_map(|line| &line.before)
                .any(|before| *before != EarlierWording::Same),
            lines,
            conflicts: beside.conflicts,
            clarifications: beside.clarifications,
            contradictions: beside.contradictions,
            remarks: beside.remarks,
            notices,
            open: beside.open,
        };
        Some((info.page, section))
    }
}
