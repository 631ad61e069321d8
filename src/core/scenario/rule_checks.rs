//! Checks rules of play themselves, not scenarios: errors in them, unknown references, examples
//! whose result is not the expected one.

use super::{
    checker::ScenarioChecker,
    parse::parse,
    request::CheckOptions,
    rule::{Example, PlayRule, PlayRules},
    rule_values::{RuleValues, unknown_references},
    value::ScenarioValue,
};
use crate::{
    analysis::{Analysis, Request},
    diagnostic::{Diagnostic, Fix, Location, Severity},
    resolve::RulesetDb,
    syntax::FileRole,
    text::Span,
};

impl ScenarioChecker {
    /// Returns the diagnostics of the rules of play of a ruleset, for all its check files.
    /// These are errors of syntax and unknown references, or, if there are none, examples whose
    /// result is not the expected one.
    ///
    /// Examples are run on the day that `options` name, if it is after the publication of their
    /// edition.
    pub fn check_rules(
        &self,
        analysis: &Analysis,
        ruleset: &str,
        options: &CheckOptions,
    ) -> Vec<Diagnostic> {
        let today = options.today;
        let (Some(rules), Some(db)) = (self.rules.get(ruleset), analysis.ruleset_db(ruleset))
        else {
            return Vec::new();
        };
        let mut out = rules.diagnostics.clone();
        if db.ruleset.unreadable {
            return out;
        }
        if let Ok(view) = analysis.view(db, &Request::default(), today) {
            out.extend(unknown_references(analysis, db, &rules.symbols, &view));
        }
        let options = CheckOptions {
            request: Request {
                ruleset: Some(ruleset.to_owned()),
                as_of: options.request.as_of,
                ..Request::default()
            },
            today,
        };
        // a mistake in a rule, or in a value that it reads, changes the results of examples
        if !out.is_empty() {
            return out;
        }
        let mut failed = Vec::new();
        for rule in &rules.rules {
            for example in &rule.examples {
                let actual = self.run_example(analysis, rule, example, &options);
                failed.extend(actual.compare(rule, example, analysis));
            }
        }
        if !failed.is_empty() && !has_broken_text(analysis, db) {
            out.extend(failed);
        }
        out
    }

    /// Returns what a rule reports for an example: diagnostics as `line:column message`, values of
    /// a sum as `line:column value`. Diagnostics of the example itself are included.
    fn run_example(
        &self,
        analysis: &Analysis,
        rule: &PlayRule,
        example: &Example,
        options: &CheckOptions,
    ) -> ExampleResult {
        let text = example.text.as_str();
        let lines = crate::text::LineIndex::new(text);
        let position = |span: Span| {
            let at = lines.position(text, span.start());
            (at.line + 1, at.column + 1)
        };
        let parsed = |rules: &PlayRules, _: &RuleValues| {
            let own = &example.parsed;
            own.get_or_init(|| parse(rule.source, text, &rules.vocabulary))
                .clone()
        };
        let bound = match self.bind_parsed(analysis, rule.source, text, options, parsed) {
            Ok(bound) => bound,
            // on another day, the edition of an example may not be published yet
            Err(_) if options.request.as_of.is_some() => {
                return ExampleResult {
                    text: example.expected.clone(),
                    problems: Vec::new(),
                };
            }
            Err(errors) => {
                let messages: Vec<String> =
                    errors.iter().map(|error| error.message.clone()).collect();
                return ExampleResult {
                    text: messages.join("\n"),
                    problems: messages.into_iter().zip(errors).collect(),
                };
            }
        };
        let describe = |found: &Diagnostic| {
            let (line, column) = position(found.at.span);
            format!("{line}:{column} {}", found.message)
        };
        let mut out: Vec<String> = bound.scenario.diagnostics.iter().map(describe).collect();
        let problems = bound.scenario.diagnostics.iter();
        let problems = out.iter().cloned().zip(problems.cloned()).collect();
        match &rule.sum {
            Some(sum) => {
                let mut evaluator = bound.evaluator();
                for record in evaluator.subjects(rule) {
                    let value = evaluator.property_value(record, sum.property);
                    let (line, column) = position(bound.scenario.record(record).span);
                    let unit = if sum.unit.is_empty() {
                        String::new()
                    } else {
                        format!(" {}", sum.unit)
                    };
                    match value {
                        ScenarioValue::Missing(None) => {}
                        ScenarioValue::Missing(Some(at)) => {
                            let why = bound
                                .rule_values
                                .get(at)
                                .map(|value| value.citation.place())
                                .unwrap_or_default();
                            out.push(format!("{line}:{column} ? because of {why}"));
                        }
                        value => out.push(format!(
                            "{line}:{column} {}{unit}",
                            value.display(&bound.rules.vocabulary)
                        )),
                    }
                }
            }
            None => {
                let mut found = bound.diagnostics_of_rule(analysis, rule);
                found.sort_by_key(|diagnostic| diagnostic.at.span);
                out.extend(found.iter().map(describe));
            }
        }
        ExampleResult {
            text: out.join("\n"),
            problems,
        }
    }
}

