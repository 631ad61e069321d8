//! Parses words after `the bullet` that say which one: label, topic, quoted words, `at the end`.

use super::printed_address::PrintedStep;
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::{DEPARTURES, LABEL_OPENERS, LAST, MODALS, RULE_WORDS, TOPIC_OPENERS},
        token::SheetTokenKind::{Dotted, Item, Mark, Nth, Number, Paren, Quote, Signed},
    },
    syntax::UnitNoun::{self, Bullet, Entry, Line, Paragraph, Row, Sentence},
};

/// Verbs of what happens to a unit.
const CHANGES: &[&str] = &[
    "loses", "gains", "becomes", "become", "reads", "read", "moves",
];

/// Participles of how a unit came into the rules.
const HISTORY: &[&str] = &[
    "added",
    "inserted",
    "introduced",
    "amended",
    "changed",
    "revised",
];

/// The most words of the topic of a unit.
const LONGEST_TOPIC: usize = 16;

impl TokenCursor<'_> {
    /// Parses the end at which a unit is: `the paragraph at the end`, `the bullet at the head`.
    pub(super) fn parse_edge_unit(&mut self, unit: UnitNoun) -> Option<PrintedStep> {
        let that = self.is_word(0, &["that", "which"])
            && self.is_word(2, &["the"])
            && self.unit_at(3).is_some();
        let edge = match self.word(1) {
            Some("ends" | "closes" | "concludes") => Some(PrintedStep::last(unit)),
            Some("begins" | "opens" | "starts") => Some(PrintedStep::nth(unit, 1)),
            _ => None,
        };
        if let Some(step) = edge.filter(|_| that) {
            // `the paragraph that ends the section`
            self.at += 4;
            return Some(step);
        }
        let definite = self.follows_word(2, &["the"]);
        if !definite || !self.is_word(0, &["at"]) || !self.is_word(1, &["the"]) {
            return None;
        }
        let step = match self.word(2)? {
            "end" | "foot" | "bottom" => PrintedStep::last(unit),
            "start" | "beginning" | "head" | "top" => PrintedStep::nth(unit, 1),
            _ => return None,
        };
        self.at += 3;
        Some(step)
    }

    /// Consumes how a unit came into the rules: `that 3.1 inserted after "a raft"`, `added by version
    /// 3.1`. Returns the words.
    pub(super) fn eat_history(&mut self) -> Option<String> {
        let (back, start) = (self.checkpoint(), self.offset());
        let relative = self.eat_word(&["that", "which"]);
        self.eat_modals();
        if relative {
            self.eat_while(4, |cursor| {
                !cursor.is_word(0, HISTORY) && cursor.is_part_of_name()
            });
        }
        let mut found = self.eat_word(HISTORY);
        let by = found && self.eat_word(&["by", "in", "with"]);
        found &= by || relative;
        if by {
            self.eat_while(5, |cursor| {
                cursor.is_part_of_name() && cursor.verb_at(0).is_none()
            });
        }
        if self.is_word(0, &["after", "before"]) && self.is_quote(1) {
            self.at += 2;
        }
        let ends = self.at_end()
            || self.verb_at(0).is_some()
            || matches!(self.peek(0), Some(Mark(',' | '.' | ':') | Quote(..)))
            || self.is_word(0, &["for"])
            || self.is_word(0, MODALS);
        if !found || !ends {
            self.rewind(back);
            return None;
        }
        Some(self.text_from(start).to_owned())
    }

    /// Whether the cursor is at a word or number that may name an edition.
    fn is_part_of_name(&self) -> bool {
        let word = self.word(0).is_some_and(|_| !self.is_word(0, MODALS));
        word || matches!(self.peek(0), Some(Number(..) | Dotted(_)))
    }

    /// Parses the label of a unit after it: `headed +1`, `entitled "Cellars"`.
    pub(super) fn parse_label_after_unit(&mut self) -> Option<String> {
        self.is_word(0, LABEL_OPENERS).then_some(())?;
        let label = match self.peek(1)? {
            Quote(label, _) | Signed(label) | Item(label) => label.clone(),
            _ => return None,
        };
        self.at += 2;
        Some(label)
    }

    /// Parses the label of a unit that is set in other letters, which plain text has lost: `the
    /// sidebar Dark Places`.
    pub(super) fn parse_capital_label(&mut self, unit: UnitNoun) -> Option<String> {
        let has_label = matches!(unit, Row | Entry | UnitNoun::Item);
        (has_label && self.follows_word(2, &["the"])).then_some(())?;
        let from = self.at;
        let label = self.eat_while(5, |cursor| {
            cursor.continues_name(from) && cursor.verb_at(0).is_none()
        })?;
        Some(label.to_owned())
    }

    /// Parses the topic of a unit: `the bullet on spears` is the one labelled `Spears`.
    pub(super) fn parse_topic(&mut self, unit: UnitNoun) -> Option<String> {
        let back = self.checkpoint();
        let has_topic = matches!(
            unit,
            Bullet | Paragraph | UnitNoun::Item | Entry | Line | Row | Sentence
        ) && self.eat_topic_opener()
            || unit == Entry && self.eat_word(&["of"]);
        if let Some(label) = has_topic.then(|| self.eat_quote()).flatten() {
            return Some(label.to_owned());
        }
        let (from, start) = (self.at, self.offset());
        let has_topic = has_topic && self.parse_page().is_none();
        while has_topic && self.at < from + 7 && self.continues_name(from) {
            self.at += 1;
        }
        while has_topic && self.at < from + LONGEST_TOPIC && self.continues_topic() {
            self.at += 1;
        }
        let ended = self.at_end()
            || matches!(self.peek(0), Some(Mark(_) | Quote(..) | Paren(_)))
            || self.is_word(0, MODALS)
            || self.at > from && self.leads_to_place()
            || self.verb_at(0).is_some()
            || self.is_word(0, CHANGES)
            || self.is_word(0, DEPARTURES)
            || unit == Entry && self.is_word(0, &["on", "in"]);
        if self.at == from || !has_topic || !ended {
            self.rewind(back);
            return None;
        }
        if let (Some(Quote(label, true)), true) = (self.peek(0), self.is_mark(1, &[':'])) {
            // `the line about generals "if …": change …`
            self.at += 1;
            return Some(label.clone());
        }
        let words = self.text_from(start);
        let words = words.strip_prefix("the ").unwrap_or(words);
        let mut letters = words.chars();
        let first = letters.next()?.to_uppercase();
        Some(first.chain(letters).collect())
    }
}

