//! `rulebook export roster`: the command that writes an army list with costs and totals to print,
//! rendered by `export::paper`, as HTML or PDF.

use super::{
    options::{ForceOption, OutOption, load_analysis},
    pdf,
    print::PAPER_SIZES,
};
use crate::{
    analysis::Request,
    cli::{CommandError, CommandResult, Context, Subcommand, options::named, sum::scenario_error},
    diagnostic::Severity,
    export::paper::{self, PaperSize, WordingNotice},
    scenario::ScenarioChecker,
    text::SourceId,
};
use camino::Utf8PathBuf;
use clap::ValueEnum;

/// Export an army list as a roster to print: troops, costs, totals and break points
#[derive(clap::Args)]
#[command(
    after_help = "Each army is one page; small notes name the source of each number.

Examples:
  rulebook export roster gauls.txt -o gauls.html
  rulebook export roster gauls.txt --at 3.3 --paper letter --format pdf -o gauls.pdf"
)]
pub(super) struct RosterCommand {
    /// The scenario file or any list; `-` reads the standard input
    #[arg(value_name = "LIST")]
    list: Utf8PathBuf,
    /// The format of the page
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: RosterFormat,
    /// The size of the paper
    #[arg(long, value_parser = named(PAPER_SIZES), value_name = "SIZE", default_value = "a4")]
    paper: PaperSize,
    #[command(flatten)]
    at: Request,
    /// Use the printed wording from your library too; such a copy is for you alone
    #[arg(long, help_heading = "What to export")]
    printed: bool,
    #[command(flatten)]
    force: ForceOption,
    #[command(flatten)]
    out: OutOption,
}

/// The formats of a roster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RosterFormat {
    /// One HTML file without scripts.
    #[default]
    Html,
    /// PDF; needs Chromium or a related browser.
    Pdf,
}

impl Subcommand for RosterCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        if self.format == RosterFormat::Pdf && self.out.file().is_none() {
            return Err(CommandError::misuse("a PDF is not written to the terminal")
                .with_help("name a file: -o roster.pdf"));
        }
        let text = context.read_list(&self.list)?;
        let analysis = load_analysis(context, &self.at, self.printed)?;
        let checker = ScenarioChecker::new(&analysis);
        let options = context.check_options(&self.at);
        let bound = checker
            .bind(&analysis, SourceId(u32::MAX), &text, &options)
            .map_err(|faults| scenario_error(&self.list, &faults))?;
        if let Some(db) = analysis.ruleset_db(&bound.ruleset) {
            self.force.check_rules(context, &analysis, db)?;
        }
        let sums = bound.sums();
        if !sums.parts.iter().any(|part| part.depth == 1) {
            return Err(
                CommandError::misuse(format!("{}: no army with troops found", self.list))
                    .with_help(format!("rulebook check {} shows what was read", self.list)),
            );
        }
        let found = bound.diagnostics(&analysis);
        let problems = found.iter().filter(|own| own.severity > Severity::Note);
        let problems: Vec<&str> = problems.map(|own| own.message.as_str()).collect();
        let page = paper::roster(
            &sums,
            &problems,
            self.paper,
            WordingNotice {
                printed: self.printed,
                restated: analysis
                    .ruleset_db(&bound.ruleset)
                    .is_some_and(|db| db.ruleset.has_restatements()),
            },
        );
        match self.format {
            RosterFormat::Html => self.out.write(context, page),
            RosterFormat::Pdf => {
                let pdf = self.out.file();
                pdf::write_page(context, &OutOption::default(), pdf, page)
            }
        }
    }
}
