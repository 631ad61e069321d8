//! A person's verdict on a clarification whose units read differently now.

use super::{Offer, Scene};
use crate::{
    model::Profile,
    resolve::{RulingState, View},
    syntax::Command,
    text::Span,
};
use std::sync::Arc;

const VERDICTS: &[(RulingState, &str)] = &[
    (RulingState::Confirmed, "it still holds"),
    (RulingState::Narrowed, "it holds in part"),
    (RulingState::Contradicted, "the text says otherwise"),
    (RulingState::Absorbed, "the text now says it itself"),
];

/// The verdicts on the clarification at the cursor, if it is due for one at the edition that is read.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    let (analysis, db) = (scene.snapshot.analysis(), scene.open.db);
    let Some(at) = scene.entry() else { return };
    let Some(entry) = scene
        .open
        .file
        .places
        .get(at.place)
        .and_then(|place| place.entries.get(at.entry))
    else {
        return;
    };
    if !matches!(entry.command, Some(Command::Clarify { .. })) {
        return;
    }
    let Some(view) = scene.snapshot.view(db) else {
        return;
    };
    let states = analysis
        .sections_of_entry(db, at)
        .into_iter()
        .filter_map(|(section, ix)| {
            let own = section.patch(ix)?.document.to_string();
            // it is due whether or not the profile shows it
            let profile = Profile {
                layers: [view.profile.layers.clone(), vec![own]].concat(),
                ..(*view.profile).clone()
            };
            let view = View {
                profile: Arc::new(profile),
                ..view.clone()
            };
            section
                .rulings(&view)
                .into_iter()
                .find(|ruling| ruling.patch == ix)
                .map(|ruling| ruling.state)
        });
    let Some(state) = states
        .max()
        .filter(|state| matches!(state, RulingState::Touched | RulingState::Undecided))
    else {
        return;
    };
    let edition = db.ruleset.edition_id(view.edition);
    for (verdict, why) in VERDICTS {
        let ruled = format!("{}@{edition}", verdict.name());
        let edit = match (entry.attrs.get("ruled"), entry.attrs.span) {
            (Some(old), _) => scene.edit(
                Span::new(old.span.end(), old.span.end()),
                format!(",{ruled}"),
            ),
            (None, braces) if braces.is_empty() => scene.edit(
                Span::new(entry.heading_span.end(), entry.heading_span.end()),
                format!(" {{ruled={ruled}}}"),
            ),
            (None, braces) => scene.edit(
                Span::new(braces.end() - 1, braces.end() - 1),
                format!(" ruled={ruled}"),
            ),
        };
        out.push(Offer::new(
            format!(
                "{} at {edition}, rule that {why} ({})",
                state.name(),
                verdict.name()
            ),
            vec![edit],
        ));
    }
}
