use super::{Answer, Context, Failure, command::Verb, options::Format, pen::Pen};
use crate::{
    diagnostic::Severity,
    lint::{self, LINTS, Lint},
};
use serde::Serialize;

/// Explain a finding: what it means, an example, and the cure
#[derive(clap::Args)]
pub(super) struct Explain {
    /// The code in brackets behind `error`, `warning` or `note`
    #[arg(required_unless_present = "list")]
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
}

impl Verb for Explain {
    const NAME: &'static str = "explain";

    const EXAMPLES: &'static str = "Examples:
  rulebook explain stale-value
  rulebook explain --list";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let lints: Vec<&Lint> = match &self.code {
            Some(code) => vec![one(code.trim_matches(['[', ']']))?],
            None => LINTS.iter().collect(),
        };
        if self.format.is_json() {
            let page = |lint: &&Lint| Page { code: lint.code, severity: lint.severity, title: lint.title, page: lint.page };
            return context.json(&Pages { version: 1, lints: lints.iter().map(page).collect() });
        }
        match (lints.as_slice(), self.list) {
            ([lint], false) => Ok(Answer::shown(page(context.pen, lint))),
            (lints, _) => Ok(Answer::shown(list(context.pen, lints))),
        }
    }
}

fn one(code: &str) -> Result<&'static Lint, Failure> {
    lint::explain(code).ok_or_else(|| {
        let failure = Failure::nothing(format!("there is no finding {code}"));
        match lint::near(code) {
            Some(near) => failure.help(format!("did you mean {near}?")),
            None => failure.help("`rulebook explain --list` lists all"),
        }
    })
}

fn list(pen: Pen, lints: &[&Lint]) -> String {
    let width = lints.iter().map(|lint| lint.code.len()).max().unwrap_or_default();
    let line = |lint: &&Lint| {
        let gap = " ".repeat(width - lint.code.len());
        let severity = severity(pen, lint.severity);
        pen.wrap(&format!("{}{gap}  {severity}  ", pen.refer(lint.code)), &" ".repeat(width + 11), lint.title) + "\n"
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
fn page(pen: Pen, lint: &Lint) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut code = false;
    for line in lint.page.lines() {
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
    let indent = if paragraph.starts_with("- ") { "  " } else { "" };
    if paragraph.is_empty() { String::new() } else { pen.wrap("", indent, paragraph) + "\n" }
}
