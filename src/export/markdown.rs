//! Renders effects of instructions, facts, documents and editions as Markdown for editors.

pub use crate::doc::markdown::{code, code_list, escape, strip_marks};

use crate::{
    analysis::{Effect, FactValue, Impact, Origin, UnitChange},
    doc::markdown,
    model::{Document, EditionIx, Ruleset},
    text::join,
};

/// Returns the citation of an origin: `3.4 sheet, no. 7, 1 November 2020`.
fn citation(origin: &Origin) -> String {
    let number = origin.n.as_ref().map(|n| format!("no. {n}"));
    let parts = [
        Some(origin.short.clone()),
        number,
        origin.date_text.clone(),
        origin.quotation(),
    ];
    escape(&join(parts.into_iter().flatten(), ", "))
}

/// Returns the change of one unit: the printed wording if known, with the restatement next to it.
fn change(change: &UnitChange) -> String {
    let label = change.label.as_ref();
    let label = label.map_or_else(String::new, |label| format!("**{}** ", escape(label)));
    let (shown, restated) = change.texts();
    let shown = markdown::line(&shown);
    let restated = restated.map(|text| {
        let restated = markdown::line(&text);
        format!(" *(printed; restated:* {}*)*", restated.trim())
    });
    let restated = restated.unwrap_or_default();
    let shown = shown.trim();
    format!("- {label}{shown}{restated} {}\n", code(&change.id))
}

/// Returns the effect of an instruction.
pub fn effect(effect: &Effect) -> String {
    let mut out = format!(
        "**{}** · {}",
        escape(&effect.origin.verb),
        citation(&effect.origin)
    );
    if !effect.reached.is_empty() {
        out += &format!("\n\nApplies to {}", code_list(&effect.reached));
    }
    out += "\n\n";
    for withdrawn in &effect.withdraws {
        out += &format!("Withdraws {}\n\n", citation(withdrawn));
    }
    for one in &effect.changes {
        out += &change(one);
    }
    if effect.changes.is_empty() {
        out += match (effect.pending, effect.interprets) {
            (true, _) => "It is not applied yet: the wording that it changes is not included.\n",
            (false, true) => "It changes no words.\n",
            (false, false) => "It changes nothing.\n",
        };
    }
    if let Some(by) = &effect.withdrawn_by {
        out += &format!("\nWithdrawn by {}.\n", citation(by));
    }
    if let Some(to) = &effect.moved_to {
        out += &format!("\nThe deleted text moved to {}.\n", code(to));
    }
    for (id, text) in &effect.interpreted {
        out += &format!(
            "- {}: {}\n",
            code(id),
            if text == "…" {
                "*Text not included; see your booklet*".to_owned()
            } else {
                escape(text)
            }
        );
    }
    for ruling in &effect.overtakes {
        out += &format!(
            "- changes what ruling {} (*{}*) interprets\n",
            code(&ruling.id),
            ruling.state.label()
        );
    }
    out
}

/// Returns the effect of an instruction, the facts that it changes, and the later patches on it.
pub fn impact(impact: &Impact) -> String {
    let mut out = effect(&impact.effect);
    let values = |all: &[String]| match all {
        [] => "–".to_owned(),
        all => escape(&all.join(", ")),
    };
    for fact in &impact.facts {
        let (before, after) = (values(&fact.before), values(&fact.after));
        out += &format!("- fact {}: {before} → {after}\n", code(&fact.id));
    }
    for later in &impact.later {
        let (verb, by) = (escape(&later.origin.verb), citation(&later.origin));
        out += &format!("- later {verb} by {by}\n");
    }
    out
}

/// Returns a fact: its value in each clause that contains it.
pub fn fact(name: &str, found: &[FactValue]) -> String {
    let mut out = format!("**Fact** {}\n\n", code(name));
    for one in found {
        out += &format!(
            "- **{}** in {}, {}\n",
            escape(&one.value),
            code(&one.id),
            citation(&one.origin)
        );
    }
    if found.is_empty() {
        out += "No clause of the selected edition contains it.\n";
    }
    out
}

/// Returns a document: title, kind, edition, dates and authors.
pub fn document(ruleset: &Ruleset, document: &Document) -> String {
    let mut out = format!(
        "**{}**\n\n{} · edition {}",
        escape(&document.title),
        document.kind.name(),
        escape(ruleset.edition_id(document.edition))
    );
    if !document.published.is_undated() {
        out += &format!(" · {}", document.published);
    }
    if let Some(revised) = document.revised {
        out += &format!(", revised {revised}");
    }
    if !document.authors.is_empty() {
        out += &format!("\n\n{}", escape(&document.authors.join(", ")));
    }
    out + "\n"
}

/// Returns an edition: what it amends, its date, its status and its documents.
pub fn edition(ruleset: &Ruleset, edition: EditionIx) -> String {
    let mut out = format!(
        "**{} {}**\n",
        escape(&ruleset.title),
        escape(ruleset.edition_id(edition))
    );
    let Some(found) = ruleset.editions.get(usize::from(edition.0)) else {
        return out;
    };
    if let Some(amends) = found.amends {
        out += &format!("\namends {}", escape(ruleset.edition_id(amends)));
    }
    if let Some(from) = ruleset.in_force_from(edition) {
        out += &format!("\nin force from {from}");
    }
    if let Some(status) = &found.status {
        out += &format!("\n{}", escape(status));
    }
    out += "\n\n";
    for document in ruleset
        .documents
        .values()
        .filter(|document| document.edition == edition)
    {
        out += &format!("- {} {}\n", code(&document.key), escape(&document.title));
    }
    out
}
