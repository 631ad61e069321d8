//! What a scenario adds up to, and what each number rests on.

use super::{
    case::{Case, cited_in_words},
    eval::{Basis, Eval},
    record::{RecordIx, Scenario},
    rule::{Gives, Rule},
    value::{Value, plain},
    vocabulary::KindIx,
};
use serde::Serialize;

/// All sums of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sheet {
    /// The version of this shape: 1.
    pub version: u32,
    /// The ruleset.
    pub ruleset: String,
    /// The edition.
    pub edition: String,
    /// The day as of which.
    pub as_of: String,
    /// The profile.
    pub profile: String,
    /// The file and its headings, in order.
    pub parts: Vec<SheetPart>,
    /// What the numbers rest on.
    pub basis: Vec<BasisLine>,
}

/// A heading with its lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetPart {
    /// What it is called; empty for the file.
    pub heading: String,
    /// Of which kind it is.
    pub kind: String,
    /// How deep it stands, 0 for the file.
    pub depth: u8,
    /// Its lines, a table for each kind.
    pub tables: Vec<SheetTable>,
    /// Further sums, each with its words.
    pub rows: Vec<SheetRow>,
}

/// Lines of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetTable {
    /// The kind.
    pub kind: String,
    /// The headings of the columns behind the line's own words.
    pub columns: Vec<String>,
    /// The lines.
    pub lines: Vec<SheetLine>,
    /// The columns' sums, of this heading and all below it; missing where there is none.
    pub totals: Vec<Option<Sum>>,
}

/// A line with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetLine {
    /// The line as written.
    pub text: String,
    /// Which line of the file it is, from 1.
    pub line: usize,
    /// The numbers under the columns; missing where there is none.
    pub cells: Vec<Option<Sum>>,
}

/// A sum with its words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetRow {
    /// What it is.
    pub words: String,
    /// The sum.
    #[serde(flatten)]
    pub sum: Sum,
}

/// A number, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sum {
    /// The number or word as it is shown; none where something is missing.
    pub value: Option<String>,
    /// In what it counts.
    pub unit: String,
    /// What is not held, with its page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// What it rests on: places in [`Sheet::basis`].
    pub rests_on: Vec<usize>,
}

/// A number of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BasisLine {
    /// What it is called: `Irr Bw (S)`.
    pub name: String,
    /// The clause.
    pub id: String,
    /// The printed page.
    pub page: Option<String>,
    /// The document.
    pub document: String,
    /// The number of the instruction.
    pub n: Option<String>,
    /// All of it in words.
    pub words: String,
}

/// A column of lines. Rules of different kinds may fill one of the same heading.
#[derive(Clone, PartialEq, Eq)]
struct Column {
    heading: String,
    /// Whether it is added up.
    is_total: bool,
}

impl Column {
    /// What a sum shows of each line.
    fn of(gives: &Gives) -> impl Iterator<Item = Self> {
        let own = gives.column.clone().map(|heading| Self { heading, is_total: false });
        let total = gives.total.as_ref().map(|(words, _)| Self { heading: words.clone(), is_total: true });
        own.into_iter().chain(total)
    }
}

impl Case {
    /// The sums.
    pub fn sheet(&self, profile: &str) -> Sheet {
        let mut maker = Maker { case: self, eval: Eval::new(&self.rules, &self.numbers, &self.scenario), used: Vec::new() };
        let lines = crate::text::LineIndex::new(&self.text);
        let mut parts = Vec::new();
        for at in 0..self.scenario.records.len() as u32 {
            let at = RecordIx(at);
            if at.0 == 0 || self.scenario.record(at).level > 0 {
                parts.push(maker.part(at, &lines));
            }
        }
        if parts.iter().filter(|part| part.depth == 1).count() < 2 {
            // the file adds nothing to its only side
            parts.iter_mut().filter(|part| part.depth == 0).for_each(|part| part.tables.retain(|table| !table.lines.is_empty()));
        }
        parts.retain(|part| !part.tables.is_empty() || !part.rows.is_empty());
        let basis = maker.used.iter().filter_map(|at| self.numbers.get(*at)).map(|number| BasisLine {
            name: number.name.clone(),
            id: number.cited.id.clone(),
            page: number.cited.page.clone(),
            document: number.cited.origin.document.clone(),
            n: number.cited.origin.n.clone(),
            words: cited_in_words(&number.cited),
        });
        Sheet {
            version: 1,
            ruleset: self.ruleset.clone(),
            edition: self.numbers.edition.clone(),
            as_of: self.numbers.view.as_of.to_string(),
            profile: profile.to_owned(),
            parts,
            basis: basis.collect(),
        }
    }

    /// The sums of one record by their names: what its kind's rules give, with what each rests on.
    pub fn sums(&self, at: RecordIx) -> Vec<(&Rule, Value, Basis)> {
        let mut eval = Eval::new(&self.rules, &self.numbers, &self.scenario);
        let kind = self.scenario.record(at).kind;
        let mut out = Vec::new();
        for rule in self.rules.rules.iter().filter(|rule| rule.each == kind) {
            let Some(gives) = &rule.gives else { continue };
            eval.basis = Basis::default();
            let value = eval.property(at, gives.property);
            out.push((rule, value, std::mem::take(&mut eval.basis)));
        }
        out
    }
}

struct Maker<'c> {
    case: &'c Case,
    eval: Eval<'c>,
    /// The numbers that were used, in the order of their first use.
    used: Vec<u16>,
}

