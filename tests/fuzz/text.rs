//! Small texts: quotes, sentences, differences, names of clauses, dates, and settings of the program.

use super::input::{self, HARD, Inputs, Texts};
use crate::{play::SHIPPED, search::newest};
use rulebook::{
    analysis::{Analysis, Settings},
    model::PartialDate,
    text::{
        LineIndex, Span, control, line_diff, near, quote, quote_completion, segment, similarity,
        slug,
        word_diff::{self, DiffRun},
    },
};

/// What divides an input into two texts.
const BETWEEN: char = '¦';

/// Words and marks of prose.
const PROSE: &[&str] = &[
    "A ", "raft ", "pays ", "3 ", "coins", ". ", ", ", "e.g. ", "P.", "18", "3.5", "(", ")", "\"",
    "“", "”", "’s ", "-", " – ", "…", "...", "\n", "\r\n", "•", "; ", ": ", "!", "?", "½", "¦",
    "no", "not ", "[See ", "]", "I", "V", "_",
];

pub(super) fn prose(mut real: Vec<String>) -> Inputs {
    let files = input::files("rules", &[".amend.md", ".clarify.md", ".book.md"]);
    let lines = files.iter().flat_map(|text| text.lines());
    real.extend(lines.filter(|line| line.len() > 40).map(str::to_owned));
    let texts = Texts::new(real, PROSE);
    // two texts that have much in common are more telling than any two
    Box::new(move |rng| {
        let one = texts.make(rng);
        let mut other = if rng.bool() {
            texts.make(rng)
        } else {
            one.clone()
        };
        texts.change(rng, &mut other);
        format!("{one}{BETWEEN}{other}")
    })
}

fn two(text: &str) -> (&str, &str) {
    text.split_once(BETWEEN).unwrap_or((text, ""))
}

fn in_order(text: &str, spans: &[Span]) {
    assert!(
        spans
            .windows(2)
            .all(|pair| pair[0].end() <= pair[1].start()),
        "{spans:?}"
    );
    for span in spans {
        assert!(
            text.get(span.start()..span.end()).is_some(),
            "{span:?} of {text:?}"
        );
    }
}

/// Checks that quotes are found where they are, and that a phrase that is said to be unique is.
pub(super) fn check_quotes(text: &str) {
    let (text, words) = two(text);
    in_order(text, &quote::find(text, words));
    for near in quote::near_matches(text, words) {
        in_order(text, &[near.span]);
    }
    let spans = segment::sentences(text);
    in_order(text, &spans);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let covered: usize = spans.iter().map(|span| letters(span.of(text))).sum();
    assert_eq!(covered, letters(text), "letters outside of sentences");
    if text.len() < 400 {
        let sentences: Vec<&str> = spans.iter().map(|span| span.of(text)).collect();
        for phrase in quote_completion::unique_phrases(&sentences, "", 3) {
            let found = sentences
                .iter()
                .map(|text| quote::find(text, &phrase.words).len());
            assert_eq!(found.sum::<usize>(), 1, "{}", phrase.words);
        }
    }
}

fn in_order_in_both(old: &str, new: &str, runs: impl IntoIterator<Item = DiffRun>) {
    let (mut olds, mut news) = (Vec::new(), Vec::new());
    for run in runs {
        if let DiffRun::Same { old, .. } | DiffRun::Removed { old } = run {
            olds.push(old);
        }
        if let DiffRun::Same { new, .. } | DiffRun::Added { new } = run {
            news.push(new);
        }
    }
    in_order(old, &olds);
    in_order(new, &news);
}

/// Checks that a difference leads from one text to the other.
pub(super) fn check_differences(text: &str) {
    let (old, new) = two(text);
    let (mut out, mut at) = (String::new(), 0);
    for (span, replacement) in line_diff::edits(old, new) {
        out += &old[at..span.start()];
        out += &replacement;
        at = span.end();
    }
    out += &old[at..];
    assert_eq!(out, new, "the edited lines");
    line_diff::unified(old, new);
    in_order_in_both(old, new, word_diff::diff(old, new));
    // a hole of the new text may represent two of the old, and has no place then
    let runs = word_diff::diff_with_holes(old, new);
    let has_place = |run: &DiffRun| !matches!(run, DiffRun::Same { new, .. } if new.is_empty());
    in_order_in_both(old, new, runs.into_iter().filter(has_place));
    let alike = similarity::similarity(old, new);
    assert!((0.0..=1.0).contains(&alike), "similarity of {alike}");
    assert!((0.0..=1.0).contains(&near::likeness(old, new)));
    if similarity::normalized_words(old) == similarity::normalized_words(new) {
        assert!(
            alike > 0.999,
            "the same words, with a similarity of {alike}"
        );
    }
}

