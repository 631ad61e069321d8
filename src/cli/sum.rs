//! `rulebook sum`: prints the totals of a scenario with the source of each number.

use super::{
    check::ScenarioOptions,
    context::Context,
    exit,
    options::Format,
    outcome::{CommandError, CommandOutput, CommandResult},
    plural::plural,
    styler::Styler,
    subcommand::Subcommand,
    table,
};
use crate::{
    analysis::Analysis,
    disk,
    scenario::{
        CheckOptions, DeploymentDiagram, ScenarioChecker, ScenarioSums, SumSection, SumTable,
        SumValue,
    },
    text::SourceId,
};
use camino::Utf8PathBuf;
use comfy_table::{CellAlignment, ContentArrangement};

/// Add up a scenario: points, equivalents, moves and losses, with the source of each number
#[derive(clap::Args)]
pub(super) struct SumCommand {
    /// The scenario file or any list; `-` reads the standard input
    #[arg(value_name = "FILE")]
    file: Utf8PathBuf,
    #[command(flatten)]
    scenario_options: ScenarioOptions,
    /// Show at which editions the scenario obeys the rules, and the sums at each
    #[arg(long, conflicts_with = "at")]
    all_editions: bool,
    /// Show the deployment as well
    #[arg(long)]
    map: bool,
    /// Write the deployment as a picture to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<Utf8PathBuf>,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

impl Subcommand for SumCommand {
    const NAME: &'static str = "sum";

    const EXAMPLES: &'static str = "Examples:
  rulebook sum gauls.scenario.md
  rulebook sum gauls.scenario.md --all-editions
  rulebook sum gauls.scenario.md --map --svg gauls.svg";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let text = context.read_list(&self.file)?;
        let analysis = context.load_analysis()?;
        let checker = ScenarioChecker::new(&analysis);
        let ruling = self.scenario_options.ruling(context);
        let source = SourceId(u32::MAX);
        if self.all_editions {
            return self.compare_editions(context, &analysis, &checker, &ruling, &text);
        }
        let case = checker
            .bind(&analysis, source, &text, &ruling)
            .map_err(|faults| scenario_error(&self.file, &faults))?;
        let sheet = case.sums(&case.rule_values.view.profile.name);
        let picture = DeploymentDiagram::new(&case);
        if let Some(path) = &self.svg {
            let Some(picture) = &picture else {
                return Err(
                    CommandError::misuse("nothing in this file has a place on the table")
                        .with_help("write places as `at 0,0 to 400,200`"),
                );
            };
            disk::write_text(&context.current.join(path), &picture.to_svg())?;
            context.warn(format!("wrote the deployment to {path}"));
        }
        if self.format.is_json() {
            return context.json_output(&sheet);
        }
        let faulty = case.diagnostics(&analysis).len();
        let mut out = render(context.styler, &sheet);
        if let Some(picture) = picture.filter(|_| self.map) {
            out += "\n";
            out += &picture.to_text();
        }
        if faulty > 0 {
            context.warn(format!(
                "{} in this file: rulebook check {}",
                plural(faulty, "problem"),
                self.file
            ));
        }
        Ok(CommandOutput::paged(out))
    }
}

/// Returns the error for a scenario that cannot be evaluated.
pub(super) fn scenario_error(
    file: &camino::Utf8Path,
    faults: &[crate::diagnostic::Diagnostic],
) -> CommandError {
    let words: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    let failure = CommandError::misuse(format!("{file}: {}", words.join("; ")));
    match faults.iter().find_map(|fault| fault.help.clone()) {
        Some(help) => failure.with_help(help),
        None => failure,
    }
}

/// The sums at one edition as JSON.
#[derive(serde::Serialize)]
struct AtEdition {
    edition: String,
    /// The number of errors and warnings.
    findings: usize,
    #[serde(flatten)]
    sheet: ScenarioSums,
}

impl SumCommand {
    /// Shows at which editions the scenario obeys the rules, and the sums at each.
    fn compare_editions(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
        checker: &ScenarioChecker,
        ruling: &CheckOptions,
        text: &str,
    ) -> CommandResult {
        let source = SourceId(u32::MAX);
        let first = checker
            .bind(analysis, source, text, ruling)
            .map_err(|faults| scenario_error(&self.file, &faults))?;
        let db = analysis.ruleset_db(&first.ruleset);
        let editions: Vec<String> = db
            .map(|db| {
                db.ruleset
                    .editions
                    .iter()
                    .map(|edition| edition.id.clone())
                    .collect()
            })
            .unwrap_or_default();
        let mut all = Vec::new();
        for edition in editions {
            let mut own = ruling.clone();
            own.request.edition = Some(edition.clone());
            let Ok(case) = checker.bind(analysis, source, text, &own) else {
                continue;
            };
            let found = case.diagnostics(analysis);
            let findings = found
                .iter()
                .filter(|finding| finding.severity > crate::diagnostic::Severity::Note)
                .count();
            all.push((
                AtEdition {
                    edition,
                    findings,
                    sheet: case.sums(&case.rule_values.view.profile.name),
                },
                found,
            ));
        }
        if self.format.is_json() {
            return context.json_output(&all.iter().map(|(own, _)| own).collect::<Vec<_>>());
        }
        let styler = context.styler;
        let mut table = table::new(ContentArrangement::Disabled);
        table.set_header(["edition", "", ""].map(|text| table::cell(styler.strong(text))));
        for (own, found) in &all {
            let legal = if own.findings == 0 {
                "obeys the rules".to_owned()
            } else {
                plural(own.findings, "problem")
            };
            let totals: Vec<String> = own
                .sheet
                .parts
                .iter()
                .filter(|part| part.depth == 1)
                .map(totals_line)
                .collect();
            table.add_row([styler.strong(&own.edition), legal, totals.join("; ")].map(table::cell));
            for finding in found
                .iter()
                .filter(|finding| finding.severity > crate::diagnostic::Severity::Note)
            {
                table.add_row(
                    [String::new(), String::new(), styler.dim(&finding.message)].map(table::cell),
                );
            }
        }
        let text = table::text(&table);
        let any = all.iter().any(|(own, _)| own.findings == 0);
        Ok(CommandOutput::paged(text).with_code(exit::code(any)))
    }
}

