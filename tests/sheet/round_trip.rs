//! Exporting a document and importing the sheet.

use rulebook::{
    analysis::{Analysis, InstructionPosition},
    diagnostic::Severity,
    export::sheet::{SheetWording, amendment_sheet},
    import::{self, Confidence, KnownRulesets},
    op, printed,
    resolve::{RulesetDb, file_section_id},
    syntax::{
        self, Block, Command, FileRole, InstructionEntry, MarkKind, RulesFile, WordingLayer,
        instruction,
    },
    text::{SourceId, Span},
};

/// The attributes that an exported sheet contains, apart from numbers and pages.
const COMPARED_ATTRIBUTES: &[&str] = &[
    "relation",
    "ruled",
    "kind",
    "scope",
    "effective",
    "until",
    "known",
];

/// The content of a patch that an exported sheet can express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatchSummary {
    pub(crate) place: String,
    pub(crate) heading: String,
    pub(crate) page: Option<String>,
    pub(crate) number: String,
    pub(crate) attributes: Vec<String>,
    pub(crate) command: String,
    pub(crate) payload: Vec<String>,
}

/// The patches of a document before and after the round trip.
pub(crate) struct RoundTrip {
    /// The imported draft in the notation.
    pub(crate) draft: String,
    pub(crate) before: Vec<PatchSummary>,
    pub(crate) after: Vec<PatchSummary>,
}

/// Exports a document and imports the sheet; `None` if it has no instructions. `edit` may change
/// the sheet
/// in between.
pub(crate) fn round_trip(
    analysis: &Analysis,
    ruleset: &str,
    document: &str,
    edit: impl Fn(String) -> String,
) -> Option<RoundTrip> {
    let db = analysis.ruleset_db(ruleset).expect("the ruleset");
    let sheet = edit(amendment_sheet(
        analysis,
        db,
        document,
        SheetWording::Restated,
    )?);
    let reading = import::parse_sheets(&sheet, &KnownRulesets::from_analysis(analysis));
    let not_understood: Vec<&str> = reading
        .not_understood()
        .map(|piece| piece.span.of(&sheet))
        .collect();
    assert_eq!(not_understood, Vec::<&str>::new(), "{document}");
    let coverage = reading.coverage(&sheet);
    assert_eq!(coverage.accounted(), coverage.characters, "{document}");
    let [only] = reading.sheets.as_slice() else {
        panic!("{document}: {} sheets", reading.sheets.len())
    };
    assert_eq!(only.ruleset.as_deref(), Some(ruleset), "{document}");
    assert_eq!(
        only.document, None,
        "{document}: what we restate is not the print"
    );
    assert!(
        only.instructions
            .iter()
            .all(|own| own.confidence == Confidence::Sure),
        "{document}"
    );
    let edition = db.ruleset.edition_id(
        db.ruleset
            .documents
            .get(document)
            .expect("the document")
            .edition,
    );
    let draft = printed::draft_document(db, None, only, document, edition);
    let file = syntax::parse(SourceId(u32::MAX), "draft.amend.md", &draft.text);
    let faults: Vec<&String> = file
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| &d.message)
        // invented labels may be equal
        .filter(|message| !message.contains(" are labelled "))
        .collect();
    assert_eq!(faults, Vec::<&String>::new(), "{sheet}\n{}", draft.text);
    assert_eq!(draft.unplaced, Vec::<String>::new(), "{document}");
    let before: Vec<PatchSummary> = document_files(db, document)
        .flat_map(|file| patch_summaries(analysis, db, file, true))
        .collect();
    let after = patch_summaries(analysis, db, &file, false);
    Some(RoundTrip {
        draft: draft.text,
        before: with_implied_numbers(before),
        after,
    })
}

fn document_files<'c>(db: &'c RulesetDb, document: &'c str) -> impl Iterator<Item = &'c RulesFile> {
    let own = move |file: &&RulesFile| {
        file.front.layer == WordingLayer::Restated
            && matches!(file.role, FileRole::Amend | FileRole::Clarify)
            && file
                .front
                .document
                .as_ref()
                .is_some_and(|own| own.value == document)
    };
    db.files_of_document(document)
        .map(|file| &**file)
        .filter(own)
}

/// Gives instructions without a number the next number, as export implies it.
fn with_implied_numbers(mut all: Vec<PatchSummary>) -> Vec<PatchSummary> {
    let mut last = 0;
    for own in &mut all {
        if own.number.is_empty() {
            own.number = (last + 1).to_string();
        }
        last = own.number.parse().unwrap_or(last);
    }
    all
}

