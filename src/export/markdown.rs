//! Markdown of clauses, comparisons and what an instruction does: for hovers and for texts that an editor opens.

use crate::{
    analysis::{
        AtomChange, Clause, ClauseBlock, ClauseState, Effect, ErrataMark, Fact, Origin, PageErrata,
        Query, WordingKind,
    },
    model::{Document, EditionIx, Ruleset},
    text::words::{Run, diff_held},
};

/// Markdown that shows `text` and nothing else.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Markdown of this module without its marks, for those who show it as it is: what is struck out stands in `[-…-]`.
pub fn plain(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut struck = false;
    let mut rest = markdown.trim_start_matches(['#', ' ']);
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => {
                let next = after.chars().next();
                out.extend(next);
                &after[next.map_or(0, char::len_utf8)..]
            }
            '~' if after.starts_with('~') => {
                out.push_str(if struck { "-]" } else { "[-" });
                struck = !struck;
                &after[1..]
            }
            '*' | '`' => after,
            // a heading
            '\n' => {
                out.push('\n');
                let heading = after.trim_start_matches('#');
                if heading.len() < after.len() {
                    heading.trim_start_matches(' ')
                } else {
                    after
                }
            }
            c => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// Who said something: `3.4 sheet, no. 7, 1 November 2020`.
pub fn origin(origin: &Origin) -> String {
    let mut out = origin.short.clone();
    if let Some(n) = &origin.n {
        out += &format!(", no. {n}");
    }
    if let Some(date) = &origin.date_text {
        out += &format!(", {date}");
    }
    if let Some(quoted) = origin.quoted() {
        out += &format!(", {quoted}");
    }
    escaped(&out)
}

/// The question that an answer answers: `DBM 3.4 · iwf · as of 2026-11-20`.
pub fn question(query: &Query) -> String {
    escaped(&format!(
        "{} {} · {} · as of {}",
        query.ruleset.to_uppercase(),
        query.edition,
        query.profile,
        query.as_of
    ))
}

/// A clause: its heading, how it stands, its words with who wrote them, and what bears on it.
pub fn clause(clause: &Clause, query: &Query) -> String {
    let mut out = format!("### {}\n\n", escaped(&clause.path.join(" › ")));
    let page = clause
        .page
        .as_ref()
        .map(|page| format!(" · p. {page}"))
        .unwrap_or_default();
    out += &format!(
        "`{}` · {}{}\n\n",
        clause.id,
        question(query),
        escaped(&page)
    );
    out += &state(clause);
    out += &wording(clause);
    out += &blocks(&clause.blocks);
    out += &beside(clause);
    out
}

/// How a clause stands, where that is not a matter of course.
fn state(clause: &Clause) -> String {
    let by = clause.state_by.as_ref().map(origin).unwrap_or_default();
    let said = match clause.state {
        ClauseState::InForce => return String::new(),
        ClauseState::NotHeld => "Its wording is not held: see the printed rules.".to_owned(),
        ClauseState::Deleted => format!("**Struck out**: {by}."),
        ClauseState::Moved => format!(
            "**Moved** to `{}`: {by}.",
            clause.moved_to.as_deref().unwrap_or("another clause")
        ),
        ClauseState::NotYet if by.is_empty() => {
            "Not part of the rules, as known on that day.".to_owned()
        }
        ClauseState::NotYet => format!("Not part of the rules yet: {by}."),
        ClauseState::Unknown => format!(
            "Whether it stood here is not known: {by} says that it had been left out by accident."
        ),
    };
    said + "\n\n"
}

/// Whose words these are.
fn wording(clause: &Clause) -> String {
    let any = |kind: WordingKind| {
        clause
            .blocks
            .iter()
            .any(|block| block.wording == kind && block.kind != "heading")
    };
    let said = match (any(WordingKind::Printed), any(WordingKind::Restated)) {
        (true, false) => "*In the printed words, from your library.*",
        (true, true) => {
            "*In the printed words where they are held, the rest restated, not official.*"
        }
        (false, true) => "*Restated, not official.*",
        (false, false) => return String::new(),
    };
    format!("{said}\n\n")
}

/// The words: sentences of one unit as one line, bullets as a list, cells as a table.
pub fn blocks(blocks: &[ClauseBlock]) -> String {
    let mut out = String::new();
    let mut rest = blocks;
    while let Some(first) = rest.first() {
        let alike = rest
            .iter()
            .take_while(|block| (block.kind == "cell") == (first.kind == "cell"))
            .count();
        let (now, later) = rest.split_at(alike);
        out += &if first.kind == "cell" {
            table(now)
        } else {
            lines(now)
        };
        rest = later;
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
        let text = words(block);
        if block.first && block.inside == "bullet" {
            let indent = "  ".repeat(block.depth.saturating_sub(1));
            let label = block
                .label
                .as_ref()
                .map(|label| format!("**{}** ", escaped(label)))
                .unwrap_or_default();
            out += if listed || out.is_empty() {
                "\n"
            } else {
                "\n\n"
            };
            out += &format!("{indent}- {label}{text}");
            listed = true;
        } else if block.first {
            let label = block
                .label
                .as_ref()
                .map(|label| format!("**{}** ", escaped(label)))
                .unwrap_or_default();
            out += &format!("{}{label}{text}", if out.is_empty() { "" } else { "\n\n" });
            listed = false;
        } else {
            out += &format!(" {text}");
        }
    }
    format!("{}\n\n", out.trim_start_matches('\n'))
}

/// The words of a block, with who wrote them where several did.
fn words(block: &ClauseBlock) -> String {
    if !block.held && block.text == "…" {
        return "*… (as printed; not held)*".into();
    }
    let mut out = escaped(&block.text);
    if let Some(restated) = &block.restated {
        out += &format!(" *({})*", escaped(restated));
    }
    let mut by: Vec<String> = Vec::new();
    let wrote = block.provenance.iter().map(|one| &one.origin);
    for origin in wrote.chain(&block.cut).chain(&block.label_by) {
        let name = if origin.n.is_some() {
            origin.patch.clone()
        } else {
            String::new()
        };
        if !name.is_empty() && !by.contains(&name) {
            by.push(name);
        }
    }
    if !by.is_empty() {
        out += &format!(" `{}`", by.join("` `"));
    }
    out
}

/// Cells as a table: rows by their labels, columns by theirs.
fn table(cells: &[ClauseBlock]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    let mut rows: Vec<(&str, Vec<&ClauseBlock>)> = Vec::new();
    for cell in cells {
        let column = cell.label.as_deref().unwrap_or_default();
        if !columns.contains(&column) {
            columns.push(column);
        }
        let row = cell.row.as_deref().unwrap_or_default();
        match rows.last_mut() {
            Some((last, row_cells)) if *last == row && !cell.first => row_cells.push(cell),
            Some(_) | None => rows.push((row, vec![cell])),
        }
    }
    let line = |texts: Vec<String>| format!("| {} |\n", texts.join(" | "));
    let mut out = line(columns.iter().map(|column| escaped(column)).collect());
    out += &line(columns.iter().map(|_| "---".to_owned()).collect());
    for (_, cells) in rows {
        let text = |column: &&str| {
            let cell = cells
                .iter()
                .find(|cell| cell.label.as_deref().unwrap_or_default() == *column);
            cell.map(|cell| escaped(&cell.text)).unwrap_or_default()
        };
        out += &line(columns.iter().map(text).collect());
    }
    out + "\n"
}

/// What bears on a clause: rulings, contradictions, conflicts, notes, what was withdrawn, how it read before.
pub(super) fn beside(clause: &Clause) -> String {
    let mut out: String = clause
        .notices
        .iter()
        .map(|notice| format!("- {}\n", escaped(notice)))
        .collect();
    for conflict in &clause.conflicts {
        out += &format!(
            "- **Conflict** on `{}`: {}\n",
            conflict.id,
            conflict
                .sides
                .iter()
                .map(|side| format!("{}: {}", origin(&side.origin), escaped(&side.text)))
                .collect::<Vec<_>>()
                .join("; ")
        );
    }
    for ruling in &clause.clarifications {
        let reason = if ruling.reason.is_empty() {
            String::new()
        } else {
            format!(", {}", escaped(&ruling.reason))
        };
        let text = match &ruling.printed {
            Some(printed) => format!(
                "{} *(restated:* {}*)*",
                escaped(printed),
                escaped(&ruling.text)
            ),
            None => escaped(&ruling.text),
        };
        out += &format!(
            "- **Ruling** `{}` (*{}*{reason}): {text}\n",
            ruling.id,
            ruling.state.name()
        );
    }
    for remark in &clause.contradictions {
        out += &format!(
            "- **Contradiction** ({}): {}\n",
            origin(&remark.origin),
            escaped(&remark.text)
        );
    }
    for remark in &clause.deviations {
        out += &format!(
            "- **Deviation** ({}): {}\n",
            origin(&remark.origin),
            escaped(&remark.text)
        );
    }
    let kinds = [
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
            origin(&remark.origin),
            escaped(&remark.text)
        );
    }
    for gone in &clause.withdrawn {
        out += &format!(
            "- **Withdrawn**: {}, by {}\n",
            origin(&gone.change),
            origin(&gone.by)
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
            escaped(&earlier.editions),
            escaped(&until),
            escaped(&earlier.text)
        );
    }
    if !clause.children.is_empty() {
        out += &format!("- **Parts**: `{}`\n", clause.children.join("`, `"));
    }
    out
}

