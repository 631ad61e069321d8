//! `ScenarioChecker`: parses the `*.check.md` rules of all rulesets, and checks army lists and
//! battle plans against them.

use super::{
    bound_scenario::BoundScenario,
    parse::parse_with_costs,
    reader::RuleCosts,
    record::{Scenario, ScenarioFront},
    request::{CheckOptions, request_error_diagnostic, resolve_request, resolve_ruleset},
    rule::{PlayRule, PlayRules},
    rule_values::RuleValues,
    strict::parse_front,
    suppression::sort_and_filter,
    vocabulary::Vocabulary,
};
use crate::{
    analysis::{Analysis, Request, Source, SourceKind},
    diagnostic::{Diagnostic, Location, PossibleCause, Severity},
    resolve::{RulesetDb, View},
    text::{Memo, SourceId, Span},
};
use jiff::civil::Date;
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The ruleset, edition, day and profile that rule values were read at.
type RuleValuesKey = (String, u16, Date, String);

/// Parses the rules of play of all rulesets, and checks scenarios against them; caches the rule
/// values that they read, and parsed scenarios.
///
/// After a source of the analysis has changed, [`update`](Self::update) has to be called.
#[derive(Clone, Debug, Default)]
pub struct ScenarioChecker {
    pub(super) rules: BTreeMap<String, Arc<PlayRules>>,
    rule_values: Memo<RuleValuesKey, Arc<RuleValues>>,
    /// The last parse of each source, used again while its text is the same.
    parsed: Memo<SourceId, Arc<ParsedText>>,
}

/// A text, and the scenario that it was parsed to with the vocabulary of a ruleset.
#[derive(Debug)]
struct ParsedText {
    ruleset: String,
    text: String,
    /// The view whose costs a list was read by; empty for a file with front matter.
    view: String,
    scenario: Scenario,
}

impl ScenarioChecker {
    /// Parses the rules of play of all rulesets that have a vocabulary.
    pub fn new(analysis: &Analysis) -> Self {
        let playable = analysis
            .sources()
            .iter()
            .filter(|source| source.kind == SourceKind::Vocabulary);
        let rules = playable.filter_map(|source| {
            Some((
                source.ruleset.clone(),
                Arc::new(parse_play_rules(analysis, &source.ruleset)?),
            ))
        });
        Self {
            rules: rules.collect(),
            rule_values: Memo::default(),
            parsed: Memo::default(),
        }
    }

    /// Returns the rules of play of a ruleset.
    pub fn rules(&self, ruleset: &str) -> Option<&Arc<PlayRules>> {
        self.rules.get(ruleset)
    }

    /// Returns the rules of play of each ruleset, with its key.
    pub fn all_rules(&self) -> impl Iterator<Item = (&str, &Arc<PlayRules>)> {
        self.rules.iter().map(|(key, rules)| (key.as_str(), rules))
    }

    /// Returns whether there is a rule of play of exactly that code.
    pub fn is_rule(&self, code: &str) -> bool {
        self.rules.values().any(|rules| rules.rule(code).is_some())
    }

    /// Returns the rule of play of a full code (`dbm/baggage`), or of a short one (`baggage`) that
    /// is unique.
    pub fn rule(&self, code: &str) -> Option<&PlayRule> {
        let full = self.rules.values().find_map(|rules| rules.rule(code));
        full.or_else(|| {
            let mut named = self
                .rules
                .values()
                .flat_map(|rules| &rules.rules)
                .filter(|rule| {
                    rule.code
                        .split_once('/')
                        .is_some_and(|(_, own)| own == code)
                });
            named.next().filter(|_| named.next().is_none())
        })
    }

    /// Binds a scenario to the rules of play and the rule values that it is checked against.
    ///
    /// Fails if the ruleset, edition or profile of the scenario is unknown.
    pub fn bind(
        &self,
        analysis: &Analysis,
        source: SourceId,
        text: &str,
        options: &CheckOptions,
    ) -> Result<BoundScenario, Vec<Diagnostic>> {
        self.bind_parsed(analysis, source, text, options, |rules, values| {
            let ruleset = &rules.vocabulary.ruleset;
            let is_strict = !parse_front(source, text).span.is_empty();
            // how a list is read depends on the costs of its edition
            let view = match is_strict {
                true => String::new(),
                false => format!(
                    "{} {} {}",
                    values.edition, values.view.profile.name, values.view.as_of
                ),
            };
            let is_current = |known: &Arc<ParsedText>| {
                known.ruleset == *ruleset && known.text == text && known.view == view
            };
            let parsed = self.parsed.get_or_replace(&source, is_current, || {
                let costs = RuleCosts { rules, values };
                let scenario = parse_with_costs(source, text, &rules.vocabulary, &costs);
                Arc::new(ParsedText {
                    ruleset: ruleset.clone(),
                    text: text.to_owned(),
                    view: view.clone(),
                    scenario,
                })
            });
            parsed.scenario.clone()
        })
    }

