//! `Evaluator`: computes expressions and sums, and whether a scenario's records violate rules.

use super::rule_value_set::RuleValueSet;
use crate::scenario::{
    record::{RecordIx, Scenario},
    rule::{Expr, PlayRule, PlayRules, RecordRef, RecordSet, RecordSetBase, TextPart},
    rule_values::RuleValues,
    value::ScenarioValue::{self, Area, Flag, Missing, Number, Text, Word, Words},
    vocabulary::{KindIx, NAME, PropertyIx, ROOT, ValueType},
};
use std::sync::Arc;

/// The state of a cached sum of a record: not evaluated, being evaluated, or its value.
#[derive(Clone)]
enum SumState {
    Pending,
    /// Being evaluated: a sum that reads itself is missing.
    InProgress,
    Done(ScenarioValue, RuleValueSet),
}

/// An evaluator of rules of play in one scenario at one view; caches sums, tracks rule values.
pub(in crate::scenario) struct Evaluator<'a> {
    pub(in crate::scenario) rules: &'a PlayRules,
    pub(in crate::scenario) rule_values: &'a RuleValues,
    pub(in crate::scenario) scenario: &'a Scenario,
    /// The indices of the records of each kind, ascending.
    of_kind: Vec<Vec<u32>>,
    /// The cached values of sums: by rule, then by record; empty for rules that were not evaluated
    /// yet.
    sums: Vec<Vec<SumState>>,
    /// The rule values that were read since [`enter_rule`](Self::enter_rule).
    pub(in crate::scenario) dependencies: RuleValueSet,
    /// The index of the rule that is being evaluated.
    rule: u16,
    /// The values of its `let`s, evaluated on first use.
    lets: Vec<Option<ScenarioValue>>,
    /// The records in scope of the expression: that of the rule first, then one for each `where`
    /// around it.
    pub(super) frames: Vec<RecordIx>,
}

