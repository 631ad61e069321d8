//! Makes search documents of paragraphs, bullets, named sentences and rows, one for each wording.
//! These are the smallest units that an umpire looks up; paragraphs and bullets only have their
//! own unnamed sentences. Sections with missing text have a document with their heading alone.

use super::section_context::SectionContext;
use crate::{
    analysis::{
        absence::is_unproven,
        continuation::{announcement, continuation},
        public_id,
        section_reader::SectionReader,
    },
    model::{BASE, EditionIx, PatchIx, Profile, SectionTree, UnitId, UnitKind, Wording},
    op::{PhraseChange, TreeEdit},
    resolve::{Section, View},
    search::{Doc, DocKind, DocWording},
    syntax::{CommentaryKind, MarkKind, WordingLayer},
};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Returns the search documents of a section's clauses, one for each wording of a clause.
pub(super) fn clause_docs(context: &SectionContext<'_>) -> Vec<Doc> {
    let wordings = collect_wordings(context);
    let mut repeats: FxHashMap<(&[String], &str), Vec<EditionIx>> = FxHashMap::default();
    for wording in wordings.values().flatten() {
        let words = (&*wording.doc.labels, &*wording.doc.text);
        repeats.entry(words).or_default().extend(&wording.editions);
    }
    let disputed = disputed_views(context);
    let mut out = Vec::new();
    for (unit, own) in &wordings {
        for wording in own {
            let doc = &wording.doc;
            let same = |other: &&UnitWording| {
                other.doc.text == doc.text && other.doc.restated == doc.restated
            };
            let reads = own.iter().filter(same).flat_map(|other| &other.editions);
            let repeats = repeats.get(&(&*doc.labels, &*doc.text));
            let is_repeat =
                |edition: &&EditionIx| doc.is_held() && !wording.editions.contains(edition);
            let repeated = repeats.into_iter().flatten().filter(is_repeat);
            out.push(Doc {
                editions: context.edition_ids(&wording.editions),
                reads: context.edition_ids(reads),
                repeated: context.edition_ids(repeated),
                gone: context.edition_ids(&wording.gone),
                moved_to: wording.moved_to.clone(),
                contradicted: contradicted_editions(context, *unit, &wording.editions, &disputed),
                ..doc.clone()
            });
        }
    }
    out
}

/// Returns the wordings of the units of a section, each with its editions.
fn collect_wordings(context: &SectionContext<'_>) -> IndexMap<UnitId, Vec<UnitWording>> {
    let mut wordings: IndexMap<UnitId, Vec<UnitWording>> = IndexMap::new();
    let mut last: Option<(Arc<SectionTree>, bool)> = None;
    for view in context.views {
        let tree = context.section.version(view);
        let chain = context.db.ruleset.amendment_chain(view.edition);
        let reader = SectionReader::new(context.analysis, context.db, context.section, view, &tree);
        let hidden = reader.unknown_before_revision();
        let same = last.as_ref().is_some_and(|(before, plain)| {
            *plain && hidden.is_empty() && Arc::ptr_eq(before, &tree)
        });
        if same {
            let before = context
                .views
                .iter()
                .rev()
                .map(|view| view.edition)
                .find(|edition| *edition < view.edition);
            for wording in wordings.values_mut().flatten() {
                if before.is_some_and(|before| wording.editions.contains(&before)) {
                    wording.editions.push(view.edition);
                }
            }
        } else {
            let words = unit_words(context, &tree, hidden);
            add_wordings(words, view.edition, &mut wordings);
        }
        for (&unit, wordings) in &mut wordings {
            let older = |wording: &&mut UnitWording| {
                wording
                    .editions
                    .last()
                    .is_some_and(|edition| chain.contains(edition))
            };
            if tree.is_live(unit) && tree.exists {
                continue;
            }
            if let Some(wording) = wordings
                .iter_mut()
                .filter(older)
                .max_by_key(|wording| wording.editions.last().copied())
                && !wording.editions.contains(&view.edition)
            {
                wording.moved_to = tree.moved_to(unit);
                wording.gone.push(view.edition);
            }
        }
        last = Some((Arc::clone(&tree), hidden.is_empty()));
    }
    wordings
}

