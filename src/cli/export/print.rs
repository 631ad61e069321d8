use super::{Out, Which, pdf};
use crate::{
    analysis::{Analysis, WordingChoice},
    cli::{Answer, Context, Failure, command::Verb},
    disk::{Defaults, Said},
    export::paper::{self, Paper, Wording},
    model::PartialDate,
    resolve::{RulesetDb, View},
};
use camino::Utf8PathBuf;
use clap::ValueEnum;

/// Write the amendments in the order of the booklet's pages, or errata slips, as a page to print
#[derive(clap::Args)]
pub(super) struct Print {
    /// Slips to cut out and lay into the booklet
    #[arg(long)]
    slips: bool,
    /// Mark what changed since this edition [default: the one that it amends]
    #[arg(long, value_name = "EDITION", conflicts_with = "slips")]
    since: Option<String>,
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

/// The sizes of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Size {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 148 by 210 mm.
    A5,
}

impl Size {
    /// The paper of that size.
    pub(super) fn paper(self) -> Paper {
        match self {
            Self::A4 => Paper::A4,
            Self::A5 => Paper::A5,
        }
    }
}

impl Verb for Print {
    const NAME: &'static str = "print";

    const EXAMPLES: &'static str =
        "The page is one HTML file without a program: any browser prints it.

Examples:
  rulebook export print --at 3.4 --out amendments.html
  rulebook export print --at 3.4 --since 3.1 --paper a5 --pdf amendments.pdf
  rulebook export print --slips --out slips.html";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = self.which.analysis(context)?;
        let (db, view) = self.which.ask(context, &analysis)?;
        let since = if self.slips {
            view.clone()
        } else {
            since(context, &analysis, db, &view, self.since.as_deref())?
        };
        let amendments = analysis.amendments(db, &view, &since, WordingChoice::Both);
        let wording = wording(self.which.printed);
        let draw = if self.slips {
            paper::slips
        } else {
            paper::booklet
        };
        pdf::put(
            context,
            &self.out,
            self.pdf.as_deref(),
            draw(&amendments, self.paper.paper(), wording),
        )
    }
}

/// Whose words are told at the foot of a page.
pub(super) fn wording(printed: bool) -> Wording {
    if printed {
        Wording::Printed
    } else {
        Wording::Restated
    }
}

/// The view with which the amendments are compared: that of the edition named, or of the one that is amended.
fn since(
    context: &Context<'_>,
    analysis: &Analysis,
    db: &RulesetDb,
    view: &View,
    edition: Option<&str>,
) -> Result<View, Failure> {
    let ruleset = &db.ruleset;
    let Some(edition) = edition else {
        let amends = ruleset
            .editions
            .get(usize::from(view.edition.0))
            .and_then(|edition| edition.amends);
        return Ok(amends.map_or_else(|| view.clone(), |edition| view.at(edition)));
    };
    let mut question = Defaults::default().question(Some(&ruleset.key));
    question.edition = Some(Said {
        value: edition.to_owned(),
        by: String::new(),
    });
    question.as_of = Some(Said {
        value: PartialDate::day(view.as_of),
        by: String::new(),
    });
    let since = context.ask(analysis, &question)?.1.edition;
    if !ruleset.line(view.edition).contains(&since) {
        let later = format!(
            "{} does not come before {}",
            edition,
            ruleset.edition_id(view.edition)
        );
        return Err(Failure::misuse(later)
            .help("--since names the edition that you know, --at the one in play"));
    }
    Ok(view.at(since))
}
