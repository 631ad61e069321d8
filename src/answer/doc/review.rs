//! `review` as documents: for authors by section with instructions, checks and problems; for players by
//! page of the booklet and by troop type, in plain words.

use super::parts::title;
use crate::{
    analysis::{Aspect, Difference, Fate, ReviewedDifference, ReviewedRuleset, ReviewedSection},
    answer::{ReportEntry, ReviewedScenario, RulesReview, ScenarioResult},
    diagnostic::Severity,
    doc::{Block, ChangedRow, Changes, Text, View, added, name, quiet, removed, strong, text},
    export::review_page::{ReviewPage, ReviewPageEntry, ReviewPageGroup},
    text::{join, plural, prefixed},
};
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// The most clauses that are named behind a change of the source alone.
const MAX_NAMED: usize = 8;

/// Returns the whole review, for authors.
pub(super) fn review(review: &RulesReview) -> Vec<Block> {
    let mut out = vec![Block::View(View {
        text: format!("{} → {}", review.base, review.head),
        at: String::new(),
        page: None,
    })];
    out.extend(review.notices.iter().cloned().map(Block::Notice));
    out.push(Block::paragraph(summary(review)));
    for ruleset in review.rulesets.iter().filter(|own| own.has_effect()) {
        add_ruleset(ruleset, &mut out);
    }
    if !review.scenarios.is_empty() {
        out.push(Block::Heading("Army lists and scenarios".into()));
        review
            .scenarios
            .iter()
            .for_each(|own| add_scenario(own, &mut out));
    }
    let problems = [
        ("New problems", &review.new_problems),
        ("Solved problems", &review.solved_problems),
    ];
    for (heading, problems) in problems.into_iter().filter(|(_, all)| !all.is_empty()) {
        out.push(Block::Heading(heading.into()));
        out.extend(problems.iter().map(problem));
    }
    out
}

/// Returns the effect in a sentence: `3 changes in 2 sections; 1 army list with another result`.
fn summary(review: &RulesReview) -> String {
    let files = match review.files.as_slice() {
        [] => return "No file of the rules differs.".to_owned(),
        files => plural(files.len(), "file differs|files differ"),
    };
    let editions = review.rulesets.iter().map(|own| own.editions.as_slice());
    let place = match editions.collect::<Vec<_>>().as_slice() {
        [[only]] => format!("at {only}"),
        _ => "at any edition".to_owned(),
    };
    let differences = review.difference_count();
    let sections = review
        .rulesets
        .iter()
        .map(|own| own.sections.len())
        .sum::<usize>();
    let texts = match (
        differences,
        review.rulesets.iter().any(ReviewedRuleset::has_effect),
    ) {
        (0, false) => format!("no change to any text {place}"),
        (0, true) => format!("no change to any text {place}; only its sources differ"),
        (count, _) if sections == 0 => plural(count, "change"),
        (count, _) => format!(
            "{} in {}",
            plural(count, "change"),
            plural(sections, "section")
        ),
    };
    let counts = [
        (
            review.scenarios.len(),
            "army list with another result|army lists with another result",
        ),
        (review.new_problems.len(), "new problem|new problems"),
        (
            review.solved_problems.len(),
            "solved problem|solved problems",
        ),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, name)| plural(*count, name));
    format!(
        "{files}: {}.",
        join(std::iter::once(texts).chain(counts), "; ")
    )
}

fn add_ruleset(ruleset: &ReviewedRuleset, out: &mut Vec<Block>) {
    let fate = fate_words(ruleset.fate);
    out.push(Block::Heading(
        strong(format!("{}{fate}", ruleset.title)).into(),
    ));
    if !ruleset.differences.is_empty() {
        add_rows(&ruleset.editions, ruleset.differences.iter(), out);
    }
    for section in &ruleset.sections {
        let mut shown = section.differences.iter();
        if shown.any(|own| own.difference.aspect != Aspect::Source) {
            add_section(&ruleset.editions, section, out);
        }
    }
    add_sources(ruleset, out);
}

fn fate_words(fate: Fate) -> &'static str {
    match fate {
        Fate::Added => " (new)",
        Fate::Removed => " (deleted)",
        Fate::Moved => " (moved)",
        Fate::Changed | Fate::Same => "",
    }
}

fn add_section(editions: &[String], section: &ReviewedSection, out: &mut Vec<Block>) {
    let page = prefixed(", p. ", section.page.as_ref());
    let heading = format!("{}{page}{}", section.heading, fate_words(section.fate));
    out.push(Block::Gap);
    out.push(title(&[heading], &section.id));
    let shown = section.differences.iter();
    let shown = shown.filter(|own| own.difference.aspect != Aspect::Source);
    add_rows(editions, shown, out);
}

