//! Renders a ruleset or clause as Markdown for `export markdown` and texts in editors: one line per
//! sentence, bullet and row, for line diffs.
//! Below the description, two pages of a ruleset differ only where the rules differ.

use super::html::strip_control_characters;
use crate::{
    analysis::{
        Analysis, ClauseState, ClauseText, Footnotes, RowStyle, WordingChoice, rows_and_tables,
    },
    doc::markdown::{code, escape, render},
    model::PartialDate,
    resolve::{RulesetDb, View},
};

/// How to write a ruleset page: which notice about the wording, and if lines name instructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct MarkdownPageOptions {
    /// Whether the caller loaded printed wording; selects the notice, and does not load any.
    pub printed: bool,
    /// Whether each line ends with the instructions that wrote it.
    pub provenance: bool,
}

/// Returns a whole ruleset at a view: its description, then its sections in printed order, each
/// with id, page, lines and related remarks. Apart from the description, two editions differ only
/// in lines where the rules differ.
pub fn ruleset_page(
    analysis: &Analysis,
    db: &RulesetDb,
    view: &View,
    options: MarkdownPageOptions,
) -> String {
    let ruleset = &db.ruleset;
    let mut out = format!(
        "# {} {}\n\n",
        escape(&ruleset.title),
        escape(ruleset.edition_id(view.edition))
    );
    out += &format!(
        "- edition {}\n- profile {}\n- as known on {}\n",
        escape(ruleset.edition_id(view.edition)),
        escape(&view.profile.name),
        PartialDate::day(view.as_of)
    );
    out += match (options.printed, ruleset.has_restatements()) {
        (true, true) => {
            "- printed wording from the library of this copy's owner, for whom alone it is; text in italics below it is restated, not official\n"
        }
        (true, false) => {
            "- with printed wording from the library of this copy's owner, for whom alone it is\n"
        }
        (false, true) => "- restated, not official; … marks printed words that are not included\n",
        (false, false) => "- … marks words that are not included\n",
    };
    for notice in analysis.notices(ruleset, view) {
        out += &format!("- {}\n", escape(&notice));
    }
    out.push('\n');
    for id in db.outline() {
        let (Some(section), Some(info)) = (db.section(id), db.section_info(id)) else {
            continue;
        };
        let passage = analysis.clause_text(db, &section, None, view, WordingChoice::Both);
        if !passage.state.is_in_text() {
            continue;
        }
        let text = passage_page(
            &passage,
            if info.within.is_some() { 3 } else { 2 },
            options.provenance,
        );
        let (heading, lines) = text.split_once("\n\n").unwrap_or((&text, ""));
        let number = info
            .page
            .as_ref()
            .map(|page| format!(", p. {}", escape(page)))
            .unwrap_or_default();
        out += &format!(
            "{heading}\n\n{}{number}\n\n{lines}",
            code(&format!("{}/{id}", ruleset.key))
        );
        let mut clause = analysis.clause(db, &section, None, view, WordingChoice::Both);
        // its parts follow as separate sections
        clause.children.clear();
        let remarks = render(&clause.remark_blocks(), true);
        if !remarks.is_empty() {
            out += &remarks;
        }
    }
    format!("{}\n", strip_control_characters(out.trim_end()))
}

/// Returns a text as a page: heading, state unless in force, and lines. `level` is the level of the
/// heading, from 1. With `provenance`, every line ends with the instructions that wrote it.
pub fn passage_page(passage: &ClauseText, level: usize, provenance: bool) -> String {
    let out = format!(
        "{} {}\n\n",
        "#".repeat(level.clamp(1, 6)),
        escape(&passage.heading)
    );
    let state = match passage.state {
        ClauseState::InForce | ClauseState::NotHeld => None,
        ClauseState::Deleted => Some("*Deleted.*".to_owned()),
        ClauseState::Moved => Some(format!(
            "*Moved to {}.*",
            code(passage.moved_to.as_deref().unwrap_or("another clause"))
        )),
        ClauseState::NotYet => Some("*Not part of the rules.*".to_owned()),
        ClauseState::Unknown => {
            Some("*It is not known whether this was part of the rules.*".to_owned())
        }
    };
    if let Some(state) = state {
        return out + &state + "\n\n";
    }
    let blocks = rows_and_tables(&passage.blocks, RowStyle::Clause, &mut Footnotes::default());
    out + &render(&blocks, provenance)
}
