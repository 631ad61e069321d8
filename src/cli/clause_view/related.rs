//! Renders the paragraphs below a clause: conflicts, rulings, remarks, earlier wordings, notes.

use super::footnotes::citation_with_address;
use crate::{
    analysis::{Clause, ClauseAnnotation, ClauseRuling, WithdrawnChange},
    cli::Styler,
};

/// Renders conflicts, contradictions, rulings, earlier wordings, notes and so on, one paragraph
/// each.
pub(super) fn render(styler: Styler, clause: &Clause) -> String {
    let mut out: String = clause
        .notices
        .iter()
        .map(|notice| styler.paragraph(notice))
        .collect();
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
    let remarks = |label, remarks| annotations(styler, "", label, remarks);
    out += &remarks("Contradiction", &clause.contradictions);
    out += &open_instructions(styler, "", &clause.open);
    out += &remarks("Remark", &clause.remarks);
    for one in &clause.clarifications {
        out += &ruling(styler, one);
    }
    out += &withdrawn_changes(styler, "", &clause.withdrawn);
    for earlier in clause
        .earlier
        .iter()
        .filter(|earlier| earlier.text.chars().any(char::is_alphanumeric))
    {
        let until = earlier
            .until
            .as_ref()
            .map(|until| format!(" until {until}"))
            .unwrap_or_default();
        out += &styler.labelled(
            "",
            "Earlier",
            &format!("{}{until}: {}", earlier.editions, earlier.text),
        );
    }
    out += &remarks("Note", &clause.notes);
    out += &remarks("Deviation", &clause.deviations);
    if !clause.children.is_empty() {
        out += &styler.labelled("", "Parts", &clause.children.join(", "));
    }
    out
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
            ruling.state.name()
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
    // a remark is by the authors of the rules files, and is not part of the document at whose text it is recorded
    let at = if label == "Remark" { "ours, at " } else { "" };
    let line = |own: &ClauseAnnotation| {
        let text = format!("{} ({at}{})", own.text, own.origin.citation());
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
        styler.labelled(indent, "Withdrawn", &text)
    };
    withdrawn.iter().map(line).collect()
}
