//! Check files as they are written.

use super::{
    Asked, Change, Example, FixForm, Gives, Place, Rule, Rules,
    parse::{Fault, Parser, Scope},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::vocabulary::{KindIx, NAME, ROOT, Vocabulary},
    syntax::{LineKind, Plain, entry, plain},
    text::{SourceId, Span, near::nearest},
};
use std::sync::Arc;

/// What a line of a rule may begin with.
pub const LINE_WORDS: &[&str] = &[
    "each", "let", "when", "require", "at", "say", "note", "fix", "migrate", "gives", "unit",
    "column", "row", "total",
];

/// The keys of the front matter of a check file.
const KEYS: &[&str] = &["ruleset", "rows", "severity", "clause"];

/// A line of a rule: its first word, and the rest.
struct Statement<'t> {
    word: &'t str,
    word_span: Span,
    rest: Span,
}

struct CheckFile<'t> {
    source: SourceId,
    stem: &'t str,
    text: &'t str,
    plain: Plain,
    statements: Vec<Statement<'t>>,
}

/// Reads all check files of a ruleset.
pub(super) fn read<'t>(
    key: &str,
    vocabulary: Vocabulary,
    files: impl IntoIterator<Item = (SourceId, &'t str, &'t str)>,
) -> Rules {
    let mut faults = vocabulary.faults.clone();
    let vocabulary = Arc::new(vocabulary);
    let mut asked = Asked::new(Arc::clone(&vocabulary));
    let mut files: Vec<CheckFile<'t>> = files
        .into_iter()
        .map(|(source, name, text)| open(source, name, text))
        .collect();
    files.sort_by_key(|file| file.stem);
    // what sums give is known before any expression is read
    let mut kinds = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let each = kind_of(file, &vocabulary, &mut faults);
        kinds.push(each);
        let given = file
            .statements
            .iter()
            .find(|statement| statement.word == "gives");
        if let (Some(statement), Some(kind)) = (given, each) {
            let name = statement
                .rest
                .of(file.text)
                .split('=')
                .next()
                .unwrap_or_default()
                .trim();
            let property = asked.intern(name);
            if let Some(other) = asked.given.insert((kind, property), at as u16) {
                let twin = files[usize::from(other)].stem;
                faults.push(fault_at(
                    file.source,
                    statement.rest,
                    format!("`{name}` is already given by `{twin}`"),
                ));
            }
        }
    }
    let mut rules = Vec::new();
    for (file, kind) in files.iter().zip(kinds) {
        asked.source = file.source;
        let mut reader = Reader {
            file,
            asked: &mut asked,
            faults: &mut faults,
        };
        rules.push(reader.rule(key, kind.unwrap_or(ROOT)));
    }
    asked.seal();
    Rules {
        vocabulary,
        rules,
        faults,
        asked,
    }
}

fn fault_at(source: SourceId, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(
        "check-rule",
        Severity::Error,
        Location::new(source, span),
        message,
    )
}

