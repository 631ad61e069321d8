//! `troop`: the values, clauses, rulings and changes of a troop type, or a list of all.

use super::{
    Answer, AnswerError, AnswerResult, Reference,
    diff::{changed_row, instructions},
    parts::{names, notices, view, view_of_text},
    reference,
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery},
};
use crate::{
    analysis::{
        ClauseBlock, Footnotes, Origin, Question, RowStyle, Settings, Troop, TroopChange,
        TroopClause, TroopGroup, TroopMention, TroopRuling, TroopTable, TroopTypes, TroopValue,
        TroopView, annotations, open_instructions, rows_and_tables,
    },
    doc::{Block, Cell, Changes, HOLE, Table, Text, name, quiet, strong, text},
    model::Ruleset,
    text::{join, near::did_you_mean, plural, prefixed},
};
use clap::Args;
use indexmap::{IndexMap, IndexSet};
use serde::Serialize;

/// Show everything about a troop type: costs, factors, outcomes, rulings and changes
#[derive(Clone, Debug, Args)]
pub struct TroopQuery {
    /// A troop type, with a grade or without: Kn(F), Pk, "light horse"
    ///
    /// Without an argument: all troop types
    #[arg(value_name = "TROOPS")]
    pub troops: Vec<String>,
    /// Show all clauses, rulings and changes in full
    #[arg(long)]
    pub notes: bool,
    /// The view.
    #[command(flatten)]
    pub settings: Settings,
}

/// How much is shown of the clauses that only name the troops, and whether sources, rulings and
/// changes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroopDetail {
    /// Everything.
    Full,
    /// The sentences about the troops; rulings in one line each.
    Sentences,
    /// One line.
    Lines,
    /// Only how many there are.
    Counts,
}

/// The number of lines up to which an answer without all notes has whole sentences.
const MAX_LINES: usize = 60;

/// A troop type, or all of a ruleset.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum TroopReply {
    /// One.
    Type(Box<TroopView>),
    /// All.
    Types(TroopTypes),
}

impl QueryArgs for TroopQuery {
    const NAME: &'static str = "troop";

    const EXAMPLES: &'static str = "Examples:
  rulebook troop 'Kn(F)'                the same as `rulebook 'Kn(F)'`
  rulebook troop pikes --at 3.3
  rulebook troop                        all troop types";
}

impl ViewQuery for TroopQuery {
    type Reply = TroopReply;

    fn words(&self) -> (String, Settings) {
        (self.troops.join(" "), self.settings.clone())
    }

    fn shows_all(&self) -> bool {
        self.notes
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<TroopReply> {
        context.troops()
    }
}

impl Reply for TroopReply {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        match self {
            Self::Type(own) => own.doc(drawing),
            Self::Types(own) => types(drawing.ruleset, own),
        }
    }

    fn references(&self) -> Vec<Reference> {
        match self {
            Self::Type(own) => own.references(),
            Self::Types(_) => Vec::new(),
        }
    }
}

impl Reply for TroopView {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        match drawing.all {
            true => troop(drawing.ruleset, self, TroopDetail::Full),
            false => on_screen(drawing.ruleset, self),
        }
    }

    fn references(&self) -> Vec<Reference> {
        reference::of_troop(self)
    }
}

