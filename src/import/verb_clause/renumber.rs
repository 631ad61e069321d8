//! Parses new labels or names of units: `(b) then becomes (c)`, `points 3 to 5 become 4 to 6`, `the
//! Oath of Iron is called “Oath of Steel”`.

use super::*;
use crate::import::grammar::NumberMeaning;

/// The most labels that a range may have.
const LONGEST_RANGE: usize = 26;

impl TokenCursor<'_> {
    /// Parses the sentence at the cursor; returns each unit with its new label, in an order in which no
    /// label is used twice.
    pub(crate) fn parse_new_labels(&mut self) -> Option<Vec<(PrintedStep, String)>> {
        let from = self.at;
        let read = self.attempt(Self::parse_new_labels_words)?;
        self.record(from, "new labels");
        Some(read)
    }

    /// Parses the new name of a unit that its old one names: `from now on the Oath of Iron is called “Oath
    /// of Steel”`.
    pub(super) fn parse_new_name(&mut self) -> ClauseParse {
        let mut from = None;
        while !self.ends_at(0, &['.', ';', ':']) {
            let names =
                from.is_some_and(|from| self.continues_name(from)) || self.continues_name(self.at);
            if names {
                from.get_or_insert(self.at);
            } else if let Some(first) = from.filter(|_| self.is_word(0, MODALS)) {
                let end = self.previous_end();
                self.eat_modals();
                let called = self.eat_word(&["called", "named", "known"]);
                self.eat_word(&["as", "to"]);
                if let Some(label) = called.then(|| self.eat_quote()).flatten() {
                    let name = &self.text[self.tokens[first].start..end];
                    let name = name.strip_prefix("The ").unwrap_or(name);
                    self.record(first, "a new name");
                    let place = PrintedAddress::of(PrintedStep::labelled(name, true));
                    return without_payload(ClauseAction::Rename(label.to_owned()), place);
                }
                from = None;
                continue;
            } else {
                from = None;
            }
            self.at += 1;
        }
        None
    }

    fn parse_new_labels_words(&mut self) -> Option<Vec<(PrintedStep, String)>> {
        let commanded = self.verb_at(0) == Some(VerbKind::Rename);
        self.at += usize::from(commanded);
        let mut pairs = self.parse_new_labels_of_units(commanded)?;
        while let Some(further) = self.attempt(|cursor| {
            (cursor.eat_mark(&[',', ';']) | cursor.eat_and()).then_some(())?;
            cursor.parse_new_labels_of_units(commanded)
        }) {
            pairs.extend(further);
        }
        self.eat_word(&["accordingly", "respectively", "instead"]);
        let ends = self.ends_at(0, &['.', ';', ',']);
        ends.then(|| order_new_labels(pairs)).flatten()
    }

    /// Parses the new labels of one range of units: `points 3 to 5 become 4 to 6`.
    fn parse_new_labels_of_units(&mut self, commanded: bool) -> Option<Vec<(PrintedStep, String)>> {
        let units = match self.attempt(|cursor| cursor.parse_label_range(LONGEST_RANGE)) {
            Some((unit, labels)) => labels
                .iter()
                .map(|label| PrintedStep::quoted(unit, label))
                .collect(),
            // `the first +1 is now +2`
            None => {
                let step = self.parse_step()?;
                (step.unit() == Some(UnitNoun::Line)).then_some(())?;
                vec![step]
            }
        };
        self.eat_word(&["then", "now", "therefore", "accordingly", "thus"]);
        let from = self.at;
        let demands = self.eat_modals();
        let named = if commanded {
            self.eat_word(&["as", "to"])
        } else if self.participle_at(0) == Some(VerbKind::Rename) && self.at > from {
            self.at += 1;
            self.eat_word(&["as", "to"]);
            true
        } else {
            self.eat_word(&["becomes", "become", "read", "reads"]) || demands
        };
        named.then_some(())?;
        let (_, new) = self.parse_label_range(units.len())?;
        let changes = units.len() == new.len()
            && units
                .iter()
                .zip(&new)
                .all(|(step, new)| step.name().is_some_and(|old| old != *new));
        changes.then(|| units.into_iter().zip(new).collect())
    }

    /// Parses a label or a range of labels, perhaps with their unit: `(c)`, `the -2 line`, `points 3 to
    /// 5`. A list has at most `longest` labels.
    fn parse_label_range(&mut self, longest: usize) -> Option<(UnitNoun, Vec<String>)> {
        self.skip_noise();
        let unit = self
            .unit_at(0)
            .filter(|(_, naming)| *naming != NumberMeaning::Counted);
        self.at += usize::from(unit.is_some());
        let first = self.parse_bare_label(unit.is_some())?;
        let signed = first.starts_with(['+', '-']);
        let mut labels = vec![first.clone()];
        let last = self.attempt(|cursor| {
            (cursor.eat_word(&["to"]) || cursor.eat_mark(&['–'])).then_some(())?;
            cursor.parse_bare_label(true)
        });
        if let Some(last) = last {
            labels = labels_between(&first, &last)?;
        } else {
            while labels.len() < longest
                && let Some(next) = self.attempt(|cursor| {
                    (cursor.eat_mark(&[',']) | cursor.eat_and()).then_some(())?;
                    cursor.parse_bare_label(unit.is_some())
                })
            {
                labels.push(next);
            }
        }
        let after = self.unit_at(0).filter(|_| unit.is_none() && signed);
        self.at += usize::from(after.is_some());
        let kind = if signed {
            UnitNoun::Line
        } else {
            UnitNoun::Item
        };
        let named = unit
            .map(|(unit, _)| unit)
            .filter(|unit| *unit != UnitNoun::Section);
        if unit.is_some() && named.is_none() {
            return None;
        }
        Some((named.unwrap_or(kind), labels))
    }

    /// Parses `(c)` or `-2`; after the word for a unit (`named`) also `3` and `c`.
    fn parse_bare_label(&mut self, named: bool) -> Option<String> {
        let label = match self.peek(0)? {
            Item(label)
                if label
                    .chars()
                    .all(|c| c.is_ascii_digit() || c.is_lowercase()) =>
            {
                label.clone()
            }
            Signed(label) => label.clone(),
            Quote(words, true) => quoted_label(words)?,
            Number(number, None) if named => number.to_string(),
            Word(word) if named && word.len() == 1 => word.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(label)
    }
}

