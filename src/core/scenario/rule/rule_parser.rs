//! Parses the statements, front matter and examples of a check file into one rule of play.

use super::{
    check_file::{CheckFile, RuleStatement},
    diagnostics::{error_at, with_fix},
    expr::Expr,
    expr_parser::{ExprParser, ExprResult, ExprScope},
    play_rule::{DiagnosticTarget, Example, FixAction, FixTemplate, PlayRule, SumDefinition},
    symbols::SymbolTable,
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    scenario::{
        value::ScenarioValue,
        vocabulary::{KindIx, NAME},
    },
    syntax::{
        Key, MarkdownLineKind, NameKind,
        ValueKind::{List, Name, OneOf, Text},
        front_matter_value,
    },
    text::Span,
};
use std::sync::Arc;

/// The keys of the front matter of a check file.
pub const CHECK_KEYS: &[Key] = &[
    Key::new(
        "ruleset",
        Name(NameKind::Ruleset),
        "the ruleset in whose folder it is",
    ),
    Key::new(
        "rows",
        List(&Text),
        "the rows of the ruleset's list of rules that it checks",
    ),
    Key::new(
        "severity",
        OneOf(&[
            ("error", "what it finds is not allowed"),
            ("warning", "what it finds is probably a mistake"),
            ("note", "what it finds is only worth knowing"),
        ]),
        "how serious what it finds is; `error` if left out",
    ),
    Key::new(
        "clause",
        List(&Name(NameKind::Clause)),
        "the clauses that it checks",
    ),
];

/// The parser of one check file: interns the names in its rule, and adds errors to a list.
pub(super) struct RuleParser<'r, 't> {
    pub(super) file: &'r CheckFile<'t>,
    pub(super) symbols: &'r mut SymbolTable,
    pub(super) diagnostics: &'r mut Vec<Diagnostic>,
}

impl RuleParser<'_, '_> {
    fn report(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics
            .push(error_at(self.file.source, span, message.into()));
    }

    pub(super) fn parse_rule(&mut self, key: &str, each: KindIx) -> PlayRule {
        let file = self.file;
        self.diagnostics
            .extend(file.plain.diagnostics.iter().cloned());
        let title = file
            .plain
            .lines
            .iter()
            .find(|line| matches!(line.kind, MarkdownLineKind::Heading(1)));
        if title.is_none() {
            self.report(
                Span::new(file.plain.front.end(), file.plain.front.end()),
                "this check has no title: add a heading `# …`",
            );
        }
        let body = file
            .plain
            .fences
            .first()
            .map_or(file.text.len(), |fence| fence.span.start());
        let from = title
            .map_or(file.plain.front.end(), |title| title.span.end())
            .min(body);
        let page = format!("{}\n", file.text.get(from..body).unwrap_or_default().trim());
        let mut rule = PlayRule {
            code: Arc::from(format!("{key}/{}", file.stem)),
            source: file.source,
            severity: Severity::Error,
            title: title
                .map_or(file.stem, |title| title.span.of(file.text))
                .to_owned(),
            rows: Vec::new(),
            page,
            examples: self.parse_examples(),
            each,
            clauses: Vec::new(),
            lets: Vec::new(),
            when: Vec::new(),
            require: Vec::new(),
            target: DiagnosticTarget::Here,
            say: None,
            notes: Vec::new(),
            fixes: Vec::new(),
            sum: None,
        };
        self.diagnostics.extend(file.problems.iter().cloned());
        self.parse_front(&mut rule, key);
        let mut is_whole = file.problems.is_empty();
        for statement in file.statements.iter().skip(1) {
            if let Err(error) = self.parse_statement(&mut rule, statement) {
                is_whole = false;
                self.diagnostics.push(*error);
            }
        }
        // a line that could not be parsed may be the one that seems to be missing
        if let Some(first) = file.statements.first().filter(|_| is_whole) {
            if rule.require.is_empty() && rule.sum.is_none() {
                self.report(first.word_span, "a rule needs a `require` or a `gives`");
            }
            if !rule.require.is_empty() && rule.say.is_none() {
                self.report(first.word_span, "a check needs a `say`");
            }
        }
        rule
    }

