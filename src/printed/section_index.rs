//! `SectionIndex`: which section a printed heading, page, number or quotation means, with a
//! confidence.

use super::unit::EditableUnit;
use crate::{
    import::PrintedInstruction,
    model::UnitKind,
    op::label_key,
    resolve::{RulesetDb, View, file_section_id},
    syntax::{
        AddressStep, AddressStepKind, BlockKind, Command, DeleteOperand, InsertAnchor, Target,
        UnitNoun, WordingLayer,
    },
    text::{Span, Spanned, similarity::normalized_words},
};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

/// A section that print may mean: its id, a confidence from 0 to 1, and whether not its heading but
/// the words or rows that an instruction names led there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SectionMatch {
    pub(super) id: String,
    pub(super) confidence: f64,
    pub(super) by_content: bool,
}

/// The confidence from which a section counts as found.
pub(super) const FOUND: f64 = 0.9;
/// The confidence below which a heading matches no section.
const MIN_CONFIDENCE: f64 = 0.55;
/// The confidence of a section that is found by its content.
const BY_CONTENT: f64 = 0.5;

/// The headings and pages of all sections, and what they contain at a view.
#[derive(Debug, Default)]
pub(super) struct SectionIndex<'a> {
    rules: Option<(&'a RulesetDb, Option<&'a View>)>,
    headings: Vec<Heading>,
    contents: OnceCell<Vec<Content>>,
}

/// A heading of a section: its page and its words.
#[derive(Clone, Debug)]
struct Heading {
    id: String,
    page: Option<String>,
    words: Vec<String>,
}

/// What a section contains: all its words, its labels, and the labels of its rows.
#[derive(Debug)]
struct Content {
    id: String,
    page: Option<String>,
    /// All words of the section, with blanks between and around them.
    words: String,
    labels: BTreeSet<String>,
    /// The labels of its rows, with their abbreviations written in full.
    rows: Vec<Vec<String>>,
}

impl<'a> SectionIndex<'a> {
    /// Indexes the sections of a ruleset by every heading that a file gives them, including the
    /// printed headings of the user's library. Sections are found by content at the view `base`.
    pub(super) fn new(db: &'a RulesetDb, base: Option<&'a View>) -> Self {
        let mut rows: BTreeMap<(String, Vec<String>), Option<String>> = BTreeMap::new();
        let mut add = |id: &str, heading: &str, page: Option<&str>| {
            let words = normalized_words(heading);
            if !words.is_empty() && db.section(id).is_some() {
                let row = rows.entry((id.to_owned(), words)).or_default();
                if row.is_none() {
                    *row = page.map(str::to_owned);
                }
            }
        };
        for id in db.outline() {
            add(id, db.heading(id).unwrap_or(id), db.page(id));
            // a page that counts its paragraphs from 1 again has the heading of the whole section
            if let Some(whole) = db.section_info(id).and_then(|info| info.within) {
                add(id, db.heading(&whole).unwrap_or(&whole), db.page(id));
            }
        }
        for file in db.files() {
            for place in &file.places {
                let id = file_section_id(place);
                let page = place.attrs.get("page").map(|page| page.value.as_str());
                add(&id, &place.heading.text, page.or_else(|| db.page(&id)));
                let entries = place.entries.iter();
                let blocks = entries.flat_map(|entry| &entry.payload);
                let restated = file.front.layer == WordingLayer::Restated;
                for block in blocks.filter(|block| restated && block.kind == BlockKind::Heading) {
                    if let (Some(id), Some(text)) = (&block.attrs.id, block.text()) {
                        add(&id.value, &text.text, db.page(&id.value));
                    }
                }
            }
        }
        let headings = rows
            .into_iter()
            .map(|((id, words), page)| Heading { id, page, words });
        Self {
            rules: Some((db, base)),
            headings: headings.collect(),
            contents: OnceCell::new(),
        }
    }

