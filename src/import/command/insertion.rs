//! Makes `Insert` and `Add` commands from drafts, and counts in the payload the units that they
//! insert (`2 bullets`).

use super::parts::{
    CommandContext, MadeCommand, count_in_payload, is_sentence, labelled_units, only, or_text,
    phrase, units,
};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep, target_of, unspanned},
        clause::{Insertion, InsertionPoint},
        instruction_draft::is_glossary,
        payload::{PayloadCounts, unit_markdown},
        plain_text::normalise,
    },
    syntax::{
        BeforeOrAfter, Command, InsertAnchor, InsertOperand, NewUnitCount, StartOrEnd, Target,
        UnitNoun::{
            self, Bullet, Entry, Figure, Item, Line, Page, Paragraph, Row, Section, Sentence, Words,
        },
    },
    text::slug::slug,
};

pub(super) fn make_insert(
    context: CommandContext<'_>,
    insertion: &Insertion,
    side: BeforeOrAfter,
    point: &InsertionPoint,
) -> Result<MadeCommand, &'static str> {
    let address = &context.draft.address;
    let beside_words = matches!(point, InsertionPoint::Words(_));
    let mut payload = None;
    let what = match &insertion.words {
        Some(words) if is_sentence(words) && (beside_words || address.unit() == Some(Sentence)) => {
            payload = Some(words.clone());
            InsertOperand::Units(units(Sentence, 1))
        }
        Some(words) => match whole_unit(point, address) {
            Some(unit) => {
                payload = Some(unit_markdown(words));
                InsertOperand::Units(units(unit, 1))
            }
            None => InsertOperand::Words(unspanned(words.clone())),
        },
        None => InsertOperand::Units(inserted_units(
            insertion,
            context.counts,
            beside_words,
            address,
        )),
    };
    let mut guessed = false;
    let (what, point) = match (what, point) {
        // in a glossary, words without a unit are the label of an entry
        (InsertOperand::Units(count), InsertionPoint::Words(words))
            if is_glossary(&context.draft.place)
                && insertion.unit.is_none_or(|unit| unit == Entry)
                && address.steps.is_empty()
                && payload.is_none() =>
        {
            let number = context.counts.paragraphs + context.counts.bullets;
            let entry = target_of(&[PrintedStep::entry(&words.text)]);
            let what = InsertOperand::Units(units(Entry, number.max(count.number)));
            return Ok(Command::Insert {
                what,
                side,
                point: InsertAnchor::Unit(entry),
            }
            .into());
        }
        both => both,
    };
    let point = match point {
        InsertionPoint::Words(words) => {
            InsertAnchor::Phrase(phrase(words), or_text(address.places()))
        }
        InsertionPoint::Place => InsertAnchor::Unit(only(address.units())?),
        InsertionPoint::Section(name) => {
            let id = context.known.find_place(context.ruleset, name);
            guessed = id.is_none();
            InsertAnchor::Unit(Target {
                id: Some(unspanned(
                    id.map_or_else(|| section_id(name), |(_, id)| id.to_owned()),
                )),
                ..target_of(&[])
            })
        }
        InsertionPoint::Page(page) => {
            let (digits, letter) = page.split_at(
                page.trim_end_matches(|c: char| c.is_ascii_alphabetic())
                    .len(),
            );
            let number: u32 = digits.parse().unwrap_or_default();
            // page 39a is inserted after page 39
            let whole = letter.is_empty() && insertion.unit == Some(Page);
            let after = number.saturating_sub(u32::from(whole)).max(1);
            InsertAnchor::Unit(target_of(&[PrintedStep::counted(Page, &[(after, after)])]))
        }
    };
    let made = MadeCommand {
        payload,
        ..Command::Insert { what, side, point }.into()
    };
    Ok(if guessed {
        made.doubt("the section is named, but no section with that name is known")
    } else {
        made
    })
}