impl AnswerContext<'_> {
    /// Returns the troop type that a question names; without a name, all of a ruleset.
    fn troops(&self) -> AnswerResult<TroopReply> {
        let (prefix, typed) = self.analysis().split_ruleset(self.question.target());
        if !typed.is_empty() {
            let troop = self.troop(self.question)?;
            return Ok(troop.map(|view| TroopReply::Type(Box::new(view))));
        }
        let (db, view) = self.view(prefix)?;
        if db.ruleset.troops.types.is_empty() {
            return Err(no_types(&db.ruleset));
        }
        let types = self.analysis().troop_types(db, &view);
        Ok(Answer::of(db, TroopReply::Types(types)))
    }

    /// Returns a troop type, its entry in the glossary, and the clauses about it.
    fn troop(&self, question: &Question) -> AnswerResult<TroopView> {
        let (prefix, rest) = self.analysis().split_ruleset(question.term());
        let (db, view) = self.view(prefix)?;
        let name = self.analysis().troop_named(db, rest);
        let name = name.ok_or_else(|| no_troop(&db.ruleset, rest))?;
        let analysis = self.analysis();
        let troop = analysis.troop_view(db, &name, &view, self.wording());
        Ok(Answer::of(db, troop))
    }

    /// Returns the same for a troop type that a question names, with or without words for its values, unless
    /// a clause has that name.
    pub(super) fn named_troop(&self) -> Result<Option<Answer<TroopView>>, AnswerError> {
        let question = self.question;
        let bare = question.without_values();
        let (prefix, rest) = self.analysis().split_ruleset(bare.term());
        let settings = self
            .engine
            .layered_settings(self.settings.clone())
            .request(prefix);
        let Ok(db) = self.analysis().requested_ruleset(&settings) else {
            return Ok(None);
        };
        let (kind, name) = db.ruleset.split_troop_kind(rest);
        if self.analysis().troop_named(db, name).is_none() {
            return Ok(None);
        }
        let (db, view) = self.view(prefix)?;
        let asks_values = bare.text != question.text;
        if !asks_values && self.analysis().resolve_id(db, rest, &view).is_some() {
            return Ok(None);
        }
        let name = prefix.map_or(name.to_owned(), |prefix| format!("{prefix}/{name}"));
        let bare = question.with_text(name);
        let mut troop = self.troop(&bare)?;
        let missing = kind.and_then(|kind| troop.body.troop.missing_kind(kind));
        troop.body.notices.extend(missing);
        // the table that the question names first: `EE of war wagons`
        let asked = |heading: &str| {
            let heading = heading.to_lowercase();
            let name = heading.split(',').next().unwrap_or_default();
            let mut own: Vec<String> = name.split(' ').map(str::to_owned).collect();
            own.push(own.iter().filter_map(|word| word.chars().next()).collect());
            let words = question.text.split_whitespace().map(str::to_lowercase);
            words.filter(|word| own.contains(word)).count()
        };
        let tables = &mut troop.body.troop.tables;
        tables.sort_by_key(|table| std::cmp::Reverse(asked(&table.heading)));
        Ok(Some(troop))
    }
}

fn no_types(ruleset: &Ruleset) -> AnswerError {
    AnswerError::not_found(format!("{} names no troop types", ruleset.key))
        .with_help("name them in the table `troops.types` of its ruleset.toml")
}

fn no_troop(ruleset: &Ruleset, typed: &str) -> AnswerError {
    let types = &ruleset.troops.types;
    if types.is_empty() {
        return no_types(ruleset);
    }
    let bare = typed.split('(').next().unwrap_or(typed).trim();
    let long = |letters: &String| ruleset.abbreviations.get(letters).cloned();
    let names = types.keys().cloned().chain(types.keys().filter_map(long));
    let names: Vec<String> = names.collect();
    let failure = AnswerError::not_found(format!("no troop type `{typed}` in {}", ruleset.key));
    let all = || {
        let all: Vec<_> = types.keys().map(String::as_str).collect();
        format!("troop types: {}", all.join(", "))
    };
    failure.with_help(did_you_mean(bare, names.iter().map(String::as_str), all))
}

/// Returns the troop types of a ruleset.
fn types(ruleset: &Ruleset, answer: &TroopTypes) -> Vec<Block> {
    let mut out = vec![view(ruleset, &answer.query, None)];
    out.push(Block::paragraph(plural(answer.types.len(), "troop type")));
    out.extend(answer.types.iter().map(|kind| {
        let also = match kind.also.as_slice() {
            [] => String::new(),
            also => format!("  ({})", also.join(", ")),
        };
        let gap = " ".repeat(5_usize.saturating_sub(kind.letters.chars().count()) + 1);
        let lead = text!["  ", strong(&kind.letters), gap];
        Block::item(lead, "        ", text![&kind.title, quiet(also)])
    }));
    out
}

