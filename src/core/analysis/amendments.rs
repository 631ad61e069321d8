//! Lists the sections with amendments, rulings, remarks or notices in outline order, grouped by
//! printed page and compared with an earlier view, for the printed exports: booklet and slips.

use super::{
    Analysis, Clause, PrintHead, ViewDescription, WordingChoice,
    overview::is_project_notes,
    page_errata::{EarlierWording, ErrataMark, ErrataPiece, errata_pieces},
    section_reader::SectionReader,
};
use crate::resolve::{RulesetDb, View};
use std::collections::BTreeMap;

/// A section with amendments, rulings, remarks or notices, and all pieces of its text, each with
/// what happened to it since print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmendedSection {
    /// The section at the view, with what is shown next to it.
    pub clause: Clause,
    /// Whether it is not in print at all.
    pub new: bool,
    /// Its pieces, in printed order, including those that are unchanged.
    pub lines: Vec<ErrataPiece>,
    /// Instructions that only count for other profiles.
    pub notices: Vec<String>,
}

/// Successive amended sections of one printed page, or of unknown page; pages can recur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmendedPage {
    /// The printed page, if it is known.
    pub page: Option<String>,
    /// The sections.
    pub sections: Vec<AmendedSection>,
}

/// The section in which moved text continues: its heading and its printed page.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendments {
    /// What it is about.
    pub head: PrintHead,
    /// The earlier view with which it is compared.
    pub since: ViewDescription,
    /// The edition in print.
    pub base: String,
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
            let Some(section) = self.amended(db, id, view, since, choice) else {
                continue;
            };
            let page = section.clause.page.clone();
            match pages.last_mut().filter(|last| last.page == page) {
                Some(last) => last.sections.push(section),
                None => pages.push(AmendedPage {
                    page,
                    sections: vec![section],
                }),
            }
        }
        let chain = ruleset.amendment_chain(view.edition);
        let base = chain.first().map(|edition| ruleset.edition_id(*edition));
        let sections = pages.iter().flat_map(|page| &page.sections);
        let lines = sections.flat_map(|section| &section.lines);
        let moved = lines.filter_map(|line| line.moved_to.clone());
        let home = |name: String| {
            let info = db.section_info(db.section_of(&name)?)?;
            let (heading, page) = (info.heading, info.page);
            Some((name, MoveTarget { heading, page }))
        };
        Amendments {
            head: self.print_head(db, view),
            since: ViewDescription::new(ruleset, since),
            base: base.unwrap_or_default().to_owned(),
            move_targets: moved.filter_map(home).collect(),
            pages,
        }
    }

    /// Returns a section if it has amendments, rulings, remarks or notices.
    fn amended(
        &self,
        db: &RulesetDb,
        id: &str,
        view: &View,
        since: &View,
        choice: WordingChoice,
    ) -> Option<AmendedSection> {
        let section = db.section(id)?;
        let (tree, older) = (section.version(view), section.version(since));
        if !tree.exists || is_project_notes(db, &section) {
            return None;
        }
        let reader = SectionReader::new(self, db, &section, view, &tree);
        let then = SectionReader::new(self, db, &section, since, &older);
        let own = AmendedSection {
            clause: self.clause(db, &section, None, view, choice),
            new: !section.base().exists,
            lines: errata_pieces(&reader, Some(&then), choice),
            notices: reader.scoped_notices(tree.root),
        };
        let is_touched = own.lines.iter().any(|line| {
            line.mark != ErrataMark::Unchanged || line.before.contains(&EarlierWording::Gone)
        });
        let clause = &own.clause;
        let is_bare = clause.conflicts.is_empty()
            && clause.clarifications.is_empty()
            && clause.open.is_empty()
            && clause.remarks.is_empty()
            && clause.contradictions.is_empty()
            && own.notices.is_empty();
        (is_touched || !is_bare).then_some(own)
    }
}