/// Old and new words in one: what is gone struck out, what is new in bold.
pub fn differing(old: &str, new: &str) -> String {
    let mut out = String::new();
    for run in diff_held(old, new) {
        match run {
            Run::Same { new: span, .. } => same(&mut out, span.of(new)),
            Run::Removed { old: span } => {
                mark(&mut out, "~~", span.of(old));
                out.push(' ');
            }
            Run::Added { new: span } => mark(&mut out, "**", span.of(new)),
        }
    }
    out
}

/// Unmarked text. Behind a mark that closes after a sign it begins with a blank: else the mark would close nothing.
fn same(out: &mut String, text: &str) {
    let closed = out.ends_with("**") && !out.trim_end_matches('*').ends_with(char::is_alphanumeric);
    if closed && text.starts_with(char::is_alphanumeric) {
        out.push(' ');
    }
    *out += &escaped(text);
}

/// Text between marks, blanks outside. A mark that opens before a sign needs a blank before it: else it would open nothing.
fn mark(out: &mut String, around: &str, text: &str) {
    let inner = text.trim();
    let at = text.find(inner).unwrap_or_default();
    *out += &text[..at];
    if !inner.is_empty() {
        if !inner.starts_with(char::is_alphanumeric) && out.ends_with(|c: char| !c.is_whitespace())
        {
            out.push(' ');
        }
        *out += &format!("{around}{}{around}", escaped(inner));
    }
    *out += &text[at + inner.len()..];
}