/// Returns the kind of unit that words next to a whole unit are: after a bullet comes a bullet.
fn whole_unit(point: &InsertionPoint, address: &PrintedAddress) -> Option<UnitNoun> {
    let unit = address
        .unit()
        .filter(|_| matches!(point, InsertionPoint::Place))?;
    let whole = [Bullet, Line, Item, Paragraph];
    whole.contains(&unit).then_some(unit)
}

/// Returns the inserted units as a count.
fn inserted_units(
    insertion: &Insertion,
    counts: &PayloadCounts,
    beside_words: bool,
    address: &PrintedAddress,
) -> NewUnitCount {
    let pages = matches!(insertion.unit, Some(Page | Figure));
    if counts.headed && !pages {
        return units(Section, counts.headings);
    }
    if pages && counts.figures > 0 {
        return units(Figure, counts.figures);
    }
    match insertion.unit {
        Some(Page) => units(Section, 1),
        Some(unit) => {
            let number = if counts.paragraphs + counts.bullets == 0 {
                insertion.count.unwrap_or(1)
            } else {
                count_in_payload(unit, counts)
            };
            labelled_units(unit, number, insertion.label.as_deref())
        }
        None if beside_words && counts.is_sentence => units(Sentence, counts.sentences),
        None if beside_words => units(Words, 1),
        None => match address.unit() {
            Some(unit @ (Sentence | Bullet | Line | Row | Item | Entry)) => {
                units(unit, count_in_payload(unit, counts))
            }
            _ => units(Paragraph, counts.paragraphs),
        },
    }
}

pub(super) fn make_add(
    context: CommandContext<'_>,
    insertion: &Insertion,
    end: StartOrEnd,
) -> Result<MadeCommand, &'static str> {
    let CommandContext {
        draft,
        counts,
        text,
        ..
    } = context;
    let address = &draft.address;
    if address.range.is_some() {
        return Err("it adds to several units, and does not say where");
    }
    let section = address.steps.iter().any(PrintedStep::is_section);
    let what = if let Some(words) = &insertion.words {
        units(if is_sentence(words) { Sentence } else { Words }, 1)
    } else if counts.headed && insertion.unit.is_none_or(|unit| unit == Section) {
        units(Section, counts.headings)
    } else if let Some(unit) = insertion.unit {
        let number = if text.is_empty() {
            insertion.count.unwrap_or(1)
        } else {
            count_in_payload(unit, counts)
        };
        labelled_units(unit, number, insertion.label.as_deref())
    } else if is_glossary(&draft.place) && address.steps.is_empty() {
        units(Entry, counts.paragraphs + counts.bullets)
    } else if section && (counts.is_sentence || counts.sentences > 1) || counts.paragraphs > 1 {
        units(Paragraph, counts.paragraphs)
    } else if counts.paragraphs == 0 && counts.bullets > 0 {
        units(Bullet, counts.bullets)
    } else if counts.is_sentence || counts.sentences > 1 {
        units(Sentence, counts.sentences)
    } else {
        units(Words, 1)
    };
    let own = PrintedAddress {
        steps: address
            .steps
            .iter()
            .filter(|step| !step.is_section())
            .cloned()
            .collect(),
        ..address.clone()
    };
    let of = match own.places() {
        places if places.is_empty() => None,
        places => Some(only(places)?),
    };
    if let (Sentence, Some(Sentence), Some(of)) = (what.unit, own.unit(), &of) {
        let side = match end {
            StartOrEnd::Start => BeforeOrAfter::Before,
            StartOrEnd::End => BeforeOrAfter::After,
        };
        let command = Command::Insert {
            what: InsertOperand::Units(what),
            side,
            point: InsertAnchor::Unit(of.clone()),
        };
        let payload = insertion.words.clone();
        let made = MadeCommand {
            payload,
            ..command.into()
        };
        return Ok(made.doubt("a sentence is added to a sentence: it is put next to it"));
    }
    Ok(MadeCommand {
        payload: insertion.words.clone(),
        ..Command::Add { what, end, of }.into()
    })
}

/// Returns the id for the name of a section.
pub(super) fn section_id(name: &str) -> String {
    let id = slug(&normalise(name));
    if id.is_empty() {
        "section".to_owned()
    } else {
        id
    }
}
