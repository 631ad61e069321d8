//! `BoundScenario`: a scenario with the rules of play and rule values of one edition; returns the
//! diagnostics of these rules, with citations and fixes.

use super::{
    evaluator::{Evaluator, RuleValueSet},
    fix_edits::{add_line, set_value},
    record::{RecordIx, Scenario},
    record_writer::rewrite,
    request::EditionSource,
    rule::{DiagnosticTarget, FixAction, PlayRule, PlayRules},
    rule_values::{RuleValueKind, RuleValues},
    suppression::{AllowContext, sort_and_filter},
    value::ScenarioValue,
    vocabulary::NAME,
};
use crate::{
    analysis::{Analysis, Citation},
    diagnostic::{Diagnostic, Fix, Location, PossibleCause, RelatedLocation, Severity},
    text::Span,
};
use std::{collections::BTreeSet, sync::Arc};

/// The maximum number of clauses that one diagnostic cites.
const MAX_CITED: usize = 6;

/// A parsed scenario file with its ruleset's rules of play and the rule values at its edition;
/// computes diagnostics and sums from them.
#[derive(Clone, Debug)]
pub struct BoundScenario {
    /// The parsed file.
    pub scenario: Scenario,
    /// The rules of play of its ruleset.
    pub rules: Arc<PlayRules>,
    /// What these rules read from the ruleset, at the scenario's edition, day and profile.
    pub rule_values: Arc<RuleValues>,
    /// The key of the ruleset.
    pub ruleset: String,
    /// What determined the edition.
    pub edition_from: EditionSource,
    /// The text of the file.
    pub text: Arc<str>,
}