/// Returns one line with the totals of a side.
fn totals_line(part: &SumSection) -> String {
    let columns = part
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().zip(&table.totals));
    let totals = columns
        .filter_map(|(column, total)| Some(format!("{} {column}", value_text(total.as_ref()?))));
    let rows = part
        .rows
        .iter()
        .map(|row| format!("{} {}", row.words, with_unit(&row.sum)));
    let all: Vec<String> = if part.rows.is_empty() {
        totals.collect()
    } else {
        rows.collect()
    };
    format!("{}: {}", part.heading, all.join(", "))
}

fn value_text(sum: &SumValue) -> String {
    sum.value.clone().unwrap_or_else(|| "?".to_owned())
}

fn with_unit(sum: &SumValue) -> String {
    if sum.unit.is_empty() {
        value_text(sum)
    } else {
        format!("{} {}", value_text(sum), sum.unit)
    }
}

fn render(styler: Styler, sheet: &ScenarioSums) -> String {
    let left = format!(
        "{} · {} · as of {}",
        styler.strong(&format!(
            "{} {}",
            sheet.ruleset.to_uppercase(),
            sheet.edition
        )),
        sheet.profile,
        sheet.as_of
    );
    let mut out = left + "\n";
    for part in &sheet.parts {
        if !part.heading.is_empty() {
            out += &format!(
                "\n{}{}\n",
                "  ".repeat(usize::from(part.depth).saturating_sub(1)),
                styler.strong(&part.heading)
            );
        }
        let many = part.tables.len();
        for own in &part.tables {
            out += &render_table(styler, part.depth, own);
            if many > 1 {
                out += "\n";
            }
        }
        let indent = "  ".repeat(usize::from(part.depth).max(1));
        for row in &part.rows {
            out += &format!(
                " {indent}{}: {}{}\n",
                row.words,
                styler.strong(&with_unit(&row.sum)),
                basis_marks(styler, &row.sum)
            );
        }
    }
    let missing: Vec<&String> = missing_numbers(sheet);
    if !missing.is_empty() {
        out += "\n";
        for words in missing {
            out += &(styler.wrap(&styler.warning("? "), "  ", words) + "\n");
        }
    }
    if !sheet.basis.is_empty() {
        out += "\n";
        for (at, basis) in sheet.basis.iter().enumerate() {
            out += &(styler.wrap(&format!("[{}] ", at + 1), "    ", &basis.words) + "\n");
        }
    }
    out
}

/// Returns the missing numbers, each once.
fn missing_numbers(sheet: &ScenarioSums) -> Vec<&String> {
    let mut out: Vec<&String> = Vec::new();
    for part in &sheet.parts {
        let cells = part
            .tables
            .iter()
            .flat_map(|table| &table.lines)
            .flat_map(|line| line.cells.iter().flatten());
        for words in cells
            .chain(part.rows.iter().map(|row| &row.sum))
            .filter_map(|sum| sum.missing.as_ref())
        {
            if !out.contains(&words) {
                out.push(words);
            }
        }
    }
    out
}

fn basis_marks(styler: Styler, sum: &SumValue) -> String {
    let notes: String = sum
        .rests_on
        .iter()
        .map(|at| format!("[{}]", at + 1))
        .collect();
    if notes.is_empty() {
        notes
    } else {
        format!(" {}", styler.dim(&notes))
    }
}

fn render_table(styler: Styler, depth: u8, own: &SumTable) -> String {
    let mut table = table::new(ContentArrangement::Disabled);
    let right = |text: String| table::cell(text).set_alignment(CellAlignment::Right);
    let indent = "  ".repeat(usize::from(depth).max(1));
    table.set_header(
        std::iter::once(table::cell(String::new()))
            .chain(own.columns.iter().map(|name| right(styler.dim(name)))),
    );
    for line in &own.lines {
        let cells = line.cells.iter().map(|cell| {
            right(
                cell.as_ref()
                    .map(|sum| format!("{}{}", value_text(sum), basis_marks(styler, sum)))
                    .unwrap_or_default(),
            )
        });
        table.add_row(std::iter::once(table::cell(format!("{indent}{}", line.text))).chain(cells));
    }
    if own.totals.iter().any(Option::is_some) && (own.lines.len() != 1 || depth < 2) {
        let cells = own.totals.iter().map(|total| {
            right(
                total
                    .as_ref()
                    .map(|sum| styler.strong(&value_text(sum)))
                    .unwrap_or_default(),
            )
        });
        table.add_row(
            std::iter::once(table::cell(format!("{indent}{}", styler.strong("all")))).chain(cells),
        );
    }
    table::text(&table)
}
