//! Looks up the facts, cells, clauses and instructions that rules of play name, at one view.
//!
//! Each has the clause to cite for it. Names that the ruleset does not have are diagnostics.

use super::rule::{CellLabel, PlayRule, PlayRules, SymbolTable};
use crate::{
    analysis::{Analysis, Citation},
    diagnostic::{Diagnostic, Location, Severity},
    model::{Document, DocumentKind, EditionIx, UnitKind},
    resolve::{RulesetDb, View},
    syntax::{MarkKind, WordingLayer},
    text::near::nearest,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::OnceLock,
};

/// The kind of a fact's or cell's value: a number, none (`–`), not included, or other text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RuleValueKind {
    /// A number.
    Number(f64),
    /// The rules say that there is no value: `–` in a table.
    Absent,
    /// The value exists in the booklet, but its text is not included.
    NotIncluded,
    /// Text that is not a number; also any clause or instruction.
    Text,
}

/// A fact, cell, clause or instruction with its text, its numbers and the clause to cite.
#[derive(Clone, Debug)]
pub struct RuleValue {
    /// The id of a fact, clause or instruction; `row (column)` for a cell.
    pub name: String,
    /// The kind of its value.
    pub kind: RuleValueKind,
    /// The text of its value, as written; empty for clauses and instructions.
    pub text: String,
    /// All numbers that the text lists: `4, 5 or 6`, `1-3`.
    pub numbers: Vec<f64>,
    /// The clause that it comes from.
    pub citation: Citation,
}

/// A clause that rules of play name, at a view: the index of its rule value if it is in force, and
/// whether its text is included.
#[derive(Clone, Debug)]
pub(super) struct ReferencedClause {
    /// The index of its citation; none if the clause is not in force.
    pub(super) citation: Option<u16>,
    /// Whether its text is included.
    pub(super) has_text: bool,
}

/// The facts, cells, clauses and instructions that rules of play read at one view of a ruleset.
///
/// `facts`, `tables`, `clauses` and `instructions` are indexed by `ReferenceIx`; the `u16` in them
/// are indices into `all`.
#[derive(Debug)]
pub struct RuleValues {
    /// Everything that can be cited: facts, cells, then clauses and instructions.
    pub(super) all: Vec<RuleValue>,
    pub(super) facts: Vec<Option<u16>>,
    /// The cells of each table by row and column, both in lower case.
    pub(super) tables: Vec<HashMap<(String, String), u16>>,
    pub(super) clauses: Vec<ReferencedClause>,
    /// The citation of each instruction, and whether it is in force.
    pub(super) instructions: Vec<(Option<u16>, bool)>,
    /// The contradictions of each value, looked up on first use.
    contradictions: Vec<OnceLock<Vec<String>>>,
    /// Whether a mistake in an instruction makes the section of each value doubtful, looked up on
    /// first use.
    doubtful: Vec<OnceLock<bool>>,
    /// The edition, day and profile.
    pub view: View,
    /// The id of the edition.
    pub edition: String,
}

impl RuleValues {
    /// Looks up everything that the rules refer to.
    pub fn new(analysis: &Analysis, db: &RulesetDb, rules: &PlayRules, view: &View) -> Self {
        let edition = db.ruleset.edition_id(view.edition).to_owned();
        let mut out = Self {
            all: Vec::new(),
            facts: Vec::new(),
            tables: Vec::new(),
            clauses: Vec::new(),
            instructions: Vec::new(),
            contradictions: Vec::new(),
            doubtful: Vec::new(),
            view: view.clone(),
            edition,
        };
        let symbols = &rules.symbols;
        for id in symbols.facts.keys() {
            // if several clauses contain a fact, the first one counts
            let found = analysis.cited_facts(db, id, view).into_iter().next();
            // the id of a labelled line represents the number in its label
            let found = found.or_else(|| analysis.cited_label(db, id, view));
            let found = found
                .map(|(text, citation)| out.add(id.clone(), &text, numbers_in(&text), citation));
            out.facts.push(found);
        }
        for id in symbols.tables.keys() {
            let mut table = HashMap::new();
            for cell in analysis.cited_cells(db, id, view).unwrap_or_default() {
                let name = format!("{} ({})", cell.row, cell.column);
                let at = out.add(name, &cell.text, Vec::new(), cell.by);
                table.insert((cell.row.to_lowercase(), cell.column.to_lowercase()), at);
            }
            out.tables.push(table);
        }
        for id in symbols.clauses.keys() {
            let found = analysis.cite(db, id, view);
            let has_text = found.as_ref().is_some_and(|(_, has_text)| *has_text);
            let citation = found.map(|(citation, _)| out.add_citation(id.clone(), citation));
            out.clauses.push(ReferencedClause { citation, has_text });
        }
        for id in symbols.instructions.keys() {
            let found = id
                .split_once(':')
                .and_then(|(document, n)| analysis.cited_instruction(db, document, n, view));
            let in_force = found.as_ref().is_some_and(|(_, in_force)| *in_force);
            let citation = found.map(|(citation, _)| out.add_citation(id.clone(), citation));
            out.instructions.push((citation, in_force));
        }
        out.contradictions.resize_with(out.all.len(), OnceLock::new);
        out.doubtful.resize_with(out.all.len(), OnceLock::new);
        out
    }

