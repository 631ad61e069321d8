//! `review` as documents: for authors by section with instructions, checks and problems; for players by
//! page of the booklet and by troop type, in plain words.

use super::compare::{ReviewedScenario, RulesReview};
use crate::{
    analysis::{Aspect, Difference, Fate, ReviewedDifference, ReviewedRuleset, ReviewedSection},
    answer::{
        ReportEntry,
        parts::title,
        view::{Drawing, Reply},
    },
    diagnostic::Severity,
    doc::{Block, ChangedRow, Changes, Text, View, added, name, quiet, removed, strong, text},
    text::{join, plural, prefixed},
};
use indexmap::IndexMap;
use std::collections::BTreeMap;

/// The most clauses that are named behind a change of the source alone.
const MAX_NAMED: usize = 8;

impl Reply for RulesReview {
    fn doc(&self, _: &Drawing<'_>) -> Vec<Block> {
        review(self)
    }
}

impl RulesReview {
    /// Returns a title and a document for players: texts before and after, by page of the booklet and
    /// by troop type.
    pub fn for_players(&self) -> (String, Vec<Block>) {
        let title = format!("What changes from {} to {}", self.base, self.head);
        (title, for_players(self))
    }
}

/// Returns the whole review, for authors.
fn review(review: &RulesReview) -> Vec<Block> {
    let mut out = vec![Block::View(View {
        ruleset: String::new(),
        text: format!("{} → {}", review.base, review.head),
        at: String::new(),
        wording: None,
        page: None,
    })];
    out.extend(review.notices.iter().cloned().map(Block::Notice));
    out.push(Block::paragraph(summary(review)));
    out.extend(review.proposals.iter().map(|key| {
        Block::paragraph(format!(
            "The proposal {key} differs, too, and is part of no edition: `rulebook review --with {key}` shows its effect."
        ))
    }));
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
        [] if review.rulesets.is_empty() => {
            let unread = !review.notices.is_empty();
            let words = match unread {
                true => "No file that could be read differs.",
                false => "No file of the rules differs.",
            };
            return words.to_owned();
        }
        [] => "With the proposal".to_owned(),
        files => plural(files.len(), "file differs|files differ"),
    };
    let editions = review.rulesets.iter().map(|own| own.editions.as_slice());
    let place = match editions.collect::<Vec<_>>().as_slice() {
        [[only]] => format!("at {only}"),
        all if all.len() > 1 && all.iter().all(|own| own.len() < 2) => {
            "at the editions compared".to_owned()
        }
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
            .push(row_with_checks(own));
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
        // on earlier days
        0 if !own.editions.is_empty() => format!("at {}", join(&own.editions, ", ")),
        0 => String::new(),
        count if count == all.len() && count > 1 => "at every edition".to_owned(),
        _ => format!("at {}", join(runs.map(run), ", ")),
    };
    match own.profiles.as_slice() {
        [] => editions,
        profiles => format!("{editions}, profile {}", profiles.join(", ")),
    }
}

/// Returns a difference as a row: what it is about, the words before and after, and who wrote them.
fn row(own: &Difference) -> ChangedRow {
    let sign = match (&own.before, &own.after) {
        _ if own.aspect == Aspect::Place => ">",
        (None, _) => "+",
        (_, None) => "-",
        (Some(_), Some(_)) => "~",
    };
    let by = (!own.by.is_empty()).then(|| format!("({})", join(&own.by, ", ")));
    ChangedRow {
        sign,
        label: label(own),
        text: change(own),
        sides: sides(own),
        by: by.map_or_else(Text::default, |by| text!["  ", quiet(by)]),
        ..ChangedRow::default()
    }
}

