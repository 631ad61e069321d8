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
        let view = match analysis.resolve_request(&settings.request(Some(key)), today) {
            Ok((_, view)) => Some(view),
            Err(_) => snapshot.view(db),
        };
        rulesets.extend(view.map(|view| analysis.ruleset_summary(db, &view)));
    }
    let named = settings.request(None).ruleset;
    let default = match named.and_then(|key| analysis.ruleset_db(&key)) {
        Some(db) => Some(db),
        None => analysis.default_ruleset_db(),
    };
    let default = default.map(|db| &db.ruleset.key);
    let answer = json!({"version": 1, "default": default, "rulesets": rulesets});
    Ok(Some(answer))
}
