//! `rulebook verify`: prints how an official document that restates amendments differs from the
//! stored ones (`verify` compares them), or a booklet from the rules.
//! Differences that a declared deviation explains are shown apart from the others.

use super::{
    CommandError, CommandResult, Context, Format, Styler, Subcommand, exit, plural, terminal,
    verify_booklet,
};
use crate::{
    analysis::Request,
    disk,
    import::{self, KnownRulesets, SheetPieceKind},
    model::Ruleset,
    printed,
    resolve::{RulesetDb, View},
    text::{LineIndex, SourceId, join, prefixed},
    verify::{self, DifferenceKind, DifferenceSide, DocumentDifference},
};
use camino::Utf8PathBuf;
use serde::Serialize;

/// Compare amendments with a document that restates them, or a booklet with the rules
#[derive(clap::Args)]
#[command(
    after_help = "Words are compared without typography, and a clause with itself even if its number changed. Where your library has the printed
words, these are compared; elsewhere only which units change, unless --exact compares the restated words too. A difference that
is right is declared as a deviation at our instruction.

A booklet of the library is compared with what the sheets and the restatements have at its edition, and with other booklets.

Exit code 0: every difference is explained by a declared deviation. 1: some are not, or parts of the document were not understood.

Examples:
  rulebook verify consolidated-3.2.md --at 3.2
  rulebook verify booklet-3.2"
)]
pub(super) struct VerifyCommand {
    /// The document; or a booklet of your library, as `booklet-3.2`
    #[arg(value_name = "DOCUMENT")]
    document: Utf8PathBuf,
    /// The edition whose numbering the document uses [default: the oldest]
    #[arg(long, value_name = "EDITION")]
    against: Option<String>,
    // without an edition or a day, those that the document names count
    #[command(flatten)]
    at: Request,
    /// Compare the words of restatements too, as if they were the printed ones
    #[arg(long)]
    exact: bool,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// The comparison with a document as JSON: counts and differences.
#[derive(Serialize)]
struct VerifyReport<'a> {
    version: u32,
    edition: &'a str,
    against: &'a str,
    instructions: usize,
    held: usize,
    same: usize,
    unread: &'a [String],
    by_words: &'a [String],
    not_understood: &'a [String],
    differences: &'a [DocumentDifference],
}

impl Subcommand for VerifyCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        if !disk::exists(&context.current.join(&self.document)) {
            let analysis = context.load_analysis_for(&self.at)?;
            let name = self.document.as_str();
            let found = verify_booklet::find_booklet(&analysis, name, self.at.ruleset.as_deref());
            if let Some(booklet) = found {
                let is_json = self.format.is_json();
                return verify_booklet::verify_booklet(context, &booklet, is_json);
            }
            if let Some(help) = verify_booklet::held(&analysis) {
                let message = format!("{name}: no such file, and no such booklet in the library");
                return Err(CommandError::not_found(message).with_help(help));
            }
        }
        let document = disk::read_document(&context.current.join(&self.document))?;
        if let Some(remark) = document.remark {
            context.warn(format!("{}: {remark}", self.document));
        }
        let text = document.text;
        let analysis = context.load_analysis_for(&self.at)?;
        let mut known = KnownRulesets::from_analysis(&analysis);
        known.ruleset.clone_from(&self.at.ruleset);
        let reading = import::parse_sheets(&text, &known);
        let mut sheets = reading.sheets.iter();
        let recognised = sheets.find_map(|sheet| sheet.ruleset.as_deref());
        let ruleset = recognised.and_then(|key| analysis.ruleset_db(key));
        let ruleset = ruleset.map(|db| &db.ruleset);
        let titled = ruleset.and_then(|ruleset| edition_in_title(ruleset, &text));
        let edition = self.at.edition.clone().or(titled);
        let published = ruleset
            .zip(edition.as_deref())
            .and_then(|(ruleset, id)| ruleset.in_force_from(ruleset.edition(id)?));
        let dates = reading.sheets.iter().filter_map(|sheet| sheet.dated);
        // a date before the edition is that of another document
        let dated = dates.chain(published).max_by_key(|date| date.counts_from());
        let request = Request {
            edition,
            as_of: self.at.as_of.or(dated),
            ..self.at.clone()
        };
        let recognised = recognised.filter(|_| self.at.ruleset.is_none());
        let (db, view) = context.resolve_view(&analysis, request, recognised)?;
        let against = self.base_edition(db, &view)?;
        let base = view.with_edition(against);
        let sheets = reading.sheets.iter();
        let sheets = sheets.filter(|sheet| !sheet.instructions.is_empty());
        let drafts = sheets.map(|sheet| {
            printed::draft_document(db, Some(&base), sheet, printed::DOCUMENT, printed::EDITION)
        });
        let drafts: Vec<printed::SheetDraft> = drafts.collect();
        if drafts.iter().all(|draft| draft.entries.is_empty()) {
            let message = format!("{}: no instructions found", self.document);
            return Err(CommandError::not_found(message)
                .with_help("`rulebook import --explain --dry-run` shows how each line was read"));
        }
        let whole = join_drafts(&drafts);
        let source = SourceId(u32::try_from(analysis.sources().len()).unwrap_or(u32::MAX));
        let compiled = printed::compile_document(db, &whole, against, source, view.as_of);
        let verification = verify::verify_document(&compiled, &view, self.exact);
        let not_understood = not_understood(&text, &reading, &drafts);
        let mut differences = verification.differences.iter();
        let is_explained = differences.all(|one| one.deviation.is_some());
        let code = exit::code(is_explained && not_understood.is_empty());
        let report = VerifyReport {
            version: 2,
            edition: db.ruleset.edition_id(view.edition),
            against: db.ruleset.edition_id(against),
            instructions: verification.instructions,
            held: verification.held,
            same: verification.same,
            unread: &verification.unread,
            by_words: &verification.by_words,
            not_understood: &not_understood,
            differences: &verification.differences,
        };
        let output = context.respond(self.format, &report, |styler| render(styler, &report))?;
        Ok(output.with_code(code))
    }
}

