use super::{
    Answer, Context, Failure, command::Verb, exit, options::Format, pen::Pen, shelve::plural, words,
};
use crate::{
    disk::{self, Settings},
    import::{self, KnownRulesets, SheetPieceKind},
    model::PartialDate,
    printed,
    proof::{
        self, DifferenceKind, DifferenceSide, Exceptions, JudgedDifferences, Proof, ProofDifference,
    },
    resolve::{RulesetDb, View},
    text::{LineIndex, SourceId},
};
use camino::Utf8PathBuf;
use serde::Serialize;

/// Prove what is held by an official document that restates the amendments against an older numbering
#[derive(clap::Args)]
pub(super) struct Verify {
    /// The document
    #[arg(value_name = "DOCUMENT")]
    document: Utf8PathBuf,
    /// The edition that the document arrives at [default: the newest in force]
    #[arg(long, value_name = "EDITION")]
    at: Option<String>,
    /// The edition in whose numbering it counts [default: the oldest]
    #[arg(long, value_name = "EDITION")]
    against: Option<String>,
    /// Use only what was published up to this day [default: today]
    #[arg(long, value_name = "DATE", visible_alias = "known")]
    as_of: Option<PartialDate>,
    /// The ruleset
    #[arg(long, value_name = "RULESET")]
    ruleset: Option<String>,
    /// A file of differences that were judged, each with its reason
    #[arg(long, value_name = "FILE")]
    exceptions: Option<Utf8PathBuf>,
    /// Write the differences that nothing answers as a file of exceptions, reasons to be filled in
    #[arg(long)]
    draft: bool,
    /// Compare the words of restatements too, as if they were the printed ones
    #[arg(long)]
    exact: bool,
    /// For people or for programs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// The proof, for programs.
#[derive(Serialize)]
struct Told<'a> {
    version: u32,
    edition: &'a str,
    against: &'a str,
    instructions: usize,
    held: usize,
    same: usize,
    unread: &'a [String],
    not_understood: &'a [String],
    differences: Vec<ToldDifference<'a>>,
    stale: Vec<ToldStale<'a>>,
}

#[derive(Serialize)]
struct ToldDifference<'a> {
    #[serde(flatten)]
    difference: &'a ProofDifference,
    words: String,
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct ToldStale<'a> {
    at: &'a str,
    is: &'a str,
    why: &'a str,
}

impl Verb for Verify {
    const NAME: &'static str = "verify";

    const EXAMPLES: &'static str = "Words are compared without typography, and a clause with itself whatever its number. Where your library holds the printed words these are
compared; else only which units change, and --exact compares the restated words all the same. An exception looks so:

  [[exception]]
  at = \"rear-support/b3/s1\"
  is = \"differs\"             # or \"document only\", \"ours only\"
  words = \"3f9a12bc\"         # of both wordings: the exception ends when either changes
  reason = \"the document has a 2 for a 3, corrected by its own errata\"

Exit code 0: every difference is answered by an exception. 1: some are not, or parts of the document were not understood.

Examples:
  rulebook verify consolidated-3.2.md --at 3.2
  rulebook verify consolidated-3.2.md --at 3.2 --draft > exceptions.toml
  rulebook verify consolidated-3.2.md --at 3.2 --exceptions exceptions.toml";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let path = context.current.join(&self.document);
        let text = disk::read(&path).map_err(|fault| Failure::misuse(fault.to_string()))?;
        let exceptions = self.exceptions(context)?;
        let analysis = context.analysis()?;
        let settings = Settings {
            ruleset: self.ruleset.clone(),
            edition: self.at.clone(),
            as_of: self.as_of,
            ..Settings::default()
        };
        let defaults = context.defaults(settings);
        let reading = import::parse_sheets(&text, &KnownRulesets::from_analysis(&analysis));
        let recognised = reading
            .sheets
            .iter()
            .find_map(|sheet| sheet.ruleset.clone());
        let question = defaults.question(recognised.as_deref().filter(|_| self.ruleset.is_none()));
        let (db, view) = context.ask(&analysis, &question)?;
        let against = self.against(db, &view)?;
        let drafts: Vec<printed::SheetDraft> = reading
            .sheets
            .iter()
            .filter(|sheet| !sheet.instructions.is_empty())
            .map(|sheet| printed::draft_document(db, sheet, proof::DOCUMENT, proof::EDITION))
            .collect();
        if drafts.iter().all(|draft| draft.instructions == 0) {
            return Err(Failure::nothing(format!(
                "{}: no instruction was found in it",
                self.document
            ))
            .help("`rulebook import --explain --dry-run` tells how each line was read"));
        }
        let whole = joined(&drafts);
        let source = SourceId(u32::try_from(analysis.sources().len()).unwrap_or(u32::MAX));
        let compiled = proof::compile_document(db, &whole, against, source, view.as_of);
        let proof = proof::prove(&compiled, &view, self.exact);
        let lines = LineIndex::new(&text);
        let odd: Vec<String> = reading
            .pieces
            .iter()
            .filter(|piece| piece.kind == SheetPieceKind::NotUnderstood)
            .map(|piece| {
                format!(
                    "line {}: {}",
                    lines.line(piece.span.start()) + 1,
                    first_words(piece.span.of(&text))
                )
            })
            .chain(
                drafts
                    .iter()
                    .flat_map(|draft| &draft.unplaced)
                    .map(|heading| format!("no section is called \"{heading}\"")),
            )
            .collect();
        let judged = exceptions.judge(&proof);
        let code = if judged.open.is_empty() && odd.is_empty() {
            exit::SHOWN
        } else {
            exit::NOTHING
        };
        if self.draft {
            return Ok(Answer::plain(Exceptions::draft(judged.open.iter().copied())).code(code));
        }
        let (edition, base) = (
            db.ruleset.edition_id(view.edition),
            db.ruleset.edition_id(against),
        );
        if self.format.is_json() {
            return Ok(context
                .json(&told(&proof, &judged, &odd, edition, base))?
                .code(code));
        }
        Ok(Answer::shown(draw(context.pen, &proof, &judged, &odd, edition, base)).code(code))
    }
}

