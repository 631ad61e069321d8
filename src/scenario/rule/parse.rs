//! Reading expressions. Names are looked up at once.

use super::{
    Asked,
    node::{AGGREGATES, Aggregate, FUNCTIONS, Many, Node, Of, Operator, Part, QUESTIONS, Record},
};
use crate::{
    scenario::{
        value::Value,
        vocabulary::{KindIx, PropertyIx, ROOT},
    },
    text::{Span, near::nearest},
};
use std::sync::Arc;

/// Why an expression is none.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

type Read<T> = Result<T, Fault>;

/// What names mean where an expression stands.
pub(super) struct Scope<'a> {
    /// What is known and what is wanted of the rules.
    pub(super) asked: &'a mut Asked,
    /// The kinds of the records spoken of, the rule's own first.
    pub(super) frames: Vec<KindIx>,
    /// The rule's own names.
    pub(super) lets: Vec<String>,
}

/// An expression being read.
pub(super) struct Parser<'s, 'a> {
    text: &'s str,
    at: usize,
    end: usize,
    scope: &'s mut Scope<'a>,
}

const DEEPEST: usize = 200;

impl<'s, 'a> Parser<'s, 'a> {
    pub(super) fn new(text: &'s str, span: Span, scope: &'s mut Scope<'a>) -> Self {
        Self {
            text,
            at: span.start(),
            end: span.end(),
            scope,
        }
    }