fn patch_summaries(
    analysis: &Analysis,
    db: &RulesetDb,
    file: &RulesFile,
    ids: bool,
) -> Vec<PatchSummary> {
    let mut out = Vec::new();
    for (place_at, place) in file.places.iter().enumerate() {
        for (entry_at, entry) in place.entries.iter().enumerate() {
            let Some(command) = &entry.command else {
                continue;
            };
            let id = file_section_id(place);
            let at = InstructionPosition {
                source: file.source,
                place: place_at,
                entry: entry_at,
            };
            let page = entry
                .attrs
                .get("page")
                .or_else(|| place.attrs.get("page"))
                .map(|page| page.value.clone());
            out.push(PatchSummary {
                page: page.or_else(|| db.page(&id).map(str::to_owned)),
                heading: place.heading.text.to_string(),
                number: entry
                    .attrs
                    .get("n")
                    .map(|n| n.value.clone())
                    .unwrap_or_default(),
                command: if ids {
                    command_with_counted_addresses(analysis, db, at, &id, command)
                } else {
                    instruction::print(command)
                },
                attributes: COMPARED_ATTRIBUTES
                    .iter()
                    .filter_map(|key| Some(format!("{key}={}", entry.attrs.get(key)?.value)))
                    .collect(),
                payload: payload_lines(entry),
                place: id,
            });
        }
    }
    out
}

/// Prints a command in which ids of units are replaced by counted addresses where the tree allows
/// it.
fn command_with_counted_addresses(
    analysis: &Analysis,
    db: &RulesetDb,
    at: InstructionPosition,
    place: &str,
    command: &Command,
) -> String {
    let text = instruction::print(command);
    if matches!(command, Command::Withdraw { .. } | Command::Note { .. }) {
        return text;
    }
    let (own, moved) = text.split_once(", moved to ").unwrap_or((&text, ""));
    let sections: Vec<_> = analysis
        .sections_of_entry(db, at)
        .into_iter()
        .map(|(section, ix)| (section.frame(ix), section))
        .collect();
    let mut pieces = own.split('#');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (id, rest) = piece.split_at(piece.find([',', ' ']).unwrap_or(piece.len()));
        // an `and` before a number continues the same address
        let next = rest
            .match_indices(" and ")
            .find(|(at, _)| !rest[at + 5..].starts_with(|c: char| c.is_ascii_digit()))
            .map(|(at, _)| at);
        // so does no other address of the instruction
        let other = [" before ", " after "]
            .iter()
            .filter_map(|side| rest.find(side));
        let end = next.into_iter().chain(other).min().unwrap_or(rest.len());
        let reframed = rest[..end].contains(" numbering)");
        let steps = sections
            .iter()
            .filter(|_| !reframed)
            .find_map(|(tree, section)| {
                let unit = section
                    .arena
                    .unit_by_name(id)
                    .filter(|&unit| unit != tree.root)?;
                let other = if section.id == place {
                    String::new()
                } else {
                    format!("#{}, ", section.id)
                };
                Some(other + &op::unit_address(tree, unit)?)
            });
        out += &steps.unwrap_or_else(|| format!("#{id}"));
        out += rest;
    }
    if !moved.is_empty() {
        out += &format!(", moved to {moved}");
    }
    // several ids after commas are one address each now
    let (read, _) = instruction::parse(SourceId::default(), &out, Span::new(0, out.len()));
    read.as_ref().map_or(out, instruction::print)
}

/// Returns the payload of an instruction, one line per unit: kind, depth, label, words and the
/// marks that are visible in print.
pub(crate) fn payload_lines(entry: &InstructionEntry) -> Vec<String> {
    let mut out = Vec::new();
    let mut stack: Vec<(usize, &Block)> =
        entry.payload.iter().rev().map(|block| (0, block)).collect();
    while let Some((depth, block)) = stack.pop() {
        let label = block
            .label
            .as_ref()
            .map(|label| format!(" [{}]", label.value))
            .unwrap_or_default();
        let text = block
            .text()
            .as_ref()
            .map(|text| text.text.to_string())
            .unwrap_or_default();
        let marks = block
            .text()
            .into_iter()
            .flat_map(|text| &text.marks)
            .filter_map(|mark| {
                let seen = matches!(
                    mark.kind,
                    MarkKind::Strike | MarkKind::Strong | MarkKind::Emphasis | MarkKind::Url(_)
                );
                seen.then(|| format!(" {:?} {}", mark.kind, mark.span.of(&text)))
            });
        let marks: String = marks.collect();
        out.push(format!("{depth} {:?}{label} {text}{marks}", block.kind));
        stack.extend(
            block
                .children()
                .iter()
                .rev()
                .map(|child| (depth + 1, child)),
        );
    }
    out
}

/// Describes the first difference; `None` if there is none.
pub(crate) fn first_difference(result: &RoundTrip) -> Option<String> {
    let pairs = result
        .before
        .iter()
        .zip(&result.after)
        .find(|(before, after)| before != after);
    let counts = (result.before.len(), result.after.len());
    match pairs {
        Some((before, after)) => Some(format!("{before:#?}\ncame back as\n{after:#?}")),
        None => (counts.0 != counts.1)
            .then(|| format!("{} instructions came back as {}", counts.0, counts.1)),
    }
}