fn open<'t>(source: SourceId, name: &'t str, text: &'t str) -> CheckFile<'t> {
    let plain = plain(source, text);
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

fn kind_of(
    file: &CheckFile<'_>,
    vocabulary: &Vocabulary,
    faults: &mut Vec<Diagnostic>,
) -> Option<KindIx> {
    let Some(first) = file.statements.first() else {
        let at = Span::new(file.plain.front.end(), file.plain.front.end());
        faults.push(fault_at(
            file.source,
            at,
            "there is no block ```rule with a rule in it".to_owned(),
        ));
        return None;
    };
    if first.word != "each" {
        faults.push(fault_at(
            file.source,
            first.word_span,
            "a rule begins with `each` and a kind of record".to_owned(),
        ));
        return None;
    }
    let name = first.rest.of(file.text).trim();
    let kind = vocabulary.kind_named(name);
    if kind.is_none() {
        let near = nearest(name, vocabulary.kinds.iter().map(|kind| &*kind.name));
        let mut fault = fault_at(
            file.source,
            first.rest,
            format!("there is no kind of record `{name}`"),
        );
        fault.help = near.map(|near| format!("did you mean `{near}`?"));
        faults.push(fault);
    }
    kind
}

struct Reader<'r, 't> {
    file: &'r CheckFile<'t>,
    asked: &'r mut Asked,
    faults: &'r mut Vec<Diagnostic>,
}

impl Reader<'_, '_> {
    fn fault(&mut self, span: Span, message: impl Into<String>) {
        self.faults
            .push(fault_at(self.file.source, span, message.into()));
    }

    fn rule(&mut self, key: &str, each: KindIx) -> Rule {
        let file = self.file;
        self.faults.extend(file.plain.diagnostics.iter().cloned());
        let title = file
            .plain
            .lines
            .iter()
            .find(|line| matches!(line.kind, LineKind::Heading(1)));
        if title.is_none() {
            self.fault(
                Span::new(file.plain.front.end(), file.plain.front.end()),
                "this check has no title: a heading `# …`",
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
        let mut rule = Rule {
            code: Arc::from(format!("{key}/{}", file.stem)),
            source: file.source,
            severity: Severity::Error,
            title: title
                .map_or(file.stem, |title| title.span.of(file.text))
                .to_owned(),
            rows: Vec::new(),
            page,
            examples: self.examples(),
            each,
            clauses: Vec::new(),
            lets: Vec::new(),
            when: Vec::new(),
            require: Vec::new(),
            at: Place::Here,
            say: None,
            notes: Vec::new(),
            fixes: Vec::new(),
            gives: None,
        };
        self.front(&mut rule);
        for statement in file.statements.iter().skip(1) {
            if let Err(fault) = self.statement(&mut rule, statement) {
                let mut told = fault_at(file.source, fault.span, fault.message);
                told.help = fault.help;
                self.faults.push(told);
            }
        }
        if let Some(first) = file.statements.first() {
            if rule.require.is_empty() && rule.gives.is_none() {
                self.fault(first.word_span, "a rule has a `require` or a `gives`");
            }
            if !rule.require.is_empty() && rule.say.is_none() {
                self.fault(first.word_span, "a check has a `say`");
            }
        }
        rule
    }

    fn front(&mut self, rule: &mut Rule) {
        let file = self.file;
        for (key, _) in &file.plain.entries {
            if !KEYS.contains(&key.value.as_str()) {
                self.fault(
                    key.span,
                    format!(
                        "`{}` is no key of a check file; there are {}",
                        key.value,
                        KEYS.join(", ")
                    ),
                );
            }
        }
        if let Some((_, rows, span)) = entry(&file.plain.entries, "rows") {
            for row in rows.split([' ', ',']).filter(|row| !row.is_empty()) {
                match row.split_once("..") {
                    None => rule.rows.push(row.to_owned()),
                    Some((from, to)) => match range(from, to) {
                        Some(rows) => rule.rows.extend(rows),
                        None => self.fault(
                            span,
                            format!("`{row}` is no range of rows, such as DBM-001..DBM-016"),
                        ),
                    },
                }
            }
        }
        if let Some((_, severity, span)) = entry(&file.plain.entries, "severity") {
            match severity {
                "error" => rule.severity = Severity::Error,
                "warning" => rule.severity = Severity::Warning,
                "note" => rule.severity = Severity::Note,
                other => self.fault(
                    span,
                    format!("`{other}` is no severity: error, warning or note"),
                ),
            }
        }
        if let Some((_, clauses, span)) = entry(&file.plain.entries, "clause") {
            let ids = clauses
                .split([' ', ','])
                .map(|id| id.trim_start_matches('#'))
                .filter(|id| !id.is_empty());
            rule.clauses = ids.map(|id| self.asked.clause(id, span)).collect();
        }
    }

    fn examples(&mut self) -> Vec<Example> {
        let mut out = Vec::new();
        let mut open: Option<String> = None;
        for fence in &self.file.plain.fences {
            match fence.info.as_str() {
                "scenario" => open = Some(fence.body.of(self.file.text).to_owned()),
                "findings" | "values" => match open.take() {
                    Some(text) => out.push(Example {
                        text,
                        says: fence.body.of(self.file.text).trim_end().to_owned(),
                        span: fence.body,
                    }),
                    None => {
                        self.fault(fence.span, "in front of this a block ```scenario is wanted")
                    }
                },
                _ => {}
            }
        }
        if out.is_empty() && !self.file.statements.is_empty() {
            let at = self.file.statements[0].word_span;
            let fault = fault_at(
                self.file.source,
                at,
                "nothing shows that this rule works".to_owned(),
            );
            self.faults.push(fault.help(
                "add a block ```scenario and behind it ```findings (or ```values, for a sum)",
            ));
        }
        out
    }

    fn statement(&mut self, rule: &mut Rule, statement: &Statement<'_>) -> Result<(), Fault> {
        let text = self.file.text;
        let lets = rule.lets.iter().map(|(name, _)| name.clone()).collect();
        let mut scope = Scope {
            asked: self.asked,
            frames: vec![rule.each],
            lets,
        };
        let mut parser = Parser::new(text, statement.rest, &mut scope);
        let rest = statement.rest.of(text);
        match statement.word {
            "let" => {
                let Some((name, _)) = rest.split_once('=') else {
                    return Err(Fault {
                        span: statement.rest,
                        message: "a `let` is `name = expression`".into(),
                        help: None,
                    });
                };
                let from = statement.rest.start() + name.len() + 1;
                let mut parser =
                    Parser::new(text, Span::new(from, statement.rest.end()), &mut scope);
                let node = parser.expression()?;
                parser.done()?;
                rule.lets.push((name.trim().to_owned(), node));
                return Ok(());
            }
            "when" => rule.when.push(parser.expression()?),
            "require" => rule.require.push(parser.expression()?),
            "say" => rule.say = Some(parser.text()?),
            "note" => rule.notes.push(parser.text()?),
            "at" => {
                rule.at = if parser.is_property() {
                    let (property, _) = parser.property_of()?;
                    let many = if parser.word("of") {
                        Some(parser.many()?)
                    } else {
                        None
                    };
                    Place::Property(property, many)
                } else {
                    Place::Records(parser.many()?)
                };
            }
            "fix" => {
                let title = parser.text()?;
                let change = if parser.word("set") {
                    let (property, _) = parser.property_of()?;
                    parser.equals()?;
                    Change::Set(property, parser.expression()?)
                } else if parser.word("add") {
                    Change::Add(parser.text()?)
                } else {
                    let at = Span::new(parser.place(), statement.rest.end());
                    return Err(Fault {
                        span: at,
                        message: "`set PROPERTY = …` or `add \"…\"` is wanted behind the title"
                            .into(),
                        help: None,
                    });
                };
                rule.fixes.push(FixForm {
                    title,
                    change,
                    migrates: false,
                });
            }
            "migrate" => {
                if let Some(last) = rule.fixes.last_mut() {
                    last.migrates = true;
                }
                return Ok(());
            }
            "gives" => {
                let name = rest.split('=').next().unwrap_or_default();
                let property = self.asked.property(name.trim()).unwrap_or(NAME);
                let mut scope = Scope {
                    asked: self.asked,
                    frames: vec![rule.each],
                    lets: rule.lets.iter().map(|(name, _)| name.clone()).collect(),
                };
                let from = (statement.rest.start() + name.len() + 1).min(statement.rest.end());
                let mut parser =
                    Parser::new(text, Span::new(from, statement.rest.end()), &mut scope);
                let value = parser.expression()?;
                parser.done()?;
                rule.gives = Some(Gives {
                    property,
                    unit: Arc::from(""),
                    column: None,
                    row: None,
                    total: None,
                    value,
                });
                return Ok(());
            }
            word @ ("unit" | "column" | "row" | "total") => {
                let Some(gives) = &mut rule.gives else {
                    return Err(Fault {
                        span: statement.word_span,
                        message: format!("`{word}` stands behind a `gives`"),
                        help: None,
                    });
                };
                let quoted = |text: &str| text.trim().trim_matches('"').to_owned();
                match word {
                    "unit" => gives.unit = Arc::from(quoted(rest)),
                    "column" => gives.column = Some(quoted(rest)),
                    "row" => gives.row = Some(quoted(rest)),
                    _ => {
                        // total sum EXPR as "words"
                        parser.word("sum");
                        let node = parser.expression()?;
                        let words = if parser.word("as") {
                            quoted(&text[parser.place()..statement.rest.end()])
                        } else {
                            gives.unit.to_string()
                        };
                        gives.total = Some((words, node));
                    }
                }
                return Ok(());
            }
            other => {
                let near = nearest(other, LINE_WORDS.iter().copied())
                    .map(|near| format!("did you mean `{near}`?"));
                let message = format!("a line of a rule does not begin with `{other}`");
                return Err(Fault {
                    span: statement.word_span,
                    message,
                    help: near
                        .or_else(|| Some(format!("they begin with {}", LINE_WORDS.join(", ")))),
                });
            }
        }
        parser.done()
    }
}

/// `DBM-001..DBM-003`: three rows.
fn range(from: &str, to: &str) -> Option<Vec<String>> {
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
