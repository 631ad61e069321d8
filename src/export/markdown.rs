//! Renders clauses, effects of instructions, facts, documents, editions and pages as Markdown for
//! LSP and MCP.

mod inline;
mod troop;

pub(super) use inline::escape_characters;
pub use inline::{code, code_list, escape, strip_marks, word_diff};
pub use troop::troop;

use crate::{
    analysis::{
        Clause, ClauseBlock, ClauseState, Effect, ErrataMark, FactValue, Origin, PageErrata,
        UnitChange, ViewDescription, WordingKinds,
    },
    model::{Document, EditionIx, Ruleset},
    text::{join, slug::capitalize},
};

/// Returns the citation of an origin: `3.4 sheet, no. 7, 1 November 2020`.
pub fn citation(origin: &Origin) -> String {
    let mut out = origin.short.clone();
    if let Some(n) = &origin.n {
        out += &format!(", no. {n}");
    }
    if let Some(date) = &origin.date_text {
        out += &format!(", {date}");
    }
    if let Some(quoted) = origin.quotation() {
        out += &format!(", {quoted}");
    }
    escape(&out)
}

/// Returns the query of an answer: `DBM 3.4 · iwf · as of 20 Nov 2026`.
pub fn query_line(query: &ViewDescription) -> String {
    escape(&format!(
        "{} {} · {} · as of {}",
        query.ruleset.to_uppercase(),
        query.edition,
        query.profile,
        query.day()
    ))
}

/// Returns a clause: heading, state, wording with its instructions, and related remarks.
pub fn clause(clause: &Clause, query: &ViewDescription) -> String {
    let mut out = format!("### {}\n\n", escape(&clause.path.join(" › ")));
    let page = clause
        .page
        .as_ref()
        .map(|page| format!(" · p. {page}"))
        .unwrap_or_default();
    out += &format!(
        "{} · {}{}\n\n",
        code(&clause.id),
        query_line(query),
        escape(&page)
    );
    out += &state_line(clause);
    out += &wording_line(clause);
    out += &blocks(&clause.blocks);
    out += &related(clause);
    out
}

/// Describes the state of a clause; empty if it is in force.
fn state_line(clause: &Clause) -> String {
    let by = clause.state_by.as_ref().map(citation).unwrap_or_default();
    let text = match clause.state {
        ClauseState::InForce => return String::new(),
        ClauseState::Deleted => format!("**Deleted**: {by}."),
        ClauseState::Moved => format!(
            "**Moved** to {}: {by}.",
            code(clause.moved_to.as_deref().unwrap_or("another clause"))
        ),
        ClauseState::NotHeld | ClauseState::NotYet | ClauseState::Unknown => {
            clause.state_text.clone().unwrap_or_default()
        }
    };
    text + "\n\n"
}

/// Returns a line that says whether the words are printed or restated; empty for words of a
/// ruleset's own.
fn wording_line(clause: &Clause) -> String {
    let kinds = WordingKinds::of(&clause.blocks);
    let restatement = kinds.restatement();
    let text = match (kinds.printed, restatement) {
        (true, Some(words)) => {
            format!("Printed wording where your library has it; the rest {words}, not official.")
        }
        (true, None) if kinds.is_mixed() => "Printed wording where your library has it.".to_owned(),
        (true, None) => "Printed wording from your library.".to_owned(),
        (false, Some(words)) => format!("{}, not official.", capitalize(words)),
        (false, None) => return String::new(),
    };
    format!("*{text}*\n\n")
}

/// Returns the wording: sentences of a unit on one line, bullets as a list, cells as a table.
pub fn blocks(blocks: &[ClauseBlock]) -> String {
    let mut out = String::new();
    for group in blocks.chunk_by(|a, b| (a.kind == "cell") == (b.kind == "cell")) {
        out += &if group[0].kind == "cell" {
            table(group, false, |cell| escape(&cell.text))
        } else {
            lines(group)
        };
    }
    out
}

