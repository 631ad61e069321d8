//! Rulings as documents: the register, those that a question cites, and those on a clause, each with
//! its state and the words that it interprets, then and now.

use super::{notices, title, view};
use crate::{
    analysis::{
        ClauseAnnotation, InterpretedChange, InterpretedUnit, RegisteredRuling, RulingRegister,
        ViewDescription, annotations,
    },
    answer::{CitedRulings, RulingsView},
    doc::{Block, HOLE, Text, name, quiet, strong, text, warning},
    model::Ruleset,
    resolve::RulingState,
    text::{join, plural, prefixed},
};

/// The number of rulings up to which a list has their texts.
const MAX_IN_FULL: usize = 3;

/// Returns the counts and the rulings: in full if there are few or `all` is requested, else one line
/// each, with the reason if it needs care.
pub(super) fn register(ruleset: &Ruleset, answer: &RulingRegister, all: bool) -> Vec<Block> {
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
        let state = ruling.ruling.state;
        let needs_care = !matches!(state, RulingState::Current | RulingState::Confirmed);
        let mut remarks = ruling.contradictions.iter().chain(&ruling.remarks);
        if let Some(first) = remarks.next().filter(|_| needs_care) {
            out.push(Block::item(
                text!["    ", strong("Why"), "  "],
                "    ",
                &first.text,
            ));
        }
    }
    let help = "`--notes` shows them in full; `rulebook C22.2` shows one";
    out.push(Block::Help(help.to_owned()));
    out
}

/// Returns the rulings that a question cites.
pub(super) fn cited(ruleset: &Ruleset, answer: &CitedRulings) -> Vec<Block> {
    let mut out = vec![view(ruleset, &answer.view.query, None)];
    out.extend(notices(&answer.view.notices));
    for (at, ruling) in answer.rulings.iter().enumerate() {
        out.extend((at > 0).then_some(Block::Gap));
        add_ruling(ruleset, &answer.view.query, ruling, &mut out);
    }
    out
}

/// Returns the rulings on clauses.
pub(super) fn of_clauses(ruleset: &Ruleset, answer: &RulingsView) -> Vec<Block> {
    let mut out = Vec::new();
    for clause in &answer.clauses {
        out.push(view(ruleset, &answer.query, clause.page.clone()));
        out.push(title(&clause.path, &clause.id));
        out.extend(notices(&answer.notices));
        out.extend(clause.clarifications.iter().map(crate::analysis::ruling));
        out.extend(annotations("Contradiction", &clause.contradictions));
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
    let state = match ruling.state {
        RulingState::Current => quiet(ruling.state.label()),
        _ => warning(ruling.state.label()),
    };
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
    if !ruling.reason.is_empty() {
        out.push(Block::indented("Why", &ruling.reason));
    }
    let mut remarks = |label: &'static str, remarks: &[ClauseAnnotation]| {
        out.extend(remarks.iter().map(|own| Block::indented(label, &own.text)));
    };
    remarks("Remark", &registered.remarks);
    remarks("Contradiction", &registered.contradictions);
    let document = ruleset.documents.get(&ruling.document);
    let then = document.map_or("", |document| ruleset.edition_id(document.edition));
    for unit in &registered.interprets {
        add_unit(unit, then, &query.edition, out);
    }
    let deviations = registered.deviations.iter();
    out.extend(deviations.map(|own| Block::indented("Deviation", &own.text)));
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
