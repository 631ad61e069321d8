//! Explains a word of a scenario: its meaning, the sums of its line by edition, and its problems.

use crate::{
    analysis::{Request, WordingChoice, rulings},
    answer::{self, TroopDetail},
    doc::{Block, Labelled, Text, name, strong, text},
    lsp::{
        Snapshot,
        hover::symbol::{SEPARATOR, describe_clause, describe_symbol},
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
) -> Option<(Vec<Block>, Span)> {
    let db = document.ruleset_db(snapshot.analysis())?;
    let word = document.word(byte);
    let record = document.record(byte);
    let mut parts: Vec<Vec<Block>> = Vec::new();
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
    (!parts.is_empty()).then(|| (parts.join(&SEPARATOR), span))
}

/// Explains a troop type, with the grade that is written after it.
fn describe_troop(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    db: &RulesetDb,
    view: &View,
    span: Span,
) -> Option<Vec<Block>> {
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
    Some(answer::troop(&db.ruleset, &troop, TroopDetail::Counts))
}

/// Explains the profile or date in the front matter.
fn describe_setting(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    db: &RulesetDb,
    span: Span,
) -> Option<Vec<Block>> {
    let front = document.front()?;
    let is = |own: &Option<Spanned<String>>| own.as_ref().is_some_and(|own| own.span == span);
    let ruleset = &db.ruleset;
    if is(&front.profile) {
        let profile = ruleset.profile(&front.profile.as_ref()?.value)?;
        let layers = profile.layers.iter();
        let layers = layers.filter_map(|key| ruleset.documents.get(&**key));
        let mut layers = join(layers.map(|own| &own.title), ", ");
        if layers.is_empty() {
            layers = "no rulings".to_owned();
        }
        let words = text![strong(&*profile.name), format!(": played with {layers}")];
        return Some(vec![Block::Paragraph(words)]);
    }
    let request = Request {
        as_of: Some(front.date.as_ref()?.value.parse().ok()?),
        ..Request::default()
    };
    let view = snapshot.analysis().view(db, &request, snapshot.today());
    let view = view.ok()?;
    let (day, edition) = (view.as_of, ruleset.edition_id(view.edition));
    let words = format!("Only what was published up to {day} is used: {edition} was in force.");
    Some(vec![Block::paragraph(words)])
}

/// Describes the values of a key.
fn describe_key(
    document: &ScenarioDocument,
    db: &RulesetDb,
    span: Span,
    record: Option<RecordIx>,
) -> Option<Vec<Block>> {
    let (scenario, vocabulary) = document.parsed()?;
    let written = span.of(&document.text).to_lowercase();
    if written == "edition" {
        let all = join(db.ruleset.editions.iter().map(|own| &own.id), ", ");
        let words = format!(": the edition in play, one of {all}");
        return Some(vec![Block::Paragraph(text![name("edition"), words])]);
    }
    let kind = record.map(|record| scenario.record(record).kind);
    let own = |property: &&Property| {
        vocabulary.property_name(property.ix) == written
            || property.keys.iter().any(|key| **key == *written)
    };
    let mut kinds = kind.into_iter().chain([ROOT]);
    let property = kinds.find_map(|kind| vocabulary.kind(kind).properties.values().find(own))?;
    let shape = match &property.value_type {
        ValueType::Word(words) => text!["one of ", listed(vocabulary, words)],
        ValueType::Words(words) => text!["any of ", listed(vocabulary, words)],
        ValueType::Place => {
            let (point, area) = (name("300,100"), name("0,0 to 600,200"));
            text!["a place: ", point, ", or ", area]
        }
        ValueType::Number { .. } | ValueType::Flag | ValueType::Text => shape_of(property).into(),
    };
    let key = name(vocabulary.property_name(property.ix));
    Some(vec![Block::Paragraph(text![key, ": ", shape])])
}

/// Describes the sums of a record, now and at every edition.
fn describe_sums(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    case: &BoundScenario,
    db: &RulesetDb,
    record: RecordIx,
) -> Option<Vec<Block>> {
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
    let key = db.ruleset.key.to_uppercase();
    let at = format!(" · {key} {}", case.rule_values.edition);
    let mut out = vec![Block::Paragraph(text![strong(line), at])];
    let totals = totals.into_iter();
    out.extend(totals.map(|(words, sum)| {
        Block::labelled("", format!("its lines: {} {words}", format_number(sum)))
    }));
    for figure in &figures {
        let Some((rule, _)) = case.definition_of(figure) else {
            continue;
        };
        let mut cited = case.cited_values(&figure.dependencies);
        // the values behind a whole army would be the whole table
        if cited.len() > MAX_CLAUSES {
            cited.clear();
        }
        let sum = strong(case.describe(figure));
        out.push(with_citations(text![&rule.title, ": ", sum], cited));
    }
    out.extend(sums_by_edition(snapshot, case, db, record, &figures));
    Some(out)
}

/// Returns a line of a list with the citations of values below it.
fn with_citations<'v>(text: Text, values: impl IntoIterator<Item = &'v RuleValue>) -> Block {
    let citations = values.into_iter().map(|own| format_citation(&own.citation));
    Block::Labelled(Labelled {
        label: "",
        text,
        items: citations.map(Text::from).collect(),
        restated: None,
    })
}

