use super::{Answer, Context, Failure, command::Verb, options::Format, pen::Pen};
use crate::{
    analysis::Analysis,
    diagnostic::Severity,
    disk,
    lint::{self, LINTS, Lint},
    scenario::{Rule, Umpire},
    text::near::nearest,
};
use serde::Serialize;

/// Explain a finding or a rule of play: what it means, an example, and the cure
#[derive(clap::Args)]
pub(super) struct Explain {
    /// The code in brackets behind `error`, `warning` or `note`, or a rule of play: `dbm/baggage`; without one, all are listed
    code: Option<String>,
    /// List all codes
    #[arg(long, conflicts_with = "code")]
    list: bool,
    /// For people or for programs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// A lint, for programs.
#[derive(Serialize)]
struct Page {
    code: &'static str,
    severity: Severity,
    title: &'static str,
    page: &'static str,
}

#[derive(Serialize)]
struct Pages {
    version: u32,
    lints: Vec<Page>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<RulePage>,
}

/// A rule of play, for programs.
#[derive(Serialize)]
struct RulePage {
    code: String,
    severity: Severity,
    title: String,
    /// Whether it gives a value, and finds nothing.
    sum: bool,
    page: String,
}

impl Verb for Explain {
    const NAME: &'static str = "explain";

    const EXAMPLES: &'static str = "Examples:
  rulebook explain stale-value
  rulebook explain dbm/baggage
  rulebook explain --list";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let told = |lint: &Lint| Page {
            code: lint.code,
            severity: lint.severity,
            title: lint.title,
            page: lint.page,
        };
        let code = self
            .code
            .as_deref()
            .map(|code| code.trim_matches(['[', ']']));
        if let Some(lint) = code.and_then(lint::explain) {
            return if self.format.is_json() {
                context.json(&Pages {
                    version: 1,
                    lints: vec![told(lint)],
                    rules: Vec::new(),
                })
            } else {
                Ok(Answer::shown(page(context.pen, lint.page)))
            };
        }
        let analysis = Analysis::new(disk::load(&context.places()).sources);
        let umpire = Umpire::new(&analysis);
        let today = context.today;
        let played = |rule: &Rule| RulePage {
            code: rule.code.to_string(),
            severity: rule.severity,
            title: rule.title.clone(),
            sum: rule.is_sum(),
            page: umpire.page(&analysis, rule, today),
        };
        match code {
            Some(code) => {
                let rule = umpire.rule(code).ok_or_else(|| unknown(code, &umpire))?;
                if self.format.is_json() {
                    return context.json(&Pages {
                        version: 1,
                        lints: Vec::new(),
                        rules: vec![played(rule)],
                    });
                }
                Ok(Answer::shown(page(
                    context.pen,
                    &format!(
                        "*{}*, {}\n\n{}",
                        rule.code,
                        kind(rule),
                        umpire.page(&analysis, rule, today)
                    ),
                )))
            }
            None if self.format.is_json() => {
                let rules = umpire
                    .all()
                    .flat_map(|(_, rules)| &rules.rules)
                    .map(played)
                    .collect();
                context.json(&Pages {
                    version: 1,
                    lints: LINTS.iter().map(told).collect(),
                    rules,
                })
            }
            None => {
                let lints: Vec<_> = LINTS
                    .iter()
                    .map(|lint| (lint.code, severity(context.pen, lint.severity), lint.title))
                    .collect();
                let mut out = list(context.pen, &lints);
                for (ruleset, rules) in umpire.all().filter(|(_, rules)| !rules.rules.is_empty()) {
                    let lines = rules.rules.iter().map(|rule| {
                        let what = if rule.is_sum() {
                            "sum    ".to_owned()
                        } else {
                            severity(context.pen, rule.severity)
                        };
                        (&*rule.code, what, &*rule.title)
                    });
                    out += &format!(
                        "\n{}\n",
                        context.pen.strong(&format!("Rules of play: {ruleset}"))
                    );
                    out += &list(context.pen, &lines.collect::<Vec<_>>());
                }
                Ok(Answer::shown(out))
            }
        }
    }
}

fn kind(rule: &Rule) -> &'static str {
    match (rule.is_sum(), rule.severity) {
        (true, _) => "a sum",
        (false, Severity::Error) => "an error",
        (false, Severity::Warning) => "a warning",
        (false, Severity::Note) => "a note",
    }
}

fn unknown(code: &str, umpire: &Umpire) -> Failure {
    let failure = Failure::nothing(format!("there is no finding {code}"));
    let rules = || {
        umpire
            .all()
            .flat_map(|(_, rules)| &rules.rules)
            .map(|rule| &*rule.code)
    };
    let named: Vec<&str> = rules()
        .filter(|own| own.split_once('/').is_some_and(|(_, own)| own == code))
        .collect();
    if named.len() > 1 {
        return failure.help(format!("there are {}", named.join(" and ")));
    }
    let short = rules().filter_map(|own| Some(own.split_once('/')?.1));
    let near = nearest(
        code,
        LINTS
            .iter()
            .map(|lint| lint.code)
            .chain(rules())
            .chain(short),
    );
    match near {
        Some(near) => failure.help(format!("did you mean {near}?")),
        None => failure.help("`rulebook explain --list` lists all"),
    }
}

/// Codes, each with what it is and its title.
fn list(pen: Pen, lints: &[(&str, String, &str)]) -> String {
    let width = lints
        .iter()
        .map(|(code, ..)| code.len())
        .max()
        .unwrap_or_default();
    let line = |(code, what, title): &(&str, String, &str)| {
        let gap = " ".repeat(width - code.len());
        pen.wrap(
            &format!("{}{gap}  {what}  ", pen.refer(code)),
            &" ".repeat(width + 11),
            title,
        ) + "\n"
    };
    lints.iter().map(line).collect()
}

/// The severity in seven columns.
fn severity(pen: Pen, severity: Severity) -> String {
    match severity {
        Severity::Note => "note   ".to_owned(),
        Severity::Warning => pen.alert("warning"),
        Severity::Error => pen.error("error  "),
    }
}

/// The page: paragraphs wrapped, code as written, headings set off where there is colour.
fn page(pen: Pen, text: &str) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut code = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        let prose = !code && !fence && !line.is_empty() && !line.starts_with(['#', '|']);
        if !prose || line.starts_with("- ") {
            out += &wrapped(pen, &std::mem::take(&mut paragraph));
        }
        if prose {
            paragraph += if paragraph.is_empty() { "" } else { " " };
            paragraph += line;
            continue;
        }
        code ^= fence;
        out += &match (fence, line.starts_with('#') && !code) {
            (true, _) => pen.dim(line),
            (false, true) => pen.strong(line),
            (false, false) => line.to_owned(),
        };
        out.push('\n');
    }
    out + &wrapped(pen, &paragraph)
}

fn wrapped(pen: Pen, paragraph: &str) -> String {
    let indent = if paragraph.starts_with("- ") {
        "  "
    } else {
        ""
    };
    if paragraph.is_empty() {
        String::new()
    } else {
        pen.wrap("", indent, paragraph) + "\n"
    }
}
