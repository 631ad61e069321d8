//! `rulebook import`: printed sheets are read, and the reading is told.

use super::{Answer, Context, Failure, command::Verb, exit, options::Format, pen::Pen, shelve};
use crate::{
    analysis::{Analysis, Source},
    disk,
    import::{self, Coverage, KnownRulesets, ParsedSheets},
    text::LineIndex,
};
use camino::Utf8PathBuf;
use serde::Serialize;

/// Read printed sheets of amendments, with every character accounted for
#[derive(clap::Args)]
pub(super) struct Import {
    /// The files: Markdown or plain text
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Utf8PathBuf>,
    /// Write nothing
    #[arg(long)]
    dry_run: bool,
    /// Write files of the library anew that were changed by hand or hold more, and a draft that stands already
    #[arg(long)]
    force: bool,
    /// Write a first draft of each sheet that no ruleset has to this file, *.amend.md
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    draft: Option<Utf8PathBuf>,
    /// The ruleset that a draft is for
    #[arg(long, value_name = "RULESET", requires = "draft")]
    ruleset: Option<String>,
    /// Show how every instruction was read
    #[arg(long)]
    explain: bool,
    /// What to write: for people, or for programs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// A file and what it holds.
pub(super) struct Imported {
    /// Its path, as it was named.
    pub(super) path: Utf8PathBuf,
    /// Its text.
    pub(super) text: String,
    /// What it says.
    pub(super) reading: ParsedSheets,
}

impl Verb for Import {
    const NAME: &'static str = "import";

    const EXAMPLES: &'static str = "Exit code 1 says that something was not understood. Nothing is dropped: what is not understood is listed, with what was recognised in it.

Examples:
  rulebook import amendments.md
  rulebook import amendments.md clarifications.txt --dry-run --explain";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        // a file that cannot be read stops everything before anything is written
        let mut texts = Vec::new();
        for path in &self.files {
            let text = disk::read(&context.current.join(path))
                .map_err(|fault| Failure::misuse(format!("{path}: {}", fault.message)))?;
            import::check_legible(&text).map_err(|fault| {
                Failure::misuse(format!("{path}: {}", fault.message)).help(fault.help)
            })?;
            texts.push((path.clone(), text));
        }
        let (held, rules): (Vec<Source>, Vec<Source>) =
            context.sources()?.into_iter().partition(Source::is_printed);
        // an earlier draft of the same sheet tells nothing about the rules
        let draft = self.draft.as_ref().map(|out| context.current.join(out));
        let rules: Vec<Source> = rules
            .into_iter()
            .filter(|source| {
                draft
                    .as_ref()
                    .is_none_or(|out| context.current.join(&source.path) != *out)
            })
            .collect();
        let analysis = Analysis::new(rules);
        let known = KnownRulesets::from_analysis(&analysis);
        known
            .faults
            .iter()
            .for_each(|fault| context.remark(fault.clone()));
        let mut imported = Vec::new();
        for (at, (path, text)) in texts.into_iter().enumerate() {
            context.progress(&format!(
                "reading {path} ({} of {})",
                at + 1,
                self.files.len()
            ));
            let reading = import::parse_sheets(&text, &known);
            imported.push(Imported {
                path,
                text,
                reading,
            });
        }
        context.progress("");
        let failed = imported
            .iter()
            .any(|own| own.reading.coverage(&own.text).left > 0);
        let code = if failed { exit::NOTHING } else { exit::SHOWN };
        if let Some(out) = &self.draft {
            let mut told = String::new();
            for own in &imported {
                told += &shelve::draft(
                    context,
                    &analysis,
                    own,
                    (self.ruleset.as_deref(), out, self.force),
                )?;
            }
            return Ok(Answer::plain(told).code(code));
        }
        let shelved = shelve::shelve(
            context,
            (&analysis, &held),
            &imported,
            self.dry_run,
            self.force,
        )?;
        let code = if shelved.open() > 0 || shelved.is_poorer() {
            exit::NOTHING
        } else {
            code
        };
        if self.format.is_json() {
            return Ok(context.json(&Told::of(&imported, &shelved))?.code(code));
        }
        let library = context.user.library.clone();
        Ok(Answer::shown(
            draw(context.pen, &imported, self.explain)
                + &shelved.text(context.pen, library.as_deref()),
        )
        .code(code))
    }
}

