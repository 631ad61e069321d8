//! Parses names and numbers of sections, but does not look them up: `rule 4.2`, `March moves`.

use super::printed_address::{PrintedAddress, PrintedStep};
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::LEXICON,
        token::{
            SheetToken,
            SheetTokenKind::{Bracket, Dotted, Item, Nth, Number, Paren, Quote, Word},
        },
    },
    syntax::UnitNoun,
};

impl TokenCursor<'_> {
    /// Parses a section named by its number, perhaps with labels of its units: `rule 4.2`, `Article
    /// 3(2)`, `the Second Schedule`.
    pub(crate) fn parse_numbered_section(&mut self) -> Option<PrintedAddress> {
        let back = self.checkpoint();
        self.eat_word(&["the"]);
        let start = self.offset();
        let of_rules = self.is_word(0, &LEXICON.rule_words);
        let mut heading = None;
        let mut further = Vec::new();
        if of_rules || self.is_word(0, &LEXICON.article_words) {
            heading = match self.peek(1) {
                Some(Word(_)) if !of_rules => self.roman_number(1),
                Some(Dotted(number) | Bracket(number)) => Some(number.clone()),
                _ => self.token(1).and_then(SheetToken::numbered_label),
            };
            self.at += 2;
            if of_rules && heading.is_some() {
                further = self.parse_further_rules();
            }
        } else if matches!(self.peek(0), Some(Nth(_))) && self.is_word(1, &LEXICON.article_words) {
            self.at += 2;
            heading = Some(String::new());
        }
        let Some(number) = heading else {
            self.rewind(back);
            return None;
        };
        let name = self.text_from(start);
        if let Some(Paren(caption)) = self.peek(0)
            && !of_rules
            && caption.starts_with(char::is_uppercase)
        {
            // `Appendix IV (Scale of tolls)`
            self.at += 1;
        }
        let mut address = PrintedAddress {
            heading: Some(if of_rules { number } else { name.to_owned() }),
            further,
            ..PrintedAddress::default()
        };
        address.steps = self.parse_item_labels();
        Some(address)
    }

    /// Returns the token at `ahead` if it is a number of capital letters: `IV`.
    pub(super) fn roman_number(&self, ahead: usize) -> Option<String> {
        let token = self.tokens.get(self.at + ahead)?;
        let word = &self.text[token.start..token.end];
        let letter = word.len() == 1 && word.bytes().all(|b| b.is_ascii_uppercase());
        let roman = letter || word.bytes().all(|b| b"IVXLC".contains(&b));
        (roman && word.len() < 6).then(|| word.to_owned())
    }

    /// Parses `and 7.3` after a rule number.
    pub(crate) fn parse_further_rules(&mut self) -> Vec<String> {
        let mut rules = Vec::new();
        loop {
            let back = self.checkpoint();
            let comma = self.eat_mark(&[',', '&']);
            let and = self.eat_word(&["and"]);
            self.eat_mark(&['§']);
            match self.peek(0) {
                Some(Dotted(rule) | Bracket(rule)) if comma || and => {
                    rules.push(rule.clone());
                }
                // `rules 5.1, 5.3 and 8`
                Some(Number(rule, None)) if and && !rules.is_empty() => {
                    rules.push(rule.to_string());
                }
                _ => {
                    self.rewind(back);
                    return rules;
                }
            }
            self.at += 1;
        }
    }

    /// Parses the labels behind the number of a section: `(2)(a)`.
    pub(super) fn parse_item_labels(&mut self) -> Vec<PrintedStep> {
        let mut steps = Vec::new();
        while let Some(label) = self.eat_item() {
            let counted = label.bytes().all(|b| b.is_ascii_digit());
            let unit = if counted {
                UnitNoun::Paragraph
            } else {
                UnitNoun::Item
            };
            steps.push(PrintedStep::quoted(unit, label));
        }
        steps
    }

    /// Parses the name of a section after `under` or `in`: quoted, a number, or capitalised words.
    pub(crate) fn parse_section_name(&mut self, address: &mut PrintedAddress) -> bool {
        let back = self.checkpoint();
        if let Some(numbered) = self.parse_numbered_section() {
            address.heading = numbered.heading;
            address.further = numbered.further;
            address.steps.extend(numbered.steps);
            return true;
        }
        self.eat_word(&["the", "section", "rule"]);
        if let Some(Quote(words, _)) = self.peek(0) {
            self.at += 1;
            self.eat_word(&["section", "heading", "rule"]);
            address.heading = Some(words.trim_end_matches([',', '.']).to_owned());
            address.page = self.eat_page_in_brackets().or(address.page.take());
            return true;
        }
        if let Some(Dotted(number) | Bracket(number)) = self.peek(0) {
            self.at += 1;
            address.heading = Some(number.clone());
            address.steps.extend(self.parse_item_labels());
            return true;
        }
        let start = self.offset();
        if self.eat_name(usize::MAX).is_none() && !self.eat_word(&["glossary"]) {
            self.rewind(back);
            return false;
        }
        self.at += self.small_words_of_name();
        address.heading = Some(self.text_from(start).to_owned());
        self.eat_word(&["section", "heading", "rules"]);
        address.page = self.eat_page_in_brackets().or(address.page.take());
        true
    }

    /// Returns how many words in lower case end a name in front of a mark: `March moves,`.
    pub(super) fn small_words_of_name(&self) -> usize {
        let part_of_name = |ahead: usize| {
            self.word(ahead).is_some()
                && self.unit_at(ahead).is_none()
                && self.verb_at(ahead).is_none()
                && self.participle_at(ahead).is_none()
                && !self.is_word(ahead, &LEXICON.modals)
                && !self.is_word(
                    ahead,
                    &["page", "p", "section", "heading", "with", "by", "to"],
                )
        };
        let words = (0..4).take_while(|&ahead| part_of_name(ahead)).count();
        let ends = self.ends_at(words, &[',', ':', ';', '.']);
        if ends && words < 4 { words } else { 0 }
    }

    /// Whether the word at the cursor continues a name that began at `from`: it is capitalised, or
    /// a small word between such words.
    pub(crate) fn continues_name(&self, from: usize) -> bool {
        let is_large = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                // `Part Six`
                matches!(token.kind, Word(_) | Number(_, None))
                    && self.text[token.start..].starts_with(char::is_uppercase)
            })
        };
        let small = ["of", "and", "the", "or", "a", "in", "to", "for"];
        is_large(self.at)
            || (self.at > from
                && (self.is_word(0, &small) || self.is_mark(0, &['&']))
                && is_large(self.at + 1))
            || (self.at > from
                && matches!(self.peek(0), Some(Item(_) | Number(..)))
                && self.is_mark(1, &['.', ':', ',']))
    }
}
