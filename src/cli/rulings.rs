//! `rulebook rulings`: lists rulings with their state and the words they interpret, then and now.

use super::{Styler, header, plural, terminal};
use crate::{
    analysis::{
        ClauseAnnotation, InterpretedChange, InterpretedUnit, RegisteredRuling, RulingRegister,
        ViewDescription,
    },
    answer::CitedRulings,
    doc::HOLE,
    model::Ruleset,
    resolve::RulingState,
};

/// Renders the counts and the rulings: in full if there are few or `all` is requested, else one line
/// each, with the reason if it needs care.
pub(super) fn render(
    styler: Styler,
    ruleset: &Ruleset,
    answer: &RulingRegister,
    all: bool,
) -> String {
    let mut out = header::query_line(styler, ruleset, &answer.query, None);
    out += &header::notice_lines(styler, &answer.notices);
    out += &styler.paragraph(&summary(answer));
    if all || answer.rulings.len() <= MAX_IN_FULL {
        for ruling in &answer.rulings {
            out.push('\n');
            out += &render_ruling(styler, ruleset, &answer.query, ruling);
        }
        return out;
    }
    for ruling in &answer.rulings {
        out += &title_line(styler, &answer.query, ruling);
        let remarks = ruling.contradictions.iter().chain(&ruling.remarks);
        let needs_care = !matches!(
            ruling.ruling.state,
            RulingState::Current | RulingState::Confirmed
        );
        if let Some(first) = remarks.into_iter().next().filter(|_| needs_care) {
            out += &styler.labelled("    ", "Why", &first.text);
        }
    }
    out + &styler.help("`--notes` shows them in full; `rulebook C22.2` shows one")
}

/// The number of rulings up to which a list has their texts.
const MAX_IN_FULL: usize = 3;

/// Renders the rulings that a question cites; also for `rulebook show`.
pub(super) fn render_cited(styler: Styler, ruleset: &Ruleset, answer: &CitedRulings) -> String {
    let mut out = header::query_line(styler, ruleset, &answer.view.query, None);
    out += &header::notice_lines(styler, &answer.view.notices);
    let rulings = answer.rulings.iter();
    let rendered = rulings.map(|own| render_ruling(styler, ruleset, &answer.view.query, own));
    out + &rendered.collect::<Vec<_>>().join("\n")
}

/// Returns the counts: `93 rulings: 1 contradicted, 1 undecided, 91 current`.
fn summary(answer: &RulingRegister) -> String {
    let all: usize = answer.counts.iter().map(|count| count.count).sum();
    if all == 0 {
        let profile = &answer.query.profile;
        return match answer.all {
            0 => format!("Profile {profile} shows no rulings."),
            all => format!(
                "No matches; profile {profile} shows {} in all.",
                plural(all, "ruling")
            ),
        };
    }
    let counts = answer.counts.iter().filter(|count| count.count > 0);
    let counts: Vec<_> = counts
        .map(|count| format!("{} {}", count.count, count.state.label()))
        .collect();
    let shown = match answer.rulings.len() {
        shown if shown == all => String::new(),
        shown => format!("; {shown} shown"),
    };
    format!("{}: {}{shown}", plural(all, "ruling"), counts.join(", "))
}

/// Returns the line with the number, state and place of a ruling.
fn title_line(styler: Styler, query: &ViewDescription, registered: &RegisteredRuling) -> String {
    let ruling = &registered.ruling;
    let number = match &ruling.n {
        Some(n) => format!("{} {n}", registered.origin.short),
        None => registered.origin.short.clone(),
    };
    let page = header::page_suffix(registered.origin.page.as_deref());
    let state = match ruling.state {
        RulingState::Current => styler.dim(ruling.state.label()),
        _ => styler.warning(ruling.state.label()),
    };
    let title = format!(
        "{}  {state}  {}{page}",
        styler.strong(&number),
        registered.heading
    );
    let id = format!("{}/{}", query.ruleset, ruling.id);
    styler.justify(&title, &styler.reference(&id))
}

fn render_ruling(
    styler: Styler,
    ruleset: &Ruleset,
    query: &ViewDescription,
    registered: &RegisteredRuling,
) -> String {
    let ruling = &registered.ruling;
    let mut out = title_line(styler, query, registered);
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
    let now = &query.edition;
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
            let [then_words, now_words] =
                [&unit.then, &unit.now].map(|words| words.as_deref().unwrap_or(HOLE));
            let (before, after) = terminal::sides(styler, then_words, now_words);
            styler.labelled("  ", "Interprets", &format!("{name} (changed)"))
                + &styler.wrap(&format!("    {then}  "), "         ", &before)
                + &styler.wrap(&format!("    {now}  "), "         ", &after)
        }
    }
}
