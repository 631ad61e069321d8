//! `rulebook troop`: prints values, clauses, rulings and changes of a troop type, or lists types.

use super::{Styler, compared_unit, display_width, header, plural, shorten, table, terminal};
use crate::{
    analysis::{
        CAN_IMPORT, ClauseBlock, Footnotes, Origin, RowStyle, Troop, TroopClause, TroopGroup,
        TroopMention, TroopRuling, TroopTable, TroopTypes, TroopValue, TroopView, annotations,
        open_instructions, rows_and_tables, wording_line,
    },
    doc::HOLE,
    model::Ruleset,
};

/// Renders the troop types of a ruleset.
pub(super) fn render_types(styler: Styler, ruleset: &Ruleset, answer: &TroopTypes) -> String {
    let mut out = header::query_line(styler, ruleset, &answer.query, None);
    out += &(plural(answer.types.len(), "troop type") + "\n");
    for kind in &answer.types {
        let letters = styler.strong(&kind.letters);
        let also = if kind.also.is_empty() {
            String::new()
        } else {
            styler.dim(&format!("  ({})", kind.also.join(", ")))
        };
        let first = format!("  {letters:<5} ");
        out += &styler.wrap(&first, "        ", &format!("{}{also}", kind.title));
    }
    out
}

/// The greatest number of lines of an answer without all notes.
const MAX_LINES: usize = 60;

/// How much of a clause is shown that only names the troops, and whether sources, rulings and changes
/// are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Everything.
    Full,
    /// The sentences about the troops; rulings in one line each.
    Sentences,
    /// One line.
    Lines,
}

/// Renders a troop type; also for `rulebook show`. With `all`, everything in full; else in as many
/// lines as a screen has, if that is possible.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, answer: &TroopView, all: bool) -> String {
    if all {
        return render_in(styler, ruleset, answer, Detail::Full);
    }
    let out = render_in(styler, ruleset, answer, Detail::Sentences);
    if out.lines().count() <= MAX_LINES {
        return out;
    }
    render_in(styler, ruleset, answer, Detail::Lines)
}

fn render_in(styler: Styler, ruleset: &Ruleset, answer: &TroopView, detail: Detail) -> String {
    let troop = &answer.troop;
    let mut out = header::query_line(styler, ruleset, &answer.query, None);
    let title = match &troop.grade {
        Some(grade) => format!("{} ({grade})", troop.title),
        None => troop.title.clone(),
    };
    out += &styler.justify(&styler.strong(&title), &styler.reference(&troop.name));
    out += &header::notice_lines(styler, &answer.notices);
    let clauses = troop.groups.iter().flat_map(|group| &group.clauses);
    let blocks = clauses.flat_map(|clause| &clause.blocks);
    let wording = wording_line(ruleset, blocks, CAN_IMPORT);
    out += &terminal::render(styler, wording.as_slice(), true);
    let mut notes = Footnotes::default();
    let mut sources = Vec::new();
    for table in &troop.tables {
        out += &match same_value(table).filter(|_| detail == Detail::Lines) {
            Some(value) => {
                let title = styler.strong(&table.heading);
                styler.justify(&format!("{title}: {value}"), &styler.reference(&table.id))
            }
            None => render_table(styler, troop, table, &answer.query.edition, &mut sources),
        };
    }
    for entry in &answer.clauses {
        let text: Vec<&str> = entry
            .blocks
            .iter()
            .map(|block| block.text.as_str())
            .collect();
        out += &styler.paragraph(&styler.dim(&text.join(" ")));
    }
    if !troop.grades.is_empty() && (troop.grade.is_none() || detail == Detail::Full) {
        let line = format!("Grades: {}", troop.grades.join(", "));
        out += &styler.paragraph(&line);
    }
    if detail == Detail::Lines {
        out.push('\n');
    }
    for group in &troop.groups {
        out += &match detail {
            _ if group.clauses.is_empty() => String::new(),
            Detail::Full => render_group(styler, group, &mut notes),
            Detail::Sentences | Detail::Lines => {
                render_short_group(styler, group, detail, &mut notes)
            }
        };
    }
    out += &render_incomplete(styler, troop, detail);
    if !troop.open.is_empty() {
        out += &format!(
            "\n{}",
            terminal::remarks(styler, "", open_instructions(&troop.open))
        );
    }
    out += &render_rulings(styler, troop, detail);
    out += &render_changes(styler, troop, detail);
    out += &render_classes(styler, troop, detail);
    let sources = terminal::remarks(styler, "", notes.blocks());
    if !sources.is_empty() {
        let space = if detail == Detail::Lines { "" } else { "\n" };
        out += &format!("{space}{sources}");
    }
    if detail != Detail::Full {
        out += &styler.help("`--notes` shows all in full, with sources and changes");
    }
    out
}

