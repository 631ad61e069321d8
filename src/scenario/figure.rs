//! What the sums of a ruleset give for the records of a scenario, for those who show them beside the text.

use super::{
    case::Case,
    eval::{Basis, Eval},
    numbers::{Number, Numbers},
    read::read,
    record::RecordIx,
    rule::{Gives, Rule},
    value::{Value, plain},
    vocabulary::PropertyIx,
};
use std::sync::Arc;

/// What a sum gives for a record.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The sum: its index among the rules.
    pub rule: usize,
    /// The record.
    pub record: RecordIx,
    /// What it gives.
    pub value: Value,
    /// The numbers of the rules that this rests on.
    pub basis: Basis,
    /// What is added up for the records around, and what that rests on; none where nothing is.
    pub total: Option<(Value, Basis)>,
}

impl Figure {
    /// The number that is added up for the records around, if it is known.
    pub fn added(&self) -> Option<f64> {
        self.total.as_ref().and_then(|(value, _)| value.number())
    }
}

/// What came of trying a line.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The codes of what is wrong with it, each with the property at which it is told, if it is told at one.
    pub faults: Vec<(String, Option<PropertyIx>)>,
    /// What its sums give, in words: `8 AP`.
    pub figures: Vec<String>,
}

impl Case {
    /// All that sums give, in the order of the records; values that are not to be known because nothing is said are left out.
    pub fn figures(&self) -> Vec<Figure> {
        let mut eval = Eval::new(&self.rules, &self.numbers, &self.scenario);
        let mut out = Vec::new();
        for record in (0..self.scenario.records.len() as u32).map(RecordIx) {
            self.of_record(&mut eval, record, &mut out);
        }
        out
    }

    /// What sums give for one record.
    pub fn figures_of(&self, record: RecordIx) -> Vec<Figure> {
        let mut out = Vec::new();
        self.of_record(
            &mut Eval::new(&self.rules, &self.numbers, &self.scenario),
            record,
            &mut out,
        );
        out
    }

    fn of_record(&self, eval: &mut Eval<'_>, record: RecordIx, out: &mut Vec<Figure>) {
        let kind = self.scenario.record(record).kind;
        for (rule, gives) in self
            .rules
            .rules
            .iter()
            .enumerate()
            .filter_map(|(at, rule)| Some((at, rule.gives.as_ref()?)))
        {
            if self.rules.rules[rule].each != kind {
                continue;
            }
            eval.begin(rule as u16, record);
            let value = eval.property(record, gives.property);
            if value == Value::Missing(None) {
                continue;
            }
            let basis = std::mem::take(&mut eval.basis);
            let total = gives.total.as_ref().map(|(_, node)| {
                eval.begin(rule as u16, record);
                (eval.value(node), std::mem::take(&mut eval.basis))
            });
            out.push(Figure {
                rule,
                record,
                value,
                basis,
                total,
            });
        }
    }

    /// The sum that a figure is of, and how it is shown.
    pub fn sum_of(&self, figure: &Figure) -> Option<(&Rule, &Gives)> {
        let rule = self.rules.rules.get(figure.rule)?;
        Some((rule, rule.gives.as_ref()?))
    }

    /// The numbers that something rests on, each clause once.
    pub fn cited(&self, basis: &Basis) -> Vec<&Number> {
        let mut out: Vec<&Number> = Vec::new();
        for number in basis.iter().filter_map(|at| self.numbers.get(at)) {
            if !out.iter().any(|known| known.cited.id == number.cited.id) {
                out.push(number);
            }
        }
        out
    }

    /// A value in words, with its unit: `6.5 AP`, `? (dbm/element-cost, p. 11)`.
    pub fn shown(&self, value: &Value, unit: &str) -> String {
        match value {
            Value::Missing(Some(at)) => match self.numbers.get(*at) {
                Some(number) => format!("? ({})", number.cited.place()),
                None => "?".to_owned(),
            },
            Value::Number(number) if !unit.is_empty() => format!("{} {unit}", plain(*number)),
            other => other.shown(&self.rules.vocabulary).to_string(),
        }
    }

