//! Applies a parsed sheet to a copy of the rules; adds doubts to instructions that do not fit.

use super::{
    compile::{DOCUMENT, EDITION, compile_document},
    draft::draft_document,
    found_place::HEADING_FOUND,
};
use crate::{
    analysis::Analysis,
    diagnostic::Severity,
    import::{ImportDoubt, PageSource, PrintedSheet},
    model::{Patch, PatchIx, SectionTree, UnitId, UnitKind},
    op::{
        AddressError, PatchError,
        PatchErrorKind::{
            Conflict, Count, Dangling, DuplicateName, FactLost, LinePosition, OrderDependent,
            Overtaken, Payload, Pending, Quote, Rearrangement, SecondName, StaleValue, TwinShape,
            WrongName,
        },
        select_steps,
    },
    resolve::{RulesetDb, Section, View},
    syntax::{Target, Verb, WordingLayer},
    text::SourceId,
};
use jiff::civil::Date;
use std::{collections::HashMap, sync::Arc};

/// The beginning of the doubt that an instruction counts lines of print.
const COUNTS_LINES: &str = "it counts printed lines";

/// Adds doubts to the instructions of `sheet` that cannot be applied to the rules as read.
///
/// A known document is applied to the edition that it amends, another sheet to the newest edition
/// in force on the day `known`. If the ruleset is not known, no instruction is sure.
pub fn add_dry_run_doubts(analysis: &Analysis, sheet: &mut PrintedSheet, known: Date) {
    let ruleset = sheet.ruleset.as_deref();
    let Some(db) = ruleset.and_then(|key| analysis.ruleset_db(key)) else {
        let why = "the ruleset is not known, so its places were not looked up";
        for one in &mut sheet.instructions {
            one.add_doubt(why.to_owned());
        }
        return;
    };
    let Some(base) = base_view(db, sheet, known) else {
        return;
    };
    let source = SourceId(u32::try_from(analysis.sources().len()).unwrap_or(u32::MAX));
    let draft = draft_document(db, Some(&base), sheet, DOCUMENT, EDITION);
    let compiled = compile_document(db, &draft.text, base.edition, source, known);
    // the entries of the draft are the operations of the sheet, in order
    let mut drafted = draft.entries.iter();
    let mut entries: HashMap<(usize, Option<usize>), usize> = HashMap::new();
    let mut doubts: Vec<(usize, String)> = Vec::new();
    for (place, section) in compiled.file.places.iter().enumerate() {
        for (entry, written) in section.entries.iter().enumerate() {
            let Some(one) = drafted.next() else { continue };
            entries.insert((place, Some(entry)), one.instruction);
            let faults = compiled.file.diagnostics.iter();
            let fault = faults
                .filter(|fault| fault.severity == Severity::Error)
                .filter(|fault| written.span.touches(fault.at.span.start()))
                .map(|fault| (one.instruction, fault.message.clone()));
            doubts.extend(fault.take(1));
            // a note changes nothing
            let is_note = written.verb() == Some(Verb::Note);
            let place = sheet
                .instructions
                .get(one.instruction)
                .map(|one| &one.place);
            let id = section.attrs.id.as_ref();
            let own = id.and_then(|id| db.page(&id.value));
            if let (Some(own), Some(place), false) = (own, place, is_note)
                && let Some(page) = &place.page
                && is_on_other_page(own, page, place.page_source)
            {
                let why = format!("the sheet names page {page}, and the section is on page {own}");
                doubts.push((one.instruction, why));
            }
            if one.heading < HEADING_FOUND && !is_note {
                let why = if one.by_content {
                    "the section was inferred from the words or rows that it names"
                } else if one.heading == 0.0 {
                    "no section of the rules has such a heading"
                } else {
                    "the section was inferred from its heading"
                };
                doubts.push((one.instruction, why.to_owned()));
            }
        }
    }
    for id in compiled.db.outline() {
        let Some(section) = compiled.db.section(id) else {
            continue;
        };
        let own = |patch: &Arc<Patch>| {
            let is_own = patch.file.source == source;
            is_own.then(|| entries.get(&(patch.place, patch.entry)).copied())?
        };
        for error in &section.errors {
            let instruction = section.patch(error.patch).and_then(own);
            doubts.extend(instruction.zip(describe_obstacle(&section, error)));
        }
        for patch in section.patches.iter() {
            // the compiled rules already have the units that its ordinals count
            let before = || db.section(id).map(|section| section.version(&base));
            let counts = || before().is_some_and(|tree| counts_beyond(&tree, patch));
            let instruction = own(patch).filter(|_| counts());
            let why = "it counts more units than the section has";
            doubts.extend(instruction.map(|instruction| (instruction, why.to_owned())));
        }
        if section.patches.iter().any(|patch| own(patch).is_some()) {
            let tree = section.version(&base.with_edition(compiled.edition));
            for (patch, column) in added_cells(&tree, &section.version(&base)) {
                let patch = section.patch(patch).filter(|patch| sets_values(patch));
                let why = format!("no table here has the column \"{column}\" in this row");
                doubts.extend(patch.and_then(own).map(|instruction| (instruction, why)));
            }
        }
    }
    for (instruction, message) in doubts {
        if let Some(one) = sheet.instructions.get_mut(instruction) {
            let is_said = |doubt: &ImportDoubt| {
                doubt.message.starts_with(COUNTS_LINES) && message.starts_with(COUNTS_LINES)
            };
            if !one.doubts.iter().any(is_said) {
                one.add_doubt(message);
            }
        }
    }
}

