use super::{
    Answer, Context, Failure, check::Played, command::Verb, exit, options::Format, pen::Pen,
};
use crate::{
    analysis::Analysis,
    disk,
    scenario::{Picture, Ruling, Sheet, SheetPart, SheetTable, Sum as Number, Umpire},
    text::SourceId,
};
use camino::Utf8PathBuf;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets::NOTHING};

/// Add up a scenario: points, equivalents, moves, losses, and what each number rests on
#[derive(clap::Args)]
pub(super) struct Sum {
    /// The scenario file
    #[arg(value_name = "FILE")]
    file: Utf8PathBuf,
    #[command(flatten)]
    played: Played,
    /// Say at which editions the scenario obeys the rules, and what it adds up to in each
    #[arg(long, conflicts_with = "at")]
    all_editions: bool,
    /// Show the deployment as well
    #[arg(long)]
    map: bool,
    /// Write the deployment as a picture: an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<Utf8PathBuf>,
    /// What to write: for people, or for programs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

impl Verb for Sum {
    const NAME: &'static str = "sum";

    const EXAMPLES: &'static str = "Examples:
  rulebook sum gauls.scenario.md
  rulebook sum gauls.scenario.md --all-editions
  rulebook sum gauls.scenario.md --map --svg gauls.svg";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let text = disk::read(&context.current.join(&self.file))
            .map_err(|fault| Failure::misuse(fault.to_string()))?;
        let analysis = context.analysis()?;
        let umpire = Umpire::new(&analysis);
        let ruling = self.played.ruling(context);
        let source = SourceId(u32::MAX);
        if self.all_editions {
            return self.editions(context, &analysis, &umpire, &ruling, &text);
        }
        let case = umpire
            .case(&analysis, source, &text, &ruling)
            .map_err(|faults| refused(&self.file, &faults))?;
        let sheet = case.sheet(&case.numbers.view.profile.name);
        let picture = Picture::of(&case);
        if let Some(path) = &self.svg {
            let Some(picture) = &picture else {
                return Err(
                    Failure::misuse("nothing in this file has a place on the table")
                        .help("write places as `at 0,0 to 400,200`"),
                );
            };
            disk::write(&context.current.join(path), &picture.svg())?;
            context.remark(format!("the deployment stands in {path}"));
        }
        if self.format.is_json() {
            return context.json(&sheet);
        }
        let faulty = case.judged(&analysis).len();
        let mut out = draw(context.pen, &sheet);
        if let Some(picture) = picture.filter(|_| self.map) {
            out += "\n";
            out += &picture.text();
        }
        if faulty > 0 {
            let words = if faulty == 1 {
                "a finding".to_owned()
            } else {
                format!("{faulty} findings")
            };
            context.remark(format!(
                "{words} in this file: rulebook check {}",
                self.file
            ));
        }
        Ok(Answer::shown(out))
    }
}

/// Why a scenario is not taken up.
pub(super) fn refused(
    file: &camino::Utf8Path,
    faults: &[crate::diagnostic::Diagnostic],
) -> Failure {
    let words: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    let failure = Failure::misuse(format!("{file}: {}", words.join("; ")));
    match faults.iter().find_map(|fault| fault.help.clone()) {
        Some(help) => failure.help(help),
        None => failure,
    }
}

/// A sheet at one edition, for programs.
#[derive(serde::Serialize)]
struct AtEdition {
    edition: String,
    /// How many errors and warnings there are.
    findings: usize,
    #[serde(flatten)]
    sheet: Sheet,
}

