use super::{Answer, Context, Failure, command::Verb};
use clap_complete::Shell;

/// Print a script that completes commands and options in a shell
#[derive(clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Verb for Completions {
    const NAME: &'static str = "completions";

    const EXAMPLES: &'static str = "Examples:
  rulebook completions bash > ~/.local/share/bash-completion/completions/rulebook
  rulebook completions fish > ~/.config/fish/completions/rulebook.fish";

    fn run(self, _context: &mut Context<'_>) -> Result<Answer, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::command(), "rulebook", &mut script);
        Ok(Answer::plain(String::from_utf8_lossy(&script).into_owned()))
    }
}