/// One unit before and after: in the printed words where they are held, the restatement beside them.
pub fn change(change: &AtomChange) -> String {
    let label = change
        .label
        .as_ref()
        .map(|label| format!("**{}** ", escaped(label)))
        .unwrap_or_default();
    let ours = became(change.before.as_deref(), change.after.as_deref());
    let text = if change.printed_before.is_none() && change.printed_after.is_none() {
        ours.trim().to_owned()
    } else {
        let hole = |text: &Option<String>| text.as_ref().map(|_| "…".to_owned());
        let before = change
            .printed_before
            .clone()
            .or_else(|| hole(&change.before));
        let after = change.printed_after.clone().or_else(|| hole(&change.after));
        format!(
            "{} *(printed; restated:* {}*)*",
            became(before.as_deref(), after.as_deref()).trim(),
            ours.trim()
        )
    };
    format!("- {label}{text} `{}`\n", change.id)
}

fn became(before: Option<&str>, after: Option<&str>) -> String {
    match (before, after) {
        (Some("…"), Some(after)) => {
            format!("*(what stood there is not held)* **{}**", escaped(after))
        }
        (Some(before), Some(after)) => differing(before, after),
        (Some(before), None) => differing(before, ""),
        (None, Some(after)) => format!("**{}**", escaped(after)),
        (None, None) => String::new(),
    }
}

