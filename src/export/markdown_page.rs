//! Renders a ruleset or clause as Markdown for `export markdown` and texts in editors: one line per
//! sentence, bullet and row, for line diffs.
//! Below the description, two pages of a ruleset differ only where the rules differ.

use super::{
    html::strip_control_characters,
    markdown::{code, escape, label, related, table},
};
use crate::{
    analysis::{Analysis, ClauseBlock, ClauseState, ClauseText, WordingChoice},
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
        let state = related(&clause);
        if !state.is_empty() {
            out += &format!("{state}\n");
        }
    }
    format!("{}\n", strip_control_characters(out.trim_end()))
}

/// Returns a text as a page: heading, state unless in force, and lines. `level` is the level of the
/// heading, from 1. With `provenance`, every line ends with the instructions that wrote it.
pub fn passage_page(passage: &ClauseText, level: usize, provenance: bool) -> String {
    let mut out = format!(
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
    let groups = passage
        .blocks
        .chunk_by(|a, b| (a.kind == "cell") == (b.kind == "cell"));
    for group in groups {
        out += &if group[0].kind == "cell" {
            table(group, true, |cell| {
                format!("{}{}", paragraph_text(cell), authors(cell, provenance))
            })
        } else {
            lines(group, provenance)
        };
    }
    out
}

fn lines(blocks: &[ClauseBlock], provenance: bool) -> String {
    let mut out = String::new();
    let mut inside = "";
    for block in blocks.iter().filter(|block| block.kind != "heading") {
        let label = label(block.label.as_deref());
        let indent = "  ".repeat(block.depth);
        let starts_unit = block.first || block.inside != inside;
        if starts_unit {
            // bullets follow each other without a blank line
            if !(out.is_empty() || block.inside == "bullet" && inside == "bullet") {
                out.push('\n');
            }
            inside = block.inside;
        }
        let lead = match (starts_unit, block.inside == "bullet") {
            (true, true) => format!("{}- ", "  ".repeat(block.depth.saturating_sub(1))),
            (true, false) | (false, _) => indent,
        };
        out += &format!(
            "{lead}{label}{}{}\n",
            paragraph_text(block),
            authors(block, provenance)
        );
        if let Some(restated) = &block.restated {
            out += &format!("{}*{}*\n", "  ".repeat(block.depth), escape(restated));
        }
    }
    if out.is_empty() { out } else { out + "\n" }
}

fn paragraph_text(block: &ClauseBlock) -> String {
    if !block.held && block.text == "…" {
        "*Text not included; see your booklet*".to_owned()
    } else {
        escape(&block.text)
    }
}

/// Returns the instructions that wrote a block: ` {dbm-3.1:48}` as code.
fn authors(block: &ClauseBlock, provenance: bool) -> String {
    let mut names: Vec<&str> = Vec::new();
    for one in block
        .provenance
        .iter()
        .filter(|one| provenance && one.origin.n.is_some())
    {
        if !names.contains(&one.origin.patch.as_str()) {
            names.push(&one.origin.patch);
        }
    }
    names
        .iter()
        .map(|name| format!(" {}", code(name)))
        .collect()
}
