//! Parses parts of an instruction: quoted words such as `2nd "a"`, counts of units, and labels.

use super::{
    diagnostics::Expectation,
    keyword::Keyword,
    lexer::{self, InstructionTokenKind},
    parser::InstructionParser,
};
use crate::{
    syntax::{NewUnitCount, OccurrenceSelector, Phrase, UnitNoun},
    text::Spanned,
};

impl InstructionParser<'_> {
    fn quote_at(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), Some(InstructionTokenKind::Quoted { .. }))
    }

    /// Whether a phrase begins here: a quote, or `2nd`, `last`, `every` and a quote.
    pub(super) fn at_phrase(&mut self) -> bool {
        self.expect_existing_words();
        for expected in [
            Expectation::Nth,
            Expectation::Keyword(Keyword::Last),
            Expectation::Keyword(Keyword::Every),
        ] {
            self.expect(expected);
        }
        let which = matches!(self.peek(0), Some(InstructionTokenKind::Nth(_)))
            || self.keyword_at(0, Keyword::Last).is_some()
            || self.keyword_at(0, Keyword::Every).is_some();
        self.quote_at(0) || (which && self.quote_at(1))
    }

    pub(super) fn phrase(&mut self) -> Option<Phrase> {
        let which = if self.eat(Keyword::Last) {
            Some(OccurrenceSelector::Last)
        } else if self.eat(Keyword::Every) {
            Some(OccurrenceSelector::Every)
        } else if matches!(self.peek(0), Some(InstructionTokenKind::Nth(_))) {
            Some(OccurrenceSelector::Nth(self.nth()?.value))
        } else {
            None
        };
        self.expect_existing_words();
        let quote = self.quoted()?;
        let which = match which {
            Some(which) => which,
            None => OccurrenceSelector::Exactly(self.times()?),
        };
        Some(Phrase { which, quote })
    }

    /// Parses `2 times` or `twice`; returns one if there is neither.
    fn times(&mut self) -> Option<u32> {
        let once = [("once", 1), ("twice", 2)]
            .into_iter()
            .find(|(word, _)| self.is_word(0, word));
        if let Some((_, times)) = once {
            self.advance();
            return Some(times);
        }
        if matches!(self.peek(0), Some(InstructionTokenKind::Number(_))) {
            let times = self.number()?;
            self.require(Keyword::Times)?;
            return Some(times.value);
        }
        self.expect(Expectation::Times);
        Some(1)
    }

    /// Parses `2 bullets`, `bullet 6`, `line "+1"`, `words`.
    pub(super) fn count(&mut self) -> Option<NewUnitCount> {
        self.address = None;
        let start = self.here();
        let article = self
            .word(0)
            .is_some_and(|w| w.eq_ignore_ascii_case("a") || w.eq_ignore_ascii_case("an"));
        let number = if article {
            self.advance();
            1
        } else if matches!(self.peek(0), Some(InstructionTokenKind::Number(_))) {
            self.number()?.value
        } else {
            self.expect(Expectation::Number);
            1
        };
        let unit = self.unit()?;
        let label = if unit == UnitNoun::Words {
            None
        } else {
            self.count_label()?
        };
        Some(NewUnitCount {
            number,
            unit,
            label,
            span: self.span_since(start),
        })
    }

    /// Parses an optional label; the outer `None` is an error.
    fn count_label(&mut self) -> Option<Option<Spanned<String>>> {
        if let Some(label) = self.bare_label() {
            return Some(Some(label));
        }
        if matches!(self.peek(0), Some(InstructionTokenKind::Number(_))) {
            let number = self.number()?;
            return Some(Some(Spanned::new(number.value.to_string(), number.span)));
        }
        if self.quote_at(0) {
            self.quoted().map(Some)
        } else {
            Some(None)
        }
    }

    /// Parses a label that is recognisable without quotation marks: `39a`, `+1`, `-2`, `(b)`.
    pub(super) fn bare_label(&mut self) -> Option<Spanned<String>> {
        if self.peek(0) == Some(&InstructionTokenKind::Open)
            && self.peek(2) == Some(&InstructionTokenKind::Close)
        {
            let label = self.word(1)?.to_owned();
            let start = self.advance();
            self.advance();
            self.advance();
            return Some(Spanned::new(label, self.span_since(start)));
        }
        let word = self.word(0)?;
        let digits = word.trim_start_matches(['+', '-', '−', '±']);
        let signed = digits.len() < word.len() && digits.starts_with(|c: char| c.is_ascii_digit());
        if !signed && !lexer::is_lettered(word) {
            return None;
        }
        let label = word.to_owned();
        let span = self.advance();
        Some(Spanned::new(label, span))
    }
}
