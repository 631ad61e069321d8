//! `rulebook explain`: prints the documentation of a lint or a rule of play, lists all codes, or what
//! is checked of a ruleset, and what is not.

use super::{CommandError, CommandOutput, CommandResult, Context, Format, Styler, Subcommand};
use crate::{
    analysis::{Analysis, is_project_notes},
    diagnostic::Severity,
    disk,
    lint::{self, LINTS, Lint},
    resolve::{RulesetDb, Section},
    scenario::{PlayRule, PlayRules, ScenarioChecker, find_references},
    text::{near::did_you_mean, prefixed},
};
use serde::Serialize;
use std::{collections::BTreeSet, sync::Arc};

/// Explain a problem code or a rule of play with example and remedy, or list all codes
#[derive(clap::Args)]
#[command(after_help = "Examples:
  rulebook explain stale-value
  rulebook explain dbm/baggage
  rulebook explain dbm
  rulebook explain --list")]
pub(super) struct ExplainCommand {
    /// The code in brackets after `error`, `warning` or `note`, a rule of play (`dbm/baggage`), or a
    /// ruleset (`dbm`): what is checked, and what is not [default: list all]
    code: Option<String>,
    /// List all codes
    #[arg(long, conflicts_with = "code")]
    list: bool,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// The answer of `explain --format json`: pages on lints and on rules of play.
#[derive(Serialize)]
struct ExplainReport {
    version: u32,
    lints: Vec<CodePage>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<CodePage>,
    /// What no rule of play of the ruleset checks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_checked: Vec<String>,
    /// The sections of its rules that no rule of play reads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections_not_read: Vec<String>,
}

/// A lint or a rule of play in the JSON of `explain`: its code, severity, title and page of documentation.
#[derive(Serialize)]
struct CodePage {
    code: String,
    severity: Severity,
    title: String,
    /// Whether a rule of play computes a value and reports no problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<bool>,
    page: String,
}

impl Subcommand for ExplainCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let lint_page = |lint: &Lint| CodePage {
            code: lint.code.to_owned(),
            severity: lint.severity,
            title: lint.title.to_owned(),
            sum: None,
            page: lint.page.to_owned(),
        };
        let report = |lints, rules| ExplainReport {
            version: 1,
            lints,
            rules,
            not_checked: Vec::new(),
            sections_not_read: Vec::new(),
        };
        let code = self.code.as_deref();
        let code = code.map(|code| code.trim_matches(['[', ']']));
        if let Some(lint) = code.and_then(lint::find_lint) {
            let report = report(vec![lint_page(lint)], Vec::new());
            let render = |styler| render_page(styler, lint.page);
            return context.respond(self.format, &report, render);
        }
        let analysis = Analysis::new(disk::load_sources(&context.source_locations()).sources);
        let checker = ScenarioChecker::new(&analysis);
        let today = context.today;
        let rule_page = |rule: &PlayRule| CodePage {
            code: rule.code.to_string(),
            severity: rule.severity,
            title: rule.title.clone(),
            sum: Some(rule.is_sum()),
            page: checker.page(&analysis, rule, today),
        };
        let ruleset = code.and_then(|key| Some((analysis.ruleset_db(key)?, checker.rules(key)?)));
        if let Some((db, rules)) = ruleset {
            let mut report = report(Vec::new(), rules.rules.iter().map(rule_page).collect());
            report.not_checked.clone_from(&rules.vocabulary.not_checked);
            report.sections_not_read = sections_not_read(&analysis, db, rules);
            return context.respond(self.format, &report, |styler| {
                let mut out = styler.strong("Not checked") + "\n";
                for what in &report.not_checked {
                    out += &styler.item(what);
                }
                let sections = report.sections_not_read.join("; ");
                out += &styler.item(&format!("sections that no rule of play reads: {sections}"));
                out + &render_rules(styler, &db.ruleset.key, rules)
            });
        }
        let keys = analysis.default_ruleset_dbs();
        let listed = keys.filter_map(|(key, _)| Some((key, checker.rules(key)?)));
        match code {
            Some(code) => {
                let rule = checker.rule(code);
                let rule = rule.ok_or_else(|| unknown_code_error(code, &checker))?;
                let page = rule_page(rule);
                let text = format!("*{}*, {}\n\n{}", rule.code, rule_kind(rule), page.page);
                let report = report(Vec::new(), vec![page]);
                context.respond(self.format, &report, |styler| render_page(styler, &text))
            }
            None if self.format.is_json() => {
                let rules = listed.flat_map(|(_, rules)| &rules.rules);
                let lints = LINTS.iter().map(lint_page).collect();
                context.json_output(&report(lints, rules.map(rule_page).collect()))
            }
            None => {
                let styler = context.styler;
                let lints = LINTS.iter().map(|lint| {
                    let severity = severity_column(styler, lint.severity);
                    (lint.code, severity, lint.title)
                });
                let mut out = render_list(styler, &lints.collect::<Vec<_>>());
                for (ruleset, rules) in listed {
                    out += &render_rules(styler, ruleset, rules);
                }
                Ok(CommandOutput::paged(out))
            }
        }
    }
}