/// Returns the views at which the sources may contradict each other on some unit of the section.
fn disputed_views<'a>(context: &SectionContext<'a>) -> Vec<&'a View> {
    let has_contradiction = |view: &&View| {
        let notes = context.db.notes_at(context.section, view);
        let mut kinds = notes.iter().map(|here| here.note.kind);
        kinds.any(|kind| kind == CommentaryKind::Contradiction)
    };
    let by_books = !context.section.differences.is_empty();
    let views = context.views.iter();
    views
        .filter(|view| by_books || has_contradiction(view))
        .collect()
}

/// Returns those of `editions` at which the sources contradict each other on a unit, each with the
/// smallest sets of layers, of at most two, that suffice. `disputed` are the views to test.
fn contradicted_editions(
    context: &SectionContext<'_>,
    unit: UnitId,
    editions: &[EditionIx],
    disputed: &[&View],
) -> Vec<(String, Vec<String>)> {
    let is_contradicted = |view: &View, layers: &[String]| {
        let view = View {
            profile: Arc::new(Profile {
                layers: layers.to_vec(),
                ..(*view.profile).clone()
            }),
            ..view.clone()
        };
        let tree = context.section.version(&view);
        let reader =
            SectionReader::new(context.analysis, context.db, context.section, &view, &tree);
        !reader.contradictions(unit).is_empty()
    };
    let mut out = Vec::new();
    for view in disputed
        .iter()
        .filter(|view| editions.contains(&view.edition))
    {
        let mut all = view.profile.layers.clone();
        all.sort_unstable();
        if !is_contradicted(view, &all) {
            continue;
        }
        let pairs = all.iter().enumerate().flat_map(|(at, one)| {
            all[at + 1..]
                .iter()
                .map(move |two| vec![one.clone(), two.clone()])
        });
        let sets = std::iter::once(Vec::new())
            .chain(all.iter().map(|one| vec![one.clone()]))
            .chain(pairs);
        let mut fewest: Vec<Vec<String>> = Vec::new();
        for layers in sets {
            let more = fewest
                .iter()
                .any(|fewer| fewer.iter().all(|layer| layers.contains(layer)));
            if !more && is_contradicted(view, &layers) {
                fewest.push(layers);
            }
        }
        let edition = context.edition_id(view.edition);
        out.extend(fewest.into_iter().map(|layers| (edition.clone(), layers)));
    }
    out
}

/// One wording of a unit, with the editions that have it and those in which the unit is gone.
struct UnitWording {
    /// The words, as a document without editions.
    doc: Doc,
    editions: Vec<EditionIx>,
    gone: Vec<EditionIx>,
    moved_to: Option<String>,
}

/// Adds an edition to the wordings that have its words, or adds new wordings.
fn add_wordings(
    words: Vec<(UnitId, Doc)>,
    edition: EditionIx,
    wordings: &mut IndexMap<UnitId, Vec<UnitWording>>,
) {
    for (unit, doc) in words {
        let own = wordings.entry(unit).or_default();
        let same = |known: &&mut UnitWording| known.moved_to.is_none() && known.doc == doc;
        match own.iter_mut().find(same) {
            Some(wording) => wording.editions.push(edition),
            None => own.push(UnitWording {
                doc,
                editions: vec![edition],
                gone: Vec::new(),
                moved_to: None,
            }),
        }
    }
}

