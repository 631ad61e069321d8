use super::Out;
use crate::{
    cli::{Answer, Context, Failure, command::Verb},
    disk::Settings,
    export::sheet::{Words, sheet},
    model::{DocumentKind, Ruleset},
    text::near::nearest,
};

/// Write the instructions of a document as a sheet of amendments, as authors print them
#[derive(clap::Args)]
pub(super) struct Sheet {
    /// The document, or the edition whose amendments are written
    #[arg(value_name = "DOCUMENT")]
    document: String,
    /// The ruleset
    #[arg(long, value_name = "RULESET", help_heading = "What is written")]
    ruleset: Option<String>,
    /// Put in the printed words of your library: such a copy is for its owner
    #[arg(long, help_heading = "What is written")]
    printed: bool,
    #[command(flatten)]
    out: Out,
}

impl Verb for Sheet {
    const NAME: &'static str = "sheet";

    const EXAMPLES: &'static str =
        "One paragraph is one instruction: page, heading, address from the outside inwards, what to do; what it brings stands below as a
block quote. `rulebook import` reads such a sheet back into the same patches; --draft makes a file of them.

Examples:
  rulebook export sheet dbm-3.2
  rulebook export sheet 3.4 --out 3.4-amendments.md";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = super::analysis(context, self.printed)?;
        let of_document = analysis
            .ruleset_dbs()
            .find(|(_, db)| db.ruleset.documents.contains_key(&self.document))
            .map(|(key, _)| key.to_owned());
        let settings = Settings {
            ruleset: self.ruleset.clone().or(of_document),
            ..Settings::default()
        };
        let defaults = context.defaults(settings);
        let (db, _) = context.ask(&analysis, &defaults.question(None))?;
        let words = if self.printed {
            Words::Printed
        } else {
            Words::Restated
        };
        let texts: Vec<String> = documents(&db.ruleset, &self.document)
            .into_iter()
            .filter_map(|key| sheet(&analysis, db, key, words))
            .collect();
        if texts.is_empty() {
            let known: Vec<&str> = db.ruleset.documents.keys().map(String::as_str).collect();
            let failure = Failure::nothing(format!(
                "{} has no instructions of {}",
                db.ruleset.key, self.document
            ));
            return Err(match nearest(&self.document, known.iter().copied()) {
                Some(near) => failure.help(format!("did you mean {near}?")),
                None => failure.help(format!("its documents are {}", known.join(", "))),
            });
        }
        self.out.put(context, texts.join("\n"))
    }
}

/// The document of that key, or the amendments that make the edition of that name.
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
