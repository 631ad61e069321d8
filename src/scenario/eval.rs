//! What rules of play come to in a scenario.

use super::{
    numbers::{Held, Numbers},
    record::{RecordIx, Scenario},
    rule::{Aggregate, Function, Many, Node, Of, Operator, Part, Record, Rule, Rules, Wanted},
    value::{Value, plain},
    vocabulary::{KindIx, NAME, PropertyIx, ROOT},
};
use std::sync::Arc;

/// The numbers that something rests on: a set of indices of [`Numbers`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis(Vec<u64>);

impl Basis {
    fn put(&mut self, at: u16) {
        let word = usize::from(at) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (at % 64);
    }

    /// Adds all of another.
    pub fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(own, other)| *own |= other);
    }

    /// The indices, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            (0..64)
                .filter(move |bit| bits >> bit & 1 == 1)
                .map(move |bit| (word * 64 + bit) as u16)
        })
    }
}

/// What a sum gave for a record.
#[derive(Clone)]
enum Given {
    Unknown,
    /// It is being found.
    Sought,
    Known(Value, Basis),
}

/// A scenario at hand, with the rules and their numbers.
pub(super) struct Eval<'a> {
    pub(super) rules: &'a Rules,
    pub(super) numbers: &'a Numbers,
    pub(super) scenario: &'a Scenario,
    /// The records of each kind, in order.
    of_kind: Vec<Vec<u32>>,
    /// What sums gave: by rule, then by record.
    given: Vec<Vec<Given>>,
    /// What was read since somebody looked.
    pub(super) basis: Basis,
    rule: u16,
    lets: Vec<Option<Value>>,
    frames: Vec<RecordIx>,
}