    fn rest(&self) -> &'s str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn fault<T>(&self, span: Span, message: impl Into<String>) -> Read<T> {
        Err(Fault {
            span,
            message: message.into(),
            help: None,
        })
    }

    /// The place of what comes next, for messages.
    fn here(&mut self) -> Span {
        self.blank();
        let rest = self.rest();
        let length = rest.find(|c: char| c.is_whitespace()).unwrap_or(rest.len());
        Span::new(self.at, self.at + length)
    }

    /// Takes a sign if it comes next.
    fn sign(&mut self, sign: &str) -> bool {
        self.blank();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        if self.sign(sign) {
            return Ok(());
        }
        let at = self.here();
        let found = at.of(self.text);
        let found = if found.is_empty() {
            "the end".to_owned()
        } else {
            format!("`{found}`")
        };
        self.fault(at, format!("`{sign}` is wanted here, not {found}"))
    }

    /// The name that comes next, without taking it. Hyphens join names; blanks part them from a minus.
    fn peek_name(&mut self) -> Option<&'s str> {
        self.blank();
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic()) {
            return None;
        }
        let length = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(rest.len());
        Some(rest[..length].trim_end_matches('-'))
    }

    fn name(&mut self) -> Option<(&'s str, Span)> {
        let name = self.peek_name()?;
        let span = Span::new(self.at, self.at + name.len());
        self.at = span.end();
        Some((name, span))
    }

    /// Takes a word if it comes next.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let found = self.peek_name() == Some(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Nothing may follow.
    pub(super) fn done(&mut self) -> Read<()> {
        let at = self.here();
        if at.is_empty() {
            Ok(())
        } else {
            self.fault(at, format!("`{}` is not understood here", at.of(self.text)))
        }
    }

    /// The byte up to which was read.
    pub(super) fn place(&mut self) -> usize {
        self.blank();
        self.at
    }

    pub(super) fn expression(&mut self) -> Read<Node> {
        self.level(0, 0)
    }

    fn level(&mut self, least: u8, depth: usize) -> Read<Node> {
        if depth > DEEPEST {
            let at = self.here();
            return self.fault(at, "this is nested too deeply");
        }
        let mut left = self.single(depth)?;
        loop {
            let start = self.at;
            if least <= 3 && self.word("in") {
                left = Node::In(Box::new(left), self.list(depth)?);
                continue;
            }
            let Some((operator, rank)) = self.operator() else {
                return Ok(left);
            };
            if rank < least {
                self.at = start;
                return Ok(left);
            }
            let right = self.level(rank + 1, depth + 1)?;
            left = Node::Two(operator, Box::new([left, right]));
        }
    }

    /// What may follow `in`: `(a, b)`, or a property of many words.
    fn list(&mut self, depth: usize) -> Read<Vec<Node>> {
        if !self.sign("(") {
            return Ok(vec![self.single(depth + 1)?]);
        }
        let mut out = vec![self.level(0, depth + 1)?];
        while self.sign(",") {
            out.push(self.level(0, depth + 1)?);
        }
        self.expect(")")?;
        Ok(out)
    }

    fn operator(&mut self) -> Option<(Operator, u8)> {
        const WORDS: &[(&str, Operator, u8)] =
            &[("or", Operator::Or, 1), ("and", Operator::And, 2)];
        const SIGNS: &[(&str, Operator, u8)] = &[
            ("!=", Operator::Unequal, 3),
            ("<=", Operator::AtMost, 3),
            (">=", Operator::AtLeast, 3),
            ("=", Operator::Equal, 3),
            ("<", Operator::Less, 3),
            (">", Operator::More, 3),
            ("+", Operator::Add, 4),
            ("-", Operator::Subtract, 4),
            ("*", Operator::Multiply, 5),
            ("/", Operator::Divide, 5),
        ];
        let word = WORDS.iter().find(|(word, ..)| self.word(word));
        word.or_else(|| SIGNS.iter().find(|(sign, ..)| self.sign(sign)))
            .map(|(_, operator, rank)| (*operator, *rank))
    }

    fn single(&mut self, depth: usize) -> Read<Node> {
        let depth = depth + 1;
        self.blank();
        let at = self.here();
        match self.rest().chars().next() {
            None => self.fault(at, "an expression is wanted here"),
            Some('(') => {
                self.expect("(")?;
                let inner = self.level(0, depth)?;
                self.expect(")")?;
                Ok(inner)
            }
            Some('"') => Ok(self.text()?),
            Some('-') => {
                self.expect("-")?;
                Ok(Node::Minus(Box::new(self.level(5, depth)?)))
            }
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(_) if self.word("not") => Ok(Node::Not(Box::new(self.level(3, depth)?))),
            Some(_) if self.word("has") => Ok(Node::Has(Box::new(self.single(depth)?))),
            Some(_) if self.word("true") => Ok(Node::Const(Value::Flag(true))),
            Some(_) if self.word("false") => Ok(Node::Const(Value::Flag(false))),
            Some(_) if self.word("if") => self.choice(depth),
            Some(_) => match self.name() {
                Some((name, span)) => self.named(name, span, depth),
                None => self.fault(at, format!("`{}` is not understood here", at.of(self.text))),
            },
        }
    }

    fn choice(&mut self, depth: usize) -> Read<Node> {
        let condition = self.level(0, depth)?;
        self.wanted("then")?;
        let then = self.level(0, depth)?;
        self.wanted("else")?;
        let other = self.level(0, depth)?;
        Ok(Node::If(Box::new([condition, then, other])))
    }

    fn wanted(&mut self, word: &str) -> Read<()> {
        if self.word(word) {
            return Ok(());
        }
        let at = self.here();
        self.fault(at, format!("`{word}` is wanted here: if … then … else …"))
    }

    fn number(&mut self) -> Read<Node> {
        let rest = self.rest();
        let mut length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        if rest[length..].starts_with('.')
            && rest[length + 1..].starts_with(|c: char| c.is_ascii_digit())
        {
            let decimals = &rest[length + 1..];
            length += 1 + decimals
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(decimals.len());
        }
        let number = rest[..length].parse().unwrap_or(0.0);
        self.at += length;
        Ok(Node::Const(Value::Number(number)))
    }

    /// `"text {expression}"`.
    pub(super) fn text(&mut self) -> Read<Node> {
        self.blank();
        let start = self.at;
        if !self.sign("\"") {
            let at = self.here();
            return self.fault(at, "a text in quotation marks is wanted here");
        }
        let mut parts = Vec::new();
        let mut plain = String::new();
        loop {
            let Some(c) = self.rest().chars().next() else {
                return self.fault(Span::new(start, self.end), "this text has no end");
            };
            self.at += c.len_utf8();
            match c {
                '"' => break,
                '{' => {
                    if !plain.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut plain)));
                    }
                    parts.push(Part::Node(self.level(0, 1)?));
                    self.expect("}")?;
                }
                c => plain.push(c),
            }
        }
        if parts.is_empty() {
            return Ok(Node::Const(Value::Text(Arc::from(plain))));
        }
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Ok(Node::Text(parts))
    }

    fn named(&mut self, name: &'s str, span: Span, depth: usize) -> Read<Node> {
        if self.rest().starts_with('(') {
            return self.call(name, span, depth);
        }
        if let Some(record) = self.record(name)? {
            return self.of_record(record, span);
        }
        if let Some(at) = self.scope.lets.iter().position(|own| own == name) {
            return Ok(Node::Let(at as u16));
        }
        if let Some(node) = self.property(name) {
            return Ok(node);
        }
        if let Some(word) = self.scope.asked.vocabulary.word(name) {
            return Ok(Node::Const(Value::Word(word)));
        }
        let vocabulary = &self.scope.asked.vocabulary;
        let own = self.scope.asked.properties.iter().map(|name| &**name);
        let known = own
            .chain(self.scope.lets.iter().map(String::as_str))
            .chain(vocabulary.words().map(|(_, word)| word));
        let near = nearest(name, known).map(|near| format!("did you mean `{near}`?"));
        Err(Fault {
            span,
            message: format!("`{name}` is neither a property nor a word of the vocabulary"),
            help: near,
        })
    }

    /// A property of the innermost record that has it, else of one around that.
    fn property(&self, name: &str) -> Option<Node> {
        let asked = &*self.scope.asked;
        let inner = self.scope.frames.len() as u8 - 1;
        if name == "index" {
            return Some(Node::Index(Record::Frame(inner)));
        }
        if name == "misread" {
            return Some(Node::Misread(Record::Frame(inner)));
        }
        let property = asked.property(name)?;
        if let Some(frame) = self
            .scope
            .frames
            .iter()
            .rposition(|kind| asked.has(*kind, property))
        {
            return Some(Node::Property(Record::Frame(frame as u8), property));
        }
        // a word is hidden only by what the records around may have
        let around = |kind: &KindIx| {
            asked
                .around(*kind)
                .iter()
                .any(|kind| asked.has(*kind, property))
        };
        let frame = self.scope.frames.iter().rposition(around)?;
        Some(Node::Property(
            Record::Having(Box::new(Record::Frame(frame as u8)), property),
            property,
        ))
    }

    /// The record that a name in front of a dot means: `here`, or that of a kind around the innermost.
    fn record(&mut self, name: &str) -> Read<Option<Record>> {
        if !self.rest().starts_with('.') {
            return Ok(None);
        }
        if name == "here" {
            return Ok(Some(Record::Frame(0)));
        }
        let inner = Record::Frame(self.scope.frames.len() as u8 - 1);
        Ok(self
            .scope
            .asked
            .vocabulary
            .kind_named(name)
            .map(|kind| Record::Around(Box::new(inner), kind)))
    }

    /// `.property` behind a record.
    fn of_record(&mut self, record: Record, of: Span) -> Read<Node> {
        self.expect(".")?;
        let Some((name, span)) = self.name() else {
            return self.fault(of, "a property is wanted behind the dot");
        };
        if name == "index" {
            return Ok(Node::Index(record));
        }
        match self.scope.asked.property(name) {
            Some(property) => Ok(Node::Property(
                Record::Having(Box::new(record), property),
                property,
            )),
            None => {
                let near = nearest(name, self.scope.asked.properties.iter().map(|name| &**name))
                    .map(|near| format!("did you mean `{near}`?"));
                Err(Fault {
                    span,
                    message: format!("`{name}` is no property"),
                    help: near,
                })
            }
        }
    }

    /// `troops where …`, `side.commands`, `others`.
    pub(super) fn many(&mut self) -> Read<Many> {
        let at = self.here();
        let Some((name, span)) = self.name() else {
            return self.fault(at, "records are wanted here, such as `troops`");
        };
        let inner = self.scope.frames.len() as u8 - 1;
        let (of, kind) = if let Some(record) = self.record(name)? {
            self.expect(".")?;
            let Some((plural, span)) = self.name() else {
                return self.fault(span, "records are wanted behind the dot");
            };
            let kind = self.kind_of_many(plural, span)?;
            (Of::Inside(Box::new(record), kind), kind)
        } else if name == "others" {
            (
                Of::Others(Box::new(Record::Frame(inner))),
                self.scope.frames[usize::from(inner)],
            )
        } else {
            let kind = self.kind_of_many(name, span)?;
            (Of::Inside(Box::new(Record::Frame(inner)), kind), kind)
        };
        let mut filter = None;
        self.scope.frames.push(kind);
        if self.word("where") {
            let read = self.level(0, 1);
            filter = match read {
                Ok(node) => Some(Box::new(node)),
                Err(fault) => {
                    self.scope.frames.pop();
                    return Err(fault);
                }
            };
        }
        self.scope.frames.pop();
        Ok(Many { of, filter })
    }

    fn kind_of_many(&self, plural: &str, span: Span) -> Read<KindIx> {
        let vocabulary = &self.scope.asked.vocabulary;
        vocabulary.kind_of_many(plural).ok_or_else(|| {
            let near = nearest(plural, vocabulary.kinds.iter().map(|kind| &*kind.plural))
                .map(|near| format!("did you mean `{near}`?"));
            Fault {
                span,
                message: format!("`{plural}` names no records"),
                help: near,
            }
        })
    }

    fn kind_of(&self, many: &Many) -> KindIx {
        match &many.of {
            Of::Inside(_, kind) => *kind,
            Of::Others(record) => match &**record {
                Record::Frame(frame) => self
                    .scope
                    .frames
                    .get(usize::from(*frame))
                    .copied()
                    .unwrap_or(ROOT),
                Record::Having(..) | Record::Around(..) | Record::First(..) => ROOT,
            },
        }
    }

    fn call(&mut self, name: &'s str, span: Span, depth: usize) -> Read<Node> {
        self.expect("(")?;
        if name == "count" && self.is_own_property() {
            let inner = self.single(depth)?;
            self.expect(")")?;
            return Ok(Node::Size(Box::new(inner)));
        }
        if let Some((_, aggregate)) = AGGREGATES.iter().find(|(own, _)| *own == name) {
            let many = self.many()?;
            let body = if self.sign(",") {
                let kind = self.kind_of(&many);
                self.scope.frames.push(kind);
                let read = self.level(0, depth);
                self.scope.frames.pop();
                Some(Box::new(read?))
            } else {
                None
            };
            let wants = !matches!(aggregate, Aggregate::Count | Aggregate::Any);
            if wants && body.is_none() {
                return self.fault(
                    span,
                    format!("`{name}` wants what is asked of each: {name}(troops, …)"),
                );
            }
            self.expect(")")?;
            return Ok(Node::Many(*aggregate, many, body));
        }
        if name == "first" {
            let many = self.many()?;
            self.expect(")")?;
            return self.of_record(Record::First(Box::new(many)), span);
        }
        if QUESTIONS.contains(&name) {
            return self.question(name, span, depth);
        }
        if let Some((_, function, count)) = FUNCTIONS.iter().find(|(own, ..)| *own == name) {
            let mut arguments = vec![self.level(0, depth)?];
            while self.sign(",") {
                arguments.push(self.level(0, depth)?);
            }
            self.expect(")")?;
            if arguments.len() != *count {
                return self.fault(
                    span,
                    format!("`{name}` takes {count} and is given {}", arguments.len()),
                );
            }
            return Ok(Node::Call(*function, arguments));
        }
        let known = AGGREGATES
            .iter()
            .map(|(name, _)| *name)
            .chain(FUNCTIONS.iter().map(|(name, ..)| *name));
        let near = nearest(
            name,
            known.chain(QUESTIONS.iter().copied()).chain(["first"]),
        )
        .map(|near| format!("did you mean `{near}`?"));
        Err(Fault {
            span,
            message: format!("there is no function `{name}`"),
            help: near,
        })
    }

    /// A function that asks the rules.
    fn question(&mut self, name: &str, span: Span, depth: usize) -> Read<Node> {
        self.blank();
        let rest = self.rest();
        let length = rest.find([',', ')']).unwrap_or(rest.len());
        let id = rest[..length].trim().trim_start_matches('#');
        let at = Span::new(self.at, self.at + rest[..length].trim_end().len());
        if id.is_empty() {
            return self.fault(span, format!("`{name}` wants an id"));
        }
        self.at += length;
        let id = id.to_owned();
        let node = match name {
            "fact" => Node::Fact(self.scope.asked.fact(&id, at)),
            "needs" => Node::Needs(self.scope.asked.clause(&id, at)),
            "holds" => Node::Holds(self.scope.asked.clause(&id, at)),
            "stands" => Node::Stands(self.scope.asked.instruction(&id, at)),
            _ => {
                let table = self.scope.asked.table(&id, at);
                self.expect(",")?;
                let row = self.level(0, depth)?;
                self.expect(",")?;
                let places = Box::new([row, self.level(0, depth)?]);
                if name == "cell" {
                    Node::Cell(table, places)
                } else {
                    Node::Offered(table, places)
                }
            }
        };
        self.expect(")")?;
        Ok(node)
    }
}

