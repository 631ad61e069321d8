//! Checks of the rules of play themselves: their files, what they refer to, and their examples.

use super::{
    checker::ScenarioChecker, evaluator::Evaluator, request::CheckOptions, rule::PlayRule,
    rule_values::unknown_references, value::ScenarioValue,
};
use crate::{
    analysis::{Analysis, Request},
    diagnostic::{Diagnostic, Fix, Location, Severity, SourceEdit},
    text::Span,
};
use jiff::civil::Date;

impl ScenarioChecker {
    /// Returns the diagnostics of the rules of play of a ruleset: syntax, unknown references, and
    /// examples that do not give what they say.
    pub fn check_rules(&self, analysis: &Analysis, ruleset: &str, today: Date) -> Vec<Diagnostic> {
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
                ..Request::default()
            },
            today,
        };
        for rule in &rules.rules {
            for example in &rule.examples {
                let actual = self.run_example(analysis, rule, &example.text, &options);
                if actual != example.expected {
                    let at = Location::new(rule.source, example.span);
                    let message = "the example has a different result".to_owned();
                    let mut diagnostic =
                        Diagnostic::new("check-example", Severity::Error, at, message);
                    diagnostic.help = Some(if actual.is_empty() {
                        "the result is empty".to_owned()
                    } else {
                        format!("the result is:\n{actual}")
                    });
                    diagnostic.fixes.push(Fix {
                        title: "write the actual result".to_owned(),
                        edits: vec![SourceEdit {
                            at,
                            text: if actual.is_empty() {
                                actual
                            } else {
                                actual + "\n"
                            },
                        }],
                    });
                    out.push(diagnostic);
                }
            }
        }
        out
    }

    /// Returns what a rule reports for an example: diagnostics as `line:column message`, values of
    /// a sum as `line:column value`. Diagnostics of the example itself are included.
    fn run_example(
        &self,
        analysis: &Analysis,
        rule: &PlayRule,
        text: &str,
        options: &CheckOptions,
    ) -> String {
        let lines = crate::text::LineIndex::new(text);
        let position = |span: Span| {
            let at = lines.position(text, span.start());
            (at.line + 1, at.column + 1)
        };
        let bound = match self.bind(analysis, rule.source, text, options) {
            Ok(bound) => bound,
            Err(errors) => {
                return errors
                    .iter()
                    .map(|error| error.message.clone())
                    .collect::<Vec<_>>()
                    .join("\n");
            }
        };
        let describe = |found: &Diagnostic| {
            let (line, column) = position(found.at.span);
            format!("{line}:{column} {}", found.message)
        };
        let mut out: Vec<String> = bound.scenario.diagnostics.iter().map(describe).collect();
        match &rule.sum {
            Some(sum) => {
                let mut evaluator =
                    Evaluator::new(&bound.rules, &bound.rule_values, &bound.scenario);
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
                                .map(|number| number.citation.place())
                                .unwrap_or_default();
                            out.push(format!("{line}:{column} ? because of {why}"));
                        }
                        value => out.push(format!(
                            "{line}:{column} {}{unit}",
                            evaluator.display(&value)
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
        out.join("\n")
    }
}
