//! What the cursor stands on in a scenario, explained: the word, what the sums of its line give and on what they rest, at this edition and
//! at every other, and what the clauses behind its findings say.

use super::look;
use crate::scenario::ScenarioDocument;
use crate::{
    analysis::{Request, WordingChoice},
    export::markdown::{self, escape},
    lsp::{hover::clause, snapshot::Snapshot},
    resolve::RulesetDb,
    scenario::{BoundScenario, RecordIx, RuleValue, SumResult, ValueType, WordRole},
    text::Span,
};

/// So many clauses are told of one line.
const MOST: usize = 8;

/// The explanation of what stands at a byte, and the bytes that it is of.
pub(in crate::lsp) fn explained(
    snapshot: &Snapshot<'_>,
    play: &ScenarioDocument,
    byte: usize,
) -> Option<(String, Span)> {
    let db = play.ruleset_db(snapshot.analysis())?;
    let word = play.word(byte);
    let record = play.record(byte);
    let mut parts: Vec<String> = Vec::new();
    if let Some(word) = word {
        match word.role {
            WordRole::Setting => {
                return played(snapshot, play, db, word.span).map(|text| (text, word.span));
            }
            WordRole::Key => parts.extend(key(play, db, word.span, record)),
            WordRole::Value(..) => {
                let view = play
                    .case
                    .as_ref()
                    .ok()
                    .map(|case| case.rule_values.view.clone())
                    .or_else(|| snapshot.view(db));
                let entry = play.term(db, word).zip(view);
                parts.extend(
                    entry.and_then(|(term, view)| {
                        clause(snapshot, db, &view, &format!("term:{term}"))
                    }),
                );
            }
            WordRole::Heading | WordRole::Name(_) => {}
        }
    }
    if let (Some(record), Ok(case)) = (record, &play.case) {
        parts.extend(sums(snapshot, play, case, db, record));
        parts.extend(findings(snapshot, play, case, record));
    }
    let (scenario, _) = play.said()?;
    let span = word
        .map(|word| word.span)
        .or_else(|| record.map(|record| scenario.record(record).span))?;
    (!parts.is_empty()).then(|| (parts.join("\n---\n\n"), span))
}

/// Where a scenario is played.
fn played(
    snapshot: &Snapshot<'_>,
    play: &ScenarioDocument,
    db: &RulesetDb,
    span: Span,
) -> Option<String> {
    let front = play.front()?;
    let is = |own: &Option<crate::text::Spanned<String>>| {
        own.as_ref().is_some_and(|own| own.span == span)
    };
    let ruleset = &db.ruleset;
    if is(&front.edition) {
        let edition = ruleset.edition(&front.edition.as_ref()?.value)?;
        return Some(markdown::edition(ruleset, edition));
    }
    if is(&front.ruleset) {
        return Some(format!("**{}**\n", escape(&ruleset.title)));
    }
    if is(&front.profile) {
        let profile = ruleset.profile(&front.profile.as_ref()?.value)?;
        let layers: Vec<String> = profile
            .layers
            .iter()
            .filter_map(|key| ruleset.documents.get(&**key))
            .map(|own| escape(&own.title))
            .collect();
        let layers = if layers.is_empty() {
            "no rulings".to_owned()
        } else {
            layers.join(", ")
        };
        return Some(format!(
            "**{}**: played with {layers}\n",
            escape(&profile.name)
        ));
    }
    let request = Request {
        as_of: Some(front.date.as_ref()?.value.parse().ok()?),
        ..Request::default()
    };
    let view = snapshot
        .analysis()
        .view(db, &request, snapshot.session.around.today())
        .ok()?;
    Some(format!(
        "Only what was published on or before {} counts: {} was in force.\n",
        view.as_of,
        ruleset.edition_id(view.edition)
    ))
}

/// What can be said behind a key.
fn key(
    play: &ScenarioDocument,
    db: &RulesetDb,
    span: Span,
    record: Option<RecordIx>,
) -> Option<String> {
    let (scenario, vocabulary) = play.said()?;
    let written = span.of(&play.text).to_lowercase();
    if written == "edition" {
        let all: Vec<&str> = db
            .ruleset
            .editions
            .iter()
            .map(|edition| edition.id.as_str())
            .collect();
        return Some(format!(
            "`edition`: the edition that is played, one of {}\n",
            all.join(", ")
        ));
    }
    let kinds = record
        .map(|record| scenario.record(record).kind)
        .into_iter()
        .chain([crate::scenario::ROOT]);
    let own = |property: &&crate::scenario::Property| {
        vocabulary.property_name(property.ix) == written
            || property.keys.iter().any(|key| **key == *written)
    };
    let property = kinds
        .filter_map(|kind| vocabulary.kind(kind).properties.values().find(own))
        .next()?;
    let shape = match &property.value_type {
        ValueType::Number { unit, .. } if unit.is_empty() => "a number".to_owned(),
        ValueType::Number { unit, .. } => format!("a number of {unit}"),
        ValueType::Word(words) => format!("one of {}", look::listed(vocabulary, words)),
        ValueType::Words(words) => format!("any of {}", look::listed(vocabulary, words)),
        ValueType::Flag => "said or not".to_owned(),
        ValueType::Place => "a place: `300,100`, or `0,0 to 600,200`".to_owned(),
        ValueType::Text => "any text".to_owned(),
    };
    Some(format!(
        "`{}`: {shape}\n",
        vocabulary.property_name(property.ix)
    ))
}

