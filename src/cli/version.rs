//! `rulebook --version`: formats version, commit, and the date of the newest shipped document.

use super::CommandOutput;
use crate::{analysis::Analysis, disk, model::PartialDate};

/// Returns the version for people.
pub(super) fn output() -> CommandOutput {
    let commit = option_env!("RULEBOOK_COMMIT").map_or_else(
        || "built from a working tree".to_owned(),
        |commit| format!("commit {commit}"),
    );
    let rules = newest_document().map_or_else(
        || "rules without a date".to_owned(),
        |date| format!("rules up to {date}"),
    );
    let version = env!("CARGO_PKG_VERSION");
    CommandOutput::plain(format!("rulebook {version} ({commit}; {rules})\n"))
}

/// Returns the date of the newest document of the rules inside the program.
fn newest_document() -> Option<PartialDate> {
    let analysis = Analysis::without_rules(disk::shipped_sources());
    let documents = analysis
        .ruleset_dbs()
        .flat_map(|(_, db)| db.ruleset.documents.values());
    let dates = documents.flat_map(|document| [Some(document.published), document.revised]);
    let dates = dates.flatten().filter(|date| !date.is_undated());
    dates.max_by_key(|date| date.counts_from())
}
