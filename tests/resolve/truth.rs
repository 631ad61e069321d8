//! What is said around the wording, over all clauses of the shipped rules at all editions, profiles and days on which something
//! happened: every statement is compared with the versions of the sections, read here without the code that makes the statements.

#![allow(clippy::print_stdout)]

use rulebook::{
    analysis::{
        Analysis, Clause, ClauseAnnotation, ClauseBlock, LookupResult, SectionErrata, WordingChoice,
    },
    disk,
    model::{EditionIx, Profile, SectionTree, UnitId, UnitKind},
    resolve::{RulesetDb, Section, View},
    syntax::{Command, Commentary, CommentaryKind, Verb, WordingLayer},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fmt::Write as _,
    sync::Arc,
};

/// The statements compared, by kind, and those that are false.
#[derive(Default)]
struct Audit {
    compared: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

impl Audit {
    fn check(&mut self, kind: &'static str, holds: bool, say: impl FnOnce() -> String) {
        *self.compared.entry(kind).or_default() += 1;
        if !holds && self.wrong.len() < 40 {
            self.wrong.push(format!("{kind}: {}", say()));
        }
    }
}

/// The days on which a document was published or revised, the day before the first, and a day long after.
fn days(db: &RulesetDb) -> Vec<jiff::civil::Date> {
    let documents = db
        .ruleset
        .documents
        .values()
        .filter(|document| !document.published.is_undated());
    let dates = documents
        .flat_map(|document| [Some(document.published), document.revised])
        .flatten();
    let mut days: BTreeSet<jiff::civil::Date> = dates.map(|date| date.counts_from()).collect();
    days.extend(days.first().and_then(|day| day.yesterday().ok()));
    days.insert("2099-01-01".parse().expect("a day"));
    days.into_iter().collect()
}

fn views(db: &RulesetDb) -> Vec<View> {
    let ruleset = &db.ruleset;
    let profiles: Vec<Arc<Profile>> = ruleset.profiles.iter().cloned().map(Arc::new).collect();
    let editions = 0..ruleset.editions.len() as u16;
    let mut out = Vec::new();
    for as_of in days(db) {
        for profile in &profiles {
            out.extend(editions.clone().map(|edition| View {
                edition: EditionIx(edition),
                as_of,
                profile: Arc::clone(profile),
            }));
        }
    }
    out
}

fn at(db: &RulesetDb, view: &View, id: &str) -> String {
    format!(
        "{id} at {} as of {} for {}",
        db.ruleset.edition_id(view.edition),
        view.as_of,
        view.profile.name
    )
}

/// The units among which ordinals count `unit`: those of its kind under the same holder, and open runs of them. Units without a place
/// and the head of a table are not counted.
fn counted(tree: &SectionTree, unit: UnitId) -> Vec<UnitId> {
    let Some(parent) = tree.get(unit).and_then(|node| node.parent) else {
        return Vec::new();
    };
    let kind = tree.kind(unit);
    let counts = |u: &UnitId| {
        let placed = tree.get(*u).is_some_and(|node| !node.floating);
        tree.kind(*u) == kind && placed && !tree.is_header(*u) || Some(tree.kind(*u)) == kind.gap()
    };
    tree.children(parent).filter(counts).collect()
}

/// Whether `unit` is provably the n-th of its kind, from the start or the end.
fn is_nth(tree: &SectionTree, unit: UnitId, n: usize, from_end: bool) -> bool {
    let mut units = counted(tree, unit);
    if from_end {
        units.reverse();
    }
    let known = |u: &UnitId| !tree.kind(*u).is_gap();
    units.iter().take(n).all(known) && n > 0 && units.get(n - 1) == Some(&unit)
}

/// The number of a sentence as it is shown, `2` or `1.2`.
fn number_holds(tree: &SectionTree, unit: UnitId, ordinal: &str) -> bool {
    let mut numbers = ordinal.rsplit('.').map(|n| n.parse::<usize>().unwrap_or(0));
    let own = numbers.next().is_some_and(|n| is_nth(tree, unit, n, false));
    let holder = tree.get(unit).and_then(|node| node.parent);
    own && numbers
        .next()
        .is_none_or(|n| holder.is_some_and(|holder| is_nth(tree, holder, n, false)))
}

/// The units that one step of a place names, read word by word; none where it names nothing.
fn step(tree: &SectionTree, scopes: &[UnitId], words: &str) -> Vec<UnitId> {
    let kind = |name: &str| {
        [
            UnitKind::Paragraph,
            UnitKind::Sentence,
            UnitKind::Bullet,
            UnitKind::Row,
            UnitKind::Table,
        ]
        .into_iter()
        .find(|k| k.name() == name)
    };
    let below: Vec<UnitId> = scopes
        .iter()
        .flat_map(|&scope| tree.live_units(scope))
        .filter(|unit| !scopes.contains(unit))
        .collect();
    let words = words.strip_prefix("words of ").unwrap_or(words);
    let words = words.strip_suffix(" (place not known)").unwrap_or(words);
    let bare = words
        .strip_suffix(" whose place is not known")
        .unwrap_or(words);
    if bare != words {
        let floating = |u: &&UnitId| {
            tree.ancestors(**u)
                .any(|u| tree.get(u).is_some_and(|node| node.floating))
        };
        return below.iter().filter(floating).copied().collect();
    }
    if let Some(quoted) = words.find('"').and_then(|at| words.get(at + 1..)) {
        let label = quoted.split('"').next().unwrap_or_default();
        let has_label = |u: &&UnitId| {
            tree.get(**u)
                .and_then(|node| node.label.as_deref())
                .is_some_and(|own| own.trim_end_matches(['.', ':']) == label)
        };
        let labelled: Vec<UnitId> = below.iter().filter(has_label).copied().collect();
        let rest = quoted.get(label.len() + 1..).unwrap_or_default().trim();
        return match (rest.parse::<usize>(), words.starts_with("last ")) {
            (Ok(n), _) => labelled.get(n - 1).copied().into_iter().collect(),
            (_, true) => labelled.last().copied().into_iter().collect(),
            _ => labelled,
        };
    }
    let parts: Vec<&str> = words.split(' ').collect();
    let (name, n, from_end) = match parts.as_slice() {
        ["last", name] => (*name, 1, true),
        [name, n, "from", "the", "end"] => (*name, n.parse().unwrap_or(0), true),
        [name, n] => (*name, n.parse().unwrap_or(0), false),
        ["heading"] => return tree.heading().into_iter().collect(),
        [name] => (*name, 0, false),
        _ => return Vec::new(),
    };
    let Some(kind) = kind(name) else {
        return Vec::new();
    };
    below
        .into_iter()
        .filter(|&u| tree.kind(u) == kind && (n == 0 || is_nth(tree, u, n, from_end)))
        .collect()
}

/// The places that are named together: what `and` and `to` join outside quotation marks.
fn parts(place: &str) -> Vec<String> {
    let marked = place.split('"').enumerate().map(|(at, piece)| {
        if at % 2 == 0 {
            piece.replace(" and ", "\n").replace(" to ", "\n")
        } else {
            piece.to_owned()
        }
    });
    marked
        .collect::<Vec<_>>()
        .join("\"")
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Whether a place in print names units of the base text that can be counted to.
fn place_holds(tree: &SectionTree, place: &str) -> bool {
    if place.starts_with("cell \"") {
        let cells: Vec<(&str, &str)> = tree
            .live_units(tree.root)
            .into_iter()
            .filter_map(|unit| tree.cell_labels(unit))
            .collect();
        let is_cell = |place: &str| {
            cells
                .iter()
                .any(|(row, column)| place == format!("cell \"{row}\", \"{column}\""))
        };
        return place
            .split(" and other text")
            .flat_map(|place| place.split(" to "))
            .filter(|place| !place.is_empty())
            .all(is_cell);
    }
    let place = [
        "after ",
        "before ",
        "at the end of ",
        "at the beginning of ",
        "end of ",
    ]
    .iter()
    .find_map(|lead| place.strip_prefix(lead))
    .unwrap_or(place);
    if [
        "",
        "at the end",
        "at the beginning",
        "the heading",
        "its paragraph",
    ]
    .contains(&place)
    {
        return true;
    }
    if place.starts_with('"') {
        return tree
            .plain_text(tree.root, WordingLayer::Restated)
            .contains(place.trim_matches('"'));
    }
    let other = |part: &str| part == "other text" || part == "any other text";
    let mut above: Vec<UnitId> = vec![tree.root];
    for part in parts(place)
        .iter()
        .map(String::as_str)
        .filter(|part| !other(part))
    {
        let mut found = Vec::new();
        // the second of two is named within the unit of the first
        for start in [vec![tree.root], above.clone()] {
            let mut scopes = start;
            let mut last = scopes.clone();
            for words in part.split(", ") {
                last = scopes.clone();
                scopes = step(tree, &scopes, words);
            }
            if !scopes.is_empty() {
                (found, above) = (scopes, last);
                break;
            }
        }
        if found.is_empty() {
            return false;
        }
    }
    true
}

/// Whether a text has the words of a quotation, whose `…` matches any others.
fn reads(text: &str, words: &str) -> bool {
    let text = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('–', "-");
    let mut rest = text.as_str();
    words
        .replace('–', "-")
        .split('…')
        .map(str::trim)
        .all(|part| {
            let at = rest.find(part);
            rest = at.map_or("", |at| &rest[at + part.len()..]);
            at.is_some()
        })
}

/// All notes of a ruleset, with the text by which a view shows them.
fn notes(analysis: &Analysis, db: &RulesetDb) -> Vec<Commentary> {
    let files = analysis
        .files()
        .filter(|file| db.files().any(|own| own.source == file.source));
    let places = files.flat_map(|file| &file.places);
    let all = places.flat_map(|place| {
        place
            .commentary
            .iter()
            .chain(place.entries.iter().flat_map(|entry| &entry.commentary))
    });
    all.filter(|note| note.kind != CommentaryKind::Plain)
        .cloned()
        .collect()
}

/// Whether a link of a note finds its words at a view: in the clause, in a note of the authors on its section, or in the ruling.
fn side_holds(db: &RulesetDb, view: &View, clause: &str, words: Option<&str>) -> bool {
    db.declaring_sections(clause)
        .into_iter()
        .filter_map(|id| db.section(id))
        .any(|section| {
            let tree = section.version(view);
            let entries = |is_selected: fn(&Command) -> bool| {
                section
                    .patches
                    .iter()
                    .filter(|patch| {
                        view.includes(patch)
                            && db
                                .ruleset
                                .amendment_chain(view.edition)
                                .contains(&patch.own_edition)
                    })
                    .filter_map(move |patch| {
                        let entry = patch.entry()?;
                        let named = entry.attrs.id.as_ref().map(|id| id.value.clone());
                        is_selected(entry.command.as_ref()?)
                            .then(|| (named, patch.document.clone(), payload(entry)))
                    })
                    .collect::<Vec<_>>()
            };
            let matches = |text: &str| words.is_none_or(|words| reads(text, words));
            match section.arena.unit_by_name(clause) {
                Some(unit) => {
                    let notes = entries(|command| command.verb == Verb::Note);
                    tree.is_live(unit)
                        && (matches(&tree.plain_text(unit, WordingLayer::Restated))
                            || notes.iter().any(|(_, _, text)| matches(text)))
                }
                None => {
                    let rulings = entries(|command| command.verb == Verb::Clarify);
                    rulings.iter().any(|(id, document, text)| {
                        id.as_deref() == Some(clause)
                            && view
                                .profile
                                .layers
                                .iter()
                                .any(|layer| **layer == **document)
                            && matches(text)
                    })
                }
            }
        })
}

/// Which notes hold at a view, all their sides taken together.
fn holding(db: &RulesetDb, notes: &[Commentary], view: &View) -> Vec<bool> {
    let side = |cited: &rulebook::syntax::CitedClause| {
        side_holds(db, view, &cited.clause, cited.words.as_deref())
    };
    notes
        .iter()
        .map(|note| note.cited.iter().all(side))
        .collect()
}

/// The notes that are written under an instruction on a section, or link a clause of it.
fn concerning(db: &RulesetDb, section: &Section, notes: &[Commentary]) -> Vec<usize> {
    let own = |note: &Commentary| {
        section
            .patches
            .iter()
            .flat_map(|patch| patch.commentary())
            .any(|own| own.text.text == note.text.text)
    };
    let links = |note: &Commentary| {
        note.cited.iter().any(|cited| {
            db.declaring_sections(&cited.clause)
                .contains(&section.id.as_str())
        })
    };
    (0..notes.len())
        .filter(|&at| own(&notes[at]) || links(&notes[at]))
        .collect()
}

fn payload(entry: &rulebook::syntax::InstructionEntry) -> String {
    let mut out = String::new();
    let mut stack: Vec<&rulebook::syntax::Block> = entry.payload.iter().rev().collect();
    while let Some(block) = stack.pop() {
        if let Some(text) = block.text() {
            let _ = write!(out, "{} ", text.text);
        }
        stack.extend(block.children().iter().rev());
    }
    out
}

/// Whether nothing acts, or may act, on a unit and the parts of its section under any profile.
fn is_untouched(db: &RulesetDb, section: &Section, unit: UnitId, view: &View) -> bool {
    let revised = db
        .ruleset
        .documents
        .values()
        .filter(|d| d.published.counts_from() <= view.as_of)
        .filter_map(|d| d.revised);
    let as_of = revised
        .map(|date| date.counts_from())
        .chain([view.as_of])
        .max()
        .unwrap_or(view.as_of);
    let as_printed = |section: &Section, unit: UnitId| {
        let base = printed(section, view);
        db.ruleset.profiles.iter().all(|profile| {
            let view = View {
                as_of,
                profile: Arc::new(profile.clone()),
                ..view.clone()
            };
            let tree = section.version(&view);
            let pending = tree
                .live_units(unit)
                .iter()
                .any(|&u| tree.get(u).is_some_and(|node| !node.pending.is_empty()));
            !pending
                && tree.plain_text(unit, WordingLayer::Restated)
                    == base.plain_text(unit, WordingLayer::Restated)
                && tree.is_live(unit) == base.is_live(unit)
        })
    };
    let parts = db
        .subsections_of(&section.id)
        .iter()
        .filter(|_| unit == section.base().root)
        .filter_map(|id| db.section(id));
    as_printed(section, unit)
        && parts
            .into_iter()
            .all(|part| as_printed(&part, part.base().root))
}

/// The version before any sheet, with what tables and books fill in.
fn printed(section: &Section, view: &View) -> Arc<SectionTree> {
    section
        .revisions(view)
        .first()
        .map_or_else(|| Arc::clone(section.base()), |step| Arc::clone(&step.tree))
}

struct Reading<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    section: &'a Section,
    view: &'a View,
    notes: &'a [Commentary],
}

impl Reading<'_> {
    fn clause(&self, audit: &mut Audit, unit: UnitId, clause: &Clause) {
        let tree = self.section.version(self.view);
        for block in &clause.blocks {
            self.block(audit, &tree, block);
        }
        for notice in clause
            .notices
            .iter()
            .filter(|notice| notice.starts_with("No amendment"))
        {
            audit.check(
                "untouched",
                is_untouched(self.db, self.section, unit, self.view),
                || format!("{notice} {}", at(self.db, self.view, &clause.id)),
            );
        }
        for number in &clause.numbering {
            let from = number.editions.split('–').next().unwrap_or_default();
            let edition = self.db.ruleset.edition(from).unwrap_or(self.view.edition);
            let then = self.section.version(&self.view.with_edition(edition));
            audit.check("numbering", place_holds(&then, &number.address), || {
                format!("{} {}", number.address, at(self.db, self.view, &clause.id))
            });
        }
        self.remarks(
            audit,
            &clause.id,
            clause.contradictions.iter().chain(&clause.remarks),
        );
    }

