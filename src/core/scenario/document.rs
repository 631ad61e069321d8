//! `ScenarioDocument`: a scenario file bound to its rules, for editors; caches sums and word roles.

use super::{
    BoundScenario, CheckOptions, ClassifiedWord, PlayRules, RecordIx, Scenario, ScenarioChecker,
    ScenarioFront, SumResult, Vocabulary, bound_diagnostics, classify_words, format_number, parse,
    parse_front,
};
use crate::{
    analysis::{Analysis, Request},
    diagnostic::Diagnostic,
    resolve::RulesetDb,
    text::{SourceId, near::nearest},
};
use jiff::civil::Date;
use std::sync::{Arc, OnceLock};

/// A scenario file in the language server, bound to its rules of play, or the problems that prevent
/// that; caches its sums and word roles.
#[derive(Debug)]
pub struct ScenarioDocument {
    /// The source of the file.
    pub source: SourceId,
    /// The text of the file.
    pub text: Arc<str>,
    /// The records, bound to the rules of play of their edition; or the problems that prevent that,
    /// such as an unknown edition.
    pub bound: Result<BoundScenario, Vec<Diagnostic>>,
    /// If the file cannot be bound: its records, parsed with the rules of a ruleset that fits best,
    /// for the roles of its words.
    unjudged: Option<(Scenario, Arc<PlayRules>)>,
    figures: OnceLock<Vec<SumResult>>,
    words: OnceLock<Vec<ClassifiedWord>>,
}

/// Returns the check options of editors, which override nothing in a scenario, as of `today`.
pub fn editor_check_options(today: Date) -> CheckOptions {
    CheckOptions {
        request: Request::default(),
        today,
    }
}

impl ScenarioDocument {
    /// Parses a scenario and binds it to its rules of play as of `today`.
    pub fn new(
        analysis: &Analysis,
        checker: &ScenarioChecker,
        source: SourceId,
        text: &Arc<str>,
        today: Date,
    ) -> Self {
        let bound = checker.bind(analysis, source, text, &editor_check_options(today));
        let unjudged = bound.is_err().then(|| {
            let named_key = parse_front(source, text)
                .ruleset
                .map(|ruleset| ruleset.value);
            let named = named_key
                .as_deref()
                .and_then(|ruleset| checker.rules(ruleset));
            let near = named_key
                .as_deref()
                .and_then(|named| nearest(named, checker.all_rules().map(|(key, _)| key)));
            let near = near.and_then(|key| checker.rules(key));
            let rules = named
                .or(near)
                .or_else(|| checker.rules(&analysis.default_ruleset_db()?.ruleset.key))
                .or_else(|| checker.all_rules().next().map(|(_, rules)| rules))?;
            Some((parse(source, text, &rules.vocabulary), Arc::clone(rules)))
        });
        Self {
            source,
            text: Arc::clone(text),
            bound,
            unjudged: unjudged.flatten(),
            figures: OnceLock::new(),
            words: OnceLock::new(),
        }
    }

    /// Returns the diagnostics of the file, computed at each call.
    pub fn diagnostics(&self, analysis: &Analysis) -> Vec<Diagnostic> {
        bound_diagnostics(analysis, self.source, &self.text, &self.bound)
    }

    /// Returns the parsed file and its vocabulary, even if unbound; `None` without any vocabulary.
    pub fn parsed(&self) -> Option<(&Scenario, &Vocabulary)> {
        match (&self.bound, &self.unjudged) {
            (Ok(case), _) => Some((&case.scenario, &case.rules.vocabulary)),
            (Err(_), Some((scenario, rules))) => Some((scenario, &rules.vocabulary)),
            (Err(_), None) => None,
        }
    }

    /// Returns the ruleset, edition, profile and date that the front matter names.
    pub fn front(&self) -> Option<&ScenarioFront> {
        self.parsed().map(|(scenario, _)| &scenario.front)
    }

    /// Returns the ruleset that the file is checked against, else the one that it names or the
    /// default one.
    pub fn ruleset_db<'w>(&self, analysis: &'w Analysis) -> Option<&'w RulesetDb> {
        match &self.bound {
            Ok(case) => analysis.ruleset_db(&case.ruleset),
            Err(_) => {
                let named = self
                    .front()
                    .and_then(|front| front.ruleset.as_ref())
                    .and_then(|ruleset| analysis.ruleset_db(&ruleset.value));
                named.or_else(|| analysis.default_ruleset_db())
            }
        }
    }

    /// Returns the results of the shown sums in the order of the records, computed on first use.
    pub fn sum_results(&self) -> &[SumResult] {
        self.figures.get_or_init(|| {
            self.bound
                .as_ref()
                .map(BoundScenario::sum_results)
                .unwrap_or_default()
        })
    }

    /// Returns the results of the shown sums for one record.
    pub fn sum_results_of(&self, record: RecordIx) -> &[SumResult] {
        let all = self.sum_results();
        let from = all.partition_point(|figure| figure.record < record);
        let to = all.partition_point(|figure| figure.record <= record);
        &all[from..to]
    }

    /// Returns the words that the parser understood, with their roles, computed on first use.
    pub fn words(&self) -> &[ClassifiedWord] {
        self.words.get_or_init(|| {
            self.parsed()
                .map(|(scenario, vocabulary)| classify_words(scenario, &self.text, vocabulary))
                .unwrap_or_default()
        })
    }

    /// Returns a short summary of a record: its sums, and the totals of the lines below it.
    pub fn summary(&self, record: RecordIx) -> Vec<String> {
        let Ok(case) = &self.bound else {
            return Vec::new();
        };
        let mut out: Vec<String> = Vec::new();
        let is_line = case.scenario.descendants(record).len() == 0;
        let totals = if is_line {
            Vec::new()
        } else {
            case.totals(self.sum_results(), record)
        };
        for (words, sum) in totals {
            out.push(format!("{} {words}", format_number(sum)));
        }
        for figure in self.sum_results_of(record) {
            let Some((_, definition)) = case.definition_of(figure) else {
                continue;
            };
            match (&definition.column, &definition.row) {
                (Some(column), _)
                    if figure.value.number().is_none() || definition.unit.is_empty() =>
                {
                    out.push(format!("{column}: {}", case.describe(figure)));
                }
                (Some(_), _) => out.push(case.describe(figure)),
                (None, Some(row)) => {
                    let value = case.display_value(&figure.value, &definition.unit);
                    if !out.contains(&value) {
                        out.push(format!("{row} {value}"));
                    }
                }
                (None, None) => {}
            }
        }
        out
    }
}
