//! Renders a `TroopView` as Markdown for hover in scenarios: values by edition, its own clauses,
//! and counts of the rest.

use super::{citation, code, escape, query_line};
use crate::{
    analysis::{
        Footnotes, NOT_OFFICIAL, Origin, RowStyle, TroopTable, TroopValue, TroopView,
        rows_and_tables, wording_line,
    },
    doc::markdown,
    model::Ruleset,
};

/// Returns the values of a troop type at each edition and its own clauses. Other clauses, rulings
/// and changes are only counted.
pub fn troop(ruleset: &Ruleset, view: &TroopView) -> String {
    let troop = &view.troop;
    let mut out = format!(
        "### {}\n\n{} · {}\n\n",
        escape(&troop.title),
        code(&troop.name),
        query_line(&view.query)
    );
    for notice in &view.notices {
        out += &format!("{}\n\n", escape(notice));
    }
    out += &troop.tables.iter().map(values).collect::<String>();
    let clauses = || troop.groups.iter().flat_map(|group| &group.clauses);
    let own = || clauses().filter(|clause| clause.own);
    let wording = own().flat_map(|clause| &clause.blocks);
    let wording = wording_line(ruleset, wording, NOT_OFFICIAL);
    out += &markdown::render(wording.as_slice(), true);
    for clause in own() {
        let path = escape(&clause.path.join(" › "));
        let mut notes = Footnotes::default();
        let blocks = rows_and_tables(&clause.blocks, RowStyle::Pieces, &mut notes);
        out += &format!(
            "**{path}** {}\n\n{}",
            code(&clause.id),
            markdown::render(&blocks, true)
        );
    }
    let others = clauses().filter(|clause| !clause.own).count();
    out += &format!(
        "{others} more clauses name them; {} rulings, {} changes: {}\n",
        troop.rulings.len(),
        troop.changes.len(),
        code(&format!("rulebook '{}'", troop.name))
    );
    out
}

/// Returns a table of values by edition, with the sources below it.
fn values(table: &TroopTable) -> String {
    let editions: Vec<&str> = table
        .rows
        .first()
        .into_iter()
        .flat_map(|row| &row.values)
        .map(|value| value.edition.as_str())
        .collect();
    let mut out = format!(
        "| {} | {} |\n|---|{}\n",
        escape(&table.heading),
        editions.join(" | "),
        "--:|".repeat(editions.len())
    );
    for row in &table.rows {
        let shown = |value: &TroopValue| escape(value.value.as_deref().unwrap_or("…"));
        let cells: Vec<String> = row.values.iter().map(shown).collect();
        let label = format!("{} {}", row.label, row.column);
        out += &format!("| {} | {} |\n", escape(&label), cells.join(" | "));
    }
    let mut sources: Vec<&Origin> = Vec::new();
    for origin in table
        .rows
        .iter()
        .flat_map(|row| &row.values)
        .filter_map(|value| value.origin.as_ref())
    {
        if !sources
            .iter()
            .any(|known| known.source() == origin.source())
        {
            sources.push(origin);
        }
    }
    let sources: Vec<String> = sources.into_iter().map(citation).collect();
    format!("{out}\n{}\n\n", sources.join("; "))
}