impl VerifyCommand {
    /// Returns the edition in whose numbering the document counts: an ancestor of the edition that
    /// is proved.
    fn base_edition(
        &self,
        db: &RulesetDb,
        view: &View,
    ) -> Result<crate::model::EditionIx, CommandError> {
        let ruleset = &db.ruleset;
        let chain = ruleset.amendment_chain(view.edition);
        let edition = ruleset.edition_id(view.edition);
        let named = self.against.as_ref();
        let known = named.and_then(|id| ruleset.edition(id));
        let known = known.filter(|edition| chain.contains(edition));
        if let Some(id) = named.filter(|_| known.is_none()) {
            let names = join(
                chain.iter().map(|&edition| ruleset.edition_id(edition)),
                ", ",
            );
            let failure = CommandError::misuse(format!("edition {edition} is not based on {id}"));
            return Err(failure.with_help(format!("it is based on {names}")));
        }
        let found = known.or_else(|| chain.first().copied());
        found.filter(|&found| found != view.edition).ok_or_else(|| {
            let message = format!("nothing to compare: {edition} is the base edition itself");
            CommandError::misuse(message).with_help("name a later edition with --at")
        })
    }
}

/// Returns the edition that the first lines of a document name: `Amendments to version 3.2`.
fn edition_in_title(ruleset: &Ruleset, text: &str) -> Option<String> {
    const TITLE: usize = 3;
    let title = text.lines().filter(|line| !line.trim().is_empty());
    let ids = title
        .take(TITLE)
        .flat_map(str::split_whitespace)
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .map(|word| word.trim_start_matches(['v', 'V']));
    let mut known = ids.filter(|id| ruleset.edition(id).is_some());
    known.next().map(str::to_owned)
}

/// Joins drafts into one file with the front matter of the first.
fn join_drafts(drafts: &[printed::SheetDraft]) -> String {
    let mut out = String::new();
    for draft in drafts {
        if out.is_empty() {
            out.push_str(&draft.text);
        } else if let Some((_, body)) = draft.text.split_once("\n---\n") {
            out.push_str(body);
        }
    }
    out
}

