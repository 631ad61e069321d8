//! Explains a word of a scenario: its meaning, the sums of its line by edition, and its problems.

use crate::{
    analysis::{NOT_OFFICIAL, Request, WordingChoice},
    answer::{self, TroopDetail},
    doc::markdown::{code, escape, render},
    lsp::{
        Snapshot,
        hover::symbol::{describe_clause, describe_symbol},
        scenario_cursor::{listed, shape_of},
    },
    resolve::{RulesetDb, View},
    scenario::{
        BoundScenario, Property, ROOT, RecordIx, RuleValue, ScenarioDocument, SumResult, ValueType,
        WordRole, format_citation, format_number,
    },
    text::{Span, Spanned},
};

/// The maximum number of clauses for one line.
const MAX_CLAUSES: usize = 8;

/// Explains what is at a byte, and returns its span.
pub(crate) fn explain(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    byte: usize,
) -> Option<(String, Span)> {
    let db = document.ruleset_db(snapshot.analysis())?;
    let word = document.word(byte);
    let record = document.record(byte);
    let mut parts: Vec<String> = Vec::new();
    if let Some(word) = word {
        match word.role {
            WordRole::Setting => {
                let symbol = snapshot.name_at(document.source, byte);
                let text = match symbol {
                    Some((db, found)) => describe_symbol(snapshot, db, &found.symbol),
                    None => describe_setting(snapshot, document, db, word.span),
                };
                return text.map(|text| (text, word.span));
            }
            WordRole::Key => parts.extend(describe_key(document, db, word.span, record)),
            WordRole::Value(..) => {
                let view = document
                    .bound
                    .as_ref()
                    .ok()
                    .map(|case| case.rule_values.view.clone())
                    .or_else(|| snapshot.view(db));
                let troop = view
                    .as_ref()
                    .and_then(|view| describe_troop(snapshot, document, db, view, word.span));
                let is_troop = troop.is_some();
                parts.extend(troop);
                let entry = document.term(db, word).zip(view).filter(|_| !is_troop);
                parts.extend(entry.and_then(|(term, view)| {
                    describe_clause(snapshot, db, &view, &format!("term:{term}"))
                }));
            }
            WordRole::Heading | WordRole::Name(_) => {}
        }
    }
    if let (Some(record), Ok(case)) = (record, &document.bound) {
        parts.extend(describe_sums(snapshot, document, case, db, record));
        parts.extend(describe_problems(snapshot, document, case, record));
    }
    let (scenario, _) = document.parsed()?;
    let span = word
        .map(|word| word.span)
        .or_else(|| record.map(|record| scenario.record(record).span))?;
    (!parts.is_empty()).then(|| (parts.join("\n---\n\n"), span))
}

/// Explains a troop type, with the grade that is written after it.
fn describe_troop(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    db: &RulesetDb,
    view: &View,
    span: Span,
) -> Option<String> {
    let analysis = snapshot.analysis();
    let after = document.text.get(span.end()..)?;
    let grade = after
        .trim_start_matches(' ')
        .strip_prefix('(')
        .and_then(|rest| Some(rest.split_once(')')?.0));
    let written = span.of(&document.text);
    let graded = grade.and_then(|grade| analysis.troop_named(db, &format!("{written}({grade})")));
    let name = graded.or_else(|| analysis.troop_named(db, written))?;
    let troop = analysis.troop_view(db, &name, view, WordingChoice::Both);
    let counts = TroopDetail::Counts;
    let blocks = answer::troop(&db.ruleset, &troop, counts, NOT_OFFICIAL);
    Some(render(&blocks, true))
}

/// Explains the profile or date in the front matter.
fn describe_setting(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    db: &RulesetDb,
    span: Span,
) -> Option<String> {
    let front = document.front()?;
    let is = |own: &Option<Spanned<String>>| own.as_ref().is_some_and(|own| own.span == span);
    let ruleset = &db.ruleset;
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
        .view(db, &request, snapshot.today())
        .ok()?;
    Some(format!(
        "Only what was published up to {} is used: {} was in force.\n",
        view.as_of,
        escape(ruleset.edition_id(view.edition))
    ))
}

