//! `rulebook completions`: prints one completion script, or writes all of them and man pages.
//! Also answers the calls of such a script.

use super::{
    CommandError, CommandOutput, CommandResult, Context, Subcommand,
    completion_candidates::with_candidates,
};
use crate::disk;
use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use clap_complete::{
    CompleteEnv,
    aot::{Generator as _, Shell},
    env::Shells,
};
use clap_mangen::Man;

/// Print the completion script for a shell, or write all scripts and the manual pages
#[derive(clap::Args)]
pub(super) struct CompletionsCommand {
    /// The shell
    #[arg(required_unless_present = "all")]
    shell: Option<Shell>,
    /// Write the scripts for all shells and the manual pages to this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with = "shell")]
    all: Option<Utf8PathBuf>,
}

impl Subcommand for CompletionsCommand {
    const NAME: &str = "completions";

    const EXAMPLES: &str = "Examples:
  rulebook completions bash > ~/.local/share/bash-completion/completions/rulebook
  rulebook completions fish > ~/.config/fish/completions/rulebook.fish";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        if let Some(folder) = &self.all {
            let folder = context.current.join(folder);
            for shell in Shell::value_variants() {
                let name = shell.file_name("rulebook");
                write(&folder.join("completions"), &name, &script(*shell)?)?;
            }
            write_manual(&folder.join("man"), (context.root_command)())?;
            return Ok(CommandOutput::plain(format!("wrote {folder}\n")));
        }
        let script = self.shell.map(script).transpose()?;
        Ok(CommandOutput::data(script.unwrap_or_default()))
    }
}

/// The variable with which a completion script asks for candidates.
const COMPLETION_VARIABLE: &str = "RULEBOOK_COMPLETE";

/// Answers a completion script, if one called the program, and ends the process.
pub(super) fn answer_completion_script(root_command: fn() -> clap::Command) {
    CompleteEnv::with_factory(|| with_candidates(root_command()))
        .var(COMPLETION_VARIABLE)
        .complete();
}

/// Returns the completion script for a shell. The script calls the program for candidates.
fn script(shell: Shell) -> Result<String, CommandError> {
    let mut script = Vec::new();
    let name = shell.to_string();
    if let Some(shell) = Shells::builtins().completer(&name) {
        let written = shell.write_registration(
            COMPLETION_VARIABLE,
            "rulebook",
            "rulebook",
            "rulebook",
            &mut script,
        );
        written.map_err(|error| {
            CommandError::misuse(format!("cannot write the script for {name}: {error}"))
        })?;
    }
    Ok(String::from_utf8_lossy(&script).into_owned())
}

/// Writes the manual page of the program and those of its commands.
fn write_manual(folder: &Utf8Path, mut root: clap::Command) -> Result<(), CommandError> {
    root.build();
    let commands = root.get_subcommands().filter(|own| !own.is_hide_set());
    let named = commands.map(|own| {
        let name = format!("rulebook-{}", own.get_name());
        // clap wants names that live as long as the program; `display_name` takes any
        (name.clone(), own.clone().display_name(name))
    });
    let all: Vec<(String, clap::Command)> = named.collect();
    for (name, command) in std::iter::once(("rulebook".to_owned(), root)).chain(all) {
        let mut page = Vec::new();
        let rendered = Man::new(command).render(&mut page);
        rendered.map_err(|error| {
            CommandError::misuse(format!("cannot render the manual page {name}: {error}"))
        })?;
        let page = String::from_utf8_lossy(&page);
        write(folder, &format!("{name}.1"), &page)?;
    }
    Ok(())
}

fn write(folder: &Utf8Path, name: &str, text: &str) -> Result<(), CommandError> {
    Ok(disk::write_text(&folder.join(name), text)?)
}
