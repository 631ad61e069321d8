//! The rulesets that there are, for a line of status or a list to choose from.

use super::Reading;
use crate::lsp::{request_error::Answer, snapshot::Snapshot};
use serde_json::{Value, json};

/// All rulesets with their editions, profiles and documents, and how each is read where nothing else is asked.
pub(in crate::lsp) fn editions(snapshot: &Snapshot<'_>, reading: Reading) -> Answer<Value> {
    let defaults = reading.defaults(snapshot)?;
    let (analysis, today) = (snapshot.analysis(), snapshot.session.around.today());
    let mut rulesets = Vec::new();
    for (key, db) in analysis.ruleset_dbs() {
        snapshot.check_cancelled()?;
        // settings that ask for what is not there count for nothing
        let asked = analysis
            .resolve_request(&defaults.view_settings(Some(key)).request(), today)
            .ok()
            .map(|(_, view)| view);
        let Some(view) = asked.or_else(|| snapshot.view(db)) else {
            continue;
        };
        rulesets.push(analysis.ruleset_summary(db, &view));
    }
    let own = defaults.view_settings(None).ruleset.map(|said| said.value);
    let default = own
        .filter(|key| analysis.ruleset_db(key).is_some())
        .or_else(|| analysis.default_ruleset_db().map(|c| c.ruleset.key.clone()));
    Ok(Some(
        json!({"version": 1, "default": default, "rulesets": rulesets}),
    ))
}
