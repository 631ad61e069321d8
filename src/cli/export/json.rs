use super::{Out, Which};
use crate::{
    cli::{Answer, Context, Failure, command::Verb},
    export::data,
};

/// Write the whole ruleset at one edition as one JSON object
#[derive(clap::Args)]
pub(super) struct Json {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    out: Out,
}

impl Verb for Json {
    const NAME: &'static str = "json";

    const EXAMPLES: &'static str = "grammar/json.md describes it. `version` is 1: members may be added, none is renamed or removed.

Examples:
  rulebook export json --at 3.4 --out dbm-3.4.json
  rulebook export json --ruleset dba | jq '.clauses[].heading'";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = self.which.analysis(context)?;
        let (db, view) = self.which.ask(context, &analysis)?;
        let whole = data::whole(&analysis, db, &view, self.which.printed);
        self.out
            .put(context, serde_json::to_string_pretty(&whole)? + "\n")
    }
}
