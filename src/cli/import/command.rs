//! `ImportCommand`: parses printed sheets, reports coverage, and stores their wording or drafts
//! patches; with `--book` or `--new-ruleset` imports a booklet.

use super::{
    book::{self, BookOptions},
    draft,
    report::ImportReport,
    sheet_text::{ImportedFile, read_sheet},
    store,
};
use crate::{
    analysis::{Analysis, Source},
    cli::{
        CommandError, CommandOutput, CommandResult, Context, Format, Styler, Subcommand, exit,
        plural,
    },
    import::{self, ImportCoverage, KnownRulesets},
    printed,
    text::{LineIndex, join},
};
use camino::Utf8PathBuf;

/// Import printed sheets of amendments, or a booklet, accounting for every character
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 1: something was not understood, print and restatement disagree, or the library contained more. Nothing is dropped: each
passage that is not understood is listed, with the parts that were recognised.

Examples:
  rulebook import amendments.md
  rulebook import amendments.md clarifications.txt --dry-run --explain
  rulebook import booklet.pdf --book --ruleset dbm --edition 3.2 --report places.md"
)]
pub(crate) struct ImportCommand {
    /// The files: Markdown, plain text, web pages or PDF files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Utf8PathBuf>,
    /// Write nothing
    #[arg(long)]
    dry_run: bool,
    /// Overwrite files of the library that were changed by hand or contain more, and an existing
    /// draft
    #[arg(long)]
    force: bool,
    /// Draft patches for each sheet that no ruleset has, and write them to this file, *.amend.md
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    draft: Option<Utf8PathBuf>,
    /// The ruleset of the booklet, or of the sheets that are not known
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
    #[command(flatten)]
    book: BookOptions,
    /// Show how every instruction was read
    #[arg(long)]
    explain: bool,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

impl Subcommand for ImportCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        if self.book.is_requested() {
            let (ruleset, force, dry_run) = (self.ruleset.as_deref(), self.force, self.dry_run);
            return book::import_book(context, &self.files, &self.book, ruleset, force, dry_run);
        }
        // nothing is written if one of them cannot be read
        let mut texts = Vec::new();
        for path in &self.files {
            texts.push((path.clone(), read_sheet(context, path)?));
        }
        let sources = context.load_sources()?.into_iter();
        let (library, mut rules): (Vec<Source>, Vec<Source>) =
            sources.partition(Source::is_printed);
        // an earlier draft of the same sheet is not part of the rules
        if let Some(out) = self.draft.as_ref().map(|out| context.current.join(out)) {
            rules.retain(|source| context.current.join(&source.path) != out);
        }
        let analysis = Analysis::new(rules);
        let known = self.known_rulesets(context, &analysis)?;
        let mut imported = Vec::new();
        for (at, (path, text)) in texts.into_iter().enumerate() {
            let (number, all) = (at + 1, self.files.len());
            context.show_progress(&format!("reading {path} ({number} of {all})"));
            let mut reading = import::parse_sheets(&text, &known);
            for sheet in &mut reading.sheets {
                printed::add_dry_run_doubts(&analysis, sheet, context.today);
            }
            imported.push(ImportedFile {
                path,
                text,
                reading,
            });
        }
        context.show_progress("");
        let understood = |own: &ImportedFile| own.reading.coverage(&own.text).left == 0;
        let code = exit::code(imported.iter().all(understood));
        if let Some(out) = &self.draft {
            let mut output = String::new();
            for own in &imported {
                output += &draft::write_drafts(context, &analysis, own, (out, self.force))?;
            }
            return Ok(CommandOutput::plain(output).with_code(code));
        }
        let (rules, dry_run) = ((&analysis, &*library), self.dry_run);
        let stored = store::store_files(context, rules, &imported, dry_run, self.force)?;
        let is_complete = stored.open_disagreements() == 0 && !stored.keeps_fuller_file();
        let code = if is_complete { code } else { exit::FAILURE };
        let output = if self.format.is_json() {
            context.json_output(&ImportReport::of(&imported, &stored))?
        } else {
            let (styler, library) = (context.styler, context.user.library.as_deref());
            let files = render(styler, &imported, self.explain);
            CommandOutput::paged(files + &stored.render(styler, library))
        };
        Ok(output.with_code(code))
    }
}