/// What an instruction does.
pub fn effect(effect: &Effect) -> String {
    let mut out = format!(
        "**{}** · {}",
        escaped(&effect.origin.verb),
        origin(&effect.origin)
    );
    if !effect.reached.is_empty() {
        out += &format!("\n\nReaches `{}`", effect.reached.join("`, `"));
    }
    out += "\n\n";
    for taken in &effect.withdraws {
        out += &format!("Takes back {}\n\n", origin(taken));
    }
    for one in &effect.changes {
        out += &change(one);
    }
    if effect.changes.is_empty() {
        out += match (effect.pending, effect.interprets) {
            (true, _) => "Its change of words waits for wording that is not held.\n",
            (false, true) => "It changes no words.\n",
            (false, false) => "It changes nothing.\n",
        };
    }
    if let Some(by) = &effect.withdrawn_by {
        out += &format!("\nWithdrawn by {}.\n", origin(by));
    }
    if let Some(to) = &effect.moved_to {
        out += &format!("\nWhat it takes out lives on in `{to}`.\n");
    }
    for (id, text) in &effect.interpreted {
        out += &format!(
            "- `{id}`: {}\n",
            if text == "…" {
                "*… (as printed; not held)*".to_owned()
            } else {
                escaped(text)
            }
        );
    }
    for ruling in &effect.overtakes {
        out += &format!(
            "- touches ruling `{}` (*{}*)\n",
            ruling.id,
            ruling.state.name()
        );
    }
    out
}

/// A fact: its value in each clause that has it.
pub fn fact(name: &str, found: &[Fact]) -> String {
    let mut out = format!("**Fact** `{name}`\n\n");
    for one in found {
        out += &format!(
            "- **{}** in `{}`, {}\n",
            escaped(&one.value),
            one.id,
            origin(&one.origin)
        );
    }
    if found.is_empty() {
        out += "No clause of the edition that is read has it.\n";
    }
    out
}

/// A document: title, kind, edition, dates, authors.
pub fn document(ruleset: &Ruleset, document: &Document) -> String {
    let mut out = format!(
        "**{}**\n\n{} · edition {}",
        escaped(&document.title),
        document.kind.name(),
        ruleset.edition_id(document.edition)
    );
    if !document.published.is_undated() {
        out += &format!(" · {}", document.published);
    }
    if let Some(revised) = document.revised {
        out += &format!(", revised {revised}");
    }
    if !document.authors.is_empty() {
        out += &format!("\n\n{}", escaped(&document.authors.join(", ")));
    }
    out + "\n"
}

/// An edition: what it amends, since when, how it stands, its documents.
pub fn edition(ruleset: &Ruleset, edition: EditionIx) -> String {
    let mut out = format!(
        "**{} {}**\n",
        escaped(&ruleset.title),
        ruleset.edition_id(edition)
    );
    let Some(found) = ruleset.editions.get(usize::from(edition.0)) else {
        return out;
    };
    if let Some(amends) = found.amends {
        out += &format!("\namends {}", ruleset.edition_id(amends));
    }
    if let Some(from) = ruleset.in_force_from(edition) {
        out += &format!("\nin force from {from}");
    }
    if let Some(status) = &found.status {
        out += &format!("\n{}", escaped(status));
    }
    out += "\n\n";
    for document in ruleset
        .documents
        .values()
        .filter(|document| document.edition == edition)
    {
        out += &format!("- `{}` {}\n", document.key, escaped(&document.title));
    }
    out
}

/// A printed page: its sections and what was changed on them.
pub fn page(slip: &PageErrata) -> String {
    let mut out = format!(
        "**Page {}** · {}\n\n",
        escaped(&slip.page),
        question(&slip.query)
    );
    for section in &slip.sections {
        let changed = section
            .lines
            .iter()
            .filter(|line| line.mark != ErrataMark::Stands)
            .count();
        let what = if section.stands {
            "stands as printed".to_owned()
        } else {
            format!("{changed} changed")
        };
        out += &format!("- {} `{}`: {what}\n", escaped(&section.heading), section.id);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_escaped_reads_the_same_without_marks(text in "[a-z*_`#|~<>&!.\\\\ ]{0,30}") {
            let line = format!("- {}", escaped(&text));
            prop_assert_eq!(plain(&line), format!("- {text}"));
        }
    }

    #[test]
    fn marks_beside_signs_open_and_close() {
        assert_eq!(
            differing("a 6 can be", "a 6, or 5, can be"),
            "a 6 **, or 5,** can be"
        );
        assert_eq!(
            differing("end of it", "end (or not) of it"),
            "end **(or not)** of it"
        );
        assert_eq!(differing("one two", "one \u{ab}two"), "one **\u{ab}** two");
    }

    #[test]
    fn marks_go_and_what_is_struck_out_is_told() {
        assert_eq!(
            plain("### One \\# two\n\n**Kn** `x/y` ~~6~~ **7**"),
            "One # two\n\nKn x/y [-6-] 7"
        );
    }
}