/// Renders what is not included: groups without a clause, and with all notes only these.
fn render_incomplete(styler: Styler, troop: &Troop, detail: Detail) -> String {
    let groups = troop.groups.iter();
    let empty = groups.clone().filter(|group| group.clauses.is_empty());
    let names = empty.map(|group| {
        let title = group.title.as_deref().unwrap_or_default();
        format!("{title} (p. {})", group.incomplete.join(", "))
    });
    let names: Vec<String> = names.collect();
    let mut lines = Vec::new();
    if !names.is_empty() {
        lines.push(format!(
            "No included text names them, but not all is included: {}; see your booklet",
            names.join(", ")
        ));
    }
    let partly = groups.filter(|group| !group.clauses.is_empty());
    let mut pages: Vec<&str> = Vec::new();
    for page in partly.flat_map(|group| &group.incomplete) {
        if !pages.contains(&page.as_str()) {
            pages.push(page);
        }
    }
    pages.sort_by_key(|page| page.parse().unwrap_or(u32::MAX));
    if detail != Detail::Full && !pages.is_empty() {
        lines.push(format!(
            "Not all of p. {} is included; see your booklet",
            pages.join(", ")
        ));
    }
    let lines: String = lines
        .iter()
        .map(|line| styler.wrap("", "  ", &styler.dim(line)))
        .collect();
    match lines.is_empty() {
        true => lines,
        false => format!("\n{lines}"),
    }
}

fn heading(styler: Styler, title: &str) -> String {
    format!("\n{}\n", styler.strong(title))
}

/// Returns the value of a table if all its rows have the same at all editions.
fn same_value(table: &TroopTable) -> Option<&str> {
    let mut values = table.rows.iter().flat_map(|row| &row.values);
    let first = values.next()?.value.as_deref()?;
    values
        .all(|value| value.value.as_deref() == Some(first))
        .then_some(first)
}

/// Renders the values: one grade by edition, or all grades at the edition shown.
/// Adds its sources to those that other tables have named, which are not named again.
fn render_table(
    styler: Styler,
    troop: &Troop,
    values: &TroopTable,
    edition: &str,
    named: &mut Vec<String>,
) -> String {
    let page = header::page_suffix(values.page.as_deref());
    let title = styler.strong(&format!("{}{page}", values.heading));
    let mut out = format!(
        "\n{}",
        styler.justify(&title, &styler.reference(&values.id))
    );
    let mut table = table::new(None);
    let shown = |value: &TroopValue| value.value.clone().unwrap_or_else(|| "…".to_owned());
    let mut sources = Sources::default();
    let by_edition = troop.grade.is_some() && values.rows.iter().any(|row| row.grade.is_some());
    if by_edition {
        let editions = values
            .rows
            .first()
            .map_or(&[][..], |row| row.values.as_slice());
        let names = editions.iter().map(|value| styler.strong(&value.edition));
        table.set_header(table::row("", names));
        for row in &values.rows {
            let name = styler.strong(&row.label);
            let cells = row.values.iter().map(shown);
            table.add_row(table::row(name, cells));
        }
        for row in &values.rows {
            for value in &row.values {
                sources.add(&row.label, value);
            }
        }
    } else {
        let mut columns: Vec<&str> = Vec::new();
        let mut labels: Vec<&str> = Vec::new();
        for row in &values.rows {
            if !columns.contains(&row.column.as_str()) {
                columns.push(&row.column);
            }
            if !labels.contains(&row.label.as_str()) {
                labels.push(&row.label);
            }
        }
        let names = columns.iter().map(|name| styler.strong(name));
        table.set_header(table::row("", names));
        for label in labels {
            let mut cells = Vec::new();
            for column in &columns {
                let mut rows = values.rows.iter();
                let row = rows.find(|row| row.label == label && row.column == *column);
                let value =
                    row.and_then(|row| row.values.iter().find(|value| value.edition == edition));
                cells.push(value.map_or_else(|| "–".to_owned(), shown));
                if let Some(value) = value {
                    sources.add(label, value);
                }
            }
            table.add_row(table::row(styler.strong(label), cells));
        }
    }
    out += &table::text(&table);
    for line in sources.lines() {
        if !named.contains(&line) {
            out += &styler.item(&styler.dim(&line));
            named.push(line);
        }
    }
    let unknown = values
        .rows
        .iter()
        .flat_map(|row| &row.values)
        .any(|value| value.value.is_none() && (by_edition || value.edition == edition));
    if unknown {
        let line = styler.dim("…: not included; see your booklet");
        out += &styler.item(&line);
    }
    let contradictions = annotations("Contradiction", &values.contradictions);
    out + &terminal::remarks(styler, "", contradictions)
}

