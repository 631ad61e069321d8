//! `rulebook troop`: prints values, clauses, rulings and changes of a troop type, or lists types.

use super::{
    CommandResult, Context, Styler, Subcommand, ViewOptions,
    clause_view::{Footnotes, RowStyle, open_instructions, render_blocks, wording_line},
    compared_unit, header, plural, table, word_diff,
};
use crate::{
    analysis::{
        Origin, Troop, TroopClause, TroopGroup, TroopMention, TroopRuling, TroopTable, TroopTypes,
        TroopValue, TroopView,
    },
    model::Ruleset,
};

/// Show everything about a troop type: costs, factors, outcomes, rulings and changes
#[derive(clap::Args)]
pub(super) struct TroopCommand {
    /// A troop type, with a grade or without: Kn(F), Pk, "light horse"
    ///
    /// Without an argument: all troop types
    #[arg(value_name = "TROOPS")]
    what: Vec<String>,
    #[command(flatten)]
    options: ViewOptions,
}

impl Subcommand for TroopCommand {
    const NAME: &str = "troop";

    const EXAMPLES: &str = "Examples:
  rulebook troop 'Kn(F)'                the same as `rulebook 'Kn(F)'`
  rulebook troop pikes --at 3.3
  rulebook troop                        all troop types";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = context.load_analysis()?;
        let engine = context.engine(&analysis);
        let request = self.options.request();
        let question = engine.question(&request, &self.what.join(" "));
        let format = self.options.format;
        let (prefix, typed) = analysis.split_ruleset(question.target());
        if typed.is_empty() {
            let request = request.with_question(&question)?;
            let ruleset = prefix.or(request.ruleset.as_deref());
            let types = engine.troop_types(&request, ruleset);
            return context.respond_with(format, types, render_types);
        }
        let answer = engine.troop(&request, &question);
        context.respond_with(format, answer, render)
    }
}

/// Renders the troop types of a ruleset.
fn render_types(styler: Styler, ruleset: &Ruleset, answer: &TroopTypes) -> String {
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

/// Renders a troop type; also for `rulebook show`.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, answer: &TroopView) -> String {
    let troop = &answer.troop;
    let mut out = header::query_line(styler, ruleset, &answer.query, None);
    let title = match &troop.grade {
        Some(grade) => format!("{} ({grade})", troop.title),
        None => troop.title.clone(),
    };
    out += &styler.justify(&styler.strong(&title), &styler.reference(&troop.name));
    out += &header::notice_lines(styler, &answer.notices);
    let clauses = troop.groups.iter().flat_map(|group| &group.clauses);
    let blocks: Vec<_> = clauses.flat_map(|clause| &clause.blocks).collect();
    out += &wording_line(styler, ruleset, &blocks);
    let mut notes = Footnotes::default();
    for entry in &answer.clauses {
        let text: Vec<&str> = entry
            .blocks
            .iter()
            .map(|block| block.text.as_str())
            .collect();
        out += &styler.paragraph(&styler.dim(&text.join(" ")));
    }
    if !troop.grades.is_empty() {
        let line = format!("Grades: {}", troop.grades.join(", "));
        out += &styler.paragraph(&line);
    }
    for table in &troop.tables {
        out += &render_table(styler, troop, table, &answer.query.edition);
    }
    let (empty, groups): (Vec<_>, Vec<_>) = troop
        .groups
        .iter()
        .partition(|group| group.clauses.is_empty());
    for group in groups {
        out += &render_group(styler, group, &mut notes);
    }
    if !empty.is_empty() {
        let names = empty.iter().map(|group| {
            let title = group.title.as_deref().unwrap_or_default();
            format!("{title} (p. {})", group.incomplete.join(", "))
        });
        let names: Vec<String> = names.collect();
        let line = format!(
            "No included text names them, but not all is included: {}; see your booklet",
            names.join(", ")
        );
        out += &format!("\n{}", styler.wrap("", "  ", &styler.dim(&line)));
    }
    if !troop.open.is_empty() {
        out += &format!("\n{}", open_instructions(styler, "", &troop.open));
    }
    out += &render_rulings(styler, troop);
    out += &render_changes(styler, troop);
    out += &render_classes(styler, troop);
    let sources = notes.render(styler);
    if !sources.is_empty() {
        out += &format!("\n{sources}");
    }
    out
}

