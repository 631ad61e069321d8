use super::{fault::Expected, keyword::Keyword, lexer::TokenKind, parser::Parser};
use crate::{
    syntax::{Count, Phrase, Unit, Which},
    text::Spanned,
};

impl Parser<'_> {
    fn quote_at(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), Some(TokenKind::Quoted { .. }))
    }

    /// Whether a phrase begins here: a quote, or `2nd`, `last`, `every` and a quote.
    pub(super) fn at_phrase(&mut self) -> bool {
        self.seek();
        for expected in [
            Expected::Nth,
            Expected::Keyword(Keyword::Last),
            Expected::Keyword(Keyword::Every),
        ] {
            self.try_for(expected);
        }
        let which = matches!(self.peek(0), Some(TokenKind::Nth(_)))
            || self.keyword_at(0, Keyword::Last).is_some()
            || self.keyword_at(0, Keyword::Every).is_some();
        self.quote_at(0) || (which && self.quote_at(1))
    }

    pub(super) fn phrase(&mut self) -> Option<Phrase> {
        let which = if self.eat(Keyword::Last) {
            Some(Which::Last)
        } else if self.eat(Keyword::Every) {
            Some(Which::Every)
        } else if matches!(self.peek(0), Some(TokenKind::Nth(_))) {
            Some(Which::Nth(self.nth()?.value))
        } else {
            None
        };
        self.seek();
        let quote = self.quoted()?;
        let which = match which {
            Some(which) => which,
            None => Which::Exactly(self.times()?),
        };
        Some(Phrase { which, quote })
    }

    /// `2 times`, `twice`; one where nothing stands.
    fn times(&mut self) -> Option<u32> {
        let once = [("once", 1), ("twice", 2)]
            .into_iter()
            .find(|(word, _)| self.word(0).is_some_and(|w| w.eq_ignore_ascii_case(word)));
        if let Some((_, times)) = once {
            self.bump();
            return Some(times);
        }
        if matches!(self.peek(0), Some(TokenKind::Number(_))) {
            let times = self.number()?;
            self.need(Keyword::Times)?;
            return Some(times.value);
        }
        self.try_for(Expected::Times);
        Some(1)
    }

    /// `2 bullets`, `bullet 6`, `line "+1"`, `words`.
    pub(super) fn count(&mut self) -> Option<Count> {
        self.address = None;
        let start = self.here();
        let article = self
            .word(0)
            .is_some_and(|w| w.eq_ignore_ascii_case("a") || w.eq_ignore_ascii_case("an"));
        let number = if article {
            self.bump();
            1
        } else if matches!(self.peek(0), Some(TokenKind::Number(_))) {
            self.number()?.value
        } else {
            self.try_for(Expected::Number);
            1
        };
        let unit = self.unit()?;
        let label = if unit == Unit::Words {
            None
        } else {
            self.count_label()?
        };
        Some(Count {
            number,
            unit,
            label,
            span: self.since(start),
        })
    }

    /// The outer `None` is a fault, the inner one no label.
    fn count_label(&mut self) -> Option<Option<Spanned<String>>> {
        if let Some(label) = self.bare_label() {
            return Some(Some(label));
        }
        if matches!(self.peek(0), Some(TokenKind::Number(_))) {
            let number = self.number()?;
            return Some(Some(Spanned::new(number.value.to_string(), number.span)));
        }
        if self.quote_at(0) {
            self.quoted().map(Some)
        } else {
            Some(None)
        }
    }

    /// A label that needs no quotation marks to be known for one: `39a`, `+1`, `-2`, `(b)`.
    pub(super) fn bare_label(&mut self) -> Option<Spanned<String>> {
        if self.peek(0) == Some(&TokenKind::Open) && self.peek(2) == Some(&TokenKind::Close) {
            let label = self.word(1)?.to_owned();
            let start = self.bump();
            self.bump();
            self.bump();
            return Some(Spanned::new(label, self.since(start)));
        }
        let word = self.word(0)?;
        let digits = word.trim_start_matches(['+', '-', '−', '±']);
        let signed = digits.len() < word.len() && digits.starts_with(|c: char| c.is_ascii_digit());
        if !signed && !is_lettered(word) {
            return None;
        }
        let label = word.to_owned();
        let span = self.bump();
        Some(Spanned::new(label, span))
    }
}

/// `39a`: digits and one small letter.
pub(super) fn is_lettered(word: &str) -> bool {
    word.strip_suffix(|c: char| c.is_ascii_lowercase())
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}
