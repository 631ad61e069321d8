//! Looks up in a booklet of the library the printed lines that a sheet counts, and puts units or
//! words in place of their numbers.

use super::{
    dry_run::{COUNTS_LINES, base_view},
    heading_index::HeadingIndex,
    unit,
};
use crate::{
    analysis::Analysis,
    import::{Confidence, PrintedInstruction, PrintedSheet},
    model::{UnitId, UnitKind},
    op::{countable_units, select_steps},
    resolve::{BookletLine, BookletLinePart, RulesetDb, Section, View},
    syntax::{
        AddressStep, AddressStepKind, Command, DeleteOperand, InsertAnchor, OccurrenceSelector,
        Phrase, Target, UnitNoun, instruction,
    },
    text::{Span, Spanned},
};
use jiff::civil::Date;

/// Replaces the printed lines that instructions of `sheet` count by units or words of the booklet in
/// the library, and says in a doubt what each line reads, or that it is not known.
///
/// `books` contains the rules and the booklets of the library.
pub fn resolve_printed_lines(books: &Analysis, sheet: &mut PrintedSheet, known: Date) {
    let key = sheet.ruleset.clone();
    let Some(db) = key.as_deref().and_then(|key| books.ruleset_db(key)) else {
        return;
    };
    let Some(base) = base_view(db, sheet, known) else {
        return;
    };
    let index = HeadingIndex::new(db);
    for one in &mut sheet.instructions {
        let counts_lines = one.operations.iter().any(|operation| {
            let targets = operation.command.targets();
            targets
                .iter()
                .any(|target| counted_line(target).is_some() || target.printed_line.is_some())
        });
        if counts_lines {
            let found = index.find(&one.place.path, one.place.page.as_deref());
            let id = one.place.id.clone().or(found.map(|found| found.id));
            let resolver = LineResolver {
                db,
                base: &base,
                id,
            };
            resolver.resolve(one);
        }
    }
}

/// Returns the number of the printed line that is the last step of an address.
fn counted_line(target: &Target) -> Option<u32> {
    match &target.steps.last()?.kind {
        AddressStepKind::Ordinals {
            unit: UnitNoun::Line,
            ordinals,
        } => match ordinals[..] {
            [(from, to)] if from == to => Some(from),
            _ => None,
        },
        _ => None,
    }
}

/// Looks up in a booklet the printed lines that one instruction counts, and rewrites its commands.
struct LineResolver<'a> {
    db: &'a RulesetDb,
    base: &'a View,
    /// The section that the instruction is about.
    id: Option<String>,
}

