//! `rulebook export index`: the command that writes a ruleset's alphabetical index to print,
//! rendered by `export::paper`, as HTML or PDF.

use super::{
    options::{EditionOptions, OutOption},
    pdf,
    print::PAPER_SIZES,
};
use crate::{
    cli::{CommandResult, Context, Subcommand, options::named},
    export::paper::{self, PaperSize, WordingNotice},
};
use camino::Utf8PathBuf;

/// Export the umpire's alphabetical index as a page to print
#[derive(clap::Args)]
pub(super) struct IndexCommand {
    /// The size of the paper
    #[arg(long, value_parser = named(PAPER_SIZES), value_name = "SIZE", default_value = "a4")]
    paper: PaperSize,
    /// Write a PDF, and HTML only if --out is given; needs Chromium or a related browser
    #[arg(long, value_name = "FILE")]
    pdf: Option<Utf8PathBuf>,
    #[command(flatten)]
    edition: EditionOptions,
    #[command(flatten)]
    out: OutOption,
}

impl Subcommand for IndexCommand {
    const NAME: &str = "index";

    const EXAMPLES: &str =
        "Leads from a word of the rules or of the players to clauses and printed pages.

Examples:
  rulebook export index --at 3.4 --out index.html
  rulebook export index --paper a5 --pdf index.pdf";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = self.edition.load_analysis(context)?;
        let (db, view) = self.edition.resolve_view(context, &analysis)?;
        let index = analysis.alphabetical_index(db, &view);
        let page = paper::index(
            &index,
            self.paper,
            WordingNotice::new(&db.ruleset, self.edition.printed),
        );
        pdf::write_page(context, &self.out, self.pdf.as_deref(), page)
    }
}
