//! Evaluates operators, aggregates, functions and queries of the rules' text (`fact`, `cell`,
//! `holds`) in expressions.

use super::evaluation::{Evaluator, missing_of};
use crate::scenario::{
    rule::{Aggregate, BinaryOperator, Expr, Function, RecordSet, ReferenceIx},
    rule_values::RuleValueKind,
    value::ScenarioValue::{self, Area, Flag, Missing, Number, Text, Word, Words},
};

impl Evaluator<'_> {
    /// Returns the index of the rule value of a fact, if the fact exists.
    pub(super) fn find_fact(&self, fact: ReferenceIx) -> Option<u16> {
        *self.rule_values.facts.get(usize::from(fact))?
    }

    /// Adds a clause to the dependencies; returns its index if the clause is in force.
    pub(super) fn depend_on_clause(&mut self, clause: ReferenceIx) -> Option<u16> {
        let clause = self.rule_values.clauses.get(usize::from(clause));
        let at = clause.and_then(|clause| clause.citation);
        self.depend_on(at);
        at
    }

    /// Adds an instruction to the dependencies if it is in force; returns whether it is.
    pub(super) fn depend_on_instruction(&mut self, instruction: ReferenceIx) -> bool {
        let found = self.rule_values.instructions.get(usize::from(instruction));
        let (at, in_force) = found.copied().unwrap_or((None, false));
        self.depend_on(at.filter(|_| in_force));
        in_force
    }

    /// Returns whether a table has a value in a cell.
    pub(super) fn is_offered(&mut self, table: ReferenceIx, cell: &[Expr; 2]) -> ScenarioValue {
        match self.find_cell(table, cell) {
            Ok(None) => Flag(false),
            Ok(Some(at)) => {
                self.dependencies.insert(at);
                match self.rule_values.get(at).map(|value| value.kind) {
                    Some(RuleValueKind::Number(_) | RuleValueKind::Text) => Flag(true),
                    Some(RuleValueKind::Absent) | None => Flag(false),
                    Some(RuleValueKind::NotIncluded) => Missing(Some(at)),
                }
            }
            Err(missing) => missing,
        }
    }

    /// Returns the number of a rule value, and adds the value to the dependencies.
    pub(super) fn rule_number(&mut self, at: Option<u16>) -> ScenarioValue {
        let Some(at) = at else {
            return Missing(None);
        };
        self.dependencies.insert(at);
        match self.rule_values.get(at).map(|value| value.kind) {
            Some(RuleValueKind::Number(number)) => Number(number),
            Some(RuleValueKind::Absent | RuleValueKind::NotIncluded | RuleValueKind::Text) => {
                Missing(Some(at))
            }
            None => Missing(None),
        }
    }

    /// Looks up a cell by the texts of its row and column; `Err` if one of them is missing.
    pub(super) fn find_cell(
        &mut self,
        table: ReferenceIx,
        cell: &[Expr; 2],
    ) -> Result<Option<u16>, ScenarioValue> {
        let [row, column] = cell;
        let (row, column) = (self.evaluate(row), self.evaluate(column));
        let missing = [&row, &column].into_iter().find(|value| value.is_missing());
        if let Some(missing) = missing {
            return Err(missing.clone());
        }
        let key = (self.lower_text(&row), self.lower_text(&column));
        let table = self.rule_values.tables.get(usize::from(table));
        Ok(table.and_then(|table| table.get(&key)).copied())
    }

    /// Returns a value as text in lower case.
    fn lower_text(&self, value: &ScenarioValue) -> String {
        let text = value.display(&self.rules.vocabulary);
        text.to_lowercase()
    }

    pub(super) fn aggregate(
        &mut self,
        aggregate: Aggregate,
        set: &RecordSet,
        body: Option<&Expr>,
    ) -> ScenarioValue {
        let members = self.members(set);
        let Some(body) = body else {
            return match aggregate {
                Aggregate::Any => Flag(!members.is_empty()),
                Aggregate::Count
                | Aggregate::Sum
                | Aggregate::All
                | Aggregate::Max
                | Aggregate::Min => Number(members.len() as f64),
            };
        };
        let depth = self.frames.len();
        let mut values = Vec::with_capacity(members.len());
        for at in members {
            self.frames.push(at);
            values.push(self.evaluate(body));
            self.frames.truncate(depth);
        }
        let flags = |flag: bool| values.contains(&Flag(flag));
        if let Aggregate::Any | Aggregate::All = aggregate {
            let decisive = aggregate == Aggregate::Any;
            return if flags(decisive) {
                Flag(decisive)
            } else {
                values
                    .iter()
                    .find(|value| value.is_missing())
                    .map_or(Flag(!decisive), missing_of)
            };
        }
        if aggregate == Aggregate::Count {
            return Number(values.iter().filter(|value| **value == Flag(true)).count() as f64);
        }
        if let Some(other) = values.iter().find(|value| value.number().is_none()) {
            return missing_of(other);
        }
        let numbers = values.iter().filter_map(ScenarioValue::number);
        match aggregate {
            Aggregate::Max => numbers.reduce(f64::max).map_or(Missing(None), Number),
            Aggregate::Min => numbers.reduce(f64::min).map_or(Missing(None), Number),
            Aggregate::Sum | Aggregate::Count | Aggregate::Any | Aggregate::All => {
                Number(numbers.sum())
            }
        }
    }

    /// Evaluates `in`: any match counts, the words of a list property and the numbers of a fact
    /// included.
    pub(super) fn in_list(&mut self, what: &Expr, list: &[Expr]) -> ScenarioValue {
        let what = self.evaluate(what);
        if what.is_missing() {
            return what;
        }
        for expr in list {
            // a fact may list several numbers
            if let Expr::Fact(fact) = expr
                && let Some(at) = self.find_fact(*fact)
                && let (Some(value), Number(what)) = (self.rule_values.get(at), &what)
                && value.numbers.len() > 1
            {
                self.dependencies.insert(at);
                if value.numbers.iter().any(|listed| same(*listed, *what)) {
                    return Flag(true);
                }
                continue;
            }
            let one = self.evaluate(expr);
            let found = match (&one, &what) {
                (Words(words), Word(word)) => words.contains(word),
                (Missing(_), _) => return one,
                (one, what) => self.equal(one, what),
            };
            if found {
                return Flag(true);
            }
        }
        Flag(false)
    }

    fn equal(&self, left: &ScenarioValue, right: &ScenarioValue) -> bool {
        match (left, right) {
            (Number(left), Number(right)) => same(*left, *right),
            (Text(text), Word(word)) | (Word(word), Text(text)) => self
                .rules
                .vocabulary
                .word_text(*word)
                .eq_ignore_ascii_case(text),
            (Text(left), Text(right)) => left.to_lowercase() == right.to_lowercase(),
            (left, right) => left == right,
        }
    }

    /// Evaluates a binary operator. `and` and `or` are decided by one side if they can be, even if
    /// the other is missing.
    pub(super) fn binary(&mut self, operator: BinaryOperator, sides: &[Expr; 2]) -> ScenarioValue {
        let left = self.evaluate(&sides[0]);
        match (operator, &left) {
            (BinaryOperator::And, Flag(false)) | (BinaryOperator::Or, Flag(true)) => return left,
            _ => {}
        }
        let right = self.evaluate(&sides[1]);
        match (operator, &left, &right) {
            (BinaryOperator::And, _, Flag(false)) | (BinaryOperator::Or, _, Flag(true)) => {
                return right;
            }
            (BinaryOperator::And | BinaryOperator::Or, Flag(_), Flag(flag)) => {
                return Flag(*flag);
            }
            _ => {}
        }
        if let Some(missing) = [&left, &right].into_iter().find(|value| value.is_missing()) {
            return missing.clone();
        }
        match operator {
            BinaryOperator::Equal => return Flag(self.equal(&left, &right)),
            BinaryOperator::Unequal => return Flag(!self.equal(&left, &right)),
            _ => {}
        }
        let (Some(a), Some(b)) = (left.number(), right.number()) else {
            return Missing(None);
        };
        match operator {
            BinaryOperator::Less => Flag(a < b && !same(a, b)),
            BinaryOperator::AtMost => Flag(a < b || same(a, b)),
            BinaryOperator::More => Flag(a > b && !same(a, b)),
            BinaryOperator::AtLeast => Flag(a > b || same(a, b)),
            BinaryOperator::Add => Number(a + b),
            BinaryOperator::Subtract => Number(a - b),
            BinaryOperator::Multiply => Number(a * b),
            BinaryOperator::Divide if b == 0.0 => Missing(None),
            BinaryOperator::Divide => Number(a / b),
            BinaryOperator::Or
            | BinaryOperator::And
            | BinaryOperator::Equal
            | BinaryOperator::Unequal => Missing(None),
        }
    }

    pub(super) fn call(&mut self, function: Function, arguments: &[Expr]) -> ScenarioValue {
        let values: Vec<ScenarioValue> = arguments
            .iter()
            .map(|argument| self.evaluate(argument))
            .collect();
        if let Some(missing) = values.iter().find(|value| value.is_missing()) {
            return missing.clone();
        }
        match (function, &values[..]) {
            (Function::Floor, [Number(n)]) => Number((n + 1e-9).floor()),
            (Function::Ceil, [Number(n)]) => Number((n - 1e-9).ceil()),
            (Function::Round, [Number(n)]) => Number(n.round()),
            (Function::Abs, [Number(n)]) => Number(n.abs()),
            (Function::Least, [Number(a), Number(b)]) => Number(a.min(*b)),
            (Function::Most, [Number(a), Number(b)]) => Number(a.max(*b)),
            (Function::Contains, [whole, part]) => {
                Flag(self.lower_text(whole).contains(&self.lower_text(part)))
            }
            (Function::Overlap, [Area(a), Area(b)]) => Flag(a.overlaps(b)),
            (Function::Inside, [Area(a), Area(b)]) => Flag(a.inside(b)),
            (Function::Distance, [Area(a), Area(b)]) => Number(a.distance(b)),
            (Function::Width, [Area(a)]) => Number(if a.is_point() {
                a.left
            } else {
                a.right - a.left
            }),
            (Function::Depth, [Area(a)]) => Number(if a.is_point() {
                a.front
            } else {
                a.back - a.front
            }),
            (Function::Left, [Area(a)]) => Number(a.left),
            (Function::Right, [Area(a)]) => Number(a.right),
            (Function::Front, [Area(a)]) => Number(a.front),
            (Function::Back, [Area(a)]) => Number(a.back),
            _ => Missing(None),
        }
    }
}

/// Returns whether two numbers are equal, up to rounding errors.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}