/// A source, and the editions whose value is from it.
type EditionsFrom<'t> = (String, Vec<&'t str>);

/// The sources of the values of a table: for each row of it those that its editions are from.
#[derive(Default)]
struct Sources<'t> {
    /// The labels of the rows, each with its sources.
    rows: Vec<(&'t str, Vec<EditionsFrom<'t>>)>,
}

impl<'t> Sources<'t> {
    fn add(&mut self, label: &'t str, value: &'t TroopValue) {
        let Some(source) = value.origin.as_ref().map(Origin::source) else {
            return;
        };
        let edition = value.edition.as_str();
        if self.rows.iter().all(|(known, _)| *known != label) {
            self.rows.push((label, Vec::new()));
        }
        let own = self.rows.iter_mut().find(|(known, _)| *known == label);
        let Some((_, own)) = own else { return };
        match own.iter_mut().find(|(known, _)| *known == source) {
            Some((_, editions)) if editions.contains(&edition) => {}
            Some((_, editions)) => editions.push(edition),
            None => own.push((source, vec![edition])),
        }
    }

    /// Returns a line for each source and its editions, with the rows if these are not all.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
        for (label, sources) in &self.rows {
            for (source, editions) in sources {
                let line = format!("{}: {source}", span_of(editions));
                match lines.iter_mut().find(|(known, _)| *known == line) {
                    Some((_, labels)) => labels.push(label),
                    None => lines.push((line, vec![label])),
                }
            }
        }
        let line = |(line, labels): (String, Vec<&str>)| {
            if labels.len() == self.rows.len() {
                line
            } else {
                format!("{}, {line}", labels.join(", "))
            }
        };
        lines.into_iter().map(line).collect()
    }
}

/// Returns `3.2`, or `3.2–3.4` for the first and the last of several editions.
fn span_of(editions: &[&str]) -> String {
    match editions {
        [first, .., last] => format!("{first}–{last}"),
        [one] => (*one).to_owned(),
        [] => String::new(),
    }
}

fn render_group(styler: Styler, group: &TroopGroup, notes: &mut Footnotes) -> String {
    let title = group
        .title
        .as_deref()
        .unwrap_or("Other rules that name them");
    let mut out = heading(styler, title);
    for clause in &group.clauses {
        out += &render_clause(styler, clause, notes);
    }
    if !group.incomplete.is_empty() {
        let line = format!(
            "Not all of p. {} is included; see your booklet",
            group.incomplete.join(", ")
        );
        out += &styler.wrap("  ", "  ", &styler.dim(&line));
    }
    out
}

/// Renders a group with the clauses of the troops in full, and those that name them without a title.
fn render_short_group(
    styler: Styler,
    group: &TroopGroup,
    detail: Detail,
    notes: &mut Footnotes,
) -> String {
    let title = group.title.as_deref();
    let title = heading(styler, title.unwrap_or("Other rules that name them"));
    let mut out = match detail {
        Detail::Lines => title.trim_start().to_owned(),
        Detail::Full | Detail::Sentences => title,
    };
    for clause in &group.clauses {
        if clause.own {
            out += &render_clause(styler, clause, notes);
            continue;
        }
        let label = |block: &ClauseBlock| match &block.label {
            Some(label) if block.first => format!("{label} {}", block.text),
            _ => block.text.clone(),
        };
        let text: Vec<String> = clause.blocks.iter().map(label).collect();
        let (text, id) = (text.join(" "), styler.reference(&clause.id));
        // an exception is none without the words that announce it
        let text = match clause
            .lead
            .as_ref()
            .filter(|lead| announces_exceptions(lead))
        {
            Some(lead) => format!("{} {text}", end_of(lead)),
            None => text,
        };
        // `They count as …` says nothing without its heading
        let text = match clause.path.last() {
            Some(last) if !text.starts_with(last.as_str()) => format!("{last}: {text}"),
            _ => text,
        };
        out += &match detail {
            Detail::Lines => {
                let room = styler.prose_width().saturating_sub(display_width(&id) + 4);
                styler.justify(&format!("  {}", shorten(&text, room)), &id)
            }
            Detail::Full | Detail::Sentences => {
                styler.wrap("  ", "     ", &format!("{text}  {id}"))
            }
        };
    }
    out
}

/// Returns whether a sentence announces a list of exceptions or of what is not allowed.
fn announces_exceptions(lead: &str) -> bool {
    let mut words = lead.split(|c: char| !c.is_alphabetic());
    words.any(|word| ["cannot", "except", "no", "not", "unless"].contains(&word))
}

