//! `rulebook completions`: prints a shell's completion script for all commands and options.

use super::{
    context::Context,
    outcome::{CommandOutput, CommandResult},
    subcommand::Subcommand,
};
use clap_complete::Shell;

/// Print the completion script for a shell
#[derive(clap::Args)]
pub(super) struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

impl Subcommand for CompletionsCommand {
    const NAME: &'static str = "completions";

    const EXAMPLES: &'static str = "Examples:
  rulebook completions bash > ~/.local/share/bash-completion/completions/rulebook
  rulebook completions fish > ~/.config/fish/completions/rulebook.fish";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut (context.root_command)(),
            "rulebook",
            &mut script,
        );
        Ok(CommandOutput::data(
            String::from_utf8_lossy(&script).into_owned(),
        ))
    }
}
