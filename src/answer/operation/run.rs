//! Runs each operation of the table with checked arguments; returns JSON and references.

use super::{Arguments, JsonAnswer};
use crate::{
    analysis::Question,
    answer::{
        Answer, AnswerError, DiffBody, QueryEngine, Settings, ShowBody, SumBody, json,
        reference::{self, Reference},
    },
};
use serde::Serialize;

/// The answer of an operation as JSON with its references, or the error.
type JsonAnswerResult = Result<JsonAnswer, AnswerError>;

pub(super) fn search(engine: &QueryEngine, arguments: &Arguments) -> JsonAnswerResult {
    let answer = engine.search(
        &arguments.view()?,
        arguments.text("query"),
        arguments.count("limit"),
        arguments.flag("all_editions"),
    )?;
    reply(&answer, reference::of_hits(&answer.body))
}

pub(super) fn show(engine: &QueryEngine, arguments: &Arguments) -> JsonAnswerResult {
    let (request, typed) = (arguments.view()?, arguments.text("clause"));
    let question = engine.question(&request, typed);
    let answer = engine.show(&request, (!typed.is_empty()).then_some(&question))?;
    let references = match &answer.body {
        ShowBody::Clause(view) => reference::of_clauses(view),
        ShowBody::Rulings(cited) => reference::of_clauses(&cited.view),
        ShowBody::Page(page) => reference::of_page(page),
        ShowBody::Pages(pages) => pages.iter().flat_map(reference::of_page).collect(),
        ShowBody::Troop(view) => reference::of_troop(view),
        ShowBody::Ruleset(view) => vec![reference::of_ruleset(view)],
        ShowBody::Search(found) => reference::of_hits(&found.results),
        ShowBody::Comparison(comparison) => of_comparison(engine, &request, &question, comparison)?,
        ShowBody::Rulesets(views) => views.iter().map(reference::of_ruleset).collect(),
    };
    reply(&answer, references)
}

pub(super) fn log(engine: &QueryEngine, arguments: &Arguments) -> JsonAnswerResult {
    let (request, typed) = (arguments.view()?, arguments.text("clause"));
    let question = engine.question(&request, typed);
    let answer = engine.log(&request, &question)?;
    reply(&answer, of_clause(engine, &request, &question)?)
}

pub(super) fn diff(engine: &QueryEngine, arguments: &Arguments) -> JsonAnswerResult {
    let request = arguments.view()?;
    let mut question = engine.question(&request, arguments.text("clause"));
    let given = |name| Some(arguments.text(name).to_owned()).filter(|text| !text.is_empty());
    question.since = question.since.or_else(|| given("from"));
    question.edition = question.edition.or_else(|| given("to"));
    let answer = engine.diff(&request, &question)?;
    let references = of_comparison(engine, &request, &question, &answer.body)?;
    reply(&answer, references)
}

fn of_comparison(
    engine: &QueryEngine,
    request: &Settings,
    question: &Question,
    comparison: &DiffBody,
) -> Result<Vec<Reference>, AnswerError> {
    match comparison {
        DiffBody::Clause(_) => of_clause(engine, request, question),
        DiffBody::Changes(changes) => Ok(reference::of_changes(changes)),
    }
}

pub(super) fn rulings(engine: &QueryEngine, arguments: &Arguments) -> JsonAnswerResult {
    let (request, typed) = (arguments.view()?, arguments.text("clause"));
    let question = engine.question(&request, typed);
    let answer = engine.rulings(&request, &question)?;
    reply(&answer, of_clause(engine, &request, &question)?)
}

pub(super) fn check(engine: &QueryEngine, arguments: &Arguments) -> JsonAnswerResult {
    let report = engine.check_list(&arguments.view()?, arguments.text("text"));
    Ok(JsonAnswer {
        references: reference::of_report(&report),
        json: json(&report).map_err(unwritten)?,
    })
}

pub(super) fn sum(engine: &QueryEngine, arguments: &Arguments) -> JsonAnswerResult {
    let (request, text) = (arguments.view()?, arguments.text("text"));
    let sums = engine.sum_list(&request, text, arguments.flag("all_editions"))?;
    let references = match &sums {
        SumBody::Sums(sums) => reference::of_sums(sums),
        SumBody::Editions(all) => all
            .iter()
            .flat_map(|own| reference::of_sums(&own.sheet))
            .collect(),
    };
    Ok(JsonAnswer {
        references,
        json: json(&sums).map_err(unwritten)?,
    })
}

/// Returns the reference of the clause that a question names.
fn of_clause(
    engine: &QueryEngine,
    request: &Settings,
    question: &Question,
) -> Result<Vec<Reference>, AnswerError> {
    let answer = engine.clause(request, question, "show")?;
    Ok(reference::of_clauses(&answer.body))
}

fn reply<T: Serialize>(answer: &Answer<T>, references: Vec<Reference>) -> JsonAnswerResult {
    Ok(JsonAnswer {
        json: answer.json().map_err(unwritten)?,
        references,
    })
}

/// Returns the error for an answer that cannot be written.
fn unwritten(error: serde_json::Error) -> AnswerError {
    AnswerError::failed(format!("cannot write the answer as JSON: {error}"))
}
