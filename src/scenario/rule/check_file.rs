//! Check files: the statements of each rule, and the rules of all files together.

use super::{PlayRules, SymbolTable, rule_parser::RuleParser};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::vocabulary::{KindIx, ROOT, Vocabulary},
    syntax::{PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span, near::nearest},
};
use std::sync::Arc;

/// A statement of a rule: its first word and the rest, continuation lines included.
pub(super) struct Statement<'t> {
    pub(super) word: &'t str,
    pub(super) word_span: Span,
    pub(super) rest: Span,
}

/// A check file, split into statements.
pub(super) struct CheckFile<'t> {
    pub(super) source: SourceId,
    /// The name of the file without its ending: the short code of the rule.
    pub(super) stem: &'t str,
    pub(super) text: &'t str,
    pub(super) plain: PlainMarkdown,
    pub(super) statements: Vec<Statement<'t>>,
}

/// Parses all check files of a ruleset.
pub(super) fn parse<'t>(
    key: &str,
    vocabulary: Vocabulary,
    files: impl IntoIterator<Item = (SourceId, &'t str, &'t str)>,
) -> PlayRules {
    let mut diagnostics = vocabulary.diagnostics.clone();
    let vocabulary = Arc::new(vocabulary);
    let mut symbols = SymbolTable::new(Arc::clone(&vocabulary));
    let mut files: Vec<CheckFile<'t>> = files
        .into_iter()
        .map(|(source, name, text)| split_statements(source, name, text))
        .collect();
    files.sort_by_key(|file| file.stem);
    // the properties that sums give have to be known before any expression is parsed
    let mut kinds = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let each = resolve_kind(file, &vocabulary, &mut diagnostics);
        kinds.push(each);
        let gives = file
            .statements
            .iter()
            .find(|statement| statement.word == "gives");
        if let (Some(statement), Some(kind)) = (gives, each) {
            let name = statement
                .rest
                .of(file.text)
                .split('=')
                .next()
                .unwrap_or_default()
                .trim();
            let property = symbols.intern_property(name);
            if let Some(at) = symbols.sums.insert((kind, property), at as u16) {
                let other = files[usize::from(at)].stem;
                diagnostics.push(error_at(
                    file.source,
                    statement.rest,
                    format!("`{name}` is already given by `{other}`"),
                ));
            }
        }
    }
    let mut rules = Vec::new();
    for (file, kind) in files.iter().zip(kinds) {
        symbols.source = file.source;
        let mut parser = RuleParser {
            file,
            symbols: &mut symbols,
            diagnostics: &mut diagnostics,
        };
        rules.push(parser.parse_rule(key, kind.unwrap_or(ROOT)));
    }
    symbols.index_sums();
    PlayRules {
        vocabulary,
        rules,
        diagnostics,
        symbols,
    }
}

/// Returns an error in a check file.
pub(super) fn error_at(source: SourceId, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(
        "check-rule",
        Severity::Error,
        Location::new(source, span),
        message,
    )
}

/// Splits the rule of a check file into statements: a line that is indented continues the one
/// before it.
fn split_statements<'t>(source: SourceId, name: &'t str, text: &'t str) -> CheckFile<'t> {
    let plain = parse_plain_markdown(source, text);
    let mut statements: Vec<Statement<'t>> = Vec::new();
    for fence in plain
        .fences
        .iter()
        .filter(|fence| fence.info == "rule")
        .take(1)
    {
        let mut at = fence.body.start();
        for line in fence.body.of(text).split_inclusive('\n') {
            let start = at;
            at += line.len();
            let inner = line.trim();
            let indented = line.starts_with([' ', '\t']);
            if inner.is_empty() || inner.starts_with("--") {
                continue;
            }
            let from = start + (line.len() - line.trim_start().len());
            let whole = Span::new(from, from + inner.len());
            match statements.last_mut().filter(|_| indented) {
                Some(last) => last.rest = Span::new(last.rest.start(), whole.end()),
                None => {
                    let length = inner.find(char::is_whitespace).unwrap_or(inner.len());
                    let rest = Span::new(
                        from + length
                            + (inner[length..].len() - inner[length..].trim_start().len()),
                        whole.end(),
                    );
                    let word_span = Span::new(from, from + length);
                    statements.push(Statement {
                        word: word_span.of(text),
                        word_span,
                        rest,
                    });
                }
            }
        }
    }
    let stem = name.rsplit('/').next().unwrap_or(name);
    CheckFile {
        source,
        stem: stem.strip_suffix(".check.md").unwrap_or(stem),
        text,
        plain,
        statements,
    }
}

/// Returns the kind behind `each`, or reports that there is none.
fn resolve_kind(
    file: &CheckFile<'_>,
    vocabulary: &Vocabulary,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<KindIx> {
    let Some(first) = file.statements.first() else {
        let at = Span::new(file.plain.front.end(), file.plain.front.end());
        diagnostics.push(error_at(
            file.source,
            at,
            "there is no block ```rule with a rule in it".to_owned(),
        ));
        return None;
    };
    if first.word != "each" {
        diagnostics.push(error_at(
            file.source,
            first.word_span,
            "a rule begins with `each` and a kind of record".to_owned(),
        ));
        return None;
    }
    let name = first.rest.of(file.text).trim();
    let kind = vocabulary.find_kind(name);
    if kind.is_none() {
        let near = nearest(name, vocabulary.kinds.iter().map(|kind| &*kind.name));
        let mut error = error_at(
            file.source,
            first.rest,
            format!("there is no kind of record `{name}`"),
        );
        error.help = near.map(|near| format!("did you mean `{near}`?"));
        diagnostics.push(error);
    }
    kind
}
