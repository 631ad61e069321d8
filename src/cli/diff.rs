use super::{
    Answer, Context, Failure,
    clause::find,
    command::Verb,
    header,
    options::Reading,
    pen::{Pen, columns},
    words,
};
use crate::{
    analysis::{Analysis, Comparison, Fate, Pair, ResolvedTarget, TargetKind},
    disk::{Defaults, Said},
    model::Ruleset,
    resolve::View,
};

/// Compare a clause in two editions, word by word
#[derive(clap::Args)]
pub(super) struct Diff {
    /// An id or words of a heading, then one or two editions: 3.3 3.4, or 3.3..3.4
    #[arg(required = true, value_name = "CLAUSE [FROM] [TO]")]
    what: Vec<String>,
    /// Show what did not change too
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Verb for Diff {
    const NAME: &'static str = "diff";

    const EXAMPLES: &'static str = "Without editions: the edition read and the one that it amends.

Examples:
  rulebook diff dbm/element-cost 3.3 3.4
  rulebook diff rear-support 3.0..3.2
  rulebook diff terrain.defender.ww --at 3.4";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = context.analysis()?;
        let mut words = self.what.clone();
        let editions = editions(&analysis, &mut words);
        let mut settings = self.reading.settings();
        if let Some((_, to)) = &editions {
            settings.edition = Some(to.clone());
        }
        let defaults = context.defaults(settings);
        let found = find(
            context,
            &analysis,
            &defaults,
            &self.reading,
            &words.join(" "),
        )?;
        let from = from(
            context,
            &analysis,
            &defaults,
            &found,
            editions.map(|(from, _)| from),
        )?;
        let TargetKind::Clause(section, unit) = &found.target else {
            return Err(Failure::misuse("pages are not compared")
                .help("`rulebook show` lists the clauses on a page"));
        };
        let answer = analysis.compare(found.db, section, *unit, &from, &found.view);
        if self.reading.format.is_json() {
            return context.json(&answer);
        }
        Ok(Answer::shown(draw(
            context.pen,
            &found.db.ruleset,
            &answer,
            self.all,
        )))
    }
}