/// Returns a troop type in as few lines as a screen has, if that is possible.
fn on_screen(ruleset: &Ruleset, answer: &TroopView) -> Vec<Block> {
    let version = |detail| troop(ruleset, answer, detail);
    vec![Block::Fit {
        lines: MAX_LINES,
        long: version(TroopDetail::Sentences),
        short: version(TroopDetail::Lines),
    }]
}

/// Returns a troop type: its tables, its entry in the glossary, its clauses, rulings and changes.
pub fn troop(ruleset: &Ruleset, answer: &TroopView, detail: TroopDetail) -> Vec<Block> {
    let troop = &answer.troop;
    let (is_full, is_short) = (detail == TroopDetail::Full, detail == TroopDetail::Lines);
    let grade = troop.grade.as_ref();
    let grade = grade.map_or_else(String::new, |grade| format!(" ({grade})"));
    let clauses = troop.groups.iter().flat_map(|group| &group.clauses);
    let is_counted = detail == TroopDetail::Counts;
    let shown = clauses.clone().filter(|clause| clause.own || !is_counted);
    let blocks = shown.flat_map(|clause| &clause.blocks);
    let mut out = vec![view_of_text(ruleset, &answer.query, None, blocks)];
    out.push(Block::Title {
        text: strong(format!("{}{grade}", troop.title)).into(),
        id: troop.name.clone(),
    });
    out.extend(notices(&answer.notices));
    let mut notes = Footnotes::default();
    let mut sources = Vec::new();
    for table in &troop.tables {
        match same_value(table).filter(|_| is_short) {
            Some(value) => out.push(Block::Title {
                text: text![strong(&table.heading), format!(": {value}")],
                id: table.id.clone(),
            }),
            None => add_table(troop, table, &answer.query.edition, &mut sources, &mut out),
        }
    }
    out.extend(answer.clauses.iter().map(|entry| {
        let sentences = entry.blocks.iter().map(|block| &block.text);
        Block::paragraph(quiet(join(sentences, " ")))
    }));
    if !troop.grades.is_empty() && (troop.grade.is_none() || is_full) {
        let grades = troop.grades.join(", ");
        out.push(Block::paragraph(format!("Grades: {grades}")));
    }
    out.extend(is_short.then_some(Block::Gap));
    for group in troop.groups.iter().filter(|own| !own.clauses.is_empty()) {
        add_group(group, detail, &mut notes, &mut out);
    }
    if is_counted {
        let others = clauses.filter(|clause| !clause.own).count();
        out.push(Block::Gap);
        let (rulings, changes) = (troop.rulings.len(), troop.changes.len());
        let counts = format!(
            "{} more; {}; {}: ",
            plural(others, "clause"),
            plural(rulings, "ruling"),
            plural(changes, "change")
        );
        let command = name(format!("rulebook '{}'", troop.name));
        out.push(Block::Paragraph(text![counts, command]));
        return out;
    }
    add_incomplete(troop, is_full, &mut out);
    if !troop.open.is_empty() {
        out.push(Block::Gap);
        out.extend(open_instructions(&troop.open));
    }
    add_rulings(troop, is_full, &mut out);
    add_changes(&troop.changes, is_full, &mut out);
    add_classes(troop, is_full, &mut out);
    let sources: Vec<Block> = notes.blocks().collect();
    out.extend((!sources.is_empty() && !is_short).then_some(Block::Gap));
    out.extend(sources);
    if !is_full {
        let help = "`--notes` shows all in full, with sources and changes";
        out.push(Block::Help(help.to_owned()));
    }
    out
}

