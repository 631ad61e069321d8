//! Returns notices, each a sentence, to show with a clause: other profiles' instructions, unknown
//! changes, moves. Incomplete text that no sheet amends has a notice, too.

use super::{
    Clause, ClauseAnnotation, ClauseBlock, ClauseState, ComparedUnit, label::label_of,
    origin::OPEN, section_reader::SectionReader,
};
use crate::{
    model::{
        BASE, Document, DocumentKind, EditionIx, Patch, PatchIx, Profile, SectionTree, UnitId,
    },
    op::unit_place,
    resolve::{Section, View, is_clarification},
    syntax::CommentaryKind,
    text::{Span, segment::sentences, slug::capitalize},
};
use std::{collections::BTreeSet, sync::Arc};

/// Returns notices about values of `before` that differ in `after` and come from an unofficial
/// table.
pub(super) fn unofficial_values(
    section: &Section,
    unit: UnitId,
    before: &SectionTree,
    after: &SectionTree,
) -> Vec<String> {
    let text =
        |tree: &SectionTree, unit: UnitId| tree.restated(unit).map(|wording| wording.text.clone());
    let changed = before
        .iter_live_units(unit)
        .filter(|&u| before.is_live(u) && text(before, u) != text(after, u));
    let notice = |u: UnitId| {
        let (row, column) = before.cell_labels(u)?;
        let wording = before.restated(u)?;
        let author = section.patch(wording.author(Span::new(0, wording.text.len())))?;
        let document = section
            .ruleset()
            .documents
            .get(&*author.document)
            .filter(|document| document.kind == DocumentKind::Data)?;
        Some(format!(
            "{row} ({column}): {} before is a value of the {}.",
            wording.text, document.short
        ))
    };
    changed.filter_map(notice).collect()
}

/// The notice on a section that no source ascribes to the booklet. It holds between any two views, so
/// a list of changes leaves the section out.
pub const UNPROVEN_SECTION: &str = "It is not known whether the booklet has this section.";

/// Returns notices about possible unknown changes of a unit between two views of a section.
pub(super) fn unknown_between(
    from: &SectionReader<'_>,
    to: &SectionReader<'_>,
    unit: UnitId,
) -> Vec<String> {
    let (before, after) = (from.unknown_changes(unit), to.unknown_changes(unit));
    let values = if from.has_unofficial_values() {
        unofficial_values(from.section, unit, from.tree, to.tree)
    } else {
        Vec::new()
    };
    let new = after.iter().filter(|notice| !before.contains(notice));
    let lost = before.iter().filter(|notice| !after.contains(notice));
    let unproven = (from.is_unproven() || to.is_unproven()).then(|| UNPROVEN_SECTION.to_owned());
    new.chain(lost)
        .cloned()
        .chain(values)
        .chain(unproven)
        .collect()
}

/// Returns the notes by the authors of the sheets that changed `unit` between two views, each as
/// its first sentence; `pairs` are the units in it.
pub(super) fn notes_between<'p>(
    from: &SectionReader<'_>,
    to: &SectionReader<'_>,
    unit: UnitId,
    pairs: impl Iterator<Item = &'p ComparedUnit>,
) -> Vec<String> {
    let documents: BTreeSet<&str> = pairs
        .flat_map(|pair| &pair.by)
        .map(|origin| origin.document.as_str())
        .collect();
    if documents.is_empty() {
        return Vec::new();
    }
    let (before, after) = (from.notes(unit), to.notes(unit));
    let new = after.iter().filter(|note| !before.contains(note));
    let lost = before.iter().filter(|note| !after.contains(note));
    let own = |note: &&ClauseAnnotation| documents.contains(note.origin.document.as_str());
    let text = |note: &ClauseAnnotation| {
        let sentences = sentences(&note.text);
        let first = sentences.first().map_or("", |span| span.of(&note.text));
        let more = if sentences.len() > 1 { " …" } else { "" };
        format!("Note of the {}: {first}{more}", note.origin.citation())
    };
    new.chain(lost).filter(own).map(text).collect()
}

