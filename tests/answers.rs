//! The script of the page gives the same answers as the program: cards, histories, comparisons,
//! changes and page errata, for all clauses, editions and profiles, on the day of every document
//! and the day before. The script runs in `node`, without a browser.
//!
//! One in 251 of the millions of questions is tested, one in 2003 if not all cases are due;
//! `RULEBOOK_EVERY=1` tests all.

#![expect(
    clippy::print_stderr,
    reason = "reports what is skipped and how many queries ran"
)]

use crate::support::part::are_all_due;
use jiff::civil::Date;
use rulebook::{
    analysis::{Analysis, LookupResult, Request, ViewDescription, WordingChoice},
    disk,
    export::phone::PhonePage,
    model::{PartialDate, Ruleset},
    resolve::{RulesetDb, View},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::{BTreeSet, HashMap},
    fs,
    io::{BufWriter, Write},
    path::Path,
    process::{ChildStdin, Command, Stdio},
};

/// The date of the page.
const UNTIL: &str = "2026-11-20";

/// Steps of addresses below a clause; some match nothing.
const STEPS: &[&str] = &["1", "b2", "p1/s2", "t1/r2/c1", "s-1", "h", "99"];

/// Writes questions with the program's answers; each distinct answer is written once.
struct Questions {
    to: BufWriter<ChildStdin>,
    known: HashMap<String, usize>,
    every: usize,
    count: usize,
}

impl Questions {
    /// Returns whether the next question is tested.
    fn is_selected(&mut self) -> bool {
        self.count += 1;
        self.count.is_multiple_of(self.every)
    }

    /// Writes a question with the program's `answer`. `views` are the members of the answer that
    /// name its view.
    fn ask(&mut self, ask: &str, hash: &str, answer: Option<impl Serialize>, views: &[&str]) {
        let mut answer = serde_json::to_value(answer).expect("JSON");
        let taken = views
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), answer.as_object_mut()?.remove(*name)?)));
        let view: Value = Value::Object(taken.collect());
        let text = answer.to_string();
        let next = self.known.len();
        let at = *self.known.entry(text).or_insert(next);
        if at == next {
            self.write(&json!({ "answer": answer }));
        }
        self.write(&json!({"ask": ask, "hash": hash, "view": view, "answer": at}));
    }

    fn write(&mut self, line: &Value) {
        writeln!(self.to, "{line}").expect("node reads");
    }
}

#[test]
fn the_page_gives_the_answers_of_the_program() {
    if Command::new("node").arg("--version").output().is_err() {
        eprintln!("skipped: the page's answers (no node)");
        return;
    }
    let analysis = Analysis::new(disk::shipped_sources());
    let until: Date = UNTIL.parse().expect("a day");
    let of = |db| {
        (
            db,
            analysis
                .view(db, &Request::default(), until)
                .expect("a view"),
        )
    };
    let rulesets: Vec<(&RulesetDb, View)> = analysis.ruleset_dbs().map(|(_, db)| of(db)).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("answers.html");
    fs::write(
        &file,
        PhonePage {
            rulesets,
            printed: false,
            until,
            address: None,
        }
        .render(&analysis),
    )
    .expect("a writable file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/answers.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node");
    let every = std::env::var("RULEBOOK_EVERY")
        .ok()
        .and_then(|every| every.parse().ok())
        .unwrap_or(if are_all_due() { 251 } else { 2003 });
    let to = BufWriter::new(node.stdin.take().expect("a pipe"));
    let mut questions = Questions {
        to,
        known: HashMap::new(),
        every,
        count: 0,
    };
    for typed in crate::questions::all() {
        let own = analysis.question(&typed, Some("dbm"));
        let dbm = analysis.ruleset_db("dbm").map(|db| &*db.ruleset);
        let reading = own.reading(dbm, until);
        let last = |date: Option<PartialDate>| date.map(|date| date.counts_from().to_string());
        let read = json!({
            "text": own.text, "cited": own.cited, "ruleset": own.at.ruleset, "edition": own.at.edition,
            "since": own.since, "sinceDay": last(own.since_day), "day": last(own.at.as_of),
            "profile": own.at.profile, "otherGame": own.other_game, "changes": own.changes, "fault": own.fault,
            "readAs": reading.read_as, "notUsed": reading.not_used,
        });
        questions.ask("question", &typed, Some(read), &[]);
    }
    for (_, db) in analysis.ruleset_dbs() {
        for day in days(db, until) {
            for profile in &db.ruleset.profiles {
                ask_at_date(&analysis, db, day, &profile.name, &mut questions);
            }
        }
    }
    questions.to.flush().expect("node reads");
    drop(questions);
    let answer = node.wait_with_output().expect("node ends");
    let output = String::from_utf8_lossy(&answer.stdout);
    eprintln!("{}", output.lines().next().unwrap_or_default());
    assert!(answer.status.success(), "{output}");
}

/// Returns the dates of documents, of their revisions and of later discoveries, and the days before
/// these.
fn days(db: &RulesetDb, until: Date) -> BTreeSet<Date> {
    let ruleset: &Ruleset = &db.ruleset;
    let documents = ruleset
        .documents
        .values()
        .flat_map(|document| [Some(document.published), document.revised]);
    let editions = ruleset.editions.iter().map(|edition| edition.date);
    let known = db.map_sections(|section| {
        section
            .patches
            .iter()
            .map(|patch| Some(patch.known))
            .collect::<Vec<_>>()
    });
    let dates = documents
        .chain(editions)
        .chain(known.into_iter().flatten())
        .flatten()
        .filter(|date| !date.is_undated());
    let days = dates
        .map(PartialDate::counts_from)
        .filter(|day| *day <= until);
    let mut days: BTreeSet<Date> = days
        .flat_map(|day| [Some(day), day.yesterday().ok()])
        .flatten()
        .collect();
    days.insert(until);
    days
}

