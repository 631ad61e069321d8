//! Parses the new labels of units: `(b) then becomes (c)`, `points 3 to 5 become 4 to 6`.

use super::*;
use crate::import::grammar::Naming;

/// The most labels that a range may have.
const LONGEST_RANGE: usize = 26;

impl TokenCursor<'_> {
    /// Parses the sentence at the cursor; returns each unit with its new label, in an order in which no
    /// label is used twice.
    pub(in crate::import) fn parse_new_labels(&mut self) -> Option<Vec<(PrintedStep, String)>> {
        let back = self.checkpoint();
        let read = self.parse_new_labels_words();
        match &read {
            Some(_) => self.record(back.token(), "new labels"),
            None => self.rewind(back),
        }
        read
    }

    fn parse_new_labels_words(&mut self) -> Option<Vec<(PrintedStep, String)>> {
        let commanded = self.verb_at(0) == Some(VerbKind::Rename);
        self.at += usize::from(commanded);
        let (unit, old) = self.parse_label_range()?;
        self.eat_word(&["then", "now", "therefore", "accordingly", "thus"]);
        let from = self.at;
        let modals = self.eat_modals();
        let named = if commanded {
            self.eat_word(&["as", "to"])
        } else if self.participle_at(0) == Some(VerbKind::Rename) && self.at > from {
            self.at += 1;
            self.eat_word(&["as", "to"]);
            true
        } else {
            self.eat_word(&["becomes", "become"]) || modals
        };
        named.then_some(())?;
        let (_, new) = self.parse_label_range()?;
        self.eat_word(&["accordingly", "respectively", "instead"]);
        let ends = self.at_end() || self.is_mark(0, &['.', ';', ',']);
        (ends && old.len() == new.len() && old != new).then_some(())?;
        let step = |(old, new): (String, String)| (PrintedStep::quoted(unit, &old), new);
        let upward = new.last().is_some_and(|last| !old.contains(last));
        let pairs = old.into_iter().zip(new);
        Some(if upward {
            pairs.rev().map(step).collect()
        } else {
            pairs.map(step).collect()
        })
    }

    /// Parses a label or a range of labels, perhaps with their unit: `(c)`, `the -2 line`, `points 3 to
    /// 5`.
    fn parse_label_range(&mut self) -> Option<(UnitNoun, Vec<String>)> {
        self.skip_noise();
        let unit = self.unit_at(0).filter(|(_, naming)| *naming != Naming::Counted);
        self.at += usize::from(unit.is_some());
        let first = self.parse_bare_label(unit.is_some())?;
        let signed = first.starts_with(['+', '-']);
        let mut labels = vec![first.clone()];
        let back = self.checkpoint();
        if self.eat_word(&["to"]) || self.eat_mark(&['–']) {
            match self.parse_bare_label(true) {
                Some(last) => labels = labels_between(&first, &last)?,
                None => self.rewind(back),
            }
        } else {
            while self.eat_mark(&[',']) | self.eat_and() {
                match self.parse_bare_label(unit.is_some()) {
                    Some(next) => labels.push(next),
                    None => {
                        self.rewind(back);
                        break;
                    }
                }
            }
        }
        let after = self.unit_at(0).filter(|_| unit.is_none() && signed);
        self.at += usize::from(after.is_some());
        let kind = if signed { UnitNoun::Line } else { UnitNoun::Item };
        let named = unit.map(|(unit, _)| unit).filter(|unit| *unit != UnitNoun::Section);
        if unit.is_some() && named.is_none() {
            return None;
        }
        Some((named.unwrap_or(kind), labels))
    }

    /// Parses `(c)` or `-2`; after the word for a unit (`named`) also `3` and `c`.
    fn parse_bare_label(&mut self, named: bool) -> Option<String> {
        let label = match self.peek(0)? {
            Lexeme::Item(label) if label.chars().all(|c| c.is_ascii_digit() || c.is_lowercase()) => {
                label.clone()
            }
            Lexeme::Signed(label) => label.clone(),
            Lexeme::Number(number, None) if named => number.to_string(),
            Lexeme::Word(word) if named && word.len() == 1 => word.clone(),
            _ => return None,
        };
        self.at += 1;
        Some(label)
    }
}

/// Returns the labels from `first` to `last`, both included: letters or numbers.
fn labels_between(first: &str, last: &str) -> Option<Vec<String>> {
    let labels: Vec<String> = match (first.parse::<u32>(), last.parse::<u32>()) {
        (Ok(from), Ok(to)) => (from..=to).take(LONGEST_RANGE).map(|n| n.to_string()).collect(),
        _ => match (first.as_bytes(), last.as_bytes()) {
            ([from], [to]) => (*from..=*to).map(|c| char::from(c).to_string()).collect(),
            _ => return None,
        },
    };
    (labels.len() > 1 && labels.last().map(String::as_str) == Some(last)).then_some(labels)
}
