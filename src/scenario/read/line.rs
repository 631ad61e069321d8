//! One line or heading: what is said of one record.

use super::out_of_bounds;
use crate::{
    diagnostic::{Diagnostic, Edit, Fix, Location, Severity},
    scenario::{
        token::{Token, TokenKind},
        value::{Area, Value, plain},
        vocabulary::{
            Kind, KindIx, Meaning, PropertyIx, Second, Shape, Vocabulary, phrase_matched,
        },
    },
    text::{SourceId, Span, Spanned, near::nearest},
};
use std::sync::Arc;

/// A fault whose file is not said yet.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    code: &'static str,
    span: Span,
    message: String,
    help: Option<String>,
    /// What to write in its place.
    instead: Option<String>,
}

impl Fault {
    pub(super) fn at(self, source: SourceId) -> Diagnostic {
        let at = Location::new(source, self.span);
        let mut out = Diagnostic::new(self.code, Severity::Error, at, self.message);
        out.help = self.help;
        if let Some(text) = self.instead {
            out.fixes.push(Fix {
                title: format!("write `{text}`"),
                edits: vec![Edit { at, text }],
            });
        }
        out
    }
}

/// A line as one kind of record would read it.
pub(super) struct Line<'t> {
    text: &'t str,
    vocabulary: &'t Vocabulary,
    pub(super) kind: KindIx,
    form: &'t Kind,
    heading: bool,
    pub(super) name: Option<Spanned<Arc<str>>>,
    pub(super) values: Vec<(PropertyIx, Spanned<Value>)>,
    pub(super) faults: Vec<Fault>,
    /// How many words were understood.
    understood: usize,
    /// How many were not.
    strange: usize,
    /// The property whose key was read last.
    key: Option<(PropertyIx, Span)>,
    /// Whether the words go to the second of two.
    second: Option<&'t Second>,
    counted: bool,
    /// Whether a colon was passed: what stands before it was said of the line.
    after_colon: bool,
    /// Words of a heading that are none of the vocabulary.
    rest: Option<Span>,
}

impl<'t> Line<'t> {
    /// Reads a line.
    pub(super) fn new(
        text: &'t str,
        vocabulary: &'t Vocabulary,
        kind: KindIx,
        span: Span,
        tokens: &[Token],
    ) -> Self {
        let mut line = Self::empty(text, vocabulary, kind, false);
        let (said, name) = line.without_name(span, tokens);
        line.name = name;
        line.read(said, 0);
        line
    }

    /// Reads a heading whose first `length` tokens said what it opens.
    pub(super) fn heading(
        text: &'t str,
        vocabulary: &'t Vocabulary,
        kind: KindIx,
        span: Span,
        tokens: &[Token],
        length: usize,
    ) -> Self {
        let mut line = Self::empty(text, vocabulary, kind, true);
        line.counted = true;
        let (said, name) = line.without_name(span, tokens);
        line.name = name;
        line.read(said, length.min(said.len()));
        if line.name.is_none() {
            let whole = Span::new(
                tokens
                    .first()
                    .map_or(span.start(), |token| token.span.start()),
                span.end(),
            );
            let named = line.rest.unwrap_or(whole);
            let shown = named.of(text).trim();
            line.name = Some(Spanned::new(Arc::from(shown), named));
        }
        line
    }

    fn empty(text: &'t str, vocabulary: &'t Vocabulary, kind: KindIx, heading: bool) -> Self {
        Self {
            text,
            vocabulary,
            kind,
            form: vocabulary.kind(kind),
            heading,
            name: None,
            values: Vec::new(),
            faults: Vec::new(),
            understood: 0,
            strange: 0,
            key: None,
            second: None,
            counted: false,
            after_colon: false,
            rest: None,
        }
    }