fn heading(styler: Styler, title: &str) -> String {
    format!("\n{}\n", styler.strong(title))
}

/// Renders the values: one grade by edition, or all grades at the edition shown.
fn render_table(styler: Styler, troop: &Troop, values: &TroopTable, edition: &str) -> String {
    let page = header::page_suffix(values.page.as_deref());
    let title = styler.strong(&format!("{}{page}", values.heading));
    let mut out = format!(
        "\n{}",
        styler.justify(&title, &styler.reference(&values.id))
    );
    let mut table = table::new(None);
    let shown = |value: &TroopValue| value.value.clone().unwrap_or_else(|| "…".to_owned());
    let mut sources: Vec<(String, Vec<&str>)> = Vec::new();
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
        for value in values.rows.iter().flat_map(|row| &row.values) {
            add_source(&mut sources, value);
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
                value
                    .into_iter()
                    .for_each(|value| add_source(&mut sources, value));
            }
            table.add_row(table::row(styler.strong(label), cells));
        }
    }
    out += &table::text(&table);
    for (source, editions) in &sources {
        let line = format!("{}: {source}", span_of(editions));
        out += &styler.item(&styler.dim(&line));
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
    out
}

fn add_source<'t>(sources: &mut Vec<(String, Vec<&'t str>)>, value: &'t TroopValue) {
    let Some(source) = value.origin.as_ref().map(Origin::source) else {
        return;
    };
    let edition = value.edition.as_str();
    match sources.iter_mut().find(|(known, _)| *known == source) {
        Some((_, editions)) if editions.contains(&edition) => {}
        Some((_, editions)) => editions.push(edition),
        None => sources.push((source, vec![edition])),
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

fn render_clause(styler: Styler, clause: &TroopClause, notes: &mut Footnotes) -> String {
    let page = header::page_suffix(clause.page.as_deref());
    let title = format!("  {}{page}", clause.path.join(" › "));
    let mut out = styler.justify(&title, &styler.reference(&clause.id));
    out += &render_blocks(styler, &clause.blocks, RowStyle::Pieces, notes);
    out
}

fn render_rulings(styler: Styler, troop: &Troop) -> String {
    let is_direct = |ruling: &&TroopRuling| !matches!(ruling.named, Some(TroopMention::Class(_)));
    let (direct, others): (Vec<_>, Vec<_>) = troop.rulings.iter().partition(is_direct);
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
        out += &styler.wrap("     ", "     ", &ruling.text);
    }
    if !others.is_empty() {
        let numbers: Vec<&str> = others
            .iter()
            .filter_map(|ruling| ruling.n.as_deref())
            .collect();
        let line = format!("On {}: {}", troop.classes.join(", "), numbers.join(", "));
        out += &styler.item(&line);
    }
    out
}

fn render_changes(styler: Styler, troop: &Troop) -> String {
    if troop.changes.is_empty() {
        return String::new();
    }
    let mut out = heading(styler, "Changes of the text, newest first");
    for change in &troop.changes {
        let page = header::page_suffix(change.page.as_deref());
        let title = format!("  {}  {}{page}", change.edition, change.heading);
        out += &styler.justify(&title, &styler.reference(&change.unit.id));
        if change.unit.before.as_deref() == Some(word_diff::NOT_HELD) {
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

/// Lists the clauses that only name a class of troops.
fn render_classes(styler: Styler, troop: &Troop) -> String {
    let mut out = String::new();
    for class in &troop.classes {
        let is_of = |clause: &&TroopClause| clause.named == TroopMention::Class(class.clone());
        let ids: Vec<String> = troop
            .by_class
            .iter()
            .filter(is_of)
            .map(|clause| styler.reference(&clause.id))
            .collect();
        if !ids.is_empty() {
            out += &heading(
                styler,
                &format!("On {class}: {}", plural(ids.len(), "clause")),
            );
            out += &styler.wrap("  ", "  ", &ids.join(", "));
        }
    }
    out
}