impl Parser<'_, '_> {
    /// The property that `at` or `set` names.
    pub(super) fn property_of(&mut self) -> Read<(PropertyIx, Span)> {
        let at = self.here();
        let Some((name, span)) = self.name() else {
            return self.fault(at, "a property is wanted here");
        };
        match self.scope.asked.property(name) {
            Some(property) => Ok((property, span)),
            None => self.fault(span, format!("`{name}` is no property")),
        }
    }

    /// Takes the `=` of a `set`.
    pub(super) fn equals(&mut self) -> Read<()> {
        self.expect("=")
    }

    /// Whether a property comes next that stands for no records.
    fn is_own_property(&mut self) -> bool {
        let Some(name) = self.peek_name() else {
            return false;
        };
        let asked = &self.scope.asked;
        let alone = !self.rest()[name.len()..].starts_with('.');
        alone
            && name != "others"
            && asked.vocabulary.kind_of_many(name).is_none()
            && asked.property(name).is_some()
    }

    /// Whether the name that comes next is one of a property.
    pub(super) fn is_property(&mut self) -> bool {
        let Some(name) = self.peek_name() else {
            return false;
        };
        let kind = self.scope.frames.last().copied().unwrap_or(ROOT);
        self.scope
            .asked
            .property(name)
            .is_some_and(|property| self.scope.asked.has(kind, property))
            || self.scope.asked.vocabulary.kind_of_many(name).is_none()
                && self.scope.asked.property(name).is_some()
    }
}
