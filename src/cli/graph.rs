//! `rulebook graph`: the command that prints a ruleset as a graph, drawn by `resolve::graph`, in
//! the DOT language of Graphviz.

use super::{CommandOutput, CommandResult, Context, Subcommand};
use crate::{analysis::Request, resolve::graph};

/// Print editions, documents, clauses, patches, rulings, facts and terms as one graph for Graphviz
#[derive(clap::Args)]
#[command(after_help = "Example:
  rulebook graph dbm --at 3.4 | dot -Tsvg > dbm.svg")]
pub(super) struct GraphCommand {
    /// The ruleset [default: the one in use]
    #[arg(value_name = "RULESET")]
    of: Option<String>,
    #[command(flatten)]
    at: Request,
}

impl Subcommand for GraphCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = context.load_analysis_for(&self.at)?;
        let (db, view) = context.resolve_view(&analysis, self.at, self.of.as_deref())?;
        db.resolve_all();
        Ok(CommandOutput::data(graph::drawing::to_dot(db, &view)))
    }
}