/// Renders the rules of play of a ruleset with their titles.
fn render_rules(styler: Styler, ruleset: &str, rules: &PlayRules) -> String {
    let lines = rules.rules.iter().map(|rule| {
        let what = match rule.is_sum() {
            true => "sum    ".to_owned(),
            false => severity_column(styler, rule.severity),
        };
        (&*rule.code, what, &*rule.title)
    });
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        return String::new();
    }
    let title = styler.strong(&format!("Rules of play: {ruleset}"));
    format!("\n{title}\n{}", render_list(styler, &lines))
}

/// Returns the sections of the rules that no rule of play reads: `Baggage, p. 9`.
fn sections_not_read(analysis: &Analysis, db: &RulesetDb, rules: &PlayRules) -> Vec<String> {
    let sources = rules.rules.iter();
    let sources = sources.filter_map(|rule| analysis.source(rule.source));
    let names = sources.flat_map(|source| find_references(&source.text));
    let read: BTreeSet<_> = names
        .filter_map(|(_, name)| {
            let name = name.value.split('/').next().unwrap_or_default();
            db.section_of(name).map(ToOwned::to_owned)
        })
        .collect();
    let is_unread =
        |section: &Arc<Section>| !read.contains(&*section.id) && !is_project_notes(db, section);
    let unread = db.sections().filter(is_unread);
    let named = unread.filter_map(|section| db.section_info(&section.id));
    let shown = named.map(|info| info.heading + &prefixed(", p. ", info.page));
    shown.collect()
}

fn rule_kind(rule: &PlayRule) -> &'static str {
    match (rule.is_sum(), rule.severity) {
        (true, _) => "a sum",
        (false, Severity::Error) => "an error",
        (false, Severity::Warning) => "a warning",
        (false, Severity::Note) => "a note",
    }
}

fn unknown_code_error(code: &str, checker: &ScenarioChecker) -> CommandError {
    let failure = CommandError::not_found(format!("unknown code `{code}`"));
    let rules = || {
        let all = checker.all_rules().flat_map(|(_, rules)| &rules.rules);
        all.map(|rule| &*rule.code)
    };
    let named: Vec<&str> = rules()
        .filter(|own| own.split_once('/').is_some_and(|(_, own)| own == code))
        .collect();
    if named.len() > 1 {
        return failure.with_help(format!("did you mean {}?", named.join(" or ")));
    }
    let short = rules().filter_map(|own| Some(own.split_once('/')?.1));
    let codes = LINTS.iter().map(|lint| lint.code);
    let all = codes.chain(rules()).chain(short);
    let otherwise = || "`rulebook explain --list` lists all codes".to_owned();
    failure.with_help(did_you_mean(code, all, otherwise))
}

/// Renders codes with their severity and title.
fn render_list(styler: Styler, lints: &[(&str, String, &str)]) -> String {
    let lengths = lints.iter().map(|(code, ..)| code.len());
    let width = lengths.max().unwrap_or_default();
    let line = |(code, what, title): &(&str, String, &str)| {
        let gap = " ".repeat(width - code.len());
        let lead = format!("{}{gap}  {what}  ", styler.reference(code));
        styler.wrap(&lead, &" ".repeat(width + 11), title)
    };
    lints.iter().map(line).collect()
}

/// Returns the severity, padded to seven columns.
fn severity_column(styler: Styler, severity: Severity) -> String {
    match severity {
        Severity::Note => "note   ".to_owned(),
        Severity::Warning => styler.warning("warning"),
        Severity::Error => styler.error("error  "),
    }
}

/// Renders Markdown: paragraphs wrapped, code as written, headings in bold if there is colour.
fn render_page(styler: Styler, text: &str) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    // the number of backticks of the code block that is open; shorter fences are text in it
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        let fence = ticks >= 3 && open.is_none_or(|open| ticks == open && line.len() == ticks);
        let code = open.is_some();
        let prose = !code && !fence && !line.is_empty() && !line.starts_with(['#', '|']);
        if !prose || line.starts_with("- ") {
            out += &wrap_paragraph(styler, &std::mem::take(&mut paragraph));
        }
        if prose {
            paragraph += if paragraph.is_empty() { "" } else { " " };
            paragraph += line;
            continue;
        }
        if fence {
            open = if code { None } else { Some(ticks) };
        }
        let code = open.is_some();
        out += &match (fence, line.starts_with('#') && !code) {
            (true, _) => styler.dim(line),
            (false, true) => styler.strong(line),
            (false, false) => line.to_owned(),
        };
        out.push('\n');
    }
    out + &wrap_paragraph(styler, &paragraph)
}

fn wrap_paragraph(styler: Styler, paragraph: &str) -> String {
    match paragraph.is_empty() {
        true => String::new(),
        false if paragraph.starts_with("- ") => styler.wrap("", "  ", paragraph),
        false => styler.wrap("", "", paragraph),
    }
}