    /// A number that is shown is proved, and an id that is shown finds its unit again.
    fn block(&self, audit: &mut Audit, tree: &SectionTree, block: &ClauseBlock) {
        let bare = block.id.split_once('/').map_or("", |(_, id)| id);
        if block.kind == "more" {
            return;
        }
        let found = match self.analysis.locate(self.db, bare, self.view) {
            LookupResult::Clause(section, Some(unit)) if section.id == self.section.id => {
                Some(unit)
            }
            LookupResult::Clause(section, None) if section.id == self.section.id => Some(tree.root),
            _ => None,
        };
        let text = found
            .and_then(|unit| tree.get(unit))
            .and_then(|node| node.text(WordingLayer::Restated))
            .map(|w| w.text.to_string());
        let same = text.is_some_and(|text| text == block.text || block.text == "…");
        audit.check("id", same, || {
            format!(
                "{} does not find its unit {}",
                block.id,
                at(self.db, self.view, "")
            )
        });
        if let (Some(ordinal), Some(unit)) = (&block.ordinal, found) {
            audit.check("number", number_holds(tree, unit, ordinal), || {
                format!("{ordinal} {}", at(self.db, self.view, &block.id))
            });
        }
    }

    /// What is shown holds: every link of a note finds the words that it quotes.
    fn remarks<'r>(
        &self,
        audit: &mut Audit,
        id: &str,
        remarks: impl Iterator<Item = &'r ClauseAnnotation>,
    ) {
        for remark in remarks {
            // figures of a table that differ from the sheets are computed
            let Some(note) = self
                .notes
                .iter()
                .find(|note| *note.text.text == *remark.text)
            else {
                continue;
            };
            let quoted = note.cited.iter().filter(|cited| {
                cited.words.is_some() || note.kind == CommentaryKind::Contradiction
            });
            for cited in quoted {
                let holds = side_holds(self.db, self.view, &cited.clause, cited.words.as_deref());
                audit.check("note", holds, || {
                    format!(
                        "#{} {:?}: {} {}",
                        cited.clause,
                        cited.words,
                        remark.text,
                        at(self.db, self.view, id)
                    )
                });
            }
        }
    }

    fn slip(&self, audit: &mut Audit, slip: &SectionErrata) {
        let base = self.section.base();
        for line in &slip.lines {
            for place in [&line.print, &line.place] {
                audit.check("place in print", place_holds(base, place), || {
                    format!("{place:?} {}", at(self.db, self.view, &slip.id))
                });
            }
        }
        if slip.unchanged {
            audit.check(
                "unchanged",
                is_untouched_here(self.db, self.section, self.view),
                || at(self.db, self.view, &slip.id),
            );
        }
        self.remarks(
            audit,
            &slip.id,
            slip.contradictions.iter().chain(&slip.remarks),
        );
    }
}

