//! `diff` and `changes`: a clause, a page or a whole ruleset in two editions, by section and kind.

use super::{
    Answer, AnswerError, AnswerResult, QueryEngine, Reference, TargetKind,
    parts::{notices, title, view_of_two},
    reference,
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery, words},
};
use crate::{
    analysis::{
        ChangeKind, ClauseComparison, ComparedUnit, Fate, Question, RulesetChanges, SectionChanges,
        Settings, optional,
    },
    doc::{Block, ChangedRow, Changes as ChangedUnits, Text, added, name, quiet, removed, text},
    model::Ruleset,
    resolve::View,
    text::{join, plural, prefixed},
};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Compare a clause, a page or the whole ruleset in two editions, word by word
#[derive(Clone, Debug, Default, Args, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Diff {
    /// An id, words of a heading or a page, then the editions: 3.3 3.4, or 3.3..3.4
    ///
    /// Without a clause, the whole ruleset is compared; one edition is compared with the one that
    /// it amends
    #[arg(required = true, value_name = "[CLAUSE] [FROM] [TO]")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub clause: Vec<String>,
    /// The earlier edition [default: the one that the later edition amends]
    #[arg(skip)]
    #[serde(deserialize_with = "optional")]
    pub from: Option<String>,
    /// The later edition, in place of `at` [default: the newest in force]
    #[arg(skip)]
    #[serde(deserialize_with = "optional")]
    pub to: Option<String>,
    /// Show unchanged text too
    #[arg(long)]
    #[serde(skip)]
    pub all: bool,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// List everything that changed between two editions, by section and kind
#[derive(Clone, Debug, Args)]
pub struct Changes {
    /// A ruleset and editions: dbm 3.3..3.4; one edition is compared with the one that it amends
    #[arg(value_name = "[RULESET] [FROM..TO]")]
    pub editions: Vec<String>,
    /// List only changes of this kind
    #[arg(long, value_enum)]
    pub kind: Vec<ChangeKind>,
    /// The view.
    #[command(flatten)]
    pub settings: Settings,
}

/// A clause in two editions, or the changes of a ruleset or of the sections on a page.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum DiffReply {
    /// A clause.
    Comparison(Box<ClauseComparison>),
    /// A ruleset, or a page.
    Changes(Box<RulesetChanges>),
}

impl QueryArgs for Diff {
    const NAME: &'static str = "diff";

    const EXAMPLES: &'static str =
        "Without editions, the selected edition is compared with the one that it amends.

Examples:
  rulebook diff dbm/element-cost 3.3 3.4
  rulebook diff rear-support 3.0..3.2
  rulebook diff p.22 3.1 3.4
  rulebook diff 3.3 3.4
  rulebook diff terrain.defender.ww --at 3.4";
}

impl QueryArgs for Changes {
    const NAME: &'static str = "changes";

    const EXAMPLES: &'static str = "Examples:
  rulebook changes dbm 3.3..3.4
  rulebook changes 3.2                  what 3.2 changed
  rulebook changes 3.0..3.4 --kind value";
}

impl ViewQuery for Diff {
    type Reply = DiffReply;

    fn words(&self) -> (String, Settings) {
        (self.clause.join(" "), self.settings.clone())
    }

    fn question(&self, engine: &QueryEngine, settings: &Settings, words: &str) -> Question {
        let mut question = engine.question(settings, words);
        question.since = question.since.or_else(|| self.from.clone());
        question.at.edition = question.at.edition.or_else(|| self.to.clone());
        question
    }

    fn shows_all(&self) -> bool {
        self.all
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<DiffReply> {
        context.diff()
    }
}

impl ViewQuery for Changes {
    type Reply = RulesetChanges;

    fn words(&self) -> (String, Settings) {
        let words = format!("changes {}", self.editions.join(" "));
        (words, self.settings.clone())
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<RulesetChanges> {
        context.changes(&self.kind)
    }
}

impl Reply for DiffReply {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        match self {
            Self::Comparison(own) => comparison(drawing.ruleset, own, drawing.all),
            Self::Changes(own) => own.doc(drawing),
        }
    }

    fn references(&self) -> Vec<Reference> {
        match self {
            Self::Comparison(_) => Vec::new(),
            Self::Changes(own) => own.references(),
        }
    }

