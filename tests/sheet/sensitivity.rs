//! One word is changed in each sentence of a document that says the same as the rules: the comparison
//! reports each change.

use super::shipped::{notation, verify_draft};
use rulebook::{analysis::Analysis, disk, resolve::RulesetDb};
use std::collections::BTreeSet;

/// The documents whose sentences are changed.
const DOCUMENTS: &[&str] = &["dbm-3.1", "dbm-3.2", "dbm-3.3", "dbm-3.4"];

/// A sentence of a draft: the line, and the id of its section.
struct Sentence {
    line: usize,
    section: String,
}

/// Returns a sentence with one word changed so that it means something else; `None` if it has no
/// such word.
fn change_meaning(line: &str) -> Option<String> {
    const OPPOSITES: &[(&str, &str)] = &[
        (" cannot ", " can "),
        (" can ", " cannot "),
        (" must ", " may "),
        (" may ", " must "),
        (" not ", " "),
        (" only ", " "),
        (" or ", " and "),
        (" and ", " or "),
        (" before ", " after "),
        (" all ", " no "),
        (" one ", " two "),
        (" is ", " is not "),
        (" are ", " are not "),
    ];
    let opposite = OPPOSITES
        .iter()
        .find(|(old, _)| line.contains(old))
        .map(|(old, new)| line.replacen(old, new, 1));
    opposite.or_else(|| {
        let word = line
            .split_whitespace()
            .find(|word| word.len() > 4 && word.bytes().all(|b| b.is_ascii_lowercase()))?;
        Some(line.replacen(word, "elsewhere", 1))
    })
}

/// Returns the sentences of a draft that can be changed: lines of new text, without those of notes, which
/// change nothing, and of new sections, which have no heading in the rules yet.
fn sentences(draft: &str) -> Vec<Sentence> {
    let mut section = String::new();
    let mut counts = false;
    let mut out = Vec::new();
    for (line, text) in draft.lines().enumerate() {
        if let Some(place) = text.strip_prefix("# ") {
            let id = place.rsplit_once("{#").map_or("", |(_, id)| id);
            section = id.split([' ', '}']).next().unwrap_or_default().to_owned();
        } else if let Some(command) = text.strip_prefix("## ") {
            counts = !command.starts_with("Note") && !command.starts_with("Clarify");
        } else if text.starts_with("> #") {
            counts = false;
        }
        let is_text = text.starts_with("> ") && !text.starts_with("> |") && !text.contains("**");
        if counts && is_text && change_meaning(text).is_some() {
            out.push(Sentence {
                line,
                section: section.clone(),
            });
        }
    }
    out
}

/// Changes one sentence in each section, until each has been changed once. Returns the number of
/// changes, and those that are not reported.
fn run(analysis: &Analysis, db: &RulesetDb, document: &str) -> (usize, Vec<String>) {
    let draft = notation(analysis, db, document).expect("instructions");
    let mut left = sentences(&draft);
    let count = left.len();
    let mut missed = Vec::new();
    while !left.is_empty() {
        let mut changed = BTreeSet::new();
        let (now, later): (Vec<_>, Vec<_>) = left
            .into_iter()
            .partition(|one| changed.insert(one.section.clone()));
        left = later;
        let mut lines: Vec<String> = draft.lines().map(str::to_owned).collect();
        for one in &now {
            lines[one.line] = change_meaning(&lines[one.line]).expect("a change");
        }
        let verification = verify_draft(analysis, db, document, &lines.join("\n"));
        for one in now {
            let heading = db.heading(&one.section).unwrap_or_default();
            let is_found = verification.differences.iter().any(|difference| {
                difference.heading == heading || difference.at.starts_with(&one.section)
            });
            if !is_found {
                missed.push(format!("{document}, {}: {}", one.section, lines[one.line]));
            }
        }
    }
    (count, missed)
}

#[test]
fn each_change_of_meaning_is_reported() {
    let analysis = Analysis::new(disk::shipped_sources());
    let db = analysis.ruleset_db("dbm").expect("the ruleset");
    let (mut count, mut missed) = (0, Vec::new());
    for document in DOCUMENTS {
        let (own, lost) = run(&analysis, db, document);
        count += own;
        missed.extend(lost);
    }
    eprintln!("{count} sentences changed, {} not reported", missed.len());
    assert!(count >= 200, "only {count} sentences");
    assert_eq!(missed, Vec::<String>::new());
}
