//! The numbers of the rules at a view: what rules of play read, and the clauses in which it stands.

use super::rule::{Asked, Rule, Rules};
use crate::{
    analysis::{Analysis, Citation},
    diagnostic::{Diagnostic, Location, Severity},
    resolve::{RulesetDb, View},
    text::near::nearest,
};
use std::{collections::HashMap, sync::OnceLock};

/// What a number of the rules is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Held {
    /// This.
    Number(f64),
    /// The rules say that there is none: `–` in a table.
    Nothing,
    /// It exists, and is not held.
    Unheld,
    /// It is held, and is no number.
    Words,
}

/// A number of the rules with its clause.
#[derive(Clone, Debug)]
pub struct Number {
    /// What it is called: the id of a fact, row and column of a cell.
    pub name: String,
    /// What it is.
    pub held: Held,
    /// What is written there.
    pub said: String,
    /// All numbers that it names: `4, 5 or 6`, `1-3`.
    pub named: Vec<f64>,
    /// Where it stands.
    pub cited: Citation,
}

/// A clause at a view.
#[derive(Clone, Debug)]
pub(super) struct ClauseAt {
    /// Where it stands; none where it is not in force.
    pub(super) cited: Option<u16>,
    /// Whether words of it are held.
    pub(super) held: bool,
}

/// What a set of rules asks, answered at a view.
#[derive(Debug)]
pub struct Numbers {
    /// Everything that can be cited: facts, cells, then clauses and instructions.
    pub(super) all: Vec<Number>,
    pub(super) facts: Vec<Option<u16>>,
    pub(super) tables: Vec<HashMap<(String, String), u16>>,
    pub(super) clauses: Vec<ClauseAt>,
    pub(super) instructions: Vec<(Option<u16>, bool)>,
    /// What the sources say against each number; looked up when it is first asked.
    against: Vec<OnceLock<Vec<String>>>,
    /// The view.
    pub view: View,
    /// The edition's name.
    pub edition: String,
}

impl Numbers {
    /// Answers what the rules ask.
    pub fn new(analysis: &Analysis, db: &RulesetDb, rules: &Rules, view: &View) -> Self {
        let edition = db.ruleset.edition_id(view.edition).to_owned();
        let mut out = Self {
            all: Vec::new(),
            facts: Vec::new(),
            tables: Vec::new(),
            clauses: Vec::new(),
            instructions: Vec::new(),
            against: Vec::new(),
            view: view.clone(),
            edition,
        };
        let asked = &rules.asked;
        for id in asked.facts.keys() {
            // where a fact stands in several clauses, the first counts
            let found = analysis.cited_facts(db, id, view).into_iter().next();
            // the id of a labelled line stands for the number in its label
            let found = found.or_else(|| analysis.cited_label(db, id, view));
            let number =
                found.map(|(value, cited)| out.add(id.clone(), &value, numbers_in(&value), cited));
            out.facts.push(number);
        }
        for id in asked.tables.keys() {
            let mut table = HashMap::new();
            for cell in analysis.cited_cells(db, id, view).unwrap_or_default() {
                let name = format!("{} ({})", cell.row, cell.column);
                let at = out.add(name, &cell.text, Vec::new(), cell.by);
                table.insert((cell.row.to_lowercase(), cell.column.to_lowercase()), at);
            }
            out.tables.push(table);
        }
        for id in asked.clauses.keys() {
            let found = analysis.cite(db, id, view);
            let held = found.as_ref().is_some_and(|(_, held)| *held);
            let cited = found.map(|(cited, _)| out.cite(id.clone(), cited));
            out.clauses.push(ClauseAt { cited, held });
        }
        for id in asked.instructions.keys() {
            let found = id
                .split_once(':')
                .and_then(|(document, n)| analysis.instruction(db, document, n, view));
            let counts = found.as_ref().is_some_and(|(_, counts)| *counts);
            let cited = found.map(|(cited, _)| out.cite(id.clone(), cited));
            out.instructions.push((cited, counts));
        }
        out.against.resize_with(out.all.len(), OnceLock::new);
        out
    }

    fn add(&mut self, name: String, said: &str, named: Vec<f64>, cited: Citation) -> u16 {
        self.all.push(Number {
            name,
            held: number_of(said),
            said: said.to_owned(),
            named,
            cited,
        });
        (self.all.len() - 1) as u16
    }

