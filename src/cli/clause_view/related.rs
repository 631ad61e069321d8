//! Renders the paragraphs below a clause: conflicts, rulings, remarks, earlier wordings, notes.

use super::footnotes::citation_with_address;
use crate::{
    analysis::{Clause, ClauseAnnotation, ClauseRuling, FormerText, WithdrawnChange},
    cli::Styler,
    resolve::RulingState,
};
use indexmap::{IndexMap, IndexSet};

/// Renders what bears on a clause below its text, `above`: what is in doubt in full, rulings and
/// remarks in full if all of it fits a screen or `all` is requested, else one line for each kind.
pub(super) fn render(styler: Styler, clause: &Clause, above: &str, all: bool) -> String {
    let mut out = doubts(styler, clause);
    let whole = render_notes(styler, clause);
    let lines = [above, &out, &whole].map(|text| text.lines().count());
    if all || lines.iter().sum::<usize>() <= SCREEN_LINES {
        out += &whole;
    } else {
        out += &summary(styler, clause);
    }
    if !clause.children.is_empty() {
        out += &styler.labelled("", "Parts", &clause.children.join(", "));
    }
    out
}

/// Renders notices, conflicts, and instructions that are not applied.
fn doubts(styler: Styler, clause: &Clause) -> String {
    let notices = clause.notices.iter();
    let mut out: String = notices.map(|notice| styler.paragraph(notice)).collect();
    for conflict in &clause.conflicts {
        out += &styler.labelled(
            "",
            "Conflict",
            &format!(
                "two instructions disagree on {}; neither is applied",
                conflict.id
            ),
        );
        for side in &conflict.sides {
            out += &styler.wrap(
                "    – ",
                "      ",
                &format!("{}: {}", citation_with_address(&side.origin), side.text),
            );
        }
    }
    out += &open_instructions(styler, "", &clause.open);
    out + &withdrawn_changes(styler, "", &clause.withdrawn)
}

/// Renders rulings, remarks and earlier wordings, one paragraph each.
fn render_notes(styler: Styler, clause: &Clause) -> String {
    let rulings = clause.clarifications.iter();
    let mut out: String = rulings.map(|one| ruling(styler, one)).collect();
    out += &annotations(styler, "", "Contradiction", &clause.contradictions);
    for remark in &clause.remarks {
        let text = format!("{} ({})", remark.text, remark.origin.remark_citation());
        out += &styler.labelled("", "Remark", &text);
    }
    for earlier in earlier_texts(clause) {
        let editions = earlier_editions(earlier);
        out += &styler.labelled("", "Earlier", &format!("{editions}: {}", earlier.text));
    }
    out += &annotations(styler, "", "Note", &clause.notes);
    out + &annotations(styler, "", "Deviation", &clause.deviations)
}

/// Renders one line for each kind of note: which rulings there are, and who says how many remarks.
fn summary(styler: Styler, clause: &Clause) -> String {
    let mut rulings: Vec<&ClauseRuling> = clause.clarifications.iter().collect();
    rulings.sort_by_key(|ruling| {
        RulingState::BY_CARE
            .iter()
            .position(|own| *own == ruling.state)
    });
    let rulings = rulings.into_iter().map(|ruling| {
        let number = ruling.n.as_deref().unwrap_or(&ruling.document);
        format!("{number} {}", ruling.state.label())
    });
    let kinds = [
        ("Rulings", rulings.collect()),
        ("Contradictions", citations(&clause.contradictions)),
        ("Remarks", citations(&clause.remarks)),
        (
            "Earlier",
            earlier_texts(clause).map(earlier_editions).collect(),
        ),
        ("Notes", citations(&clause.notes)),
        ("Deviations", citations(&clause.deviations)),
    ];
    let shown = kinds
        .into_iter()
        .filter(|(_, all): &(_, Vec<String>)| !all.is_empty());
    let lines = shown.map(|(label, mut all)| {
        all.dedup();
        styler.labelled("", label, &all.join("; "))
    });
    lines.collect::<String>() + &styler.help("`--notes` shows them in full")
}

/// Returns the documents of annotations, each with the numbers: `3.2 sheet no. 20, 21`.
fn citations(annotations: &[ClauseAnnotation]) -> Vec<String> {
    let mut documents: IndexMap<&str, IndexSet<&str>> = IndexMap::new();
    for own in annotations {
        let numbers = documents.entry(&own.origin.short).or_default();
        numbers.extend(own.origin.n.as_deref());
    }
    let cited = documents.into_iter().map(|(short, numbers)| {
        let numbers: Vec<&str> = numbers.into_iter().collect();
        match numbers.is_empty() {
            true => short.to_owned(),
            false => format!("{short} no. {}", numbers.join(", ")),
        }
    });
    cited.collect()
}

/// The number of lines up to which an answer is shown with all notes.
const SCREEN_LINES: usize = 24;

fn earlier_texts(clause: &Clause) -> impl Iterator<Item = &FormerText> {
    let has_words = |earlier: &&FormerText| earlier.text.contains(char::is_alphanumeric);
    clause.earlier.iter().filter(has_words)
}

fn earlier_editions(earlier: &FormerText) -> String {
    match &earlier.until {
        Some(until) => format!("{} until {until}", earlier.editions),
        None => earlier.editions.clone(),
    }
}

/// Renders a ruling, and its restatement if the printed wording is shown.
fn ruling(styler: Styler, ruling: &ClauseRuling) -> String {
    let n = ruling.n.as_deref().unwrap_or_default();
    let reason = if ruling.reason.is_empty() {
        String::new()
    } else {
        format!(": {}", ruling.reason)
    };
    let words = ruling.printed.as_ref().unwrap_or(&ruling.text);
    let mut out = styler.labelled(
        "",
        "Ruling",
        &format!(
            "{} {n} ({}{reason})  {words}",
            ruling.document,
            ruling.state.label()
        ),
    );
    if ruling.printed.is_some() {
        out += &styler.restated("    ", &styler.dim(&ruling.text));
    }
    out
}

/// Renders annotations with their sources.
pub(crate) fn annotations(
    styler: Styler,
    indent: &str,
    label: &str,
    annotations: &[ClauseAnnotation],
) -> String {
    let line = |own: &ClauseAnnotation| {
        let text = format!("{} ({})", own.text, own.origin.citation());
        styler.labelled(indent, label, &text)
    };
    annotations.iter().map(line).collect()
}

/// Renders instructions that are not applied because they are open to interpretation.
pub(crate) fn open_instructions(styler: Styler, indent: &str, open: &[ClauseAnnotation]) -> String {
    let line = |own: &ClauseAnnotation| {
        let text = format!("{}; it changes no text", citation_with_address(&own.origin));
        styler.labelled(indent, "Open instruction", &text)
    };
    open.iter().map(line).collect()
}

/// Renders changes that other documents withdrew.
pub(crate) fn withdrawn_changes(
    styler: Styler,
    indent: &str,
    withdrawn: &[WithdrawnChange],
) -> String {
    let line = |own: &WithdrawnChange| {
        let change = citation_with_address(&own.change);
        let text = format!("{change}; by {}", own.by.citation());
        styler.labelled(indent, "Withdrawn change", &text)
    };
    withdrawn.iter().map(line).collect()
}