impl<'a> Eval<'a> {
    pub(super) fn new(rules: &'a Rules, numbers: &'a Numbers, scenario: &'a Scenario) -> Self {
        let mut of_kind = vec![Vec::new(); rules.vocabulary.kinds.len().max(1)];
        for (at, record) in scenario.records.iter().enumerate() {
            if let Some(list) = of_kind.get_mut(usize::from(record.kind.0)) {
                list.push(at as u32);
            }
        }
        Self {
            rules,
            numbers,
            scenario,
            of_kind,
            given: vec![Vec::new(); rules.rules.len()],
            basis: Basis::default(),
            rule: 0,
            lets: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// The records that a rule looks at.
    pub(super) fn subjects(&self, rule: &Rule) -> Vec<RecordIx> {
        if rule.each == ROOT {
            vec![RecordIx(0)]
        } else {
            self.of_kind[usize::from(rule.each.0)]
                .iter()
                .copied()
                .map(RecordIx)
                .collect()
        }
    }

    /// Turns to a rule and a record.
    pub(super) fn begin(&mut self, rule: u16, record: RecordIx) {
        self.rule = rule;
        self.lets.clear();
        self.lets
            .resize(self.rules.rules[usize::from(rule)].lets.len(), None);
        self.frames.clear();
        self.frames.push(record);
        self.basis = Basis::default();
    }

    /// What a property of a record is, written or given by a sum.
    pub(super) fn property(&mut self, record: RecordIx, property: PropertyIx) -> Value {
        let own = self.scenario.record(record);
        if let Some(rule) = self.rules.asked.giver(own.kind, property) {
            return self.given(rule, record);
        }
        match own.value(property) {
            Some(value) => value.value.clone(),
            None if property == NAME => own.name.as_ref().map_or(Value::Missing(None), |name| {
                Value::Text(Arc::clone(&name.value))
            }),
            // what is not said of a flag is not so
            None if self.is_flag(own.kind, property) => Value::Flag(false),
            None => Value::Missing(None),
        }
    }

    fn is_flag(&self, kind: KindIx, property: PropertyIx) -> bool {
        let form = self.rules.vocabulary.kind(kind).properties.get(&property);
        form.is_some_and(|form| form.shape == super::vocabulary::Shape::Flag)
    }

    /// What a sum gives for a record.
    pub(super) fn given(&mut self, rule: u16, record: RecordIx) -> Value {
        let (of_rule, place) = (usize::from(rule), record.0 as usize);
        match self.given[of_rule].get(place) {
            Some(Given::Known(value, basis)) => {
                let value = value.clone();
                self.basis.add(basis);
                return value;
            }
            // it asks for itself
            Some(Given::Sought) => return Value::Missing(None),
            Some(Given::Unknown) | None => {}
        }
        let Some(gives) = &self.rules.rules[of_rule].gives else {
            return Value::Missing(None);
        };
        if self.given[of_rule].is_empty() {
            self.given[of_rule] = vec![Given::Unknown; self.scenario.records.len()];
        }
        self.given[of_rule][place] = Given::Sought;
        let outer = (
            self.rule,
            std::mem::take(&mut self.lets),
            std::mem::take(&mut self.frames),
            std::mem::take(&mut self.basis),
        );
        self.begin(rule, record);
        let asked = self.is_asked(rule);
        let value = if asked {
            self.value(&gives.value)
        } else {
            Value::Missing(None)
        };
        let basis = std::mem::take(&mut self.basis);
        self.given[of_rule][place] = Given::Known(value.clone(), basis.clone());
        (self.rule, self.lets, self.frames, self.basis) = outer;
        self.basis.add(&basis);
        value
    }

    /// Whether a rule is asked of the record at hand: its clauses hold, and so do its conditions.
    pub(super) fn is_asked(&mut self, rule: u16) -> bool {
        let rules = self.rules;
        let rule = &rules.rules[usize::from(rule)];
        let holds = rule.clauses.iter().all(|&clause| {
            let at = self.numbers.clauses.get(usize::from(clause));
            at.is_some_and(|at| at.cited.is_some() && at.held)
        });
        holds
            && rule
                .when
                .iter()
                .all(|condition| self.value(condition) == Value::Flag(true))
    }

    /// Whether a record breaks a rule that is asked of it. What it rests on stands in [`Eval::basis`] then.
    pub(super) fn is_broken(&mut self, rule: u16, record: RecordIx) -> bool {
        self.begin(rule, record);
        let rules = self.rules;
        self.is_asked(rule)
            && rules.rules[usize::from(rule)]
                .require
                .iter()
                .any(|wanted| self.value(wanted) == Value::Flag(false))
    }

    fn cite(&mut self, at: Option<u16>) {
        if let Some(at) = at {
            self.basis.put(at);
        }
    }

    fn number(&mut self, at: Option<u16>) -> Value {
        let Some(at) = at else {
            return Value::Missing(None);
        };
        self.basis.put(at);
        match self.numbers.get(at).map(|number| number.held) {
            Some(Held::Number(number)) => Value::Number(number),
            Some(Held::Nothing | Held::Unheld | Held::Words) => Value::Missing(Some(at)),
            None => Value::Missing(None),
        }
    }

    fn cell(&mut self, table: Wanted, places: &[Node; 2]) -> Result<Option<u16>, Value> {
        let [row, column] = places;
        let (row, column) = (self.value(row), self.value(column));
        let missing = [&row, &column].into_iter().find(|value| value.is_missing());
        if let Some(missing) = missing {
            return Err(missing.clone());
        }
        let text = |value: &Value| {
            value
                .shown(&self.rules.vocabulary)
                .to_string()
                .to_lowercase()
        };
        let key = (text(&row), text(&column));
        Ok(self
            .numbers
            .tables
            .get(usize::from(table))
            .and_then(|table| table.get(&key))
            .copied())
    }

    pub(super) fn value(&mut self, node: &Node) -> Value {
        match node {
            Node::Const(value) => value.clone(),
            Node::Text(parts) => Value::Text(Arc::from(self.text(parts))),
            Node::Let(at) => self.named(*at),
            Node::Property(record, property) => match self.record(record) {
                Some(record) => self.property(record, *property),
                None => Value::Missing(None),
            },
            Node::Index(record) => match self.record(record) {
                Some(record) => self.index(record),
                None => Value::Missing(None),
            },
            Node::Fact(fact) => {
                let at = self
                    .numbers
                    .facts
                    .get(usize::from(*fact))
                    .copied()
                    .flatten();
                self.number(at)
            }
            Node::Cell(table, places) => match self.cell(*table, places) {
                Ok(at) => self.number(at),
                Err(missing) => missing,
            },
            Node::Offered(table, places) => match self.cell(*table, places) {
                Ok(None) => Value::Flag(false),
                Ok(Some(at)) => {
                    self.basis.put(at);
                    match self.numbers.get(at).map(|number| number.held) {
                        Some(Held::Number(_) | Held::Words) => Value::Flag(true),
                        Some(Held::Nothing) | None => Value::Flag(false),
                        Some(Held::Unheld) => Value::Missing(Some(at)),
                    }
                }
                Err(missing) => missing,
            },
            Node::Needs(clause) => {
                let at = self
                    .numbers
                    .clauses
                    .get(usize::from(*clause))
                    .and_then(|at| at.cited);
                self.cite(at);
                Value::Missing(at)
            }
            Node::Misread(record) => match self.record(record) {
                Some(record) => Value::Flag(self.scenario.record(record).misread),
                None => Value::Missing(None),
            },
            Node::Holds(clause) => {
                let at = self
                    .numbers
                    .clauses
                    .get(usize::from(*clause))
                    .and_then(|at| at.cited);
                self.cite(at);
                Value::Flag(at.is_some())
            }
            Node::Stands(instruction) => {
                let (at, counts) = self
                    .numbers
                    .instructions
                    .get(usize::from(*instruction))
                    .copied()
                    .unwrap_or((None, false));
                self.cite(at.filter(|_| counts));
                Value::Flag(counts)
            }
            Node::Not(inner) => match self.value(inner) {
                Value::Flag(flag) => Value::Flag(!flag),
                other => missing_of(&other),
            },
            Node::Minus(inner) => match self.value(inner) {
                Value::Number(number) => Value::Number(-number),
                other => missing_of(&other),
            },
            Node::Has(inner) => {
                let value = self.value(inner);
                Value::Flag(!value.is_missing() && value != Value::Flag(false))
            }
            Node::Two(operator, sides) => self.two(*operator, sides),
            Node::If(parts) => {
                let [condition, then, other] = &**parts;
                match self.value(condition) {
                    Value::Flag(true) => self.value(then),
                    Value::Flag(false) => self.value(other),
                    value => missing_of(&value),
                }
            }
            Node::In(what, list) => self.in_list(what, list),
            Node::Size(inner) => match self.value(inner) {
                Value::Words(words) => Value::Number(words.len() as f64),
                Value::Missing(None) => Value::Number(0.0),
                Value::Missing(why) => Value::Missing(why),
                Value::Number(_)
                | Value::Flag(_)
                | Value::Word(_)
                | Value::Text(_)
                | Value::Area(_) => Value::Number(1.0),
            },
            Node::Many(aggregate, many, body) => self.aggregate(*aggregate, many, body.as_deref()),
            Node::Call(function, arguments) => self.call(*function, arguments),
        }
    }

    fn named(&mut self, at: u16) -> Value {
        if let Some(Some(known)) = self.lets.get(usize::from(at)) {
            return known.clone();
        }
        let rules = self.rules;
        let Some((_, node)) = rules.rules[usize::from(self.rule)]
            .lets
            .get(usize::from(at))
        else {
            return Value::Missing(None);
        };
        // a name means the same inside and outside of `where`
        let inner = self.frames.split_off(1);
        let value = self.value(node);
        self.frames.extend(inner);
        if let Some(slot) = self.lets.get_mut(usize::from(at)) {
            *slot = Some(value.clone());
        }
        value
    }

    pub(super) fn text(&mut self, parts: &[Part]) -> String {
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                // a fact is shown as it is written
                Part::Node(Node::Fact(fact)) => {
                    let at = self
                        .numbers
                        .facts
                        .get(usize::from(*fact))
                        .copied()
                        .flatten();
                    self.cite(at);
                    out.push_str(
                        at.and_then(|at| self.numbers.get(at))
                            .map_or("?", |number| number.said.trim()),
                    );
                }
                Part::Node(node) => {
                    let value = self.value(node);
                    out.push_str(&value.shown(&self.rules.vocabulary).to_string());
                }
            }
        }
        out
    }