    fn cite(&mut self, name: String, cited: Citation) -> u16 {
        self.all.push(Number {
            name,
            held: Held::Words,
            said: String::new(),
            named: Vec::new(),
            cited,
        });
        (self.all.len() - 1) as u16
    }

    /// What the sources say against a number.
    pub(super) fn contradictions(&self, analysis: &Analysis, db: &RulesetDb, at: u16) -> &[String] {
        let Some((number, known)) = self.get(at).zip(self.against.get(usize::from(at))) else {
            return &[];
        };
        known.get_or_init(|| analysis.contradictions(db, &number.cited, &self.view))
    }

    /// What can be cited under an index.
    pub fn get(&self, at: u16) -> Option<&Number> {
        self.all.get(usize::from(at))
    }

    /// The clauses that a rule names as those it puts into force, of those that can be cited.
    pub(super) fn of_rule<'n>(&'n self, rule: &'n Rule) -> impl Iterator<Item = u16> + 'n {
        rule.clauses
            .iter()
            .filter_map(|&clause| self.clauses.get(usize::from(clause))?.cited)
    }
}

/// What rules of play ask for that no edition has.
pub(super) fn unknown(
    analysis: &Analysis,
    db: &RulesetDb,
    asked: &Asked,
    view: &View,
) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    let mut tell = |wish: &super::rule::Wish, what: &str, id: &str, near: Option<String>| {
        let message = format!("there is no {what} `{id}` in the rules");
        let mut fault = Diagnostic::new(
            "check-rule",
            Severity::Error,
            Location::new(wish.source, wish.span),
            message,
        );
        fault.help = near.map(|near| format!("did you mean `{near}`?"));
        out.push(fault);
    };
    for (id, wish) in asked
        .facts
        .iter()
        .filter(|(id, _)| db.sections_with(id).is_empty() && analysis.named(db, id, view).is_none())
    {
        let (known, _) = db.listed(crate::resolve::Listing::Fact, "", usize::MAX);
        tell(
            wish,
            "fact",
            id,
            nearest(id, known.iter().map(|name| &**name)).map(str::to_owned),
        );
    }
    for (id, wish) in asked.tables.iter().chain(&asked.clauses) {
        if analysis.named(db, id, view).is_none() {
            let near = nearest(id, db.names().map(|(name, _)| name)).map(str::to_owned);
            tell(wish, "clause", id, near);
        }
    }
    for (id, wish) in &asked.instructions {
        if id
            .split_once(':')
            .and_then(|(document, n)| analysis.instruction(db, document, n, view))
            .is_none()
        {
            tell(wish, "instruction", id, None);
        }
    }
    out
}

/// All numbers that a text names; `1-3` and `1 to 3` name what lies between.
fn numbers_in(text: &str) -> Vec<f64> {
    use super::token::{TokenKind, tokens};
    let tokens = tokens(text, crate::text::Span::new(0, text.len()));
    let mut out: Vec<f64> = Vec::new();
    let mut range = false;
    for token in tokens {
        match token.kind {
            TokenKind::Number(number) => {
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
            TokenKind::Sign('-') => range = true,
            TokenKind::Word(word) if word == "to" => range = true,
            _ => {}
        }
    }
    if out.is_empty()
        && let Held::Number(number) = number_of(text)
    {
        out.push(number);
    }
    out
}

/// The number that a text says: `6`, `6.5`, `½`, `1/4`, `-1`, `two`.
fn number_of(text: &str) -> Held {
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
        return Held::Unheld;
    }
    if matches!(text, "–" | "-" | "—") {
        return Held::Nothing;
    }
    let lower = text.to_lowercase();
    if let Some((_, number)) = WORDS.iter().find(|(word, _)| *word == lower) {
        return Held::Number(*number);
    }
    let (sign, digits) = match text.strip_prefix(['-', '−', '–']) {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.trim_start_matches('+')),
    };
    let tokens = super::token::tokens(digits, crate::text::Span::new(0, digits.len()));
    let found = tokens.iter().find_map(|token| match token.kind {
        super::token::TokenKind::Number(number) => Some(number),
        _ => None,
    });
    found.map_or(Held::Words, |number| Held::Number(sign * number))
}
