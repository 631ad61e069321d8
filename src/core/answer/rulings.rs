//! `rulings`: the register of rulings, those that a question cites, and those on a clause, each with
//! its state and the words that it interprets, then and now.

use super::{
    Answer, AnswerError, AnswerResult, Reference, TargetKind,
    parts::{notices, title, view},
    reference,
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery, words},
};
use crate::{
    analysis::{
        ClauseAnnotation, ClauseRuling, ClauseState, ClauseView, InterpretedChange,
        InterpretedUnit, RegisteredRuling, RulingFilter, RulingRegister, Settings, ViewDescription,
        annotations, parse_page, ruling_notes, ruling_of, rulings,
    },
    doc::{Block, HOLE, Text, name, quiet, state, strong, text},
    model::Ruleset,
    resolve::{RulesetDb, RulingState, View},
    text::{join, plural, prefixed},
};
use clap::Args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the rulings, what each interprets, and whether that text still reads the same
#[derive(Clone, Debug, Args)]
pub struct Register {
    /// A ruleset, or the number of a ruling: dbm, C22.2, "IWF 22.2"
    #[arg(value_name = "[RULESET] [NUMBER]")]
    pub number: Vec<String>,
    /// List only rulings in this state: contradicted, undecided, changed-since, narrowed, absorbed,
    /// confirmed, current (or valid)
    #[arg(long, value_name = "STATE", value_parser = parse_state, value_delimiter = ',')]
    pub state: Vec<RulingState>,
    /// List only rulings on this page of the booklet
    #[arg(long, value_name = "PAGE")]
    pub page: Option<String>,
    /// List only rulings that interpret this clause or a part of it
    #[arg(long, value_name = "CLAUSE")]
    pub clause: Option<String>,
    /// Show each ruling with its text and what it interprets
    #[arg(long)]
    pub notes: bool,
    /// The view.
    #[command(flatten)]
    pub settings: Settings,
}

/// A clause and the view in which to read it.
#[derive(Clone, Debug, Args, Deserialize, JsonSchema)]
pub struct ClauseQuery {
    /// An id such as dbm/recoiling, or words of a heading
    #[arg(required = true, value_name = "CLAUSE")]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub clause: Vec<String>,
    /// The view.
    #[command(flatten)]
    #[serde(flatten)]
    pub settings: Settings,
}

/// Rulings that a question cites, with the clause that the first interprets.
#[derive(Clone, Debug, Serialize)]
pub struct CitedRulings {
    /// The clause.
    #[serde(flatten)]
    pub view: ClauseView,
    /// The rulings.
    pub rulings: Vec<RegisteredRuling>,
}

/// The answer of the operation `rulings`: clauses with the rulings on them and contradictions, but
/// no text.
#[derive(Clone, Debug, Serialize)]
pub struct RulingsView {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The clauses.
    pub clauses: Vec<RulingsOfClause>,
}

/// A clause in the JSON that answers the operation `rulings`: its id, path, page and status, the
/// rulings on it and the recorded contradictions of the sources.
#[derive(Clone, Debug, Serialize)]
pub struct RulingsOfClause {
    /// Its id, with its ruleset.
    pub id: String,
    /// Headings and labels from the outermost section to it.
    pub path: Vec<String>,
    /// The printed page.
    pub page: Option<String>,
    /// Its status.
    pub state: ClauseState,
    /// The rulings, each with its status and the reason for it.
    pub clarifications: Vec<ClauseRuling>,
    /// Recorded contradictions of the sources.
    pub contradictions: Vec<ClauseAnnotation>,
}

impl QueryArgs for Register {
    const NAME: &'static str = "rulings";

    const EXAMPLES: &'static str = "Examples:
  rulebook rulings                      all, those that need care first
  rulebook rulings C22.2                one ruling
  rulebook rulings --state changed-since,undecided
  rulebook rulings --page 24
  rulebook rulings --clause recoiling --at 3.3";
}

impl ViewQuery for Register {
    type Reply = RulingRegister;

