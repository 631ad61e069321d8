//! All that an analysis says of its rules.

use rulebook::{
    analysis::Analysis,
    lint,
    model::EditionIx,
    resolve::{IndexedNameKind, View},
    syntax::{MarkKind, RulesFile, WordingLayer},
};
use std::{fmt::Write, sync::Arc};

/// All that an analysis says of its rules: outlines, names, texts of all editions, findings with their places.
pub(crate) fn all(analysis: &Analysis) -> String {
    let mut out = String::new();
    for (key, db) in analysis.ruleset_dbs() {
        let mut names: Vec<_> = db.names().collect();
        names.sort_unstable();
        writeln!(out, "== {key} {:?}\n{names:?}", db.outline()).expect("a string takes everything");
        let mut facts: Vec<&str> = db.files().flat_map(facts).collect();
        facts.sort_unstable();
        facts.dedup();
        let places: Vec<_> = facts
            .into_iter()
            .map(|fact| (fact, db.sections_with_fact(fact)))
            .collect();
        let mut pages: Vec<_> = db
            .pages()
            .map(|page| (page, db.sections_on_page(page)))
            .collect();
        pages.sort_unstable();
        let parts: Vec<_> = db
            .section_ids()
            .map(|id| db.subsections_of(id))
            .filter(|parts| !parts.is_empty())
            .collect();
        writeln!(out, "{places:?}\n{pages:?}\n{parts:?}").expect("a string");
        for kind in [
            IndexedNameKind::Section,
            IndexedNameKind::Clause,
            IndexedNameKind::Term,
            IndexedNameKind::Fact,
        ] {
            let typed = ["", "a", "b"].map(|typed| db.names_matching(kind, typed, 1000));
            writeln!(out, "{kind:?} {typed:?}").expect("a string");
        }
        for id in db.section_ids() {
            let Some(section) = db.section(id) else {
                continue;
            };
            writeln!(
                out,
                "-- {id} {:?}\n{:?}\n{:?}",
                db.section_info(id),
                section.errors,
                section.differences
            )
            .expect("a string");
            for patch in &section.patches {
                writeln!(
                    out,
                    "{:?} {:?} {} {:?}",
                    patch.heading_location(),
                    patch.entry,
                    patch.document,
                    patch.frame
                )
                .expect("a string");
            }
            let mut named: Vec<_> = section
                .arena
                .names()
                .map(|(name, unit)| (name, section.arena.location(unit)))
                .collect();
            named.sort_unstable_by_key(|(name, _)| *name);
            writeln!(out, "{named:?}").expect("a string");
            for edition in 0..db.ruleset.editions.len() as u16 {
                let profile = db.ruleset.default_profile().into();
                let view = View {
                    edition: EditionIx(edition),
                    as_of: jiff::civil::Date::MAX,
                    profile,
                };
                let tree = section.version(&view);
                writeln!(
                    out,
                    "{edition} {}",
                    tree.plain_text(tree.root, WordingLayer::Restated)
                )
                .expect("a string");
            }
        }
    }
    out
}

/// The facts that a file says.
fn facts(file: &Arc<RulesFile>) -> Vec<&str> {
    let mut out = Vec::new();
    for mark in lint::file_inlines(file)
        .into_iter()
        .flat_map(|inline| &inline.marks)
    {
        if let MarkKind::Fact(name) = &mark.kind {
            out.push(name.as_ref());
        }
    }
    out
}