impl Verify {
    fn exceptions(&self, context: &Context<'_>) -> Result<Exceptions, Failure> {
        let Some(path) = &self.exceptions else {
            return Ok(Exceptions::default());
        };
        let text = disk::read(&context.current.join(path))
            .map_err(|fault| Failure::misuse(fault.to_string()))?;
        Exceptions::parse(&text).map_err(|(span, why)| {
            let line = LineIndex::new(&text).line(span.start()) + 1;
            Failure::misuse(format!("{path}:{line}: {why}"))
                .help("`rulebook verify --help` shows what an exception looks like")
        })
    }

    /// The edition in whose numbering the document counts: one on which the other stands.
    fn against(&self, db: &RulesetDb, view: &View) -> Result<crate::model::EditionIx, Failure> {
        let line = db.ruleset.line(view.edition);
        let names: Vec<&str> = line
            .iter()
            .map(|&edition| db.ruleset.edition_id(edition))
            .collect();
        let edition = db.ruleset.edition_id(view.edition);
        let found = match &self.against {
            None => line.first().copied(),
            Some(id) => match db
                .ruleset
                .edition(id)
                .filter(|edition| line.contains(edition))
            {
                Some(found) => Some(found),
                None => {
                    return Err(Failure::misuse(format!("{edition} does not stand on {id}"))
                        .help(format!("it stands on {}", names.join(", "))));
                }
            },
        };
        found.filter(|&found| found != view.edition).ok_or_else(|| {
            Failure::misuse(format!(
                "{edition} amends nothing, so that there is nothing to prove"
            ))
            .help("name a later edition with --at")
        })
    }
}

/// Several drafts as one file: the front matter of the first.
fn joined(drafts: &[printed::SheetDraft]) -> String {
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

fn first_words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(12).collect();
    format!("\"{}\"", words.join(" "))
}

fn told<'a>(
    proof: &'a Proof,
    judged: &'a JudgedDifferences<'a>,
    odd: &'a [String],
    edition: &'a str,
    against: &'a str,
) -> Told<'a> {
    let reason = |one: &ProofDifference| {
        judged
            .answered
            .iter()
            .find(|(other, _)| std::ptr::eq(*other, one))
            .map(|(_, reason)| *reason)
    };
    Told {
        version: 1,
        edition,
        against,
        instructions: proof.instructions,
        held: proof.held,
        same: proof.same,
        unread: &proof.unread,
        not_understood: odd,
        differences: proof
            .differences
            .iter()
            .map(|one| ToldDifference {
                difference: one,
                words: one.fingerprint(),
                reason: reason(one),
            })
            .collect(),
        stale: judged
            .stale
            .iter()
            .map(|(one, why)| ToldStale {
                at: &one.at,
                is: &one.is,
                why,
            })
            .collect(),
    }
}

