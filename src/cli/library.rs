//! `rulebook library`: lists or removes the user's files of printed wording, or checks them for
//! mistakes.

use super::{
    CommandError, CommandOutput, CommandResult, Context, Format, Subcommand, exit, plural,
};
use crate::{
    analysis::Analysis,
    disk,
    printed::{self, LibraryFileState},
    text::near::did_you_mean,
};
use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use serde::Serialize;

/// Show, verify or remove the files of your library of printed wording
#[derive(clap::Args)]
#[command(
    after_help = "The library is in your data folder, or in the folder that RULEBOOK_LIBRARY names. `rulebook import` fills it.

Examples:
  rulebook library
  rulebook library verify dbm-3.1
  rulebook library remove dbm-3.1"
)]
pub(super) struct LibraryCommand {
    /// What to do
    #[arg(value_enum, default_value_t)]
    action: LibraryAction,
    /// Documents or files of the library; all of them if none is named
    names: Vec<String>,
    /// `remove`: remove everything that was imported
    #[arg(long)]
    all: bool,
    /// `remove`: also remove files that were changed by hand
    #[arg(long)]
    force: bool,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// The actions of `rulebook library`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LibraryAction {
    /// List the contents of the library.
    #[default]
    Show,
    /// Check the files: `import` lists where print and restatement disagree.
    Verify,
    /// Remove imported files.
    Remove,
}

/// The answer of `library --format json`: the path of the library, and the state of each of its
/// files.
#[derive(Serialize)]
struct LibraryReport<'a> {
    version: u32,
    library: &'a Utf8Path,
    files: &'a [LibraryFileState],
}

impl Subcommand for LibraryCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let folder = context.library_folder()?;
        let analysis = context.load_analysis()?;
        let states = self.selected_states(&folder, &analysis)?;
        let has_faults = states.iter().any(|state| !state.faults.is_empty());
        let code = match self.action {
            LibraryAction::Show => exit::SUCCESS,
            LibraryAction::Verify => exit::code(!has_faults),
            LibraryAction::Remove => return self.remove(context, &folder, &states),
        };
        let output = match self.action {
            _ if self.format.is_json() => context.json_output(&LibraryReport {
                version: 2,
                library: &folder,
                files: &states,
            })?,
            LibraryAction::Verify => Self::verify(context, &states),
            LibraryAction::Show | LibraryAction::Remove => Self::show(context, &folder, &states),
        };
        Ok(output.with_code(code))
    }
}

impl LibraryCommand {
    /// Returns the named files, or all files if none is named.
    fn selected_states(
        &self,
        folder: &Utf8Path,
        analysis: &Analysis,
    ) -> Result<Vec<LibraryFileState>, CommandError> {
        let all = printed::library_file_states(analysis);
        if self.names.is_empty() {
            return Ok(all);
        }
        for name in &self.names {
            if !all.iter().any(|state| matches_name(state, name)) {
                let message = format!("the library does not contain {name}");
                let known: Vec<&str> = all.iter().map(|state| state.document.as_str()).collect();
                let help = did_you_mean(name, known.iter().copied(), || match known.as_slice() {
                    [] => format!("{folder} is empty; fill it with `rulebook import FILE`"),
                    known => format!("it contains {}", known.join(", ")),
                });
                return Err(CommandError::not_found(message).with_help(help));
            }
        }
        let is_named =
            |state: &LibraryFileState| self.names.iter().any(|name| matches_name(state, name));
        Ok(all.into_iter().filter(is_named).collect())
    }

    fn show(
        context: &Context<'_>,
        folder: &Utf8Path,
        states: &[LibraryFileState],
    ) -> CommandOutput {
        let styler = context.styler;
        let mut out = styler.strong(&format!("Library {folder}")) + "\n";
        if states.is_empty() {
            out += "The library is empty. Fill it with `rulebook import FILE…` from the documents that you have.\n";
            return CommandOutput::paged(out);
        }
        let widths = states.iter().map(|state| file_label(state).chars().count());
        let width = widths.max().unwrap_or_default();
        for state in states {
            let by = if state.imported {
                "imported"
            } else {
                "by hand"
            };
            let faults = match state.faults.len() {
                0 => String::new(),
                count => styler.warning(&format!(", {}", plural(count, "problem"))),
            };
            let contents = if state.path.as_str().ends_with(".book.md") {
                plural(state.passages, "section")
            } else {
                format!("{} of {} passages", state.passages, state.restated)
            };
            out += &format!("{:width$}  {contents}, {by}{faults}\n", file_label(state));
        }
        CommandOutput::paged(out)
    }

    fn verify(context: &Context<'_>, states: &[LibraryFileState]) -> CommandOutput {
        let faults: usize = states.iter().map(|state| state.faults.len()).sum();
        let mut out = String::new();
        for state in states.iter().filter(|state| !state.faults.is_empty()) {
            out += &(context.styler.strong(&file_label(state)) + "\n");
            for fault in &state.faults {
                out += &context.styler.item(fault);
            }
        }
        let (files, faults) = (plural(states.len(), "file"), plural(faults, "problem"));
        CommandOutput::paged(out + &format!("{files}: {faults}\n"))
    }

    fn remove(
        &self,
        context: &mut Context<'_>,
        folder: &Utf8Path,
        states: &[LibraryFileState],
    ) -> CommandResult {
        if self.names.is_empty() && !self.all {
            return Err(CommandError::misuse("no document named")
                .with_help("name a document, or use --all"));
        }
        let mut removed = String::new();
        for state in states {
            if !state.imported && !self.force {
                context.warn(format!(
                    "keeping {}: it was written or changed by hand (--force removes it)",
                    file_label(state)
                ));
                continue;
            }
            let path: Utf8PathBuf = context.current.join(&state.path);
            disk::remove_library_file(&context.current.join(folder), &path)?;
            removed += &format!("removed {}\n", file_label(state));
        }
        let code = exit::code(!removed.is_empty());
        if removed.is_empty() {
            removed = "nothing was removed\n".to_owned();
        }
        Ok(CommandOutput::plain(removed).with_code(code))
    }
}

/// Returns the name of a file with its ruleset: `dbm/dbm-3.1.amend.md`.
fn file_label(state: &LibraryFileState) -> String {
    let name = state.path.file_name().unwrap_or_default();
    format!("{}/{name}", state.ruleset)
}

fn matches_name(state: &LibraryFileState, name: &str) -> bool {
    state.document == name
        || state.path.file_name() == Some(name)
        || file_label(state) == name
        || format!("{}/{}", state.ruleset, state.document) == name
}
