//! `rulebook lsp`: runs the language server over standard input and output.

use super::{CommandOutput, CommandResult, Context, Subcommand};
use crate::lsp::{self, ServerEnvironment};

/// Run the language server over standard input and output
#[derive(clap::Args)]
#[command(
    after_help = "Editors start the server themselves; their configurations are in editors/."
)]
pub(super) struct LspCommand {
    /// Use standard input and output, which is the default; editors pass this option
    #[arg(long)]
    stdio: bool,
    /// The editor's process, which is ignored: the server ends when its input ends
    #[arg(long, value_name = "PID", alias = "clientProcessId", hide = true)]
    client_process_id: Option<u32>,
}

impl Subcommand for LspCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let around = ServerEnvironment {
            env: context.env.clone(),
            current: context.current.clone(),
            today: None,
        };
        Ok(CommandOutput::plain(String::new()).with_code(lsp::run(around)))
    }
}
