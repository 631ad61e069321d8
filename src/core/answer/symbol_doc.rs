//! Effects of instructions, facts, documents and editions as documents, for editors.

use super::parts::names;
use crate::{
    analysis::{Effect, FactValue, Impact, UnitChange},
    doc::{Block, HOLE, Text, name, quiet, state, strong, text},
    model::{Document, EditionIx, Ruleset},
    text::join,
};

/// Returns the effect of an instruction.
pub fn effect(effect: &Effect) -> Vec<Block> {
    let by = format!(" · {}", effect.origin.citation());
    let mut out = vec![Block::paragraph(text![strong(&*effect.origin.verb), by])];
    let line = |words: Text| Block::Paragraph(words);
    if !effect.reached.is_empty() {
        out.push(line(text!["Applies to ", names(&effect.reached)]));
    }
    let withdrawn = effect.withdraws.iter();
    out.extend(withdrawn.map(|own| line(format!("Withdraws {}", own.citation()).into())));
    for change in &effect.changes {
        add_change(change, &mut out);
    }
    if effect.changes.is_empty() {
        let nothing = match (effect.pending, effect.interprets) {
            (true, _) => "It is not applied yet: the wording that it changes is not included.",
            (false, true) => "It changes no words.",
            (false, false) => "It changes nothing.",
        };
        out.push(line(nothing.into()));
    }
    if let Some(by) = &effect.withdrawn_by {
        out.push(line(format!("Withdrawn by {}.", by.citation()).into()));
    }
    if let Some(to) = &effect.moved_to {
        out.push(line(text!["The deleted text moved to ", name(to), "."]));
    }
    out.extend(effect.interpreted.iter().map(|(id, text)| {
        let words = match text.as_str() {
            HOLE => quiet("Text not included; see your booklet").into(),
            text => Text::from(text),
        };
        Block::listed(text![name(id), ": ", words])
    }));
    out.extend(effect.overtakes.iter().map(|ruling| {
        let state = state(ruling.state.label(), ruling.state.needs_care());
        let id = name(&ruling.id);
        Block::listed(text![
            "changes what ruling ",
            id,
            " (",
            state,
            ") interprets"
        ])
    }));
    out
}

fn add_change(change: &UnitChange, out: &mut Vec<Block>) {
    let label = change.label.as_ref();
    let label = label.map_or_else(Text::default, |label| text![strong(label), " "]);
    let (shown, restated) = change.texts();
    out.push(Block::listed(text![label, shown, " ", name(&change.id)]));
    out.extend(restated.map(|text| Block::restated("    ", text)));
}

/// Returns the effect of an instruction, the facts that it changes, and the later patches on it.
pub fn impact(impact: &Impact) -> Vec<Block> {
    let mut out = effect(&impact.effect);
    let values = |all: &[String]| match all {
        [] => "–".to_owned(),
        all => join(all, ", "),
    };
    out.extend(impact.facts.iter().map(|fact| {
        let change = format!(": {} → {}", values(&fact.before), values(&fact.after));
        Block::listed(text!["fact ", name(&fact.id), change])
    }));
    out.extend(impact.later.iter().map(|later| {
        let (verb, by) = (&later.origin.verb, later.origin.citation());
        Block::listed(format!("later {verb} by {by}"))
    }));
    out
}

/// Returns a fact: its value in each clause that contains it.
pub fn fact(id: &str, found: &[FactValue]) -> Vec<Block> {
    let mut out = vec![Block::paragraph(text![strong("Fact"), " ", name(id)])];
    out.extend(found.iter().map(|own| {
        let by = format!(", {}", own.origin.citation());
        Block::listed(text![strong(&*own.value), " in ", name(&own.id), by])
    }));
    if found.is_empty() {
        out.push(Block::paragraph(
            "No clause of the selected edition contains it.",
        ));
    }
    out
}

/// Returns a document: title, kind, edition, dates and authors.
pub fn document(ruleset: &Ruleset, document: &Document) -> Vec<Block> {
    let edition = ruleset.edition_id(document.edition);
    let mut about = format!("{} · edition {edition}", document.kind.name());
    if !document.published.is_undated() {
        about += &format!(" · {}", document.published);
    }
    if let Some(revised) = document.revised {
        about += &format!(", revised {revised}");
    }
    let mut out = vec![
        Block::paragraph(strong(&document.title)),
        Block::paragraph(about),
    ];
    if !document.authors.is_empty() {
        out.push(Block::paragraph(document.authors.join(", ")));
    }
    out
}

/// Returns an edition: what it amends, its date, its status and its documents.
pub fn edition(ruleset: &Ruleset, edition: EditionIx) -> Vec<Block> {
    let title = format!("{} {}", ruleset.title, ruleset.edition_id(edition));
    let mut out = vec![Block::paragraph(strong(title))];
    let Some(found) = ruleset.editions.get(usize::from(edition.0)) else {
        return out;
    };
    let amends = found
        .amends
        .map(|own| format!("amends {}", ruleset.edition_id(own)));
    let from = ruleset.in_force_from(edition);
    let from = from.map(|from| format!("in force from {from}"));
    let about = [amends, from, found.status.clone()];
    let about = join(about.into_iter().flatten(), " · ");
    out.extend((!about.is_empty()).then(|| Block::paragraph(about)));
    let documents = ruleset.documents.values();
    let documents = documents.filter(|document| document.edition == edition);
    out.extend(documents.map(|own| Block::listed(text![name(&*own.key), " ", &own.title])));
    out
}