/// The output of a rule for an example, as text, and the problems of the example's scenario itself.
struct ExampleResult {
    /// One line for each problem or value.
    text: String,
    /// The problems of the scenario itself, each with its line.
    problems: Vec<(String, Diagnostic)>,
}

impl ExampleResult {
    /// Returns the problems if the result is not the expected one: those of the scenario that are
    /// not expected, else the difference.
    fn compare(self, rule: &PlayRule, example: &Example, analysis: &Analysis) -> Vec<Diagnostic> {
        if self.text == example.expected {
            return Vec::new();
        }
        let expected: Vec<&str> = example.expected.lines().collect();
        let own = self
            .problems
            .into_iter()
            .filter(|(line, _)| !expected.contains(&line.as_str()));
        let own: Vec<Diagnostic> = own
            .map(|(_, problem)| move_into_file(problem, example.scenario.start()))
            .collect();
        if !own.is_empty() {
            return own;
        }
        let file = analysis
            .source(rule.source)
            .map_or("", |source| &source.text);
        let at = Location::new(rule.source, different_lines(file, example, &self.text));
        let message = "the example has a different result".to_owned();
        let mut diagnostic = Diagnostic::new("check-example", Severity::Error, at, message);
        diagnostic.help = Some(if self.text.is_empty() {
            "the result is empty".to_owned()
        } else {
            format!("the result is:\n{}", self.text)
        });
        let text = if self.text.is_empty() {
            self.text
        } else {
            self.text + "\n"
        };
        let at = Location::new(rule.source, example.span);
        diagnostic
            .fixes
            .push(Fix::new("expect the actual result", at, text));
        vec![diagnostic]
    }
}

/// Returns a problem of an example's scenario as one of its check file.
fn move_into_file(mut problem: Diagnostic, by: usize) -> Diagnostic {
    problem.at.span = problem.at.span.shifted(by);
    for related in &mut problem.related {
        if related.at.source == problem.at.source {
            related.at.span = related.at.span.shifted(by);
        }
    }
    for edit in problem.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
        if edit.at.source == problem.at.source {
            edit.at.span = edit.at.span.shifted(by);
        }
    }
    problem
}

/// Returns the bytes of the expected lines that differ from the actual ones; all of them if lines
/// are only missing.
fn different_lines(file: &str, example: &Example, actual: &str) -> Span {
    let body = example.span.of(file);
    let expected: Vec<&str> = body.trim_end().split_inclusive('\n').collect();
    let actual: Vec<&str> = actual.lines().collect();
    let is_same = |(one, other): &(&&str, &&str)| one.trim_end() == **other;
    let first = expected.iter().zip(&actual).take_while(is_same).count();
    let ends = expected[first..].iter().rev();
    let last = ends
        .zip(actual[first.min(actual.len())..].iter().rev())
        .take_while(is_same)
        .count();
    let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
    let start = example.span.start() + length(&expected[..first]);
    let different = &expected[first..expected.len() - last];
    let end = start + length(different);
    if different.is_empty() {
        let whole = body.trim_end().len();
        return Span::new(example.span.start(), example.span.start() + whole);
    }
    Span::new(start, start + file[start..end].trim_end().len())
}

/// Returns whether text of a ruleset has errors: values of the rules may then be wrong.
fn has_broken_text(analysis: &Analysis, db: &RulesetDb) -> bool {
    let is_error = |found: &Diagnostic| found.severity > Severity::Note;
    let files = db.files().any(|file| {
        let front = &file.front;
        let document = front.document.as_ref();
        file.diagnostics.iter().any(is_error)
            || document.is_some_and(|name| !db.ruleset.documents.contains_key(&name.value))
            || document.is_none() && file.role != FileRole::Index
    });
    let own = |found: &Diagnostic| found.at.source == db.ruleset.source && is_error(found);
    files
        || analysis.ruleset_diagnostics().iter().any(own)
        || db
            .map_sections(|section| section.errors.iter().any(|error| error.kind.is_mistake()))
            .contains(&true)
        || db.section_ids().any(|id| db.is_only_targeted(id))
}
