//! `rulebook log`: shows the history of a clause, newest first, and the base text at the end.

use super::{Styler, header, terminal};
use crate::{
    analysis::{self, ClauseAnnotation, LogEntry, Origin, UnitChange},
    model::Ruleset,
    text::prefixed,
};

/// Renders the history of a clause.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, log: &analysis::ChangeLog) -> String {
    let mut out = header::query_line(styler, ruleset, &log.query, log.page.as_deref());
    out += &header::clause_line(styler, std::slice::from_ref(&log.heading), &log.id);
    let printed = log
        .entries
        .iter()
        .flat_map(|entry| &entry.changes)
        .any(|change| change.printed_before.is_some() || change.printed_after.is_some());
    let authors = log.entries.iter().map(|entry| &entry.origin);
    let mut authors = authors.chain(log.base.iter().map(|base| &base.origin));
    let wording = if printed {
        ", in the printed wording where your library has it"
    } else if authors.any(|author| ruleset.restates(&author.document)) {
        ", as restated by this project"
    } else {
        ""
    };
    out += &styler.dim(&format!("History, newest first{wording}. "));
    out += &styler.dim(if styler.colour {
        "Struck-out words were removed, green words are new.\n"
    } else {
        "[-Removed-] {+new+}\n"
    });
    for log_entry in &log.entries {
        out.push('\n');
        out += &render_entry(styler, log_entry);
    }
    if !log.notices.is_empty() {
        out.push('\n');
        out.extend(log.notices.iter().map(|notice| styler.paragraph(notice)));
    }
    if let Some(base) = &log.base {
        out.push('\n');
        out += &render_base(styler, base);
    }
    out
}

fn render_base(styler: Styler, base: &ClauseAnnotation) -> String {
    let origin = &base.origin;
    let date = prefixed("  ", origin.date_text.as_ref());
    let held = base.text.chars().any(char::is_alphanumeric);
    let text = if held {
        base.text.as_str()
    } else {
        "Text not included; see your booklet"
    };
    let quoted = origin
        .quotation()
        .filter(|_| held)
        .map(|quoted| format!(", {quoted}"))
        .unwrap_or_default();
    format!(
        "{}{date}  {}{quoted}\n{}",
        styler.strong(&origin.edition),
        origin.title,
        styler.wrap("    ", "    ", text)
    )
}

fn render_entry(styler: Styler, entry: &LogEntry) -> String {
    let mut out = styler.wrap("", "    ", &entry_heading(styler, &entry.origin));
    if let Some(address) = &entry.origin.address {
        out += &styler.wrap("    ", "    ", &styler.dim(address));
    }
    for change in &entry.changes {
        out += &render_change(styler, change);
    }
    if let Some(note) = &entry.note {
        out += &styler.wrap(&format!("    {} ", styler.strong("Note:")), "    ", note);
    }
    for remark in entry_notes(entry) {
        out += &styler.wrap(&format!("    {} ", styler.warning("!")), "      ", &remark);
    }
    out
}

/// Returns `3.4  1 Nov 2020  DBM 3.4 amendments, no. 5, p. 22`.
fn entry_heading(styler: Styler, origin: &Origin) -> String {
    let date = prefixed("  ", origin.date_text.as_ref());
    let mut place = vec![origin.title.clone()];
    place.extend(origin.n.as_ref().map(|n| format!("no. {n}")));
    place.extend(origin.page_text());
    format!(
        "{}{date}  {}",
        styler.strong(&origin.edition),
        place.join(", ")
    )
}

/// Renders the change of one unit.
pub(super) fn render_change(styler: Styler, change: &UnitChange) -> String {
    let label = change
        .label
        .as_ref()
        .map(|label| format!("{}  ", styler.strong(label)))
        .unwrap_or_default();
    let (shown, restated) = change.texts();
    let shown = terminal::line(styler, &shown);
    let out = styler.wrap("    • ", "      ", &format!("{label}{shown}"));
    let restated = restated.map(|text| styler.restated("      ", &terminal::line(styler, &text)));
    out + &restated.unwrap_or_default()
}

/// Returns the remarks about an entry.
fn entry_notes(entry: &LogEntry) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(entry.withdrawn_by.as_ref().map(|by| {
        let date = prefixed(", ", by.date_text.as_ref());
        format!("later withdrawn by {}{date}", by.title)
    }));
    out.extend(entry.moved_to.as_ref().map(|to| format!("moved to {to}")));
    if entry.retroactive {
        out.push(format!(
            "published later than it takes effect: it applies in {}, but not as of a day before its publication",
            entry.origin.edition
        ));
    }
    out.extend(
        entry
            .scope
            .as_ref()
            .map(|scope| format!("applies only for {scope}")),
    );
    if entry.pending {
        out.push("not applied yet: the printed words that it changes are not included".into());
    }
    if entry.open {
        out.push("open instruction: it changes no text".to_owned());
    }
    out.extend(
        entry
            .contradictions
            .iter()
            .map(|text| format!("contradiction: {text}")),
    );
    out.extend(entry.notices.iter().cloned());
    out.extend(
        entry
            .deviations
            .iter()
            .map(|text| format!("deviation: {text}")),
    );
    out
}