    fn add(&mut self, name: String, text: &str, numbers: Vec<f64>, citation: Citation) -> u16 {
        let at = self.add_citation(name, citation);
        let value = &mut self.all[usize::from(at)];
        (value.kind, value.text, value.numbers) = (parse_number(text), text.to_owned(), numbers);
        at
    }

    fn add_citation(&mut self, name: String, citation: Citation) -> u16 {
        self.all.push(RuleValue {
            name,
            kind: RuleValueKind::Text,
            text: String::new(),
            numbers: Vec::new(),
            citation,
        });
        (self.all.len() - 1) as u16
    }

    /// Returns the recorded contradictions of a value, as sentences.
    pub(super) fn contradictions(&self, analysis: &Analysis, db: &RulesetDb, at: u16) -> &[String] {
        let Some((value, known)) = self.get(at).zip(self.contradictions.get(usize::from(at)))
        else {
            return &[];
        };
        known.get_or_init(|| analysis.contradictions(db, &value.citation, &self.view))
    }

    /// Returns the section of a value if its text may be wrong, because of a mistake in an instruction
    /// for it.
    pub(super) fn doubtful_section(&self, db: &RulesetDb, at: u16) -> Option<&str> {
        let (value, known) = self.get(at).zip(self.doubtful.get(usize::from(at)))?;
        let section = value.citation.section.as_str();
        let is_doubtful = known.get_or_init(|| db.is_doubtful(section, self.view.edition));
        is_doubtful.then_some(section)
    }

    /// Returns the value at an index.
    pub fn get(&self, at: u16) -> Option<&RuleValue> {
        self.all.get(usize::from(at))
    }

    /// Returns the short titles of the documents from which all numbers among some values are, if
    /// none of these documents is official; `None` if there is no number.
    pub(super) fn unofficial_sources(
        &self,
        db: &RulesetDb,
        values: impl Iterator<Item = u16>,
    ) -> Option<String> {
        let documents = &db.ruleset.documents;
        let is_unofficial = |document: &Document| document.kind == DocumentKind::Data;
        let is_unofficial_title = |title: &String| {
            let mut own = documents.values();
            own.any(|own| own.short == *title && is_unofficial(own))
        };
        let mut titles: Vec<&str> = Vec::new();
        for value in values.filter_map(|at| self.with_number(at)) {
            let origin = &value.citation.origin;
            let quoted = &origin.quoted_by;
            if documents.get(&origin.document).is_some_and(is_unofficial) {
                titles.push(&origin.short);
            } else if !quoted.is_empty() && quoted.iter().all(is_unofficial_title) {
                titles.extend(quoted.iter().map(String::as_str));
            } else {
                return None;
            }
        }
        titles.sort_unstable();
        titles.dedup();
        (!titles.is_empty()).then(|| titles.join("; "))
    }

    /// Returns whether there are numbers among some values, and the sources contradict each other on
    /// each of them.
    pub(super) fn are_contradicted(
        &self,
        analysis: &Analysis,
        db: &RulesetDb,
        values: impl Iterator<Item = u16>,
    ) -> bool {
        let mut numbers = values
            .filter(|&at| self.with_number(at).is_some())
            .peekable();
        numbers.peek().is_some()
            && numbers.all(|at| !self.contradictions(analysis, db, at).is_empty())
    }

    /// Returns the value at an index if it has a number. A `–` in a table counts as one.
    fn with_number(&self, at: u16) -> Option<&RuleValue> {
        let has_number =
            |value: &&RuleValue| value.kind != RuleValueKind::Text || !value.numbers.is_empty();
        self.get(at).filter(has_number)
    }