impl SectionReader<'_> {
    /// Returns whether a table that is not official gives values of the section.
    fn has_unofficial_values(&self) -> bool {
        let documents = &self.section.ruleset().documents;
        let kind = |patch: &Arc<Patch>| documents.get(&*patch.document).map(|own| own.kind);
        let mut kinds = self.section.patches.iter().map(kind);
        kinds.any(|kind| kind == Some(DocumentKind::Data))
    }

    /// Returns notices about documents and instructions in force of which it is not known what they
    /// change in `unit`.
    fn unknown_changes(&self, unit: UnitId) -> Vec<String> {
        let open = self.open_instructions(unit).into_iter().map(|open| {
            let address = open.origin.address.clone().unwrap_or_default();
            format!(
                "{}: {address}. It is not known what this open instruction changes.",
                open.origin.citation()
            )
        });
        let remarks = self.commentary(unit, CommentaryKind::Remark).into_iter();
        let described = |remark: &ClauseAnnotation| remark.origin.verb == OPEN;
        let remarks = remarks
            .filter(described)
            .map(|remark| format!("{}: {}", remark.origin.citation(), remark.text));
        let notices = self.before_revision_notices(unit).into_iter();
        notices.chain(open).chain(remarks).collect()
    }

    /// Returns notices about documents in force that changed `unit` before their revision, if the
    /// wording before the revision is missing.
    pub(super) fn before_revision_notices(&self, unit: UnitId) -> Vec<String> {
        let documents = self.chain_documents();
        let text = |tree: &SectionTree| tree.is_live(unit).then(|| tree.restated_text(unit));
        let notice = |document: &Document| {
            let revised = document
                .revised
                .filter(|revised| self.view.as_of < revised.counts_from())?;
            let later = self
                .section
                .version(&self.view.with_day(revised.counts_from()));
            let out = document.published.counts_from() <= self.view.as_of
                && text(&later) != text(self.tree);
            let (short, published) = (&document.short, &document.published);
            out.then(|| format!("It is not known what the {short} of {published} changed here before the revision of {revised}."))
        };
        documents.filter_map(notice).collect()
    }

    /// Returns the notices to show with `unit`; `clause` is the rest of its view.
    pub(super) fn clause_notices(&self, unit: UnitId, clause: &Clause) -> Vec<String> {
        let blocks = &clause.blocks;
        let mut out = self.scoped_notices(unit);
        out.extend(self.compilation_notice());
        if clause.clarifications.is_empty() {
            out.extend(self.rulings_elsewhere(unit));
        }
        out.extend(self.before_revision_notices(unit));
        // figures of an unofficial table are not printed wording
        let filled = |block: &ClauseBlock| {
            block.provenance.iter().any(|run| {
                self.db
                    .ruleset
                    .documents
                    .get(&run.origin.document)
                    .is_some_and(|d| d.kind == DocumentKind::Data)
            })
        };
        let is_incomplete = match clause.state {
            ClauseState::NotHeld => true,
            ClauseState::InForce => blocks.iter().any(|block| !block.held),
            ClauseState::Deleted
            | ClauseState::Moved
            | ClauseState::NotYet
            | ClauseState::Unknown => false,
        };
        let bare = !blocks.iter().any(filled)
            && clause.open.is_empty()
            && clause.remarks.is_empty()
            && clause.contradictions.is_empty();
        if is_incomplete && bare && out.is_empty() && self.is_untouched(unit) {
            let edition = self.db.ruleset.edition_id(self.view.edition);
            // one that is published later may be for this edition, too
            let is_later = |patch: &Patch| {
                let is_of_edition = patch.is_instruction() && patch.edition <= self.view.edition;
                is_of_edition && patch.known.counts_from() > self.view.as_of
            };
            let known = match self.section.patches.iter().any(|patch| is_later(patch)) {
                true => " known on that day",
                false => "",
            };
            out.push(format!(
                "No amendment up to edition {edition}{known} changes it: the printed text applies."
            ));
        }
        out.extend(self.rearrangement_notices(unit));
        out
    }

    /// Returns a notice of the rulings on `unit` that other profiles show, if this one shows any.
    fn rulings_elsewhere(&self, unit: UnitId) -> Option<String> {
        let layers = &self.view.profile.layers;
        let is_hidden = |patch: &Patch| {
            is_clarification(patch) && !layers.iter().any(|layer| **layer == *patch.document)
        };
        if layers.is_empty() || !self.section.patches.iter().any(|patch| is_hidden(patch)) {
            return None;
        }
        let near = |&u: &UnitId| self.tree.contains(unit, u) || self.tree.contains(u, unit);
        self.db.ruleset.profiles.iter().find_map(|profile| {
            let view = View {
                profile: Arc::new(profile.clone()),
                ..self.view.clone()
            };
            let rulings = self.section.rulings(&view).into_iter();
            let near = rulings.filter(|ruling| ruling.units.iter().any(near));
            let mut cited: Vec<String> = near
                .filter_map(|ruling| {
                    let short = self.origin(ruling.patch).short;
                    let number = self.section.patch(ruling.patch)?.numbers().first()?.clone();
                    let number = number.rsplit(':').next().unwrap_or_default();
                    Some(format!("{number} of {short}"))
                })
                .collect();
            cited.dedup();
            let name = &profile.name;
            (!cited.is_empty()).then(|| format!("See {}, for profile {name}.", cited.join(", ")))
        })
    }

    /// Returns a notice that a section of this project's own notes is about all editions, if the
    /// view is not of the newest.
    fn compilation_notice(&self) -> Option<String> {
        let ruleset = &self.db.ruleset;
        let base = self.section.patch(BASE)?;
        let own = ruleset.documents.get(&*base.document)?;
        let newest = EditionIx(u16::try_from(ruleset.editions.len()).ok()?.checked_sub(1)?);
        let is_dated = own.kind == DocumentKind::Notes && self.view.edition != newest;
        is_dated.then(|| {
            let (title, newest) = (capitalize(&own.short), ruleset.edition_id(newest));
            let edition = ruleset.edition_id(self.view.edition);
            format!("{title} describes all editions up to {newest}; not all of it need be true at {edition}.")
        })
    }

    /// Returns notices about the units in `unit` that were moved or got another label: from where,
    /// and by which instruction.
    fn rearrangement_notices(&self, unit: UnitId) -> Vec<String> {
        let mut out = Vec::new();
        for inner in self.tree.live_units(unit) {
            let Some(node) = self.tree.get(inner) else {
                continue;
            };
            let mut push = |by: PatchIx, what: String| {
                let name = match inner == unit {
                    true => String::new(),
                    false => format!("{}: ", unit_place(self.tree, inner)),
                };
                let citation = self.analysis.origin(self.section, by).citation();
                out.push(capitalize(&format!("{name}{what} ({citation}).")));
            };
            if let Some(by) = node.moved {
                let before = unit_place(&self.section.frame(by), inner);
                push(by, format!("moved from {before}"));
            }
            if let Some(by) = node.relabelled {
                let before = label_of(&self.section.frame(by), inner).unwrap_or_default();
                push(by, format!("labelled \"{before}\" before"));
            }
        }
        out
    }

    /// Returns notices about instructions on `unit` that other profiles count and this one does
    /// not.
    pub(super) fn scoped_notices(&self, unit: UnitId) -> Vec<String> {
        let chain = self.chain();
        let mut out = Vec::new();
        for (at, patch) in self.section.patches.iter().enumerate() {
            let Some(scope) = patch
                .scope
                .as_ref()
                .filter(|scope| !self.view.profile.scopes.contains(scope))
            else {
                continue;
            };
            let profiles = self
                .db
                .ruleset
                .profiles
                .iter()
                .filter(|profile| profile.scopes.contains(scope));
            let acts = |profile: &&Profile| {
                let view = View {
                    profile: Arc::new((*profile).clone()),
                    ..self.view.clone()
                };
                view.includes(patch)
                    && chain.contains(&patch.edition)
                    && self.acts_on(unit, PatchIx(at as u32), &view)
            };
            let names: Vec<&str> = profiles
                .filter(acts)
                .map(|profile| profile.name.as_str())
                .collect();
            if !names.is_empty() {
                let which = if names.len() == 1 {
                    "profile"
                } else {
                    "profiles"
                };
                let by = self.origin(PatchIx(at as u32)).citation();
                out.push(format!(
                    "{by}, also applies here under the {which} {}.",
                    names.join(", ")
                ));
            }
        }
        out
    }

    /// Returns whether a patch acts on `unit` at another view.
    fn acts_on(&self, unit: UnitId, patch: PatchIx, view: &View) -> bool {
        self.section.revisions(view).windows(2).any(|pair| {
            pair[1].patches.contains(&patch)
                && self
                    .section
                    .touches(patch, unit, &pair[0].tree, &pair[1].tree)
        })
    }

    /// Returns whether no sheet in force touches the unit or, for a whole section, its parts. If
    /// the first wording of a sheet is missing, its revision counts.
    fn is_untouched(&self, unit: UnitId) -> bool {
        let ruleset = &self.db.ruleset;
        let chain = ruleset.amendment_chain(self.view.edition);
        let day = self.view.as_of;
        let out = |document: &&Document| {
            chain.contains(&document.edition) && document.published.counts_from() <= day
        };
        let revised = ruleset
            .documents
            .values()
            .filter(out)
            .filter_map(|document| document.revised)
            .map(|date| date.counts_from());
        let as_of = revised.max().map_or(day, |revised| revised.max(day));
        let view = View {
            as_of,
            ..self.view.clone()
        };
        let untouched = |section: &Section, unit| {
            self.analysis
                .log_entries(self.db, section, unit, &view)
                .is_empty()
        };
        let whole = unit == self.tree.root;
        let parts = self
            .db
            .subsections_of(&self.section.id)
            .iter()
            .filter(|_| whole)
            .filter_map(|id| self.db.section(id));
        untouched(self.section, unit)
            && parts
                .into_iter()
                .all(|part| untouched(&part, part.version(&view).root))
    }
}
