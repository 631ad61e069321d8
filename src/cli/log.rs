use super::{
    Answer, Context, Failure, clause::find, command::Verb, header, options::Reading, pen::Pen,
    words,
};
use crate::{
    analysis::{self, AtomChange, LogEntry, Origin, TargetKind},
    model::Ruleset,
};

/// Tell the history of a clause, newest first: which sheet, when, where, and what it changed
#[derive(clap::Args)]
pub(super) struct Log {
    /// An id or words of a heading
    #[arg(required = true, value_name = "CLAUSE")]
    what: Vec<String>,
    #[command(flatten)]
    reading: Reading,
}

impl Verb for Log {
    const NAME: &'static str = "log";

    const EXAMPLES: &'static str = "Example:
  rulebook log rear-support";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let analysis = context.analysis()?;
        let defaults = context.defaults(self.reading.settings());
        let found = find(
            context,
            &analysis,
            &defaults,
            &self.reading,
            &self.what.join(" "),
        )?;
        let TargetKind::Clause(section, unit) = found.target else {
            return Err(
                Failure::misuse("a page or a ruleset has no history of its own")
                    .help("`rulebook show` lists the clauses on a page"),
            );
        };
        let answer = analysis.log(found.db, &section, unit, &found.view);
        if self.reading.format.is_json() {
            return context.json(&answer);
        }
        Ok(Answer::shown(draw(context.pen, &found.db.ruleset, &answer)))
    }
}

fn draw(pen: Pen, ruleset: &Ruleset, log: &analysis::Log) -> String {
    let mut out = header::query(pen, ruleset, &log.query, log.page.as_deref());
    out += &header::clause(pen, std::slice::from_ref(&log.heading), &log.id);
    let printed = log
        .entries
        .iter()
        .flat_map(|entry| &entry.changes)
        .any(|change| change.printed_before.is_some() || change.printed_after.is_some());
    let whose = if printed {
        "in the printed words where your library has them"
    } else {
        "in this project's words"
    };
    out += &pen.dim(&format!("Its history, newest first, {whose}. "));
    out += &pen.dim(if pen.colour {
        "Words struck out are gone, green ones are new.\n"
    } else {
        "[-Gone-] {+new+}\n"
    });
    for log_entry in &log.entries {
        out.push('\n');
        out += &entry(pen, log_entry);
    }
    if !log.notices.is_empty() {
        out.push('\n');
        out.extend(
            log.notices
                .iter()
                .map(|notice| pen.wrap("", "", notice) + "\n"),
        );
    }
    out.push('\n');
    out + &base(pen, log)
}

fn base(pen: Pen, log: &analysis::Log) -> String {
    let origin = &log.base.origin;
    let date = origin
        .date_text
        .as_ref()
        .map(|date| format!("  {date}"))
        .unwrap_or_default();
    let held = log.base.text.chars().any(char::is_alphanumeric);
    let text = if held {
        log.base.text.as_str()
    } else {
        "the printed text, which is not held here"
    };
    let quoted = origin
        .quoted()
        .filter(|_| held)
        .map(|quoted| format!(", {quoted}"))
        .unwrap_or_default();
    format!(
        "{}{date}  {}{quoted}\n{}\n",
        pen.strong(&origin.edition),
        origin.title,
        pen.wrap("    ", "    ", text)
    )
}

fn entry(pen: Pen, entry: &LogEntry) -> String {
    let mut out = pen.wrap("", "    ", &head(pen, &entry.origin)) + "\n";
    if let Some(address) = &entry.origin.address {
        out += &(pen.wrap("    ", "    ", &pen.dim(address)) + "\n");
    }
    for change in &entry.changes {
        out += &self::change(pen, change);
    }
    if let Some(note) = &entry.note {
        out += &(pen.wrap(&format!("    {} ", pen.strong("Note:")), "    ", note) + "\n");
    }
    for remark in remarks(entry) {
        out += &(pen.wrap(&format!("    {} ", pen.alert("!")), "      ", &remark) + "\n");
    }
    out
}

/// `3.4  1 Nov 2020  DBM 3.4 amendments, no. 5, p. 22`
fn head(pen: Pen, origin: &Origin) -> String {
    let date = origin
        .date_text
        .as_ref()
        .map(|date| format!("  {date}"))
        .unwrap_or_default();
    let mut place = vec![origin.title.clone()];
    place.extend(origin.n.as_ref().map(|n| format!("no. {n}")));
    place.extend(origin.page_text());
    format!(
        "{}{date}  {}",
        pen.strong(&origin.edition),
        place.join(", ")
    )
}

/// One unit that a patch changed.
pub(super) fn change(pen: Pen, change: &AtomChange) -> String {
    let label = change
        .label
        .as_ref()
        .map(|label| format!("{}  ", pen.strong(label)))
        .unwrap_or_default();
    let ours = became(pen, change.before.as_deref(), change.after.as_deref());
    if change.printed_before.is_none() && change.printed_after.is_none() {
        return pen.wrap("    • ", "      ", &format!("{label}{ours}")) + "\n";
    }
    // what stands on one side only is not compared with the restatement on the other
    let hole = |text: &Option<String>| text.as_ref().map(|_| words::NOT_HELD.to_owned());
    let before = change
        .printed_before
        .clone()
        .or_else(|| hole(&change.before));
    let after = change.printed_after.clone().or_else(|| hole(&change.after));
    let printed = became(pen, before.as_deref(), after.as_deref());
    let mut out = pen.wrap("    • ", "      ", &format!("{label}{printed}")) + "\n";
    out += &(pen.wrap(&format!("      {} ", pen.dim("restated:")), "      ", &ours) + "\n");
    out
}

/// Old and new words of a unit, of which one may be missing.
fn became(pen: Pen, before: Option<&str>, after: Option<&str>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => words::inline(pen, before, after),
        (None, Some(after)) => words::added(pen, after),
        (Some(before), None) if before == words::NOT_HELD => {
            words::removed(pen, "… as printed, not held")
        }
        (Some(before), None) => words::removed(pen, before),
        (None, None) => String::new(),
    }
}

/// What else is to be said of an entry.
fn remarks(entry: &LogEntry) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(entry.withdrawn_by.as_ref().map(|by| {
        let date = by
            .date_text
            .as_ref()
            .map(|date| format!(", {date}"))
            .unwrap_or_default();
        format!("withdrawn since by {}{date}", by.title)
    }));
    out.extend(
        entry
            .moved_to
            .as_ref()
            .map(|to| format!("lives on in {to}")),
    );
    if entry.retroactive {
        out.push(format!(
            "published later than it takes effect: it counts in {} for whoever knows of it",
            entry.origin.edition
        ));
    }
    out.extend(
        entry
            .scope
            .as_ref()
            .map(|scope| format!("counts only for {scope}")),
    );
    if entry.pending {
        out.push("waits for the printed words, which are not held".into());
    }
    if entry.open {
        out.push("open instruction: nothing is changed by it".to_owned());
    }
    out.extend(
        entry
            .contradictions
            .iter()
            .map(|text| format!("contradiction: {text}")),
    );
    out.extend(entry.notices.iter().cloned());
    out.extend(
        entry
            .deviations
            .iter()
            .map(|text| format!("deviation: {text}")),
    );
    out
}