fn ask_at_date(
    analysis: &Analysis,
    db: &RulesetDb,
    day: Date,
    profile: &str,
    questions: &mut Questions,
) {
    let ruleset = &db.ruleset;
    let key = &ruleset.key;
    let tail = format!("?as-of={day}&profile={profile}");
    let view = |edition: Option<&str>| {
        let as_of = Some(PartialDate::day(day));
        analysis.view(
            db,
            &Request {
                edition: edition.map(str::to_owned),
                as_of,
                profile: Some(profile.to_owned()),
                ..Request::default()
            },
            day,
        )
    };
    let editions = ruleset
        .editions
        .iter()
        .map(|edition| Some(edition.id.as_str()))
        .chain([None]);
    let mut out: Vec<(&str, View, Vec<String>)> = Vec::new();
    for edition in editions {
        match (view(edition), edition) {
            (Ok(view), Some(edition)) => {
                let ids = ids(analysis, db, &view);
                out.push((edition, view, ids));
            }
            (Ok(_), None) => {}
            (Err(error), _) => {
                let hash = format!(
                    "#{key}/recoiling{}{tail}",
                    edition.map(|id| format!("@{id}")).unwrap_or_default()
                );
                questions
                    .write(&json!({"ask": "refusal", "hash": hash, "error": error.to_string()}));
            }
        }
    }
    for (edition, view, ids) in &out {
        let hash = |what: &str| {
            format!(
                "#{key}{}{what}@{edition}{tail}",
                if what.is_empty() { "" } else { "/" }
            )
        };
        if questions.is_selected() {
            questions.ask(
                "answer",
                &hash(""),
                Some(analysis.overview(db, view)),
                &["query"],
            );
        }
        let pages: BTreeSet<&str> = db.pages().chain(["1", "2", "99"]).collect();
        for page in pages.into_iter().map(|page| format!("p.{page}")) {
            ask_id(analysis, db, view, &page, &hash(&page), questions);
        }
        for id in ids {
            ask_id(analysis, db, view, id, &hash(id), questions);
        }
        for section in db.outline().iter().filter_map(|id| db.section(id)) {
            if questions.is_selected() {
                questions.ask(
                    "log",
                    &hash(&section.id),
                    Some(analysis.change_log(db, &section, None, view)),
                    &["query"],
                );
            }
        }
    }
    for (from, earlier, _) in &out {
        for (to, later, ids) in &out {
            let hash = |what: &str| {
                format!(
                    "#{key}{}{what}@{from}..{to}{tail}",
                    if what.is_empty() { "" } else { "/" }
                )
            };
            if questions.is_selected() {
                questions.ask(
                    "answer",
                    &hash(""),
                    Some(analysis.changes(db, earlier, later)),
                    &["from", "to"],
                );
            }
            for id in ids {
                if questions.is_selected() {
                    let compared = located(analysis, db, later, id).map(|(section, unit)| {
                        analysis.compare(db, &section, unit, earlier, later)
                    });
                    questions.ask("answer", &hash(id), compared, &["from", "to"]);
                }
            }
        }
    }
}

type Unit = (
    std::sync::Arc<rulebook::resolve::Section>,
    Option<rulebook::model::UnitId>,
);

fn located(analysis: &Analysis, db: &RulesetDb, view: &View, id: &str) -> Option<Unit> {
    match analysis.locate(db, id, view) {
        LookupResult::Clause(section, unit) => Some((section, unit)),
        LookupResult::Page(_)
        | LookupResult::NoPage(_)
        | LookupResult::Several(_)
        | LookupResult::Nothing(_) => None,
    }
}

fn ask_id(
    analysis: &Analysis,
    db: &RulesetDb,
    view: &View,
    id: &str,
    hash: &str,
    questions: &mut Questions,
) {
    if !questions.is_selected() {
        return;
    }
    match analysis.locate(db, id, view) {
        LookupResult::Clause(section, unit) => {
            let card = analysis.clause_view(db, &section, unit, view, WordingChoice::Restated);
            questions.ask("answer", hash, Some(card), &["query"]);
        }
        LookupResult::Page(page) => questions.ask(
            "answer",
            hash,
            Some(analysis.page_errata(db, &page, view, WordingChoice::Restated)),
            &["query"],
        ),
        LookupResult::NoPage(_) | LookupResult::Several(_) | LookupResult::Nothing(_) => {
            questions.ask("answer", hash, None::<ViewDescription>, &[])
        }
    }
}

/// Returns the names of all clauses and rulings, addresses below them, and the ids of all blocks.
fn ids(analysis: &Analysis, db: &RulesetDb, view: &View) -> Vec<String> {
    let mut out: BTreeSet<String> = db.names().map(|(name, _)| name.to_owned()).collect();
    out.extend(db.outline().iter().cloned());
    let below: Vec<String> = out
        .iter()
        .flat_map(|name| STEPS.iter().map(move |step| format!("{name}/{step}")))
        .collect();
    out.extend(below);
    for section in db.outline().iter().filter_map(|id| db.section(id)) {
        let blocks = analysis
            .clause_text(db, &section, None, view, WordingChoice::Restated)
            .blocks;
        out.extend(
            blocks
                .iter()
                .filter_map(|block| Some(block.id.split_once('/')?.1.to_owned())),
        );
    }
    out.into_iter().collect()
}