impl LineResolver<'_> {
    fn resolve(&self, one: &mut PrintedInstruction) {
        let section = self.id.as_deref().and_then(|id| self.db.section(id));
        let mut remarks = Vec::new();
        let page = one.place.page.clone();
        for operation in &mut one.operations {
            let mut command = operation.command.clone();
            let Some(number) = line_of_command(&command) else {
                continue;
            };
            let line = section
                .as_deref()
                .ok_or(UnknownLineReason::Booklet)
                .and_then(|section| self.find_line(section, &command, page.as_deref(), number));
            match line {
                Ok((section, line)) => {
                    let payload = unit::parse_units(&operation.payload);
                    let plain = match &payload[..] {
                        [only] if only.children.is_empty() => Some(only.plain.clone()),
                        _ => None,
                    };
                    let resolved = self.rewrite(section, &mut command, &line, plain);
                    remarks.push((resolved, self.describe(section, number, &line)));
                    if resolved == LineResolution::Words
                        && matches!(operation.command, Command::Replace { .. })
                    {
                        operation.payload.clear();
                    }
                }
                Err(why) => {
                    remarks.push((LineResolution::Not, self.describe_unknown(number, &why)))
                }
            }
            operation.text = instruction::print(&command);
            operation.command = command;
        }
        if remarks.is_empty() {
            return;
        }
        one.doubts
            .retain(|doubt| !doubt.message.starts_with(COUNTS_LINES));
        let left = one.doubts.iter().map(|doubt| doubt.confidence).min();
        one.confidence = left.unwrap_or(Confidence::Sure);
        for (resolved, remark) in remarks {
            // a line that is a bullet, and a hint that agrees, leave no doubt
            if resolved != LineResolution::Unit {
                one.add_doubt(remark);
            }
        }
    }

    /// Returns the line that a command counts: in its paragraph, or on the page if it names none.
    fn find_line<'s>(
        &self,
        section: &'s Section,
        command: &Command,
        page: Option<&str>,
        number: u32,
    ) -> Result<(&'s Section, BookletLine), UnknownLineReason> {
        let book = section
            .booklet_at(self.base.edition)
            .ok_or(UnknownLineReason::Booklet)?;
        let tree = section.version(self.base);
        let scope = scope_of(command);
        let inside = !matches!(
            scope[..],
            [] | [AddressStep {
                kind: AddressStepKind::Text,
                ..
            }]
        );
        let unit = match inside {
            true => match select_steps(&tree, tree.root, &scope).as_deref() {
                Ok([only]) => *only,
                _ => return Err(UnknownLineReason::Paragraph),
            },
            false => tree.root,
        };
        let mut lines = section.booklet_lines(&tree, book, unit).into_iter();
        let line = if inside {
            lines.nth(number.saturating_sub(1) as usize)
        } else {
            lines.find(|line| line.number == number && page.is_none_or(|page| line.page == page))
        };
        line.filter(|line| !line.parts.is_empty())
            .map(|line| (section, line))
            .ok_or(UnknownLineReason::Line)
    }

    /// Puts the unit or the words of a line in place of its number.
    fn rewrite(
        &self,
        section: &Section,
        command: &mut Command,
        line: &BookletLine,
        payload: Option<String>,
    ) -> LineResolution {
        if let Some(phrase) = words_of_command(command) {
            let has = words(&line.words()).contains(&words(&phrase));
            return if has {
                LineResolution::Unit
            } else {
                LineResolution::Not
            };
        }
        let tree = section.version(self.base);
        let bullet = line.parts.first().filter(|part| {
            part.is_whole
                && tree.kind(part.unit) == UnitKind::Bullet
                && line.parts.iter().all(|own| own.unit == part.unit)
        });
        if let Some(BookletLinePart { unit, .. }) = bullet {
            return self.name_bullet(section, command, *unit);
        }
        let [part] = &line.parts[..] else {
            return LineResolution::Not;
        };
        let phrase = Phrase {
            which: OccurrenceSelector::Exactly(1),
            quote: Spanned::new(part.words.clone(), Span::default()),
        };
        let in_words = |target: &Target| {
            let mut target = target.clone();
            let number = counted_line(&target);
            target.steps.pop();
            if target.steps.is_empty() {
                target.steps.push(AddressStep {
                    kind: AddressStepKind::Text,
                    span: Span::default(),
                });
            }
            target.printed_line = number.map(|number| Spanned::new(number, Span::default()));
            target
        };
        *command = match (&*command, payload) {
            (Command::Replace { targets, .. }, Some(with)) => Command::ReplacePhrase {
                phrase,
                with: Spanned::new(with, Span::default()),
                targets: targets.iter().map(in_words).collect(),
            },
            (
                Command::Delete {
                    what: DeleteOperand::Units(targets),
                    moved_to,
                },
                _,
            ) => Command::Delete {
                what: DeleteOperand::Phrase(phrase, targets.iter().map(in_words).collect()),
                moved_to: moved_to.clone(),
            },
            (
                Command::Insert {
                    what,
                    side,
                    point: InsertAnchor::Unit(target),
                },
                _,
            ) => Command::Insert {
                what: what.clone(),
                side: *side,
                point: InsertAnchor::Phrase(phrase, vec![in_words(target)]),
            },
            _ => return LineResolution::Not,
        };
        LineResolution::Words
    }

    /// Names the bullet that a line is.
    fn name_bullet(
        &self,
        section: &Section,
        command: &mut Command,
        bullet: UnitId,
    ) -> LineResolution {
        let tree = section.version(self.base);
        let mut resolved = LineResolution::Not;
        for target in command.targets_mut() {
            if counted_line(target).is_none() {
                continue;
            }
            let scope = &target.steps[..target.steps.len() - 1];
            let scope = select_steps(&tree, tree.root, scope);
            let Ok([scope]) = scope.as_deref() else {
                continue;
            };
            let units = countable_units(&tree, *scope, UnitNoun::Bullet);
            let gap = units.iter().position(|&unit| tree.kind(unit).is_gap());
            let at = units.iter().position(|&unit| unit == bullet);
            let Some(at) = at.filter(|&at| gap.is_none_or(|gap| at < gap)) else {
                continue;
            };
            let ordinal = at as u32 + 1;
            if let Some(step) = target.steps.last_mut() {
                step.kind = AddressStepKind::Ordinals {
                    unit: UnitNoun::Bullet,
                    ordinals: vec![(ordinal, ordinal)],
                };
                resolved = LineResolution::Unit;
            }
        }
        resolved
    }

    fn describe(&self, section: &Section, number: u32, line: &BookletLine) -> String {
        let book = section.booklet_at(self.base.edition);
        let edition = book
            .and_then(|book| section.patch(book))
            .map(|book| book.edition);
        format!(
            "line {number} reads \"{}\" in the booklet of {} (page {}, line {})",
            line.words(),
            edition.map_or("?", |edition| self.db.ruleset.edition_id(edition)),
            line.page,
            line.number
        )
    }

    fn describe_unknown(&self, number: u32, why: &UnknownLineReason) -> String {
        let edition = self.db.ruleset.edition_id(self.base.edition);
        let why = match why {
            UnknownLineReason::Booklet => {
                format!("the library has no booklet for {edition} with this section")
            }
            UnknownLineReason::Paragraph => "its paragraph was not found".to_owned(),
            UnknownLineReason::Line => "the booklet has no such line there".to_owned(),
        };
        format!("{COUNTS_LINES}, and line {number} is not known: {why}")
    }
}