    fn record(&mut self, record: &Record) -> Option<RecordIx> {
        match record {
            Record::Frame(frame) => self
                .frames
                .get(usize::from(*frame))
                .or(self.frames.last())
                .copied(),
            Record::Having(inner, property) => {
                let from = self.record(inner)?;
                let scenario = self.scenario;
                scenario
                    .around(from)
                    .find(|&at| self.rules.asked.has(scenario.record(at).kind, *property))
            }
            Record::Around(inner, kind) => {
                let from = self.record(inner)?;
                let scenario = self.scenario;
                scenario
                    .around(from)
                    .find(|&at| scenario.record(at).kind == *kind)
            }
            Record::First(many) => self.members(many).first().copied(),
        }
    }

    fn index(&self, record: RecordIx) -> Value {
        let own = self.scenario.record(record);
        let list = &self.of_kind[usize::from(own.kind.0)];
        let first = list.partition_point(|&at| at <= own.parent.0);
        let place = list.partition_point(|&at| at < record.0);
        Value::Number((place.saturating_sub(first) + 1) as f64)
    }

    /// The records that are meant, in order.
    pub(super) fn members(&mut self, many: &Many) -> Vec<RecordIx> {
        let scenario = self.scenario;
        let all: Vec<RecordIx> = match &many.of {
            Of::Inside(record, kind) => match self.record(record) {
                Some(record) => {
                    let inside = scenario.inside(record);
                    let list = &self.of_kind[usize::from(kind.0)];
                    let (from, to) = (
                        list.partition_point(|&at| at < inside.start),
                        list.partition_point(|&at| at < inside.end),
                    );
                    list[from.min(to)..to]
                        .iter()
                        .copied()
                        .map(RecordIx)
                        .collect()
                }
                None => Vec::new(),
            },
            Of::Others(record) => match self.record(record) {
                Some(own) => {
                    let (kind, parent) = (scenario.record(own).kind, scenario.record(own).parent);
                    let list = self.of_kind[usize::from(kind.0)]
                        .iter()
                        .copied()
                        .map(RecordIx);
                    list.filter(|&at| at != own && scenario.record(at).parent == parent)
                        .collect()
                }
                None => Vec::new(),
            },
        };
        let Some(filter) = &many.filter else {
            return all;
        };
        let depth = self.frames.len();
        let mut out = Vec::with_capacity(all.len());
        for at in all {
            self.frames.push(at);
            if self.value(filter) == Value::Flag(true) {
                out.push(at);
            }
            self.frames.truncate(depth);
        }
        out
    }