    /// Binds a scenario that `parse` returns for a vocabulary.
    pub(super) fn bind_parsed(
        &self,
        analysis: &Analysis,
        source: SourceId,
        text: &str,
        options: &CheckOptions,
        parse: impl FnOnce(&PlayRules, &RuleValues) -> Scenario,
    ) -> Result<BoundScenario, Vec<Diagnostic>> {
        let front_matter = parse_front(source, text);
        let (db, rules) =
            resolve_ruleset(&self.rules, analysis, source, text, &front_matter, options)
                .map_err(|diagnostic| vec![*diagnostic])?;
        let request = resolve_request(source, text, &front_matter, options, db);
        let unread = [
            ("ruleset.toml", db.ruleset.unreadable),
            ("scenario.toml", !rules.vocabulary.is_readable),
        ];
        if let Some((file, _)) = unread.into_iter().find(|(_, is_unread)| *is_unread) {
            let message = format!(
                "not checked: the `{file}` of `{}` cannot be read",
                db.ruleset.key
            );
            let at = Location::new(source, Span::default());
            let mut error = Diagnostic::new("scenario-front", Severity::Error, at, message);
            error.help = Some("`rulebook check` reports what is wrong with it".to_owned());
            return Err(vec![error.unless(PossibleCause::UnreadTomlFile)]);
        }
        let mut diagnostics = Vec::new();
        let (request, edition_from) = request.unwrap_or_else(|(diagnostic, by)| {
            diagnostics.push(*diagnostic);
            let request = Request {
                ruleset: Some(db.ruleset.key.clone()),
                edition: known_edition(db, &front_matter),
                profile: options.request.profile.clone(),
                as_of: options.request.as_of,
                ..Request::default()
            };
            (request, by)
        });
        let view = match analysis.view(db, &request, options.today) {
            Ok(view) => view,
            Err(error) => {
                diagnostics.push(request_error_diagnostic(source, &front_matter, &error, db));
                return Err(diagnostics);
            }
        };
        let rule_values = self.rule_values(analysis, db, &rules, &view);
        let mut scenario = parse(&rules, &rule_values);
        scenario.diagnostics.extend(diagnostics);
        Ok(BoundScenario {
            scenario,
            rules,
            rule_values,
            ruleset: db.ruleset.key.clone(),
            edition_from,
            text: Arc::from(text),
        })
    }

    /// Returns what the rules of play of a ruleset read at a view, from the cache if it is there.
    pub fn rule_values(
        &self,
        analysis: &Analysis,
        db: &RulesetDb,
        rules: &PlayRules,
        view: &View,
    ) -> Arc<RuleValues> {
        let key = (
            db.ruleset.key.clone(),
            view.edition.0,
            view.as_of,
            view.profile.name.clone(),
        );
        self.rule_values.get_or_insert_with(&key, || {
            Arc::new(RuleValues::new(analysis, db, rules, view))
        })
    }

    /// Applies a change of a source of the analysis: re-parses rules of play that have changed, and
    /// drops the cached rule values of their ruleset.
    pub fn update(&mut self, analysis: &Analysis, source: SourceId) {
        let Some(changed) = analysis.source(source) else {
            return;
        };
        match changed.kind {
            SourceKind::Scenario => return self.parsed.remove(&source),
            SourceKind::Thesaurus | SourceKind::Import => return,
            SourceKind::Vocabulary | SourceKind::Check => {
                self.parsed.clear();
                match parse_play_rules(analysis, &changed.ruleset) {
                    Some(rules) => self.rules.insert(changed.ruleset.clone(), Arc::new(rules)),
                    None => self.rules.remove(&changed.ruleset),
                }
            }
            SourceKind::Ruleset | SourceKind::Rules => None,
        };
        self.rule_values
            .retain(|(ruleset, ..)| *ruleset != changed.ruleset);
    }

    /// Returns the diagnostics of a scenario, of a rule of play or of a vocabulary of the analysis;
    /// none for other kinds of source.
    pub fn check_source(
        &self,
        analysis: &Analysis,
        source: SourceId,
        options: &CheckOptions,
    ) -> Vec<Diagnostic> {
        let Some(own) = analysis.source(source) else {
            return Vec::new();
        };
        match own.kind {
            SourceKind::Scenario => self.check(analysis, source, &own.text, options),
            SourceKind::Check | SourceKind::Vocabulary => {
                let mut out = self.check_rules(analysis, &own.ruleset, options);
                out.retain(|diagnostic| diagnostic.at.source == source);
                out
            }
            SourceKind::Ruleset
            | SourceKind::Rules
            | SourceKind::Thesaurus
            | SourceKind::Import => Vec::new(),
        }
    }

