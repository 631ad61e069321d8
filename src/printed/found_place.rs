//! Finds the section of a printed instruction by its heading, by the number of a unit, or by the words,
//! labels and rows that it names.

use super::unit::EditableUnit;
use crate::{
    import::{PageSource, PrintedInstruction, SectionNames},
    model::Ruleset,
    resolve::{RulesetDb, View},
    syntax::{
        AddressStep, AddressStepKind, BlockKind, Command, Target, UnitNoun, Verb, WordingLayer,
    },
    text::{Span, Spanned, similarity::normalized_words},
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

/// A command with its new text.
pub(super) type DraftedOperation = (Command, Vec<EditableUnit>);

/// The words and labels of all sections in one view.
pub(super) struct SectionContents<'a> {
    ruleset: &'a Ruleset,
    sections: Vec<SectionContent>,
}

struct SectionContent {
    id: String,
    page: Option<String>,
    /// All words, with blanks between and around them.
    words: String,
    /// The labels of its units and rows, with their abbreviations written in full.
    labels: Vec<Vec<String>>,
}

impl<'a> SectionContents<'a> {
    fn new(db: &'a RulesetDb, base: &View) -> Self {
        let content = |id: &String| {
            let tree = db.section(id)?.version(base);
            let live = tree.live_units(tree.root);
            let nodes = || live.iter().filter_map(|&unit| tree.get(unit));
            let texts = nodes().filter_map(|node| node.text(WordingLayer::Restated));
            let words = texts.flat_map(|words| normalized_words(&words.text));
            let labels = nodes().filter_map(|node| node.label.as_deref());
            Some(SectionContent {
                id: id.clone(),
                page: db.page(id).map(str::to_owned),
                words: framed(&words.collect::<Vec<_>>()),
                labels: labels.map(|label| db.ruleset.spell_out(label)).collect(),
            })
        };
        Self {
            ruleset: &db.ruleset,
            sections: db.outline().iter().filter_map(content).collect(),
        }
    }

    /// Returns the only section on `page`, or anywhere without one, that fits.
    fn only(&self, page: Option<&str>, fits: impl Fn(&SectionContent) -> bool) -> Option<String> {
        let on_page =
            |own: &&SectionContent| page.is_none_or(|page| own.page.as_deref() == Some(page));
        let mut found = self.sections.iter().filter(on_page).filter(|own| fits(own));
        let first = found.next()?;
        found.next().is_none().then(|| first.id.clone())
    }

    /// Returns the only section that has the old words of a command, or the rows or labels that it names.
    fn find(&self, (command, payload): &DraftedOperation, page: Option<&str>) -> Option<String> {
        let quote = command.phrase.as_ref().map(|phrase| &*phrase.quote.value);
        let quote = framed(&normalized_words(quote.unwrap_or_default()));
        let named = match command.verb {
            Verb::SetValues => row_names(payload),
            _ if quote.trim().is_empty() => labels(command),
            _ => Vec::new(),
        };
        if quote.trim().is_empty() && named.is_empty() {
            return None;
        }
        let named: Vec<Vec<String>> = named
            .iter()
            .map(|name| self.ruleset.spell_out(name))
            .collect();
        let has = |own: &SectionContent, name: &Vec<String>| {
            !name.is_empty() && own.labels.iter().any(|label| label.ends_with(name))
        };
        self.only(page, |own| {
            (quote.trim().is_empty() || own.words.contains(&quote))
                && named.iter().all(|name| has(own, name))
        })
    }
}

/// Returns words with blanks between and around them.
fn framed(words: &[String]) -> String {
    format!(" {} ", words.join(" "))
}

/// Returns the names of the rows of new values.
fn row_names(payload: &[EditableUnit]) -> Vec<String> {
    let tables = payload.iter().filter(|unit| unit.kind == BlockKind::Table);
    let rows = tables.flat_map(|table| table.children.iter().skip(1));
    rows.filter_map(|row| Some(row.children.first()?.plain.clone()))
        .collect()
}