fn lines(blocks: &[ClauseBlock]) -> String {
    let mut out = String::new();
    let mut listed = false;
    for block in blocks {
        if block.kind == "heading" {
            continue;
        }
        let text = paragraph_text(block);
        if block.first && block.inside == "bullet" {
            let indent = "  ".repeat(block.depth.saturating_sub(1));
            let label = label(block.label.as_deref());
            out += if listed || out.is_empty() {
                "\n"
            } else {
                "\n\n"
            };
            out += &format!("{indent}- {label}{text}");
            listed = true;
        } else if block.first {
            let label = label(block.label.as_deref());
            out += &format!("{}{label}{text}", if out.is_empty() { "" } else { "\n\n" });
            listed = false;
        } else {
            out += &format!(" {text}");
        }
    }
    format!("{}\n\n", out.trim_start_matches('\n'))
}

/// Returns the label of a unit in bold, with a blank after it.
pub(super) fn label(label: Option<&str>) -> String {
    label.map_or_else(String::new, |label| format!("**{}** ", escape(label)))
}

/// Returns the words of a block, followed by the instructions that wrote them.
fn paragraph_text(block: &ClauseBlock) -> String {
    if !block.held && block.text == "…" {
        return format!("*Text not included; see {}*", block.book());
    }
    let mut out = escape(&block.text);
    if let Some(restated) = &block.restated {
        out += &format!(" *({})*", escape(restated));
    }
    let mut by: Vec<String> = Vec::new();
    let written = block.provenance.iter().map(|one| &one.origin);
    for origin in written.chain(&block.cut).chain(&block.label_by) {
        let name = if origin.n.is_some() {
            origin.patch.clone()
        } else {
            String::new()
        };
        if !name.is_empty() && !by.contains(&name) {
            by.push(name);
        }
    }
    for name in by {
        out += &format!(" {}", code(&name));
    }
    out
}

/// Returns the labels of the columns of cells, and the cells row by row.
pub(super) fn columns_and_rows<'a, T: Copy>(
    cells: impl IntoIterator<Item = T>,
    block: impl Fn(T) -> &'a ClauseBlock,
) -> (Vec<String>, Vec<Vec<T>>) {
    let mut columns: Vec<String> = Vec::new();
    let mut rows: Vec<Vec<T>> = Vec::new();
    for item in cells {
        let cell = block(item);
        let label = cell.label.clone().unwrap_or_default();
        if !columns.contains(&label) {
            columns.push(label);
        }
        match rows.last_mut() {
            Some(row) if !cell.first && block(row[0]).row == cell.row => row.push(item),
            Some(_) | None => rows.push(vec![item]),
        }
    }
    (columns, rows)
}

/// Returns cells as a table; `text` returns the text of a cell. With `skip_labels`, a row that only
/// repeats the labels of the columns is left out.
pub(super) fn table(
    cells: &[ClauseBlock],
    skip_labels: bool,
    text: impl Fn(&ClauseBlock) -> String,
) -> String {
    let label = |cell: &ClauseBlock| cell.label.clone().unwrap_or_default();
    let (columns, mut rows) = columns_and_rows(cells, |cell| cell);
    rows.retain(|row| !skip_labels || !row.iter().all(|cell| cell.text == label(cell)));
    let line = |texts: Vec<String>| format!("| {} |\n", texts.join(" | "));
    let mut out = line(columns.iter().map(|column| escape(column)).collect());
    out += &line(columns.iter().map(|_| "---".to_owned()).collect());
    for row in rows {
        let cell = |column: &String| {
            let cell = row.iter().find(|cell| label(cell) == *column);
            cell.map(|cell| text(cell)).unwrap_or_default()
        };
        out += &line(columns.iter().map(cell).collect());
    }
    out + "\n"
}

