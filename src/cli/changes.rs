use super::{Answer, Context, Failure, command::Verb, diff, header, options::Reading, pen::Pen};
use crate::{
    analysis::{self, ChangeKind, Fate, SectionChanges},
    disk::Said,
    model::Ruleset,
};

/// List everything that changed between two editions, by section and kind
#[derive(clap::Args)]
pub(super) struct Changes {
    /// The ruleset, if it is to be named, and two editions: 3.3..3.4
    #[arg(required = true, value_name = "[RULESET] FROM..TO")]
    what: Vec<String>,
    /// List only changes of this kind
    #[arg(long, value_enum)]
    kind: Vec<Kind>,
    #[command(flatten)]
    reading: Reading,
}

/// The kinds of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// A number that is reckoned with.
    Value,
    /// What must, may or cannot be done.
    Permission,
    /// To whom or what it applies.
    Scope,
    /// It stands elsewhere.
    Move,
    /// Other words.
    Wording,
}

impl Verb for Changes {
    const NAME: &'static str = "changes";

    const EXAMPLES: &'static str = "Examples:
  rulebook changes dbm 3.3..3.4
  rulebook changes 3.0..3.4 --kind value";

    fn run(self, context: &mut Context<'_>) -> Result<Answer, Failure> {
        let usage = || {
            Failure::misuse("two editions are compared")
                .help("name them with two dots between: rulebook changes dbm 3.3..3.4")
        };
        let (ruleset, from, to) = match self
            .what
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .as_slice()
        {
            [range] => editions(range).map(|(from, to)| (None, from, to)),
            [first, second] => match editions(second) {
                Some((from, to)) => Some((Some(*first), from, to)),
                None => Some((None, *first, *second)),
            },
            [ruleset, from, to] => Some((Some(*ruleset), *from, *to)),
            _ => None,
        }
        .ok_or_else(usage)?;
        let analysis = context.analysis()?;
        let mut settings = self.reading.settings();
        settings.edition = Some(to.to_owned())
            .filter(|to| !to.is_empty())
            .or(settings.edition);
        let defaults = context.defaults(settings);
        let mut question = defaults.question(ruleset.map(|name| name.trim_end_matches('/')));
        let (db, later) = context.ask(&analysis, &question)?;
        question.edition = Some(Said {
            value: from.to_owned(),
            by: String::new(),
        });
        let (_, earlier) = context.ask(&analysis, &question)?;
        let mut answer = analysis.changes(db, &earlier, &later);
        if !self.kind.is_empty() {
            let wanted = |kind: Option<ChangeKind>| {
                kind.is_some_and(|kind| self.kind.iter().any(|wanted| wanted.kind() == kind))
            };
            answer
                .sections
                .iter_mut()
                .for_each(|section| section.changes.retain(|pair| wanted(pair.change)));
            answer
                .sections
                .retain(|section| !section.changes.is_empty());
        }
        if self.reading.format.is_json() {
            return context.json(&answer);
        }
        Ok(Answer::shown(draw(context.pen, &db.ruleset, &answer)))
    }
}

impl Kind {
    fn kind(self) -> ChangeKind {
        match self {
            Self::Value => ChangeKind::Value,
            Self::Permission => ChangeKind::Permission,
            Self::Scope => ChangeKind::Scope,
            Self::Move => ChangeKind::Move,
            Self::Wording => ChangeKind::Wording,
        }
    }
}

/// `3.3..3.4`; what stands before the dots must be said.
fn editions(range: &str) -> Option<(&str, &str)> {
    range.split_once("..").filter(|(from, _)| !from.is_empty())
}

/// The kinds with their headings, in the order in which they are told.
const KINDS: &[(ChangeKind, &str)] = &[
    (ChangeKind::Value, "values"),
    (ChangeKind::Permission, "what must, may or cannot be done"),
    (ChangeKind::Scope, "to whom it applies"),
    (ChangeKind::Move, "moved"),
    (ChangeKind::Wording, "wording"),
];

fn draw(pen: Pen, ruleset: &Ruleset, changes: &analysis::Changes) -> String {
    let mut out = header::two(pen, ruleset, &changes.from, &changes.to, None);
    out += &header::notices(pen, &changes.notices);
    out += &summary(changes);
    for section in &changes.sections {
        out.push('\n');
        out += &self::section(pen, section);
    }
    out
}

/// `12 changes in 5 sections: values 4, wording 8`.
fn summary(changes: &analysis::Changes) -> String {
    let all: Vec<_> = changes
        .sections
        .iter()
        .flat_map(|section| &section.changes)
        .collect();
    if all.is_empty() {
        let held = if changes.sections.is_empty() {
            ""
        } else {
            " in what is held"
        };
        return format!("No difference{held}.\n");
    }
    let counts = KINDS.iter().filter_map(|(kind, name)| {
        let count = all.iter().filter(|pair| pair.change == Some(*kind)).count();
        (count > 0).then(|| format!("{name} {count}"))
    });
    let plural = |count: usize, one: &str| {
        if count == 1 {
            format!("1 {one}")
        } else {
            format!("{count} {one}s")
        }
    };
    let sections = plural(changes.sections.len(), "section");
    format!(
        "{} in {sections}: {}\n",
        plural(all.len(), "change"),
        counts.collect::<Vec<_>>().join(", ")
    )
}

fn section(pen: Pen, section: &SectionChanges) -> String {
    let fate = match section.fate {
        Fate::Added => " (new)",
        Fate::Removed => " (struck out)",
        Fate::Moved => " (moved)",
        Fate::Changed | Fate::Same => "",
    };
    let page = section
        .page
        .as_ref()
        .map(|page| format!(", p. {page}"))
        .unwrap_or_default();
    let mut out = header::clause(
        pen,
        &[format!("{}{page}{fate}", section.heading)],
        &section.id,
    );
    out.extend(
        section
            .notices
            .iter()
            .map(|notice| pen.wrap("  ", "  ", notice) + "\n"),
    );
    for (kind, name) in KINDS {
        let own: Vec<_> = section
            .changes
            .iter()
            .filter(|pair| pair.change == Some(*kind))
            .collect();
        if own.is_empty() {
            continue;
        }
        out += &format!("  {}\n", pen.dim(name));
        for pair in own {
            out += &diff::pair(pen.narrower(2), pair)
                .lines()
                .map(|line| format!("  {line}\n"))
                .collect::<String>();
        }
    }
    out
}
