//! Parses parts of expressions that begin with a name: properties, records, calls and queries.

use super::{ExprParser, ExprResult};
use crate::{
    diagnostic::Location,
    scenario::{
        rule::{
            expr::{
                AGGREGATES, Aggregate, Expr, FUNCTIONS, QUERIES, RecordRef, RecordSet,
                RecordSetBase, ReferenceIx, TextPart,
            },
            symbols::CellLabel,
        },
        value::ScenarioValue,
        vocabulary::{KindIx, ROOT},
    },
    text::{Span, near::nearest},
};

impl<'s> ExprParser<'s, '_> {
    /// Resolves a name: a call, a record, a `let`, a property or a word, in this order.
    pub(super) fn resolve_name(
        &mut self,
        name: &'s str,
        span: Span,
        depth: usize,
    ) -> ExprResult<Expr> {
        if self.rest().starts_with('(') {
            return self.parse_call(name, span, depth);
        }
        if let Some(record) = self.resolve_record(name)? {
            return self.parse_record_property(record, span);
        }
        if let Some(at) = self.scope.lets.iter().position(|own| own == name) {
            return Ok(Expr::Let(at as u16));
        }
        if let Some(node) = self.resolve_property(name) {
            return Ok(node);
        }
        if let Some(word) = self.scope.symbols.vocabulary.word(name) {
            return Ok(Expr::Literal(ScenarioValue::Word(word)));
        }
        let vocabulary = &self.scope.symbols.vocabulary;
        let own = self.scope.symbols.properties.iter().map(|name| &**name);
        let known = own
            .chain(self.scope.lets.iter().map(String::as_str))
            .chain(vocabulary.words().map(|(_, word)| word));
        // a name that is known elsewhere is no misspelling of itself
        let near = nearest(name, known.filter(|known| *known != name));
        let message =
            format!("unknown name `{name}`: neither a property nor a word of the vocabulary");
        self.unknown(span, message, near)
    }

    /// Resolves a property of the innermost record in scope that has it, else of a record around
    /// that.
    fn resolve_property(&self, name: &str) -> Option<Expr> {
        let symbols = &*self.scope.symbols;
        let inner = self.scope.frames.len() as u8 - 1;
        if name == "index" {
            return Some(Expr::Index(RecordRef::Frame(inner)));
        }
        if name == "misread" {
            return Some(Expr::Misread(RecordRef::Frame(inner)));
        }
        let property = symbols.property(name)?;
        if let Some(frame) = self
            .scope
            .frames
            .iter()
            .rposition(|kind| symbols.has_property(*kind, property))
        {
            return Some(Expr::Property(RecordRef::Frame(frame as u8), property));
        }
        // a word of the vocabulary is hidden only by properties that a record around may have
        let is_around = |kind: &KindIx| {
            symbols
                .ancestor_kinds(*kind)
                .iter()
                .any(|kind| symbols.has_property(*kind, property))
        };
        let frame = self.scope.frames.iter().rposition(is_around)?;
        Some(Expr::Property(
            RecordRef::Having(Box::new(RecordRef::Frame(frame as u8)), property),
            property,
        ))
    }

    /// Resolves the name of a record in front of a dot: `here`, or the kind of a record around the
    /// innermost one.
    fn resolve_record(&mut self, name: &str) -> ExprResult<Option<RecordRef>> {
        if !self.rest().starts_with('.') {
            return Ok(None);
        }
        if name == "here" {
            return Ok(Some(RecordRef::Frame(0)));
        }
        let inner = RecordRef::Frame(self.scope.frames.len() as u8 - 1);
        Ok(self
            .scope
            .symbols
            .vocabulary
            .find_kind(name)
            .map(|kind| RecordRef::Around(Box::new(inner), kind)))
    }

    /// Parses `.property` behind a record.
    fn parse_record_property(&mut self, record: RecordRef, of: Span) -> ExprResult<Expr> {
        self.expect(".")?;
        let Some((name, span)) = self.take_name() else {
            return self.error(of, "expected a property after the dot");
        };
        if name == "index" {
            return Ok(Expr::Index(record));
        }
        match self.scope.symbols.property(name) {
            Some(property) => Ok(Expr::Property(
                RecordRef::Having(Box::new(record), property),
                property,
            )),
            None => {
                let known = self.scope.symbols.properties.iter().map(|name| &**name);
                let message = format!("unknown property `{name}`");
                self.unknown(span, message, nearest(name, known))
            }
        }
    }

    /// Parses a set of records: `troops where …`, `side.commands`, `others`.
    pub(in crate::scenario::rule) fn parse_records(&mut self) -> ExprResult<RecordSet> {
        let at = self.next_span();
        let Some((name, span)) = self.take_name() else {
            return self.error(at, "expected records, such as `troops`");
        };
        let inner = self.scope.frames.len() as u8 - 1;
        let (of, kind) = if let Some(record) = self.resolve_record(name)? {
            self.expect(".")?;
            let Some((plural, span)) = self.take_name() else {
                return self.error(span, "expected records after the dot");
            };
            let kind = self.resolve_plural(plural, span)?;
            (RecordSetBase::Inside(Box::new(record), kind), kind)
        } else if name == "others" {
            (
                RecordSetBase::Others(Box::new(RecordRef::Frame(inner))),
                self.scope.frames[usize::from(inner)],
            )
        } else {
            let kind = self.resolve_plural(name, span)?;
            (
                RecordSetBase::Inside(Box::new(RecordRef::Frame(inner)), kind),
                kind,
            )
        };
        let mut filter = None;
        self.scope.frames.push(kind);
        if self.take_word("where") {
            let result = self.parse_level(0, 1);
            filter = match result {
                Ok(node) => Some(Box::new(node)),
                Err(error) => {
                    self.scope.frames.pop();
                    return Err(error);
                }
            };
        }
        self.scope.frames.pop();
        Ok(RecordSet { of, filter })
    }

    fn resolve_plural(&self, plural: &str, span: Span) -> ExprResult<KindIx> {
        let vocabulary = &self.scope.symbols.vocabulary;
        if let Some(kind) = vocabulary.find_kind_by_plural(plural) {
            return Ok(kind);
        }
        // `at` takes a property, too
        let properties = self.scope.symbols.properties.iter().map(|name| &**name);
        let known = vocabulary.kinds.iter().map(|kind| &*kind.plural);
        let near = nearest(plural, known.chain(properties));
        self.unknown(span, format!("unknown records `{plural}`"), near)
    }

    fn kind_of_records(&self, set: &RecordSet) -> KindIx {
        match &set.of {
            RecordSetBase::Inside(_, kind) => *kind,
            RecordSetBase::Others(record) => match &**record {
                RecordRef::Frame(frame) => self
                    .scope
                    .frames
                    .get(usize::from(*frame))
                    .copied()
                    .unwrap_or(ROOT),
                RecordRef::Having(..) | RecordRef::Around(..) | RecordRef::First(..) => ROOT,
            },
        }
    }

    fn parse_call(&mut self, name: &'s str, span: Span, depth: usize) -> ExprResult<Expr> {
        self.expect("(")?;
        if name == "count" && self.is_own_property() {
            let inner = self.parse_operand(depth)?;
            self.expect(")")?;
            return Ok(Expr::Length(Box::new(inner)));
        }
        if let Some((_, aggregate)) = AGGREGATES.iter().find(|(own, _)| *own == name) {
            let set = self.parse_records()?;
            let body = if self.take_sign(",") {
                let kind = self.kind_of_records(&set);
                self.scope.frames.push(kind);
                let result = self.parse_level(0, depth);
                self.scope.frames.pop();
                Some(Box::new(result?))
            } else {
                None
            };
            let needs_body = !matches!(aggregate, Aggregate::Count | Aggregate::Any);
            if needs_body && body.is_none() {
                return self.error(
                    span,
                    format!("`{name}` needs an expression for each record: {name}(troops, …)"),
                );
            }
            self.expect(")")?;
            return Ok(Expr::Aggregate(*aggregate, set, body));
        }
        if name == "first" {
            let set = self.parse_records()?;
            self.expect(")")?;
            return self.parse_record_property(RecordRef::First(Box::new(set)), span);
        }
        if QUERIES.contains(&name) {
            return self.parse_query(name, span, depth);
        }
        if let Some((_, function, count)) = FUNCTIONS.iter().find(|(own, ..)| *own == name) {
            let mut arguments = vec![self.parse_level(0, depth)?];
            while self.take_sign(",") {
                arguments.push(self.parse_level(0, depth)?);
            }
            self.expect(")")?;
            if arguments.len() != *count {
                return self.error(
                    span,
                    format!(
                        "`{name}` takes {count} arguments, found {}",
                        arguments.len()
                    ),
                );
            }
            return Ok(Expr::Call(*function, arguments));
        }
        let known = AGGREGATES
            .iter()
            .map(|(name, _)| *name)
            .chain(FUNCTIONS.iter().map(|(name, ..)| *name));
        let near = nearest(name, known.chain(QUERIES.iter().copied()).chain(["first"]));
        self.unknown(span, format!("unknown function `{name}`"), near)
    }

    /// Parses the row or column of a cell, and records a label that no record changes.
    fn parse_cell_label(
        &mut self,
        table: ReferenceIx,
        is_row: bool,
        depth: usize,
    ) -> ExprResult<Expr> {
        self.skip_blanks();
        let start = self.at;
        let parsed = self.parse_level(0, depth)?;
        let symbols = &mut *self.scope.symbols;
        let label = match &parsed {
            Expr::Literal(value) => Some(value.display(&symbols.vocabulary)),
            Expr::Text(parts) => match parts.as_slice() {
                [TextPart::Text(text)] => Some(text.clone()),
                _ => None,
            },
            _ => None,
        };
        if let Some(label) = label {
            let written = &self.text[start..self.at];
            // a word of the vocabulary may be written in another way
            let (at, end) = match written.find(&label) {
                Some(inside) => (start + inside, start + inside + label.len()),
                None => (start, self.at),
            };
            let at = Location::new(symbols.source, Span::new(at, end));
            symbols.cell_labels.push(CellLabel {
                table,
                is_row,
                label,
                at,
            });
        }
        Ok(parsed)
    }

    /// Parses a function that queries the rules' text.
    fn parse_query(&mut self, name: &str, span: Span, depth: usize) -> ExprResult<Expr> {
        self.skip_blanks();
        let rest = self.rest();
        let is_end = |c: char| matches!(c, ',' | '(' | ')') || c.is_whitespace();
        let length = rest.find(is_end).unwrap_or(rest.len());
        let id = rest[..length].trim_start_matches('#');
        let at = Span::new(self.at, self.at + length);
        if id.is_empty() {
            return self.error(span, format!("`{name}` needs an id"));
        }
        self.at += length;
        let id = id.to_owned();
        let node = match name {
            "fact" => Expr::Fact(self.scope.symbols.intern_fact(&id, at)),
            "needs" => Expr::Needs(self.scope.symbols.intern_clause(&id, at)),
            "holds" => Expr::Holds(self.scope.symbols.intern_clause(&id, at)),
            "stands" => Expr::Stands(self.scope.symbols.intern_instruction(&id, at)),
            _ => {
                let table = self.scope.symbols.intern_table(&id, at);
                self.expect(",")?;
                let row = self.parse_cell_label(table, true, depth)?;
                self.expect(",")?;
                let places = Box::new([row, self.parse_cell_label(table, false, depth)?]);
                if name == "cell" {
                    Expr::Cell(table, places)
                } else {
                    Expr::Offered(table, places)
                }
            }
        };
        self.expect(")")?;
        Ok(node)
    }
}