/// Returns the related remarks: rulings, contradictions, conflicts, notes, withdrawn changes and
/// earlier wordings.
pub(super) fn related(clause: &Clause) -> String {
    let mut out: String = clause
        .notices
        .iter()
        .map(|notice| format!("- {}\n", escape(notice)))
        .collect();
    for conflict in &clause.conflicts {
        out += &format!(
            "- **Conflict** on {}: {}\n",
            code(&conflict.id),
            join(
                conflict.sides.iter().map(|side| format!(
                    "{}: {}",
                    citation(&side.origin),
                    escape(&side.text)
                )),
                "; "
            )
        );
    }
    for ruling in &clause.clarifications {
        let reason = if ruling.reason.is_empty() {
            String::new()
        } else {
            format!(", {}", escape(&ruling.reason))
        };
        let text = match &ruling.printed {
            Some(printed) => format!(
                "{} *(restated:* {}*)*",
                escape(printed),
                escape(&ruling.text)
            ),
            None => escape(&ruling.text),
        };
        out += &format!(
            "- **Ruling** {} (*{}*{reason}): {text}\n",
            code(&ruling.id),
            ruling.state.label()
        );
    }
    let kinds = [
        ("Contradiction", &clause.contradictions),
        ("Deviation", &clause.deviations),
        ("Remark", &clause.remarks),
        ("Open instruction", &clause.open),
        ("Note", &clause.notes),
    ];
    for (label, remark) in kinds
        .iter()
        .flat_map(|(label, remarks)| remarks.iter().map(move |remark| (label, remark)))
    {
        out += &format!(
            "- **{label}** ({}): {}\n",
            citation(&remark.origin),
            escape(&remark.text)
        );
    }
    for gone in &clause.withdrawn {
        out += &format!(
            "- **Withdrawn**: {}, by {}\n",
            citation(&gone.change),
            citation(&gone.by)
        );
    }
    for earlier in &clause.earlier {
        let until = earlier
            .until
            .as_ref()
            .map(|until| format!(" until {until}"))
            .unwrap_or_default();
        out += &format!(
            "- **Earlier** ({}{}): {}\n",
            escape(&earlier.editions),
            escape(&until),
            escape(&earlier.text)
        );
    }
    if !clause.children.is_empty() {
        out += &format!("- **Parts**: {}\n", code_list(&clause.children));
    }
    out
}

/// Returns the change of one unit: the printed wording if known, with the restatement next to it.
pub fn change(change: &UnitChange) -> String {
    let label = label(change.label.as_deref());
    let restated = before_and_after(change.before.as_deref(), change.after.as_deref());
    let text = if change.printed_before.is_none() && change.printed_after.is_none() {
        restated.trim().to_owned()
    } else {
        let hole = |text: &Option<String>| text.as_ref().map(|_| "…".to_owned());
        let before = change
            .printed_before
            .clone()
            .or_else(|| hole(&change.before));
        let after = change.printed_after.clone().or_else(|| hole(&change.after));
        let printed = before_and_after(before.as_deref(), after.as_deref());
        if printed == restated {
            format!("{} *(printed)*", printed.trim())
        } else {
            format!(
                "{} *(printed; restated:* {}*)*",
                printed.trim(),
                restated.trim()
            )
        }
    };
    format!("- {label}{text} {}\n", code(&change.id))
}

fn before_and_after(before: Option<&str>, after: Option<&str>) -> String {
    match (before, after) {
        (Some("…"), Some(after)) => format!("*(text not included)* → {}", escape(after)),
        (Some(before), Some(after)) => word_diff(before, after),
        (Some(before), None) => word_diff(before, ""),
        (None, Some(after)) => format!("**{}**", escape(after)),
        (None, None) => String::new(),
    }
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

/// Returns a printed page: its sections, with the number of changes on each.
pub fn page(errata: &PageErrata) -> String {
    let mut out = format!(
        "**Page {}** · {}\n\n",
        escape(&errata.page),
        query_line(&errata.query)
    );
    for section in &errata.sections {
        let changed = section
            .lines
            .iter()
            .filter(|line| line.mark != ErrataMark::Unchanged)
            .count();
        let what = if section.unchanged {
            "unchanged".to_owned()
        } else {
            format!("{changed} changed")
        };
        out += &format!(
            "- {} {}: {what}\n",
            escape(&section.heading),
            code(&section.id)
        );
    }
    out
}