impl<'c> Maker<'c> {
    fn scenario(&self) -> &'c Scenario {
        &self.case.scenario
    }

    /// The columns of lines of a kind.
    fn columns(&self, kind: KindIx) -> Vec<Column> {
        let rules = self.case.rules.rules.iter().filter(|rule| rule.each == kind);
        let mut out: Vec<Column> = Vec::new();
        for column in rules.filter_map(|rule| rule.gives.as_ref()).flat_map(Column::of) {
            if !out.contains(&column) {
                out.push(column);
            }
        }
        out.sort_by_key(|column| column.is_total);
        out
    }

    fn part(&mut self, at: RecordIx, lines: &crate::text::LineIndex) -> SheetPart {
        let scenario = self.scenario();
        let own = scenario.record(at);
        let inside: Vec<RecordIx> = scenario.inside(at).map(RecordIx).filter(|inner| scenario.record(*inner).level == 0).collect();
        let mut kinds: Vec<KindIx> = Vec::new();
        for kind in inside.iter().map(|inner| scenario.record(*inner).kind) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let of = |kind: KindIx| inside.iter().copied().filter(|inner| scenario.record(*inner).kind == kind).collect::<Vec<_>>();
        let tables = kinds.iter().filter_map(|kind| self.table(at, *kind, &of(*kind), lines)).collect();
        let vocabulary = &self.case.rules.vocabulary;
        let mut rows = Vec::new();
        for rule in self.case.rules.rules.iter().filter(|rule| rule.each == own.kind) {
            let Some((gives, words)) = rule.gives.as_ref().and_then(|gives| Some((gives, gives.row.clone()?))) else { continue };
            self.eval.basis = Basis::default();
            let value = self.eval.property(at, gives.property);
            if let Some(sum) = self.sum(value, gives) {
                rows.push(SheetRow { words, sum });
            }
        }
        let heading = if at.0 == 0 { String::new() } else { own.span.of(&self.case.text).trim_start_matches('#').trim().to_owned() };
        SheetPart { heading, kind: vocabulary.kind(own.kind).name.to_string(), depth: own.level, tables, rows }
    }

    /// The lines of a kind: those that stand directly in a record, and the sums of all inside.
    fn table(&mut self, at: RecordIx, kind: KindIx, inside: &[RecordIx], lines: &crate::text::LineIndex) -> Option<SheetTable> {
        let scenario = self.scenario();
        let mut columns = self.columns(kind);
        columns.retain(|column| inside.iter().any(|line| self.cell(*line, column).is_some()));
        let mut shown = Vec::new();
        for line in inside.iter().copied().filter(|inner| scenario.record(*inner).parent == at) {
            let cells: Vec<Option<Sum>> = columns.iter().map(|column| self.cell(line, column)).collect();
            if cells.iter().any(Option::is_some) {
                let span = scenario.record(line).span;
                let text = span.of(&self.case.text).replace('\n', " ");
                shown.push(SheetLine { text, line: lines.line(span.start) + 1, cells });
            }
        }
        let totals: Vec<Option<Sum>> =
            columns.iter().map(|column| if column.is_total { self.total(inside, column) } else { None }).collect();
        let empty = shown.is_empty() && totals.iter().all(Option::is_none);
        let kind = self.case.rules.vocabulary.kind(kind).name.to_string();
        (!empty).then(|| SheetTable { kind, columns: columns.into_iter().map(|column| column.heading).collect(), lines: shown, totals })
    }

    /// What stands under a column for a line: what the rule of that heading for its kind gives.
    fn cell(&mut self, at: RecordIx, column: &Column) -> Option<Sum> {
        let kind = self.scenario().record(at).kind;
        let rules = self.case.rules.rules.iter().enumerate().filter(|(_, rule)| rule.each == kind);
        let mut given = rules.filter_map(|(place, rule)| Some((place, rule.gives.as_ref()?)));
        let (place, gives) = given.find(|(_, gives)| Column::of(gives).any(|own| own == *column))?;
        let value = match gives.total.as_ref().filter(|_| column.is_total) {
            Some((_, node)) => {
                self.eval.begin(place as u16, at);
                self.eval.value(node)
            }
            None => {
                self.eval.basis = Basis::default();
                self.eval.property(at, gives.property)
            }
        };
        self.sum(value, gives)
    }

    /// The sum of a column over lines. Something missing makes it unknown.
    fn total(&mut self, lines: &[RecordIx], column: &Column) -> Option<Sum> {
        let mut total = 0.0;
        let mut unit = None;
        let mut missing = None;
        for &line in lines {
            let Some(sum) = self.cell(line, column) else { continue };
            match sum.value.as_deref().and_then(|value| value.parse::<f64>().ok()) {
                Some(number) => total += number,
                None => missing = missing.or(sum.missing),
            }
            unit = Some(sum.unit);
        }
        let value = missing.is_none().then(|| plain(total));
        Some(Sum { value, unit: unit?, missing, rests_on: Vec::new() })
    }

    fn sum(&mut self, value: Value, gives: &Gives) -> Option<Sum> {
        let basis = std::mem::take(&mut self.eval.basis);
        let unit = gives.unit.to_string();
        let mut rests_on = Vec::new();
        for at in basis.iter() {
            let place = self.used.iter().position(|own| *own == at).unwrap_or_else(|| {
                self.used.push(at);
                self.used.len() - 1
            });
            rests_on.push(place);
        }
        rests_on.sort_unstable();
        match value {
            Value::Missing(None) => None,
            Value::Missing(Some(at)) => {
                let number = self.case.numbers.get(at)?;
                let missing = format!("{} is not held: {}", number.name, number.cited.place());
                Some(Sum { value: None, unit, missing: Some(missing), rests_on })
            }
            value => Some(Sum { value: Some(self.eval.shown(&value)), unit, missing: None, rests_on }),
        }
    }
}
