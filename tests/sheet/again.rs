//! A document there and back.

use rulebook::{
    analysis::{Analysis, EntryAt},
    diagnostic::Severity,
    export::sheet::{Words, sheet},
    import::{self, Confidence, KnownRulesets},
    op, printed,
    resolve::{RulesetDb, place_id},
    syntax::{self, Block, Command, Entry, File, Layer, MarkKind, Role, instruction},
    text::{SourceId, Span},
};

/// The attributes that a sheet says, numbers and pages apart.
const SAID: &[&str] = &[
    "relation",
    "ruled",
    "kind",
    "scope",
    "effective",
    "until",
    "known",
];

/// One patch, as far as a sheet can say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) place: String,
    pub(crate) heading: String,
    pub(crate) page: Option<String>,
    pub(crate) number: String,
    pub(crate) attributes: Vec<String>,
    pub(crate) command: String,
    pub(crate) payload: Vec<String>,
}

/// A document, and what came back of it.
pub(crate) struct Again {
    /// What was read, in our notation.
    pub(crate) draft: String,
    pub(crate) before: Vec<Told>,
    pub(crate) behind: Vec<Told>,
}

/// Exports a document and imports it; none where it has no instructions. `bend` may change the sheet on its way.
pub(crate) fn again(
    analysis: &Analysis,
    ruleset: &str,
    document: &str,
    bend: impl Fn(String) -> String,
) -> Option<Again> {
    let db = analysis.ruleset_db(ruleset).expect("the ruleset");
    let sheet = bend(sheet(analysis, db, document, Words::Restated)?);
    let reading = import::parse_sheets(&sheet, &KnownRulesets::from_analysis(analysis));
    let odd: Vec<&str> = reading
        .not_understood()
        .map(|piece| piece.span.of(&sheet))
        .collect();
    assert_eq!(odd, Vec::<&str>::new(), "{document}");
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
    let draft = printed::draft_document(db, only, document, edition);
    let file = syntax::parse(SourceId(u32::MAX), "draft.amend.md", &draft.text);
    let faults: Vec<&String> = file
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| &d.message)
        .collect();
    assert_eq!(faults, Vec::<&String>::new(), "{sheet}\n{}", draft.text);
    assert_eq!(draft.unplaced, Vec::<String>::new(), "{document}");
    let before: Vec<Told> = files(db, document)
        .flat_map(|file| told(analysis, db, file, true))
        .collect();
    let behind = told(analysis, db, &file, false);
    Some(Again {
        draft: draft.text,
        before: numbered(before),
        behind,
    })
}

fn files<'c>(db: &'c RulesetDb, document: &'c str) -> impl Iterator<Item = &'c File> {
    let own = move |file: &&File| {
        file.front.layer == Layer::Restated
            && matches!(file.role, Role::Amend | Role::Clarify)
            && file
                .front
                .document
                .as_ref()
                .is_some_and(|own| own.value == document)
    };
    db.files_on(document).map(|file| &**file).filter(own)
}

/// An instruction without a number has the one that is due in a sheet.
fn numbered(mut all: Vec<Told>) -> Vec<Told> {
    let mut last = 0;
    for own in &mut all {
        if own.number.is_empty() {
            own.number = (last + 1).to_string();
        }
        last = own.number.parse().unwrap_or(last);
    }
    all
}

fn told(analysis: &Analysis, db: &RulesetDb, file: &File, ids: bool) -> Vec<Told> {
    let mut out = Vec::new();
    for (place_at, place) in file.places.iter().enumerate() {
        for (entry_at, entry) in place.entries.iter().enumerate() {
            let Some(command) = &entry.command else {
                continue;
            };
            let id = place_id(place);
            let at = EntryAt {
                source: file.source,
                place: place_at,
                entry: entry_at,
            };
            let page = entry
                .attrs
                .get("page")
                .or_else(|| place.attrs.get("page"))
                .map(|page| page.value.clone());
            out.push(Told {
                page: page.or_else(|| db.page(&id).map(str::to_owned)),
                heading: place.heading.text.to_string(),
                number: entry
                    .attrs
                    .get("n")
                    .map(|n| n.value.clone())
                    .unwrap_or_default(),
                command: if ids {
                    counted_out(analysis, db, at, &id, command)
                } else {
                    instruction::print(command)
                },
                attributes: SAID
                    .iter()
                    .filter_map(|key| Some(format!("{key}={}", entry.attrs.get(key)?.value)))
                    .collect(),
                payload: shape(entry),
                place: id,
            });
        }
    }
    out
}

/// An instruction whose addresses name no unit by an id that can be counted out in the tree in which the instruction counts.
fn counted_out(
    analysis: &Analysis,
    db: &RulesetDb,
    at: EntryAt,
    place: &str,
    command: &Command,
) -> String {
    let text = instruction::print(command);
    if matches!(command, Command::Withdraw { .. }) {
        return text;
    }
    let (own, moved) = text.split_once(", moved to ").unwrap_or((&text, ""));
    let sections: Vec<_> = analysis
        .instructed(db, at)
        .into_iter()
        .map(|(section, ix)| (section.frame(ix), section))
        .collect();
    let mut pieces = own.split('#');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (id, rest) = piece.split_at(piece.find([',', ' ']).unwrap_or(piece.len()));
        // an `and` before a number goes on with the same address
        let next = rest
            .match_indices(" and ")
            .find(|(at, _)| !rest[at + 5..].starts_with(|c: char| c.is_ascii_digit()));
        let reframed = rest[..next.map_or(rest.len(), |(at, _)| at)].contains(" numbering)");
        let steps = sections
            .iter()
            .filter(|_| !reframed)
            .find_map(|(tree, section)| {
                let unit = section.arena.named(id).filter(|&unit| unit != tree.root)?;
                let other = if section.id == place {
                    String::new()
                } else {
                    format!("#{}, ", section.id)
                };
                Some(other + &op::written(tree, unit)?)
            });
        out += &steps.unwrap_or_else(|| format!("#{id}"));
        out += rest;
    }
    if !moved.is_empty() {
        out += &format!(", moved to {moved}");
    }
    // of several ids that stood behind commas each is an address now
    let (read, _) = instruction::parse(SourceId::default(), &out, Span::new(0, out.len()));
    read.as_ref().map_or(out, instruction::print)
}

/// What an instruction brings, a line for each unit: what it is, how deep, its label, its words with what print marks in them.
pub(crate) fn shape(entry: &Entry) -> Vec<String> {
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

/// The first difference, told; none where both are the same.
pub(crate) fn difference(again: &Again) -> Option<String> {
    let pairs = again
        .before
        .iter()
        .zip(&again.behind)
        .find(|(before, behind)| before != behind);
    let counts = (again.before.len(), again.behind.len());
    match pairs {
        Some((before, behind)) => Some(format!("{before:#?}\ncame back as\n{behind:#?}")),
        None => (counts.0 != counts.1)
            .then(|| format!("{} instructions came back as {}", counts.0, counts.1)),
    }
}