    fn aggregate(&mut self, aggregate: Aggregate, many: &Many, body: Option<&Node>) -> Value {
        let members = self.members(many);
        let Some(body) = body else {
            return match aggregate {
                Aggregate::Any => Value::Flag(!members.is_empty()),
                Aggregate::Count
                | Aggregate::Sum
                | Aggregate::All
                | Aggregate::Max
                | Aggregate::Min => Value::Number(members.len() as f64),
            };
        };
        let depth = self.frames.len();
        let mut values = Vec::with_capacity(members.len());
        for at in members {
            self.frames.push(at);
            values.push(self.value(body));
            self.frames.truncate(depth);
        }
        let flags = |wanted: bool| values.contains(&Value::Flag(wanted));
        if let Aggregate::Any | Aggregate::All = aggregate {
            let decisive = aggregate == Aggregate::Any;
            return if flags(decisive) {
                Value::Flag(decisive)
            } else {
                values
                    .iter()
                    .find(|value| value.is_missing())
                    .map_or(Value::Flag(!decisive), missing_of)
            };
        }
        if aggregate == Aggregate::Count {
            return Value::Number(
                values
                    .iter()
                    .filter(|value| **value == Value::Flag(true))
                    .count() as f64,
            );
        }
        let mut numbers = Vec::with_capacity(values.len());
        for value in &values {
            match value.number() {
                Some(number) => numbers.push(number),
                None => return missing_of(value),
            }
        }
        match aggregate {
            Aggregate::Max => numbers
                .into_iter()
                .reduce(f64::max)
                .map_or(Value::Missing(None), Value::Number),
            Aggregate::Min => numbers
                .into_iter()
                .reduce(f64::min)
                .map_or(Value::Missing(None), Value::Number),
            Aggregate::Sum | Aggregate::Count | Aggregate::Any | Aggregate::All => {
                Value::Number(numbers.into_iter().sum())
            }
        }
    }

    fn in_list(&mut self, what: &Node, list: &[Node]) -> Value {
        let what = self.value(what);
        if what.is_missing() {
            return what;
        }
        for node in list {
            // a fact may name several numbers
            if let Node::Fact(fact) = node
                && let Some(at) = self
                    .numbers
                    .facts
                    .get(usize::from(*fact))
                    .copied()
                    .flatten()
                && let (Some(number), Value::Number(what)) = (self.numbers.get(at), &what)
                && number.named.len() > 1
            {
                self.basis.put(at);
                if number.named.iter().any(|named| same(*named, *what)) {
                    return Value::Flag(true);
                }
                continue;
            }
            let one = self.value(node);
            let found = match (&one, &what) {
                (Value::Words(words), Value::Word(word)) => words.contains(word),
                (Value::Missing(_), _) => return one,
                (one, what) => self.equal(one, what),
            };
            if found {
                return Value::Flag(true);
            }
        }
        Value::Flag(false)
    }

