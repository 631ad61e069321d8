//! `rulebook/editions`: returns rulesets with editions, profiles, documents and default views.

use crate::{
    analysis::Settings,
    lsp::{HandlerResult, Snapshot},
};
use serde_json::{Value, json};

/// Returns all rulesets with their editions, profiles and documents, and the default view of each.
pub(crate) fn editions(snapshot: &Snapshot<'_>, settings: Settings) -> HandlerResult<Value> {
    let settings = snapshot.engine().layered_settings(settings);
    let (analysis, today) = (snapshot.analysis(), snapshot.today());
    let mut rulesets = Vec::new();
    for (key, db) in analysis.ruleset_dbs() {
        snapshot.check_cancelled()?;
        // settings that name an unknown edition or profile are ignored
        let view = analysis
            .resolve_request(&settings.request(Some(key)), today)
            .ok()
            .map(|(_, view)| view);
        let Some(view) = view.or_else(|| snapshot.view(db)) else {
            continue;
        };
        rulesets.push(analysis.ruleset_summary(db, &view));
    }
    let default = settings
        .request(None)
        .ruleset
        .filter(|key| analysis.ruleset_db(key).is_some())
        .or_else(|| analysis.default_ruleset_db().map(|c| c.ruleset.key.clone()));
    Ok(Some(
        json!({"version": 1, "default": default, "rulesets": rulesets}),
    ))
}