    /// Whether this reading understands more of the line.
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        (self.strange, self.faults.len()) < (other.strange, other.faults.len())
            || (self.strange, self.faults.len()) == (other.strange, other.faults.len())
                && self.understood > other.understood
    }

    /// Whether every word of the line is understood, and it counts something.
    pub(super) fn is_whole(&self) -> bool {
        let counted = self
            .values
            .iter()
            .any(|(property, _)| Some(*property) == self.form.count);
        counted && self.understood > 1 && self.strange == 0 && self.faults.is_empty()
    }

    /// Whether the line seems to be meant for the program, though nothing marks it as an item.
    pub(super) fn is_meant(&self) -> bool {
        let number = self
            .values
            .iter()
            .any(|(property, _)| Some(*property) == self.form.count);
        (number && self.understood > 1)
            || (self.understood > 0 && self.strange == 0)
            || self
                .faults
                .iter()
                .any(|fault| fault.code == "scenario-number")
    }

    pub(super) fn fault(&mut self, code: &'static str, span: Span, message: String) {
        self.faults.push(Fault {
            code,
            span,
            message,
            help: None,
            instead: None,
        });
    }

    /// Splits a name off: behind a colon, or before one where what follows begins with a number. A colon behind a key parts nothing.
    fn without_name<'k>(
        &self,
        span: Span,
        tokens: &'k [Token],
    ) -> (&'k [Token], Option<Spanned<Arc<str>>>) {
        for (at, token) in tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| token.kind == TokenKind::Colon)
        {
            let (before, after) = (&tokens[..at], &tokens[at + 1..]);
            if self.ends_with_key(before) {
                continue;
            }
            let named = |from: usize, to: usize| {
                let whole = Span::new(from, to);
                let text = whole.of(self.text);
                let trimmed = text.trim_matches(|c: char| {
                    c.is_whitespace() || matches!(c, '"' | '“' | '”' | '*' | '_')
                });
                let start = from + text.find(trimmed).unwrap_or(0);
                (!trimmed.is_empty()).then(|| {
                    Spanned::new(Arc::from(trimmed), Span::new(start, start + trimmed.len()))
                })
            };
            let counts = |tokens: &[Token]| {
                tokens.first().is_some_and(|token| {
                    matches!(token.kind, TokenKind::Number(_) | TokenKind::Foreign(_))
                })
            };
            let says = |tokens: &[Token]| {
                (0..tokens.len()).any(|from| self.form.phrases.at(&tokens[from..]).is_some())
            };
            let begins = !after.is_empty() && self.form.phrases.at(after).is_some();
            // C-in-C: 1 Irr Cv(O)
            if !self.heading && counts(after) && self.is_said(before) {
                continue;
            }
            if !self.heading && !counts(before) && (counts(after) || begins && !says(before)) {
                return (
                    after,
                    named(
                        before
                            .first()
                            .map_or(span.start(), |token| token.span.start()),
                        token.span.start(),
                    ),
                );
            }
            return (before, named(token.span.end(), span.end()));
        }
        (tokens, None)
    }

    /// Whether the tokens are words of the vocabulary and nothing else.
    fn is_said(&self, tokens: &[Token]) -> bool {
        let mut at = 0;
        while at < tokens.len() {
            let Some((length, meanings)) = self.form.phrases.at(&tokens[at..]) else {
                return false;
            };
            if !meanings
                .iter()
                .any(|meaning| matches!(meaning, Meaning::Says { keyed: false, .. }))
            {
                return false;
            }
            at += length;
        }
        !tokens.is_empty()
    }

    fn ends_with_key(&self, tokens: &[Token]) -> bool {
        let (mut at, mut key) = (0, false);
        while at < tokens.len() {
            let found = self.form.phrases.at(&tokens[at..]);
            key = found
                .as_ref()
                .is_some_and(|(_, meanings)| meanings.iter().any(|meaning| meaning.is_key()));
            at += found.map_or(1, |(length, _)| length);
        }
        key
    }

    fn read(&mut self, tokens: &[Token], from: usize) {
        let mut at = from;
        while at < tokens.len() {
            at += self.step(&tokens[at..], at == 0);
        }
        if let Some((property, span)) = self.key.take().filter(|(property, _)| !self.has(*property))
        {
            let name = self.vocabulary.property_name(property).to_owned();
            self.fault(
                "scenario-line",
                span,
                format!("nothing is said of `{name}` behind this"),
            );
        }
    }

    fn has(&self, property: PropertyIx) -> bool {
        self.values.iter().any(|(own, _)| *own == property)
    }

    /// Reads what stands at the front; gives how many tokens that were.
    fn step(&mut self, tokens: &[Token], first: bool) -> usize {
        let Some(token) = tokens.first() else {
            return 1;
        };
        if let Some(length) = self
            .text_value(tokens)
            .or_else(|| self.place(tokens))
            .or_else(|| self.separator(tokens))
        {
            return length;
        }
        match &token.kind {
            TokenKind::Foreign(plain) => {
                let instead = plain.clone();
                let message = "these digits are none of the usual ones".to_owned();
                self.faults.push(Fault {
                    code: "scenario-number",
                    span: token.span,
                    message,
                    help: None,
                    instead: Some(instead),
                });
                1
            }
            TokenKind::Control(c) => {
                let what = if *c == '\0' {
                    "a NUL".to_owned()
                } else {
                    format!("the control character U+{:04X}", *c as u32)
                };
                self.faults.push(Fault {
                    code: "scenario-line",
                    span: token.span,
                    message: format!("here stands {what}"),
                    help: Some("delete it".to_owned()),
                    instead: Some(String::new()),
                });
                1
            }
            TokenKind::Quoted(said) => {
                self.name
                    .get_or_insert_with(|| Spanned::new(Arc::from(said.as_str()), token.span));
                1
            }
            TokenKind::Colon => {
                self.after_colon = true;
                1
            }
            TokenKind::Comma => 1,
            TokenKind::Number(_) if self.is_glued(tokens) => self.word(tokens),
            TokenKind::Number(number) => self.number(tokens, *number, token.span, first),
            TokenKind::Sign('-') if self.is_minus(tokens) => {
                let Some(Token {
                    kind: TokenKind::Number(number),
                    span,
                }) = tokens.get(1)
                else {
                    return 1;
                };
                self.number(&tokens[1..], -number, token.span.join(*span), first) + 1
            }
            TokenKind::Sign(_) | TokenKind::Word(_) => self.word(tokens),
        }
    }

    /// Whether a number is the beginning of a word of the vocabulary: `3Kn`.
    fn is_glued(&self, tokens: &[Token]) -> bool {
        let glued = matches!(tokens, [number, word, ..] if number.span.end() == word.span.start());
        let found = if glued {
            self.form.phrases.at(tokens)
        } else {
            None
        };
        found.is_some_and(|(length, meanings)| {
            length > 1
                && meanings
                    .iter()
                    .any(|meaning| matches!(meaning, Meaning::Says { .. }))
        })
    }

    fn is_minus(&self, tokens: &[Token]) -> bool {
        let [minus, number, ..] = tokens else {
            return false;
        };
        let alone = self.text[..minus.span.start()]
            .chars()
            .next_back()
            .is_none_or(|c| !c.is_alphanumeric());
        matches!(number.kind, TokenKind::Number(_))
            && minus.span.end() == number.span.start()
            && alone
    }

    /// Takes what follows a key of a property that is any text, up to a comma.
    fn text_value(&mut self, tokens: &[Token]) -> Option<usize> {
        let (property, _) = self
            .key
            .filter(|(property, _)| self.shape(*property) == Some(&Shape::Text))?;
        if tokens.first()?.kind == TokenKind::Colon {
            return None;
        }
        let end = tokens
            .iter()
            .position(|token| token.kind == TokenKind::Comma)
            .unwrap_or(tokens.len());
        let (first, last) = (tokens.first()?, tokens[..end].last()?);
        let span = first.span.join(last.span);
        let text = span.of(self.text).trim_matches(['"', '“', '”', ' ']);
        let value = Value::Text(Arc::from(text));
        self.set(property, value, span);
        self.key = None;
        Some(end.max(1))
    }

    /// `300,100`, `0,0 to 600,200`.
    fn place(&mut self, tokens: &[Token]) -> Option<usize> {
        let places = || {
            self.form
                .properties
                .values()
                .filter(|property| property.shape == Shape::Place)
        };
        let keyed = self
            .key
            .filter(|(property, _)| self.shape(*property) == Some(&Shape::Place))
            .map(|(property, _)| property);
        let unkeyed = || {
            places()
                .find(|property| property.keys.is_empty())
                .or_else(|| places().next())
        };
        let property = keyed.or_else(|| unkeyed().map(|property| property.ix))?;
        let point = |tokens: &[Token]| match tokens {
            [x, comma, y, ..] if comma.kind == TokenKind::Comma => {
                let (TokenKind::Number(a), TokenKind::Number(b)) = (&x.kind, &y.kind) else {
                    return None;
                };
                let tight =
                    x.span.end() == comma.span.start() && comma.span.end() == y.span.start();
                (keyed.is_some() || tight).then_some(((*a, *b), x.span.join(y.span)))
            }
            _ => None,
        };
        let (from, span) = point(tokens)?;
        let rest = &tokens[3..];
        let to = match rest.first().map(|token| &token.kind) {
            Some(TokenKind::Word(word)) if word == "to" => {
                point(&rest[1..]).map(|found| (found, 4))
            }
            Some(TokenKind::Sign('-')) => point(&rest[1..]).map(|found| (found, 4)),
            _ => point(rest).map(|found| (found, 3)),
        };
        self.key = None;
        match to {
            Some(((to, end), length)) => {
                self.set(
                    property,
                    Value::Area(Area::between(from, to)),
                    span.join(end),
                );
                Some(3 + length)
            }
            None => {
                self.set(property, Value::Area(Area::between(from, from)), span);
                Some(3)
            }
        }
    }

    /// What stands between the first and the second of two.
    fn separator(&mut self, tokens: &[Token]) -> Option<usize> {
        let said = |second: &Second| second.properties.iter().any(|(first, _)| self.has(*first));
        let other = |second: &Second| {
            self.second
                .is_none_or(|current| !std::ptr::eq(current, second))
        };
        let own = |second: &'t Second| {
            Some((
                second
                    .after
                    .iter()
                    .filter_map(|words| phrase_matched(tokens, words))
                    .max()?,
                second,
            ))
        };
        let seconds = self
            .form
            .seconds
            .iter()
            .filter(|second| said(second) && other(second));
        let (length, second) = seconds.filter_map(own).max_by_key(|(length, _)| *length)?;
        self.second = Some(second);
        Some(length)
    }

    fn shape(&self, property: PropertyIx) -> Option<&'t Shape> {
        self.form
            .properties
            .get(&property)
            .map(|property| &property.shape)
    }

    fn set(&mut self, property: PropertyIx, value: Value, span: Span) {
        let of_second = self.second.and_then(|second| {
            second
                .properties
                .iter()
                .find(|(first, _)| *first == property)
        });
        let property = of_second.map_or(property, |(_, second)| *second);
        self.understood += 1;
        let Some((_, known)) = self.values.iter_mut().find(|(own, _)| *own == property) else {
            return self.values.push((property, Spanned::new(value, span)));
        };
        match (&mut known.value, value) {
            (Value::Words(all), Value::Words(more)) => {
                all.extend(more);
                known.span = known.span.join(span);
            }
            (known, value) if *known == value => {}
            (known, value) => {
                let shown = |value: &Value| value.shown(self.vocabulary).to_string();
                let name = self.vocabulary.property_name(property);
                let message = format!(
                    "two values of `{name}`: {} and {}",
                    shown(known),
                    shown(&value)
                );
                self.fault("scenario-line", span, message);
            }
        }
    }

    fn number(&mut self, tokens: &[Token], number: f64, span: Span, first: bool) -> usize {
        let is_number =
            |property: &PropertyIx| matches!(self.shape(*property), Some(Shape::Number { .. }));
        let keyed = self.key.map(|(property, _)| property).filter(is_number);
        // 27 AP: the unit of the property whose key was read, else of one that was not said yet
        let unit = self
            .form
            .phrases
            .at(&tokens[1..])
            .and_then(|(length, meanings)| {
                let units: Vec<PropertyIx> = meanings
                    .iter()
                    .filter_map(|meaning| meaning.unit())
                    .collect();
                let own = units.iter().find(|property| Some(**property) == keyed);
                let property = own
                    .or_else(|| units.iter().find(|property| !self.has(**property)))
                    .or(units.first())?;
                Some((*property, length))
            });
        let begins = first || !self.counted && (self.understood == 0 || self.after_colon);
        let (property, length) = match (keyed, unit, self.form.count.filter(|_| begins)) {
            (Some(keyed), Some((property, length)), _) if keyed == property => (keyed, length),
            (Some(keyed), _, _) => (keyed, 0),
            (None, _, Some(count)) if unit.is_none() => {
                // 8 x
                let times = matches!(tokens.get(1).map(|token| &token.kind), Some(TokenKind::Word(word)) if word == "x");
                (count, usize::from(times))
            }
            (None, Some((property, length)), _) => (property, length),
            (None, None, _) => {
                if let Some(property) = self
                    .vocabulary
                    .property("number")
                    .filter(|property| self.form.properties.contains_key(property))
                {
                    self.set(property, Value::Number(number), span);
                } else if self.heading {
                    self.name_more(span);
                } else {
                    self.strange += 1;
                    let units: Vec<&str> = self.units().collect();
                    let message = format!("what {} counts is not said", plain(number));
                    let help = (!units.is_empty())
                        .then(|| format!("write what it counts: {}", units.join(", ")));
                    self.faults.push(Fault {
                        code: "scenario-number",
                        span,
                        message,
                        help,
                        instead: None,
                    });
                }
                return 1;
            }
        };
        self.counted = true;
        self.key = None;
        let whole = tokens.get(length).map_or(span, |last| span.join(last.span));
        match self
            .shape(property)
            .and_then(|shape| out_of_bounds(shape, number))
        {
            Some(bounds) => {
                let name = self.vocabulary.property_name(property);
                let shown = span.of(self.text);
                self.fault(
                    "scenario-number",
                    span,
                    format!(
                        "{shown} is too {}: `{name}` has to be {bounds}",
                        if number < 0.0 || bounds.ends_with("least") {
                            "little"
                        } else {
                            "much"
                        }
                    ),
                );
            }
            None => {
                self.set(
                    property,
                    Value::Number(number),
                    if length > 0 && Some(property) != self.form.count {
                        whole
                    } else {
                        span
                    },
                );
            }
        }
        1 + length
    }

    fn units(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.form
            .properties
            .values()
            .filter_map(|property| match &property.shape {
                Shape::Number { unit, .. } if !unit.is_empty() => Some(&**unit),
                _ => None,
            })
    }

    fn name_more(&mut self, span: Span) {
        self.rest = Some(self.rest.map_or(span, |rest| rest.join(span)));
    }

    fn word(&mut self, tokens: &[Token]) -> usize {
        let span_of = |length: usize| tokens[0].span.join(tokens[length.max(1) - 1].span);
        let found = self.form.phrases.at(tokens);
        let key = self.key.map(|(property, _)| property);
        if let Some((length, meanings)) = found {
            let says = |wanted: Option<PropertyIx>| {
                meanings.iter().find_map(|meaning| match meaning {
                    Meaning::Says {
                        property,
                        value,
                        keyed,
                    } => {
                        let fits = wanted.map_or(!keyed, |wanted| *property == wanted);
                        fits.then(|| (*property, value.clone()))
                    }
                    Meaning::Key(_) | Meaning::Unit(_) => None,
                })
            };
            let open =
                |(property, _): &(PropertyIx, Value)| !self.has(*property) || self.second.is_some();
            let said = key.and_then(|key| says(Some(key))).or_else(|| {
                // a word that may say two things says what was not said yet
                let all: Vec<(PropertyIx, Value)> = meanings
                    .iter()
                    .filter_map(|meaning| match meaning {
                        Meaning::Says {
                            property,
                            value,
                            keyed: false,
                        } => Some((*property, value.clone())),
                        Meaning::Says { .. } | Meaning::Key(_) | Meaning::Unit(_) => None,
                    })
                    .collect();
                all.iter().find(|said| open(said)).or(all.first()).cloned()
            });
            if let Some((property, value)) = said {
                if key != Some(property) || !matches!(value, Value::Words(_)) {
                    self.key = None;
                }
                self.set(property, value, span_of(length));
                return length;
            }
            if let Some(property) = meanings.iter().find_map(|meaning| meaning.key()) {
                self.understood += 1;
                self.key = Some((property, span_of(length)));
                return length;
            }
        }
        if let TokenKind::Sign(sign) = tokens[0].kind {
            // signs between words are no fault, other than one that stands for a thing
            self.strange += usize::from(!matches!(sign, '-' | '&' | '/' | '+' | '\'' | '’' | '='));
            return 1;
        }
        if self.heading {
            self.name_more(tokens[0].span);
            return 1;
        }
        if is_filler(&tokens[0]) {
            return 1;
        }
        self.strange += 1;
        self.unknown(tokens[0].span);
        1
    }

    fn unknown(&mut self, span: Span) {
        let word = span.of(self.text);
        let known: Vec<String> = self
            .form
            .phrases
            .iter()
            .map(|(words, _)| words.join(" "))
            .collect();
        let near = nearest(word, known.iter().map(String::as_str)).map(|near| self.canonical(near));
        let help = match &near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "what is only a name or remark stands behind a colon or in quotation marks"
                .to_owned(),
        };
        let shown: String = word.chars().take(40).collect();
        let message = format!("`{shown}` is no word of a {} line", self.form.name);
        self.faults.push(Fault {
            code: "scenario-word",
            span,
            message,
            help: Some(help),
            instead: near,
        });
    }

    /// A spelling as people write it: the word itself where it is one in other letters.
    fn canonical(&self, spelling: &str) -> String {
        let found = self
            .vocabulary
            .words()
            .find(|(_, word)| word.to_lowercase() == spelling);
        found.map_or_else(|| spelling.to_owned(), |(_, word)| word.to_owned())
    }
}

/// Small words that say nothing by themselves.
fn is_filler(token: &Token) -> bool {
    const FILLERS: &[&str] = &[
        "and", "of", "with", "the", "a", "an", "as", "in", "on", "each", "is", "are", "by", "for",
        "per",
    ];
    matches!(&token.kind, TokenKind::Word(word) if FILLERS.contains(&word.as_str()))
}

impl Meaning {
    /// The property of which it is a key.
    pub(super) fn key(&self) -> Option<PropertyIx> {
        match self {
            Self::Key(property) => Some(*property),
            Self::Says { .. } | Self::Unit(_) => None,
        }
    }

    /// The property of which it is a unit.
    fn unit(&self) -> Option<PropertyIx> {
        match self {
            Self::Unit(property) => Some(*property),
            Self::Says { .. } | Self::Key(_) => None,
        }
    }

    pub(super) fn is_key(&self) -> bool {
        self.key().is_some()
    }
}