/// What the sums of a record give, now and at every edition.
fn sums(
    snapshot: &Snapshot<'_>,
    play: &ScenarioDocument,
    case: &BoundScenario,
    db: &RulesetDb,
    record: RecordIx,
) -> Option<String> {
    let shown = |figure: &&SumResult| {
        case.definition_of(figure)
            .is_some_and(|(_, gives)| gives.column.is_some() || gives.row.is_some())
    };
    let figures: Vec<&SumResult> = play.figures_of(record).iter().filter(shown).collect();
    let totals = if case.scenario.descendants(record).is_empty() {
        Vec::new()
    } else {
        case.totals(play.figures(), record)
    };
    if figures.is_empty() && totals.is_empty() {
        return None;
    }
    let line = case
        .scenario
        .record(record)
        .span
        .of(&case.text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let mut out = format!(
        "**{}** · {} {}\n\n",
        escape(&line),
        escape(&db.ruleset.key.to_uppercase()),
        case.rule_values.edition
    );
    for (words, sum) in totals {
        out += &format!(
            "- its lines: {} {}\n",
            crate::scenario::format_number(sum),
            escape(&words)
        );
    }
    for figure in &figures {
        let Some((rule, _)) = case.definition_of(figure) else {
            continue;
        };
        out += &format!(
            "- {}: **{}**\n",
            escape(&rule.title),
            escape(&case.describe(figure))
        );
        let rests = case.cited_values(&figure.dependencies);
        // what a whole army rests on would be the whole table
        for number in rests.iter().take(if rests.len() > MOST { 0 } else { MOST }) {
            out += &format!(
                "  - {}\n",
                escape(&crate::scenario::format_citation(&number.citation))
            );
        }
    }
    out += &editions(snapshot, case, db, record, &figures);
    Some(out)
}

/// The same sums at every edition, as a table.
fn editions(
    snapshot: &Snapshot<'_>,
    case: &BoundScenario,
    db: &RulesetDb,
    record: RecordIx,
    figures: &[&SumResult],
) -> String {
    let ruleset = &db.ruleset;
    if ruleset.editions.len() < 2 || figures.is_empty() {
        return String::new();
    }
    let mut head = "\n| |".to_owned();
    let mut rows: Vec<String> = Vec::new();
    for figure in figures {
        let title = case.definition_of(figure).map(|(rule, gives)| {
            gives
                .row
                .as_ref()
                .or(gives.column.as_ref())
                .unwrap_or(&rule.title)
                .clone()
        });
        rows.push(format!("| {} |", escape(&title.unwrap_or_default())));
    }
    for edition in &ruleset.editions {
        let Some(ix) = ruleset.edition(&edition.id) else {
            continue;
        };
        let view = case.rule_values.view.with_edition(ix);
        if ruleset
            .in_force_from(ix)
            .is_some_and(|from| from.counts_from() > view.as_of)
        {
            continue;
        }
        let rule_values =
            snapshot
                .state
                .checker
                .rule_values(snapshot.analysis(), db, &case.rules, &view);
        let there = case.with_rule_values(rule_values);
        let found = there.sum_results_of(record);
        head += &format!(" {} |", escape(&edition.id));
        for (row, figure) in rows.iter_mut().zip(figures) {
            let own = found.iter().find(|other| other.rule == figure.rule);
            let unit = case
                .definition_of(figure)
                .map_or("", |(_, gives)| &*gives.unit);
            let said = own.map_or_else(
                || "–".to_owned(),
                |own| there.display_value(&own.value, unit),
            );
            *row += &format!(" {} |", escape(&said));
        }
    }
    let columns = head.matches('|').count() - 1;
    format!(
        "{head}\n{}\n{}\n",
        "|---".repeat(columns) + "|",
        rows.join("\n")
    )
}

/// What is wrong there, the clauses that this rests on, and the rulings on them.
fn findings(
    snapshot: &Snapshot<'_>,
    play: &ScenarioDocument,
    case: &BoundScenario,
    record: RecordIx,
) -> Option<String> {
    let own = case.scenario.record(record).span;
    let found: Vec<_> = snapshot
        .findings(play.source)
        .into_iter()
        .filter(|finding| own.touches(finding.at.span.start()))
        .collect();
    let mut out = String::new();
    let mut grounds: Vec<&RuleValue> = Vec::new();
    for finding in &found {
        out += &format!(
            "- **{}** ({}): {}\n",
            escape(&finding.message),
            escape(&finding.code),
            finding.severity.word()
        );
        for number in case.values_behind(&finding.code, record) {
            if !grounds
                .iter()
                .any(|known| known.citation.id == number.citation.id)
            {
                grounds.push(number);
            }
        }
    }
    for number in grounds.iter().take(MOST) {
        out += &format!(
            "  - {}\n",
            escape(&crate::scenario::format_citation(&number.citation))
        );
    }
    let figures = play
        .figures_of(record)
        .iter()
        .flat_map(|figure| case.cited_values(&figure.dependencies));
    for number in figures.collect::<Vec<_>>() {
        if !grounds
            .iter()
            .any(|known| known.citation.id == number.citation.id)
        {
            grounds.push(number);
        }
    }
    let analysis = snapshot.analysis();
    let db = analysis.ruleset_db(&case.ruleset)?;
    let mut rulings: Vec<String> = Vec::new();
    for number in grounds.iter().take(MOST) {
        let Some(section) = db.section(&number.citation.section) else {
            continue;
        };
        let clause = analysis.clause(
            db,
            &section,
            Some(number.citation.unit),
            &case.rule_values.view,
            WordingChoice::Restated,
        );
        for ruling in &clause.clarifications {
            let said = format!(
                "- **Ruling** `{}` (*{}*): {}\n",
                ruling.id,
                ruling.state.name(),
                escape(&ruling.text)
            );
            if !rulings.contains(&said) {
                rulings.push(said);
            }
        }
    }
    out += &rulings.into_iter().take(MOST).collect::<String>();
    (!out.is_empty()).then_some(out)
}