impl<'a> Evaluator<'a> {
    pub(in crate::scenario) fn new(
        rules: &'a PlayRules,
        rule_values: &'a RuleValues,
        scenario: &'a Scenario,
    ) -> Self {
        let mut of_kind = vec![Vec::new(); rules.vocabulary.kinds.len().max(1)];
        for (at, record) in scenario.records.iter().enumerate() {
            if let Some(list) = of_kind.get_mut(usize::from(record.kind.0)) {
                list.push(at as u32);
            }
        }
        Self {
            rules,
            rule_values,
            scenario,
            of_kind,
            sums: vec![Vec::new(); rules.rules.len()],
            dependencies: RuleValueSet::default(),
            rule: 0,
            lets: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// Returns the records that a rule applies to, in the order of the file.
    pub(in crate::scenario) fn subjects(&self, rule: &PlayRule) -> Vec<RecordIx> {
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

    /// Starts the evaluation of a rule for a record.
    pub(in crate::scenario) fn enter_rule(&mut self, rule: u16, record: RecordIx) {
        self.rule = rule;
        self.lets.clear();
        self.lets
            .resize(self.rules.rules[usize::from(rule)].lets.len(), None);
        self.frames.clear();
        self.frames.push(record);
        self.dependencies = RuleValueSet::default();
    }

    /// Returns a property of a record: the value of the sum that gives it, else what is written.
    pub(in crate::scenario) fn property_value(
        &mut self,
        record: RecordIx,
        property: PropertyIx,
    ) -> ScenarioValue {
        let own = self.scenario.record(record);
        if let Some(rule) = self.rules.symbols.sum_for(own.kind, property) {
            return self.sum_value(rule, record);
        }
        match own.value(property) {
            Some(value) => value.value.clone(),
            None if property == NAME => own
                .name
                .as_ref()
                .map_or(Missing(None), |name| Text(Arc::clone(&name.value))),
            // a flag that is not written is false
            None if self.is_flag(own.kind, property) => Flag(false),
            None => Missing(None),
        }
    }

    fn is_flag(&self, kind: KindIx, property: PropertyIx) -> bool {
        let form = self.rules.vocabulary.kind(kind).properties.get(&property);
        form.is_some_and(|form| form.value_type == ValueType::Flag)
    }

    /// Returns the value of a sum for a record, and adds its dependencies.
    fn sum_value(&mut self, rule: u16, record: RecordIx) -> ScenarioValue {
        let (of_rule, place) = (usize::from(rule), record.0 as usize);
        match self.sums[of_rule].get(place) {
            Some(SumState::Done(value, dependencies)) => {
                let value = value.clone();
                self.dependencies.extend(dependencies);
                return value;
            }
            Some(SumState::InProgress) => return Missing(None),
            Some(SumState::Pending) | None => {}
        }
        let Some(sum) = &self.rules.rules[of_rule].sum else {
            return Missing(None);
        };
        if self.sums[of_rule].is_empty() {
            self.sums[of_rule] = vec![SumState::Pending; self.scenario.records.len()];
        }
        self.sums[of_rule][place] = SumState::InProgress;
        let outer = (
            self.rule,
            std::mem::take(&mut self.lets),
            std::mem::take(&mut self.frames),
            std::mem::take(&mut self.dependencies),
        );
        self.enter_rule(rule, record);
        let value = if self.applies(rule) && !self.scenario.record(record).is_unread() {
            self.evaluate(&sum.value)
        } else {
            Missing(None)
        };
        let dependencies = std::mem::take(&mut self.dependencies);
        self.sums[of_rule][place] = SumState::Done(value.clone(), dependencies.clone());
        (self.rule, self.lets, self.frames, self.dependencies) = outer;
        self.dependencies.extend(&dependencies);
        value
    }

    /// Returns whether a rule applies to the current record: its clauses are in force with their
    /// text, and its conditions are true.
    pub(in crate::scenario) fn applies(&mut self, rule: u16) -> bool {
        let rules = self.rules;
        let rule = &rules.rules[usize::from(rule)];
        let holds = rule.clauses.iter().all(|&clause| {
            let at = self.rule_values.clauses.get(usize::from(clause));
            at.is_some_and(|at| at.citation.is_some() && at.has_text)
        });
        holds
            && rule
                .when
                .iter()
                .all(|condition| self.evaluate(condition) == Flag(true))
    }

    /// Returns whether a record violates a rule that applies to it. The rule values that this rests
    /// on are in [`Evaluator::dependencies`] afterwards.
    pub(in crate::scenario) fn is_violated(&mut self, rule: u16, record: RecordIx) -> bool {
        self.enter_rule(rule, record);
        let rules = self.rules;
        self.applies(rule)
            && rules.rules[usize::from(rule)]
                .require
                .iter()
                .any(|requirement| self.evaluate(requirement) == Flag(false))
    }

    pub(super) fn depend_on(&mut self, at: Option<u16>) {
        if let Some(at) = at {
            self.dependencies.insert(at);
        }
    }

    pub(in crate::scenario) fn evaluate(&mut self, expr: &Expr) -> ScenarioValue {
        match expr {
            Expr::Literal(value) => value.clone(),
            Expr::Text(parts) => Text(Arc::from(self.render_text(parts))),
            Expr::Let(at) => self.let_value(*at),
            Expr::Property(record, property) => match self.resolve_record(record) {
                Some(record) => self.property_value(record, *property),
                None => Missing(None),
            },
            Expr::Index(record) => match self.resolve_record(record) {
                Some(record) => self.record_index(record),
                None => Missing(None),
            },
            Expr::Fact(fact) => self.rule_number(self.find_fact(*fact)),
            Expr::Cell(table, cell) => match self.find_cell(*table, cell) {
                Ok(at) => self.rule_number(at),
                Err(missing) => missing,
            },
            Expr::Offered(table, cell) => self.is_offered(*table, cell),
            Expr::Needs(clause) => Missing(self.depend_on_clause(*clause)),
            Expr::Holds(clause) => Flag(self.depend_on_clause(*clause).is_some()),
            Expr::Stands(instruction) => Flag(self.depend_on_instruction(*instruction)),
            Expr::Misread(record) => match self.resolve_record(record) {
                Some(record) => Flag(self.scenario.record(record).misread),
                None => Missing(None),
            },
            Expr::Not(inner) => match self.evaluate(inner) {
                Flag(flag) => Flag(!flag),
                other => missing_of(&other),
            },
            Expr::Negate(inner) => match self.evaluate(inner) {
                Number(number) => Number(-number),
                other => missing_of(&other),
            },
            Expr::Has(inner) => {
                let value = self.evaluate(inner);
                Flag(!value.is_missing() && value != Flag(false))
            }
            Expr::Binary(operator, sides) => self.binary(*operator, sides),
            Expr::If(parts) => {
                let [condition, then, other] = &**parts;
                match self.evaluate(condition) {
                    Flag(true) => self.evaluate(then),
                    Flag(false) => self.evaluate(other),
                    value => missing_of(&value),
                }
            }
            Expr::In(what, list) => self.in_list(what, list),
            Expr::Length(inner) => match self.evaluate(inner) {
                Words(words) => Number(words.len() as f64),
                Missing(None) => Number(0.0),
                Missing(why) => Missing(why),
                Number(_) | Flag(_) | Word(_) | Text(_) | Area(_) => Number(1.0),
            },
            Expr::Aggregate(aggregate, set, body) => {
                self.aggregate(*aggregate, set, body.as_deref())
            }
            Expr::Call(function, arguments) => self.call(*function, arguments),
        }
    }

    fn let_value(&mut self, at: u16) -> ScenarioValue {
        if let Some(Some(known)) = self.lets.get(usize::from(at)) {
            return known.clone();
        }
        let rules = self.rules;
        let Some((_, expr)) = rules.rules[usize::from(self.rule)]
            .lets
            .get(usize::from(at))
        else {
            return Missing(None);
        };
        // a `let` is evaluated for the record of the rule, inside of `where` too
        let inner = self.frames.split_off(1);
        let value = self.evaluate(expr);
        self.frames.extend(inner);
        if let Some(slot) = self.lets.get_mut(usize::from(at)) {
            *slot = Some(value.clone());
        }
        value
    }

    fn render_text(&mut self, parts: &[TextPart]) -> String {
        let mut out = String::new();
        for part in parts {
            match part {
                TextPart::Text(text) => out.push_str(text),
                // a fact is rendered as the rules write it
                TextPart::Expr(Expr::Fact(fact)) => {
                    let at = self.find_fact(*fact);
                    self.depend_on(at);
                    let value = at.and_then(|at| self.rule_values.get(at));
                    out.push_str(value.map_or("?", |value| value.text.trim()));
                }
                TextPart::Expr(expr) => {
                    let value = self.evaluate(expr);
                    out.push_str(&value.display(&self.rules.vocabulary));
                }
            }
        }
        out
    }

    fn resolve_record(&mut self, record: &RecordRef) -> Option<RecordIx> {
        match record {
            RecordRef::Frame(frame) => self
                .frames
                .get(usize::from(*frame))
                .or(self.frames.last())
                .copied(),
            RecordRef::Having(inner, property) => {
                let from = self.resolve_record(inner)?;
                let scenario = self.scenario;
                scenario.ancestors(from).find(|&at| {
                    self.rules
                        .symbols
                        .has_property(scenario.record(at).kind, *property)
                })
            }
            RecordRef::Around(inner, kind) => {
                let from = self.resolve_record(inner)?;
                let scenario = self.scenario;
                scenario
                    .ancestors(from)
                    .find(|&at| scenario.record(at).kind == *kind)
            }
            RecordRef::First(set) => self.members(set).first().copied(),
        }
    }

    /// Returns the position of a record among those of its kind in the same parent, from 1.
    fn record_index(&self, record: RecordIx) -> ScenarioValue {
        let own = self.scenario.record(record);
        let list = &self.of_kind[usize::from(own.kind.0)];
        let first = list.partition_point(|&at| at <= own.parent.0);
        let place = list.partition_point(|&at| at < record.0);
        Number((place.saturating_sub(first) + 1) as f64)
    }

    /// Returns the records of a set, in the order of the file.
    pub(in crate::scenario) fn members(&mut self, set: &RecordSet) -> Vec<RecordIx> {
        let scenario = self.scenario;
        let all: Vec<RecordIx> = match &set.of {
            RecordSetBase::Inside(record, kind) => match self.resolve_record(record) {
                Some(record) => {
                    let list = &self.of_kind[usize::from(kind.0)];
                    let (from, to) = (
                        list.partition_point(|&at| at <= record.0),
                        list.partition_point(|&at| at < scenario.record(record).end),
                    );
                    list[from.min(to)..to]
                        .iter()
                        .copied()
                        .map(RecordIx)
                        .collect()
                }
                None => Vec::new(),
            },
            RecordSetBase::Others(record) => match self.resolve_record(record) {
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
        let Some(filter) = &set.filter else {
            return all;
        };
        let depth = self.frames.len();
        let mut out = Vec::with_capacity(all.len());
        for at in all {
            self.frames.push(at);
            if self.evaluate(filter) == Flag(true) {
                out.push(at);
            }
            self.frames.truncate(depth);
        }
        out
    }
}

/// Returns the result of an operation on a value of the wrong type: missing, for the same reason if
/// the value itself is.
pub(super) fn missing_of(value: &ScenarioValue) -> ScenarioValue {
    if value.is_missing() {
        value.clone()
    } else {
        Missing(None)
    }
}
