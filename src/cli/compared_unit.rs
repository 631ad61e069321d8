//! Renders a `ComparedUnit` as text: old and new words, and the instructions that changed it.

use super::{Styler, terminal};
use crate::{
    analysis::{ComparedUnit, Fate},
    doc::{Text, added, quiet, removed},
};

/// Renders one unit: old and new words in one running text, and the instructions that changed them.
pub(super) fn render_pair(styler: Styler, pair: &ComparedUnit) -> String {
    let indent = "  ".repeat(pair.depth.min(4));
    let label = pair_label(styler, pair);
    let before = pair.before.as_deref().unwrap_or_default();
    let after = pair.after.as_deref().unwrap_or_default();
    let text = match pair.fate {
        Fate::Same => quiet(after).into(),
        Fate::Changed => Text::change(Some(before), Some(after)),
        Fate::Added => added(after).into(),
        Fate::Moved if pair.relocation.is_some() => after.into(),
        Fate::Removed | Fate::Moved => removed(before).into(),
    };
    let text = terminal::line(styler, &text);
    let moved = pair
        .moved_to
        .as_ref()
        .filter(|_| pair.fate == Fate::Moved)
        .map(|to| format!(" → {}", styler.reference(to)))
        .unwrap_or_default();
    let mark = match pair.fate {
        Fate::Same => "  ",
        Fate::Changed => "~ ",
        Fate::Added => "+ ",
        Fate::Removed => "- ",
        Fate::Moved => "> ",
    };
    let by = origins_suffix(styler, pair);
    styler.wrap(
        &format!("{indent}{mark}"),
        &format!("{indent}  "),
        &format!("{label}{text}{moved}{}{by}", relocation(styler, pair)),
    )
}

pub(super) fn pair_label(styler: Styler, pair: &ComparedUnit) -> String {
    pair.label
        .as_ref()
        .map(|label| format!("{}  ", styler.strong(label)))
        .unwrap_or_default()
}

/// Returns the short names of the instructions that changed a unit: `dbm-3.4:7`.
pub(super) fn pair_origins(pair: &ComparedUnit) -> String {
    pair.by
        .iter()
        .map(|origin| origin.patch.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the places of a unit that was moved: ` [bullet 3 → bullet 5]`.
pub(super) fn relocation(styler: Styler, pair: &ComparedUnit) -> String {
    pair.relocation.as_ref().map_or_else(String::new, |places| {
        let places = format!("[{} → {}]", places.from, places.to);
        format!("  {}", styler.reference(&places))
    })
}

/// Returns the origins of a pair in brackets, to be put after its text.
pub(super) fn origins_suffix(styler: Styler, pair: &ComparedUnit) -> String {
    match pair_origins(pair) {
        by if by.is_empty() => by,
        by => format!("  {}", styler.reference(&format!("({by})"))),
    }
}
