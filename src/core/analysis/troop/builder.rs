//! Collects a troop type's table cells, clauses, rulings and changes from all sections of a view.

use super::{
    super::{
        Analysis, Clause, ClauseAnnotation, RegisteredRuling, ViewDescription, WordingChoice,
        continuation::announcement, public_id, section_reader::SectionReader,
    },
    Troop, TroopChange, TroopClause, TroopGroup, TroopMention, TroopName, TroopRuling, TroopTable,
    TroopView,
    corpus::{TroopCorpus, TroopSection},
    mention::{TroopMatcher, TroopText},
};
use crate::{
    model::{SectionTree, UnitId},
    resolve::{RulesetDb, View},
};

impl Analysis {
    /// Returns the troop type that a person names, if the ruleset has it.
    pub fn troop_named(&self, db: &RulesetDb, typed: &str) -> Option<TroopName> {
        TroopName::parse(&db.ruleset, typed)
    }

    /// Returns everything about a troop type at a view.
    pub fn troop_view(
        &self,
        db: &RulesetDb,
        name: &TroopName,
        view: &View,
        choice: WordingChoice,
    ) -> TroopView {
        self.troop_view_of(&TroopCorpus::new(self, db, view, choice), name)
    }

    /// Returns everything about a troop type at the view of `source`.
    pub fn troop_view_of(&self, source: &TroopCorpus<'_>, name: &TroopName) -> TroopView {
        let (db, view, choice) = (source.db, &source.view, source.choice);
        let ruleset = &db.ruleset;
        let mut builder = TroopBuilder {
            source,
            name,
            matcher: TroopMatcher::new(ruleset, &source.names, name),
            tables: Vec::new(),
            found: Vec::new(),
            open: Vec::new(),
            changes: Vec::new(),
        };
        for section in &source.sections {
            builder.add_section(section);
        }
        let glossary = self
            .glossary_entries(db, &name.letters, view)
            .into_iter()
            .next();
        let clauses =
            glossary.map(|(section, unit, _)| self.clause(db, &section, Some(unit), view, choice));
        let troop = builder.finish();
        let clauses: Vec<Clause> = clauses.into_iter().collect();
        let mut notices = self.notices(ruleset, view);
        notices.extend(clauses.iter().flat_map(|clause| clause.notices.clone()));
        notices.extend(troop.missing_grade());
        TroopView {
            version: 1,
            query: ViewDescription::new(ruleset, view),
            notices,
            clauses,
            troop,
        }
    }
}
/// Collects what is about the troops, section by section.
struct TroopBuilder<'a> {
    source: &'a TroopCorpus<'a>,
    name: &'a TroopName,
    matcher: TroopMatcher,
    tables: Vec<TroopTable>,
    /// Each section with its clauses and, if its text is not complete, its page.
    found: Vec<(String, Vec<TroopClause>, Option<String>)>,
    open: Vec<ClauseAnnotation>,
    changes: Vec<TroopChange>,
}

