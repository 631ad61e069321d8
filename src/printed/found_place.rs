//! Finds the section of a printed instruction by heading, number or words that it names, and
//! rewrites the addresses in its commands accordingly.

use super::{content_index::ContentIndex, heading_index::HeadingIndex, unit};
use crate::{
    import::{PageSource, PrintedInstruction},
    resolve::{RulesetDb, View},
    syntax::{AddressStep, AddressStepKind, Command, Target, UnitNoun},
    text::{Span, Spanned},
};

/// The confidence of a heading from which its section counts as found.
pub(super) const HEADING_FOUND: f64 = 0.9;

/// The section found for an instruction: its id, a confidence from 0 to 1, and whether the words or
/// rows that it names led there.
pub(super) struct FoundPlace {
    pub(super) id: String,
    pub(super) confidence: f64,
    pub(super) by_content: bool,
}

/// Makes the whole text of the section the unit of an address.
fn name_text(target: &mut Target) {
    target.steps.push(AddressStep {
        kind: AddressStepKind::Text,
        span: target.span,
    });
}

fn found_by_content(id: String) -> FoundPlace {
    FoundPlace {
        id,
        confidence: 0.5,
        by_content: true,
    }
}

/// Returns the section of an instruction: that of its heading, the one with the unit of its number, or
/// the one with the words that it names.
pub(super) fn find_place<'a>(
    (db, base): (Option<&'a RulesetDb>, Option<&View>),
    index: &HeadingIndex,
    contents: &mut Option<ContentIndex<'a>>,
    one: &PrintedInstruction,
    drafted: &mut [(Command, Vec<unit::EditableUnit>)],
) -> Option<FoundPlace> {
    /// The confidence of a heading that several sections have.
    const SHARED: f64 = 0.8;
    let own_page = one.place.page.as_deref();
    let own_page = own_page.filter(|_| one.place.page_source != PageSource::Above);
    let found = index.find(&one.place.path, one.place.page.as_deref());
    let named = one.place.id.clone().map(|id| (id, 1.0));
    let placed = match found {
        // several sections may have the same heading, on different pages
        Some(found) if found.shared => {
            let is_there =
                db.is_some_and(|db| own_page.is_some() && db.page(&found.id) == own_page);
            let most = if is_there { 1.0 } else { SHARED };
            Some((found.id, found.confidence.min(most)))
        }
        found => named.or(found.map(|found| (found.id, found.confidence))),
    };
    let placed = placed.map(|(id, confidence)| FoundPlace {
        id,
        confidence,
        by_content: false,
    });
    let sure = placed
        .as_ref()
        .filter(|place| place.confidence >= HEADING_FOUND);
    let page = one.place.page.as_deref();
    let Some((db, base)) = db.zip(base) else {
        return placed;
    };
    let contents = contents.get_or_insert_with(|| ContentIndex::new(db, base));
    if let Some(place) = sure {
        let lacks =
            matches!(drafted, [(command, payload)] if contents.lacks(&place.id, command, payload));
        if !lacks {
            return placed;
        }
        let other = find_by_content(contents, one, page, drafted);
        return other.map(found_by_content).or(placed);
    }
    if let Some(id) = enter_numbered_unit(contents, one, drafted) {
        return Some(FoundPlace {
            id,
            confidence: 1.0,
            by_content: false,
        });
    }
    let page = page.filter(|_| one.place.page_source != PageSource::Above);
    let other = find_by_content(contents, one, page, drafted);
    other.map(found_by_content).or(placed)
}

/// Returns the only section with a unit of the printed number, `8.3`, and makes that unit the place of
/// the commands.
fn enter_numbered_unit(
    contents: &ContentIndex<'_>,
    one: &PrintedInstruction,
    drafted: &mut [(Command, Vec<unit::EditableUnit>)],
) -> Option<String> {
    let number = one.place.path.last()?.trim_matches(['[', ']']);
    let counts = number.contains('.')
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'.');
    let id = contents.only_with_label(number).filter(|_| counts)?;
    let step = AddressStep {
        kind: AddressStepKind::Labelled {
            last: false,
            unit: UnitNoun::Item,
            labels: vec![Spanned::new(number.to_owned(), Span::default())],
            ordinals: Vec::new(),
        },
        span: Span::default(),
    };
    for (command, _) in drafted {
        if let Command::Add { of: of @ None, .. } = command {
            *of = Some(Target {
                id: None,
                steps: Vec::new(),
                range: None,
                frame: None,
                printed_line: None,
                span: step.span,
            });
        }
        for target in command.targets_mut() {
            target
                .steps
                .retain(|step| step.kind != AddressStepKind::Text);
            let whole = AddressStepKind::Ordinals {
                unit: UnitNoun::Paragraph,
                ordinals: vec![(1, 1)],
            };
            // `4.2.2 This paragraph now reads …`
            target.steps.retain(|step| step.kind != whole);
            target.steps.insert(0, step.clone());
        }
    }
    Some(id.to_owned())
}

/// Returns the section with the words or rows that an instruction names, and takes the labels that it
/// does not have off the commands: they name the place in words of the sheet.
fn find_by_content(
    contents: &ContentIndex<'_>,
    one: &PrintedInstruction,
    page: Option<&str>,
    drafted: &mut [(Command, Vec<unit::EditableUnit>)],
) -> Option<String> {
    let [(command, payload)] = drafted else {
        return None;
    };
    let alone = || contents.only_on_page(page.filter(|_| one.place.path.is_empty())?);
    let found = contents.find(command, payload, page).or_else(alone);
    let id = found?.to_owned();
    for target in command.targets_mut() {
        let named = !target.steps.is_empty();
        target.steps.retain(|step| match &step.kind {
            AddressStepKind::Labelled { labels, unit, .. } => {
                !matches!(unit, UnitNoun::Row | UnitNoun::Paragraph)
                    || labels.iter().any(|label| {
                        label.value.contains('…') || contents.has_label(&id, &label.value)
                    })
            }
            _ => true,
        });
        if named && target.steps.is_empty() {
            name_text(target);
        }
    }
    Some(id)
}