    fn parse_front(&mut self, rule: &mut PlayRule, ruleset: &str) {
        let file = self.file;
        for (key, _) in &file.plain.entries {
            if Key::find(CHECK_KEYS, &key.value).is_none() {
                let message = format!("unknown key `{}` in a check file", key.value);
                let error = error_at(file.source, key.span, message);
                let error = error.expected(&key.value, Key::names(CHECK_KEYS));
                self.diagnostics.push(error.safe());
            }
        }
        if let Some((_, named, span)) = front_matter_value(&file.plain.entries, "ruleset")
            && named != ruleset
        {
            let message = format!("the check is in the folder of `{ruleset}`, not of `{named}`");
            let error = error_at(file.source, span, message);
            self.diagnostics.push(with_fix(error, span, ruleset));
        }
        if let Some((_, rows, span)) = front_matter_value(&file.plain.entries, "rows") {
            for row in rows.split([' ', ',']).filter(|row| !row.is_empty()) {
                match row.split_once("..") {
                    None => rule.rows.push(row.to_owned()),
                    Some((from, to)) => match row_range(from, to) {
                        Some(rows) => rule.rows.extend(rows),
                        None => self.report(
                            span,
                            format!("`{row}` is not a range of rows such as DBM-001..DBM-016"),
                        ),
                    },
                }
            }
        }
        if let Some((_, severity, span)) = front_matter_value(&file.plain.entries, "severity") {
            match severity {
                "error" => rule.severity = Severity::Error,
                "warning" => rule.severity = Severity::Warning,
                "note" => rule.severity = Severity::Note,
                other => {
                    let message = format!("unknown severity `{other}`");
                    let error = error_at(file.source, span, message);
                    let error = error.expected(other, ["error", "warning", "note"].into_iter());
                    self.diagnostics.push(error.safe());
                }
            }
        }
        if let Some((_, clauses, span)) = front_matter_value(&file.plain.entries, "clause") {
            // a quoted value begins after its quotation mark
            let written = span.of(file.text);
            let shift = written.find(clauses).map_or(0, |at| span.start() + at);
            let place = |id: &str| {
                let at = shift + (id.as_ptr() as usize - clauses.as_ptr() as usize);
                if shift == 0 {
                    span
                } else {
                    Span::new(at, at + id.len())
                }
            };
            let ids = clauses
                .split([' ', ','])
                .map(|id| id.trim_start_matches('#'))
                .filter(|id| !id.is_empty());
            rule.clauses = ids
                .map(|id| self.symbols.intern_clause(id, place(id)))
                .collect();
        }
    }

    fn parse_examples(&mut self) -> Vec<Example> {
        let mut out = Vec::new();
        let mut open: Option<Span> = None;
        for fence in &self.file.plain.fences {
            match fence.info.as_str() {
                "scenario" => open = Some(fence.body),
                "findings" | "values" => match open.take() {
                    Some(scenario) => out.push(Example {
                        text: scenario.of(self.file.text).to_owned(),
                        scenario,
                        expected: fence.body.of(self.file.text).trim_end().to_owned(),
                        span: fence.body,
                        parsed: Default::default(),
                    }),
                    None => self.report(fence.span, "expected a block ```scenario before this"),
                },
                _ => {}
            }
        }
        if out.is_empty() && !self.file.statements.is_empty() {
            let at = self.file.statements[0].word_span;
            let error = error_at(self.file.source, at, "this rule has no example".to_owned());
            self.diagnostics.push(error.help(
                "add a block ```scenario and after it ```findings (or ```values, for a sum)",
            ));
        }
        out
    }

    fn parse_statement(
        &mut self,
        rule: &mut PlayRule,
        statement: &RuleStatement<'_>,
    ) -> ExprResult<()> {
        let text = self.file.text;
        let rest = statement.rest.of(text);
        // `let NAME = …` and `gives NAME = …`
        let name = rest.split('=').next().unwrap_or_default();
        let from = (statement.rest.start() + name.len() + 1).min(statement.rest.end());
        let behind_name = Span::new(from, statement.rest.end());
        let property = self.symbols.property(name.trim()).unwrap_or(NAME);
        let lets = rule.lets.iter().map(|(name, _)| name.clone()).collect();
        let mut scope = ExprScope {
            source: self.file.source,
            symbols: self.symbols,
            frames: vec![rule.each],
            lets,
        };
        let mut parser = ExprParser::new(text, statement.rest, &mut scope);
        match statement.word {
            "let" => {
                if !rest.contains('=') {
                    let message = "expected `let name = expression`";
                    let mut error = error_at(self.file.source, statement.rest, message);
                    if let Some((name, _)) = rest.split_once(' ') {
                        let end = statement.rest.start() + name.len();
                        error = with_fix(error, Span::new(end, end), " =");
                        let missing = Expr::Literal(ScenarioValue::Missing(None));
                        rule.lets.push((name.to_owned(), missing));
                    }
                    return Err(Box::new(error));
                }
                let (expr, result) =
                    or_missing(parse_whole_expression(text, behind_name, &mut scope));
                rule.lets.push((name.trim().to_owned(), expr));
                return result;
            }
            "when" => rule.when.push(parser.parse_expression()?),
            "require" => rule.require.push(parser.parse_expression()?),
            "say" => rule.say = Some(parser.parse_text()?),
            "note" => rule.notes.push(parser.parse_text()?),
            "at" => {
                rule.target = if parser.is_property() {
                    let (property, _) = parser.parse_property()?;
                    let records = if parser.take_word("of") {
                        Some(parser.parse_records()?)
                    } else {
                        None
                    };
                    DiagnosticTarget::Property(property, records)
                } else if parser.take_word("last") {
                    DiagnosticTarget::LastRecords(parser.parse_records()?)
                } else {
                    DiagnosticTarget::Records(parser.parse_records()?)
                };
            }
            "fix" => rule.fixes.push(parse_fix(&mut parser, statement)?),
            "migrate" => {
                if let Some(last) = rule.fixes.last_mut() {
                    last.migrates = true;
                }
                return Ok(());
            }
            "gives" => {
                let (value, result) =
                    or_missing(parse_whole_expression(text, behind_name, &mut scope));
                rule.sum = Some(SumDefinition {
                    property,
                    unit: Arc::from(""),
                    column: None,
                    row: None,
                    limit: None,
                    total: None,
                    value,
                });
                return result;
            }
            "unit" | "column" | "row" | "total" => {
                let Some(sum) = &mut rule.sum else {
                    let message = format!("`{}` comes after a `gives`", statement.word);
                    let error = error_at(self.file.source, statement.word_span, message);
                    return Err(Box::new(error));
                };
                return parse_sum_detail(&mut parser, statement, text, sum);
            }
            // reported when the file was split into lines
            _ => return Ok(()),
        }
        parser.expect_end()
    }
}

