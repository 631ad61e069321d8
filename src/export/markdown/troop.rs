//! Renders a `TroopView` as Markdown for hover in scenarios: values by edition, its own clauses,
//! and counts of the rest.

use super::{blocks, citation, code, escape, query_line};
use crate::analysis::{Origin, TroopTable, TroopValue, TroopView, WordingKinds};

/// Returns the values of a troop type at each edition and its own clauses. Other clauses, rulings
/// and changes are only counted.
pub fn troop(view: &TroopView) -> String {
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
    if own().any(|clause| WordingKinds::of(&clause.blocks).restated) {
        out += "*Restated, not official, unless your library has the printed words.*\n\n";
    }
    for clause in own() {
        let path = escape(&clause.path.join(" › "));
        out += &format!(
            "**{path}** {}\n\n{}",
            code(&clause.id),
            blocks(&clause.blocks)
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