/// Adds in which groups and on which pages text is not included.
fn add_incomplete(troop: &Troop, is_full: bool, out: &mut Vec<Block>) {
    let (empty, partly): (Vec<_>, Vec<_>) =
        (troop.groups.iter()).partition(|group| group.clauses.is_empty());
    let empty = empty.iter().map(|group| {
        let title = group.title.as_deref().unwrap_or_default();
        format!("{title} (p. {})", group.incomplete.join(", "))
    });
    let empty = Some(join(empty, ", ")).filter(|names| !names.is_empty());
    let pages: IndexSet<&String> = partly.iter().flat_map(|group| &group.incomplete).collect();
    let mut pages: Vec<&String> = pages.into_iter().collect();
    pages.sort_by_key(|page| page.parse().unwrap_or(u32::MAX));
    let pages = Some(join(pages, ", ")).filter(|pages| !pages.is_empty() && !is_full);
    if empty.is_some() || pages.is_some() {
        out.push(Block::Gap);
    }
    let line = |text: String| Block::item("", "  ", quiet(text));
    out.extend(empty.map(|names| {
        line(format!(
            "No included text names them, but not all is included: {names}; see your booklet"
        ))
    }));
    out.extend(pages.map(|pages| line(incomplete(&pages))));
}

fn incomplete(pages: &str) -> String {
    format!("Not all of p. {pages} is included; see your booklet")
}

/// Returns the value of a table if all its rows have the same at all editions.
fn same_value(table: &TroopTable) -> Option<&str> {
    let mut values = table.rows.iter().flat_map(|row| &row.values);
    let first = values.next()?.value.as_deref()?;
    values
        .all(|value| value.value.as_deref() == Some(first))
        .then_some(first)
}

/// Adds the values: one grade by edition, or all grades at the edition shown. Sources that other
/// tables have named are not named again.
fn add_table(
    troop: &Troop,
    values: &TroopTable,
    edition: &str,
    named: &mut Vec<String>,
    out: &mut Vec<Block>,
) {
    let page = prefixed(", p. ", values.page.as_ref());
    out.push(Block::Gap);
    out.push(Block::Title {
        text: strong(format!("{}{page}", values.heading)).into(),
        id: values.id.clone(),
    });
    let by_edition = troop.grade.is_some() && values.rows.iter().any(|row| row.grade.is_some());
    let cell = |value: Option<&TroopValue>, absent: &str| {
        let text = value.map_or(absent, |own| own.value.as_deref().unwrap_or(HOLE));
        Cell {
            text: text.into(),
            notes: Vec::new(),
        }
    };
    let mut sources = Sources::default();
    let mut table = Table::default();
    if by_edition {
        let first = values.rows.first().into_iter().flat_map(|row| &row.values);
        table.columns = first.map(|value| value.edition.clone()).collect();
        for row in &values.rows {
            let cells = row.values.iter().map(|value| cell(Some(value), HOLE));
            table.rows.push((row.label.clone(), cells.collect()));
            row.values
                .iter()
                .for_each(|value| sources.add(&row.label, value));
        }
    } else {
        let columns: IndexSet<&String> = values.rows.iter().map(|row| &row.column).collect();
        let labels: IndexSet<&String> = values.rows.iter().map(|row| &row.label).collect();
        for label in labels {
            let mut cells = Vec::new();
            for column in &columns {
                let mut rows = values.rows.iter();
                let row = rows.find(|row| row.label == *label && row.column == **column);
                let mut own = row.into_iter().flat_map(|row| &row.values);
                let value = own.find(|value| value.edition == edition);
                cells.push(cell(value, "–"));
                value
                    .into_iter()
                    .for_each(|value| sources.add(label, value));
            }
            table.rows.push((label.clone(), cells));
        }
        table.columns = columns.into_iter().cloned().collect();
    }
    out.push(Block::Table(table));
    for line in sources.lines() {
        if !named.contains(&line) {
            out.push(Block::listed(quiet(&line)));
            named.push(line);
        }
    }
    let mut shown = values.rows.iter().flat_map(|row| &row.values);
    let is_unknown =
        |own: &TroopValue| own.value.is_none() && (by_edition || own.edition == edition);
    if shown.any(is_unknown) {
        out.push(Block::listed(quiet("…: not included; see your booklet")));
    }
    out.extend(annotations("Contradiction", &values.contradictions));
}

/// The sources of the values of a table: for each row of it those that its editions are from.
#[derive(Default)]
struct Sources<'t>(IndexMap<&'t str, IndexMap<String, IndexSet<&'t str>>>);