/// Whether a patch counts past the last known unit of a section whose whole text is known. In a
/// section without words such an ordinal only shows that there are more units.
fn counts_beyond(tree: &SectionTree, patch: &Patch) -> bool {
    let Some(command) = patch.entry().and_then(|entry| entry.command.as_ref()) else {
        return false;
    };
    let unread = |unit: UnitId| {
        let texts = tree.get(unit).and_then(|node| node.texts.as_ref());
        texts.is_some_and(|texts| {
            let text = texts.layer(WordingLayer::Restated);
            text.is_none_or(|text| text.text.contains('…'))
        })
    };
    let needs_more = |target: &&Target| {
        let found = select_steps(tree, tree.root, &target.steps);
        matches!(found, Err(AddressError::NeedsExpansion(_)))
    };
    command.addresses().any(|target| needs_more(&target))
        && !tree.live_units(tree.root).into_iter().any(unread)
}

/// Whether a section is on another page than the one that the sheet names. Next to its heading, that may
/// be the page after the one on which it begins.
fn is_on_other_page(own: &str, named: &str, source: PageSource) -> bool {
    let number = |page: &str| page.parse::<u32>().ok();
    let slack = match source {
        PageSource::Heading => 1,
        PageSource::Below => 0,
        PageSource::Above => return false,
    };
    match number(own).zip(number(named)) {
        Some((own, named)) => !(own..=own + slack).contains(&named),
        None => source == PageSource::Below && own != named,
    }
}

/// Returns the cells that `before` lacks: the patch that made each, and its column.
fn added_cells(tree: &SectionTree, before: &SectionTree) -> Vec<(PatchIx, String)> {
    let cells = tree.live_units(tree.root).into_iter();
    let cells = cells.filter(|&unit| tree.kind(unit) == UnitKind::Cell && !before.is_live(unit));
    let made = cells.filter_map(|unit| tree.get(unit));
    made.map(|node| {
        (
            node.by,
            node.label.as_deref().unwrap_or_default().to_owned(),
        )
    })
    .collect()
}

fn sets_values(patch: &Patch) -> bool {
    patch.verb() == Some(Verb::SetValues)
}

/// Returns the view that a sheet changes, to which [`add_dry_run_doubts`] applies it; `None` if the
/// edition of the sheet amends no other.
pub fn base_view(db: &RulesetDb, sheet: &PrintedSheet, known: Date) -> Option<View> {
    let editions = &db.ruleset.editions;
    let titled = || {
        let mut documents = db.ruleset.documents.values();
        documents.find(|document| document.title == sheet.title)
    };
    let own = match sheet.edition.as_deref() {
        Some(id) => db.ruleset.edition(id),
        None => titled().map(|document| document.edition),
    };
    let edition = match own {
        Some(own) => editions.get(usize::from(own.0))?.amends?,
        None => db.ruleset.newest_edition_on(known),
    };
    Some(View {
        edition,
        as_of: known,
        profile: Arc::new(db.ruleset.default_profile()),
    })
}

/// Returns why an instruction cannot be applied as it is read.
fn describe_obstacle(section: &Section, error: &PatchError) -> Option<String> {
    match &error.kind {
        StaleValue {
            cell,
            expected,
            found,
        } => Some(format!("{cell} is {found}, not {expected}")),
        Pending { .. } => Some(format!(
            "the text of {} is not wholly included, so the old words could not be looked up",
            section.id
        )),
        _ => describe_error(error),
    }
}

/// Returns why an instruction has no effect, or `None` if the error does not prevent its effect.
pub fn describe_error(error: &PatchError) -> Option<String> {
    Some(match &error.kind {
        Dangling { what, why, .. } => format!("{what} not found: {why}"),
        LinePosition => "it counts printed lines, which depend on the layout".to_owned(),
        Quote {
            quote,
            found,
            layer: WordingLayer::Restated,
            ..
        } => format!("the words \"{quote}\" occur there {found} times"),
        Payload { why } => format!("its new text does not fit: {why}"),
        Rearrangement { why, .. } => why.clone(),
        Count {
            unit,
            expected,
            found,
        } => format!("expected {expected} {unit}, found {found}"),
        Overtaken { .. } => "another of its instructions changes the same text".to_owned(),
        Conflict { .. } => "another of its instructions disagrees about the same unit".to_owned(),
        Quote {
            layer: WordingLayer::Printed,
            ..
        }
        | StaleValue { .. }
        | WrongName { .. }
        | SecondName { .. }
        | DuplicateName { .. }
        | OrderDependent { .. }
        | FactLost { .. }
        | TwinShape { .. }
        | Pending { .. } => return None,
    })
}