impl TokenCursor<'_> {
    /// Whether the word at the cursor continues what a unit is about: `friends that it cannot pass`.
    fn continues_topic(&self) -> bool {
        let counts = self.follows_word(1, &["page", "p"]);
        let spelled = matches!(self.peek(0), Some(Number(_, None))) && !counts;
        let word = self.word(0).is_some() || spelled || self.is_item(0);
        // `wicks that were wet`
        let owner = (1..=3).any(|back| self.follows_word(back, &["whose", "if", "where"]));
        let relative = owner || self.follows_word(1, &["that", "which", "who"]);
        let ends = self.unit_at(0).is_some()
            || self.verb_at(0).is_some()
            || self.is_word(0, MODALS) && !self.is_word(0, &["to", "being"]) && !relative
            || self.is_word(0, DEPARTURES)
            || self.is_word(0, CHANGES)
            || self.is_word(0, &["page", "pages", "after", "before"]);
        word && !ends && !self.leads_to_place()
    }

    /// Whether a preposition at the cursor leads to a place or to new words: `spears in the last
    /// paragraph`, but not `spears in close combat`.
    fn leads_to_place(&self) -> bool {
        let joint = self.is_word(
            0,
            &[
                "in", "of", "from", "under", "on", "to", "and", "or", "by", "with",
            ],
        );
        let the = 1 + usize::from(self.is_word(1, &["the"]));
        let place = matches!(
            self.peek(the),
            None | Some(Nth(_) | Quote(..) | Number(..) | Mark(_))
        ) || self.is_word(the, LAST)
            || self.is_word(the, MODALS)
            || self.is_word(the, RULE_WORDS)
            || self.is_word(
                the,
                &["page", "same", "end", "start", "beginning", "top", "bottom"],
            )
            || self.unit_at(the).is_some()
            || self.verb_at(the).is_some()
            || self.participle_at(the).is_some();
        joint && place
    }

    /// Parses a factor and what it is for: `the -1 for warband`, `the -1 modifier for boats`.
    pub(super) fn parse_factor_for(&mut self) -> Option<(PrintedStep, PrintedStep)> {
        let Some(Signed(label)) = self.peek(0) else {
            return None;
        };
        let topic = self.attempt(|cursor| {
            cursor.at += 1;
            if matches!(cursor.unit_at(0), Some((Line, _))) {
                cursor.eat_unit();
            }
            cursor.eat_word(&["that", "which"]);
            (!cursor.is_word(0, &["if", "when", "against"])).then_some(())?;
            cursor.parse_topic(Line)
        })?;
        let described = PrintedStep::quoted(Paragraph, &topic);
        Some((described, PrintedStep::quoted(Line, label)))
    }

    /// Consumes the words in front of what a unit is about: `on`, `that deals with`.
    fn eat_topic_opener(&mut self) -> bool {
        TOPIC_OPENERS.iter().any(|words| self.eat_phrase(words))
    }
}