    /// Returns the indices of the clauses in force that a rule implements.
    pub(super) fn citations_of_rule<'n>(
        &'n self,
        rule: &'n PlayRule,
    ) -> impl Iterator<Item = u16> + 'n {
        rule.clauses
            .iter()
            .filter_map(|&clause| self.clauses.get(usize::from(clause))?.citation)
    }
}

/// Returns diagnostics for the references of rules of play that have no target in the ruleset.
pub(super) fn unknown_references(
    analysis: &Analysis,
    db: &RulesetDb,
    symbols: &SymbolTable,
    view: &View,
) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut report = |at: &Location, message: String, near: Option<&str>| {
        let mut diagnostic = Diagnostic::new("check-rule", Severity::Error, *at, message);
        if let Some(near) = near {
            diagnostic = diagnostic.did_you_mean(near);
            // of a fact that no check reads it is not known which of the two names is misspelt
            let is_fact = !db.sections_with_fact(near).is_empty();
            if !is_fact || symbols.facts.contains_key(near) {
                diagnostic = diagnostic.safe();
            }
        }
        out.push(diagnostic);
    };
    let unmarked = symbols.facts.iter();
    for (id, at) in unmarked.filter(|(id, _)| db.sections_with_fact(id).is_empty()) {
        let (known, _) = db.names_matching(crate::resolve::IndexedNameKind::Fact, "", usize::MAX);
        let known = || known.iter().map(|name| &**name);
        if analysis.resolve_id(db, id, view).is_none() {
            let message = format!("the rules have no fact `{id}`");
            let (group, _) = id.rsplit_once('.').unwrap_or((id, ""));
            let mut alike =
                known().filter(|name| name.rsplit_once('.').is_some_and(|(own, _)| own == group));
            // a fact of another name is meant if it is the only one in its group
            let only = alike.next().filter(|_| alike.next().is_none());
            report(at, message, nearest(id, known()).or(only));
            continue;
        }
        let marked = fact_marked_in(db, id, view);
        if marked.is_some() || is_running_text(db, id, view) {
            let inner = known().find(|name| {
                name.strip_prefix(id.as_str())
                    .is_some_and(|rest| rest.starts_with('.'))
            });
            let message = format!("`{id}` is a clause, not a number");
            report(at, message, marked.as_deref().or(inner));
        }
    }
    for (id, at) in symbols.tables.iter().chain(&symbols.clauses) {
        let is_held_back = db.may_be_unread(id.split('/').next().unwrap_or_default());
        if analysis.resolve_id(db, id, view).is_none() && !is_held_back {
            let near = nearest(id, db.names().map(|(name, _)| name));
            report(at, format!("the rules have no clause `{id}`"), near);
        }
    }
    for own in &symbols.cell_labels {
        let id = symbols.tables.get_index(usize::from(own.table));
        let labels = id.map_or_else(BTreeSet::new, |(id, _)| {
            labels_of(analysis, db, id, own, view)
        });
        let is_known = labels
            .iter()
            .any(|one| one.eq_ignore_ascii_case(&own.label));
        if let Some((id, _)) = id.filter(|_| !labels.is_empty() && !is_known) {
            let what = if own.is_row { "row" } else { "column" };
            let message = format!("`{id}` has no {what} `{}`", own.label);
            let near = nearest(&own.label, labels.iter().map(String::as_str));
            report(&own.at, message, near);
        }
    }
    let has_lost_file = db.has_lost_file();
    let instructions = symbols.instructions.iter().filter(|_| !has_lost_file);
    for (id, at) in instructions {
        if id
            .split_once(':')
            .and_then(|(document, n)| analysis.cited_instruction(db, document, n, view))
            .is_none()
        {
            let keys = db.ruleset.documents.keys();
            let near = id.split_once(':').and_then(|(document, n)| {
                let near = nearest(document, keys.map(String::as_str))?;
                Some(format!("{near}:{n}"))
            });
            let message = format!("the rules have no instruction `{id}`");
            report(at, message, near.as_deref());
        }
    }
    out
}

/// Returns the labels of the rows or columns of a table in all editions.
fn labels_of(
    analysis: &Analysis,
    db: &RulesetDb,
    id: &str,
    label: &CellLabel,
    view: &View,
) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for edition in (0..db.ruleset.editions.len() as u16).map(EditionIx) {
        let view = view.with_edition(edition);
        let Some((section, unit)) = analysis.resolve_id(db, id, &view) else {
            continue;
        };
        let tree = section.version(&view);
        let cells = tree.live_units(unit.unwrap_or(tree.root)).into_iter();
        let labels = cells.filter_map(|cell| tree.cell_labels(cell));
        out.extend(labels.map(|(row, column)| match label.is_row {
            true => row.to_owned(),
            false => column.to_owned(),
        }));
    }
    out
}