/// The same sums at every edition, as a table.
fn sums_by_edition(
    snapshot: &Snapshot<'_>,
    case: &BoundScenario,
    db: &RulesetDb,
    record: RecordIx,
    figures: &[&SumResult],
) -> Option<Block> {
    let ruleset = &db.ruleset;
    if ruleset.editions.len() < 2 || figures.is_empty() {
        return None;
    }
    let title = |figure: &&SumResult| {
        case.definition_of(figure).map_or("", |(rule, gives)| {
            let own = gives.row.as_ref().or(gives.column.as_ref());
            own.unwrap_or(&rule.title)
        })
    };
    let mut heads: Vec<Text> = Vec::new();
    let rows = figures.iter().map(|own| (title(own).into(), Vec::new()));
    let mut rows: Vec<(Text, Vec<Text>)> = rows.collect();
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
        heads.push((&edition.id).into());
        for ((_, cells), figure) in rows.iter_mut().zip(figures) {
            let own = found.iter().find(|other| other.rule == figure.rule);
            let unit = case.definition_of(figure);
            let unit = unit.map_or("", |(_, gives)| &*gives.unit);
            let text = own.map(|own| there.display_value(&own.value, unit));
            let text = text.unwrap_or_else(|| "–".to_owned());
            cells.push(text.into());
        }
    }
    Some(Block::Grid(heads, rows))
}

/// Lists the diagnostics of a record, the clauses behind them, and the rulings on these.
fn describe_problems<'a>(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    case: &'a BoundScenario,
    record: RecordIx,
) -> Option<Vec<Block>> {
    let own = case.scenario.record(record).span;
    let found = snapshot.diagnostics(document.source).into_iter();
    let mut problems: Vec<Text> = Vec::new();
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
        let about = format!(" ({}): {}", diagnostic.code, diagnostic.severity.word());
        problems.push(text![strong(&*diagnostic.message), about]);
        for number in case.values_behind(&diagnostic.code, record) {
            add(&mut grounds, number);
        }
    }
    let last = problems.pop();
    let mut out: Vec<Block> = (problems.into_iter().map(|own| Block::labelled("", own))).collect();
    let cited = grounds.iter().take(MAX_CLAUSES).copied();
    out.extend(last.map(|own| with_citations(own, cited)));
    for figure in document.sum_results_of(record) {
        for number in case.cited_values(&figure.dependencies) {
            add(&mut grounds, number);
        }
    }
    let analysis = snapshot.analysis();
    let db = analysis.ruleset_db(&case.ruleset)?;
    let mut found: Vec<Block> = Vec::new();
    for number in grounds.iter().take(MAX_CLAUSES) {
        let Some(section) = db.section(&number.citation.section) else {
            continue;
        };
        let (unit, view) = (Some(number.citation.unit), &case.rule_values.view);
        let clause = analysis.clause(db, &section, unit, view, WordingChoice::Restated);
        let on_rulings = [&clause.contradictions, &clause.remarks, &clause.deviations];
        for ruling in rulings(&clause.clarifications, on_rulings.map(Vec::as_slice)) {
            if !found.contains(&ruling) {
                found.push(ruling);
            }
        }
    }
    out.extend(found.into_iter().take(MAX_CLAUSES));
    (!out.is_empty()).then_some(out)
}
