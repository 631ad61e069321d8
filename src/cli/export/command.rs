//! `ExportCommand`: runs the command of the format that is named on the command line.

use super::{
    html::{HtmlCommand, SiteCommand},
    json::JsonCommand,
    markdown::MarkdownCommand,
    print::{IndexCommand, PrintCommand},
    roster::RosterCommand,
    search::SearchExportCommand,
    sheet::SheetCommand,
};
use crate::cli::{CommandResult, Context, Subcommand};

/// Export the rules as a page for phones, as pages to print, or for other programs; or an army list as a roster
#[derive(clap::Args)]
#[command(
    disable_help_subcommand = true,
    after_help = "Examples:
  rulebook export html --out rules.html
  rulebook export site public
  rulebook export print --at 3.4 --out amendments.html
  rulebook export print --slips --paper a5 --pdf slips.pdf
  rulebook export index --out index.html
  rulebook export json --at 3.3 > dbm-3.3.json
  rulebook export markdown --ruleset dba --out dba.md
  rulebook export sheet dbm-3.4
  rulebook export search --for quickwit --out index
  rulebook export roster gauls.txt --format pdf -o gauls.pdf"
)]
pub(crate) struct ExportCommand {
    #[command(subcommand)]
    format: ExportFormat,
}

/// The formats, in the order of the help text.
#[derive(clap::Subcommand)]
enum ExportFormat {
    Html(HtmlCommand),
    Site(SiteCommand),
    Print(PrintCommand),
    Index(IndexCommand),
    Json(JsonCommand),
    Markdown(MarkdownCommand),
    Sheet(SheetCommand),
    Search(SearchExportCommand),
    Roster(RosterCommand),
}

impl Subcommand for ExportCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        match self.format {
            ExportFormat::Html(own) => own.run(context),
            ExportFormat::Site(own) => own.run(context),
            ExportFormat::Print(own) => own.run(context),
            ExportFormat::Index(own) => own.run(context),
            ExportFormat::Json(own) => own.run(context),
            ExportFormat::Markdown(own) => own.run(context),
            ExportFormat::Sheet(own) => own.run(context),
            ExportFormat::Search(own) => own.run(context),
            ExportFormat::Roster(own) => own.run(context),
        }
    }
}