/// Returns the words of the clauses of a version, each as a document without editions.
fn unit_words(
    context: &SectionContext<'_>,
    tree: &SectionTree,
    hidden: &[UnitId],
) -> Vec<(UnitId, Doc)> {
    let mut out = Vec::new();
    if !tree.exists || !tree.is_live(tree.root) {
        return out;
    }
    let path = context.heading_path(tree);
    let mut put = |unit: UnitId, mut doc: Doc, patches: &[PatchIx], cells: &[RowCell]| {
        context.set_provenance(&mut doc, patches);
        doc.source = row_source(context, cells).unwrap_or(doc.source);
        out.push((unit, doc));
    };
    let units = tree.live_units(tree.root);
    let unheld = |&unit: &UnitId| {
        hidden.contains(&unit)
            || tree.kind(unit).is_gap()
            || tree.restated(unit).is_some_and(|w| w.has_hole())
    };
    let atoms = units
        .iter()
        .filter(|&&unit| tree.kind(unit) != UnitKind::Heading && tree.kind(unit).is_atom())
        .count();
    if !is_unproven(context.section, tree) && (atoms == 0 || units.iter().any(unheld)) {
        let mut doc = context.blank_doc(tree, tree.root, &path);
        doc.kind = Some(if context.figure {
            DocKind::Figure
        } else {
            DocKind::Clause
        });
        doc.partly_held = has_text(tree, tree.root);
        let base = context.section.patch(BASE);
        doc.document = base.map_or_else(String::new, |base| base.document.to_string());
        put(tree.root, doc, &[], &[]);
    }
    for &unit in &units {
        let kind = tree.kind(unit);
        let named = kind == UnitKind::Sentence && context.section.arena.name_of(unit).is_some();
        let clause = matches!(kind, UnitKind::Paragraph | UnitKind::Bullet)
            || kind == UnitKind::Row && !tree.is_header(unit)
            || named;
        if !clause {
            continue;
        }
        let words = if kind == UnitKind::Row {
            row_words(context, tree, unit, hidden)
        } else {
            own_words(context, tree, unit, hidden)
        };
        let label = tree.get(unit).and_then(|node| node.label.clone());
        // text that is missing is found by its name in the subject index, values by those of the row
        let is_named = label.is_some() || context.section.arena.name_of(unit).is_some();
        if words.text.is_empty() && !is_named {
            continue;
        }
        let mut doc = context.blank_doc(tree, unit, &path);
        doc.kind = Some(match kind {
            UnitKind::Row => DocKind::Table,
            _ if context.figure => DocKind::Figure,
            _ if context.glossary => DocKind::Entry,
            _ => DocKind::Clause,
        });
        doc.partly_held = words.text.is_empty() && has_text(tree, unit);
        doc.lead = lead_in(context, tree, unit, hidden);
        doc.text = words.text;
        doc.restated = words.restated;
        doc.wording = words.wording;
        (doc.facts, doc.terms, doc.cites) = (words.facts, words.terms, words.cites);
        if let Some(defined) = context.terms.get(&unit) {
            doc.terms.extend(
                defined
                    .iter()
                    .filter(|term| !doc.terms.contains(term))
                    .cloned()
                    .collect::<Vec<_>>(),
            );
            // a unit without a name is found by the term that it defines
            if let Some(term) = defined
                .first()
                .filter(|_| context.section.arena.name_of(unit).is_none())
            {
                doc.id = context.full_id(&format!("term:{term}"));
            }
        }
        put(unit, doc, &words.patches, &words.cells);
    }
    out
}

/// Returns whether text of a unit, or of one in it, is included.
pub(in crate::analysis) fn has_text(tree: &SectionTree, unit: UnitId) -> bool {
    let layers = [WordingLayer::Printed, WordingLayer::Restated];
    let units = tree.iter_live_units(unit);
    units
        .filter(|&unit| tree.kind(unit).is_atom() && tree.kind(unit) != UnitKind::Heading)
        .flat_map(|unit| layers.map(|layer| tree.get(unit)?.text(layer)))
        .flatten()
        .any(|words| !words.is_hole())
}

impl SectionContext<'_> {
    /// Returns a document of a unit in which the words are still missing.
    fn blank_doc(&self, tree: &SectionTree, unit: UnitId, path: &[String]) -> Doc {
        let mut path = path.to_vec();
        let heading = path.last().cloned().unwrap_or_default();
        let mut inner: Vec<UnitId> = tree.ancestors(unit).filter(|&u| u != tree.root).collect();
        inner.reverse();
        let label = |u: UnitId| {
            tree.get(u)?
                .label
                .as_deref()
                .map(|label| label.trim_end_matches(['.', ':']).to_owned())
        };
        path.extend(
            inner
                .iter()
                .filter(|&&u| u != unit && tree.kind(u) != UnitKind::Cell)
                .filter_map(|&u| label(u)),
        );
        let own = if tree.kind(unit) == UnitKind::Section {
            None
        } else {
            label(unit)
        };
        Doc {
            ruleset: self.db.ruleset.key.clone(),
            id: self.full_id(&public_id(self.section, tree, unit)),
            unit: format!("{}#{}", self.section.id, self.section.arena.key(unit)),
            section: self.section.id.clone(),
            within: self.enclosing_names(tree, unit),
            heading,
            path,
            page: self.page.clone(),
            labels: own.into_iter().collect(),
            not_rules: self.aside,
            ..Doc::default()
        }
    }
}