/// The last words of the sentence that announces a list.
const LEAD_WORDS: usize = 6;

/// Returns the end of a sentence: `… unless any of these apply:`.
fn end_of(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split(' ').collect();
    match words.len().checked_sub(LEAD_WORDS).filter(|left| *left > 0) {
        Some(left) => format!("… {}", words[left..].join(" ")),
        None => sentence.to_owned(),
    }
}

fn render_clause(styler: Styler, clause: &TroopClause, notes: &mut Footnotes) -> String {
    let page = header::page_suffix(clause.page.as_deref());
    let title = format!("  {}{page}", clause.path.join(" › "));
    let out = styler.justify(&title, &styler.reference(&clause.id));
    let blocks = rows_and_tables(&clause.blocks, RowStyle::Pieces, notes);
    out + &terminal::render(styler, &blocks, true)
}

fn render_rulings(styler: Styler, troop: &Troop, detail: Detail) -> String {
    let is_direct = |ruling: &&TroopRuling| !matches!(ruling.named, Some(TroopMention::Class(_)));
    let (direct, others): (Vec<_>, Vec<_>) = troop.rulings.iter().partition(is_direct);
    let numbers: Vec<&str> = others
        .iter()
        .filter_map(|ruling| ruling.n.as_deref())
        .collect();
    if direct.is_empty() && detail != Detail::Full {
        let name = &troop.name;
        let others = match numbers.is_empty() {
            true => String::new(),
            false => format!("; on {}: {}", troop.classes.join(", "), numbers.join(", ")),
        };
        let title = styler.strong("Rulings");
        return styler.wrap("", "  ", &format!("{title}: none names {name}{others}"));
    }
    let mut out = heading(styler, "Rulings");
    if direct.is_empty() {
        out += &format!("  None names {}.\n", troop.name);
    }
    for ruling in direct {
        let number = ruling.n.as_deref().unwrap_or_default();
        let page = header::page_suffix(ruling.page.as_deref());
        let title = format!(
            "  {} {number}  {}  {}{page}",
            ruling.short,
            ruling.state.label(),
            ruling.heading
        );
        out += &styler.justify(&title, &styler.reference(&ruling.id));
        if detail == Detail::Full {
            out += &styler.wrap("     ", "     ", &ruling.text);
        }
    }
    if !others.is_empty() {
        let line = format!("On {}: {}", troop.classes.join(", "), numbers.join(", "));
        out += &styler.item(&line);
    }
    out
}

fn render_changes(styler: Styler, troop: &Troop, detail: Detail) -> String {
    if troop.changes.is_empty() {
        return String::new();
    }
    if detail != Detail::Full {
        let mut editions: Vec<&str> = Vec::new();
        for change in &troop.changes {
            if !editions.contains(&change.edition.as_str()) {
                editions.push(&change.edition);
            }
        }
        let title = styler.strong("Changes of the text");
        return styler.paragraph(&format!("{title}: {}", editions.join(", ")));
    }
    let mut out = heading(styler, "Changes of the text, newest first");
    for change in &troop.changes {
        let page = header::page_suffix(change.page.as_deref());
        let title = format!("  {}  {}{page}", change.edition, change.heading);
        out += &styler.justify(&title, &styler.reference(&change.unit.id));
        if change.unit.before.as_deref() == Some(HOLE) {
            let label = change.unit.label.as_deref().unwrap_or_default();
            let by = compared_unit::pair_origins(&change.unit);
            let line = format!("{label} the text before is not included ({by})");
            out += &styler.wrap("    ", "    ", line.trim_start());
            continue;
        }
        let pair = compared_unit::render_pair(styler.narrower(4), &change.unit);
        out.extend(pair.lines().map(|line| format!("    {line}\n")));
    }
    out
}

/// Lists the clauses that only name a class of troops, or their number.
fn render_classes(styler: Styler, troop: &Troop, detail: Detail) -> String {
    let mut out = String::new();
    for class in &troop.classes {
        let is_of = |clause: &&TroopClause| clause.named == TroopMention::Class(class.clone());
        let ids: Vec<String> = troop
            .by_class
            .iter()
            .filter(is_of)
            .map(|clause| styler.reference(&clause.id))
            .collect();
        if !ids.is_empty() && detail != Detail::Full {
            let count = plural(ids.len(), "clause");
            let title = styler.strong(&format!("On {class}"));
            out += &styler.paragraph(&format!("{title}: {count} more"));
        } else if !ids.is_empty() {
            out += &heading(
                styler,
                &format!("On {class}: {}", plural(ids.len(), "clause")),
            );
            out += &styler.wrap("  ", "  ", &ids.join(", "));
        }
    }
    out
}