/// The report for people.
fn draw(pen: Pen, imported: &[Imported], explain: bool) -> String {
    let mut out = String::new();
    let mut all = Coverage::default();
    for own in imported {
        let coverage = own.reading.coverage(&own.text);
        all = all.plus(&coverage);
        out += &format!("{}\n", pen.strong(own.path.as_str()));
        for sheet in &own.reading.sheets {
            let count = sheet.instructions.len();
            let doubtful = sheet
                .instructions
                .iter()
                .filter(|own| own.confidence < import::Confidence::Sure)
                .count();
            let doubts = if doubtful == 0 {
                String::new()
            } else {
                format!(", {doubtful} of them with something inferred or repaired")
            };
            out += &pen.wrap(
                "  ",
                "    ",
                &format!(
                    "{}; {count} {}{doubts}",
                    sheet.describe(),
                    if count == 1 { "passage" } else { "passages" }
                ),
            );
            out.push('\n');
        }
        out += &pen.wrap("  ", "    ", &shares(&coverage));
        out.push('\n');
        if explain {
            out += &own.reading.explain(&own.text);
            out.push('\n');
        } else {
            out += &failures(pen, own);
        }
    }
    if imported.len() > 1 {
        out += &format!(
            "{}\n{}\n",
            pen.strong("all files"),
            pen.wrap("  ", "    ", &shares(&all))
        );
    }
    out
}

/// What the characters of a file are.
fn shares(coverage: &Coverage) -> String {
    let percent = |part: usize| (part as f64) * 100.0 / (coverage.characters.max(1) as f64);
    let kinds = [
        ("instructions", coverage.instruction),
        ("text", coverage.payload),
        ("headings", coverage.heading),
        ("pages", coverage.page_label),
        ("comments", coverage.comment),
        ("not understood", coverage.not_understood),
    ];
    let kinds: Vec<String> = kinds
        .iter()
        .filter(|(_, part)| *part > 0)
        .map(|(name, part)| format!("{name} {:.1} %", percent(*part)))
        .collect();
    let accounted = percent(coverage.accounted());
    let read = match coverage.left {
        0 => format!(
            "{}, all understood",
            shelve::plural(coverage.instructions, "passage")
        ),
        left => format!(
            "{} understood, {left} not",
            shelve::plural(coverage.understood, "passage")
        ),
    };
    format!(
        "{accounted:.0} % of {} characters accounted for: {}; {read}",
        coverage.characters,
        kinds.join(", ")
    )
}

/// What was not understood, with what was recognised in it.
fn failures(pen: Pen, own: &Imported) -> String {
    let index = LineIndex::new(&own.text);
    let mut out = String::new();
    for piece in own.reading.not_understood() {
        let line = index.line(piece.span.start()) + 1;
        let words: String = piece
            .span
            .of(&own.text)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let first = format!("  {}:{line}: {} ", own.path, pen.alert("not understood:"));
        out += &(pen.wrap(&first, "    ", &import::truncate(&words, 160)) + "\n");
        let doubt = piece
            .instruction
            .and_then(|at| own.reading.sheets.get(piece.sheet?)?.instructions.get(at));
        for doubt in doubt
            .iter()
            .flat_map(|own| &own.doubts)
            .filter(|doubt| doubt.confidence == import::Confidence::NotUnderstood)
        {
            out += &(pen.wrap("    ", "    ", &doubt.message) + "\n");
        }
        for found in &piece.found {
            let words = import::truncate(found.span.of(&own.text).trim(), 60);
            out += &(pen.wrap(
                "    ",
                "      ",
                &format!("recognised “{words}”: {}", found.what),
            ) + "\n");
        }
        if piece.found.is_empty() {
            out += "    nothing in it was recognised\n";
        }
    }
    out
}