/// Whether the section itself, without its parts, reads as printed under every profile.
fn is_untouched_here(db: &RulesetDb, section: &Section, view: &View) -> bool {
    let base = printed(section, view);
    db.ruleset.profiles.iter().all(|profile| {
        let tree = section.version(&View {
            profile: Arc::new(profile.clone()),
            ..view.clone()
        });
        tree.plain_text(tree.root, WordingLayer::Restated)
            == base.plain_text(base.root, WordingLayer::Restated)
    })
}

#[test]
fn notices_and_remarks_are_true_in_every_view() {
    let analysis = Analysis::new(disk::shipped_sources());
    let mut audit = Audit::default();
    let every = std::env::var_os("RULEBOOK_EVERY_VIEW").is_some();
    for (_, db) in analysis.ruleset_dbs() {
        let notes = notes(&analysis, db);
        let views: Vec<(View, Vec<bool>)> = views(db)
            .into_iter()
            .map(|view| (view.clone(), holding(db, &notes, &view)))
            .collect();
        let audits = db.map_sections(|section| {
            let mut audit = Audit::default();
            let mut seen = HashSet::new();
            let own = concerning(db, section, &notes);
            for (view, holding) in &views {
                let tree = section.version(view);
                let revised = analysis.notices(&db.ruleset, view);
                let holding: Vec<bool> = own.iter().map(|&at| holding[at]).collect();
                let inputs = (
                    Arc::as_ptr(&tree) as usize,
                    view.edition,
                    view.profile.name.clone(),
                    holding,
                    revised,
                );
                // of views with equal answers only one is checked, unless all are requested
                let new = seen.insert(inputs);
                if !new && !every {
                    continue;
                }
                let clause = analysis.clause(db, section, None, view, WordingChoice::Both);
                let reading = Reading {
                    analysis: &analysis,
                    db,
                    section,
                    view,
                    notes: &notes,
                };
                reading.clause(&mut audit, tree.root, &clause);
                if let Some(slip) = analysis.section_errata(db, section, view, WordingChoice::Both)
                {
                    reading.slip(&mut audit, &slip);
                }
                let usual = view.profile.default || !view.profile.scopes.is_empty();
                let units = tree
                    .live_units(tree.root)
                    .into_iter()
                    .skip(1)
                    .filter(|_| new && tree.exists && (usual || every));
                for unit in units.filter(|&unit| {
                    matches!(tree.kind(unit), UnitKind::Paragraph | UnitKind::Bullet)
                }) {
                    let clause =
                        analysis.clause(db, section, Some(unit), view, WordingChoice::Both);
                    reading.clause(&mut audit, unit, &clause);
                }
            }
            audit
        });
        for other in audits {
            other
                .compared
                .into_iter()
                .for_each(|(kind, count)| *audit.compared.entry(kind).or_default() += count);
            audit.wrong.extend(other.wrong);
        }
    }
    audit.wrong.truncate(40);
    println!(
        "compared {} statements: {:?}",
        audit.compared.values().sum::<usize>(),
        audit.compared
    );
    for kind in [
        "id",
        "number",
        "numbering",
        "place in print",
        "note",
        "untouched",
        "unchanged",
    ] {
        assert!(
            audit.compared.contains_key(kind),
            "no statement of the kind {kind} was compared"
        );
    }
    assert!(audit.wrong.is_empty(), "{}", audit.wrong.join("\n"));
}