fn draw(
    pen: Pen,
    proof: &Proof,
    judged: &JudgedDifferences<'_>,
    odd: &[String],
    edition: &str,
    against: &str,
) -> String {
    let mut out = pen.strong(&format!("{against} → {edition}")) + "\n";
    out += &format!(
        "{} in the document, {} held; {} changed by both and alike.\n",
        plural(proof.instructions, "instruction"),
        proof.held,
        plural(proof.same, "unit|units"),
    );
    if !proof.unread.is_empty() {
        let count = plural(proof.unread.len(), "unit is|units are");
        let remark = format!(
            "{count} changed by both, and their printed words are not held: only that both change them was compared. `rulebook import` the sheets, or say --exact."
        );
        out += &(pen.wrap("", "", &remark) + "\n");
    }
    if !odd.is_empty() {
        out += &format!("\n{}\n", pen.strong("Not understood in the document"));
        odd.iter()
            .for_each(|line| out += &(pen.wrap("  ", "    ", line) + "\n"));
    }
    for kind in [
        DifferenceKind::DocumentOnly,
        DifferenceKind::OursOnly,
        DifferenceKind::Differs,
    ] {
        let of_kind: Vec<&ProofDifference> = judged
            .open
            .iter()
            .copied()
            .filter(|one| one.kind == kind)
            .collect();
        if of_kind.is_empty() {
            continue;
        }
        let title = match kind {
            DifferenceKind::DocumentOnly => "Document only",
            DifferenceKind::OursOnly => "Ours only",
            DifferenceKind::Differs => "Differs",
        };
        out += &format!("\n{}\n", pen.strong(title));
        of_kind
            .into_iter()
            .for_each(|one| out += &difference(pen, one));
    }
    if !judged.answered.is_empty() {
        out += &format!("\n{}\n", pen.strong("Answered by exceptions"));
        for (one, reason) in &judged.answered {
            out += &(pen.wrap(
                "  ",
                "    ",
                &format!("{}  {}: {reason}", pen.refer(&one.at), one.kind.name()),
            ) + "\n");
        }
    }
    if !judged.stale.is_empty() {
        out += &format!("\n{}\n", pen.strong("Stale exceptions"));
        for (one, why) in &judged.stale {
            out += &(pen.wrap(
                "  ",
                "    ",
                &format!("{}  {}: {why}", pen.refer(&one.at), one.is),
            ) + "\n");
        }
    }
    let open = match judged.open.len() {
        0 => "Nothing differs that is not answered.".to_owned(),
        count => format!(
            "{} not answered.",
            plural(count, "difference is|differences are")
        ),
    };
    out + "\n" + &open + "\n"
}

/// One difference with both wordings: what differs is marked in each.
fn difference(pen: Pen, one: &ProofDifference) -> String {
    let page = one
        .page
        .as_ref()
        .map(|page| format!(", p. {page}"))
        .unwrap_or_default();
    let mut out = format!("  {}  {}{page}\n", pen.refer(&one.at), one.heading);
    let text = |side: &DifferenceSide| side.text.clone().unwrap_or_default();
    let (document, ours) = match one.kind {
        DifferenceKind::Differs => words::beside(pen, &text(&one.document), &text(&one.ours)),
        DifferenceKind::DocumentOnly | DifferenceKind::OursOnly => {
            (text(&one.document), text(&one.ours))
        }
    };
    for (name, side, words) in [
        ("document", &one.document, document),
        ("ours", &one.ours, ours),
    ] {
        let by = if side.by.is_empty() {
            String::new()
        } else {
            format!(" [{}]", side.by.join(", "))
        };
        let words = match &side.text {
            Some(_) => words,
            None if side.by.is_empty() => "(nothing)".to_owned(),
            None => "(taken out)".to_owned(),
        };
        let waits = if side.waits.is_empty() {
            String::new()
        } else {
            format!(" · {}", side.waits.join("; "))
        };
        out += &(pen.wrap(
            &format!("    {name:8}  "),
            "              ",
            &format!("{words}{waits}{}", pen.dim(&by)),
        ) + "\n");
    }
    if let Some(why) = &one.unplaced {
        out += &(pen.wrap(
            "    ",
            "      ",
            &format!("the document's instruction has no effect here: {why}"),
        ) + "\n");
    }
    out
}