/// Returns the same with the checks that read it.
fn row_with_checks(reviewed: &ReviewedDifference) -> ChangedRow {
    let mut out = row(&reviewed.difference);
    if !reviewed.read_by.is_empty() {
        let checks = format!("[read by {}]", join(&reviewed.read_by, ", "));
        out.by = text![out.by, "  ", quiet(checks)];
    }
    out
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
        Aspect::Verdict => return Some("verdict".to_owned()),
        Aspect::Totals => return Some("totals".to_owned()),
        Aspect::Problem => return Some("problem".to_owned()),
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
            Aspect::Value
            | Aspect::Fact
            | Aspect::Page
            | Aspect::State
            | Aspect::RulingState
            | Aspect::Verdict,
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
    let edited = match scenario.is_edited {
        true => " (its text differs, too)",
        false => "",
    };
    let path = text![strong(&scenario.path), edited];
    let rows = scenario.differences.iter().map(row).collect();
    let columns = None;
    let changes = Block::Changes(Changes { columns, rows });
    out.push(Block::Indented(2, vec![Block::paragraph(path), changes]));
}

fn problem(own: &ReportEntry) -> Block {
    let line = own.place.range.map_or(1, |range| range.start.line);
    let place = format!("{}:{line}", own.place.path);
    let kind = format!("{}[{}]", own.severity.word(), own.code);
    Block::listed(text![
        name(place),
        " ",
        quiet(kind),
        " ",
        own.message.as_str()
    ])
}

/// A table of changes: where and since when each is, and the texts before and after.
type ChangeRows = Vec<(Text, Vec<Text>)>;

/// Returns the texts, values and rulings before and after, for players: by page of the booklet and by
/// troop type.
fn for_players(review: &RulesReview) -> Vec<Block> {
    let mut out = Vec::new();
    for ruleset in &review.rulesets {
        let mut pages: BTreeMap<(usize, String), ChangeRows> = BTreeMap::new();
        let mut troops: BTreeMap<String, ChangeRows> = BTreeMap::new();
        for section in &ruleset.sections {
            let shown = section.differences.iter();
            for own in shown.filter(|own| is_for_players(own.difference.aspect)) {
                let label = prefixed(", ", player_label(&own.difference));
                let place = format!("{}{label} ", section.heading);
                let (before, after) = sides(&own.difference);
                let when = quiet(when(&ruleset.editions, own));
                let row = (text![place, when], vec![before, after]);
                let page = match &section.page {
                    Some(page) => (
                        page.parse().unwrap_or(usize::MAX - 1),
                        format!("page {page}"),
                    ),
                    None => (usize::MAX, "without a page".to_owned()),
                };
                for letters in &own.troops {
                    let name = ruleset.abbreviations.get(letters).unwrap_or(letters);
                    troops.entry(name.clone()).or_default().push(row.clone());
                }
                pages.entry(page).or_default().push(row);
            }
        }
        let pages = pages.into_iter().map(|((_, name), rows)| (name, rows));
        for (name, rows) in pages.chain(troops) {
            out.push(Block::Heading(format!("{}, {name}", ruleset.title).into()));
            let heads = ["Before", "After"].map(Text::from);
            out.push(Block::Grid(heads.to_vec(), rows));
        }
    }
    let intro = match out.is_empty() {
        true if review.has_effect => {
            "No text changes in rules that both have; other things do: `rulebook review` lists them."
        }
        true if !review.notices.is_empty() => "No text that could be read changes.",
        true => "No text of the rules changes.",
        false => {
            "Each change once by page of the booklet, and once for each troop type that it names. Removed words are struck out, new ones underlined."
        }
    };
    let errors = review.new_problems.iter();
    let errors = errors.filter(|own| own.severity == Severity::Error).count();
    let broken = (errors > 0).then(|| {
        let errors = plural(errors, "new error|new errors");
        format!("The rules have {errors}: this page may be wrong or incomplete.")
    });
    let notices = review.notices.iter().cloned().chain(broken);
    let head = notices.map(Block::Notice).chain([Block::paragraph(intro)]);
    out.splice(0..0, head);
    out
}

fn is_for_players(aspect: Aspect) -> bool {
    matches!(
        aspect,
        Aspect::Words | Aspect::Value | Aspect::Label | Aspect::Ruling | Aspect::RulingState
    )
}

fn player_label(own: &Difference) -> Option<String> {
    match own.aspect {
        Aspect::Ruling => Some("ruling".to_owned()),
        Aspect::RulingState => own.label.as_ref().map(|words| format!("ruling “{words}”")),
        _ => own.label.clone(),
    }
}
