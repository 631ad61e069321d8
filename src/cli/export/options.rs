//! Options that export formats share: edition, date, profile, ruleset, printed wording, and file.

use crate::{
    analysis::{Analysis, Request},
    cli::{CommandError, CommandOutput, CommandResult, Context},
    disk,
    resolve::{RulesetDb, View},
    text::plural,
};
use camino::{Utf8Path, Utf8PathBuf};

/// The edition, date, profile and ruleset to export, and whether to include printed wording.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "What to export")]
pub(super) struct EditionOptions {
    #[command(flatten)]
    pub(super) at: Request,
    /// Include the printed wording from your library; such a copy is for you alone
    #[arg(long)]
    pub(super) printed: bool,
    #[command(flatten)]
    force: ForceOption,
}

/// The option `--force`: whether rules with errors are exported, too.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "What to export")]
pub(super) struct ForceOption {
    /// Export rules with errors, without what these should change
    #[arg(long)]
    force: bool,
}

impl ForceOption {
    /// Fails if the rules of a ruleset have errors; with --force, warns of them.
    pub(super) fn check_rules(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
        db: &RulesetDb,
    ) -> Result<(), CommandError> {
        if context.unread > 0 && !self.force {
            let files = plural(context.unread, "file of rules|files of rules");
            return Err(
                CommandError::not_found(format!("{files} could not be read"))
                    .with_help("mend them, or use --force to export the others"),
            );
        }
        let sections = db.section_ids().collect();
        match analysis.errors_notice(db, &sections) {
            Some(notice) if self.force => context.warn(notice),
            Some(notice) => {
                return Err(CommandError::not_found(notice)
                    .with_help("mend the rules, or use --force to export them as they are"));
            }
            None => {}
        }
        Ok(())
    }
}

impl EditionOptions {
    /// Loads the rules to export.
    pub(super) fn load_analysis(
        &self,
        context: &mut Context<'_>,
    ) -> Result<Analysis, CommandError> {
        load_analysis(context, &self.at, self.printed)
    }

    /// Returns the ruleset and the view that the options or the settings select.
    pub(super) fn resolve_view<'w>(
        &self,
        context: &mut Context<'_>,
        analysis: &'w Analysis,
    ) -> Result<(&'w RulesetDb, View), CommandError> {
        let (db, view) = context.resolve_view(analysis, self.at.clone(), None)?;
        self.force.check_rules(context, analysis, db)?;
        Ok((db, view))
    }
}

/// Loads all rules that may be exported, with the proposals that a request names. Without `printed`, printed wording is not loaded at all,
/// so that none can be exported by mistake.
pub(super) fn load_analysis(
    context: &mut Context<'_>,
    request: &Request,
    printed: bool,
) -> Result<Analysis, CommandError> {
    let mut sources = context.load_sources()?;
    sources.retain(|source| printed || !source.is_printed());
    let analysis = context.analyze(sources);
    context.with_proposals(analysis, request)
}

/// The option `--out`: the file to which an export is written, or standard output.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Where to write")]
pub(super) struct OutOption {
    /// The file; `-` for standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<Utf8PathBuf>,
}

impl OutOption {
    /// Returns the named file, or `None` for standard output.
    pub(super) fn file(&self) -> Option<&Utf8Path> {
        self.out.as_deref().filter(|path| *path != "-")
    }

    /// Writes the text to the file atomically and reports that, or returns it for standard output.
    pub(super) fn write(&self, context: &Context<'_>, text: String) -> CommandResult {
        match self.file() {
            Some(path) => {
                disk::write_text(&context.current.join(path), &text)
                    .map_err(|error| write_error(path, error))?;
                Ok(CommandOutput::plain(written_message(path)))
            }
            None => Ok(CommandOutput::data(text)),
        }
    }
}

/// Returns the error for a file that could not be written, with its path as the user typed it.
pub(super) fn write_error(path: &Utf8Path, error: disk::WriteError) -> CommandError {
    CommandError::from(disk::WriteError {
        path: path.to_owned(),
        ..error
    })
    .with_help("choose another path with --out, or leave --out away to write to standard output")
}

/// Returns the message that a file was written.
pub(super) fn written_message(path: &Utf8Path) -> String {
    format!("wrote {path}\n")
}