impl Sum {
    /// Where the scenario obeys the rules, and the sums of the whole.
    fn editions(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
        umpire: &Umpire,
        ruling: &Ruling,
        text: &str,
    ) -> Result<Answer, Failure> {
        let source = SourceId(u32::MAX);
        let first = umpire
            .case(analysis, source, text, ruling)
            .map_err(|faults| refused(&self.file, &faults))?;
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
            let Ok(case) = umpire.case(analysis, source, text, &own) else {
                continue;
            };
            let found = case.judged(analysis);
            let findings = found
                .iter()
                .filter(|finding| finding.severity > crate::diagnostic::Severity::Note)
                .count();
            all.push((
                AtEdition {
                    edition,
                    findings,
                    sheet: case.sheet(&case.numbers.view.profile.name),
                },
                found,
            ));
        }
        if self.format.is_json() {
            return context.json(&all.iter().map(|(own, _)| own).collect::<Vec<_>>());
        }
        let pen = context.pen;
        let mut table = Table::new();
        table
            .load_style(NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(["edition", "", ""].map(|text| pen.strong(text)));
        for (own, found) in &all {
            let legal = if own.findings == 0 {
                "obeys the rules".to_owned()
            } else {
                format!("{} findings", own.findings)
            };
            let totals: Vec<String> = own
                .sheet
                .parts
                .iter()
                .filter(|part| part.depth == 1)
                .map(headline)
                .collect();
            table.add_row([pen.strong(&own.edition), legal, totals.join("; ")]);
            for finding in found
                .iter()
                .filter(|finding| finding.severity > crate::diagnostic::Severity::Note)
            {
                table.add_row([String::new(), String::new(), pen.dim(&finding.message)]);
            }
        }
        let text: String = table
            .lines()
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect();
        let any = all.iter().any(|(own, _)| own.findings == 0);
        Ok(Answer::shown(text).code(if any { exit::SHOWN } else { exit::NOTHING }))
    }
}

/// A side with its totals, in a line.
fn headline(part: &SheetPart) -> String {
    let columns = part
        .tables
        .iter()
        .flat_map(|table| table.columns.iter().zip(&table.totals));
    let totals =
        columns.filter_map(|(column, total)| Some(format!("{} {column}", shown(total.as_ref()?))));
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

fn shown(sum: &Number) -> String {
    sum.value.clone().unwrap_or_else(|| "?".to_owned())
}

fn with_unit(sum: &Number) -> String {
    if sum.unit.is_empty() {
        shown(sum)
    } else {
        format!("{} {}", shown(sum), sum.unit)
    }
}

fn draw(pen: Pen, sheet: &Sheet) -> String {
    let left = format!(
        "{} · {} · as of {}",
        pen.strong(&format!(
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
                pen.strong(&part.heading)
            );
        }
        let many = part.tables.len();
        for own in &part.tables {
            out += &table(pen, part.depth, own);
            if many > 1 {
                out += "\n";
            }
        }
        let indent = "  ".repeat(usize::from(part.depth).max(1));
        for row in &part.rows {
            out += &format!(
                " {indent}{}: {}{}\n",
                row.words,
                pen.strong(&with_unit(&row.sum)),
                notes(pen, &row.sum)
            );
        }
    }
    let missing: Vec<&String> = missing(sheet);
    if !missing.is_empty() {
        out += "\n";
        for words in missing {
            out += &(pen.wrap(&pen.alert("? "), "  ", words) + "\n");
        }
    }
    if !sheet.basis.is_empty() {
        out += "\n";
        for (at, basis) in sheet.basis.iter().enumerate() {
            out += &(pen.wrap(&format!("[{}] ", at + 1), "    ", &basis.words) + "\n");
        }
    }
    out
}

/// What is not held, each once.
fn missing(sheet: &Sheet) -> Vec<&String> {
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

fn notes(pen: Pen, sum: &Number) -> String {
    let notes: String = sum
        .rests_on
        .iter()
        .map(|at| format!("[{}]", at + 1))
        .collect();
    if notes.is_empty() {
        notes
    } else {
        format!(" {}", pen.dim(&notes))
    }
}

fn table(pen: Pen, depth: u8, own: &SheetTable) -> String {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    let indent = "  ".repeat(usize::from(depth).max(1));
    table.set_header(
        std::iter::once(Cell::new(String::new()))
            .chain(own.columns.iter().map(|name| right(pen.dim(name)))),
    );
    for line in &own.lines {
        let cells = line.cells.iter().map(|cell| {
            right(
                cell.as_ref()
                    .map(|sum| format!("{}{}", shown(sum), notes(pen, sum)))
                    .unwrap_or_default(),
            )
        });
        table.add_row(std::iter::once(Cell::new(format!("{indent}{}", line.text))).chain(cells));
    }
    if own.totals.iter().any(Option::is_some) && (own.lines.len() != 1 || depth < 2) {
        let cells = own.totals.iter().map(|total| {
            right(
                total
                    .as_ref()
                    .map(|sum| pen.strong(&shown(sum)))
                    .unwrap_or_default(),
            )
        });
        table.add_row(
            std::iter::once(Cell::new(format!("{indent}{}", pen.strong("all")))).chain(cells),
        );
    }
    table
        .lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}