impl SectionContext<'_> {
    /// Returns the names of the units that contain a unit, from the section down.
    fn enclosing_names(&self, tree: &SectionTree, unit: UnitId) -> Vec<String> {
        let above = tree
            .ancestors(unit)
            .filter(|&u| u != unit && u != tree.root);
        let mut out: Vec<String> = above
            .filter_map(|u| self.section.arena.name_of(u).map(str::to_owned))
            .collect();
        if unit != tree.root {
            out.push(self.section.id.clone());
        }
        out.reverse();
        out
    }
}

/// The words of a unit for its search document: as printed (else restated), as restated, the
/// patches that wrote them, and the facts, terms and clauses that they mark.
#[derive(Default)]
struct CollectedWords {
    text: String,
    restated: Option<String>,
    wording: DocWording,
    patches: Vec<PatchIx>,
    facts: Vec<String>,
    terms: Vec<String>,
    cites: Vec<String>,
    /// Of a row: its values.
    cells: Vec<RowCell>,
}

/// A value of a row: its column, its unit, and the patch that last wrote it.
struct RowCell {
    column: String,
    unit: UnitId,
    patch: PatchIx,
}

/// Returns the source of the values of a row; if they have several, each with its columns.
fn row_source(context: &SectionContext<'_>, cells: &[RowCell]) -> Option<String> {
    let mut sources: IndexMap<String, Vec<&str>> = IndexMap::new();
    for cell in cells {
        let origin = context.origin_at(cell.patch, cell.unit);
        let source = origin.source();
        sources.entry(source).or_default().push(&cell.column);
    }
    if sources.len() < 2 {
        return sources.into_keys().next();
    }
    let named = sources.iter();
    let named = named.map(|(source, columns)| format!("{}: {source}", columns.join(" ")));
    Some(named.collect::<Vec<_>>().join("; "))
}

impl CollectedWords {
    fn add(
        &mut self,
        context: &SectionContext<'_>,
        tree: &SectionTree,
        atom: UnitId,
        before: &str,
    ) {
        let Some(node) = tree.get(atom) else { return };
        let printed = node
            .text(WordingLayer::Printed)
            .filter(|wording| !wording.is_hole());
        let restated = node.text(WordingLayer::Restated);
        let Some(leading) = printed.or(restated) else {
            return;
        };
        let push = |text: &mut String, words: &str| {
            // missing text may be any number of sentences, so it is shown once
            let words = match words.strip_prefix('…') {
                Some(rest) if text.ends_with('…') => rest.trim_start(),
                Some(_) | None => words,
            };
            if words.is_empty() {
                return;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(before);
            text.push_str(words);
        };
        if printed.is_some() {
            self.wording = DocWording::Printed;
            if let Some(restated) = restated.filter(|wording| !wording.is_hole()) {
                push(self.restated.get_or_insert_default(), &restated.text);
            }
        } else if self.wording != DocWording::Printed && !leading.is_hole() {
            let restates = context.section.restates(&context.db.ruleset, leading);
            let restates = restates || self.wording == DocWording::Restated;
            self.wording = DocWording::of_unprinted(restates);
        }
        push(&mut self.text, &leading.text);
        let authors = leading.origins.iter().map(|&(_, patch)| patch);
        for patch in authors.chain(deletions(context.section, atom, leading)) {
            if !self.patches.contains(&patch) {
                self.patches.push(patch);
            }
        }
        for mark in &leading.marks {
            let (list, id) = match &mark.kind {
                MarkKind::Fact(id) => (&mut self.facts, id),
                MarkKind::Term(id) => (&mut self.terms, id),
                MarkKind::Link(id) => (&mut self.cites, id),
                _ => continue,
            };
            if !list.iter().any(|known| **known == **id) {
                list.push(id.to_string());
            }
        }
    }

    /// Clears the words if none of them are known.
    fn finish(mut self) -> Self {
        if !self.text.chars().any(char::is_alphanumeric) {
            self.text.clear();
            self.wording = DocWording::None;
        }
        self
    }
}

/// Returns the patches that deleted words from a wording of an atom and left the others.
fn deletions<'a>(
    section: &'a Section,
    atom: UnitId,
    wording: &'a Wording,
) -> impl Iterator<Item = PatchIx> + 'a {
    let deletes = move |edit: &TreeEdit| match edit {
        TreeEdit::Phrase {
            find: Some(find),
            change: PhraseChange::Replace(with),
            ..
        } => with.restated.text.is_empty() && !wording.text.contains(&find.quote),
        _ => false,
    };
    let first = wording.origins.iter().map(|&(_, patch)| patch).min();
    let lowered = section.lowered.iter().flatten();
    lowered
        .filter(move |own| own.results.contains(&atom) && first < Some(own.patch))
        .filter(move |own| own.edits.iter().any(deletes))
        .map(|own| own.patch)
}

