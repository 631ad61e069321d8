//! `rulebook export markdown`: the command that writes a ruleset at one edition, rendered by
//! `export::markdown_page`, as Markdown for line diffs.

use super::options::{EditionOptions, OutOption};
use crate::{
    cli::{CommandResult, Context, Subcommand},
    export::markdown_page,
};

/// Export the whole ruleset at one edition as Markdown
#[derive(clap::Args)]
#[command(
    after_help = "One line for each sentence, bullet and row, so that two editions can be compared line by line.

Examples:
  rulebook export markdown --at 3.4 --out dbm-3.4.md
  diff <(rulebook export markdown --at 3.3) <(rulebook export markdown --at 3.4)"
)]
pub(super) struct MarkdownCommand {
    /// End each line with the instructions that wrote it
    #[arg(long)]
    provenance: bool,
    #[command(flatten)]
    edition: EditionOptions,
    #[command(flatten)]
    out: OutOption,
}

impl Subcommand for MarkdownCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = self.edition.load_analysis(context)?;
        let (db, view) = self.edition.resolve_view(context, &analysis)?;
        self.out.write(
            context,
            markdown_page::ruleset_page(
                &analysis,
                db,
                &view,
                markdown_page::MarkdownPageOptions {
                    printed: self.edition.printed,
                    provenance: self.provenance,
                },
            ),
        )
    }
}