    /// Returns how well each heading matches those above a text on a page, from 0 to 1, with the id
    /// of its section.
    ///
    /// `path` is outermost first, and its last heading counts most.
    fn confidences<'s>(
        &'s self,
        path: &[&str],
        page: Option<&'s str>,
    ) -> impl Iterator<Item = (&'s str, f64)> + use<'s, 'a> {
        let words: Vec<Vec<String>> = path.iter().map(|own| normalized_words(own)).collect();
        let (last, whole) = (words.last().cloned().unwrap_or_default(), words.concat());
        let is_path = path.len() > 1;
        self.headings.iter().map(move |row| {
            let inner = if is_path {
                0.95 * overlap(&whole, &row.words)
            } else {
                0.0
            };
            let words = overlap(&last, &row.words).max(inner);
            let near = match (page, row.page.as_deref()) {
                (Some(page), Some(own)) if page == own => 0.12,
                (Some(page), Some(own)) if distance(page, own).is_some_and(|pages| pages <= 1) => {
                    0.04
                }
                (Some(_), Some(_)) => -0.08,
                (None, _) | (_, None) => 0.0,
            };
            let confidence = if words < 0.34 {
                0.0
            } else {
                words * 0.88 + near
            };
            (row.id.as_str(), confidence.clamp(0.0, 1.0))
        })
    }

    /// Returns the section that best matches the headings above a text on a page; `None` if no
    /// section is similar enough.
    pub(super) fn find<T: AsRef<str>>(
        &self,
        path: &[T],
        page: Option<&str>,
    ) -> Option<SectionMatch> {
        let path: Vec<&str> = path.iter().map(AsRef::as_ref).collect();
        let mut best: Option<(&str, f64)> = None;
        for (id, confidence) in self.confidences(&path, page) {
            if confidence >= MIN_CONFIDENCE && best.is_none_or(|own| confidence > own.1) {
                best = Some((id, confidence));
            }
        }
        best.map(|(id, confidence)| SectionMatch {
            id: id.to_owned(),
            confidence,
            by_content: false,
        })
    }

    /// Returns the section of an instruction: that of its heading, the one with the unit of its
    /// number, or the only one with the words or rows that it names. Rewrites the addresses in its
    /// commands accordingly.
    pub(super) fn find_place(
        &self,
        one: &PrintedInstruction,
        drafted: &mut [(Command, Vec<EditableUnit>)],
    ) -> Option<SectionMatch> {
        let page = one.place.page.as_deref();
        let is_elsewhere = |id: &str| {
            let own = self.rules.and_then(|(db, _)| db.page(id));
            own.is_some() && own != page
        };
        let found = self.find(&one.place.path, page);
        let named = one.place.id.clone().map(|id| SectionMatch {
            id,
            confidence: 1.0,
            by_content: false,
        });
        // several sections may have the same heading, on different pages
        let placed = match (found, named) {
            (Some(found), Some(named)) if found.confidence >= 1.0 && is_elsewhere(&named.id) => {
                Some(found)
            }
            (found, named) => named.or(found),
        };
        let sure = placed.as_ref().filter(|place| place.confidence >= FOUND);
        if let Some(place) = sure {
            // the page may have changed since the heading
            let moved = page.is_some() && self.rules.and_then(|(db, _)| db.page(&place.id)) != page;
            let named = match &*drafted {
                [(command, payload)] if moved => self.named_content(command, payload),
                _ => None,
            };
            let lacks = named.is_some_and(|named| {
                let own = self.contents().iter().find(|own| own.id == place.id);
                own.is_some_and(|own| !own.has(&named))
            });
            if !lacks {
                return placed;
            }
        } else if let Some(id) = enter_numbered_unit(self.contents(), one, drafted) {
            return Some(SectionMatch {
                id,
                confidence: 1.0,
                by_content: false,
            });
        }
        let page = page.filter(|_| sure.is_some() || !one.place.page_carried);
        let other = self.find_by_content(one, page, drafted);
        other.or(placed)
    }

    /// Returns the section with the words or rows that an instruction names, and takes the labels
    /// that it does not have off the command: they name the place in words of the sheet.
    fn find_by_content(
        &self,
        one: &PrintedInstruction,
        page: Option<&str>,
        drafted: &mut [(Command, Vec<EditableUnit>)],
    ) -> Option<SectionMatch> {
        let [(command, payload)] = drafted else {
            return None;
        };
        let contents = self.contents();
        let is_on = |own: &Content| page.is_none_or(|page| own.page.as_deref() == Some(page));
        let named = self.named_content(command, payload);
        let found = named.and_then(|named| only(contents, |own| is_on(own) && own.has(&named)));
        let alone = || {
            let named = page.is_some() && one.place.path.is_empty();
            only(contents, |own| named && is_on(own))
        };
        let found = found.or_else(alone)?;
        for target in command.targets_mut() {
            let named = !target.steps.is_empty();
            target.steps.retain(|step| match &step.kind {
                AddressStepKind::Labelled { labels, unit, .. } => {
                    let has = |label: &Spanned<String>| {
                        label.value.contains('…') || found.labels.contains(&label_key(&label.value))
                    };
                    !matches!(unit, UnitNoun::Row | UnitNoun::Paragraph) || labels.iter().any(has)
                }
                _ => true,
            });
            if named && target.steps.is_empty() {
                target.steps.push(AddressStep {
                    kind: AddressStepKind::Text,
                    span: target.span,
                });
            }
        }
        Some(SectionMatch {
            id: found.id.clone(),
            confidence: BY_CONTENT,
            by_content: true,
        })
    }

    /// Returns what all sections contain at the view; nothing without one.
    fn contents(&self) -> &[Content] {
        self.contents.get_or_init(|| {
            let Some((db, Some(base))) = self.rules else {
                return Vec::new();
            };
            let content = |id: &String| Content::new(db, base, id);
            db.outline().iter().filter_map(content).collect()
        })
    }

    /// Returns what an instruction names that its section must contain; `None` if it is nothing.
    fn named_content(&self, command: &Command, payload: &[EditableUnit]) -> Option<NamedContent> {
        let quote = quoted_words(command).map(normalized_words);
        let (mut labels, mut rows) = (Vec::new(), Vec::new());
        if matches!(command, Command::SetValues) {
            labels = row_names(payload);
            let ruleset = &self.rules?.0.ruleset;
            rows = labels.iter().map(|row| ruleset.spell_out(row)).collect();
        } else if quote.is_none() {
            labels = labels_of(command);
        }
        let quote = quote.filter(|words| !words.is_empty());
        (quote.is_some() || !labels.is_empty()).then(|| NamedContent {
            quote: quote.map(|words| framed(&words)).unwrap_or_default(),
            labels,
            rows,
        })
    }
}

