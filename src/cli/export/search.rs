//! `rulebook export search`: the command that writes the search documents and an index
//! configuration for Quickwit, or prints a query for it.

use super::options::{EditionOptions, OutOption, write_error};
use crate::{
    analysis::ParsedQuery,
    answer::AnswerError,
    cli::{CommandError, CommandOutput, CommandResult, Context, Subcommand},
    disk,
    search::{DistributedQueryError, QUICKWIT_CONFIG},
};

/// Export the documents for a distributed search engine, or a query for it
#[derive(clap::Args)]
#[command(
    after_help = "Writes index.yaml and documents.ndjson to a folder. Each wording is a document with its editions; all rulesets are included.

Examples:
  rulebook export search --for quickwit --out index
  rulebook export search --for quickwit --query \"rear support pikes\" --at 3.3"
)]
pub(super) struct SearchExportCommand {
    /// The engine
    #[arg(long = "for", value_enum, value_name = "ENGINE")]
    engine: Engine,
    /// Print the engine's query for WORDS instead; it ranks by BM25 alone
    #[arg(long, value_name = "WORDS", conflicts_with = "out")]
    query: Option<String>,
    #[command(flatten)]
    edition: EditionOptions,
    #[command(flatten)]
    out: OutOption,
}

/// The engine that `--for` names: only Quickwit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    /// Quickwit, which is built on tantivy as the search of this program is.
    Quickwit,
}

impl Subcommand for SearchExportCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        match self.engine {
            Engine::Quickwit => {}
        }
        let analysis = self.edition.load_analysis(context)?;
        let (db, view) = self.edition.resolve_view(context, &analysis)?;
        let failed = |error: crate::search::IndexError| CommandError::misuse(error.to_string());
        let key = analysis.index_key(&view);
        let index = analysis.build_index(&key).map_err(failed)?;
        if let Some(words) = &self.query {
            let query = ParsedQuery::new(words);
            let query = analysis.distributed_query(&index, &query, (db, view));
            return match query.map_err(failed)? {
                Ok(query) => Ok(CommandOutput::data(query + "\n")),
                Err(DistributedQueryError::NoWords) => {
                    Err(CommandError::misuse("the query has no words"))
                }
                Err(DistributedQueryError::NotOnlyWords) => Err(CommandError::misuse(
                    "a query for the engine consists of words alone",
                )
                .with_help("add conditions as filters, such as `AND facet:\"page:22\"`")),
            };
        }
        let Some(folder) = self.out.file() else {
            return Err(CommandError::misuse("no folder given")
                .with_help("--out FOLDER names where to write index.yaml and documents.ndjson"));
        };
        let documents = analysis.distributed_documents(&index, &key);
        let documents = documents.map_err(AnswerError::from)?;
        let files = [
            ("index.yaml", QUICKWIT_CONFIG),
            ("documents.ndjson", &documents),
        ];
        for (name, text) in files {
            let path = folder.join(name);
            disk::write_text(&context.current.join(&path), text)
                .map_err(|error| write_error(&path, error))?;
        }
        let count = documents.lines().count();
        Ok(CommandOutput::plain(format!(
            "wrote {folder}/index.yaml and {count} documents to {folder}/documents.ndjson\n"
        )))
    }
}
