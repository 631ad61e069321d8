//! Parses addresses from the words of a line.

use super::printed_address::{PrintedAddress, PrintedStep, PrintedStepKind};
use crate::{
    import::{cursor::TokenCursor, grammar::COLUMNS, token::Lexeme},
    syntax::{UnitNoun, instruction::quote_words},
};

impl TokenCursor<'_> {
    /// Parses an address of at least one step, page or heading, which may follow `on` or `under`.
    pub(in crate::import) fn parse_address(&mut self) -> Option<PrintedAddress> {
        let start = self.checkpoint();
        let from = self.at;
        let mut address = PrintedAddress::default();
        self.parse_part(&mut address)?;
        loop {
            let back = self.checkpoint();
            while let Some(Lexeme::Paren(words)) = self.peek(0) {
                self.at += 1;
                match parse_edition(words) {
                    Some(edition) => address.frame = Some(edition),
                    None => address.conditions.push(words.clone()),
                }
            }
            if self.parse_exception(&mut address) || self.parse_range(&mut address) {
                continue;
            }
            if self.is_word(0, &["of"]) && self.is_word(1, &["the"]) && self.is_word(2, &["same"]) {
                // `last para of the same`: of the place before
                self.at += 3;
                continue;
            }
            if let (true, Some(Lexeme::Quote(label, true))) =
                (self.is_word(0, &["below"]), self.peek(1))
            {
                // `the last line below "Adjust if"`
                self.at += 2;
                address
                    .steps
                    .insert(0, PrintedStep::quoted(UnitNoun::Paragraph, label));
                continue;
            }
            if self.eat_word(&["of", "in", "from", "within", "under", "on", "at"]) {
                let mut outer = PrintedAddress::default();
                if self.parse_part(&mut outer).is_some() || self.parse_section_name(&mut outer) {
                    let inner = std::mem::replace(&mut address, outer);
                    let steps = inner.steps.clone();
                    if !steps.is_empty() {
                        // `the last sentence of the definition`: of the place itself
                        address.steps.retain(|step| !step.is_itself());
                    }
                    address.narrow(PrintedAddress {
                        steps: Vec::new(),
                        ..inner
                    });
                    if steps
                        .first()
                        .is_some_and(|step| step.kind == PrintedStepKind::Heading)
                    {
                        // `the title of this section`
                        address.steps.retain(|step| !step.is_bare());
                    }
                    address.steps.extend(steps);
                    continue;
                }
                self.rewind(back);
                break;
            }
            if self.eat_and() {
                let mut other = PrintedAddress::default();
                if self.parse_part(&mut other).is_some() {
                    address.more.push(std::mem::take(&mut other.steps));
                    address.narrow(other);
                    continue;
                }
                self.rewind(back);
                break;
            }
            let mark = self.eat_mark(&['.', ',', ':', '–', ';']);
            let mut inner = PrintedAddress::default();
            // `Para 2: new bullet` names what is added
            let adds = self.is_word(0, &["new", "further", "additional", "another"]);
            if !adds
                && (mark
                    || self.is_word(0, &["numbered"])
                    || matches!(self.peek(0), Some(Lexeme::Nth(_))))
                && self.parse_part(&mut inner).is_some()
            {
                address.narrow(inner);
                continue;
            }
            self.rewind(back);
            break;
        }
        if address.is_empty() {
            self.rewind(start);
            return None;
        }
        let description = address.describe();
        self.record(from, description);
        Some(address)
    }

    /// Parses a step, page, column or printed line into `addr`.
    pub(super) fn parse_part(&mut self, address: &mut PrintedAddress) -> Option<()> {
        let back = self.checkpoint();
        self.skip_noise();
        if let Some(page) = self.parse_page() {
            address.page = Some(page);
            address.unsupported.extend(self.parse_further_pages());
            return Some(());
        }
        if let Some(column) = self.parse_print_column() {
            address.unsupported.push(format!(
                "it counts in {column} of the page, but here counting goes through the whole section"
            ));
            return Some(());
        }
        if let Some(line) = self.parse_printed_line() {
            address.printed_line = Some(line);
            return Some(());
        }
        if let Some((nth, last)) = self.parse_nth_and_last() {
            address
                .more
                .push([address.steps.clone(), vec![last]].concat());
            address.steps.push(nth);
            return Some(());
        }
        match self.parse_step() {
            Some(step) => {
                address.steps.push(step);
                Some(())
            }
            None => {
                self.rewind(back);
                None
            }
        }
    }

    /// Parses `Page 12`, `p. 22` or `pages 12 and 13`; not `page 1 of 18`, which is a page of the
    /// file itself.
    pub(in crate::import) fn parse_page(&mut self) -> Option<String> {
        if !self.is_word(0, &["page", "pages", "p", "pp", "pg"]) {
            return None;
        }
        let stop = usize::from(self.is_mark(1, &['.']));
        let Some(Lexeme::Number(number, letter)) = self.peek(1 + stop) else {
            return None;
        };
        if self.is_word(2 + stop, &["of"])
            && matches!(self.peek(3 + stop), Some(Lexeme::Number(..)))
        {
            return None;
        }
        self.at += 2 + stop;
        Some(format!(
            "{number}{}",
            letter.map(String::from).unwrap_or_default()
        ))
    }

    /// Parses `and p. 22` or `-53` after a page; returns the message that these pages are left out.
    pub(in crate::import) fn parse_further_pages(&mut self) -> Option<String> {
        let from = self.at;
        loop {
            let back = self.checkpoint();
            let joined = self.eat_mark(&[',', '–', '&']) | self.eat_word(&["and", "to"]);
            let named = joined && self.parse_page().is_some();
            let bare = joined
                && !named
                && matches!(self.peek(0), Some(Lexeme::Number(..)))
                && (self.peek(1).is_none() || self.is_mark(1, &[',', ':', '.', '–', '&']));
            self.at += usize::from(bare);
            if !named && !bare {
                self.rewind(back);
                break;
            }
        }
        let start = self.tokens.get(from).map_or(0, |token| token.start);
        (self.at > from).then(|| {
            format!(
                "it names further pages ({}); only the first is used",
                self.text[start..self.previous_end()].trim_matches([',', ' '])
            )
        })
    }

    /// Parses a column of print: `2nd column`, `left-hand column`.
    pub(super) fn parse_print_column(&mut self) -> Option<String> {
        let back = self.checkpoint();
        let start = self.offset();
        let named = matches!(self.peek(0), Some(Lexeme::Nth(_))) || self.is_word(0, COLUMNS);
        self.at += 1;
        self.eat_word(&["hand", "side"]);
        if named && self.eat_word(&["column", "col"]) {
            return Some(format!(
                "the {}",
                self.text[start..self.previous_end()].to_lowercase()
            ));
        }
        self.rewind(back);
        None
    }

    /// Parses the number of a printed line: `Line 5`, `7th line`. A line with a label, or the last
    /// one, is a unit instead.
    pub(super) fn parse_printed_line(&mut self) -> Option<u32> {
        match (self.peek(0), self.peek(1)) {
            (Some(Lexeme::Word(word)), Some(Lexeme::Number(number, None))) if word == "line" => {
                self.at += 2;
                Some(*number)
            }
            (Some(Lexeme::Nth(number)), Some(Lexeme::Word(word))) if word == "line" => {
                self.at += 2;
                Some(*number)
            }
            _ => None,
        }
    }

    /// Parses `except for the diagram`.
    pub(super) fn parse_exception(&mut self, address: &mut PrintedAddress) -> bool {
        let back = self.checkpoint();
        if !self.eat_word(&["except", "excepting"]) {
            return false;
        }
        self.eat_word(&["for"]);
        self.skip_noise();
        match self.word(0) {
            Some(word) => {
                address.except = Some(word.to_owned());
                self.at += 1;
                true
            }
            None => {
                self.rewind(back);
                false
            }
        }
    }

    /// Parses `from 'casualties' to the bottom of the page`.
    pub(super) fn parse_range(&mut self, address: &mut PrintedAddress) -> bool {
        let back = self.checkpoint();
        if !self.eat_word(&["from", "between"]) {
            return false;
        }
        let edge = |reader: &mut Self| {
            reader.skip_noise();
            match reader.peek(0) {
                Some(Lexeme::Quote(words, _)) => {
                    reader.at += 1;
                    Some(quote_words(words))
                }
                _ => reader.parse_step().map(|step| step.text),
            }
        };
        let from = edge(self);
        let joined = self.eat_word(&["to", "until", "and"]);
        let end = joined.then(|| {
            self.skip_noise();
            if self.eat_word(&["end", "bottom", "foot"]) {
                let here = self.checkpoint();
                self.eat_word(&["of"]);
                self.skip_noise();
                if !self.eat_word(&["page", "section", "paragraph", "list", "text"]) {
                    self.rewind(here);
                }
                return Some("the end".to_owned());
            }
            edge(self)
        });
        match (from, end.flatten()) {
            (Some(from), Some(to)) => {
                address.range = Some(format!("from {from} to {to}"));
                true
            }
            _ => {
                self.rewind(back);
                false
            }
        }
    }

    /// Parses the name of a section after `under` or `in`: quoted, a number, or capitalised words.
    pub(in crate::import) fn parse_section_name(&mut self, address: &mut PrintedAddress) -> bool {
        let back = self.checkpoint();
        self.eat_word(&["the", "section", "rule"]);
        if let Some(Lexeme::Quote(words, _)) = self.peek(0) {
            self.at += 1;
            self.eat_word(&["section", "heading", "rule"]);
            address.heading = Some(words.clone());
            return true;
        }
        if let Some(Lexeme::Dotted(number)) = self.peek(0) {
            self.at += 1;
            address.heading = Some(number.clone());
            return true;
        }
        if let Some(Lexeme::Bracket(number)) = self.peek(0) {
            self.at += 1;
            address.heading = Some(number.clone());
            return true;
        }
        let from = self.at;
        while self.continues_name(from) {
            self.at += 1;
        }
        if self.at == from {
            self.rewind(back);
            return false;
        }
        let (start, end) = (self.tokens[from].start, self.previous_end());
        address.heading = Some(self.text[start..end].to_owned());
        self.eat_word(&["section", "heading", "rules"]);
        true
    }

    /// Whether the word at the cursor continues a name that began at `from`: it is capitalised, or
    /// a small word between such words.
    pub(in crate::import) fn continues_name(&self, from: usize) -> bool {
        let is_large = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                matches!(token.kind, Lexeme::Word(_))
                    && self.text[token.start..].starts_with(char::is_uppercase)
            })
        };
        let small = ["of", "and", "the", "or", "a", "in", "to", "for"];
        is_large(self.at)
            || (self.at > from
                && (self.is_word(0, &small) || self.is_mark(0, &['&']))
                && is_large(self.at + 1))
            || (self.at > from
                && matches!(self.peek(0), Some(Lexeme::Item(_) | Lexeme::Number(..)))
                && self.is_mark(1, &['.', ':', ',']))
    }
}

/// Returns the edition in `version 3.1 only` or `3.0 numbering`.
pub(super) fn parse_edition(words: &str) -> Option<String> {
    let mut parts = words.split_whitespace().peekable();
    let first = parts.next()?;
    let number =
        |word: &str| word.contains('.') && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let edition = if matches!(first.to_lowercase().as_str(), "version" | "edition" | "v") {
        parts.next()?
    } else {
        first
    };
    let tail: Vec<String> = parts.map(str::to_lowercase).collect();
    let says = tail.is_empty() && edition != first
        || tail
            .iter()
            .any(|word| word == "numbering" || word == "only");
    (number(edition) && says).then(|| edition.to_owned())
}
