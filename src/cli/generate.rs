use super::{Answer, Context, Failure, command::Verb};
use crate::{disk, generate};
use camino::Utf8PathBuf;
use clap::ValueEnum;

/// Write a library that is made up, for measuring
#[derive(clap::Args)]
pub(super) struct Generate {
    /// Many rulesets of 1,000 clauses, or one of them all
    shape: Shape,
    /// The folder to be made, for `--rules`
    folder: Utf8PathBuf,
    /// How many clauses; as many instructions amend them
    #[arg(long, default_value_t = 100_000)]
    clauses: usize,
    /// The same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How the clauses are spread.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shape {
    /// Many rulesets.
    Wide,
    /// One ruleset.
    Deep,
}

impl Verb for Generate {
    const NAME: &'static str = "generate";

    const HIDDEN: bool = true;

    const EXAMPLES: &'static str = "Example:
  rulebook generate wide made-up && rulebook show wide-001/p.3 --rules made-up";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let folder = context.current.join(&self.folder);
        if folder.exists() {
            return Err(Failure::misuse(format!("{} is there already", self.folder))
                .help("name a folder that is to be made"));
        }
        let shape = match self.shape {
            Shape::Wide => generate::LibraryShape::Wide,
            Shape::Deep => generate::LibraryShape::Deep,
        };
        let library = generate::generate(shape, self.clauses, self.seed);
        for source in &library.sources {
            disk::write(&folder.join(&source.path), &source.text)?;
        }
        Ok(Answer::plain(format!(
            "{} files in {}\n",
            library.sources.len(),
            self.folder
        )))
    }
}