/// Returns the labels of the units that an instruction names, except numbers.
fn labels(command: &Command) -> Vec<String> {
    let targets = command.addresses();
    let labels = targets
        .flat_map(|target| &target.steps)
        .filter_map(|step| match &step.kind {
            AddressStepKind::Labelled { labels, unit, .. } if *unit != UnitNoun::Sentence => {
                Some(labels.iter().map(|label| label.value.clone()))
            }
            _ => None,
        });
    let is_name = |label: &String| label.chars().filter(|c| c.is_alphabetic()).count() > 2;
    labels.flatten().filter(is_name).collect()
}

/// Returns the section of an instruction: that of its heading, the one with the unit of its number, or
/// the one with the words that it names.
pub(super) fn find_place<'a>(
    (db, base): (Option<&'a RulesetDb>, Option<&View>),
    index: &SectionNames,
    contents: &mut Option<SectionContents<'a>>,
    one: &PrintedInstruction,
    drafted: &mut [DraftedOperation],
) -> Option<FoundPlace> {
    let page = one.place.page.as_deref();
    let own_page = page.filter(|_| one.place.page_source != PageSource::Above);
    let placed = place_of_heading(db, index, one, own_page);
    let Some((db, base)) = db.zip(base) else {
        return placed;
    };
    if placed
        .as_ref()
        .is_some_and(|place| place.confidence >= HEADING_FOUND)
    {
        return placed;
    }
    let contents = contents.get_or_insert_with(|| SectionContents::new(db, base));
    let numbered = enter_numbered_unit(contents, one, drafted);
    let by_content = numbered.is_none();
    let alone = || {
        contents.only(
            Some(own_page.filter(|_| one.place.path.is_empty())?),
            |_| true,
        )
    };
    let found = numbered.or_else(|| match drafted {
        [operation] => contents.find(operation, own_page).or_else(alone),
        _ => None,
    });
    let found = found.map(|id| FoundPlace {
        id,
        confidence: if by_content { 0.5 } else { 1.0 },
        by_content,
    });
    found.or(placed)
}

/// Returns the section that the headings above an instruction name. Several sections may have the same
/// heading, on different pages.
fn place_of_heading(
    db: Option<&RulesetDb>,
    index: &SectionNames,
    one: &PrintedInstruction,
    page: Option<&str>,
) -> Option<FoundPlace> {
    /// The confidence of a heading that several sections have.
    const SHARED: f64 = 0.8;
    let found = index.find(&one.place.path, one.place.page.as_deref());
    let (id, confidence) = match (found, one.place.id.clone()) {
        (Some(found), _) if found.shared => {
            let is_there = db.is_some_and(|db| page.is_some() && db.page(&found.id) == page);
            let most = if is_there { 1.0 } else { SHARED };
            (found.id, found.confidence.min(most))
        }
        (_, Some(id)) => (id, 1.0),
        (found, None) => found.map(|found| (found.id, found.confidence))?,
    };
    Some(FoundPlace {
        id,
        confidence,
        by_content: false,
    })
}

/// Returns the only section with a unit of the printed number, `8.3`, and makes that unit the place of
/// the commands.
fn enter_numbered_unit(
    contents: &SectionContents<'_>,
    one: &PrintedInstruction,
    drafted: &mut [DraftedOperation],
) -> Option<String> {
    let number = one.place.path.last()?.trim_matches(['[', ']']);
    let is_number = number.contains('.')
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'.');
    let words = contents.ruleset.spell_out(number);
    let id = contents.only(None, |own| is_number && own.labels.contains(&words))?;
    let unit = AddressStep {
        kind: AddressStepKind::Labelled {
            last: false,
            unit: UnitNoun::Item,
            labels: vec![Spanned::new(number.to_owned(), Span::default())],
            ordinals: Vec::new(),
        },
        span: Span::default(),
    };
    // `4.2.2 This paragraph now reads …`
    let whole = AddressStepKind::Ordinals {
        unit: UnitNoun::Paragraph,
        ordinals: vec![(1, 1)],
    };
    for (command, _) in drafted {
        if command.verb == Verb::Add && command.targets.is_empty() {
            command.targets.push(Target {
                span: unit.span,
                ..Target::default()
            });
        }
        for target in command.addresses_mut() {
            target
                .steps
                .retain(|step| step.kind != AddressStepKind::Text && step.kind != whole);
            target.steps.insert(0, unit.clone());
        }
    }
    Some(id)
}