    fn clause(&self) -> Option<&str> {
        match self {
            Self::Comparison(own) => Some(&own.id),
            Self::Changes(_) => None,
        }
    }

    fn is_of_all_sections(&self) -> bool {
        matches!(self, Self::Changes(_))
    }
}

impl Reply for RulesetChanges {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        changes(drawing.ruleset, self)
    }

    fn references(&self) -> Vec<Reference> {
        reference::of_changes(self)
    }

    fn is_of_all_sections(&self) -> bool {
        true
    }
}

impl AnswerContext<'_> {
    /// Compares what a question names: a clause, a page, or without either the whole ruleset.
    pub(super) fn diff(&self) -> AnswerResult<DiffReply> {
        let (analysis, question) = (self.analysis(), self.question);
        if question.changes || matches!(analysis.split_ruleset(&question.text), (_, "")) {
            let changes = self.changes(&[])?;
            return Ok(changes.map(|own| DiffReply::Changes(Box::new(own))));
        }
        let found = self.target()?;
        let from = self.earlier_view(found.db, &found.view)?;
        let body = match &found.target {
            TargetKind::Clause(section, unit) => {
                let comparison = analysis.compare(found.db, section, *unit, &from, &found.view);
                DiffReply::Comparison(Box::new(comparison))
            }
            TargetKind::Page(page) => {
                let mut changes = analysis.changes(found.db, &from, &found.view);
                // a section that begins elsewhere may go on here
                let here = found.db.sections_on_page(page);
                changes.sections.retain(|section| {
                    let id = section
                        .id
                        .rsplit_once('/')
                        .map_or(&*section.id, |(_, id)| id);
                    here.iter().any(|own| own == id)
                });
                DiffReply::Changes(Box::new(changes))
            }
            TargetKind::Ruleset => {
                let changes = analysis.changes(found.db, &from, &found.view);
                DiffReply::Changes(Box::new(changes))
            }
        };
        let mut answer = Answer::about(&found, body);
        answer.references = self.references(&found);
        Ok(answer)
    }

    /// Returns all changes between the editions of a question, of some kinds or of all.
    fn changes(&self, kinds: &[ChangeKind]) -> AnswerResult<RulesetChanges> {
        let analysis = self.analysis();
        let text = self.question.text.trim_end_matches('/');
        let (prefix, rest) = analysis.split_ruleset(text);
        let ruleset = match (prefix, rest) {
            (Some(key), "") => Some(key),
            (None, "") => None,
            (None, name)
                if !name.contains(' ') && !name.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                Some(name)
            }
            (_, found) => {
                let failure = AnswerError::invalid(format!("`{found}` is not an edition"));
                return Err(failure.with_help(
                    "write the editions with two dots between them: rulebook changes dbm 3.3..3.4",
                ));
            }
        };
        let (db, later) = self.view(ruleset)?;
        let earlier = self.earlier_view(db, &later)?;
        let mut changes = analysis.changes(db, &earlier, &later);
        if !kinds.is_empty() {
            retain_kinds(&mut changes, kinds);
        }
        Ok(Answer::of(db, changes))
    }
}

impl QueryEngine {
    /// Returns the earlier view: at the earlier edition or day of a question, or at the edition that the
    /// later one amends.
    pub fn earlier_view(
        &self,
        request: &Settings,
        (ruleset, later): (&Ruleset, &View),
        question: &Question,
    ) -> Result<View, AnswerError> {
        let edition = question.since.as_ref();
        if edition.is_none() && question.since_day.is_none() {
            let amends = ruleset.amended_edition(later.edition);
            let failure = || {
                AnswerError::invalid(format!(
                    "edition {} amends no other edition",
                    ruleset.edition_id(later.edition)
                ))
            };
            return amends
                .map(|edition| later.with_edition(edition))
                .ok_or_else(|| {
                    failure().with_help("name two editions: rulebook diff CLAUSE 3.3 3.4")
                });
        }
        let settings = self.layered_settings(request.clone());
        let mut earlier = settings.request(Some(&ruleset.key));
        earlier.edition = edition.or(question.at.edition.as_ref()).cloned();
        earlier.as_of = question.since_day.or(earlier.as_of);
        Ok(self.resolve_view(&settings, &earlier)?.1)
    }
}

