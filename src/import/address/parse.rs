//! Parses an address at the token cursor to a `PrintedAddress`: steps, page, range, section.

use super::printed_address::{PrintedAddress, PrintedStep, address_steps, phrase_of};
use crate::{
    import::{
        cursor::TokenCursor,
        grammar::{LEXICON, PrintedVerb, VerbKind},
        token::{SheetToken, SheetTokenKind},
    },
    syntax::{RangeEnd, UnitNoun},
};

/// Prepositions between a unit and the one around it.
const OUTWARDS: &[&str] = &["of", "in", "from", "within", "under", "on", "at"];

impl TokenCursor<'_> {
    /// Parses an address of at least one step, page or heading, in which the units may be named from
    /// the outer to the inner one, or the other way round.
    pub(crate) fn parse_address(&mut self) -> Option<PrintedAddress> {
        let from = self.at;
        self.attempt(|cursor| {
            let mut address = PrintedAddress::default();
            cursor.parse_part(&mut address)?;
            loop {
                cursor.parse_brackets(&mut address);
                let goes_on = cursor.parse_exception(&mut address)
                    || cursor.parse_range(&mut address)
                    // `last para of the same`: of the place before
                    || cursor.eat_phrase("of the same")
                    || cursor.attempt_to_eat(|cursor| cursor.parse_outer_label(&mut address))
                    || cursor.attempt_to_eat(|cursor| cursor.parse_outer_part(&mut address))
                    || cursor.attempt_to_eat(|cursor| cursor.parse_further_part(&mut address))
                    || cursor.attempt_to_eat(|cursor| cursor.parse_inner_part(&mut address, from));
                if !goes_on {
                    break;
                }
            }
            (!address.is_empty()).then_some(())?;
            cursor.record(from, address.describe());
            Some(address)
        })
    }

    /// Parses the label above a unit: `the last line below "Adjust if"`.
    fn parse_outer_label(&mut self, address: &mut PrintedAddress) -> bool {
        let label = self
            .eat_word(&["below"])
            .then(|| self.eat_quote())
            .flatten();
        let step = label.map(|label| PrintedStep::quoted(UnitNoun::Paragraph, label));
        address.steps.splice(0..0, step);
        label.is_some()
    }

    /// Parses the unit or section around the units so far: `of paragraph 1`, `under Rear support`.
    fn parse_outer_part(&mut self, address: &mut PrintedAddress) -> bool {
        let mut outer = PrintedAddress::default();
        let found = self.eat_word(OUTWARDS)
            && (self.parse_part(&mut outer).is_some() || self.parse_section_name(&mut outer));
        if !found {
            return false;
        }
        self.parse_list_of_sentence(address, &mut outer);
        let mut inner = std::mem::replace(address, outer);
        let steps = std::mem::take(&mut inner.steps);
        let more = std::mem::take(&mut inner.more);
        if !steps.is_empty() {
            // `the last sentence of the definition`: of the place itself
            let section = |step: &PrintedStep| step.bare == Some(UnitNoun::Section);
            address
                .steps
                .retain(|step| !step.is_itself() && !section(step));
        }
        address.narrow(inner);
        if steps.first().is_some_and(PrintedStep::is_heading) {
            // `the title of this section`
            address.steps.retain(|step| !step.is_bare());
        }
        // `the first and last sentences of paragraph 1`
        let beside = |more: Vec<PrintedStep>| [address.steps.clone(), more].concat();
        let more: Vec<_> = more.into_iter().map(beside).collect();
        address.more.extend(more);
        address.steps.extend(steps);
        true
    }

    /// Parses a further address: `bullet 1 and in bullet 3`.
    fn parse_further_part(&mut self, address: &mut PrintedAddress) -> bool {
        let mut other = PrintedAddress::default();
        let joined = self.eat_and() && {
            self.eat_word(&["in"]);
            self.parse_part(&mut other).is_some()
        };
        if joined {
            address.more.push(std::mem::take(&mut other.steps));
            address.narrow(other);
        }
        joined
    }

    /// Parses the unit inside of the units so far: `Paragraph 3, bullet 2`. `from` is where the address
    /// begins.
    fn parse_inner_part(&mut self, address: &mut PrintedAddress, from: usize) -> bool {
        let stops = self.is_mark(0, &['.', ';']);
        if stops && self.follows_verb(from) {
            // `Delete the whole bullet. 10th bullet. …`
            return false;
        }
        let mark = self.eat_mark(&['.', ',', ':', '–', ';']);
        // `Para 2: new bullet` names what is added
        let article = usize::from(self.is_word(0, &["a", "an"]));
        let adds = self.is_word(article, &["new", "further", "additional", "another"]);
        let begins = mark
            || self.unit_at(0).is_some() && self.is_number(1)
            || self.is_word(0, &["numbered"])
            || matches!(self.peek(0), Some(SheetTokenKind::Nth(_)));
        let mut inner = PrintedAddress::default();
        let found = begins && !adds && self.parse_part(&mut inner).is_some();
        if !found || stops && is_wider(&inner, address) {
            return false;
        }
        address.narrow(inner);
        true
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
        let last = before.find(|token| !token.is_word(&LEXICON.noise));
        last.and_then(SheetToken::word)
            .and_then(PrintedVerb::find)
            .is_some()
    }

    /// Parses brackets behind an address: an edition, a page, a unit, or a condition.
    fn parse_brackets(&mut self, address: &mut PrintedAddress) {
        while let Some(SheetTokenKind::Paren(words)) = self.peek(0) {
            let name = words.starts_with(char::is_uppercase) && self.is_mark(1, &[':']);
            if name && address.steps.is_empty() {
                // `P. 23, col. 1 (Wages table): …`
                return;
            }
            self.at += 1;
            if let Some(inner) = self.address_of(words).filter(|_| !address.steps.is_empty()) {
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
        self.attempt(|cursor| {
            // `Para 3. Following the 1st sentence insert …`
            (!cursor.is_phrase(0, "following the")).then_some(())?;
            cursor.skip_noise();
            if cursor.follows_word(1, &["whole", "entire"]) && cursor.eat_word(&["of"]) {
                // `the whole of para 3`
                cursor.skip_noise();
            }
            let texts = ["everything", "all", "words", "text", "wording", "part"];
            if cursor.is_word(0, &texts) && cursor.is_word(1, &["from", "between"]) {
                cursor.at += 1;
            }
            if cursor.parse_range(address) {
                return Some(());
            }
            if let Some(page) = cursor.parse_page() {
                address.page = Some(page);
                address.unsupported.extend(cursor.parse_further_pages());
                return Some(());
            }
            if let Some(column) = cursor.parse_print_column() {
                address.unsupported.push(format!(
                    "it counts in {column} of the page, but here counting goes through the whole section"
                ));
                cursor.attempt(|cursor| {
                    cursor.eat_mark(&[',', '.', ':']);
                    cursor.parse_part(address)
                });
                return Some(());
            }
            if let Some(line) = cursor.parse_printed_line() {
                if cursor.eat_edge_of_page() {
                    address.unsupported.push(format!(
                        "it counts printed lines ({line} from the bottom or top), which depend on the layout"
                    ));
                } else {
                    address.printed_line = Some(line);
                }
                return Some(());
            }
            if let Some((nth, last)) = cursor.attempt(Self::parse_nth_and_last) {
                let other = [address.steps.clone(), vec![last]].concat();
                address.more.push(other);
                address.steps.push(nth);
            } else if let Some((described, factor)) = cursor.attempt(Self::parse_factor_for) {
                address.steps.extend([described, factor]);
            } else {
                address.steps.push(cursor.parse_step()?);
            }
            Some(())
        })
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

    /// Consumes the page in brackets behind a name: `(p. 33)`.
    pub(crate) fn eat_page_in_brackets(&mut self) -> Option<String> {
        let Some(SheetTokenKind::Paren(words)) = self.peek(0) else {
            return None;
        };
        let page = self.page_of(words)?;
        self.at += 1;
        Some(page)
    }

    /// Returns the address inside of a section that words in brackets are, and nothing else: `bullet 2`.
    pub(crate) fn address_of(&self, words: &str) -> Option<PrintedAddress> {
        let place = self.parse_whole(words, |inner| inner.parse_address())?;
        let named = place.steps.iter().any(|step| !step.is_bare());
        (named && place.page.is_none()).then_some(place)
    }

    /// Parses `and p. 22` or `-53` after a page; returns the message that these pages are left out.
    pub(crate) fn parse_further_pages(&mut self) -> Option<String> {
        let (from, start) = (self.at, self.offset());
        while self.attempt_to_eat(|cursor| {
            let joined = cursor.eat_mark(&[',', '–', '&']) | cursor.eat_word(&["and", "to"]);
            let bare = cursor.is_number(0) && cursor.ends_at(1, &[',', ':', '.', '–', '&']);
            let found = joined && (cursor.parse_page().is_some() || bare);
            cursor.at += usize::from(found && bare);
            found
        }) {}
        (self.at > from).then(|| {
            format!(
                "it names further pages ({}); only the first is used",
                self.text_from(start).trim_matches([',', ' '])
            )
        })
    }

    /// Parses a column of print: `2nd column`, `left-hand column`, `col. 2`.
    fn parse_print_column(&mut self) -> Option<String> {
        self.attempt(|cursor| {
            let start = cursor.offset();
            if cursor.eat_word(&["c", "col", "column"]) {
                // `col. 2`, `column B`
                let stop = cursor.eat_mark(&['.']);
                let token = cursor.token(0)?;
                let words = &cursor.text[token.start..token.end];
                let letter = words.len() == 1 && words.bytes().all(|b| b.is_ascii_uppercase());
                (letter || stop && token.is_number()).then_some(())?;
                cursor.at += 1;
                return Some(format!("column {words}"));
            }
            let nth = matches!(cursor.peek(0), Some(SheetTokenKind::Nth(_)));
            (nth || cursor.is_word(0, &LEXICON.columns)).then_some(())?;
            cursor.at += 1;
            cursor.eat_word(&["hand", "side"]);
            cursor.eat_word(&["column", "col"]).then_some(())?;
            Some(format!("the {}", cursor.text_from(start).to_lowercase()))
        })
    }

    /// Parses the number of a printed line: `Line 5`, `7th line`. A line with a label, or the last
    /// one, is a unit instead.
    fn parse_printed_line(&mut self) -> Option<u32> {
        let number = match (self.peek(0)?, self.peek(1)?) {
            (SheetTokenKind::Word(word), SheetTokenKind::Number(number, None))
                if word == "line" =>
            {
                *number
            }
            (SheetTokenKind::Nth(number), SheetTokenKind::Word(word))
                if word == "line" && !self.is_word(2, &LEXICON.label_openers) =>
            {
                *number
            }
            _ => return None,
        };
        self.at += 2;
        Some(number)
    }

    /// Consumes `from the bottom` after the number of a printed line.
    fn eat_edge_of_page(&mut self) -> bool {
        self.attempt_to_eat(|cursor| {
            cursor.eat_word(&["up"]);
            let from = cursor.eat_word(&["from"]);
            cursor.eat_word(&["the"]);
            from && cursor.eat_word(&["bottom", "end", "foot", "top"])
        })
    }

    /// Parses `except for the diagram`.
    fn parse_exception(&mut self, address: &mut PrintedAddress) -> bool {
        let except = self.attempt(|cursor| {
            cursor.eat_word(&["except", "excepting"]).then_some(())?;
            cursor.eat_word(&["for"]);
            cursor.skip_noise();
            cursor.at += 1;
            cursor.tokens.get(cursor.at - 1)?.word()
        });
        let found = except.is_some();
        address.except = except.map(str::to_owned).or(address.except.take());
        found
    }

    /// Parses `from 'casualties' to the bottom of the page`.
    pub(crate) fn parse_range(&mut self, address: &mut PrintedAddress) -> bool {
        const WHOLES: &[&str] = &[
            "page",
            "section",
            "paragraph",
            "para",
            "list",
            "text",
            "bullet",
            "sentence",
        ];
        let inserts = self.is_word(0, &["between"])
            && (4..7).any(|ahead| self.verb_at(ahead) == Some(VerbKind::Insert));
        let range = self.attempt(|cursor| {
            (!inserts && cursor.eat_word(&["from", "between"])).then_some(())?;
            let from = cursor.parse_edge_of_range()?;
            let to_end = || RangeEnd::EndOf(Vec::new());
            if cursor.eat_word(&["onwards", "onward", "downwards"]) {
                return Some((from, to_end()));
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
                cursor.eat_word(WHOLES)
            });
            Some((from, to_end()))
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
    let rank = |step: Option<&PrintedStep>| match step?.unit()? {
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
    let (outer, inner) = (rank(next.steps.first()), rank(address.steps.last()));
    outer.zip(inner).is_some_and(|(outer, inner)| outer < inner)
}

/// Returns the edition in `version 3.1 only` or `3.0 numbering`.
fn parse_edition(words: &str) -> Option<String> {
    let lower = words.to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next()?;
    let named = ["version", "edition", "v"].contains(&first);
    let edition = if named { words.next()? } else { first };
    let mut tail = words;
    let says = tail.clone().next().is_none() && named
        || tail.any(|word| word == "numbering" || word == "only");
    let number = edition.contains('.') && edition.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    (number && says).then(|| edition.to_owned())
}
