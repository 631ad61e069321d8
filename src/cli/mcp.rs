//! `rulebook mcp`: runs the Model Context Protocol server over standard input and output.

use super::{CommandError, CommandOutput, CommandResult, Context, Subcommand};
use crate::mcp;

/// Serve assistants over standard input and output (Model Context Protocol)
#[derive(clap::Args)]
#[command(
    after_help = "Assistants start the server themselves: their settings name the command `rulebook mcp`.
Its tools are search, show, log, diff, rulings, check and sum; its resources are clauses."
)]
pub(super) struct McpCommand {}

impl Subcommand for McpCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let engine = context.server_engine(true)?;
        context.print_warnings();
        mcp::run(engine).map_err(|error| {
            CommandError::misuse(format!("the session with the assistant ended: {error}"))
        })?;
        Ok(CommandOutput::plain(String::new()))
    }
}
