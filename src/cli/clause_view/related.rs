//! Renders the paragraphs below a clause: conflicts, rulings, remarks, earlier wordings, notes.

use super::footnotes::citation_with_address;
use crate::{
    analysis::{Clause, ClauseAnnotation, ClauseRuling},
    cli::styler::Styler,
};

/// Renders conflicts, contradictions, rulings, earlier wordings, notes and so on, one paragraph
/// each.
pub(super) fn render(styler: Styler, clause: &Clause) -> String {
    let mut out: String = clause
        .notices
        .iter()
        .map(|notice| styler.wrap("", "", notice) + "\n")
        .collect();
    for conflict in &clause.conflicts {
        out += &labelled_line(
            styler,
            "Conflict",
            &format!(
                "two instructions disagree on {}; neither is applied",
                conflict.id
            ),
        );
        for side in &conflict.sides {
            out += &(styler.wrap(
                "    – ",
                "      ",
                &format!("{}: {}", citation_with_address(&side.origin), side.text),
            ) + "\n");
        }
    }
    let remarks = |label: &str, remarks: &[ClauseAnnotation]| -> String {
        remarks
            .iter()
            .map(|remark| {
                labelled_line(
                    styler,
                    label,
                    &format!("{} ({})", remark.text, remark.origin.citation()),
                )
            })
            .collect()
    };
    out += &remarks("Contradiction", &clause.contradictions);
    for open in &clause.open {
        out += &labelled_line(
            styler,
            "Open instruction",
            &format!(
                "{}; it changes no text",
                citation_with_address(&open.origin)
            ),
        );
    }
    out += &remarks("Remark", &clause.remarks);
    for one in &clause.clarifications {
        out += &ruling(styler, one);
    }
    for withdrawn in &clause.withdrawn {
        out += &labelled_line(
            styler,
            "Withdrawn",
            &format!(
                "{}; by {}",
                citation_with_address(&withdrawn.change),
                withdrawn.by.citation()
            ),
        );
    }
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
        out += &labelled_line(
            styler,
            "Earlier",
            &format!("{}{until}: {}", earlier.editions, earlier.text),
        );
    }
    out += &remarks("Note", &clause.notes);
    out += &remarks("Deviation", &clause.deviations);
    if !clause.children.is_empty() {
        out += &labelled_line(styler, "Parts", &clause.children.join(", "));
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
    let mut out = labelled_line(
        styler,
        "Ruling",
        &format!(
            "{} {n} ({}{reason})  {words}",
            ruling.document,
            ruling.state.name()
        ),
    );
    if ruling.printed.is_some() {
        out += &(styler.wrap(
            &format!("    {} ", styler.dim("restated:")),
            "    ",
            &styler.dim(&ruling.text),
        ) + "\n");
    }
    out
}

fn labelled_line(styler: Styler, label: &str, text: &str) -> String {
    styler.wrap(&format!("{}  ", styler.strong(label)), "    ", text) + "\n"
}
