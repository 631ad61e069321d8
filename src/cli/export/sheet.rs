//! `rulebook export sheet`: the command that writes the instructions of a document or edition,
//! rendered by `export::sheet`, as a Markdown sheet.
//! `rulebook import` can read the sheet.

use super::options::{ForceOption, OutOption, load_analysis};
use crate::{
    analysis::Request,
    cli::{CommandError, CommandResult, Context, Subcommand},
    export::sheet::{SheetWording, amendment_sheet},
    model::{DocumentKind, Ruleset},
    text::near::did_you_mean,
};

/// Export the instructions of a document as a sheet of amendments, as authors print them
#[derive(clap::Args)]
#[command(
    after_help = "Each paragraph is one instruction: page, heading, address from the outside inwards, what to do. New text follows as a block
quote. `rulebook import` reads such a sheet back into the same patches; --draft writes them to a file.

Examples:
  rulebook export sheet dbm-3.2
  rulebook export sheet 3.4 --out 3.4-amendments.md"
)]
pub(super) struct SheetCommand {
    /// The document, or the edition whose amendments to export
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// The ruleset
    #[arg(long, value_name = "RULESET", help_heading = "What to export")]
    ruleset: Option<String>,
    /// Include the printed wording from your library; such a copy is for you alone
    #[arg(long, help_heading = "What to export")]
    printed: bool,
    #[command(flatten)]
    force: ForceOption,
    #[command(flatten)]
    out: OutOption,
}

impl Subcommand for SheetCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = load_analysis(context, &Request::default(), self.printed)?;
        let of_document = analysis
            .ruleset_dbs()
            .find(|(_, db)| db.ruleset.documents.contains_key(&self.document))
            .map(|(key, _)| key.to_owned());
        let request = Request {
            ruleset: self.ruleset.clone().or(of_document),
            ..Request::default()
        };
        let (db, _) = context.resolve_view(&analysis, request, None)?;
        self.force.check_rules(context, &analysis, db)?;
        let wording = if self.printed {
            SheetWording::Printed
        } else {
            SheetWording::Restated
        };
        let texts: Vec<String> = documents(&db.ruleset, &self.document)
            .into_iter()
            .filter_map(|key| amendment_sheet(&analysis, db, key, wording))
            .collect();
        if texts.is_empty() {
            let known: Vec<&str> = db.ruleset.documents.keys().map(String::as_str).collect();
            let failure = CommandError::not_found(format!(
                "{} has no instructions of {}",
                db.ruleset.key, self.document
            ));
            let help = did_you_mean(&self.document, known.iter().copied(), || {
                format!("documents of this ruleset: {}", known.join(", "))
            });
            return Err(failure.with_help(help));
        }
        self.out.write(context, texts.join("\n"))
    }
}

/// Returns the document with that key, or the amendments of the edition with that name.
fn documents<'r>(ruleset: &'r Ruleset, name: &'r str) -> Vec<&'r str> {
    match ruleset
        .edition(name)
        .filter(|_| !ruleset.documents.contains_key(name))
    {
        Some(edition) => {
            let of_edition = ruleset.documents.values().filter(|document| {
                document.edition == edition && document.kind == DocumentKind::Amendment
            });
            of_edition.map(|document| document.key.as_str()).collect()
        }
        None => vec![name],
    }
}