    /// A figure of a line in words: `6.5 × 20 = 130 AP`.
    pub fn in_words(&self, figure: &Figure) -> String {
        let Some((_, gives)) = self.sum_of(figure) else {
            return String::new();
        };
        let single = self.shown(&figure.value, &gives.unit);
        let unit = gives.total.as_ref().map_or("", |(words, _)| words);
        match (figure.value.number(), figure.added()) {
            (Some(each), Some(total)) if each != total => {
                let times = total / each;
                if each != 0.0 && times.fract().abs() < 1e-9 {
                    format!(
                        "{} × {} = {} {unit}",
                        plain(each),
                        plain(times),
                        plain(total)
                    )
                } else {
                    format!("{single}, {} {unit}", plain(total))
                }
            }
            _ => single,
        }
    }

    /// What the totals of the lines inside a record add up to: the words of each column with its sum. One of which some line is not to be
    /// known is left out.
    pub fn totals(&self, figures: &[Figure], record: RecordIx) -> Vec<(String, f64)> {
        let inside = self.scenario.inside(record);
        let mut out: Vec<(String, Option<f64>)> = Vec::new();
        for figure in figures
            .iter()
            .filter(|figure| inside.contains(&figure.record.0))
        {
            let Some((words, _)) = self
                .sum_of(figure)
                .and_then(|(_, gives)| gives.total.as_ref())
            else {
                continue;
            };
            match out.iter_mut().find(|(known, _)| known == words) {
                Some((_, sum)) => *sum = sum.zip(figure.added()).map(|(sum, more)| sum + more),
                None => out.push((words.clone(), figure.added())),
            }
        }
        out.into_iter()
            .filter_map(|(words, sum)| Some((words, sum?)))
            .collect()
    }

    /// The same file by other numbers: those of another edition.
    pub fn with_numbers(&self, numbers: Arc<Numbers>) -> Self {
        Self {
            scenario: self.scenario.clone(),
            rules: Arc::clone(&self.rules),
            numbers,
            ruleset: self.ruleset.clone(),
            text: Arc::clone(&self.text),
        }
    }

    /// Tries a line below the headings `above`, each on a line of its own: what is wrong with it in itself, and what its sums would give.
    pub fn tried(&self, above: &str, line: &str) -> Trial {
        let front = self.scenario.front.span.of(&self.text);
        let text = format!("{front}\n{above}\n- {line}\n");
        let scenario = read(self.scenario.source, &text, &self.rules.vocabulary);
        let tried = Self {
            scenario,
            text: Arc::from(text),
            ..self.with_numbers(Arc::clone(&self.numbers))
        };
        let last = RecordIx(tried.scenario.records.len() as u32 - 1);
        let own = tried.scenario.record(last);
        let mut out = Trial::default();
        out.faults.extend(
            tried
                .scenario
                .faults
                .iter()
                .filter(|fault| own.span.touches(fault.at.span.start()))
                .map(|fault| (fault.code.to_string(), None)),
        );
        let mut eval = Eval::new(&tried.rules, &tried.numbers, &tried.scenario);
        for (at, rule) in tried
            .rules
            .rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.each == own.kind && !rule.require.is_empty())
        {
            if eval.is_broken(at as u16, last) {
                out.faults.push((rule.code.to_string(), rule.told_at()));
            }
        }
        for figure in tried.figures_of(last) {
            if tried
                .sum_of(&figure)
                .is_some_and(|(_, gives)| gives.column.is_some())
                && !figure.value.is_missing()
            {
                out.figures.push(tried.in_words(&figure));
            }
        }
        out
    }
}

impl Case {
    /// The numbers and clauses on which a finding of that code at a record, or at one around it, rests.
    pub fn grounds(&self, code: &str, record: RecordIx) -> Vec<&Number> {
        let Some(at) = self.rules.rules.iter().position(|rule| *rule.code == *code) else {
            return Vec::new();
        };
        let rule = &self.rules.rules[at];
        let Some(own) = self
            .scenario
            .around(record)
            .find(|own| self.scenario.record(*own).kind == rule.each)
        else {
            return Vec::new();
        };
        let mut eval = Eval::new(&self.rules, &self.numbers, &self.scenario);
        eval.begin(at as u16, own);
        if eval.is_asked(at as u16) {
            rule.require.iter().for_each(|wanted| {
                eval.value(wanted);
            });
        }
        let mut out = self.cited(&eval.basis);
        for clause in self
            .numbers
            .of_rule(rule)
            .filter_map(|at| self.numbers.get(at))
        {
            if !out.iter().any(|known| known.cited.id == clause.cited.id) {
                out.push(clause);
            }
        }
        out
    }
}