/// Describes the values of a key.
fn describe_key(
    document: &ScenarioDocument,
    db: &RulesetDb,
    span: Span,
    record: Option<RecordIx>,
) -> Option<String> {
    let (scenario, vocabulary) = document.parsed()?;
    let written = span.of(&document.text).to_lowercase();
    if written == "edition" {
        let all: Vec<&str> = db
            .ruleset
            .editions
            .iter()
            .map(|edition| edition.id.as_str())
            .collect();
        return Some(format!(
            "`edition`: the edition in play, one of {}\n",
            escape(&all.join(", "))
        ));
    }
    let kinds = record
        .map(|record| scenario.record(record).kind)
        .into_iter()
        .chain([ROOT]);
    let own = |property: &&Property| {
        vocabulary.property_name(property.ix) == written
            || property.keys.iter().any(|key| **key == *written)
    };
    let property = kinds
        .filter_map(|kind| vocabulary.kind(kind).properties.values().find(own))
        .next()?;
    let shape = match &property.value_type {
        ValueType::Word(words) => format!("one of {}", listed(vocabulary, words)),
        ValueType::Words(words) => format!("any of {}", listed(vocabulary, words)),
        ValueType::Place => "a place: `300,100`, or `0,0 to 600,200`".to_owned(),
        ValueType::Number { .. } | ValueType::Flag | ValueType::Text => escape(&shape_of(property)),
    };
    Some(format!(
        "{}: {shape}\n",
        code(vocabulary.property_name(property.ix))
    ))
}

/// Describes the sums of a record, now and at every edition.
fn describe_sums(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    case: &BoundScenario,
    db: &RulesetDb,
    record: RecordIx,
) -> Option<String> {
    let shown = |figure: &&SumResult| {
        case.definition_of(figure)
            .is_some_and(|(_, gives)| gives.column.is_some() || gives.row.is_some())
    };
    let figures: Vec<&SumResult> = document
        .sum_results_of(record)
        .iter()
        .filter(shown)
        .collect();
    let totals = if case.scenario.descendants(record).len() == 0 {
        Vec::new()
    } else {
        case.totals(document.sum_results(), record)
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
        escape(&case.rule_values.edition)
    );
    for (words, sum) in totals {
        out += &format!("- its lines: {} {}\n", format_number(sum), escape(&words));
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
        let cited = case.cited_values(&figure.dependencies);
        // the values behind a whole army would be the whole table
        for number in cited.iter().take(if cited.len() > MAX_CLAUSES {
            0
        } else {
            MAX_CLAUSES
        }) {
            out += &format!("  - {}\n", escape(&format_citation(&number.citation)));
        }
    }
    out += &sums_by_edition(snapshot, case, db, record, &figures);
    Some(out)
}

/// The same sums at every edition, as a table.
fn sums_by_edition(
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
            let text = own.map_or_else(
                || "–".to_owned(),
                |own| there.display_value(&own.value, unit),
            );
            *row += &format!(" {} |", escape(&text));
        }
    }
    let columns = head.matches('|').count() - 1;
    format!(
        "{head}\n{}\n{}\n",
        "|---".repeat(columns) + "|",
        rows.join("\n")
    )
}

/// Lists the diagnostics of a record, the clauses behind them, and the rulings on these.
fn describe_problems(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    case: &BoundScenario,
    record: RecordIx,
) -> Option<String> {
    let own = case.scenario.record(record).span;
    let found: Vec<_> = snapshot
        .diagnostics(document.source)
        .into_iter()
        .filter(|diagnostic| own.touches(diagnostic.at.span.start()))
        .collect();
    let mut out = String::new();
    let mut grounds: Vec<&RuleValue> = Vec::new();
    for diagnostic in &found {
        out += &format!(
            "- **{}** ({}): {}\n",
            escape(&diagnostic.message),
            escape(&diagnostic.code),
            diagnostic.severity.word()
        );
        for number in case.values_behind(&diagnostic.code, record) {
            if !grounds
                .iter()
                .any(|known| known.citation.id == number.citation.id)
            {
                grounds.push(number);
            }
        }
    }
    for number in grounds.iter().take(MAX_CLAUSES) {
        out += &format!("  - {}\n", escape(&format_citation(&number.citation)));
    }
    let figures = document
        .sum_results_of(record)
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
    for number in grounds.iter().take(MAX_CLAUSES) {
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
            let text = format!(
                "- **Ruling** {} (*{}*): {}\n",
                code(&ruling.id),
                ruling.state.label(),
                escape(&ruling.text)
            );
            if !rulings.contains(&text) {
                rulings.push(text);
            }
        }
    }
    out += &rulings.into_iter().take(MAX_CLAUSES).collect::<String>();
    (!out.is_empty()).then_some(out)
}
