//! `rulebook rulings`: lists rulings with their state and the words they interpret, then and now.

use super::{
    CommandError, CommandResult, Context, Styler, Subcommand, ViewOptions, exit, header, plural,
    word_diff,
};
use crate::{
    analysis::{
        ClauseAnnotation, InterpretedChange, InterpretedUnit, RegisteredRuling, RulingFilter,
        RulingRegister, parse_page,
    },
    model::Ruleset,
    resolve::RulingState,
};

/// List the rulings, what each interprets, and whether that text still reads the same
#[derive(clap::Args)]
pub(super) struct RulingsCommand {
    /// A ruleset, or the number of a ruling: dbm, C22.2, "IWF 22.2"
    #[arg(value_name = "[RULESET] [NUMBER]")]
    what: Vec<String>,
    /// List only rulings in this state: contradicted, undecided, touched, narrowed, absorbed,
    /// confirmed, current (or valid)
    #[arg(long, value_name = "STATE", value_parser = parse_state, value_delimiter = ',')]
    state: Vec<RulingState>,
    /// List only rulings on this page of the booklet
    #[arg(long, value_name = "PAGE")]
    page: Option<String>,
    /// List only rulings that interpret this clause or a part of it
    #[arg(long, value_name = "CLAUSE")]
    clause: Option<String>,
    #[command(flatten)]
    options: ViewOptions,
}

/// Parses the name of a state.
fn parse_state(typed: &str) -> Result<RulingState, String> {
    RulingState::from_name(typed).ok_or_else(|| {
        let names: Vec<_> = RulingState::BY_CARE
            .iter()
            .map(|state| state.name())
            .collect();
        format!("not a state of a ruling; states: {}", names.join(", "))
    })
}

impl Subcommand for RulingsCommand {
    const NAME: &str = "rulings";

    const EXAMPLES: &str = "Examples:
  rulebook rulings                      all, those that need care first
  rulebook rulings C22.2                one ruling
  rulebook rulings --state touched,undecided
  rulebook rulings --page 24
  rulebook rulings --clause recoiling --at 3.3";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let analysis = context.load_analysis()?;
        let question = analysis.question(&self.what.join(" "));
        let mut request = self.options.request().with_question(&question);
        let (prefix, number) = analysis.split_ruleset(question.target());
        request.ruleset = prefix.map(str::to_owned).or(request.ruleset);
        let clause = self.clause.as_deref();
        let clause = clause.map(|typed| analysis.question(typed).target().to_owned());
        let filter = RulingFilter {
            states: self.state,
            page: self
                .page
                .map(|typed| parse_page(&typed).unwrap_or_else(|| typed.trim().to_owned())),
            number: Some(number.to_owned()).filter(|number| !number.is_empty()),
            clause: None,
        };
        let engine = context.engine(&analysis);
        let format = self.options.format;
        let answer = engine
            .ruling_register(&request, filter, clause.as_deref())
            .map_err(|error| CommandError::from_answer(error, format))?;
        let code = exit::code(!answer.body.rulings.is_empty());
        Ok(context
            .respond_with(format, Ok(answer), render)?
            .with_code(code))
    }
}

/// Renders the counts and the rulings.
fn render(styler: Styler, ruleset: &Ruleset, answer: &RulingRegister) -> String {
    let mut out = header::query_line(styler, ruleset, &answer.query, None);
    out += &header::notice_lines(styler, &answer.notices);
    out += &styler.paragraph(&summary(answer));
    for ruling in &answer.rulings {
        out.push('\n');
        out += &render_ruling(styler, ruleset, answer, ruling);
    }
    out
}

/// Returns the counts: `93 rulings: 1 contradicted, 1 undecided, 91 current`.
fn summary(answer: &RulingRegister) -> String {
    let all: usize = answer.counts.iter().map(|count| count.count).sum();
    if all == 0 {
        let profile = &answer.query.profile;
        return match answer.total {
            0 => format!("No rulings under profile {profile}."),
            total => format!(
                "No matching rulings under profile {profile}; it has {}.",
                plural(total, "other ruling")
            ),
        };
    }
    let counts = answer.counts.iter().filter(|count| count.count > 0);
    let counts: Vec<_> = counts
        .map(|count| format!("{} {}", count.count, count.state.name()))
        .collect();
    let shown = match answer.rulings.len() {
        shown if shown == all => String::new(),
        shown => format!("; {shown} shown"),
    };
    format!("{}: {}{shown}", plural(all, "ruling"), counts.join(", "))
}

