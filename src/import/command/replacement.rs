//! Makes the commands of drafts that replace units, a whole diagram (`Figure 18b`), or quoted words
//! by a payload; the usual `ReplacePhrase` is made in `command`.

use super::parts::{
    CommandContext, MadeCommand, count_in_payload, is_figure, or_text, phrase, replace_all, units,
};
use crate::{
    import::{address::unspanned, clause::QuotedWords, plain_text::normalise},
    syntax::{AddressStepKind, Command, NewUnitCount, UnitNoun},
};

pub(super) fn make_replace(context: CommandContext<'_>) -> MadeCommand {
    let address = &context.draft.address;
    if address.is_empty() && context.text.starts_with('|') {
        return MadeCommand::from(Command::SetValues)
            .doubt("a table without a place is taken as values to set");
    }
    let whole_figure = match address.steps.first() {
        None => true,
        Some(step) => step.unit() == Some(UnitNoun::Figure) && !step.is_bare(),
    };
    if is_figure(context.draft) && whole_figure {
        return replace_figure(context).into();
    }
    Command::Replace {
        targets: or_text(address.units()),
        with: new_count(context),
        except: address.except.clone().map(unspanned),
    }
    .into()
}

/// Makes the replacement of a whole figure, whose new text may begin with the figure's own heading.
fn replace_figure(context: CommandContext<'_>) -> Command {
    let own = context.draft.place.path.last();
    let own = own.map(|name| normalise(name)).unwrap_or_default();
    let first = context.text.lines().next().unwrap_or_default();
    let headed = normalise(first.trim_start_matches(['#', ' '])).starts_with(&own);
    if headed {
        replace_all(&[AddressStepKind::Heading, AddressStepKind::Text])
    } else {
        replace_all(&[AddressStepKind::Text])
    }
}

/// Returns the number of the new units if it differs from that of the old ones.
fn new_count(context: CommandContext<'_>) -> Option<NewUnitCount> {
    let CommandContext { draft, counts, .. } = context;
    let address = &draft.address;
    let single =
        address.more.is_empty() && address.range.is_none() && address.printed_line.is_none();
    let last = address.steps.last().filter(|_| single)?;
    let (unit, old) = (last.unit()?, last.count()?);
    let counted = matches!(
        unit,
        UnitNoun::Sentence
            | UnitNoun::Paragraph
            | UnitNoun::Bullet
            | UnitNoun::Line
            | UnitNoun::Item
            | UnitNoun::Row
    );
    let new = count_in_payload(unit, counts);
    let alone = unit != UnitNoun::Sentence || counts.bullets + counts.paragraphs <= 1;
    (counted && alone && new != old && new > 0 && !last.is_all_units()).then(|| units(unit, new))
}

/// Makes `Delete "…", substitute: …`, where the new words may be a whole paragraph.
pub(super) fn make_replace_by_text(
    context: CommandContext<'_>,
    words: &QuotedWords,
) -> MadeCommand {
    let CommandContext {
        draft,
        counts,
        text,
        ..
    } = context;
    let sentence = draft.address.unit() == Some(UnitNoun::Sentence);
    if sentence || counts.paragraphs + counts.bullets > 1 {
        let made = MadeCommand::from(Command::Replace {
            targets: or_text(draft.address.units()),
            with: None,
            except: None,
        });
        return if sentence {
            made
        } else {
            made.doubt("the words to delete are taken as the whole text of the place")
        };
    }
    Command::ReplacePhrase {
        phrase: phrase(words),
        with: unspanned(text.to_owned()),
        targets: or_text(draft.address.places()),
    }
    .into()
}