/// Removes all changes of other kinds.
fn retain_kinds(changes: &mut RulesetChanges, kinds: &[ChangeKind]) {
    let is_selected = |kind: Option<ChangeKind>| kind.is_some_and(|kind| kinds.contains(&kind));
    let sections = &mut changes.sections;
    sections
        .iter_mut()
        .for_each(|section| section.changes.retain(|pair| is_selected(pair.change)));
    sections.retain(|section| !section.changes.is_empty());
}

/// The kinds of change with their headings and their names in the summary, in the order of the
/// list.
const KINDS: &[(ChangeKind, &str, &str)] = &[
    (
        ChangeKind::Value,
        "values",
        "change to values|changes to values",
    ),
    (
        ChangeKind::Permission,
        "what is allowed",
        "change to what is allowed|changes to what is allowed",
    ),
    (
        ChangeKind::Scope,
        "to whom it applies",
        "change to whom it applies|changes to whom it applies",
    ),
    (ChangeKind::Move, "moved", "move"),
    (
        ChangeKind::Wording,
        "other words",
        "change of other words|changes of other words",
    ),
];

/// The words for changes whose kind is not known.
const UNKNOWN: &str = "the text before or after is not included";

/// Returns the changes of a ruleset, by section.
fn changes(ruleset: &Ruleset, changes: &RulesetChanges) -> Vec<Block> {
    let mut out = vec![view_of_two(ruleset, (&changes.from, &changes.to), None)];
    out.extend(notices(&changes.notices));
    out.extend(summary(changes).into_iter().map(Block::paragraph));
    for section in &changes.sections {
        out.push(Block::Gap);
        add_section(section, &mut out);
    }
    out
}

/// Returns the counts: `12 changes in 5 sections: 4 changes to values, 8 changes to wording`.
fn summary(changes: &RulesetChanges) -> Vec<String> {
    let sections = changes.sections.iter();
    let all: Vec<_> = sections.clone().flat_map(|own| &own.changes).collect();
    if all.is_empty() {
        let held = match changes.sections.is_empty() {
            true => "",
            false => " in the included text",
        };
        return vec![format!("No difference{held}.")];
    }
    let count = |kind: ChangeKind| all.iter().filter(|pair| pair.change == Some(kind)).count();
    let has_known = |section: &&SectionChanges| {
        let mut kinds = section.changes.iter().map(|pair| pair.change);
        kinds.any(|kind| kind != Some(ChangeKind::Unknown))
    };
    let mut out = Vec::new();
    let unknown = count(ChangeKind::Unknown);
    if unknown < all.len() {
        let counts = KINDS.iter().map(|(kind, _, name)| (count(*kind), name));
        let counts = counts.filter(|(count, _)| *count > 0);
        let counts = join(counts.map(|(count, name)| plural(count, name)), ", ");
        let known = plural(all.len() - unknown, "change");
        let sections = plural(sections.filter(has_known).count(), "section");
        out.push(format!("{known} in {sections}: {counts}"));
    }
    if unknown > 0 {
        let more = if out.is_empty() { "" } else { " more" };
        out.push(format!("{unknown}{more} of unknown kind: {UNKNOWN}"));
    }
    out
}

fn add_section(section: &SectionChanges, out: &mut Vec<Block>) {
    let fate = match section.fate {
        Fate::Added => " (new)",
        Fate::Removed => " (deleted)",
        Fate::Moved => " (moved)",
        Fate::Changed | Fate::Same => "",
    };
    let page = prefixed(", p. ", section.page.as_ref());
    out.push(title(
        &[format!("{}{page}{fate}", section.heading)],
        &section.id,
    ));
    let notices = section.notices.iter();
    out.extend(notices.map(|notice| Block::indented("", notice)));
    let kinds = KINDS.iter().map(|(kind, heading, _)| (*kind, *heading));
    for (kind, heading) in kinds.chain([(ChangeKind::Unknown, UNKNOWN)]) {
        let own = section.changes.iter();
        let own = own.filter(|pair| pair.change == Some(kind));
        let rows: Vec<ChangedRow> = own.map(changed_row).collect();
        if !rows.is_empty() {
            out.push(Block::indented("", quiet(heading)));
            let columns = None;
            out.push(Block::Indented(
                2,
                vec![Block::Changes(ChangedUnits { columns, rows })],
            ));
        }
    }
}

