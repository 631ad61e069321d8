//! Proposes verdicts, such as `ruled=confirmed@3.4`, on whether the clarification at the cursor
//! still applies, if its clause has changed since.

use super::{ProposedAction, RulesContext};
use crate::{
    resolve::{RulingState, View},
    syntax::Verb,
};
use std::sync::Arc;

/// The verdicts on a ruling, each with its meaning.
pub(crate) const VERDICTS: &[(RulingState, &str)] = &[
    (RulingState::Confirmed, "it still applies"),
    (RulingState::Narrowed, "it applies in part"),
    (RulingState::Contradicted, "the text contradicts it"),
    (RulingState::Absorbed, "the text now includes it"),
];

/// Proposes verdicts on the clarification at the cursor, if the current edition requires one.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let (analysis, db) = (context.snapshot.analysis(), context.document.db);
    let Some((at, entry)) = context.entry() else {
        return;
    };
    if entry.verb() != Some(Verb::Clarify) {
        return;
    }
    let Some(view) = context.snapshot.view(db) else {
        return;
    };
    let sections = analysis.sections_of_entry(db, at).into_iter();
    let states = sections.filter_map(|(section, ix)| {
        let own = section.patch(ix)?.document.to_string();
        // a verdict is due even if the profile does not show the ruling
        let mut profile = (*view.profile).clone();
        profile.layers.push(own);
        let view = View {
            profile: Arc::new(profile),
            ..view.clone()
        };
        let mut rulings = section.rulings(&view).into_iter();
        Some(rulings.find(|ruling| ruling.patch == ix)?.state)
    });
    let Some(state @ (RulingState::ChangedSince | RulingState::Undecided)) = states.max() else {
        return;
    };
    let edition = db.ruleset.edition_id(view.edition);
    for (verdict, why) in VERDICTS {
        let ruled = format!("{}@{edition}", verdict.name());
        let edit = match (entry.attrs.get("ruled"), entry.attrs.span) {
            (Some(old), _) => context.insertion(old.span.end(), format!(",{ruled}")),
            (None, braces) if braces.is_empty() => {
                context.insertion(entry.heading_span.end(), format!(" {{ruled={ruled}}}"))
            }
            (None, braces) => context.insertion(braces.end() - 1, format!(" ruled={ruled}")),
        };
        let (state, verdict) = (state.label(), verdict.name());
        let title = format!("{state} at {edition}, record that {why} ({verdict})");
        out.push(ProposedAction::new(title, vec![edit]));
    }
}
