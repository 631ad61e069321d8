//! Questions in all forms in which people name editions and dates: each is read as the edition and
//! day that are meant, or has an error that says why not. Citations that answers print open the
//! instruction or ruling that they name.

use jiff::civil::Date;
use rulebook::{
    analysis::{Analysis, LookupResult, Request},
    answer::{Body, Query, QueryEngine, Show, ShowReply},
    disk,
    model::PartialDate,
    resolve::is_clarification,
};

/// The day on which the questions are asked.
const TODAY: &str = "2026-11-20";

/// Clauses and words that a question may be about.
const SUBJECTS: &[&str] = &[
    "recoiling",
    "rear-support/3",
    "rear support",
    "recoiling elements",
    "combat outcome",
    "dbm/recoiling",
];

/// Ways to write 1 May 2012, a day with that month, or a day with that year, with the last day.
const DATES: &[(&str, &str)] = &[
    ("2012-05-01", "2012-05-01"),
    ("2012/05/01", "2012-05-01"),
    ("1 May 2012", "2012-05-01"),
    ("1st of May 2012", "2012-05-01"),
    ("1st May, 2012", "2012-05-01"),
    ("May 1, 2012", "2012-05-01"),
    ("may 1st 2012", "2012-05-01"),
    ("1.5.2012", "2012-05-01"),
    ("1/5/2012", "2012-05-01"),
    ("31/5/2012", "2012-05-31"),
    ("5/31/2012", "2012-05-31"),
    ("2012-05", "2012-05-31"),
    ("May 2012", "2012-05-31"),
    ("5/2012", "2012-05-31"),
    ("feb 2012", "2012-02-29"),
    ("2012", "2012-12-31"),
];

/// Prepositions of a date at which a question is answered, with how the day changes.
const AT: &[(&str, bool)] = &[
    ("in", false),
    ("on", false),
    ("at", false),
    ("as of", false),
    ("as-of", false),
    ("by", false),
    ("until", false),
    ("up to", false),
    ("@", false),
    ("", false),
    ("before", true),
    ("prior to", true),
];

/// Ways to name one edition.
const EDITIONS: &[&str] = &[
    "{s} at {e}",
    "{s} in {e}",
    "{s} in DBM {e}",
    "{s} under {e}",
    "{s} by edition {e}",
    "{s} in the {e}",
    "{s} until {e}",
    "{s}@{e}",
    "{s} v{e}",
    "{s} edition {e}",
    "{s} DBM {e}?",
    "DBM {e} {s}",
    "{s} {e}",
    "{e} {s}",
];

/// Ways to name two editions.
const PAIRS: &[&str] = &[
    "{s} {a}..{b}",
    "{s} {a} .. {b}",
    "{s} {a}-{b}",
    "{s} {a} → {b}",
    "{s} {a} {b}",
    "{s} {a} vs {b}",
    "{s} {b} vs {a}",
    "{s} {a} and {b}",
    "{s} between {a} and {b}",
    "{s} between {b} and {a}",
    "{s} from {a} to {b}",
    "difference {s} {a} and {b}",
    "compare {s} {a} with {b}",
    "what changed in {s} between {a} and {b}?",
    "{s}@{a}..{b}",
];

fn rules() -> Analysis {
    Analysis::new(disk::shipped_sources())
}

fn day(text: &str) -> Date {
    text.parse().expect("a day")
}

#[test]
fn every_form_of_date_is_read_as_the_day_that_is_meant() {
    let analysis = rules();
    for subject in SUBJECTS {
        for (typed, last) in DATES {
            for (preposition, is_before) in AT {
                let typed = format!("{subject} {preposition} {typed}");
                let question = analysis.question(&typed, None);
                let read = question.at.as_of.map(PartialDate::counts_from);
                let meant = if !is_before {
                    day(last)
                } else if last.ends_with("12-31") {
                    day("2011-12-31")
                } else if last.ends_with("-01")
                    || last.ends_with("05-31") && typed.matches("31").count() > 0
                {
                    day(last).yesterday().expect("a day")
                } else {
                    day(last).first_of_month().yesterday().expect("a day")
                };
                assert_eq!(read, Some(meant), "{typed}");
                assert_eq!(
                    (&*question.text, question.at.edition),
                    (*subject, None),
                    "{typed}"
                );
            }
        }
    }
}