/// Returns the words of a named sentence and of those that it goes on with, or of a paragraph or
/// bullet in its other sentences.
fn own_words(
    context: &SectionContext<'_>,
    tree: &SectionTree,
    unit: UnitId,
    hidden: &[UnitId],
) -> CollectedWords {
    let mut words = CollectedWords::default();
    if tree.kind(unit) == UnitKind::Sentence {
        let after = continuation(context.section, tree, unit);
        for own in [unit].into_iter().chain(after) {
            if !hidden.contains(&own) {
                words.add(context, tree, own, "");
            }
        }
        return words.finish();
    }
    let continued = tree.children(unit);
    let continued: Vec<UnitId> = continued
        .flat_map(|named| continuation(context.section, tree, named))
        .collect();
    // what has documents of its own, between two sentences of this one, is not passed over in silence
    let mut is_gap = false;
    for child in tree.children(unit).filter(|u| !hidden.contains(u)) {
        let is_own = tree.kind(child) == UnitKind::Sentence
            && context.section.arena.name_of(child).is_none()
            && !continued.contains(&child);
        if is_own {
            let before = if is_gap { "… " } else { "" };
            words.add(context, tree, child, before);
        }
        is_gap = !is_own && !words.text.is_empty();
    }
    words.finish()
}

/// Returns the words of a row: each value after the label of its column.
fn row_words(
    context: &SectionContext<'_>,
    tree: &SectionTree,
    unit: UnitId,
    hidden: &[UnitId],
) -> CollectedWords {
    let mut words = CollectedWords::default();
    let mut any = false;
    for cell in tree
        .children(unit)
        .filter(|&u| tree.kind(u) == UnitKind::Cell && !hidden.contains(&u))
    {
        let Some((row, column)) = tree.cell_labels(cell) else {
            continue;
        };
        let text = tree.plain_text(cell, WordingLayer::Printed);
        if text == "…" || text == "–" || text.is_empty() {
            continue;
        }
        let first = text == row;
        any |= !first;
        let column = if first {
            String::new()
        } else if column.chars().count() == 1 {
            format!("({column}) ")
        } else {
            format!("{column} ")
        };
        words.add(context, tree, cell, &column);
        let wording = tree
            .get(cell)
            .and_then(|node| node.text(WordingLayer::Restated));
        let patch = wording.and_then(|wording| wording.origins.last());
        if let Some(&(_, patch)) = patch.filter(|_| !first) {
            let column = column.trim_end().to_owned();
            let unit = cell;
            words.cells.push(RowCell {
                column,
                unit,
                patch,
            });
        }
    }
    if any {
        words.finish()
    } else {
        CollectedWords::default()
    }
}

/// Returns the words that a unit continues: the sentence that announces it as an item of a list, else
/// those of the unit above.
fn lead_in(
    context: &SectionContext<'_>,
    tree: &SectionTree,
    unit: UnitId,
    hidden: &[UnitId],
) -> String {
    let Some(parent) = tree.parent(unit) else {
        return String::new();
    };
    if !matches!(tree.kind(parent), UnitKind::Paragraph | UnitKind::Bullet)
        || tree.kind(unit) == UnitKind::Sentence
    {
        return String::new();
    }
    let announced = announcement(tree, unit).filter(|sentence| !hidden.contains(sentence));
    match announced {
        Some(sentence) => tree.restated_text(sentence),
        None => own_words(context, tree, parent, hidden).text,
    }
}
