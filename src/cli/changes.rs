//! `rulebook changes`: prints a ruleset's changes between two editions, by section and by kind.
//! `rulebook diff` prints the same for a page or a whole ruleset.

use super::{Styler, compared_unit, header, plural};
use crate::{
    analysis::{self, ChangeKind, Fate, SectionChanges},
    model::Ruleset,
};

/// The kinds of change with their headings and their names in the summary, in the order of the
/// list.
const KINDS: &[(ChangeKind, &str, &str)] = &[
    (
        ChangeKind::Value,
        "values",
        "change to values|changes to values",
    ),
    (
        ChangeKind::Permission,
        "what is allowed",
        "change to what is allowed|changes to what is allowed",
    ),
    (
        ChangeKind::Scope,
        "to whom it applies",
        "change to whom it applies|changes to whom it applies",
    ),
    (ChangeKind::Move, "moved", "move"),
    (
        ChangeKind::Wording,
        "other words",
        "change of other words|changes of other words",
    ),
];

/// The words for changes whose kind is not known.
const UNKNOWN: &str = "the text before or after is not included";

/// Renders the changes of a ruleset for people, by section.
pub(super) fn render(
    styler: Styler,
    ruleset: &Ruleset,
    changes: &analysis::RulesetChanges,
) -> String {
    let mut out = header::comparison_line(styler, ruleset, &changes.from, &changes.to, None);
    out += &header::notice_lines(styler, &changes.notices);
    out += &summary_line(changes);
    for section in &changes.sections {
        out.push('\n');
        out += &render_section(styler, section);
    }
    out
}

/// Returns the counts: `12 changes in 5 sections: 4 changes to values, 8 changes to wording`.
fn summary_line(changes: &analysis::RulesetChanges) -> String {
    let all: Vec<_> = changes
        .sections
        .iter()
        .flat_map(|section| &section.changes)
        .collect();
    if all.is_empty() {
        let held = if changes.sections.is_empty() {
            ""
        } else {
            " in the included text"
        };
        return format!("No difference{held}.\n");
    }
    let count = |kind: ChangeKind| all.iter().filter(|pair| pair.change == Some(kind)).count();
    let counts = KINDS.iter().filter_map(|(kind, _, name)| {
        let count = count(*kind);
        (count > 0).then(|| plural(count, name))
    });
    let has_known = |section: &&SectionChanges| {
        let mut kinds = section.changes.iter().map(|pair| pair.change);
        kinds.any(|kind| kind != Some(ChangeKind::Unknown))
    };
    let sections = changes.sections.iter().filter(has_known).count();
    let sections = plural(sections, "section");
    let unknown = count(ChangeKind::Unknown);
    let mut lines = Vec::new();
    if unknown < all.len() {
        let counts = counts.collect::<Vec<_>>().join(", ");
        let known = plural(all.len() - unknown, "change");
        lines.push(format!("{known} in {sections}: {counts}"));
    }
    if unknown > 0 {
        let more = if lines.is_empty() { "" } else { " more" };
        lines.push(format!("{unknown}{more} of unknown kind: {UNKNOWN}"));
    }
    lines.join("\n") + "\n"
}

fn render_section(styler: Styler, section: &SectionChanges) -> String {
    let fate = match section.fate {
        Fate::Added => " (new)",
        Fate::Removed => " (deleted)",
        Fate::Moved => " (moved)",
        Fate::Changed | Fate::Same => "",
    };
    let page = header::page_suffix(section.page.as_deref());
    let mut out = header::clause_line(
        styler,
        &[format!("{}{page}{fate}", section.heading)],
        &section.id,
    );
    out.extend(
        section
            .notices
            .iter()
            .map(|notice| styler.wrap("  ", "  ", notice)),
    );
    let unknown = [(ChangeKind::Unknown, UNKNOWN)];
    let kinds = KINDS.iter().map(|(kind, heading, _)| (*kind, *heading));
    for (kind, heading) in kinds.chain(unknown) {
        let own: Vec<_> = section
            .changes
            .iter()
            .filter(|pair| pair.change == Some(kind))
            .collect();
        if own.is_empty() {
            continue;
        }
        out += &format!("  {}\n", styler.dim(heading));
        for pair in own {
            out += &compared_unit::render_pair(styler.narrower(2), pair)
                .lines()
                .map(|line| format!("  {line}\n"))
                .collect::<String>();
        }
    }
    out
}