/// Returns the only fact that the text of a named unit marks at a view, unless the unit's label is a
/// number, which is its value then.
fn fact_marked_in(db: &RulesetDb, id: &str, view: &View) -> Option<String> {
    let section = db.section(db.section_of(id)?)?;
    let tree = section.version(view);
    let unit = section.arena.unit_by_name(id)?;
    let label = tree.get(unit)?.label.as_deref().unwrap_or_default();
    if label.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let atoms = tree.atoms(unit).into_iter();
    let wordings = atoms.filter_map(|atom| tree.get(atom)?.text(WordingLayer::Restated));
    let mut facts = wordings
        .flat_map(|wording| &wording.marks)
        .filter_map(|mark| match &mark.kind {
            MarkKind::Fact(fact) => Some(fact.to_string()),
            _ => None,
        });
    let only = facts.next()?;
    facts.next().is_none().then_some(only)
}

/// Returns whether an id names a section, a sentence or a paragraph without a label: text that is
/// no number.
fn is_running_text(db: &RulesetDb, id: &str, view: &View) -> bool {
    let Some(section) = db.section_of(id).and_then(|section| db.section(section)) else {
        return false;
    };
    let tree = section.version(view);
    match section.arena.unit_by_name(id) {
        None => true,
        Some(unit) => match tree.kind(unit) {
            UnitKind::Section | UnitKind::Sentence => true,
            UnitKind::Paragraph => tree.get(unit).is_some_and(|node| node.label.is_none()),
            _ => false,
        },
    }
}

/// Returns all numbers that a text lists; `1-3` and `1 to 3` list those in between, too.
fn numbers_in(text: &str) -> Vec<f64> {
    use super::token::{ScenarioTokenKind, tokenize};
    let tokens = tokenize(text, crate::text::Span::new(0, text.len()));
    let mut out: Vec<f64> = Vec::new();
    let mut range = false;
    for token in tokens {
        match token.kind {
            ScenarioTokenKind::Number(number) => {
                let from = out
                    .last()
                    .copied()
                    .filter(|from| range && *from < number && number - from < 100.0);
                match from {
                    Some(from) => out.extend(
                        (1..)
                            .map(|step| from + f64::from(step))
                            .take_while(|next| *next <= number),
                    ),
                    None => out.push(number),
                }
                range = false;
            }
            ScenarioTokenKind::Sign('-') => range = true,
            ScenarioTokenKind::Word(word) if word == "to" => range = true,
            _ => {}
        }
    }
    if out.is_empty()
        && let RuleValueKind::Number(number) = parse_number(text)
    {
        out.push(number);
    }
    out
}

/// Parses the number of a fact or cell: `6`, `6.5`, `½`, `1/4`, `-1`, `two`.
fn parse_number(text: &str) -> RuleValueKind {
    const WORDS: &[(&str, f64)] = &[
        ("none", 0.0),
        ("nothing", 0.0),
        ("half", 0.5),
        ("a half", 0.5),
        ("quarter", 0.25),
        ("a quarter", 0.25),
        ("one quarter", 0.25),
        ("a third", 1.0 / 3.0),
        ("one", 1.0),
        ("once", 1.0),
        ("a", 1.0),
        ("an", 1.0),
        ("two", 2.0),
        ("twice", 2.0),
        ("three", 3.0),
        ("four", 4.0),
        ("five", 5.0),
        ("six", 6.0),
        ("seven", 7.0),
        ("eight", 8.0),
        ("nine", 9.0),
        ("ten", 10.0),
    ];
    let text = text.trim();
    if text.is_empty() {
        return RuleValueKind::NotIncluded;
    }
    if matches!(text, "–" | "-" | "—") {
        return RuleValueKind::Absent;
    }
    let lower = text.to_lowercase();
    if let Some((_, number)) = WORDS.iter().find(|(word, _)| *word == lower) {
        return RuleValueKind::Number(*number);
    }
    let (sign, digits) = match text.strip_prefix(['-', '−', '–']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.trim_start_matches('+')),
    };
    let tokens = super::token::tokenize(digits, crate::text::Span::new(0, digits.len()));
    let found = tokens.iter().find_map(super::token::ScenarioToken::number);
    found.map_or(RuleValueKind::Text, |number| {
        RuleValueKind::Number(sign * number)
    })
}
