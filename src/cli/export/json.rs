//! `rulebook export json`: the command that writes a ruleset at one edition, built by
//! `export::json`, as one JSON object.
//! `docs/src/programs/json.md` describes it.

use super::options::{EditionOptions, OutOption};
use crate::{
    answer,
    cli::{CommandResult, Context, Subcommand},
    export::json,
};

/// Export the whole ruleset at one edition as one JSON object
#[derive(clap::Args)]
#[command(
    after_help = "docs/src/programs/json.md describes the object. `version` is 1: members may be added, but none is renamed or removed.

Examples:
  rulebook export json --at 3.4 --out dbm-3.4.json
  rulebook export json --ruleset dba | jq '.clauses[].heading'"
)]
pub(super) struct JsonCommand {
    #[command(flatten)]
    edition: EditionOptions,
    #[command(flatten)]
    out: OutOption,
}

impl Subcommand for JsonCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = self.edition.load_analysis(context)?;
        let (db, view) = self.edition.resolve_view(context, &analysis)?;
        let ruleset = json::export_ruleset(&analysis, db, &view, self.edition.printed);
        self.out.write(context, answer::json(&ruleset)?)
    }
}
