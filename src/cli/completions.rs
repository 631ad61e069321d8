//! `rulebook completions`: prints one completion script, or writes all of them and man pages.

use super::{CommandError, CommandOutput, CommandResult, Context, Subcommand};
use crate::disk;
use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use clap_complete::{Generator as _, Shell};
use clap_mangen::Man;

/// Print the completion script for a shell, or write all scripts and the manual pages
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rulebook completions bash > ~/.local/share/bash-completion/completions/rulebook
  rulebook completions fish > ~/.config/fish/completions/rulebook.fish")]
pub(super) struct CompletionsCommand {
    /// The shell
    #[arg(required_unless_present = "all")]
    shell: Option<Shell>,
    /// Write the scripts for all shells and the manual pages to this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with = "shell")]
    all: Option<Utf8PathBuf>,
}

impl Subcommand for CompletionsCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        if let Some(folder) = &self.all {
            let folder = context.current.join(folder);
            for shell in Shell::value_variants() {
                let name = shell.file_name("rulebook");
                let script = script(*shell, (context.root_command)());
                write(&folder.join("completions"), &name, &script)?;
            }
            write_manual(&folder.join("man"), (context.root_command)())?;
            return Ok(CommandOutput::plain(format!("wrote {folder}\n")));
        }
        let script = self
            .shell
            .map(|shell| script(shell, (context.root_command)()));
        Ok(CommandOutput::data(script.unwrap_or_default()))
    }
}

/// Returns the completion script for a shell.
fn script(shell: Shell, mut root: clap::Command) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut root, "rulebook", &mut script);
    String::from_utf8_lossy(&script).into_owned()
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