impl TroopBuilder<'_> {
    fn add_section(&mut self, own: &TroopSection) {
        let (analysis, db, view) = (self.source.analysis, self.source.db, &self.source.view);
        self.tables
            .extend(self.source.table(own, self.name, &self.matcher));
        let (section, tree) = (&own.section, &own.tree);
        let reader = SectionReader::new(analysis, db, section, view, tree);
        let clauses = self.clauses_of(own, &reader);
        self.add_changes(own, &clauses);
        self.add_open(own, &reader);
        let info = db.section_info(&section.id).unwrap_or_default();
        let is_of_others =
            clauses.is_empty() && self.matcher.is_heading_of_others(&own.known_heading);
        let page = info
            .page
            .filter(|_| tree.exists && !is_of_others && is_incomplete(tree));
        self.found.push((section.id.clone(), clauses, page));
    }

    /// Returns the clauses of a section that are about the troops.
    fn clauses_of(&self, section: &TroopSection, reader: &SectionReader<'_>) -> Vec<TroopClause> {
        let tree = reader.tree;
        let info = self
            .source
            .db
            .section_info(&reader.section.id)
            .unwrap_or_default();
        let heading = &section.heading.text;
        let is_own_section = self.matcher.is_heading(&section.heading);
        let mut out = Vec::new();
        for clause in &section.clauses {
            let label = clause.label.as_ref();
            let own = is_own_section || label.is_some_and(|label| self.matcher.is_label(label));
            let sentences = &clause.sentences;
            let outer = tree.ancestors(clause.unit).skip(1);
            let outer =
                outer.filter_map(|unit| section.clauses.iter().find(|own| own.unit == unit));
            let outer: Vec<&TroopText> = outer
                .flat_map(|own| own.sentences.iter().rev().map(|(_, text)| text))
                .collect();
            let mention = |at: usize| {
                let before = sentences[..at].iter().rev().map(|(_, text)| text);
                let above = before.chain(label).chain(outer.iter().copied());
                let above = above.chain([&section.heading]);
                self.matcher.mention(&sentences[at].1, above)
            };
            let mentions: Vec<Option<TroopMention>> = (0..sentences.len()).map(mention).collect();
            let best = if own {
                Some(TroopMention::Type)
            } else {
                mentions.iter().flatten().min().cloned()
            };
            let Some(named) = best else { continue };
            // the best mention counts for the clause; all sentences that name the troops are shown
            let matching: Vec<UnitId> = sentences
                .iter()
                .zip(&mentions)
                .filter(|(_, mention)| own || mention.is_some())
                .map(|((unit, _), _)| *unit)
                .collect();
            let blocks: Vec<_> = matching
                .iter()
                .filter_map(|&unit| reader.block(unit, self.source.choice))
                .collect();
            let unit = match matching.as_slice() {
                [one] if sentences.len() > 1 => *one,
                _ => clause.unit,
            };
            if blocks
                .iter()
                .any(|block| block.text.contains(char::is_alphanumeric))
            {
                out.push(TroopClause {
                    id: self.full_id(&public_id(reader.section, tree, unit)),
                    path: reader.heading_path(unit, heading, info.within.as_deref()),
                    page: info.page.clone(),
                    lead: announcement(tree, clause.unit).map(|lead| tree.restated_text(lead)),
                    own,
                    named,
                    blocks,
                });
            }
        }
        out
    }

    /// Adds the changes of a section that are about the troops, edition by edition.
    fn add_changes(&mut self, section: &TroopSection, clauses: &[TroopClause]) {
        let own: Vec<&TroopClause> = clauses.iter().filter(|clause| clause.own).collect();
        let is_own = |id: &str| own.iter().any(|own| is_within(id, &own.id));
        // what a grade without a type belongs to is known of the clauses
        let is_about = |id: &str| {
            let mut ids = clauses.iter().map(|clause| &clause.id);
            ids.any(|clause| is_within(id, clause) || is_within(clause, id))
        };
        for change in &section.changes {
            let unit = &change.unit;
            let texts = change.texts.iter();
            let mention = |text| self.matcher.mention(text, std::iter::empty());
            let named = match texts.filter_map(mention).min() {
                Some(TroopMention::Type) => true,
                Some(TroopMention::Grade) => is_about(&unit.id),
                Some(TroopMention::Class(_)) | None => false,
            };
            if named || is_own(&unit.id) {
                self.changes.push(TroopChange {
                    edition: self.source.db.ruleset.edition_id(change.edition).to_owned(),
                    heading: change.heading.clone(),
                    page: change.page.clone(),
                    unit: unit.clone(),
                });
            }
        }
    }

    /// Adds the open instructions on a section of the troops, and those elsewhere that name them.
    fn add_open(&mut self, section: &TroopSection, reader: &SectionReader<'_>) {
        let is_own = self.matcher.is_heading(&section.heading);
        let names = &self.source.names;
        let open = reader.open_instructions(reader.tree.root).into_iter();
        self.open.extend(open.filter(|open| {
            let text = names.find_in(open.text.clone());
            is_own || self.matcher.is_label(&text)
        }));
    }

    fn full_id(&self, id: &str) -> String {
        format!("{}/{id}", self.source.db.ruleset.key)
    }

    /// Returns the group of a section: its own, or that of a section that contains it.
    fn group_of(&self, section: &str) -> Option<usize> {
        let mut at = Some(section.to_owned());
        while let Some(id) = at {
            let mut groups = self.source.db.ruleset.troops.groups.values();
            if let Some(place) = groups.position(|sections| sections.contains(&id)) {
                return Some(place);
            }
            at = self.source.db.section_info(&id)?.within;
        }
        None
    }

    fn finish(mut self) -> Troop {
        let ruleset = &self.source.db.ruleset;
        let mut groups: Vec<TroopGroup> = ruleset
            .troops
            .groups
            .keys()
            .map(|title| new_group(Some(title)))
            .collect();
        let mut others = new_group(None);
        let mut by_class = Vec::new();
        for (section, clauses, page) in std::mem::take(&mut self.found) {
            let group = match self.group_of(&section) {
                Some(place) => &mut groups[place],
                None => &mut others,
            };
            if let Some(page) = page
                && group.title.is_some()
                && !group.incomplete.contains(&page)
            {
                group.incomplete.push(page);
            }
            for clause in clauses {
                match clause.named {
                    TroopMention::Class(_) => by_class.push(clause),
                    TroopMention::Type | TroopMention::Grade => group.clauses.push(clause),
                }
            }
        }
        groups.push(others);
        groups.retain(|group| !group.clauses.is_empty() || !group.incomplete.is_empty());
        for group in &mut groups {
            group
                .clauses
                .sort_by_key(|clause| (!clause.own, clause.named.clone()));
        }
        self.changes.reverse();
        self.changes
            .sort_by_key(|change| std::cmp::Reverse(ruleset.edition(&change.edition)));
        let rulings = self.rulings(&groups);
        let kind = ruleset.troops.types.get(&self.name.letters);
        Troop {
            name: self.name.short(),
            letters: self.name.letters.clone(),
            title: self.name.title(ruleset),
            grade: self.name.grade.clone(),
            grades: self.grades(),
            classes: kind.map(|kind| kind.classes.clone()).unwrap_or_default(),
            tables: self.tables,
            groups,
            by_class,
            rulings,
            open: self.open,
            changes: self.changes,
        }
    }

    /// Returns the grades that a table has for the type.
    fn grades(&self) -> Vec<String> {
        let of_all_grades;
        let tables = if self.name.grade.is_none() {
            &self.tables
        } else {
            of_all_grades = self.tables_of_all_grades();
            &of_all_grades
        };
        let has = |grade: &&String| {
            let mut rows = tables.iter().flat_map(|table| &table.rows);
            rows.any(|row| row.grade.as_ref() == Some(*grade))
        };
        let all = self.source.db.ruleset.troops.grades.keys();
        all.filter(has).cloned().collect()
    }

    /// Returns the tables of the type without regard to its grade.
    fn tables_of_all_grades(&self) -> Vec<TroopTable> {
        let any = TroopName {
            grade: None,
            ..self.name.clone()
        };
        let matcher = TroopMatcher::new(&self.source.db.ruleset, &self.source.names, &any);
        let sections = self.source.sections.iter();
        sections
            .filter_map(|section| self.source.table(section, &any, &matcher))
            .collect()
    }

    /// Returns the rulings that name the troops, and those that interpret one of their clauses.
    fn rulings(&self, groups: &[TroopGroup]) -> Vec<TroopRuling> {
        let own: Vec<&str> = groups
            .iter()
            .flat_map(|group| &group.clauses)
            .filter(|clause| clause.own)
            .map(|clause| clause.id.as_str())
            .collect();
        let on_own = |ruling: &RegisteredRuling| {
            let mut units = ruling.interprets.iter();
            units.any(|unit| own.iter().any(|own| is_within(&unit.id, own)))
        };
        let mut out: Vec<TroopRuling> = Vec::new();
        for (entry, text) in &self.source.rulings {
            let named = self.matcher.mention(text, std::iter::empty());
            if named.is_none() && !on_own(entry) {
                continue;
            }
            out.push(TroopRuling {
                id: self.full_id(&entry.ruling.id),
                short: entry.origin.short.clone(),
                n: entry.ruling.n.clone(),
                heading: entry.heading.clone(),
                page: entry.origin.page.clone(),
                state: entry.ruling.state,
                reason: entry.ruling.reason.clone(),
                text: entry.ruling.text.clone(),
                named,
            });
        }
        out.sort_by_key(|ruling| match &ruling.named {
            Some(TroopMention::Type) => 0,
            Some(TroopMention::Grade) => 1,
            None => 2,
            Some(TroopMention::Class(_)) => 3,
        });
        out
    }
}

/// Returns whether an id is that of a clause or of a part of it.
fn is_within(id: &str, clause: &str) -> bool {
    id.strip_prefix(clause)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn new_group(title: Option<&String>) -> TroopGroup {
    TroopGroup {
        title: title.cloned(),
        incomplete: Vec::new(),
        clauses: Vec::new(),
    }
}

/// Returns whether the booklet has text in a section that is not known.
fn is_incomplete(tree: &SectionTree) -> bool {
    let units = tree.live_units(tree.root);
    let has_hole = |&unit: &UnitId| {
        tree.kind(unit).is_gap()
            || tree
                .restated(unit)
                .is_some_and(|wording| wording.has_hole())
    };
    units.iter().any(has_hole) || units.len() <= 2
}
