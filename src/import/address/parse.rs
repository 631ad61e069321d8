//! Parses an address at the token cursor to a `PrintedAddress`: steps, page, range, section.

use super::printed_address::{PrintedAddress, PrintedStep, address_steps, phrase_of};
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::{COLUMNS, LABEL_OPENERS, NOISE, PrintedVerb, VerbKind},
        token::{SheetToken, SheetTokenKind},
    },
    syntax::{RangeEnd, UnitNoun},
};

impl TokenCursor<'_> {
    /// Parses an address of at least one step, page or heading, which may follow `on` or `under`.
    pub(crate) fn parse_address(&mut self) -> Option<PrintedAddress> {
        let start = self.checkpoint();
        let from = self.at;
        let mut address = PrintedAddress::default();
        self.parse_part(&mut address)?;
        loop {
            let back = self.checkpoint();
            self.parse_brackets(&mut address);
            if self.parse_exception(&mut address) || self.parse_range(&mut address) {
                continue;
            }
            if self.is_phrase(0, "of the same") {
                // `last para of the same`: of the place before
                self.at += 3;
                continue;
            }
            if self.parse_outer_label(&mut address) {
                continue;
            }
            if self.eat_word(&["of", "in", "from", "within", "under", "on", "at"]) {
                let mut outer = PrintedAddress::default();
                if self.parse_part(&mut outer).is_some() || self.parse_section_name(&mut outer) {
                    self.parse_list_of_sentence(&address, &mut outer);
                    let mut inner = std::mem::replace(&mut address, outer);
                    let steps = inner.steps.clone();
                    let more = std::mem::take(&mut inner.more);
                    if !steps.is_empty() {
                        // `the last sentence of the definition`: of the place itself
                        let section = |step: &PrintedStep| step.bare == Some(UnitNoun::Section);
                        address
                            .steps
                            .retain(|step| !step.is_itself() && !section(step));
                    }
                    address.narrow(PrintedAddress {
                        steps: Vec::new(),
                        ..inner
                    });
                    if steps.first().is_some_and(PrintedStep::is_heading) {
                        // `the title of this section`
                        address.steps.retain(|step| !step.is_bare());
                    }
                    // `the first and last sentences of paragraph 1`
                    let beside = |more: Vec<PrintedStep>| [address.steps.clone(), more].concat();
                    let more: Vec<_> = more.into_iter().map(beside).collect();
                    address.more.extend(more);
                    address.steps.extend(steps);
                    continue;
                }
                self.rewind(back);
                break;
            }
            if self.eat_and() {
                // `in bullet 1 and in bullet 3`
                self.eat_word(&["in"]);
                let mut other = PrintedAddress::default();
                if self.parse_part(&mut other).is_some() {
                    address.more.push(std::mem::take(&mut other.steps));
                    address.narrow(other);
                    continue;
                }
                self.rewind(back);
                break;
            }
            let stops = self.is_mark(0, &['.', ';']);
            if stops && self.follows_verb(from) {
                // `Delete the whole bullet. 10th bullet. …`
                break;
            }
            let mark = self.eat_mark(&['.', ',', ':', '–', ';']);
            let mut inner = PrintedAddress::default();
            // `Para 2: new bullet` names what is added
            let article = usize::from(self.is_word(0, &["a", "an"]));
            let adds = self.is_word(article, &["new", "further", "additional", "another"]);
            if !adds
                && (mark
                    // `Paragraph 3 bullet 2`
                    || self.unit_at(0).is_some() && self.is_number(1)
                    || self.is_word(0, &["numbered"])
                    || matches!(self.peek(0), Some(SheetTokenKind::Nth(_))))
                && self.parse_part(&mut inner).is_some()
                && !(stops && is_wider(&inner, &address))
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

    /// Parses the label above a unit: `the last line below "Adjust if"`.
    fn parse_outer_label(&mut self, address: &mut PrintedAddress) -> bool {
        let label = self.attempt(|cursor| {
            cursor.eat_word(&["below"]).then_some(())?;
            cursor.eat_quote()
        });
        let step = label.map(|label| PrintedStep::quoted(UnitNoun::Paragraph, label));
        address.steps.splice(0..0, step);
        label.is_some()
    }

    /// Parses the bullet behind the paragraph of a sentence: `the last sentence of para 3, 2nd bullet`.
    fn parse_list_of_sentence(&mut self, inner: &PrintedAddress, outer: &mut PrintedAddress) {
        if inner.unit() != Some(UnitNoun::Sentence) || outer.unit() != Some(UnitNoun::Paragraph) {
            return;
        }
        let bullet = self.attempt(|cursor| {
            let mut bullet = PrintedAddress::default();
            cursor.eat_mark(&[',']).then_some(())?;
            cursor.parse_part(&mut bullet)?;
            let named = !bullet.steps.iter().any(PrintedStep::is_bare);
            (named && bullet.unit() == Some(UnitNoun::Bullet)).then_some(bullet)
        });
        if let Some(bullet) = bullet {
            outer.narrow(bullet);
        }
    }

    /// Whether the address from token `from` is the object of an imperative right in front of it.
    fn follows_verb(&self, from: usize) -> bool {
        let mut before = self.tokens[..from].iter().rev();
        let last = before.find(|token| !token.is_word(NOISE));
        last.and_then(SheetToken::word)
            .and_then(PrintedVerb::find)
            .is_some()
    }

    /// Parses brackets behind an address: an edition, a page, or a condition.
    fn parse_brackets(&mut self, address: &mut PrintedAddress) {
        while let Some(SheetTokenKind::Paren(words)) = self.peek(0) {
            let name = words.starts_with(char::is_uppercase) && self.is_mark(1, &[':']);
            if name && address.steps.is_empty() {
                // `P. 23, col. 1 (Wages table): …`
                return;
            }
            self.at += 1;
            if let Some(inner) = self.address_of(words).filter(|_| !address.steps.is_empty()) {
                let described = address
                    .steps
                    .last()
                    .is_some_and(|step| step.unit() == Some(UnitNoun::Line));
                if described && inner.unit() == Some(UnitNoun::Paragraph) {
                    // `the note about boats (4th para)`
                    address.steps.splice(0..0, inner.steps);
                    continue;
                }
                // `4th paragraph (bullet 2)`
                address.narrow(inner);
                continue;
            }
            match (parse_edition(words), self.page_of(words)) {
                (Some(edition), _) => address.frame = Some(edition),
                (None, Some(page)) => address.page = Some(page),
                (None, None) => address.conditions.push(words.clone()),
            }
        }
    }

    /// Parses a step, page, column or printed line into `address`.
    pub(super) fn parse_part(&mut self, address: &mut PrintedAddress) -> Option<()> {
        let back = self.checkpoint();
        if self.is_phrase(0, "following the") {
            // `Para 3. Following the 1st sentence insert …`
            return None;
        }
        self.skip_noise();
        if self.follows_word(1, &["whole", "entire"]) && self.eat_word(&["of"]) {
            // `the whole of para 3`
            self.skip_noise();
        }
        if self.is_word(
            0,
            &["everything", "all", "words", "text", "wording", "part"],
        ) && self.is_word(1, &["from", "between"])
        {
            self.at += 1;
        }
        if self.parse_range(address) {
            return Some(());
        }
        if let Some(page) = self.parse_page() {
            address.page = Some(page);
            address.unsupported.extend(self.parse_further_pages());
            return Some(());
        }
        if let Some(column) = self.parse_print_column() {
            address.unsupported.push(format!(
                "it counts in {column} of the page, but here counting goes through the whole section"
            ));
            let back = self.checkpoint();
            self.eat_mark(&[',', '.', ':']);
            if self.parse_part(address).is_none() {
                self.rewind(back);
            }
            return Some(());
        }
        if let Some(line) = self.parse_printed_line() {
            if self.is_word(0, &["from", "up"]) && self.eat_edge_of_page() {
                address.unsupported.push(format!(
                    "it counts printed lines ({line} from the bottom or top), which depend on the layout"
                ));
            } else {
                address.printed_line = Some(line);
            }
            return Some(());
        }
        let pair = self.attempt(|cursor| {
            cursor.eat_word(&["both"]);
            cursor.eat_word(&["the"]);
            cursor.parse_nth_and_last()
        });
        if let Some((nth, last)) = pair {
            address
                .more
                .push([address.steps.clone(), vec![last]].concat());
            address.steps.push(nth);
            return Some(());
        }
        let factor = self.attempt(|cursor| {
            cursor.skip_noise();
            cursor.parse_factor_for()
        });
        if let Some((described, factor)) = factor {
            address.steps.extend([described, factor]);
            return Some(());
        }
        let Some(step) = self.parse_step() else {
            self.rewind(back);
            return None;
        };
        address.steps.push(step);
        Some(())
    }

    /// Parses `Page 12`, `p. 22` or `pages 12 and 13`; not `page 1 of 18`, which is a page of the
    /// file itself.
    pub(crate) fn parse_page(&mut self) -> Option<String> {
        self.is_word(0, &["page", "pages", "p", "pp", "pg"])
            .then_some(())?;
        let stop = usize::from(self.is_mark(1, &['.']));
        let page = self.token(1 + stop)?.numbered_label()?;
        if self.is_word(2 + stop, &["of"]) && self.is_number(3 + stop) {
            return None;
        }
        self.at += 2 + stop;
        Some(page)
    }

    /// Returns the page that words in brackets name, and nothing else: `p. 41`.
    pub(crate) fn page_of(&self, words: &str) -> Option<String> {
        self.parse_whole(words, |inner| inner.parse_page())
    }

    /// Returns the address inside of a section that words in brackets are, and nothing else: `bullet 2`.
    pub(crate) fn address_of(&self, words: &str) -> Option<PrintedAddress> {
        let place = self.parse_whole(words, |inner| inner.parse_address())?;
        let named = place.steps.iter().any(|step| !step.is_bare());
        (named && place.page.is_none()).then_some(place)
    }

    /// Parses `and p. 22` or `-53` after a page; returns the message that these pages are left out.
    pub(crate) fn parse_further_pages(&mut self) -> Option<String> {
        let from = self.at;
        loop {
            let back = self.checkpoint();
            let joined = self.eat_mark(&[',', '–', '&']) | self.eat_word(&["and", "to"]);
            let named = joined && self.parse_page().is_some();
            let bare = joined
                && !named
                && self.is_number(0)
                && self.ends_at(1, &[',', ':', '.', '–', '&']);
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
                self.text_from(start).trim_matches([',', ' '])
            )
        })
    }

    /// Parses a column of print: `2nd column`, `left-hand column`.
    pub(super) fn parse_print_column(&mut self) -> Option<String> {
        let back = self.checkpoint();
        let start = self.offset();
        if self.eat_word(&["c", "col", "column"]) {
            // `c.2`, `col. 2`
            let stop = self.eat_mark(&['.']);
            if let (Some(SheetTokenKind::Number(number, None)), true) = (self.peek(0), stop) {
                self.at += 1;
                return Some(format!("column {number}"));
            }
            // `Page 12, column A`
            let letter = &self.text[self.offset()..self.offset_after(0)];
            let after_page = (2..6).any(|before| {
                let word = back
                    .token()
                    .checked_sub(before)
                    .and_then(|at| self.tokens.get(at));
                word.is_some_and(|word| word.is_word(&["page", "p", "pg", "pp"]))
            });
            if after_page && ["A", "B", "C"].contains(&letter) {
                self.at += 1;
                return Some(format!("column {letter}"));
            }
            self.rewind(back);
            return None;
        }
        let named =
            matches!(self.peek(0), Some(SheetTokenKind::Nth(_))) || self.is_word(0, COLUMNS);
        self.at += 1;
        self.eat_word(&["hand", "side"]);
        if named && self.eat_word(&["column", "col"]) {
            return Some(format!("the {}", self.text_from(start).to_lowercase()));
        }
        self.rewind(back);
        None
    }

    /// Parses the number of a printed line: `Line 5`, `7th line`. A line with a label, or the last
    /// one, is a unit instead.
    pub(super) fn parse_printed_line(&mut self) -> Option<u32> {
        match (self.peek(0), self.peek(1)) {
            (Some(SheetTokenKind::Word(word)), Some(SheetTokenKind::Number(number, None)))
                if word == "line" =>
            {
                self.at += 2;
                Some(*number)
            }
            (Some(SheetTokenKind::Nth(number)), Some(SheetTokenKind::Word(word)))
                if word == "line" && !self.is_word(2, LABEL_OPENERS) =>
            {
                self.at += 2;
                Some(*number)
            }
            _ => None,
        }
    }

    /// Consumes `from the bottom` after the number of a printed line.
    fn eat_edge_of_page(&mut self) -> bool {
        self.attempt_to_eat(|cursor| {
            cursor.eat_word(&["up"]);
            cursor.eat_word(&["from"]) && {
                cursor.eat_word(&["the"]);
                cursor.eat_word(&["bottom", "end", "foot", "top"])
            }
        })
    }

    /// Parses `except for the diagram`.
    pub(super) fn parse_exception(&mut self, address: &mut PrintedAddress) -> bool {
        let except = self.attempt(|cursor| {
            cursor.eat_word(&["except", "excepting"]).then_some(())?;
            cursor.eat_word(&["for"]);
            cursor.skip_noise();
            cursor.word(0)
        });
        if let Some(word) = except {
            address.except = Some(word.to_owned());
            self.at += 1;
        }
        except.is_some()
    }

    /// Parses `from 'casualties' to the bottom of the page`.
    pub(crate) fn parse_range(&mut self, address: &mut PrintedAddress) -> bool {
        let inserts = self.is_word(0, &["between"])
            && (4..7).any(|ahead| self.verb_at(ahead) == Some(VerbKind::Insert));
        let range = self.attempt(|cursor| {
            (!inserts && cursor.eat_word(&["from", "between"])).then_some(())?;
            let from = cursor.parse_edge_of_range()?;
            if cursor.eat_word(&["onwards", "onward", "downwards"]) {
                return Some((from, RangeEnd::EndOf(Vec::new())));
            }
            cursor.eat_word(&["down", "up", "through"]);
            cursor.eat_word(&["to", "until", "and"]).then_some(())?;
            cursor.skip_noise();
            if !cursor.eat_word(&["end", "bottom", "foot"]) {
                return Some((from, cursor.parse_edge_of_range()?));
            }
            cursor.attempt_to_eat(|cursor| {
                cursor.eat_word(&["of"]);
                cursor.skip_noise();
                cursor.eat_word(&[
                    "page",
                    "section",
                    "paragraph",
                    "para",
                    "list",
                    "text",
                    "bullet",
                ])
            });
            Some((from, RangeEnd::EndOf(Vec::new())))
        });
        let found = range.is_some();
        address.range = range.or(address.range.take());
        found
    }

    /// Parses the first or last part of a range.
    fn parse_edge_of_range(&mut self) -> Option<RangeEnd> {
        self.skip_noise();
        if let Some(SheetTokenKind::Quote(words, _)) = self.peek(0) {
            self.at += 1;
            return Some(RangeEnd::Phrase(phrase_of(words)));
        }
        let step = self.parse_step()?;
        Some(RangeEnd::Steps(address_steps(&[step])))
    }
}

/// Whether `next` names a larger unit than `address`, so that it begins a new place:
/// `the 3rd sentence. Para 4`.
fn is_wider(next: &PrintedAddress, address: &PrintedAddress) -> bool {
    let depth = |step: Option<&PrintedStep>| match step?.unit()? {
        UnitNoun::Section | UnitNoun::Page | UnitNoun::Figure => Some(0),
        UnitNoun::Paragraph
        | UnitNoun::Table
        | UnitNoun::Item
        | UnitNoun::Entry
        | UnitNoun::Row => Some(1),
        UnitNoun::Bullet | UnitNoun::Line => Some(2),
        UnitNoun::Sentence => Some(3),
        UnitNoun::Words => None,
    };
    let (outer, inner) = (depth(next.steps.first()), depth(address.steps.last()));
    outer.zip(inner).is_some_and(|(outer, inner)| outer < inner)
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
