use super::{
    Out, Which, pdf,
    print::{Size, wording},
};
use crate::{
    analysis::WordingChoice,
    cli::{Answer, Context, Failure, command::Verb},
    export::paper,
};
use camino::Utf8PathBuf;

/// Write the umpire's alphabetical index, as a page to print
#[derive(clap::Args)]
pub(super) struct Index {
    /// The size of the paper
    #[arg(long, value_enum, value_name = "SIZE", default_value_t)]
    paper: Size,
    /// Write a PDF too, through Chromium
    #[arg(long, value_name = "FILE")]
    pdf: Option<Utf8PathBuf>,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    out: Out,
}

impl Verb for Index {
    const NAME: &'static str = "index";

    const EXAMPLES: &'static str =
        "From a word to the clauses, the printed pages and the rulings. Words of players lead to those of the rules.

Examples:
  rulebook export index --at 3.4 --out index.html
  rulebook export index --paper a5 --pdf index.pdf";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = self.which.analysis(context)?;
        let (db, view) = self.which.ask(context, &analysis)?;
        let index = analysis.alphabetical_index(db, &view, WordingChoice::Both);
        let page = paper::index(&index, self.paper.paper(), wording(self.which.printed));
        pdf::put(context, &self.out, self.pdf.as_deref(), page)
    }
}