/// Returns the comparison of a clause; if `unchanged`, with unchanged text.
fn comparison(ruleset: &Ruleset, comparison: &ClauseComparison, unchanged: bool) -> Vec<Block> {
    let (from, to) = (&comparison.from, &comparison.to);
    let mut out = vec![view_of_two(ruleset, (from, to), comparison.page.clone())];
    out.push(title(&[&comparison.heading], &comparison.id));
    let is_same = |pair: &&ComparedUnit| pair.fate == Fate::Same;
    let same = comparison.pairs.iter().filter(is_same).count();
    let changed = comparison.pairs.len() - same;
    let (from, to) = (from.edition.clone(), to.edition.clone());
    if !comparison.has_text() {
        let text = format!(
            "Text not included at {from} and {to}, so nothing is compared; see your booklet."
        );
        out.push(Block::paragraph(text));
    } else if changed == 0 {
        let held = match comparison.notices.is_empty() {
            true => "",
            false => " in the included text",
        };
        let text = format!("No difference{held} between {from} and {to}.");
        out.push(Block::paragraph(text));
    }
    out.extend(comparison.notices.iter().map(Block::paragraph));
    let shown = comparison.pairs.iter();
    let shown = shown.filter(|pair| unchanged || pair.fate != Fate::Same);
    let with_restatement = |pair: &ComparedUnit| {
        let (before, after) = (&pair.restated_before, &pair.restated_after);
        let is_restated = before.is_some() || after.is_some();
        let change = || Text::change(before.as_deref(), after.as_deref());
        ChangedRow {
            restated: is_restated.then(change),
            ..changed_row(pair)
        }
    };
    out.push(Block::Changes(ChangedUnits {
        columns: Some((from, to)),
        rows: shown.map(with_restatement).collect(),
    }));
    if !unchanged && changed > 0 && same > 0 {
        let text = format!("{same} unchanged (--all shows them)");
        out.push(Block::paragraph(quiet(text)));
    }
    out
}

/// The depth of bullets up to which units are indented.
const MAX_DEPTH: usize = 4;

/// Returns a unit before and after, and the instructions that changed it.
pub(super) fn changed_row(pair: &ComparedUnit) -> ChangedRow {
    let before = pair.before.as_deref().unwrap_or_default();
    let after = pair.after.as_deref().unwrap_or_default();
    let to = pair.moved_to.as_ref().map(|to| text!["→ ", name(to)]);
    let is_inside = pair.relocation.is_some();
    let (sign, text, sides) = match pair.fate {
        Fate::Same => (" ", quiet(after).into(), (before.into(), after.into())),
        Fate::Changed => (
            "~",
            Text::change(Some(before), Some(after)),
            Text::sides(before, after),
        ),
        Fate::Added => (
            "+",
            added(after).into(),
            (Text::default(), added(after).into()),
        ),
        Fate::Removed => (
            "-",
            removed(before).into(),
            (removed(before).into(), Text::default()),
        ),
        Fate::Moved if is_inside => (">", after.into(), (before.into(), after.into())),
        Fate::Moved => {
            let after = to.clone().map(|to| text![" ", to]).unwrap_or_default();
            let sides = (removed(before).into(), to.unwrap_or_default());
            (">", text![removed(before), after], sides)
        }
    };
    let places = pair.relocation.as_ref();
    let places = places.map(|own| format!("[{} → {}]", own.from, own.to));
    let by = Some(instructions(pair)).filter(|by| !by.is_empty());
    let by = by.map(|by| format!("({by})"));
    let by = places.into_iter().chain(by);
    ChangedRow {
        depth: pair.depth.min(MAX_DEPTH),
        sign,
        label: pair.label.clone(),
        text,
        sides,
        by: by.map(|own| text!["  ", name(own)]).collect(),
        restated: None,
    }
}

/// Returns the short names of the instructions that changed a unit: `dbm-3.4:7`.
pub(super) fn instructions(pair: &ComparedUnit) -> String {
    join(pair.by.iter().map(|origin| &origin.patch), ", ")
}
