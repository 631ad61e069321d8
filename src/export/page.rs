//! Effective text as Markdown pages that are made to be compared: a line for each sentence, bullet and row, and nothing that differs
//! although the rules don't.

use super::{
    html::still,
    markdown::{beside, escaped},
};
use crate::{
    analysis::{Analysis, ClauseBlock, ClauseState, Passage, WordingChoice},
    resolve::{RulesetDb, View},
};

/// How a whole ruleset is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whole {
    /// Whether printed words are among what is loaded, and lead.
    pub printed: bool,
    /// Whether every line ends with the instructions that wrote it.
    pub provenance: bool,
}

/// A whole ruleset at a view: what it is, then its sections in printed order, each with its id and page, its lines, and what bears on it. Two
/// editions differ in the lines in which the rules do, and in the first ones.
pub fn whole(analysis: &Analysis, db: &RulesetDb, view: &View, form: Whole) -> String {
    let ruleset = &db.ruleset;
    let mut out = format!(
        "# {} {}\n\n",
        escaped(&ruleset.title),
        escaped(ruleset.edition_id(view.edition))
    );
    out += &format!(
        "- edition {}\n- profile {}\n- as known on {}\n",
        escaped(ruleset.edition_id(view.edition)),
        escaped(&view.profile.name),
        view.as_of
    );
    out += if form.printed {
        "- printed words out of the library of this copy's owner, for whom alone it is; what stands in italics below them is restated, not official\n"
    } else {
        "- restated, not official; … stands for printed words that are not held\n"
    };
    for notice in analysis.notices(ruleset, view) {
        out += &format!("- {}\n", escaped(&notice));
    }
    out.push('\n');
    for id in db.outline() {
        let (Some(section), Some(info)) = (db.section(id), db.info(id)) else {
            continue;
        };
        let passage = analysis.passage(db, &section, None, view, WordingChoice::Both);
        match passage.state {
            ClauseState::InForce | ClauseState::NotHeld => {}
            ClauseState::Deleted
            | ClauseState::Moved
            | ClauseState::NotYet
            | ClauseState::Unknown => continue,
        }
        let text = page(
            &passage,
            if info.within.is_some() { 3 } else { 2 },
            form.provenance,
        );
        let (heading, lines) = text.split_once("\n\n").unwrap_or((&text, ""));
        let number = info
            .page
            .as_ref()
            .map(|page| format!(", p. {}", escaped(page)))
            .unwrap_or_default();
        out += &format!("{heading}\n\n`{}/{id}`{number}\n\n{lines}", ruleset.key);
        let mut clause = analysis.clause(db, &section, None, view, WordingChoice::Both);
        // its parts follow as sections of their own
        clause.children.clear();
        let said = beside(&clause);
        if !said.is_empty() {
            out += &format!("{said}\n");
        }
    }
    format!("{}\n", still(out.trim_end()))
}

/// A text as a page: its heading, how it stands where that is not a matter of course, its lines. `level` is that of the heading, from 1.
/// With `provenance`, every line ends with the instructions that wrote it.
pub fn page(passage: &Passage, level: usize, provenance: bool) -> String {
    let mut out = format!(
        "{} {}\n\n",
        "#".repeat(level.clamp(1, 6)),
        escaped(&passage.heading)
    );
    let said = match passage.state {
        ClauseState::InForce | ClauseState::NotHeld => None,
        ClauseState::Deleted => Some("*Struck out.*".to_owned()),
        ClauseState::Moved => Some(format!(
            "*Moved to `{}`.*",
            passage.moved_to.as_deref().unwrap_or("another clause")
        )),
        ClauseState::NotYet => Some("*Not part of the rules.*".to_owned()),
        ClauseState::Unknown => Some("*Whether it stood here is not known.*".to_owned()),
    };
    if let Some(said) = said {
        return out + &said + "\n\n";
    }
    let mut rest = passage.blocks.as_slice();
    while let Some(first) = rest.first() {
        let cells = first.kind == "cell";
        let alike = rest
            .iter()
            .take_while(|block| (block.kind == "cell") == cells)
            .count();
        let (now, later) = rest.split_at(alike);
        out += &if cells {
            table(now, provenance)
        } else {
            lines(now, provenance)
        };
        rest = later;
    }
    out
}

fn lines(blocks: &[ClauseBlock], provenance: bool) -> String {
    let mut out = String::new();
    let mut inside = "";
    for block in blocks.iter().filter(|block| block.kind != "heading") {
        let label = block
            .label
            .as_ref()
            .map(|label| format!("**{}** ", escaped(label)))
            .unwrap_or_default();
        let indent = "  ".repeat(block.depth);
        let opens = block.first || block.inside != inside;
        if opens {
            // bullets follow each other without a blank line
            if !(out.is_empty() || block.inside == "bullet" && inside == "bullet") {
                out.push('\n');
            }
            inside = block.inside;
        }
        let lead = match (opens, block.inside == "bullet") {
            (true, true) => format!("{}- ", "  ".repeat(block.depth.saturating_sub(1))),
            (true, false) | (false, _) => indent,
        };
        out += &format!("{lead}{label}{}{}\n", words(block), by(block, provenance));
        if let Some(restated) = &block.restated {
            out += &format!("{}*{}*\n", "  ".repeat(block.depth), escaped(restated));
        }
    }
    if out.is_empty() { out } else { out + "\n" }
}

fn words(block: &ClauseBlock) -> String {
    if !block.held && block.text == "…" {
        "*… (as printed; not held)*".to_owned()
    } else {
        escaped(&block.text)
    }
}

/// Who wrote it: ` {dbm-3.1:48}` in code marks.
fn by(block: &ClauseBlock, wanted: bool) -> String {
    let mut names: Vec<&str> = Vec::new();
    for one in block
        .provenance
        .iter()
        .filter(|one| wanted && one.origin.n.is_some())
    {
        if !names.contains(&one.origin.patch.as_str()) {
            names.push(&one.origin.patch);
        }
    }
    names.iter().map(|name| format!(" `{name}`")).collect()
}

/// Cells as a table, a line for each row.
fn table(cells: &[ClauseBlock], provenance: bool) -> String {
    let label = |cell: &ClauseBlock| cell.label.clone().unwrap_or_default();
    let mut columns: Vec<String> = Vec::new();
    let mut rows: Vec<Vec<&ClauseBlock>> = Vec::new();
    for cell in cells {
        if !columns.contains(&label(cell)) {
            columns.push(label(cell));
        }
        match rows
            .last_mut()
            .filter(|row| !cell.first && row.first().is_some_and(|first| first.row == cell.row))
        {
            Some(row) => row.push(cell),
            None => rows.push(vec![cell]),
        }
    }
    // the row of the labels themselves
    rows.retain(|row| !row.iter().all(|cell| cell.text == label(cell)));
    let line = |texts: Vec<String>| format!("| {} |\n", texts.join(" | "));
    let mut out = line(columns.iter().map(|column| escaped(column)).collect());
    out += &line(columns.iter().map(|_| "---".to_owned()).collect());
    for row in rows {
        let text = |column: &String| {
            let cell = row.iter().find(|cell| label(cell) == *column);
            cell.map(|cell| format!("{}{}", words(cell), by(cell, provenance)))
                .unwrap_or_default()
        };
        out += &line(columns.iter().map(text).collect());
    }
    out + "\n"
}