    /// Returns what [`check_each`](Self::check_each) returns, without what may follow from a mistake
    /// in the rules: the mistake is reported.
    pub fn check_all(
        &self,
        analysis: &Analysis,
        options: &CheckOptions,
        is_checked: impl Fn(&str) -> bool,
    ) -> Vec<Diagnostic> {
        let mut out = self.check_each(analysis, options, is_checked);
        out.retain(|diagnostic| diagnostic.causes.is_empty());
        out
    }

    /// Returns the diagnostics of all scenarios, and of the rules of play of some rulesets, by path
    /// and place, whether or not they may follow from a mistake in the rules.
    pub fn check_each(
        &self,
        analysis: &Analysis,
        options: &CheckOptions,
        is_checked: impl Fn(&str) -> bool,
    ) -> Vec<Diagnostic> {
        let mut out: Vec<Diagnostic> = self
            .rules
            .keys()
            .filter(|ruleset| is_checked(ruleset))
            .flat_map(|ruleset| self.check_rules(analysis, ruleset, options))
            .collect();
        out.extend(self.check_scenarios(analysis, options));
        let path = |at: Location| {
            analysis
                .source(at.source)
                .map(|source| source.path.as_str())
        };
        out.sort_by(|a, b| (path(a.at), a.at, &a.code).cmp(&(path(b.at), b.at, &b.code)));
        out
    }

    /// Returns the diagnostics of all scenarios of the analysis, in the order of the sources and of
    /// their places. Runs on all cores.
    pub fn check_scenarios(&self, analysis: &Analysis, options: &CheckOptions) -> Vec<Diagnostic> {
        let scenarios: Vec<(usize, &Source)> = analysis
            .sources()
            .iter()
            .enumerate()
            .filter(|(_, source)| source.kind == SourceKind::Scenario)
            .collect();
        let check = |(at, source): &(usize, &Source)| {
            self.check(analysis, SourceId(*at as u32), &source.text, options)
        };
        scenarios
            .par_iter()
            .with_min_len(8)
            .flat_map_iter(check)
            .collect()
    }

    /// Returns the diagnostics of a scenario, in the order of the file.
    pub fn check(
        &self,
        analysis: &Analysis,
        source: SourceId,
        text: &str,
        options: &CheckOptions,
    ) -> Vec<Diagnostic> {
        bound_diagnostics(
            analysis,
            source,
            text,
            &self.bind(analysis, source, text, options),
        )
    }
}

/// Returns the diagnostics of a scenario that was bound or could not be, in the order of the file.
pub fn bound_diagnostics(
    analysis: &Analysis,
    source: SourceId,
    text: &str,
    bound: &Result<BoundScenario, Vec<Diagnostic>>,
) -> Vec<Diagnostic> {
    match bound {
        Ok(bound) => bound.diagnostics(analysis),
        Err(errors) => sort_and_filter(source, text, errors.clone(), None),
    }
}

/// Parses the rules of play of a ruleset, if it has a vocabulary.
fn parse_play_rules(analysis: &Analysis, ruleset: &str) -> Option<PlayRules> {
    let own =
        |kind| move |other: &(usize, &Source)| other.1.kind == kind && other.1.ruleset == ruleset;
    let sources = || analysis.sources().iter().enumerate();
    let (at, vocabulary) = sources().rfind(own(SourceKind::Vocabulary))?;
    let mut vocabulary = Vocabulary::parse(SourceId(at as u32), &vocabulary.text);
    ruleset.clone_into(&mut vocabulary.ruleset);
    let files = sources()
        .filter(own(SourceKind::Check))
        .map(|(at, check)| (SourceId(at as u32), check.name.as_str(), &*check.text));
    Some(PlayRules::parse(ruleset, vocabulary, files))
}

/// Returns the ids of the facts that the rules of play of a ruleset read.
pub fn facts_used<'w>(analysis: &'w Analysis, ruleset: &str) -> BTreeSet<&'w str> {
    let files = analysis
        .sources()
        .iter()
        .filter(|source| source.kind == SourceKind::Check && source.ruleset == ruleset);
    // called at each keystroke in a rules file: a text search is much cheaper than parsing the
    // Markdown
    let calls = files.flat_map(|source| source.text.split("fact(").skip(1));
    calls
        .filter_map(|rest| Some(rest.split_once(')')?.0.trim()))
        .collect()
}

/// Returns the edition that a scenario names, if the ruleset has it.
fn known_edition(db: &RulesetDb, front: &ScenarioFront) -> Option<String> {
    let named = front.edition.as_ref()?.value.clone();
    db.ruleset.edition(&named).map(|_| named)
}
