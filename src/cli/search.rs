use super::{Answer, Context, Failure, command::Verb, exit, header, options::Reading, pen::Pen};
use crate::{
    analysis::{
        Analysis, IndexKey, ParsedQuery, SearchError, SearchHit, SearchOptions, SearchResults,
    },
    model::Ruleset,
    search::query,
};

/// Find the clauses that a question is about, in the players' words
#[derive(clap::Args)]
pub(super) struct Search {
    /// Words, "phrases in quotes", conditions such as section:pip, AND OR NOT ( )
    #[arg(required = true, value_name = "QUERY")]
    what: Vec<String>,
    /// At most so many hits [default: 10; all there are where the query has conditions alone]
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: Option<u16>,
    /// Let wordings of all editions stand side by side
    #[arg(long)]
    all_editions: bool,
    #[command(flatten)]
    reading: Reading,
}

/// How many hits are shown where nobody says.
const LIMIT: usize = 10;

impl Verb for Search {
    const NAME: &'static str = "search";

    const EXAMPLES: &'static str = "Examples:
  rulebook search \"pikes against elephants rear support\" --at 3.3
  rulebook search \"how many baggage for 400 points\"
  rulebook search changed:3.4 section:recoiling
  rulebook search '\"line up\" (knights OR Cv) -naval'
  rulebook search is:touched interprets:movement-restrictions

Conditions:
  at:3.1              the text of this edition
  as-of:2022-12-31    only what was published by then
  ruleset:dbm         one game
  section:recoiling   one section, by id or words of its heading
  page:22..24         printed pages
  kind:clarification  clause, table, figure, entry, note, guideline
  document:dbm-3.1    the document that last touched the wording
  changed:3.2..3.4    what reads otherwise than in the edition before
  by:dbm-3.4          what the instructions of a document changed
  cites:pip           what refers to a clause
  interprets:recoiling  rulings on a clause
  term:kn             what uses or defines a term
  fact:baggage.small  what states a value
  is:deleted          also held, touched, undecided, contradicted";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = Analysis::unread(context.sources()?);
        context.tell_unreadable(&analysis);
        let wanted = SearchOptions {
            limit: self.limit.map_or(LIMIT, usize::from),
            all_editions: self.all_editions,
        };
        let mut findings = find(
            context,
            &analysis,
            &self.reading,
            &self.what.join(" "),
            wanted,
        )?;
        findings
            .hits
            .truncate(self.limit.map_or(usize::MAX, usize::from));
        let code = if findings.hits.is_empty() {
            exit::NOTHING
        } else {
            exit::SHOWN
        };
        if self.reading.format.is_json() {
            return Ok(context.json(&findings)?.code(code));
        }
        let ruleset = analysis
            .ruleset_db(&findings.query.query.ruleset)
            .map(|db| &*db.ruleset);
        Ok(Answer::shown(draw(context.pen, ruleset, &findings)).code(code))
    }
}

/// Answers a query: in the ruleset that it or the settings name, else in the default one, else in all.
pub(super) fn find(
    context: &mut Context<'_>,
    analysis: &Analysis,
    reading: &Reading,
    text: &str,
    wanted: SearchOptions,
) -> Result<SearchResults, Failure> {
    let mut asked = ParsedQuery::new(text);
    let query_context = analysis.query_context(&mut asked);
    let mut settings = reading.settings();
    settings.as_of = query_context.as_of.or(settings.as_of);
    settings.edition = query_context.edition.clone().or(settings.edition);
    let defaults = context.defaults(settings);
    let asking = |ruleset: Option<&str>| defaults.question(ruleset).request();
    let index = |index_key: &IndexKey| context.index(analysis, index_key);
    analysis
        .search(
            &asked,
            &query_context,
            (&asking, context.today),
            wanted,
            &index,
        )
        .map_err(|unanswered| match unanswered {
            SearchError::Request(error) => {
                Failure::request(&error, &defaults.question(query_context.ruleset.as_deref()))
            }
            SearchError::Index(fault) => Failure::misuse(fault.to_string()),
        })
}

/// The answer for people.
pub(super) fn draw(pen: Pen, ruleset: Option<&Ruleset>, findings: &SearchResults) -> String {
    // that other rulesets answer is said first
    let (first, notices) = findings
        .notices
        .split_at(usize::from(findings.elsewhere).min(findings.notices.len()));
    let mut out = header::notices(pen, first);
    out += &ruleset
        .map(|ruleset| header::query(pen, ruleset, &findings.query.query, None))
        .unwrap_or_default();
    out += &header::notices(pen, notices);
    for fault in &findings.faults {
        out += &pointed(pen, &findings.query.text, fault);
    }
    for correction in &findings.corrections {
        out += &pen.wrap(
            &pen.alert("! "),
            "  ",
            &format!(
                "`{}` stands nowhere; searched for {}",
                correction.typed,
                correction.meant.join(", ")
            ),
        );
        out.push('\n');
    }
    if findings.hits.is_empty() {
        out += "Nothing found.\n";
        if findings.faults.is_empty() {
            let names = query::FIELDS
                .iter()
                .map(|row| format!("{}:", row.names[0]))
                .collect::<Vec<_>>()
                .join(" ");
            out += &pen.wrap(
                "",
                "",
                &pen.dim(&format!(
                    "Other words may help, or --all-editions. Conditions: {names}"
                )),
            );
            out.push('\n');
        }
        return out;
    }
    let width = findings.hits.len().to_string().len().max(2);
    let mut past = false;
    for (at, hit) in findings.hits.iter().enumerate() {
        if !hit.holds && !past {
            past = true;
            let edition = &findings.query.query.edition;
            let other = findings.hits.iter().any(|hit| {
                !hit.id
                    .starts_with(&format!("{}/", findings.query.query.ruleset))
            });
            let edition = if other { "the edition read" } else { edition };
            out += &format!(
                "\n{}\n",
                pen.alert(&format!("Not in the text of {edition}:"))
            );
        }
        out += &finding(pen, at + 1, width, hit);
    }
    out
}