/// Adds differences, those at the same editions and profiles below a line that names these.
fn add_rows<'a>(
    editions: &[String],
    differences: impl Iterator<Item = &'a ReviewedDifference>,
    out: &mut Vec<Block>,
) {
    let mut groups: IndexMap<String, Vec<ChangedRow>> = IndexMap::new();
    for own in differences {
        groups
            .entry(when(editions, own))
            .or_default()
            .push(row(own));
    }
    for (when, rows) in groups {
        let changes = Block::Changes(Changes {
            columns: None,
            rows,
        });
        if when.is_empty() {
            out.push(changes);
        } else {
            let when = Block::paragraph(quiet(when));
            out.push(Block::Indented(2, vec![when, changes]));
        }
    }
}

/// Returns the editions and profiles at which a difference is found: `at 3.2–3.4, profile uk`.
fn when(all: &[String], own: &ReviewedDifference) -> String {
    let position = |edition: &String| all.iter().position(|other| other == edition);
    let places: Vec<usize> = own.editions.iter().filter_map(position).collect();
    let runs = places.chunk_by(|one, other| one + 1 == *other);
    let run = |run: &[usize]| match run {
        [first, .., last] => format!("{}–{}", all[*first], all[*last]),
        [only] => all[*only].clone(),
        [] => String::new(),
    };
    let editions = match places.len() {
        0 => String::new(),
        count if count == all.len() && count > 1 => "at every edition".to_owned(),
        _ => format!("at {}", join(runs.map(run), ", ")),
    };
    match own.profiles.as_slice() {
        [] => editions,
        profiles => format!("{editions}, profile {}", profiles.join(", ")),
    }
}

/// Returns a difference as a row: what it is about, the words before and after, who wrote them, and
/// which checks read it.
fn row(reviewed: &ReviewedDifference) -> ChangedRow {
    let own = &reviewed.difference;
    let (before, after) = (own.before.as_deref(), own.after.as_deref());
    let sign = match (before, after) {
        _ if own.aspect == Aspect::Place => ">",
        (None, _) => "+",
        (_, None) => "-",
        (Some(_), Some(_)) => "~",
    };
    let by = (!own.by.is_empty()).then(|| format!("({})", join(&own.by, ", ")));
    let checks = (!reviewed.read_by.is_empty()).then(|| {
        let checks = join(&reviewed.read_by, ", ");
        format!("[read by {checks}]")
    });
    let notes = by.into_iter().chain(checks);
    ChangedRow {
        depth: 0,
        sign,
        label: label(own),
        text: change(own),
        sides: sides(own),
        by: notes.map(|note| text!["  ", quiet(note)]).collect(),
        restated: None,
    }
}

/// Returns what a difference is about, as a label in front of it.
fn label(own: &Difference) -> Option<String> {
    let prefix = match own.aspect {
        Aspect::Words | Aspect::Value => return own.label.clone(),
        Aspect::Page => return Some("page".to_owned()),
        Aspect::State => return Some("state".to_owned()),
        Aspect::Id => return Some("id".to_owned()),
        Aspect::Label => return Some("label".to_owned()),
        Aspect::Place => return Some("moved".to_owned()),
        Aspect::Source => return Some("source".to_owned()),
        Aspect::Edition => "edition",
        Aspect::Document => "document",
        Aspect::Profile => "profile",
        Aspect::Fact => "fact",
        Aspect::RulingState | Aspect::Ruling => "ruling",
    };
    Some(format!("{prefix} {}", own.id))
}

/// Returns the words before and after as one text.
fn change(own: &Difference) -> Text {
    let (before, after) = (own.before.as_deref(), own.after.as_deref());
    match (own.aspect, before, after) {
        (Aspect::Place | Aspect::Id, Some(before), Some(after)) => {
            text![name(before), " → ", name(after)]
        }
        // a value as a whole is easier to read than its parts
        (
            Aspect::Value | Aspect::Fact | Aspect::Page | Aspect::State | Aspect::RulingState,
            Some(before),
            Some(after),
        ) => {
            text![removed(before), " → ", added(after)]
        }
        (_, before, after) => Text::change(before, after),
    }
}

/// Returns the words before and after apart.
fn sides(own: &Difference) -> (Text, Text) {
    match (&own.before, &own.after) {
        (Some(before), Some(after)) => Text::sides(before, after),
        (None, Some(after)) => (Text::default(), added(after).into()),
        (Some(before), None) => (removed(before).into(), Text::default()),
        (None, None) => Default::default(),
    }
}

/// Adds the texts that read the same and have another source, by old and new source.
fn add_sources(ruleset: &ReviewedRuleset, out: &mut Vec<Block>) {
    let mut groups: IndexMap<(&str, &str), Vec<&str>> = IndexMap::new();
    for own in ruleset.all_differences().map(|own| &own.difference) {
        if let (Aspect::Source, Some(before), Some(after)) = (own.aspect, &own.before, &own.after) {
            groups.entry((before, after)).or_default().push(&own.id);
        }
    }
    if groups.is_empty() {
        return;
    }
    out.push(Block::Heading("Same words, another source".into()));
    for ((before, after), clauses) in groups {
        let named = join(clauses.iter().take(MAX_NAMED), ", ");
        let more = match clauses.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let clauses = text![": ", quiet(format!("{named}{more}"))];
        out.push(Block::listed(text![
            name(before),
            " → ",
            name(after),
            clauses
        ]));
    }
}

