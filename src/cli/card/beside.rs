//! What bears on a clause and is not its text.

use super::footnotes::{full, who};
use crate::{
    analysis::{Clause, ClauseRemark},
    cli::pen::Pen,
};

/// Conflicts, contradictions, rulings, earlier readings, notes and the rest, a paragraph each.
pub(super) fn draw(pen: Pen, clause: &Clause) -> String {
    let mut out: String = clause
        .notices
        .iter()
        .map(|notice| pen.wrap("", "", notice) + "\n")
        .collect();
    for conflict in &clause.conflicts {
        out += &line(
            pen,
            "Conflict",
            &format!(
                "two instructions say different things of {}; neither is applied",
                conflict.id
            ),
        );
        for side in &conflict.sides {
            out += &(pen.wrap(
                "    – ",
                "      ",
                &format!("{}: {}", full(&side.origin), side.text),
            ) + "\n");
        }
    }
    let remarks = |label: &str, remarks: &[ClauseRemark]| -> String {
        remarks
            .iter()
            .map(|remark| {
                line(
                    pen,
                    label,
                    &format!("{} ({})", remark.text, who(&remark.origin)),
                )
            })
            .collect()
    };
    out += &remarks("Contradiction", &clause.contradictions);
    for open in &clause.open {
        out += &line(
            pen,
            "Open instruction",
            &format!("{}; nothing is changed by it", full(&open.origin)),
        );
    }
    out += &remarks("ClauseRemark", &clause.remarks);
    for ruling in &clause.clarifications {
        let n = ruling.n.as_deref().unwrap_or_default();
        let reason = if ruling.reason.is_empty() {
            String::new()
        } else {
            format!(": {}", ruling.reason)
        };
        let words = ruling.printed.as_ref().unwrap_or(&ruling.text);
        out += &line(
            pen,
            "Ruling",
            &format!(
                "{} {n} ({}{reason})  {words}",
                ruling.document,
                ruling.state.name()
            ),
        );
        if ruling.printed.is_some() {
            out += &(pen.wrap(
                &format!("    {} ", pen.dim("restated:")),
                "    ",
                &pen.dim(&ruling.text),
            ) + "\n");
        }
    }
    for withdrawn in &clause.withdrawn {
        out += &line(
            pen,
            "Withdrawn",
            &format!("{}; by {}", full(&withdrawn.change), who(&withdrawn.by)),
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
        out += &line(
            pen,
            "Earlier",
            &format!("{}{until}: {}", earlier.editions, earlier.text),
        );
    }
    out += &remarks("Note", &clause.notes);
    out += &remarks("Deviation", &clause.deviations);
    if !clause.children.is_empty() {
        out += &line(pen, "Parts", &clause.children.join(", "));
    }
    out
}

fn line(pen: Pen, label: &str, text: &str) -> String {
    pen.wrap(&format!("{}  ", pen.strong(label)), "    ", text) + "\n"
}
