//! `rulebook export print` and `rulebook export index`: write amendments in booklet order, errata slips,
//! or the alphabetical index, rendered by `export::paper`, as HTML or PDF.

use super::{
    options::{EditionOptions, OutOption},
    pdf,
};
use crate::{
    analysis::{Analysis, Request, WordingChoice},
    cli::{
        CommandError, CommandResult, Context, Subcommand,
        options::{NamedValues, named},
    },
    export::paper::{self, PaperSize, WordingNotice},
    model::PartialDate,
    resolve::{RulesetDb, View},
};
use camino::Utf8PathBuf;

/// Export the amendments in the order of the booklet, or errata slips, as a page to print
#[derive(clap::Args)]
#[command(
    after_help = "The page is one HTML file without scripts; any browser prints it.

Examples:
  rulebook export print --at 3.4 --out amendments.html
  rulebook export print --at 3.4 --since 3.1 --paper a5 --pdf amendments.pdf
  rulebook export print --slips --out slips.html
  rulebook export print --slips --since 3.2 --pdf slips.pdf"
)]
pub(super) struct PrintCommand {
    /// Errata slips to cut out and put into the booklet
    #[arg(long)]
    slips: bool,
    /// Mark what changed since this edition [default: the amended edition]; with --slips, export
    /// only what changed since then [default: everything]
    #[arg(long, value_name = "EDITION")]
    since: Option<String>,
    /// Print the rulings on each section, too, with the remarks on them
    #[arg(long, conflicts_with = "slips")]
    rulings: bool,
    #[command(flatten)]
    page: PageOptions,
}

/// The rules on a page to print, its paper, and where it is written.
#[derive(clap::Args)]
struct PageOptions {
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

impl PageOptions {
    fn wording(&self, db: &RulesetDb) -> WordingNotice {
        WordingNotice::new(&db.ruleset, self.edition.printed)
    }

    fn write(&self, context: &Context<'_>, page: String) -> CommandResult {
        pdf::write_page(context, &self.out, self.pdf.as_deref(), page)
    }
}

/// The paper sizes that `--paper` accepts.
pub(super) const PAPER_SIZES: NamedValues<PaperSize> = &[
    ("a4", "210 by 297 mm", PaperSize::A4),
    ("a5", "148 by 210 mm", PaperSize::A5),
    ("letter", "8.5 by 11 inches", PaperSize::Letter),
];

impl Subcommand for PrintCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let edition = &self.page.edition;
        let analysis = edition.load_analysis(context)?;
        let (db, view) = edition.resolve_view(context, &analysis)?;
        let since = if self.slips && self.since.is_none() {
            view.clone()
        } else {
            earlier_view(context, &analysis, db, &view, self.since.as_deref())?
        };
        let amendments = analysis.amendments(db, &view, &since, WordingChoice::Both);
        let (paper, wording) = (self.page.paper, self.page.wording(db));
        let page = if self.slips {
            paper::slips(&amendments, paper, wording)
        } else {
            paper::booklet(&amendments, self.rulings, paper, wording)
        };
        self.page.write(context, page)
    }
}

/// Export the umpire's alphabetical index as a page to print
#[derive(clap::Args)]
#[command(
    after_help = "Leads from a word of the rules or of the players to clauses and printed pages.

Examples:
  rulebook export index --at 3.4 --out index.html
  rulebook export index --paper a5 --pdf index.pdf"
)]
pub(super) struct IndexCommand {
    #[command(flatten)]
    page: PageOptions,
}

impl Subcommand for IndexCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let edition = &self.page.edition;
        let analysis = edition.load_analysis(context)?;
        let (db, view) = edition.resolve_view(context, &analysis)?;
        let index = analysis.alphabetical_index(db, &view);
        let page = paper::index(&index, self.page.paper, self.page.wording(db));
        self.page.write(context, page)
    }
}

/// Returns the view to compare with: at the given edition, or at the one that is amended.
fn earlier_view(
    context: &mut Context<'_>,
    analysis: &Analysis,
    db: &RulesetDb,
    view: &View,
    edition: Option<&str>,
) -> Result<View, CommandError> {
    let ruleset = &db.ruleset;
    let Some(edition) = edition else {
        let amends = ruleset.amended_edition(view.edition);
        return Ok(amends.map_or_else(|| view.clone(), |edition| view.with_edition(edition)));
    };
    let request = Request {
        edition: Some(edition.to_owned()),
        as_of: Some(PartialDate::day(view.as_of)),
        ..Request::default()
    };
    let since = context.resolve_view(analysis, request, Some(&ruleset.key))?;
    let since = since.1.edition;
    if !ruleset.amendment_chain(view.edition).contains(&since) {
        let later = format!(
            "edition {} does not come before edition {}",
            edition,
            ruleset.edition_id(view.edition)
        );
        return Err(CommandError::misuse(later)
            .with_help("--since is the edition that you know, --at the one in play"));
    }
    Ok(view.with_edition(since))
}