/// What a command names in place of the number of a printed line: the unit, its words, or still the
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineResolution {
    Unit,
    Words,
    Not,
}

/// Why a printed line is not known: no booklet, its paragraph was not found there, or it has no
/// such line.
enum UnknownLineReason {
    Booklet,
    Paragraph,
    Line,
}

/// Returns the printed line that a command counts.
fn line_of_command(command: &Command) -> Option<u32> {
    let targets = command.targets();
    let mut lines = targets.iter().filter_map(|target| {
        let hint = target.printed_line.as_ref().map(|line| line.value);
        counted_line(target).or(hint)
    });
    lines.next()
}

/// Returns the steps of the unit whose lines a command counts.
fn scope_of(command: &Command) -> Vec<AddressStep> {
    let targets = command.targets();
    let counts =
        |target: &&&Target| counted_line(target).is_some() || target.printed_line.is_some();
    let Some(target) = targets.iter().find(counts) else {
        return Vec::new();
    };
    let mut steps = target.steps.clone();
    if counted_line(target).is_some() {
        steps.pop();
    }
    steps
}

/// Returns the words that a command names, if it counts a line only as a hint.
fn words_of_command(command: &Command) -> Option<String> {
    let is_hint = command
        .targets()
        .iter()
        .all(|target| counted_line(target).is_none());
    let phrase = command.phrase().filter(|_| is_hint)?;
    Some(phrase.quote.value.clone())
}

fn words(text: &str) -> String {
    crate::text::similarity::normalized_words(text).join(" ")
}