    fn words(&self) -> (String, Settings) {
        (self.number.join(" "), self.settings.clone())
    }

    fn shows_all(&self) -> bool {
        self.notes
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<RulingRegister> {
        context.register(self)
    }
}

impl ViewQuery for ClauseQuery {
    type Reply = RulingsView;

    fn words(&self) -> (String, Settings) {
        (self.clause.join(" "), self.settings.clone())
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<RulingsView> {
        let found = context.target()?;
        let view = context.clause(&found, "rulings")?;
        Ok(Answer {
            references: reference::of_clauses(&view),
            ..Answer::about(&found, RulingsView::from(view))
        })
    }
}

impl Reply for RulingRegister {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        register(drawing.ruleset, self, drawing.all)
    }

    fn is_found(&self) -> bool {
        !self.rulings.is_empty()
    }
}

impl Reply for CitedRulings {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        cited(drawing.ruleset, self)
    }

    fn references(&self) -> Vec<Reference> {
        reference::of_clauses(&self.view)
    }
}

impl Reply for RulingsView {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        of_clauses(drawing.ruleset, self)
    }
}

impl From<ClauseView> for RulingsView {
    fn from(view: ClauseView) -> Self {
        let clauses = view.clauses.into_iter().map(|clause| RulingsOfClause {
            id: clause.id,
            path: clause.path,
            page: clause.page,
            state: clause.state,
            clarifications: clause.clarifications,
            contradictions: clause.contradictions,
        });
        Self {
            version: view.version,
            query: view.query,
            notices: view.notices,
            clauses: clauses.collect(),
        }
    }
}

impl AnswerContext<'_> {
    /// Returns the rulings that a query selects; a question restricts them to those that it cites.
    fn register(&self, query: &Register) -> AnswerResult<RulingRegister> {
        let (prefix, number) = self.analysis().split_ruleset(self.question.target());
        let page = |typed: &String| parse_page(typed).unwrap_or_else(|| typed.trim().to_owned());
        let mut filter = RulingFilter {
            states: query.state.clone(),
            page: query.page.as_ref().map(page),
            number: Some(number.to_owned()).filter(|number| !number.is_empty()),
            ..RulingFilter::default()
        };
        let clause = query.clause.as_deref();
        let clause = clause.map(|typed| self.engine.question(self.settings, typed));
        let mut settings = self.settings.clone();
        settings.at.ruleset = prefix.map(str::to_owned).or(settings.at.ruleset);
        let (db, view) = match &clause {
            None => self.engine.requested_view(&settings, None)?,
            Some(question) => {
                let settings = settings.with_question(question)?;
                let found = self.engine.resolve_target(&settings, question.target())?;
                match found.target {
                    TargetKind::Clause(section, unit) => filter.clause = Some((section, unit)),
                    TargetKind::Page(page) => filter.page = Some(page),
                    TargetKind::Ruleset => {}
                }
                (found.db, found.view)
            }
        };
        let register = self.filtered(db, &view, filter)?;
        Ok(Answer {
            question: clause,
            ..Answer::of(db, register)
        })
    }

    /// Returns the rulings that a filter selects; fails if it names a ruling that is not among them.
    pub(super) fn filtered(
        &self,
        db: &RulesetDb,
        view: &View,
        filter: RulingFilter,
    ) -> Result<RulingRegister, AnswerError> {
        let register = self
            .analysis()
            .ruling_register(db, view, self.wording(), &filter);
        match filter.number.filter(|_| register.rulings.is_empty()) {
            Some(number) => Err(self.no_ruling(db, &register.query, &number)),
            None => Ok(register),
        }
    }

    /// Creates the error for a number that no ruling shown at a view has.
    fn no_ruling(&self, db: &RulesetDb, view: &ViewDescription, number: &str) -> AnswerError {
        let ViewDescription {
            ruleset,
            edition,
            profile,
            ..
        } = view;
        let lost = self.analysis().lost_ruling(db, number);
        let message = lost.unwrap_or_else(|| {
            format!("no ruling `{number}` of {ruleset} at {edition} for profile {profile}")
        });
        let help = match self.analysis().profile_of_ruling(db, number) {
            Some((other, number)) if other != profile => {
                format!("{number} counts for profile {other}: add `--profile {other}`")
            }
            Some(_) | None => format!("`rulebook rulings {ruleset}` lists all"),
        };
        AnswerError::not_found(message).with_help(help)
    }
}