/// Returns the only section that fits.
fn only(contents: &[Content], fits: impl Fn(&Content) -> bool) -> Option<&Content> {
    let mut found = contents.iter().filter(|own| fits(own));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Returns the only section with a unit of the printed number, `8.3`, and makes that unit the place
/// of the commands.
fn enter_numbered_unit(
    contents: &[Content],
    one: &PrintedInstruction,
    drafted: &mut [(Command, Vec<EditableUnit>)],
) -> Option<String> {
    let number = one.place.path.last()?.trim_matches(['[', ']']);
    let counts = number.contains('.')
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'.');
    let label = label_key(number);
    let found = only(contents, |own| counts && own.labels.contains(&label))?;
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
            // `4.2.2 This paragraph now reads …`
            let whole = AddressStepKind::Ordinals {
                unit: UnitNoun::Paragraph,
                ordinals: vec![(1, 1)],
            };
            let is_whole =
                |kind: &AddressStepKind| *kind == AddressStepKind::Text || *kind == whole;
            target.steps.retain(|step| !is_whole(&step.kind));
            target.steps.insert(0, step.clone());
        }
    }
    Some(found.id.clone())
}

/// What an instruction names that its section must contain: quoted words, labels and names of rows.
struct NamedContent {
    quote: String,
    labels: Vec<String>,
    /// The names of rows, with their abbreviations written in full.
    rows: Vec<Vec<String>>,
}

impl Content {
    fn new(db: &RulesetDb, base: &View, id: &str) -> Option<Self> {
        let tree = db.section(id)?.version(base);
        let live = tree.live_units(tree.root);
        let texts = live.iter().filter_map(|&unit| tree.restated(unit));
        let words: Vec<String> = texts
            .flat_map(|words| normalized_words(&words.text))
            .collect();
        let labels = || {
            live.iter()
                .filter_map(|&unit| Some((tree.kind(unit), tree.label(unit)?)))
        };
        let rows = labels().filter(|(kind, _)| *kind == UnitKind::Row);
        Some(Self {
            id: id.to_owned(),
            page: db.page(id).map(str::to_owned),
            words: framed(&words),
            rows: rows.map(|(_, label)| db.ruleset.spell_out(label)).collect(),
            labels: labels().map(|(_, label)| label_key(label)).collect(),
        })
    }

    fn has(&self, named: &NamedContent) -> bool {
        let has_row = |name: &Vec<String>| {
            !name.is_empty() && self.rows.iter().any(|row| row.ends_with(name))
        };
        let rows = !named.rows.is_empty() && named.rows.iter().all(has_row);
        self.words.contains(&named.quote)
            && (rows || named.labels.iter().all(|label| self.names(label)))
    }

