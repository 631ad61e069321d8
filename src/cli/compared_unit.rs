//! What `diff` and `changes` share: the view to compare with, and a unit in both.

use super::{context::Context, outcome::CommandError, styler::Styler, word_diff};
use crate::{
    analysis::{Analysis, ComparedUnit, Fate},
    disk::{Defaults, SettingValue},
    model::Ruleset,
    resolve::View,
};

/// Returns the earlier view: at the given edition, or at the one that the later edition amends.
pub(super) fn earlier_view(
    context: &Context<'_>,
    analysis: &Analysis,
    defaults: &Defaults,
    (ruleset, later): (&Ruleset, &View),
    edition: Option<&str>,
) -> Result<View, CommandError> {
    let Some(edition) = edition else {
        let amends = ruleset
            .editions
            .get(usize::from(later.edition.0))
            .and_then(|edition| edition.amends);
        let failure = || {
            CommandError::misuse(format!(
                "edition {} amends no other edition",
                ruleset.edition_id(later.edition)
            ))
        };
        return amends
            .map(|edition| later.with_edition(edition))
            .ok_or_else(|| failure().with_help("name two editions: rulebook diff CLAUSE 3.3 3.4"));
    };
    let mut view_settings = defaults.view_settings(Some(&ruleset.key));
    view_settings.edition = Some(SettingValue {
        value: edition.to_owned(),
        origin: String::new(),
    });
    Ok(context.resolve_view(analysis, &view_settings)?.1)
}

/// Renders one unit: old and new words in one running text, and the instructions that changed them.
pub(super) fn render_pair(styler: Styler, pair: &ComparedUnit) -> String {
    let indent = "  ".repeat(pair.depth.min(4));
    let label = pair_label(styler, pair);
    let text = match pair.fate {
        Fate::Same => styler.dim(pair.after.as_deref().unwrap_or_default()),
        Fate::Changed => word_diff::inline(
            styler,
            pair.before.as_deref().unwrap_or_default(),
            pair.after.as_deref().unwrap_or_default(),
        ),
        Fate::Added => word_diff::added(styler, pair.after.as_deref().unwrap_or_default()),
        Fate::Moved if pair.relocation.is_some() => pair.after.clone().unwrap_or_default(),
        Fate::Removed | Fate::Moved => {
            word_diff::removed(styler, pair.before.as_deref().unwrap_or_default())
        }
    };
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
    let by = pair_origins(pair);
    let by = if by.is_empty() {
        by
    } else {
        format!("  {}", styler.reference(&format!("({by})")))
    };
    styler.wrap(
        &format!("{indent}{mark}"),
        &format!("{indent}  "),
        &format!("{label}{text}{moved}{}{by}", relocation(styler, pair)),
    ) + "\n"
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