impl<'t> Sources<'t> {
    fn add(&mut self, label: &'t str, value: &'t TroopValue) {
        if let Some(source) = value.origin.as_ref().map(Origin::source) {
            let own = self.0.entry(label).or_default().entry(source).or_default();
            own.insert(&value.edition);
        }
    }

    /// Returns a line for each source and its editions, with the rows if these are not all.
    fn lines(&self) -> Vec<String> {
        let mut lines: IndexMap<String, Vec<&str>> = IndexMap::new();
        for (label, sources) in &self.0 {
            for (source, editions) in sources {
                let line = format!("{}: {source}", span_of(editions));
                lines.entry(line).or_default().push(label);
            }
        }
        let line = |(line, labels): (String, Vec<&str>)| match labels.len() == self.0.len() {
            true => line,
            false => format!("{}, {line}", labels.join(", ")),
        };
        lines.into_iter().map(line).collect()
    }
}

/// Returns `3.2`, or `3.2–3.4` for the first and the last of several editions.
fn span_of(editions: &IndexSet<&str>) -> String {
    let first = editions.first().copied().unwrap_or_default();
    match editions.last().filter(|_| editions.len() > 1) {
        Some(last) => format!("{first}–{last}"),
        None => first.to_owned(),
    }
}

/// Adds a group with the clauses of the troops in full, and those that name them as the detail says.
fn add_group(group: &TroopGroup, detail: TroopDetail, notes: &mut Footnotes, out: &mut Vec<Block>) {
    let heading = group
        .title
        .as_deref()
        .unwrap_or("Other rules that name them");
    let is_own = |clause: &TroopClause| clause.own || detail == TroopDetail::Full;
    let mut shown = group.clauses.iter().filter(|clause| match detail {
        TroopDetail::Counts => clause.own,
        TroopDetail::Full | TroopDetail::Sentences | TroopDetail::Lines => true,
    });
    if shown.clone().next().is_none() {
        return;
    }
    out.push(match detail {
        TroopDetail::Lines => Block::paragraph(strong(heading)),
        _ => Block::Heading(strong(heading).into()),
    });
    for clause in shown.by_ref() {
        if is_own(clause) {
            let page = prefixed(", p. ", clause.page.as_ref());
            let path = clause.path.join(" › ");
            out.push(Block::Title {
                text: format!("  {path}{page}").into(),
                id: clause.id.clone(),
            });
            out.extend(rows_and_tables(&clause.blocks, RowStyle::Pieces, notes));
            continue;
        }
        let text = sentences_of(clause);
        out.push(match detail {
            TroopDetail::Lines => Block::Brief {
                text: format!("  {text}"),
                id: clause.id.clone(),
            },
            _ => Block::item("  ", "     ", text![text, "  ", name(&clause.id)]),
        });
    }
    if detail == TroopDetail::Full && !group.incomplete.is_empty() {
        let pages = group.incomplete.join(", ");
        out.push(Block::indented("", quiet(incomplete(&pages))));
    }
}

/// Returns the sentences of a clause that only names the troops, with what is needed to understand
/// them.
fn sentences_of(clause: &TroopClause) -> String {
    let sentence = |block: &ClauseBlock| match &block.label {
        Some(label) if block.first => format!("{label} {}", block.text),
        _ => block.text.clone(),
    };
    let text = join(clause.blocks.iter().map(sentence), " ");
    // an exception is none without the words that announce it
    let lead = clause
        .lead
        .as_ref()
        .filter(|lead| announces_exceptions(lead));
    let text = match lead {
        Some(lead) => format!("{} {text}", end_of(lead)),
        None => text,
    };
    // `They count as …` says nothing without its heading
    match clause.path.last() {
        Some(last) if !text.starts_with(last.as_str()) => format!("{last}: {text}"),
        _ => text,
    }
}

/// Returns whether a sentence announces a list of exceptions or of what is not allowed.
fn announces_exceptions(lead: &str) -> bool {
    let mut words = lead.split(|c: char| !c.is_alphabetic());
    words.any(|word| ["cannot", "except", "no", "not", "unless"].contains(&word))
}

