use super::{Out, Which};
use crate::{
    cli::{Answer, Context, Failure, command::Verb},
    export::page,
};

/// Write the whole ruleset at one edition as Markdown
#[derive(clap::Args)]
pub(super) struct Markdown {
    /// End each line with the instructions that wrote it
    #[arg(long)]
    provenance: bool,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    out: Out,
}

impl Verb for Markdown {
    const NAME: &'static str = "markdown";

    const EXAMPLES: &'static str =
        "A line for each sentence, bullet and row: two editions can be compared line by line.

Examples:
  rulebook export markdown --at 3.4 --out dbm-3.4.md
  diff <(rulebook export markdown --at 3.3) <(rulebook export markdown --at 3.4)";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = self.which.analysis(context)?;
        let (db, view) = self.which.ask(context, &analysis)?;
        self.out.put(
            context,
            page::whole(
                &analysis,
                db,
                &view,
                page::Whole {
                    printed: self.which.printed,
                    provenance: self.provenance,
                },
            ),
        )
    }
}