impl BoundScenario {
    /// Returns an evaluator of the rules of play in the scenario.
    pub(super) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.rules, &self.rule_values, &self.scenario)
    }

    /// Returns the file in the clean form: what was read, without prose.
    pub fn rewritten(&self) -> String {
        let (vocabulary, edition) = (&self.rules.vocabulary, &self.rule_values.edition);
        rewrite(&self.scenario, vocabulary, &self.ruleset, edition)
    }

    /// Returns all diagnostics of the file that it does not suppress, in the order of the file.
    pub fn diagnostics(&self, analysis: &Analysis) -> Vec<Diagnostic> {
        let mut found = self.scenario.diagnostics.clone();
        found.iter_mut().for_each(mark_spelling_fix);
        found.extend(self.rule_diagnostics(analysis));
        // at another edition than its own, the file need not have the problems that it allows
        let is_own = self.edition_from != EditionSource::Options;
        let checks = AllowContext {
            rules: &self.rules,
            edition: is_own.then_some(self.rule_values.edition.as_str()),
        };
        let mut found = sort_and_filter(self.scenario.source, &self.text, found, Some(&checks));
        self.retain_sound_fixes(analysis, &mut found);
        found
    }

    /// Returns the diagnostics of all rules of play, those that the file suppresses included.
    pub fn rule_diagnostics(&self, analysis: &Analysis) -> Vec<Diagnostic> {
        let rules = self.rules.rules.iter().enumerate();
        let checks = rules.filter(|(_, rule)| !rule.require.is_empty());
        self.check_rules(analysis, checks)
    }

    /// Returns the diagnostics of one rule of play, those that the file suppresses included.
    pub fn diagnostics_of_rule(&self, analysis: &Analysis, rule: &PlayRule) -> Vec<Diagnostic> {
        let rules = self.rules.rules.iter().enumerate();
        let own = rules.filter(|(_, own)| own.code == rule.code).take(1);
        self.check_rules(analysis, own)
    }

    /// Returns the diagnostics of some rules of play, each with its index.
    fn check_rules<'r>(
        &self,
        analysis: &Analysis,
        rules: impl Iterator<Item = (usize, &'r PlayRule)>,
    ) -> Vec<Diagnostic> {
        let mut eval = self.evaluator();
        let mut out = Vec::new();
        for (at, rule) in rules {
            for record in eval.subjects(rule) {
                if eval.is_violated(at as u16, record) {
                    out.push(self.diagnostic(analysis, &mut eval, rule, record));
                }
            }
        }
        out
    }

    /// Adds the fixes of a rule, as far as they can be written into the list.
    fn add_fixes(
        &self,
        eval: &mut Evaluator<'_>,
        rule: &PlayRule,
        record: RecordIx,
        target: RecordIx,
        out: &mut Diagnostic,
    ) {
        let (scenario, text) = (&self.scenario, &self.text);
        let vocabulary = &self.rules.vocabulary;
        for fix in &rule.fixes {
            let mut title = eval.evaluate(&fix.title).display(vocabulary);
            let edit = match &fix.action {
                FixAction::Set(property, value) => {
                    let value = eval.evaluate(value);
                    let edit = set_value(scenario, text, vocabulary, target, *property, &value);
                    // `write irréguliers` for `write Irr`
                    if let (Some(edit), ScenarioValue::Word(word)) = (&edit, &value) {
                        let name = vocabulary.word_text(*word);
                        let words = title.split(' ');
                        let words = words.map(|own| if *own == *name { &*edit.text } else { own });
                        title = words.collect::<Vec<_>>().join(" ");
                    }
                    edit
                }
                FixAction::Add(line) => {
                    let line = eval.evaluate(line).display(vocabulary);
                    (!line.is_empty()).then(|| add_line(scenario, text, vocabulary, record, &line))
                }
            };
            if let Some(edit) = edit {
                if fix.migrates {
                    out.safe = out.safe.or(Some(out.fixes.len()));
                }
                out.fixes.push(Fix {
                    title,
                    edits: vec![edit],
                });
            }
        }
    }

    fn diagnostic(
        &self,
        analysis: &Analysis,
        eval: &mut Evaluator<'_>,
        rule: &PlayRule,
        record: RecordIx,
    ) -> Diagnostic {
        let source = self.scenario.source;
        let (spans, target) = self.locate(eval, rule, record);
        let span = spans
            .first()
            .copied()
            .unwrap_or(self.scenario.record(record).span);
        let message = match rule.say.as_ref().map(|say| eval.evaluate(say)) {
            Some(ScenarioValue::Text(text)) => text.to_string(),
            Some(_) | None => rule.title.clone(),
        };
        let mut out = Diagnostic::new(
            rule.code.to_string(),
            rule.severity,
            Location::new(source, span),
            message,
        );
        for other in spans.iter().skip(1).take(MAX_CITED) {
            out = out.related(Location::new(source, *other), "and here");
        }
        let mut help: Vec<String> = Vec::new();
        for note in &rule.notes {
            if let ScenarioValue::Text(text) = eval.evaluate(note)
                && !text.is_empty()
            {
                help.push(text.to_string());
            }
        }
        self.add_fixes(eval, rule, record, target, &mut out);
        let dependencies = eval.dependencies.clone();
        self.cite_clauses(analysis, rule, &dependencies, &mut out, &mut help);
        self.scenario.doubt(record, &mut out);
        if let Some(db) = analysis.ruleset_db(&self.ruleset) {
            let values = dependencies.iter();
            let values = values.chain(self.rule_values.citations_of_rule(rule));
            out.causes.extend(
                values
                    .filter_map(|at| self.rule_values.doubtful_section(db, at))
                    .take(1)
                    .map(|section| {
                        let edition = usize::from(self.rule_values.view.edition.0);
                        PossibleCause::UnreadSection(section.to_owned(), edition)
                    }),
            );
        }
        if let Some(db) = analysis.ruleset_db(&self.ruleset)
            && out.severity == Severity::Error
        {
            let unofficial = self.rule_values.unofficial_sources(db, dependencies.iter());
            let why = match unofficial {
                Some(sources) => Some(format!("all numbers that it uses are from: {sources}")),
                None => self
                    .rule_values
                    .are_contradicted(analysis, db, dependencies.iter())
                    .then(|| {
                        "the sources contradict each other on all numbers that it uses".to_owned()
                    }),
            };
            if let Some(why) = why {
                out.severity = Severity::Warning;
                // a person decides which source to go by
                out.safe = None;
                help.push(format!("a warning, because {why}"));
            }
        }
        out.help = (!help.is_empty()).then(|| help.join("\n"));
        out
    }

    /// Adds the clauses on which a diagnostic rests, and the recorded contradictions of them.
    fn cite_clauses(
        &self,
        analysis: &Analysis,
        rule: &PlayRule,
        dependencies: &RuleValueSet,
        out: &mut Diagnostic,
        help: &mut Vec<String>,
    ) {
        let mut all: Vec<u16> = dependencies.iter().collect();
        // what changed last comes first: it is what the reader is least likely to know
        let recency = |at: &u16| {
            self.rule_values.get(*at).map(|value| {
                (
                    value.kind != RuleValueKind::Text,
                    &value.citation.origin.edition,
                    &value.citation.origin.date,
                )
            })
        };
        all.sort_by(|a, b| recency(b).cmp(&recency(a)));
        // the clauses of the rule as a whole come last
        all.extend(self.rule_values.citations_of_rule(rule));
        let mut seen: Vec<&str> = Vec::new();
        let db = analysis.ruleset_db(&self.ruleset);
        let mut reported = BTreeSet::new();
        for (at, value) in all
            .into_iter()
            .filter_map(|at| Some((at, self.rule_values.get(at)?)))
        {
            let cited = &value.citation;
            if seen.contains(&cited.id.as_str()) || seen.len() >= MAX_CITED {
                continue;
            }
            seen.push(&cited.id);
            let words = format_citation(cited);
            match cited.at {
                Some(at) => out.related.push(RelatedLocation { at, message: words }),
                None => help.push(words),
            }
            // only contradictions of the number itself, not of other numbers of its clause
            let db = db.filter(|_| value.kind != RuleValueKind::Text);
            let contradictions = db
                .map(|db| self.rule_values.contradictions(analysis, db, at))
                .unwrap_or_default();
            for text in contradictions
                .iter()
                .filter(|text| reported.insert(text.as_str()))
            {
                let own = rule
                    .code
                    .split_once('/')
                    .map_or(&*rule.code, |(_, own)| own);
                help.push(format!("the sources contradict each other: {text} To play it differently, write <!-- allow {own}: why -->"));
            }
        }
    }

    /// Returns the spans that a diagnostic points at, and the record whose properties its fixes
    /// set.
    fn locate(
        &self,
        eval: &mut Evaluator<'_>,
        rule: &PlayRule,
        record: RecordIx,
    ) -> (Vec<Span>, RecordIx) {
        let of = |property, record: RecordIx| {
            let own = self.scenario.record(record);
            let name = (property == NAME)
                .then(|| own.name.as_ref().map(|name| name.span))
                .flatten();
            own.value(property)
                .map(|value| value.span)
                .or(name)
                .unwrap_or(own.span)
        };
        match &rule.target {
            DiagnosticTarget::Here => (vec![self.scenario.record(record).span], record),
            DiagnosticTarget::Property(property, None) => {
                let has = |at: &RecordIx| self.scenario.record(*at).value(*property).is_some();
                let at = self.scenario.ancestors(record).find(has).unwrap_or(record);
                (vec![of(*property, at)], at)
            }
            DiagnosticTarget::Property(property, Some(records)) => {
                let members = eval.members(records);
                (
                    members.iter().map(|at| of(*property, *at)).collect(),
                    members.first().copied().unwrap_or(record),
                )
            }
            DiagnosticTarget::Records(records) | DiagnosticTarget::LastRecords(records) => {
                let mut members = eval.members(records);
                if matches!(rule.target, DiagnosticTarget::LastRecords(_)) {
                    members.reverse();
                }
                (
                    members
                        .iter()
                        .map(|at| self.scenario.record(*at).span)
                        .collect(),
                    members.first().copied().unwrap_or(record),
                )
            }
        }
    }
}

/// Marks the only fix of a problem that the parser reports as safe if it replaces a word.
fn mark_spelling_fix(found: &mut Diagnostic) {
    let is_spelling = match &found.fixes[..] {
        [fix] => fix
            .edits
            .iter()
            .all(|edit| !edit.at.span.is_empty() && !edit.text.is_empty()),
        _ => false,
    };
    if is_spelling {
        found.safe = Some(0);
    }
}

/// Formats a citation as one line: place, source, and at most 300 characters of its wording.
pub fn format_citation(cited: &Citation) -> String {
    let n = cited
        .origin
        .n
        .as_ref()
        .map(|n| format!(", no. {n}"))
        .unwrap_or_default();
    let wording: String = cited.wording.chars().take(300).collect();
    let more = if wording.len() < cited.wording.len() {
        "…"
    } else {
        ""
    };
    let quoted = cited
        .origin
        .quotation()
        .map(|quoted| format!(", {quoted}"))
        .unwrap_or_default();
    format!(
        "{} ({}{n}{quoted}): {}{more}",
        cited.place(),
        cited.origin.short,
        wording.replace('\n', " ")
    )
}