/// The number of rulings up to which a list has their texts.
const MAX_IN_FULL: usize = 3;

/// Returns the counts and the rulings: in full if there are few or `all` is requested, else one line
/// each, with the reason if it needs care.
fn register(ruleset: &Ruleset, answer: &RulingRegister, all: bool) -> Vec<Block> {
    let mut out = vec![view(ruleset, &answer.query, None)];
    out.extend(notices(&answer.notices));
    out.push(Block::paragraph(summary(answer)));
    if all || answer.rulings.len() <= MAX_IN_FULL {
        for ruling in &answer.rulings {
            out.push(Block::Gap);
            add_ruling(ruleset, &answer.query, ruling, &mut out);
        }
        return out;
    }
    for ruling in &answer.rulings {
        out.push(ruling_title(&answer.query, ruling));
        let why = notes_of(ruling).into_iter().next();
        if let Some((why, text)) = why.filter(|_| ruling.ruling.state.needs_care()) {
            let label = text!["    ", strong(why), "  "];
            out.push(Block::item(label, "    ", text));
        }
    }
    if let Some(RegisteredRuling { ruling, .. }) = answer.rulings.first() {
        let number = ruling.n.as_ref();
        let number = number.filter(|own| own.starts_with(char::is_alphabetic));
        let name = number.map_or_else(
            || format!("{}/{}", answer.query.ruleset, ruling.id),
            Clone::clone,
        );
        let help = format!("`--notes` shows them in full; `rulebook {name}` shows one");
        out.push(Block::Help(help));
    }
    out
}

/// Returns the rulings that a question cites.
fn cited(ruleset: &Ruleset, answer: &CitedRulings) -> Vec<Block> {
    let mut out = vec![view(ruleset, &answer.view.query, None)];
    out.extend(notices(&answer.view.notices));
    for (at, ruling) in answer.rulings.iter().enumerate() {
        out.extend((at > 0).then_some(Block::Gap));
        add_ruling(ruleset, &answer.view.query, ruling, &mut out);
    }
    out
}

/// Returns the rulings on clauses.
fn of_clauses(ruleset: &Ruleset, answer: &RulingsView) -> Vec<Block> {
    let mut out = Vec::new();
    for clause in &answer.clauses {
        out.push(view(ruleset, &answer.query, clause.page.clone()));
        out.push(title(&clause.path, &clause.id));
        out.extend(notices(&answer.notices));
        let (all, contradictions) = (&clause.clarifications, &clause.contradictions);
        out.extend(rulings(all, [contradictions, &[], &[]]));
        let others = contradictions.iter();
        let others = others.filter(|own| ruling_of(all, own).is_none());
        out.extend(annotations("Contradiction", others));
    }
    out
}

/// Returns the counts: `93 rulings: 1 contradicted, 1 undecided, 91 current`.
fn summary(answer: &RulingRegister) -> String {
    let all: usize = answer.counts.iter().map(|count| count.count).sum();
    let profile = &answer.query.profile;
    match (all, answer.all) {
        (0, 0) => return format!("Profile {profile} shows no rulings."),
        (0, others) => {
            let others = plural(others, "ruling");
            return format!("No matches; profile {profile} shows {others} in all.");
        }
        _ => {}
    }
    let counts = answer.counts.iter().filter(|count| count.count > 0);
    let counts = counts.map(|count| format!("{} {}", count.count, count.state.label()));
    let shown = match answer.rulings.len() {
        shown if shown == all => String::new(),
        shown => format!("; {shown} shown"),
    };
    format!("{}: {}{shown}", plural(all, "ruling"), join(counts, ", "))
}