/// Takes one or two editions off the end of what was typed: `3.3 3.4`, `3.3..3.4`. One alone is the earlier one.
fn editions(analysis: &Analysis, words: &mut Vec<String>) -> Option<(String, String)> {
    let known = |word: &str| {
        analysis
            .ruleset_dbs()
            .any(|(_, db)| db.ruleset.edition(word).is_some())
    };
    let looks = |word: &str| {
        known(word) || word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    if words.len() < 2 {
        return None;
    }
    let last = words.last()?.clone();
    if let Some((from, to)) = last.split_once("..") {
        words.pop();
        return Some((from.to_owned(), to.to_owned()));
    }
    let before = words.get(words.len().checked_sub(2)?)?.clone();
    if words.len() > 2 && looks(&last) && looks(&before) {
        words.truncate(words.len() - 2);
        return Some((before, last));
    }
    None
}

/// The earlier view: that of the edition named, or of the one that the later edition amends.
fn from(
    context: &Context<'_>,
    analysis: &Analysis,
    defaults: &Defaults,
    found: &ResolvedTarget<'_>,
    edition: Option<String>,
) -> Result<View, Failure> {
    let ruleset = &found.db.ruleset;
    let Some(edition) = edition else {
        let amends = ruleset
            .editions
            .get(usize::from(found.view.edition.0))
            .and_then(|edition| edition.amends);
        let only = || {
            Failure::misuse(format!(
                "{} amends no edition with which to compare it",
                ruleset.edition_id(found.view.edition)
            ))
        };
        return amends
            .map(|edition| found.view.at(edition))
            .ok_or_else(|| only().help("name two editions: rulebook diff CLAUSE 3.3 3.4"));
    };
    let mut question = defaults.question(Some(&ruleset.key));
    question.edition = Some(Said {
        value: edition,
        by: String::new(),
    });
    Ok(context.ask(analysis, &question)?.1)
}

fn draw(pen: Pen, ruleset: &Ruleset, comparison: &Comparison, all: bool) -> String {
    let mut out = header::two(
        pen,
        ruleset,
        &comparison.from,
        &comparison.to,
        comparison.page.as_deref(),
    );
    out += &header::clause(
        pen,
        std::slice::from_ref(&comparison.heading),
        &comparison.id,
    );
    let same = comparison
        .pairs
        .iter()
        .filter(|pair| pair.fate == Fate::Same)
        .count();
    let shown: Vec<&Pair> = comparison
        .pairs
        .iter()
        .filter(|pair| all || pair.fate != Fate::Same)
        .collect();
    let changed = comparison.pairs.len() - same;
    if changed == 0 {
        let held = if comparison.notices.is_empty() {
            ""
        } else {
            " in what is held"
        };
        out += &format!(
            "No difference{held} between {} and {}.\n",
            comparison.from.edition, comparison.to.edition
        );
    }
    out.extend(
        comparison
            .notices
            .iter()
            .map(|notice| pen.wrap("", "", notice) + "\n"),
    );
    let wide = pen.width >= SIDE_BY_SIDE;
    if wide && !shown.is_empty() {
        out += &columns_of(
            pen,
            &pen.strong(&comparison.from.edition),
            &pen.strong(&comparison.to.edition),
        );
    }
    for pair in shown {
        out += &if wide {
            side_by_side(pen, pair)
        } else {
            self::pair(pen, pair)
        };
        out += &restated(pen, pair);
    }
    if !all && changed > 0 && same > 0 {
        out += &(pen.dim(&format!("{same} more read the same (--all shows them)")) + "\n");
    }
    out
}

/// Columns from which two texts stand side by side.
const SIDE_BY_SIDE: usize = 120;

/// One unit: old and new in one running text, then whose work it is.
pub(super) fn pair(pen: Pen, pair: &Pair) -> String {
    let indent = "  ".repeat(pair.depth.min(4));
    let label = label(pen, pair);
    let text = match pair.fate {
        Fate::Same => pen.dim(pair.after.as_deref().unwrap_or_default()),
        Fate::Changed => words::inline(
            pen,
            pair.before.as_deref().unwrap_or_default(),
            pair.after.as_deref().unwrap_or_default(),
        ),
        Fate::Added => words::added(pen, pair.after.as_deref().unwrap_or_default()),
        Fate::Removed | Fate::Moved => {
            words::removed(pen, pair.before.as_deref().unwrap_or_default())
        }
    };
    let moved = pair
        .moved_to
        .as_ref()
        .filter(|_| pair.fate == Fate::Moved)
        .map(|to| format!(" → {}", pen.refer(to)))
        .unwrap_or_default();
    let mark = match pair.fate {
        Fate::Same => "  ",
        Fate::Changed => "~ ",
        Fate::Added => "+ ",
        Fate::Removed => "- ",
        Fate::Moved => "> ",
    };
    let by = by(pair);
    let by = if by.is_empty() {
        by
    } else {
        format!("  {}", pen.refer(&format!("({by})")))
    };
    pen.wrap(
        &format!("{indent}{mark}"),
        &format!("{indent}  "),
        &format!("{label}{text}{moved}{by}"),
    ) + "\n"
}

/// The restatement below printed words.
fn restated(pen: Pen, pair: &Pair) -> String {
    let text = match (&pair.restated_before, &pair.restated_after) {
        (Some(before), Some(after)) => words::inline(pen, before, after),
        (None, Some(after)) => words::added(pen, after),
        (Some(before), None) => words::removed(pen, before),
        (None, None) => return String::new(),
    };
    let indent = "  ".repeat(pair.depth.min(4) + 1);
    pen.wrap(
        &format!("{indent}{} ", pen.dim("restated:")),
        &indent,
        &text,
    ) + "\n"
}

fn label(pen: Pen, pair: &Pair) -> String {
    pair.label
        .as_ref()
        .map(|label| format!("{}  ", pen.strong(label)))
        .unwrap_or_default()
}

/// Whose work it is, shortly: `dbm-3.4:7`.
fn by(pair: &Pair) -> String {
    pair.by
        .iter()
        .map(|origin| origin.patch.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn side_by_side(pen: Pen, pair: &Pair) -> String {
    let label = label(pen, pair);
    let (before, after) = (
        pair.before.as_deref().unwrap_or_default(),
        pair.after.as_deref().unwrap_or_default(),
    );
    let (left, right) = match pair.fate {
        Fate::Same => (before.to_owned(), after.to_owned()),
        Fate::Changed => words::beside(pen, before, after),
        Fate::Added => (String::new(), words::added(pen, after)),
        Fate::Removed => (words::removed(pen, before), String::new()),
        Fate::Moved => (
            words::removed(pen, before),
            pair.moved_to
                .as_ref()
                .map(|to| format!("→ {}", pen.refer(to)))
                .unwrap_or_default(),
        ),
    };
    let by = by(pair);
    let by = if by.is_empty() {
        by
    } else {
        format!("  {}", pen.refer(&format!("({by})")))
    };
    let left = if left.is_empty() {
        left
    } else {
        format!("{label}{left}")
    };
    columns_of(pen, &left, &format!("{label}{right}{by}"))
}

/// Two texts in two columns.
fn columns_of(pen: Pen, left: &str, right: &str) -> String {
    let width = (pen.width.saturating_sub(3) / 2).min(90);
    let wrap = |text: &str| {
        pen.wrap_to(width, "", "  ", text)
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (left, right) = (wrap(left), wrap(right));
    let mut out = String::new();
    for at in 0..left.len().max(right.len()) {
        let (l, r) = (
            left.get(at).map_or("", String::as_str),
            right.get(at).map_or("", String::as_str),
        );
        out += format!("{l}{} │ {r}", " ".repeat(width.saturating_sub(columns(l)))).trim_end();
        out.push('\n');
    }
    out
}
