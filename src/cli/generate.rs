use super::{
    context::Context,
    outcome::{CommandError, CommandOutput, CommandResult},
    subcommand::Subcommand,
};
use crate::{disk, generate};
use camino::Utf8PathBuf;
use clap::ValueEnum;

/// Write a library that is made up, for measuring
#[derive(clap::Args)]
pub(super) struct GenerateCommand {
    /// Many rulesets of 1,000 clauses, or one of them all
    shape: ShapeOption,
    /// The folder to be made, for `--rules`
    folder: Utf8PathBuf,
    /// How many clauses; as many instructions amend them
    #[arg(long, default_value_t = 100_000)]
    clauses: usize,
    /// The same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How the clauses are distributed over rulesets.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShapeOption {
    /// Many rulesets.
    Wide,
    /// One ruleset.
    Deep,
}

impl Subcommand for GenerateCommand {
    const NAME: &'static str = "generate";

    const HIDDEN: bool = true;

    const EXAMPLES: &'static str = "Example:
  rulebook generate wide made-up && rulebook show wide-001/p.3 --rules made-up";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let folder = context.current.join(&self.folder);
        if disk::exists(&folder) {
            return Err(
                CommandError::misuse(format!("{} is there already", self.folder))
                    .with_help("name a folder that is to be made"),
            );
        }
        let shape = match self.shape {
            ShapeOption::Wide => generate::LibraryShape::Wide,
            ShapeOption::Deep => generate::LibraryShape::Deep,
        };
        let library = generate::generate(shape, self.clauses, self.seed);
        for source in &library.sources {
            disk::write_text(&folder.join(&source.path), &source.text)?;
        }
        Ok(CommandOutput::plain(format!(
            "{} files in {}\n",
            library.sources.len(),
            self.folder
        )))
    }
}