#[test]
fn every_form_of_edition_is_read_as_the_edition_that_is_meant() {
    let analysis = rules();
    let fill = |form: &str, subject: &str| form.replace("{s}", subject);
    for subject in SUBJECTS {
        for edition in ["3.0", "3.1", "3.2", "3.3", "3.4", "3.9"] {
            for form in EDITIONS {
                let typed = fill(form, subject).replace("{e}", edition);
                let question = analysis.question(&typed, None);
                assert_eq!(question.at.edition.as_deref(), Some(edition), "{typed}");
                assert_eq!(
                    (&*question.text, question.at.as_of),
                    (*subject, None),
                    "{typed}"
                );
                assert!(!question.is_comparison(), "{typed}");
            }
        }
        for (from, to) in [("3.0", "3.4"), ("3.1", "3.3"), ("3.3", "3.9")] {
            for form in PAIRS {
                let typed = fill(form, subject).replace("{a}", from).replace("{b}", to);
                let question = analysis.question(&typed, None);
                let read = (question.since.as_deref(), question.at.edition.as_deref());
                // the place of an edition that does not exist is not known
                if to != "3.9" {
                    assert_eq!(read, (Some(from), Some(to)), "{typed}");
                }
                assert_eq!(question.text, *subject, "{typed}");
            }
        }
    }
}

#[test]
fn answers_are_at_the_edition_and_day_of_the_question() {
    let engine = QueryEngine::new(rules(), Vec::new(), Some(day(TODAY)));
    let in_force = |day: Date| match day {
        day if day < self::day("2005-02-27") => "3.0",
        day if day < self::day("2011-03-06") => "3.1",
        _ => "3.2",
    };
    for (at, (typed, last)) in DATES.iter().enumerate() {
        let subject = ["recoiling", "rear-support/3"][at % 2];
        let typed = format!("{subject} in {typed}");
        let (edition, as_of) = shown(&engine, &typed).expect("an answer");
        assert_eq!(
            (&*edition, day(&as_of)),
            (in_force(day(last)), day(last)),
            "{typed}"
        );
    }
    for (typed, edition) in [
        ("recoiling before 3.4", "3.3"),
        ("recoiling until 3.3", "3.3"),
        ("recoiling since 3.4", "3.4"),
        ("recoiling before 6 March 2011", "3.1"),
        ("rear-support/3 in 2004", "3.0"),
    ] {
        assert_eq!(
            shown(&engine, typed).expect("an answer").0,
            edition,
            "{typed}"
        );
    }
    for (typed, reason) in [
        ("recoiling at 3.9", "no edition 3.9"),
        ("DBM 3.6", "no edition 3.6"),
        ("recoiling before 3.0", "no edition before 3.0"),
        ("recoiling in 1998", "not published until"),
        ("recoiling on 31 Feb 2012", "is not a date"),
        ("recoiling 3.3 vs 3.7", "no edition 3.7"),
    ] {
        let error = shown(&engine, typed).expect_err(typed);
        assert!(error.contains(reason), "{typed}: {error}");
    }
}

/// Returns the edition and day of an answer, or the error.
fn shown(engine: &QueryEngine, typed: &str) -> Result<(String, String), String> {
    let query = Query::Show(Show {
        clause: vec![typed.to_owned()],
        ..Show::default()
    });
    let answer = engine.ask(&query).map_err(|error| error.message)?;
    let Body::Show(reply) = answer.body else {
        return Err("not what `show` answers".to_owned());
    };
    match *reply {
        ShowReply::Clause(view) => Ok((view.query.edition, view.query.as_of)),
        ShowReply::RulingsAtClause(cited) => Ok((cited.view.query.edition, cited.view.query.as_of)),
        ShowReply::Diff(_) => Err("compared".to_owned()),
        other => Err(format!("not a clause: {other:?}")),
    }
}

#[test]
fn citations_that_answers_print_can_be_typed() {
    let analysis = rules();
    let (_, db) = analysis
        .ruleset_dbs()
        .find(|(key, _)| *key == "dbm")
        .expect("DBM");
    let view = analysis
        .view(db, &Request::default(), day(TODAY))
        .expect("a view");
    let mut count = 0;
    for section in db.sections() {
        for (at, patch) in section.patches.iter().enumerate() {
            if patch.numbers().is_empty() || !patch.is_instruction() && !is_clarification(patch) {
                continue;
            }
            let origin = analysis.origin(&section, rulebook::model::PatchIx(at as u32));
            let n = origin.n.clone().expect("a number");
            // as show, log, blame, rulings and search print it
            let mut forms = vec![
                origin.citation(),
                format!("{}, no. {n}", origin.title),
                format!("{}, no. {n}", origin.short),
                origin.patch.clone(),
            ];
            if is_clarification(patch) {
                forms.push(format!("{} {n}", origin.short));
                forms.push(format!("{} {n}", origin.document));
                forms.push(format!("Ruling {n} of {}", origin.short));
            }
            for form in forms {
                let question = analysis.question(&form, None);
                let (_, target) = analysis.split_ruleset(question.target());
                let found = match analysis.locate(db, target, &view) {
                    LookupResult::Clause(found, _) => vec![format!("dbm/{}", found.id)],
                    LookupResult::Several(found) => found.into_iter().map(|one| one.id).collect(),
                    _ => Vec::new(),
                };
                let is_ruling = analysis.cites_ruling(db, target);
                assert!(!found.is_empty(), "{form} is read as {target}");
                assert_eq!(
                    is_ruling,
                    is_clarification(patch),
                    "{form} is read as {target}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count} citations");
}