/// Returns the label that is all that a quote contains: `“-2”`, `“(c)”`.
fn quoted_label(words: &str) -> Option<String> {
    let inner = words
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let signed = words.strip_prefix(['+', '-', '−', '–']);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match (inner, signed) {
        (Some(label), _) if label.len() == 1 || digits(label) => Some(label.to_owned()),
        (None, Some(number)) if digits(number) => {
            let sign = if words.starts_with('+') { '+' } else { '-' };
            Some(format!("{sign}{number}"))
        }
        _ => None,
    }
}

/// Puts new labels in an order in which no label is taken while a unit still has it; `None` if there is
/// none.
fn order_new_labels(mut pairs: Vec<(PrintedStep, String)>) -> Option<Vec<(PrintedStep, String)>> {
    let mut out = Vec::new();
    while !pairs.is_empty() {
        let free = pairs.iter().position(|(own, new)| {
            let others = pairs.iter().filter(|(step, _)| step != own);
            own.unit() == Some(UnitNoun::Line)
                || others
                    .filter_map(|(step, _)| step.name())
                    .all(|old| old != *new)
        })?;
        out.push(pairs.remove(free));
    }
    Some(out)
}

/// Returns the labels from `first` to `last`, both included: letters or numbers.
fn labels_between(first: &str, last: &str) -> Option<Vec<String>> {
    let labels: Vec<String> = match (first.parse::<u32>(), last.parse::<u32>()) {
        (Ok(from), Ok(to)) => (from..=to)
            .take(LONGEST_RANGE)
            .map(|n| n.to_string())
            .collect(),
        _ => match (first.as_bytes(), last.as_bytes()) {
            ([from], [to]) => (*from..=*to).map(|c| char::from(c).to_string()).collect(),
            _ => return None,
        },
    };
    (labels.len() > 1 && labels.last().map(String::as_str) == Some(last)).then_some(labels)
}