/// The last words of the sentence that announces a list.
const LEAD_WORDS: usize = 6;

/// Returns the end of a sentence: `… unless any of these apply:`.
fn end_of(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split(' ').collect();
    match words.len().checked_sub(LEAD_WORDS).filter(|left| *left > 0) {
        Some(left) => format!("… {}", words[left..].join(" ")),
        None => sentence.to_owned(),
    }
}

fn add_rulings(troop: &Troop, is_full: bool, out: &mut Vec<Block>) {
    let is_direct = |ruling: &&TroopRuling| !matches!(ruling.named, Some(TroopMention::Class(_)));
    let (direct, others): (Vec<_>, Vec<_>) = troop.rulings.iter().partition(is_direct);
    let (name, classes) = (&troop.name, troop.classes.join(", "));
    let numbers = join(others.iter().filter_map(|ruling| ruling.n.as_ref()), ", ");
    if direct.is_empty() && !is_full {
        let others = match numbers.is_empty() {
            true => String::new(),
            false => format!("; on {classes}: {numbers}"),
        };
        let text = text![strong("Rulings"), format!(": none names {name}{others}")];
        out.push(Block::item("", "  ", text));
        return;
    }
    out.push(Block::Heading(strong("Rulings").into()));
    if direct.is_empty() {
        out.push(Block::indented("", format!("None names {name}.")));
    }
    for ruling in direct {
        let number = ruling.n.as_deref().unwrap_or_default();
        let page = prefixed(", p. ", ruling.page.as_ref());
        let (short, state) = (&ruling.short, ruling.state.label());
        out.push(Block::Title {
            text: format!("  {short} {number}  {state}  {}{page}", ruling.heading).into(),
            id: ruling.id.clone(),
        });
        out.extend(is_full.then(|| Block::item("     ", "     ", &ruling.text)));
    }
    if !others.is_empty() {
        out.push(Block::listed(format!("On {classes}: {numbers}")));
    }
}

fn add_changes(changes: &[TroopChange], is_full: bool, out: &mut Vec<Block>) {
    if changes.is_empty() {
        return;
    }
    if !is_full {
        let editions: IndexSet<&String> = changes.iter().map(|own| &own.edition).collect();
        let editions = format!(": {}", join(editions, ", "));
        out.push(Block::Paragraph(text![
            strong("Changes of the text"),
            editions
        ]));
        return;
    }
    out.push(Block::Heading(
        strong("Changes of the text, newest first").into(),
    ));
    for change in changes {
        let page = prefixed(", p. ", change.page.as_ref());
        out.push(Block::Title {
            text: format!("  {}  {}{page}", change.edition, change.heading).into(),
            id: change.unit.id.clone(),
        });
        if change.unit.before.as_deref() == Some(HOLE) {
            let label = change.unit.label.as_ref();
            let label = label.map_or_else(String::new, |label| format!("{label} "));
            let by = instructions(&change.unit);
            let text = format!("{label}the text before is not included ({by})");
            out.push(Block::item("    ", "    ", text));
            continue;
        }
        let (columns, rows) = (None, vec![changed_row(&change.unit)]);
        out.push(Block::Indented(
            4,
            vec![Block::Changes(Changes { columns, rows })],
        ));
    }
}

/// Adds the clauses that only name a class of troops, or their number.
fn add_classes(troop: &Troop, is_full: bool, out: &mut Vec<Block>) {
    for class in &troop.classes {
        let named = TroopMention::Class(class.clone());
        let own = troop.by_class.iter().filter(|clause| clause.named == named);
        let ids: Vec<String> = own.map(|clause| clause.id.clone()).collect();
        let count = plural(ids.len(), "clause");
        if !ids.is_empty() && !is_full {
            let text: Text = text![strong(format!("On {class}")), format!(": {count} more")];
            out.push(Block::Paragraph(text));
        } else if !ids.is_empty() {
            out.push(Block::Heading(
                strong(format!("On {class}: {count}")).into(),
            ));
            out.push(Block::indented("", names(&ids)));
        }
    }
}