    fn equal(&self, left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::Number(left), Value::Number(right)) => same(*left, *right),
            (Value::Text(text), Value::Word(word)) | (Value::Word(word), Value::Text(text)) => self
                .rules
                .vocabulary
                .word_text(*word)
                .eq_ignore_ascii_case(text),
            (Value::Text(left), Value::Text(right)) => left.to_lowercase() == right.to_lowercase(),
            (left, right) => left == right,
        }
    }

    fn two(&mut self, operator: Operator, sides: &[Node; 2]) -> Value {
        let left = self.value(&sides[0]);
        match (operator, &left) {
            (Operator::And, Value::Flag(false)) | (Operator::Or, Value::Flag(true)) => return left,
            _ => {}
        }
        let right = self.value(&sides[1]);
        match (operator, &left, &right) {
            (Operator::And, _, Value::Flag(false)) | (Operator::Or, _, Value::Flag(true)) => {
                return right;
            }
            (Operator::And | Operator::Or, Value::Flag(_), Value::Flag(flag)) => {
                return Value::Flag(*flag);
            }
            _ => {}
        }
        if let Some(missing) = [&left, &right].into_iter().find(|value| value.is_missing()) {
            return missing.clone();
        }
        match operator {
            Operator::Equal => return Value::Flag(self.equal(&left, &right)),
            Operator::Unequal => return Value::Flag(!self.equal(&left, &right)),
            _ => {}
        }
        let (Some(a), Some(b)) = (left.number(), right.number()) else {
            return Value::Missing(None);
        };
        match operator {
            Operator::Less => Value::Flag(a < b && !same(a, b)),
            Operator::AtMost => Value::Flag(a < b || same(a, b)),
            Operator::More => Value::Flag(a > b && !same(a, b)),
            Operator::AtLeast => Value::Flag(a > b || same(a, b)),
            Operator::Add => Value::Number(a + b),
            Operator::Subtract => Value::Number(a - b),
            Operator::Multiply => Value::Number(a * b),
            Operator::Divide if b == 0.0 => Value::Missing(None),
            Operator::Divide => Value::Number(a / b),
            Operator::Or | Operator::And | Operator::Equal | Operator::Unequal => {
                Value::Missing(None)
            }
        }
    }

    fn call(&mut self, function: Function, arguments: &[Node]) -> Value {
        let values: Vec<Value> = arguments
            .iter()
            .map(|argument| self.value(argument))
            .collect();
        if let Some(missing) = values.iter().find(|value| value.is_missing()) {
            return missing.clone();
        }
        match (function, &values[..]) {
            (Function::Floor, [Value::Number(n)]) => Value::Number((n + 1e-9).floor()),
            (Function::Ceil, [Value::Number(n)]) => Value::Number((n - 1e-9).ceil()),
            (Function::Round, [Value::Number(n)]) => Value::Number(n.round()),
            (Function::Abs, [Value::Number(n)]) => Value::Number(n.abs()),
            (Function::Least, [Value::Number(a), Value::Number(b)]) => Value::Number(a.min(*b)),
            (Function::Most, [Value::Number(a), Value::Number(b)]) => Value::Number(a.max(*b)),
            (Function::Contains, [whole, part]) => {
                let text = |value: &Value| {
                    value
                        .shown(&self.rules.vocabulary)
                        .to_string()
                        .to_lowercase()
                };
                Value::Flag(text(whole).contains(&text(part)))
            }
            (Function::Overlap, [Value::Area(a), Value::Area(b)]) => Value::Flag(a.overlaps(b)),
            (Function::Inside, [Value::Area(a), Value::Area(b)]) => Value::Flag(a.inside(b)),
            (Function::Distance, [Value::Area(a), Value::Area(b)]) => Value::Number(a.distance(b)),
            (Function::Width, [Value::Area(a)]) => Value::Number(if a.is_point() {
                a.left
            } else {
                a.right - a.left
            }),
            (Function::Depth, [Value::Area(a)]) => Value::Number(if a.is_point() {
                a.front
            } else {
                a.back - a.front
            }),
            (Function::Left, [Value::Area(a)]) => Value::Number(a.left),
            (Function::Right, [Value::Area(a)]) => Value::Number(a.right),
            (Function::Front, [Value::Area(a)]) => Value::Number(a.front),
            (Function::Back, [Value::Area(a)]) => Value::Number(a.back),
            _ => Value::Missing(None),
        }
    }

    /// A number as it would be written.
    pub(super) fn shown(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => plain(*number),
            other => other.shown(&self.rules.vocabulary).to_string(),
        }
    }
}

/// Numbers that differ by less than can be written are the same.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// What comes of asking a value for something that it is not.
fn missing_of(value: &Value) -> Value {
    if value.is_missing() {
        value.clone()
    } else {
        Value::Missing(None)
    }
}
