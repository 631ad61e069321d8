//! Explains a word of a scenario: its meaning, the sums of its line by edition, and its problems.

use crate::{
    analysis::{Request, WordingChoice},
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
    text::{Span, Spanned, join},
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
                let case = document.bound.as_ref().ok();
                let view = case.map(|case| case.rule_values.view.clone());
                let view = view.or_else(|| snapshot.view(db));
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
    let whole = record.map(|record| scenario.record(record).span);
    let span = word.map(|word| word.span).or(whole)?;
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
    let blocks = answer::troop(&db.ruleset, &troop, TroopDetail::Counts);
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
        let layers = profile.layers.iter();
        let layers = layers.filter_map(|key| ruleset.documents.get(&**key));
        let mut layers = join(layers.map(|own| escape(&own.title)), ", ");
        if layers.is_empty() {
            layers = "no rulings".to_owned();
        }
        let name = escape(&profile.name);
        return Some(format!("**{name}**: played with {layers}\n"));
    }
    let request = Request {
        as_of: Some(front.date.as_ref()?.value.parse().ok()?),
        ..Request::default()
    };
    let view = snapshot.analysis().view(db, &request, snapshot.today());
    let view = view.ok()?;
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
        let all = join(db.ruleset.editions.iter().map(|own| &own.id), ", ");
        let all = escape(&all);
        return Some(format!("`edition`: the edition in play, one of {all}\n"));
    }
    let kind = record.map(|record| scenario.record(record).kind);
    let own = |property: &&Property| {
        vocabulary.property_name(property.ix) == written
            || property.keys.iter().any(|key| **key == *written)
    };
    let mut kinds = kind.into_iter().chain([ROOT]);
    let property = kinds.find_map(|kind| vocabulary.kind(kind).properties.values().find(own))?;
    let shape = match &property.value_type {
        ValueType::Word(words) => format!("one of {}", listed(vocabulary, words)),
        ValueType::Words(words) => format!("any of {}", listed(vocabulary, words)),
        ValueType::Place => "a place: `300,100`, or `0,0 to 600,200`".to_owned(),
        ValueType::Number { .. } | ValueType::Flag | ValueType::Text => escape(&shape_of(property)),
    };
    let name = code(vocabulary.property_name(property.ix));
    Some(format!("{name}: {shape}\n"))
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
    let figures = document.sum_results_of(record).iter();
    let figures: Vec<&SumResult> = figures.filter(shown).collect();
    let totals = if case.scenario.descendants(record).len() == 0 {
        Vec::new()
    } else {
        case.totals(document.sum_results(), record)
    };
    if figures.is_empty() && totals.is_empty() {
        return None;
    }
    let line = case.scenario.record(record).span.of(&case.text);
    let line = join(line.split_whitespace(), " ");
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
        let (title, sum) = (escape(&rule.title), escape(&case.describe(figure)));
        out += &format!("- {title}: **{sum}**\n");
        let mut cited = case.cited_values(&figure.dependencies);
        // the values behind a whole army would be the whole table
        if cited.len() > MAX_CLAUSES {
            cited.clear();
        }
        for number in cited {
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
        let title = case.definition_of(figure).map_or("", |(rule, gives)| {
            let own = gives.row.as_ref().or(gives.column.as_ref());
            own.unwrap_or(&rule.title)
        });
        rows.push(format!("| {} |", escape(title)));
    }
    for edition in &ruleset.editions {
        let Some(ix) = ruleset.edition(&edition.id) else {
            continue;
        };
        let view = case.rule_values.view.with_edition(ix);
        let from = ruleset.in_force_from(ix);
        if from.is_some_and(|from| from.counts_from() > view.as_of) {
            continue;
        }
        let checker = &snapshot.state.checker;
        let rule_values = checker.rule_values(snapshot.analysis(), db, &case.rules, &view);
        let there = case.with_rule_values(rule_values);
        let found = there.sum_results_of(record);
        head += &format!(" {} |", escape(&edition.id));
        for (row, figure) in rows.iter_mut().zip(figures) {
            let own = found.iter().find(|other| other.rule == figure.rule);
            let unit = case.definition_of(figure);
            let unit = unit.map_or("", |(_, gives)| &*gives.unit);
            let text = own.map(|own| there.display_value(&own.value, unit));
            let text = text.unwrap_or_else(|| "–".to_owned());
            *row += &format!(" {} |", escape(&text));
        }
    }
    let line = "|---".repeat(head.matches('|').count() - 1);
    format!("{head}\n{line}|\n{}\n", rows.join("\n"))
}

/// Lists the diagnostics of a record, the clauses behind them, and the rulings on these.
fn describe_problems<'a>(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    case: &'a BoundScenario,
    record: RecordIx,
) -> Option<String> {
    let own = case.scenario.record(record).span;
    let found = snapshot.diagnostics(document.source).into_iter();
    let mut out = String::new();
    let mut grounds: Vec<&RuleValue> = Vec::new();
    let add = |grounds: &mut Vec<_>, number: &'a RuleValue| {
        let id = &number.citation.id;
        if grounds
            .iter()
            .all(|own: &&RuleValue| own.citation.id != *id)
        {
            grounds.push(number);
        }
    };
    for diagnostic in found.filter(|found| own.touches(found.at.span.start())) {
        out += &format!(
            "- **{}** ({}): {}\n",
            escape(&diagnostic.message),
            escape(&diagnostic.code),
            diagnostic.severity.word()
        );
        for number in case.values_behind(&diagnostic.code, record) {
            add(&mut grounds, number);
        }
    }
    for number in grounds.iter().take(MAX_CLAUSES) {
        out += &format!("  - {}\n", escape(&format_citation(&number.citation)));
    }
    for figure in document.sum_results_of(record) {
        for number in case.cited_values(&figure.dependencies) {
            add(&mut grounds, number);
        }
    }
    let analysis = snapshot.analysis();
    let db = analysis.ruleset_db(&case.ruleset)?;
    let mut rulings: Vec<String> = Vec::new();
    for number in grounds.iter().take(MAX_CLAUSES) {
        let Some(section) = db.section(&number.citation.section) else {
            continue;
        };
        let (unit, view) = (Some(number.citation.unit), &case.rule_values.view);
        let clause = analysis.clause(db, &section, unit, view, WordingChoice::Restated);
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