/// Returns a missing value for an expression that cannot be understood, so that its name is known.
fn or_missing(expr: ExprResult<Expr>) -> (Expr, ExprResult<()>) {
    match expr {
        Ok(expr) => (expr, Ok(())),
        Err(error) => (Expr::Literal(ScenarioValue::Missing(None)), Err(error)),
    }
}

/// Parses an expression that is all of `span`.
fn parse_whole_expression(text: &str, span: Span, scope: &mut ExprScope<'_>) -> ExprResult<Expr> {
    let mut parser = ExprParser::new(text, span, scope);
    let expr = parser.parse_expression()?;
    parser.expect_end()?;
    Ok(expr)
}

/// Parses a `fix`: a title, and `set PROPERTY = …` or `add "…"`.
fn parse_fix(
    parser: &mut ExprParser<'_, '_>,
    statement: &RuleStatement<'_>,
) -> ExprResult<FixTemplate> {
    let title = parser.parse_text()?;
    let action = if parser.take_word("set") {
        let (property, _) = parser.parse_property()?;
        parser.expect_equals()?;
        FixAction::Set(property, parser.parse_expression()?)
    } else if parser.take_word("add") {
        FixAction::Add(parser.parse_expression()?)
    } else {
        let at = Span::new(parser.position(), statement.rest.end());
        let message = "expected `set PROPERTY = …` or `add \"…\"` after the title";
        return parser.error(at, message);
    };
    Ok(FixTemplate {
        title,
        action,
        migrates: false,
    })
}

/// Parses the `unit`, `column`, `row` or `total` of a sum.
fn parse_sum_detail(
    parser: &mut ExprParser<'_, '_>,
    statement: &RuleStatement<'_>,
    text: &str,
    sum: &mut SumDefinition,
) -> ExprResult<()> {
    let unquote = |text: &str| text.trim().trim_matches('"').to_owned();
    let rest = statement.rest.of(text);
    match statement.word {
        "unit" => sum.unit = Arc::from(unquote(rest)),
        "column" => sum.column = Some(unquote(rest)),
        "row" => {
            parser.parse_text()?;
            let end = parser.position();
            sum.row = Some(unquote(&text[statement.rest.start()..end]));
            if parser.take_word("of") {
                sum.limit = Some(parser.parse_expression()?);
            }
            return parser.expect_end();
        }
        _ => {
            // total sum EXPR as "words"
            parser.take_word("sum");
            let expr = parser.parse_expression()?;
            let heading = if parser.take_word("as") {
                unquote(&text[parser.position()..statement.rest.end()])
            } else {
                sum.unit.to_string()
            };
            sum.total = Some((heading, expr));
        }
    }
    Ok(())
}

/// Returns the rows of a range: `DBM-001..DBM-003` are three.
fn row_range(from: &str, to: &str) -> Option<Vec<String>> {
    let cut = from.find(|c: char| c.is_ascii_digit())?;
    let (prefix, first) = from.split_at(cut);
    let last = to.strip_prefix(prefix).unwrap_or(to);
    let (low, high): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    (low <= high && high - low < 1000).then(|| {
        (low..=high)
            .map(|n| format!("{prefix}{n:0width$}", width = first.len()))
            .collect()
    })
}
