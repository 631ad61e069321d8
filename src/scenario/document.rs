//! A scenario file as an editor shows it: checked, with its sums and the roles of its words.

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

/// A scenario file with its records bound to rules of play, or the problems that prevent it.
#[derive(Debug)]
pub struct ScenarioDocument {
    /// Its source.
    pub source: SourceId,
    /// Its text.
    pub text: Arc<str>,
    /// Its records, bound to the rules of play of its edition; or the problems that prevent that, such as
    /// an unknown edition.
    pub case: Result<BoundScenario, Vec<Diagnostic>>,
    /// What was read where it cannot be bound, for the roles of its words in an editor.
    unjudged: Option<(Scenario, Arc<PlayRules>)>,
    figures: OnceLock<Vec<SumResult>>,
    words: OnceLock<Vec<ClassifiedWord>>,
}

/// The options for scenarios in the editor: what they say themselves, today.
pub fn ruling(today: Date) -> CheckOptions {
    CheckOptions {
        request: Request::default(),
        today,
    }
}

impl ScenarioDocument {
    /// Reads and checks a scenario as of `today`.
    pub fn new(
        analysis: &Analysis,
        checker: &ScenarioChecker,
        source: SourceId,
        text: &Arc<str>,
        today: Date,
    ) -> Self {
        let case = checker.bind(analysis, source, text, &ruling(today));
        let unjudged = case.is_err().then(|| {
            let said = parse_front(source, text)
                .ruleset
                .map(|ruleset| ruleset.value);
            let named = said.as_deref().and_then(|ruleset| checker.rules(ruleset));
            let near = said
                .as_deref()
                .and_then(|said| nearest(said, checker.all_rules().map(|(key, _)| key)));
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
            case,
            unjudged: unjudged.flatten(),
            figures: OnceLock::new(),
            words: OnceLock::new(),
        }
    }

    /// What is wrong with it.
    pub fn findings(&self, analysis: &Analysis) -> Vec<Diagnostic> {
        bound_diagnostics(analysis, self.source, &self.text, &self.case)
    }

    /// What it says, and in which words it may say it; none where no ruleset has any.
    pub fn said(&self) -> Option<(&Scenario, &Vocabulary)> {
        match (&self.case, &self.unjudged) {
            (Ok(case), _) => Some((&case.scenario, &case.rules.vocabulary)),
            (Err(_), Some((scenario, rules))) => Some((scenario, &rules.vocabulary)),
            (Err(_), None) => None,
        }
    }

    /// Where it says that it is played.
    pub fn front(&self) -> Option<&ScenarioFront> {
        self.said().map(|(scenario, _)| &scenario.front)
    }

    /// The ruleset whose rules of play judge it.
    pub fn ruleset_db<'w>(&self, analysis: &'w Analysis) -> Option<&'w RulesetDb> {
        match &self.case {
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

    /// What sums give for its records.
    pub fn figures(&self) -> &[SumResult] {
        self.figures.get_or_init(|| {
            self.case
                .as_ref()
                .map(BoundScenario::sum_results)
                .unwrap_or_default()
        })
    }

    /// What sums give for one record.
    pub fn figures_of(&self, record: RecordIx) -> &[SumResult] {
        let all = self.figures();
        let from = all.partition_point(|figure| figure.record < record);
        let to = all.partition_point(|figure| figure.record <= record);
        &all[from..to]
    }

    /// The words that the parser understood, with their roles.
    pub fn words(&self) -> &[ClassifiedWord] {
        self.words.get_or_init(|| {
            self.said()
                .map(|(scenario, vocabulary)| classify_words(scenario, &self.text, vocabulary))
                .unwrap_or_default()
        })
    }

    /// Returns a short summary of a record: its sums, and the totals of the lines below it.
    pub fn summary(&self, record: RecordIx) -> Vec<String> {
        let Ok(case) = &self.case else {
            return Vec::new();
        };
        let mut out: Vec<String> = Vec::new();
        let is_line = case.scenario.descendants(record).is_empty();
        let totals = if is_line {
            Vec::new()
        } else {
            case.totals(self.figures(), record)
        };
        for (words, sum) in totals {
            out.push(format!("{} {words}", format_number(sum)));
        }
        for figure in self.figures_of(record) {
            let Some((_, gives)) = case.definition_of(figure) else {
                continue;
            };
            match (&gives.column, &gives.row) {
                (Some(column), _) if figure.value.number().is_none() || gives.unit.is_empty() => {
                    out.push(format!("{column}: {}", case.describe(figure)));
                }
                (Some(_), _) => out.push(case.describe(figure)),
                (None, Some(row)) => {
                    let value = case.display_value(&figure.value, &gives.unit);
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