    /// Whether the section has this label, or one that is part of it: `silk is sold at`.
    fn names(&self, label: &str) -> bool {
        const SHORTEST: usize = 4;
        let words = framed(&normalized_words(label));
        let is_part =
            |own: &String| own.len() >= SHORTEST && words.contains(&framed(&normalized_words(own)));
        self.labels.contains(label) || self.labels.iter().any(is_part)
    }
}

/// Returns words with blanks between and around them.
fn framed(words: &[String]) -> String {
    format!(" {} ", words.join(" "))
}

/// Returns the old words that an instruction quotes.
fn quoted_words(command: &Command) -> Option<&str> {
    match command {
        Command::ReplacePhrase { phrase, .. }
        | Command::Delete {
            what: DeleteOperand::Phrase(phrase, _),
            ..
        }
        | Command::Insert {
            point: InsertAnchor::Phrase(phrase, _),
            ..
        } => Some(&phrase.quote.value),
        _ => None,
    }
}

/// Returns the names of the rows of new values.
fn row_names(payload: &[EditableUnit]) -> Vec<String> {
    let tables = payload.iter().filter(|unit| unit.kind == BlockKind::Table);
    let rows = tables.flat_map(|table| table.children.iter().skip(1));
    rows.filter_map(|row| Some(label_key(&row.children.first()?.plain)))
        .collect()
}

/// Returns the labels of the units that an instruction names, except numbers.
fn labels_of(command: &Command) -> Vec<String> {
    let targets = command.targets().into_iter();
    let labels = targets
        .flat_map(|target| &target.steps)
        .filter_map(|step| match &step.kind {
            AddressStepKind::Labelled { labels, unit, .. } if *unit != UnitNoun::Sentence => {
                Some(labels.iter().map(|label| label_key(&label.value)))
            }
            _ => None,
        });
    let is_name = |label: &String| label.chars().filter(|c| c.is_alphabetic()).count() > 2;
    labels.flatten().filter(is_name).collect()
}

/// Returns the distance of two page labels in pages, or `None` if one of them is not a number.
fn distance(one: &str, other: &str) -> Option<u32> {
    let number = |page: &str| {
        page.trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .parse::<u32>()
            .ok()
    };
    Some(number(one)?.abs_diff(number(other)?))
}

/// Returns the share of common words, from 0 to 1, weighted between the longer and the shorter
/// heading.
pub(super) fn overlap(one: &[String], other: &[String]) -> f64 {
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    let one: Vec<String> = one.iter().map(|word| stem(word)).collect();
    let mut left: Vec<String> = other.iter().map(|word| stem(word)).collect();
    let all = (one.len(), left.len());
    let mut both = 0;
    for word in &one {
        if let Some(at) = left.iter().position(|other| other == word) {
            left.swap_remove(at);
            both += 1;
        }
    }
    let (longer, shorter) = (all.0.max(all.1) as f64, all.0.min(all.1) as f64);
    let both = f64::from(both);
    0.6 * both / longer + 0.4 * both / shorter
}

/// Returns a word in lower case without the plural ending.
fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    if lower.len() > 3 {
        lower.trim_end_matches('s').to_owned()
    } else {
        lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> SectionIndex<'static> {
        let row = |id: &str, page: &str, heading: &str| Heading {
            id: id.into(),
            page: Some(page.into()),
            words: normalized_words(heading),
        };
        let headings = vec![
            row("knights.x", "5", "Knights, Exception (X)"),
            row("knights.s", "5", "Knights, Superior (S)"),
            row("rear-support", "22", "Rear Support Factors"),
            row("tactical", "22", "Tactical factors"),
            row("recoiling", "24", "Recoiling elements"),
            row("fleeing", "24", "Fleeing elements"),
        ];
        SectionIndex {
            headings,
            ..SectionIndex::default()
        }
    }

    #[test]
    fn headings_need_not_be_the_same() {
        let found = |path: &[&str], page| places().find(path, page).map(|found| found.id);
        assert_eq!(
            found(&["KNIGHTS Exception (X)."], Some("5")).as_deref(),
            Some("knights.x")
        );
        assert_eq!(
            found(&["KNIGHTS", "Superior (S)."], None).as_deref(),
            Some("knights.s")
        );
        assert_eq!(
            found(&["REAR SUPPORT"], Some("22")).as_deref(),
            Some("rear-support")
        );
        assert_eq!(
            found(&["Recoiling element"], None).as_deref(),
            Some("recoiling")
        );
        assert_eq!(found(&["Siege towers"], Some("24")), None);
    }
}