fn render_ruling(
    styler: Styler,
    ruleset: &Ruleset,
    answer: &RulingRegister,
    registered: &RegisteredRuling,
) -> String {
    let ruling = &registered.ruling;
    let number = match &ruling.n {
        Some(n) => format!("{} {n}", registered.origin.short),
        None => registered.origin.short.clone(),
    };
    let page = header::page_suffix(registered.origin.page.as_deref());
    let state = match ruling.state {
        RulingState::Current => styler.dim(ruling.state.name()),
        _ => styler.warning(ruling.state.name()),
    };
    let title = format!(
        "{}  {state}  {}{page}",
        styler.strong(&number),
        registered.heading
    );
    let id = format!("{}/{}", answer.query.ruleset, ruling.id);
    let mut out = styler.justify(&title, &styler.reference(&id));
    let words = ruling.printed.as_ref().unwrap_or(&ruling.text);
    let words = if words.contains(char::is_alphanumeric) {
        words
    } else {
        "Text not included; see the document"
    };
    out += &styler.wrap("  ", "  ", words);
    if ruling.printed.is_some() {
        out += &styler.restated("  ", &styler.dim(&ruling.text));
    }
    if !ruling.reason.is_empty() {
        out += &styler.labelled("  ", "Why", &ruling.reason);
    }
    let remarks = |label: &str, remarks: &[ClauseAnnotation]| -> String {
        let lines = remarks
            .iter()
            .map(|remark| styler.labelled("  ", label, &remark.text));
        lines.collect()
    };
    out += &remarks("Remark", &registered.remarks);
    out += &remarks("Contradiction", &registered.contradictions);
    let now = &answer.query.edition;
    let then = ruleset
        .documents
        .get(&ruling.document)
        .map_or("", |document| ruleset.edition_id(document.edition));
    for unit in &registered.interprets {
        out += &render_unit(styler, unit, then, now);
    }
    out += &remarks("Deviation", &registered.deviations);
    out
}

/// Renders what a ruling interprets: the words once if they are the same, else then and now.
fn render_unit(styler: Styler, unit: &InterpretedUnit, then: &str, now: &str) -> String {
    let name = styler.reference(&unit.id);
    let whole = unit.kind == "section";
    let words = |text: &Option<String>| {
        let text = text.clone();
        text.unwrap_or_else(|| "text not included; see your booklet".to_owned())
    };
    let is_same = format!(
        "{} ({})",
        name,
        if then == now {
            format!("at {now}")
        } else {
            format!("the same at {then} and {now}")
        }
    );
    match unit.change {
        InterpretedChange::Same if whole => {
            styler.labelled("  ", "Interprets", &format!("the whole section {is_same}"))
        }
        InterpretedChange::Same => styler.labelled(
            "  ",
            "Interprets",
            &format!("{is_same}: {}", words(&unit.now)),
        ),
        InterpretedChange::NotHeld => {
            let now = match &unit.now {
                Some(text) if !whole => format!("; at {now}: {text}"),
                Some(_) | None => String::new(),
            };
            let text = format!("{name}: text not included at {then}; see your booklet{now}");
            styler.labelled("  ", "Interprets", &text)
        }
        InterpretedChange::Deleted => {
            let text = format!("{name} (deleted): at {then}: {}", words(&unit.then));
            styler.labelled("  ", "Interprets", &text)
        }
        InterpretedChange::Changed => {
            let (before, after) = word_diff::side_by_side(
                styler,
                unit.then.as_deref().unwrap_or(word_diff::NOT_HELD),
                unit.now.as_deref().unwrap_or(word_diff::NOT_HELD),
            );
            styler.labelled("  ", "Interprets", &format!("{name} (changed)"))
                + &styler.wrap(&format!("    {then}  "), "         ", &before)
                + &styler.wrap(&format!("    {now}  "), "         ", &after)
        }
    }
}
