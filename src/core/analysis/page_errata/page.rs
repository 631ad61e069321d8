//! Returns what became of each piece of a printed page, unchanged ones included, by section.

use super::{
    builder::errata_pieces,
    merge::describe_action,
    piece::{ErrataMark, ErrataPiece},
};
use crate::{
    analysis::{
        Analysis, ClauseAnnotation, ViewDescription, WithdrawnChange, WordingChoice,
        section_reader::SectionReader,
    },
    model::{BASE, DocumentKind},
    resolve::{RulesetDb, Section, View},
    syntax::CommentaryKind,
    text::prefixed,
};
use serde::Serialize;
use std::sync::Arc;

/// A section of a printed page: its pieces, each with what happened to it since print, its rulings
/// and notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionErrata {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Whether its page is inferred.
    pub page_inferred: bool,
    /// Its pieces, in printed order; empty if its wording at the view is not known.
    pub lines: Vec<ErrataPiece>,
    /// Whether nothing changes it or may change it.
    #[serde(rename = "stands")]
    pub unchanged: bool,
    /// The same in words; empty if something changes it.
    pub action: String,
    /// Notices to show with it.
    pub notices: Vec<String>,
    /// Instructions that give neither words nor place.
    pub open: Vec<ClauseAnnotation>,
    /// Changes that were withdrawn.
    pub withdrawn: Vec<WithdrawnChange>,
    /// The rulings on it, with their states: `iwf-1.2 C6.1 (current)`.
    pub rulings: Vec<String>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseAnnotation>,
    /// Remarks for its readers.
    pub remarks: Vec<ClauseAnnotation>,
    /// Declared deviations of the encoding from the print.
    pub deviations: Vec<ClauseAnnotation>,
}

/// What became of a printed page: its sections, and the amended sections whose page is unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageErrata {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// The page.
    pub page: String,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The known sections on it, in printed order.
    pub sections: Vec<SectionErrata>,
    /// The headings of amended sections whose page is unknown: they may be on this page.
    pub unplaced: Vec<String>,
}

impl Analysis {
    /// Returns the errata of the printed page `page`.
    pub fn page_errata(
        &self,
        db: &RulesetDb,
        page: &str,
        view: &View,
        choice: WordingChoice,
    ) -> PageErrata {
        let found = db
            .sections_on_page(page)
            .iter()
            .filter_map(|id| db.section(id));
        let sections = found
            .filter_map(|section| self.section_errata(db, &section, view, choice))
            .collect();
        PageErrata {
            version: 1,
            query: ViewDescription::new(&db.ruleset, view),
            page: page.to_owned(),
            notices: self.notices(&db.ruleset, view),
            sections,
            unplaced: self.unplaced(db, view, choice),
        }
    }

    /// Returns the headings of amended sections of the booklet and its sheets whose page is unknown.
    fn unplaced(&self, db: &RulesetDb, view: &View, choice: WordingChoice) -> Vec<String> {
        let unplaced = db.outline().iter().filter(|id| {
            db.section_info(id)
                .is_some_and(|info| info.page.is_none() && !info.figure)
        });
        // a list book has pages of its own, and tables of figures have none
        let booklet = db
            .ruleset
            .documents
            .values()
            .find(|document| document.kind == DocumentKind::Base);
        let printed = |section: &Arc<Section>| {
            let document = section
                .patch(BASE)
                .and_then(|base| db.ruleset.documents.get(&*base.document));
            document.is_some_and(|own| {
                own.kind == DocumentKind::Amendment
                    || booklet.is_some_and(|booklet| booklet.key == own.key)
            })
        };
        let sections = unplaced.filter_map(|id| db.section(id)).filter(printed);
        let errata = sections.filter_map(|section| self.section_errata(db, &section, view, choice));
        errata
            .filter(|section| !section.unchanged)
            .map(|section| section.heading)
            .collect()
    }

    /// Returns the errata of a section; `None` if it does not exist at the view.
    pub fn section_errata(
        &self,
        db: &RulesetDb,
        section: &Section,
        view: &View,
        choice: WordingChoice,
    ) -> Option<SectionErrata> {
        let tree = section.version(view);
        SectionReader::new(self, db, section, view, &tree).errata(choice)
    }
}

impl SectionReader<'_> {
    /// Returns the errata of the section; `None` if it does not exist at the view.
    pub(in crate::analysis) fn errata(&self, choice: WordingChoice) -> Option<SectionErrata> {
        let (reader, db, section, tree) = (self, self.db, self.section, self.tree);
        let info = db.section_info(&section.id)?;
        if !tree.exists {
            return None;
        }
        let mut lines = errata_pieces(reader, None, choice);
        let (mut notices, open) = (
            reader.scoped_notices(tree.root),
            reader.open_instructions(tree.root),
        );
        let unknown = reader.before_revision_notices(tree.root);
        if !unknown.is_empty() {
            lines.clear();
        }
        notices.extend(unknown);
        let withdrawn = reader.withdrawn_changes(tree.root);
        let rulings = reader
            .clarifications(tree.root, choice)
            .into_iter()
            .map(|ruling| {
                let n = prefixed(" ", ruling.n);
                format!("{}{n} ({})", ruling.document, ruling.state.label())
            });
        let rulings = rulings.collect();
        let of = |kind: CommentaryKind| reader.commentary(tree.root, kind);
        let (contradictions, remarks) = (
            of(CommentaryKind::Contradiction),
            of(CommentaryKind::Remark),
        );
        let bare = notices.is_empty()
            && open.is_empty()
            && contradictions.is_empty()
            && remarks.is_empty();
        let unchanged = bare && lines.iter().all(|line| line.mark == ErrataMark::Unchanged);
        // subsections have errata of their own
        let parts = if db.subsections_of(&section.id).is_empty() {
            ""
        } else {
            ", except for the parts that are listed separately"
        };
        let action = if unchanged {
            describe_action(ErrataMark::Unchanged, &[], None) + parts
        } else {
            String::new()
        };
        let deviations = of(CommentaryKind::Deviation);
        let id = format!("{}/{}", db.ruleset.key, section.id);
        let (heading, page_inferred) = (info.heading, info.page_inferred);
        Some(SectionErrata {
            id,
            heading,
            page_inferred,
            lines,
            unchanged,
            action,
            notices,
            open,
            withdrawn,
            rulings,
            contradictions,
            remarks,
            deviations,
        })
    }
}