pub(super) fn characters(mut real: Vec<String>) -> Inputs {
    real.extend(HARD.iter().map(|&piece| piece.to_owned()));
    Texts::new(real, HARD).boxed()
}

/// Checks that nothing in a text reaches a terminal as a command, and that places in it are counted.
pub(super) fn check_characters(text: &str) {
    let visible = control::make_visible(text);
    assert_eq!(control::controls(&visible).next(), None, "{visible:?}");
    let json = serde_json::to_string(text).expect("JSON");
    let escaped = control::escape_controls_in_json(&json);
    assert_eq!(control::controls(&escaped).next(), None, "{escaped:?}");
    assert_eq!(
        serde_json::from_str::<String>(&escaped).expect("JSON"),
        text
    );
    let slug = slug::slug(text);
    assert_eq!(slug::slug(&slug), slug, "a slug of a slug");
    let index = LineIndex::new(text);
    let mut last = 0;
    for line in 0..=index.line(text.len()) {
        let span = index.span(text, line);
        in_order(text, &[Span::new(last, last), span]);
        assert_eq!(index.line(span.start()), line);
        last = span.end();
    }
    for (at, _) in text.char_indices() {
        let place = index.position(text, at);
        assert!(index.span(text, place.line).start() <= at);
    }
}

/// Pieces of what people type to name a clause.
const NAMES: &[&str] = &[
    "dbm",
    "dbm/",
    "DBM ",
    "recoiling",
    "rear",
    "support",
    "/p1",
    "/s2",
    "/b3",
    "/",
    ".",
    "p. 22",
    "p22",
    "page ",
    "22",
    "#",
    "fact:",
    "term:",
    "kn",
    "(S)",
    "3.4",
    "bullet 3",
    "paragraph ",
    "last ",
    " ",
    "-1",
    "0",
    "½",
    "*",
];

pub(super) fn names(mut real: Vec<String>) -> Inputs {
    let analysis = &SHIPPED.0;
    for (key, db) in analysis.ruleset_dbs() {
        real.extend(db.outline().iter().map(|id| format!("{key}/{id}")));
    }
    Texts::new(real, NAMES).boxed()
}

/// Checks that whatever names a clause is looked up.
pub(super) fn check_name(text: &str) {
    let analysis: &Analysis = &SHIPPED.0;
    let (_, typed) = analysis.split_ruleset(text);
    let (db, view) = newest(analysis);
    analysis.resolve_id(db, typed, &view);
    analysis.locate(db, typed, &view);
}

/// Pieces of dates.
const DATES: &[&str] = &[
    "2020",
    "-11",
    "-01",
    "2005-06-02",
    "15 ",
    "Mar ",
    "March ",
    "2023",
    "0000",
    "9999",
    "-",
    "12",
    "31",
    "29 Feb ",
    "99999",
    " ",
    "½",
    "８",
];

pub(super) fn dates(mut real: Vec<String>) -> Inputs {
    real.extend(["2005-06-02", "15 Mar 2023", "March 2023", "2023-03"].map(str::to_owned));
    Texts::new(real, DATES).boxed()
}

/// Checks that a date reads the same once it is printed.
pub(super) fn check_date(text: &str) {
    match text.parse::<PartialDate>() {
        Ok(date) => {
            assert_eq!(date.iso().parse(), Ok(date), "{}", date.iso());
            date.to_string();
        }
        Err(message) => assert!(!message.is_empty()),
    }
}

/// Pieces of the settings of the program, and of reviewed differences.
const SETTINGS: &[&str] = &[
    "ruleset = \"dbm\"\n",
    "edition = \"3.4\"\n",
    "profile = ",
    "as-of = 2020-01-01\n",
    "wording = \"printed\"\n",
    "[lints]\n",
    "\"dbm/x\" = \"off\"\n",
    "[",
    "]",
    "=",
    "\"",
    "'",
    "\n",
    "x",
    "1",
];

pub(super) fn settings(mut real: Vec<String>) -> Inputs {
    real.push(SETTINGS.concat());
    real.push(SETTINGS[..5].concat());
    Texts::new(real, SETTINGS).boxed()
}

/// Checks that faults of settings are in them.
pub(super) fn check_settings(text: &str) {
    for error in Settings::parse(text).1 {
        in_order(text, &[error.at.span]);
    }
}