fn add_scenario(scenario: &ReviewedScenario, out: &mut Vec<Block>) {
    let edited = if scenario.is_edited {
        " (its text differs, too)"
    } else {
        ""
    };
    out.push(Block::indented("", text![strong(&scenario.path), edited]));
    let sides = [&scenario.before, &scenario.after];
    type Read = fn(&ScenarioResult) -> Option<&str>;
    let parts: [Read; 2] = [|own| own.verdict.as_deref(), |own| own.totals.as_deref()];
    let mut rows = Vec::new();
    for read in parts {
        let [before, after] = sides.map(read);
        if before != after {
            rows.push(ChangedRow {
                sign: "~",
                text: Text::change(before, after),
                ..ChangedRow::default()
            });
        }
    }
    let [before, after] = sides.map(|own| &own.problems);
    let lists = [
        ("+", "new problem", after, before),
        ("-", "solved problem", before, after),
    ];
    for (sign, label, own, other) in lists {
        let lone: Vec<&String> = own.iter().filter(|own| !other.contains(own)).collect();
        if let [first, rest @ ..] = lone.as_slice() {
            let more = match rest.len() {
                0 => String::new(),
                more => format!(" (and {})", plural(more, "other")),
            };
            rows.push(ChangedRow {
                sign,
                label: Some(label.to_owned()),
                text: text![first.as_str(), more],
                ..ChangedRow::default()
            });
        }
    }
    let columns = None;
    out.push(Block::Indented(
        2,
        vec![Block::Changes(Changes { columns, rows })],
    ));
}

fn problem(own: &ReportEntry) -> Block {
    let line = own.place.range.map_or(1, |range| range.start.line);
    let place = format!("{}:{line}", own.place.path);
    let kind = match own.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let kind = format!("{kind}[{}]", own.code);
    Block::listed(text![
        name(place),
        " ",
        quiet(kind),
        " ",
        own.message.as_str()
    ])
}

/// Returns the page for players: texts, values and rulings before and after, by page of the booklet and
/// by troop type.
pub(super) fn page_for_players(review: &RulesReview) -> ReviewPage {
    let mut groups = Vec::new();
    for ruleset in &review.rulesets {
        let shown: Vec<(&ReviewedSection, &ReviewedDifference)> = ruleset
            .sections
            .iter()
            .flat_map(|section| section.differences.iter().map(move |own| (section, own)))
            .filter(|(_, own)| is_for_players(own.difference.aspect))
            .collect();
        let entry = |(section, own): &(&ReviewedSection, &ReviewedDifference)| ReviewPageEntry {
            heading: section.heading.clone(),
            label: player_label(&own.difference),
            sides: sides(&own.difference),
            when: when(&ruleset.editions, own),
        };
        let mut pages: BTreeMap<(usize, String), Vec<ReviewPageEntry>> = BTreeMap::new();
        let mut troops: BTreeMap<String, Vec<ReviewPageEntry>> = BTreeMap::new();
        for own in &shown {
            let page =
                own.0
                    .page
                    .as_ref()
                    .map_or((usize::MAX, "Without a page".to_owned()), |page| {
                        (
                            page.parse().unwrap_or(usize::MAX - 1),
                            format!("Page {page}"),
                        )
                    });
            pages.entry(page).or_default().push(entry(own));
            for letters in &own.1.troops {
                let name = ruleset.abbreviations.get(letters).unwrap_or(letters);
                troops.entry(name.clone()).or_default().push(entry(own));
            }
        }
        let title = |name: &str| format!("{}: {name}", ruleset.title);
        let pages = pages
            .into_iter()
            .map(|((_, name), entries)| (name, entries));
        let parts = [
            ("by page", pages.collect::<Vec<_>>()),
            ("by troop type", troops.into_iter().collect()),
        ];
        for (name, lists) in parts.into_iter().filter(|(_, lists)| !lists.is_empty()) {
            groups.push(ReviewPageGroup {
                title: title(name),
                lists,
            });
        }
    }
    let texts = match groups.is_empty() {
        true => "No text of the rules changes.".to_owned(),
        false => "Each change once by page of the booklet, and once for each troop type that it names. Removed words are struck out, new ones underlined.".to_owned(),
    };
    ReviewPage {
        title: format!("What changes from {} to {}", review.base, review.head),
        intro: texts,
        groups,
    }
}

fn is_for_players(aspect: Aspect) -> bool {
    matches!(
        aspect,
        Aspect::Words | Aspect::Value | Aspect::Label | Aspect::Ruling | Aspect::RulingState
    )
}

fn player_label(own: &Difference) -> Option<String> {
    match own.aspect {
        Aspect::Ruling | Aspect::RulingState => Some(format!("Ruling {}", own.id)),
        Aspect::Label => None,
        _ => own.label.clone(),
    }
}