/// Returns the line with the number, state and place of a ruling.
fn ruling_title(query: &ViewDescription, registered: &RegisteredRuling) -> Block {
    let (ruling, origin) = (&registered.ruling, &registered.origin);
    let number = format!("{}{}", origin.short, prefixed(" ", ruling.n.as_ref()));
    let page = prefixed(", p. ", origin.page.as_ref());
    let state = state(ruling.state.label(), ruling.state.needs_care());
    let heading = format!("  {}{page}", registered.heading);
    Block::Title {
        text: text![strong(number), "  ", state, heading],
        id: format!("{}/{}", query.ruleset, ruling.id),
    }
}

fn add_ruling(
    ruleset: &Ruleset,
    query: &ViewDescription,
    registered: &RegisteredRuling,
    out: &mut Vec<Block>,
) {
    let ruling = &registered.ruling;
    out.push(ruling_title(query, registered));
    let words = ruling.printed.as_ref().unwrap_or(&ruling.text);
    let words = match words.contains(char::is_alphanumeric) {
        true => words,
        false => "Text not included; see the document",
    };
    out.push(Block::indented("", words));
    if ruling.printed.is_some() {
        out.push(Block::restated("  ", quiet(&ruling.text)));
    }
    let notes = notes_of(registered).into_iter();
    out.extend(notes.map(|(label, text)| Block::indented(label, text)));
    let document = ruleset.documents.get(&ruling.document);
    let then = document.map_or("", |document| ruleset.edition_id(document.edition));
    for unit in &registered.interprets {
        add_unit(unit, then, &query.edition, out);
    }
}

/// Returns why a ruling has its state, and the other remarks on it.
fn notes_of(registered: &RegisteredRuling) -> Vec<(&'static str, String)> {
    let on = [
        &registered.contradictions,
        &registered.remarks,
        &registered.deviations,
    ];
    ruling_notes(&registered.ruling, on.map(|own| own.iter().collect()))
}

/// Adds what a ruling interprets: the words once if they are the same, else then and now.
fn add_unit(unit: &InterpretedUnit, then: &str, now: &str, out: &mut Vec<Block>) {
    let is_whole = unit.kind == "section";
    let words = |text: &Option<String>| {
        let text = text.clone();
        text.unwrap_or_else(|| "text not included; see your booklet".to_owned())
    };
    let id = name(&unit.id);
    let text: Text = match unit.change {
        InterpretedChange::Same => {
            let at = match then == now {
                true => format!(" (at {now})"),
                false => format!(" (the same at {then} and {now})"),
            };
            match is_whole {
                true => text!["the whole section ", id, at],
                false => text![id, at, ": ", words(&unit.now)],
            }
        }
        InterpretedChange::NotHeld => {
            let words = unit.now.as_ref().filter(|_| !is_whole);
            let words = words.map(|words| format!("; at {now}: {words}"));
            let missing = format!(": text not included at {then}; see your booklet");
            text![id, missing, words.unwrap_or_default()]
        }
        InterpretedChange::Deleted => {
            text![id, format!(" (deleted): at {then}: {}", words(&unit.then))]
        }
        InterpretedChange::Changed => text![id, " (changed)"],
    };
    out.push(Block::indented("Interprets", text));
    if unit.change == InterpretedChange::Changed {
        let [before, after] = [&unit.then, &unit.now].map(|own| own.as_deref().unwrap_or(HOLE));
        let (before, after) = Text::sides(before, after);
        out.push(Block::item(format!("    {then}  "), "         ", before));
        out.push(Block::item(format!("    {now}  "), "         ", after));
    }
}

/// Parses the name of a state.
fn parse_state(typed: &str) -> Result<RulingState, String> {
    RulingState::from_name(typed).ok_or_else(|| {
        let names = RulingState::BY_CARE.iter().map(|state| state.label());
        let names: Vec<_> = names.collect();
        format!("not a state of a ruling; states: {}", names.join(", "))
    })
}
