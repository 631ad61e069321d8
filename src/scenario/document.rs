//! A scenario as an editor shows it.

use super::{
    Case, Figure, Front, RecordIx, Rules, Ruling, Scenario, Umpire, Vocabulary, Word, front,
    judged, plain, read, words,
};
use crate::{
    analysis::{Analysis, Request},
    diagnostic::Diagnostic,
    resolve::RulesetDb,
    text::{SourceId, near::nearest},
};
use jiff::civil::Date;
use std::sync::{Arc, OnceLock};

/// A scenario, taken up.
#[derive(Debug)]
pub struct ScenarioDocument {
    /// Its source.
    pub source: SourceId,
    /// Its text.
    pub text: Arc<str>,
    /// With the rules of play by which it is judged; or what keeps it from being judged.
    pub case: Result<Case, Vec<Diagnostic>>,
    /// How its words are read where it cannot be judged.
    unjudged: Option<(Scenario, Arc<Rules>)>,
    figures: OnceLock<Vec<Figure>>,
    words: OnceLock<Vec<Word>>,
}

/// What is asked of scenarios in the editor: what they say themselves, today.
pub fn ruling(today: Date) -> Ruling {
    Ruling {
        request: Request::default(),
        today,
    }
}

impl ScenarioDocument {
    /// Reads and checks a scenario as of `today`.
    pub fn new(
        analysis: &Analysis,
        umpire: &Umpire,
        source: SourceId,
        text: &Arc<str>,
        today: Date,
    ) -> Self {
        let case = umpire.case(analysis, source, text, &ruling(today));
        let unjudged = case.is_err().then(|| {
            let said = front(source, text).ruleset.map(|ruleset| ruleset.value);
            let named = said.as_deref().and_then(|ruleset| umpire.rules(ruleset));
            let near = said
                .as_deref()
                .and_then(|said| nearest(said, umpire.all().map(|(key, _)| key)));
            let near = near.and_then(|key| umpire.rules(key));
            let rules = named
                .or(near)
                .or_else(|| umpire.rules(&analysis.default_ruleset_db()?.ruleset.key))
                .or_else(|| umpire.all().next().map(|(_, rules)| rules))?;
            Some((read(source, text, &rules.vocabulary), Arc::clone(rules)))
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
        judged(analysis, self.source, &self.text, &self.case)
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
    pub fn front(&self) -> Option<&Front> {
        self.said().map(|(scenario, _)| &scenario.front)
    }

    /// The ruleset by which it is judged.
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
    pub fn figures(&self) -> &[Figure] {
        self.figures
            .get_or_init(|| self.case.as_ref().map(Case::figures).unwrap_or_default())
    }

    /// What sums give for one record.
    pub fn figures_of(&self, record: RecordIx) -> &[Figure] {
        let all = self.figures();
        let from = all.partition_point(|figure| figure.record < record);
        let to = all.partition_point(|figure| figure.record <= record);
        &all[from..to]
    }

    /// The words that were read.
    pub fn words(&self) -> &[Word] {
        self.words.get_or_init(|| {
            self.said()
                .map(|(scenario, vocabulary)| words(scenario, &self.text, vocabulary))
                .unwrap_or_default()
        })
    }

    /// What stands beside a record, in a few words: what its sums give, and what the lines inside it add up to.
    pub fn beside(&self, record: RecordIx) -> Vec<String> {
        let Ok(case) = &self.case else {
            return Vec::new();
        };
        let mut out: Vec<String> = Vec::new();
        let is_line = case.scenario.inside(record).is_empty();
        let totals = if is_line {
            Vec::new()
        } else {
            case.totals(self.figures(), record)
        };
        for (words, sum) in totals {
            out.push(format!("{} {words}", plain(sum)));
        }
        for figure in self.figures_of(record) {
            let Some((_, gives)) = case.sum_of(figure) else {
                continue;
            };
            match (&gives.column, &gives.row) {
                (Some(column), _) if figure.value.number().is_none() || gives.unit.is_empty() => {
                    out.push(format!("{column}: {}", case.in_words(figure)));
                }
                (Some(_), _) => out.push(case.in_words(figure)),
                (None, Some(row)) => {
                    let value = case.shown(&figure.value, &gives.unit);
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