/// The report for programs.
#[derive(Serialize)]
struct Told<'a> {
    version: u32,
    files: Vec<FileTold<'a>>,
    shelved: &'a shelve::Shelved,
}

#[derive(Serialize)]
struct FileTold<'a> {
    path: &'a str,
    coverage: Coverage,
    sheets: Vec<SheetTold<'a>>,
    pieces: Vec<PieceTold>,
}

#[derive(Serialize)]
struct SheetTold<'a> {
    title: &'a str,
    ruleset: Option<&'a str>,
    document: Option<&'a str>,
    edition: Option<&'a str>,
    kind: &'static str,
    dated: Option<String>,
    instructions: Vec<InstructionTold<'a>>,
}

#[derive(Serialize)]
struct InstructionTold<'a> {
    n: &'a str,
    lines: [usize; 2],
    place: &'a [String],
    id: Option<&'a str>,
    page: Option<&'a str>,
    printed: &'a str,
    operations: Vec<OperationTold<'a>>,
    passages: Vec<PassageTold<'a>>,
    dated: Option<String>,
    document: Option<&'a str>,
    sureness: &'static str,
    doubts: Vec<&'a str>,
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct OperationTold<'a> {
    text: &'a str,
    payload: &'a str,
}

#[derive(Serialize)]
struct PassageTold<'a> {
    n: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct PieceTold {
    kind: &'static str,
    start: usize,
    end: usize,
    recognised: Vec<String>,
}

impl<'a> Told<'a> {
    fn of(imported: &'a [Imported], shelved: &'a shelve::Shelved) -> Self {
        let files = imported.iter().map(|own| FileTold {
            path: own.path.as_str(),
            coverage: own.reading.coverage(&own.text),
            sheets: own
                .reading
                .sheets
                .iter()
                .map(|sheet| SheetTold::of(sheet, &LineIndex::new(&own.text)))
                .collect(),
            pieces: own
                .reading
                .pieces
                .iter()
                .map(|piece| PieceTold {
                    kind: piece.kind.name(),
                    start: piece.span.start(),
                    end: piece.span.end(),
                    recognised: piece.found.iter().map(|found| found.what.clone()).collect(),
                })
                .collect(),
        });
        Self {
            version: 1,
            files: files.collect(),
            shelved,
        }
    }
}

impl<'a> SheetTold<'a> {
    fn of(sheet: &'a import::PrintedSheet, index: &LineIndex) -> Self {
        let instructions = sheet.instructions.iter().map(|own| InstructionTold {
            n: &own.number,
            lines: [
                index.line(own.span.start()) + 1,
                index.line(own.span.end().saturating_sub(1).max(own.span.start())) + 1,
            ],
            place: &own.place.path,
            id: own.place.id.as_deref(),
            page: own.place.page.as_deref(),
            printed: &own.printed,
            operations: own
                .operations
                .iter()
                .map(|operation| OperationTold {
                    text: &operation.text,
                    payload: &operation.payload,
                })
                .collect(),
            passages: own
                .passages
                .iter()
                .map(|passage| PassageTold {
                    n: &passage.number,
                    text: &passage.text,
                })
                .collect(),
            dated: own.dated.as_ref().map(|dated| dated.date.iso()),
            document: own
                .dated
                .as_ref()
                .and_then(|dated| dated.document.as_deref()),
            sureness: own.confidence.name(),
            doubts: own
                .doubts
                .iter()
                .map(|doubt| doubt.message.as_str())
                .collect(),
            start: own.span.start(),
            end: own.span.end(),
        });
        Self {
            title: &sheet.title,
            ruleset: sheet.ruleset.as_deref(),
            document: sheet.document.as_deref(),
            edition: sheet.edition.as_deref(),
            kind: sheet.kind.name(),
            dated: sheet.dated.map(|date| date.iso()),
            instructions: instructions.collect(),
        }
    }
}