/// A fault of the query, with the place marked below it.
fn pointed(pen: Pen, text: &str, fault: &crate::analysis::QueryError) -> String {
    let mut out = pen.wrap(&pen.alert("! "), "  ", &fault.message) + "\n";
    let short = text.len() <= pen.prose().saturating_sub(4) && !text.contains('\n');
    if let Some(before) = text.get(..fault.start).filter(|_| short) {
        let marked = text.get(fault.start..fault.end).unwrap_or_default();
        let (gap, marks) = (
            super::pen::columns(before),
            super::pen::columns(marked).max(1),
        );
        out += &format!(
            "    {}\n    {}{}\n",
            text,
            " ".repeat(gap),
            pen.alert(&"^".repeat(marks))
        );
    }
    if let Some(help) = &fault.help {
        out += &(pen.wrap(&format!("  {} ", pen.strong("help:")), "        ", help) + "\n");
    }
    out
}

fn finding(pen: Pen, number: usize, width: usize, hit: &SearchHit) -> String {
    let page = hit
        .page
        .as_ref()
        .map(|page| format!(", p. {page}"))
        .unwrap_or_default();
    let title = format!(
        "{number:>width$}  {}{page}",
        pen.strong(&hit.path.join(" › "))
    );
    let mut out = pen.apart(&title, &pen.refer(&hit.id)) + "\n";
    let indent = " ".repeat(width + 2);
    if let Some(before) = hit.before.as_ref().filter(|_| hit.changed.is_some()) {
        let text = super::words::inline(pen, before, &hit.text);
        out += &(pen.wrap(&indent, &indent, &text) + "\n");
    } else if hit.text.is_empty() {
        out += &format!(
            "{indent}{}\n",
            pen.dim("printed only: its wording is not held")
        );
    } else {
        out += &(pen.wrap(&indent, &indent, &marked(pen, hit)) + "\n");
    }
    out += &(pen.wrap(&indent, &indent, &pen.dim(&about(hit))) + "\n");
    if !hit.holds {
        let now = match (&hit.now, &hit.moved_to) {
            (Some(now), _) if !now.is_empty() => format!("Now: {now}"),
            (_, Some(to)) => format!("Moved to {to}."),
            (Some(_), None) => "Now: printed only.".to_owned(),
            (None, None) => return out,
        };
        out += &(pen.wrap(&indent, &indent, &now) + "\n");
    }
    out
}

/// The snippet with what was asked for marked: in colour, or between stars.
fn marked(pen: Pen, hit: &SearchHit) -> String {
    let (text, mut out, mut at) = (&hit.snippet.text, String::new(), 0);
    for mark in &hit.snippet.marks {
        let (Some(before), Some(words)) = (
            text.get(at..mark.start()),
            text.get(mark.start()..mark.end()),
        ) else {
            continue;
        };
        out += before;
        out += &if pen.colour {
            pen.strong(words)
        } else {
            format!("*{words}*")
        };
        at = mark.end();
    }
    out + text.get(at..).unwrap_or_default()
}

/// In which editions it holds, whose it is, and in which words.
fn about(hit: &SearchHit) -> String {
    let editions = match (&hit.editions.from, &hit.editions.until) {
        (Some(from), Some(until)) if from == until => format!("{from} only"),
        (Some(from), Some(until)) => format!("{from}–{until}"),
        (Some(from), None) => format!("since {from}"),
        (None, _) => String::new(),
    };
    let editions = hit
        .changed
        .as_ref()
        .map_or(editions, |edition| format!("changed in {edition}"));
    let kind = if matches!(hit.kind, "clause" | "change" | "table") {
        ""
    } else {
        hit.kind
    };
    let wording = match hit.wording {
        crate::search::Wording::Printed => "printed",
        crate::search::Wording::Restated => "restated",
        crate::search::Wording::None => "",
    };
    let state = hit.state.as_deref().unwrap_or_default();
    let uncounted = hit
        .uncounted
        .as_ref()
        .map(|profile| format!("does not count for {profile}"))
        .unwrap_or_default();
    let source = if hit.n.is_empty() {
        hit.source.clone()
    } else {
        format!("{} ({})", hit.source, hit.n.join(", "))
    };
    [kind, state, &uncounted, &editions, &source, wording]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}