/// Returns messages about the parts of a document that were not understood or not placed.
fn not_understood(
    text: &str,
    reading: &import::ParsedSheets,
    drafts: &[printed::SheetDraft],
) -> Vec<String> {
    let lines = LineIndex::new(text);
    let pieces = reading.pieces.iter();
    let pieces = pieces.filter(|piece| piece.kind == SheetPieceKind::NotUnderstood);
    let pieces = pieces.map(|piece| {
        let words = join(piece.span.of(text).split_whitespace().take(12), " ");
        format!("line {}: \"{words}\"", lines.line(piece.span.start()) + 1)
    });
    let unplaced = drafts.iter().flat_map(|draft| &draft.unplaced);
    let unplaced = unplaced.map(|heading| format!("no section has the heading \"{heading}\""));
    pieces.chain(unplaced).collect()
}

fn render(styler: Styler, verification: &VerifyReport<'_>) -> String {
    let (edition, against) = (verification.edition, verification.against);
    let mut out = styler.strong(&format!("{against} → {edition}")) + "\n";
    out += &format!(
        "{} in the document, {} in the rules; {} changed identically by both.\n",
        plural(verification.instructions, "instruction"),
        verification.held,
        plural(verification.same, "sentence or value|sentences and values"),
    );
    if !verification.unread.is_empty() {
        let count = plural(verification.unread.len(), "unit is|units are");
        let remark = format!(
            "{count} changed by both, but your library lacks their printed words: only the fact that both change them was compared. Run `rulebook import` on the sheets, or use --exact."
        );
        out += &styler.paragraph(&remark);
    }
    let mut part = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            out += &format!("\n{}\n{}", styler.strong(title), lines.concat());
        }
    };
    let items = |lines: &[String]| lines.iter().map(|line| styler.item(line)).collect();
    let by_words = items(verification.by_words);
    part(
        "Same words, but the place in the document was not found",
        by_words,
    );
    part(
        "Not understood in the document",
        items(verification.not_understood),
    );
    let (explained, open): (Vec<_>, Vec<_>) = verification
        .differences
        .iter()
        .partition(|one| one.deviation.is_some());
    for (kind, title) in [
        (DifferenceKind::DocumentOnly, "Document only"),
        (DifferenceKind::OursOnly, "Ours only"),
        (DifferenceKind::Differs, "Differs"),
    ] {
        let own = open.iter().filter(|one| one.kind == kind);
        let lines = own.map(|one| render_difference(styler, one));
        part(title, lines.collect());
    }
    let explained = explained.iter().map(|one| {
        let at = styler.reference(&one.at);
        let reason = one.deviation.as_deref().unwrap_or_default();
        styler.item(&format!("{at}  {}: {reason}", one.kind.name()))
    });
    part("Explained by declared deviations", explained.collect());
    let open = match open.len() {
        0 => "No unexplained differences.".to_owned(),
        count => format!("{}.", plural(count, "unexplained difference")),
    };
    out + "\n" + &open + "\n"
}

/// Renders one difference: both wordings with the differences marked.
fn render_difference(styler: Styler, one: &DocumentDifference) -> String {
    let page = prefixed(", p. ", one.page.as_ref());
    let mut out = format!("  {}  {}{page}\n", styler.reference(&one.at), one.heading);
    let text = |side: &DifferenceSide| side.text.clone().unwrap_or_default();
    let (document, ours) = match one.kind {
        DifferenceKind::Differs => terminal::sides(styler, &text(&one.document), &text(&one.ours)),
        DifferenceKind::DocumentOnly | DifferenceKind::OursOnly => {
            (text(&one.document), text(&one.ours))
        }
    };
    for (name, side, words) in [
        ("document", &one.document, document),
        ("ours", &one.ours, ours),
    ] {
        let by = match side.by.as_slice() {
            [] => String::new(),
            by => format!(" [{}]", by.join(", ")),
        };
        let words = match &side.text {
            Some(_) => words,
            None if side.by.is_empty() => "(nothing)".to_owned(),
            None => "(deleted)".to_owned(),
        };
        let pending_text = match side.unapplied.as_slice() {
            [] => String::new(),
            unapplied => format!(" · {}", unapplied.join("; ")),
        };
        let (lead, by) = (format!("    {name:8}  "), styler.dim(&by));
        out += &styler.wrap(
            &lead,
            "              ",
            &format!("{words}{pending_text}{by}"),
        );
    }
    if let Some(remark) = &one.remark {
        out += &styler.wrap("    ", "      ", remark);
    }
    out
}