/// Every contradiction is shown at each of its sides wherever all of them read as quoted, and nowhere else.
#[test]
fn a_contradiction_is_shown_at_both_sides_as_long_as_both_hold() {
    let analysis = Analysis::new(disk::shipped_sources());
    let mut audit = Audit::default();
    for (_, db) in analysis.ruleset_dbs() {
        let views = views(db);
        let notes = notes(&analysis, db);
        let contradictions = notes
            .iter()
            .filter(|note| note.kind == CommentaryKind::Contradiction);
        for note in contradictions.filter(|note| {
            note.cited
                .iter()
                .filter(|cited| cited.words.is_some())
                .count()
                > 1
        }) {
            let mut seen = HashSet::new();
            for view in &views {
                let holds = note
                    .cited
                    .iter()
                    .all(|cited| side_holds(db, view, &cited.clause, cited.words.as_deref()));
                for cited in &note.cited {
                    let Some(section) = db.section_of(&cited.clause).and_then(|id| db.section(id))
                    else {
                        continue;
                    };
                    let tree = Arc::as_ptr(&section.version(view)) as usize;
                    if !seen.insert((
                        &cited.clause,
                        holds,
                        view.edition,
                        view.profile.name.clone(),
                        tree,
                    )) {
                        continue;
                    }
                    let unit = section
                        .arena
                        .unit_by_name(&cited.clause)
                        .filter(|&unit| unit != section.version(view).root);
                    let clause = analysis.clause(
                        db,
                        &section,
                        unit.filter(|_| section.arena.unit_by_name(&cited.clause).is_some()),
                        view,
                        WordingChoice::Both,
                    );
                    let shown = clause
                        .contradictions
                        .iter()
                        .any(|remark| *remark.text == *note.text.text);
                    audit.check("contradiction", shown == holds, || {
                        format!(
                            "shown: {shown}, holds: {holds}: {} {}",
                            note.text.text,
                            at(db, view, &cited.clause)
                        )
                    });
                }
            }
        }
    }
    println!(
        "compared {} statements",
        audit.compared.values().sum::<usize>()
    );
    assert!(audit.wrong.is_empty(), "{}", audit.wrong.join("\n"));
}

