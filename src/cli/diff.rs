//! `rulebook diff`: prints the differences of a clause, page or ruleset between two editions; also
//! renders `show` with two editions.
//! A clause is shown in two columns if the terminal is wide.

use super::{
    Styler,
    compared_unit::{origins_suffix, pair_label, relocation, render_pair},
    display_width, header, terminal,
};
use crate::{
    analysis::{ClauseComparison, ComparedUnit, Fate},
    doc::{Text, added, name, removed, text},
    model::Ruleset,
};

/// Renders a comparison; with `all`, unchanged text too.
pub(super) fn render(
    styler: Styler,
    ruleset: &Ruleset,
    comparison: &ClauseComparison,
    all: bool,
) -> String {
    let mut out = header::comparison_line(
        styler,
        ruleset,
        &comparison.from,
        &comparison.to,
        comparison.page.as_deref(),
    );
    out += &header::clause_line(
        styler,
        std::slice::from_ref(&comparison.heading),
        &comparison.id,
    );
    let same = comparison
        .pairs
        .iter()
        .filter(|pair| pair.fate == Fate::Same)
        .count();
    let shown: Vec<&ComparedUnit> = comparison
        .pairs
        .iter()
        .filter(|pair| all || pair.fate != Fate::Same)
        .collect();
    let changed = comparison.pairs.len() - same;
    if !comparison.has_text() {
        out += &format!(
            "Text not included at {} and {}, so nothing is compared; see your booklet.\n",
            comparison.from.edition, comparison.to.edition
        );
    } else if changed == 0 {
        let held = if comparison.notices.is_empty() {
            ""
        } else {
            " in the included text"
        };
        out += &format!(
            "No difference{held} between {} and {}.\n",
            comparison.from.edition, comparison.to.edition
        );
    }
    out.extend(
        comparison
            .notices
            .iter()
            .map(|notice| styler.paragraph(notice)),
    );
    let wide = styler.width >= MIN_SIDE_BY_SIDE_WIDTH;
    if wide && !shown.is_empty() {
        out += &two_columns(
            styler,
            &styler.strong(&comparison.from.edition),
            &styler.strong(&comparison.to.edition),
        );
    }
    for pair in shown {
        out += &if wide {
            render_side_by_side(styler, pair)
        } else {
            render_pair(styler, pair)
        };
        out += &restated_lines(styler, pair);
    }
    if !all && changed > 0 && same > 0 {
        out += &(styler.dim(&format!("{same} unchanged (--all shows them)")) + "\n");
    }
    out
}

/// The width in columns from which old and new text are shown side by side.
const MIN_SIDE_BY_SIDE_WIDTH: usize = 120;

/// Renders the restatement below printed words.
fn restated_lines(styler: Styler, pair: &ComparedUnit) -> String {
    let (before, after) = (&pair.restated_before, &pair.restated_after);
    if before.is_none() && after.is_none() {
        return String::new();
    }
    let text = Text::change(before.as_deref(), after.as_deref());
    let text = terminal::line(styler, &text);
    let indent = "  ".repeat(pair.depth.min(4) + 1);
    styler.restated(&indent, &text)
}

fn render_side_by_side(styler: Styler, pair: &ComparedUnit) -> String {
    let label = pair_label(styler, pair);
    let (before, after) = (
        pair.before.as_deref().unwrap_or_default(),
        pair.after.as_deref().unwrap_or_default(),
    );
    let (left, right) = match pair.fate {
        Fate::Same => (before.into(), after.into()),
        Fate::Moved if pair.relocation.is_some() => (before.into(), after.into()),
        Fate::Changed => Text::sides(before, after),
        Fate::Added => (Text::default(), added(after).into()),
        Fate::Removed => (removed(before).into(), Text::default()),
        Fate::Moved => {
            let to = pair.moved_to.as_ref().map(|to| text!["→ ", name(to)]);
            (removed(before).into(), to.unwrap_or_default())
        }
    };
    let [left, right] = [left, right].map(|text| terminal::line(styler, &text));
    let by = origins_suffix(styler, pair);
    let left = if left.is_empty() {
        left
    } else {
        format!("{label}{left}")
    };
    let places = relocation(styler, pair);
    two_columns(styler, &left, &format!("{label}{right}{places}{by}"))
}

/// Renders two texts in two columns.
fn two_columns(styler: Styler, left: &str, right: &str) -> String {
    let width = (styler.width.saturating_sub(3) / 2).min(90);
    let wrap = |text: &str| {
        styler
            .wrap_to(width, "", "  ", text)
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (left, right) = (wrap(left), wrap(right));
    let mut out = String::new();
    for at in 0..left.len().max(right.len()) {
        let (l, r) = (
            left.get(at).map_or("", String::as_str),
            right.get(at).map_or("", String::as_str),
        );
        out += format!(
            "{l}{} │ {r}",
            " ".repeat(width.saturating_sub(display_width(l)))
        )
        .trim_end();
        out.push('\n');
    }
    out
}