impl ImportCommand {
    /// Returns the rulesets whose sheets are recognised: the one that was named, or all.
    fn known_rulesets(
        &self,
        context: &mut Context<'_>,
        analysis: &Analysis,
    ) -> Result<KnownRulesets, CommandError> {
        let mut known = KnownRulesets::from_analysis(analysis);
        known.ruleset.clone_from(&self.ruleset);
        let unknown = known.ruleset.as_ref();
        if let Some(key) = unknown.filter(|key| analysis.ruleset_db(key).is_none()) {
            let help =
                "a ruleset has the name of its folder under rules/, which contains a ruleset.toml";
            return Err(CommandError::misuse(format!("no ruleset `{key}`")).with_help(help));
        }
        let faults = known.faults.iter();
        faults.for_each(|fault| context.warn(fault.clone()));
        Ok(known)
    }
}

/// Renders the report for people.
fn render(styler: Styler, imported: &[ImportedFile], explain: bool) -> String {
    let mut out = String::new();
    let mut all = ImportCoverage::default();
    for own in imported {
        let coverage = own.reading.coverage(&own.text);
        all = all.plus(&coverage);
        out += &format!("{}\n", styler.strong(own.path.as_str()));
        for sheet in &own.reading.sheets {
            let count = sheet.instructions.len();
            let own = sheet.instructions.iter();
            let doubtful = own.filter(|own| own.confidence < import::Confidence::Sure);
            let doubts = match doubtful.count() {
                0 => String::new(),
                doubtful => format!(", {doubtful} with inferred or repaired parts"),
            };
            let passages = plural(count, "passage");
            out += &styler.item(&format!("{}; {passages}{doubts}", sheet.describe()));
        }
        out += &styler.item(&coverage_line(&coverage));
        if explain {
            out += &own.reading.explain(&own.text);
            out.push('\n');
        } else {
            out += &render_not_understood(styler, own);
        }
    }
    if imported.len() > 1 {
        out += &(styler.strong("all files") + "\n");
        out += &styler.item(&coverage_line(&all));
    }
    out
}

/// Returns the shares of a file's characters by their role.
fn coverage_line(coverage: &ImportCoverage) -> String {
    let percent = |part: usize| (part as f64) * 100.0 / (coverage.characters.max(1) as f64);
    let kinds = [
        ("instructions", coverage.instruction),
        ("text", coverage.payload),
        ("headings", coverage.heading),
        ("pages", coverage.page_label),
        ("comments", coverage.comment),
        ("not understood", coverage.not_understood),
    ];
    let kinds = kinds.iter().filter(|(_, part)| *part > 0);
    let kinds = kinds.map(|(name, part)| format!("{name} {:.1} %", percent(*part)));
    let (kinds, accounted) = (join(kinds, ", "), percent(coverage.accounted()));
    let passages = |count| plural(count, "passage");
    let read = match coverage.left {
        0 if coverage.unsure == 0 => {
            format!("{}, all understood", passages(coverage.instructions))
        }
        0 => format!(
            "{}, {} unsure",
            passages(coverage.instructions),
            coverage.unsure
        ),
        left => format!("{} understood, {left} not", passages(coverage.understood)),
    };
    let all = coverage.characters;
    format!("{accounted:.0} % of {all} characters accounted for: {kinds}; {read}")
}

/// Lists what was not understood, with the parts that were recognised.
fn render_not_understood(styler: Styler, file: &ImportedFile) -> String {
    let index = LineIndex::new(&file.text);
    let mut out = String::new();
    for piece in file.reading.not_understood() {
        let line = index.line(piece.span.start()) + 1;
        let words = join(piece.span.of(&file.text).split_whitespace(), " ");
        let what = styler.warning("not understood:");
        let first = format!("  {}:{line}: {what} ", file.path);
        out += &styler.wrap(&first, "    ", &import::truncate(&words, 160));
        let instruction = piece.instruction;
        let instruction =
            instruction.and_then(|at| file.reading.sheets.get(piece.sheet?)?.instructions.get(at));
        for doubt in instruction.iter().flat_map(|own| &own.doubts) {
            if doubt.confidence == import::Confidence::NotUnderstood {
                out += &styler.wrap("    ", "    ", &doubt.message);
            }
        }
        for found in &piece.found {
            let words = import::truncate(found.span.of(&file.text).trim(), 60);
            let text = format!("recognised “{words}”: {}", found.what);
            out += &styler.wrap("    ", "      ", &text);
        }
        if piece.found.is_empty() {
            out += "    no part of it was recognised\n";
        }
    }
    out
}