/// On no day does a remark or the source of words name a document that was published later. A table of values is left out: it
/// states what earlier documents set, and its own day says nothing about them.
#[test]
fn nothing_names_a_document_that_was_published_later() {
    let analysis = Analysis::new(disk::shipped_sources());
    let mut audit = Audit::default();
    for (_, db) in analysis.ruleset_dbs() {
        let ruleset = &db.ruleset;
        for view in views(db).iter().filter(|view| view.profile.default) {
            if !ruleset.is_in_force(view.edition, view.as_of) {
                continue;
            }
            let later: Vec<&str> = ruleset
                .documents
                .values()
                .filter(|own| own.kind != rulebook::model::DocumentKind::Data)
                .filter(|own| own.published.counts_from() > view.as_of)
                .map(|own| own.short.as_str())
                .collect();
            let found = db.map_sections(|section| {
                let clause = analysis.clause(db, section, None, view, WordingChoice::Both);
                let notes = [
                    &clause.remarks,
                    &clause.contradictions,
                    &clause.deviations,
                    &clause.notes,
                ];
                let notes = notes.into_iter().flatten();
                let notes = notes.map(|note| format!("{} ({})", note.text, note.origin.citation()));
                let blocks = clause.blocks.iter();
                let sources = blocks.flat_map(|block| &block.provenance);
                let sources = sources.map(|source| source.origin.citation());
                let texts = notes.chain(sources);
                texts
                    .filter(|text| later.iter().any(|name| text.contains(name)))
                    .map(|text| format!("{text} {}", at(db, view, &section.id)))
                    .collect::<Vec<_>>()
            });
            for found in found {
                audit.check("day", found.is_empty(), || found.join("; "));
            }
        }
    }
    assert!(audit.compared.contains_key("day"));
    assert!(audit.wrong.is_empty(), "{}", audit.wrong.join("\n"));
}
