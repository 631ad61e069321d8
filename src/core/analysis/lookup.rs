//! Finds the clause or page of one ruleset that a typed id, path, number, heading or term names.
//! Also lists the units one step below a unit, by step: `p2`, `b3`, or a label.

use super::{
    Analysis, full_id,
    page_line::{locate_line, parse_page, parse_page_line},
};
use crate::{
    model::{Patch, PatchIx, Ruleset, SectionTree, UnitId, UnitKind},
    op,
    resolve::{RulesetDb, Section, View, is_clarification},
    syntax::UnitNoun,
    text::{is_number, near::likeness, words},
};
use serde::Serialize;
use std::sync::Arc;

/// What typed words name in one ruleset: a clause, a page, a page that the booklet does not have,
/// several clauses, or none (then with similar ones).
#[derive(Clone, Debug)]
pub enum LookupResult {
    /// One clause: the section, and the unit in it unless the whole section is meant.
    Clause(Arc<Section>, Option<UnitId>),
    /// A page of the booklet.
    Page(String),
    /// A page that the booklet does not have, as far as is known.
    NoPage(String),
    /// Several equally good matches, best first.
    Several(Vec<Candidate>),
    /// No match; the candidates are similar.
    Nothing(Vec<Candidate>),
}

/// A clause that a person may have meant, to suggest if a name is ambiguous or unknown: its id, its
/// heading or first words, and its page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading or first words.
    pub words: String,
    /// Its page.
    pub page: Option<String>,
}

/// The greatest number of candidates in a result.
pub const MAX_CANDIDATES: usize = 8;

impl Analysis {
    /// Splits a leading ruleset key, in any case, from what a person typed: `dbm/recoiling`, `DBM
    /// recoiling`.
    pub fn split_ruleset<'t>(&self, typed: &'t str) -> (Option<&str>, &'t str) {
        for (key, _) in self.ruleset_dbs() {
            let (Some(start), Some(rest)) = (typed.get(..key.len()), typed.get(key.len()..)) else {
                continue;
            };
            if start.eq_ignore_ascii_case(key) {
                match rest.chars().next() {
                    None => return (Some(key), ""),
                    Some('/' | ' ' | ':') => return (Some(key), rest[1..].trim()),
                    Some(_) => {}
                }
            }
        }
        (None, typed)
    }

    /// Finds what a person means by `typed`: an id, a path of ordinals below one, a page, or words
    /// of a heading.
    pub fn locate(&self, db: &RulesetDb, typed: &str, view: &View) -> LookupResult {
        let typed = typed.trim().trim_start_matches('#');
        if let Some(page) = parse_page(typed) {
            return if has_page(db, &page) {
                LookupResult::Page(page)
            } else {
                LookupResult::NoPage(page)
            };
        }
        if let Some((page, path)) = typed.split_once('/')
            && let Some(page) = parse_page(page)
        {
            return locate_on_page(db, &page, path, view);
        }
        if let Some((page, line)) = parse_page_line(typed) {
            return match locate_line(db, view, &page, line) {
                Some((section, unit)) => LookupResult::Clause(section, Some(unit)),
                None => LookupResult::NoPage(format!("{page}, line {line},")),
            };
        }
        if let Some((section, unit)) = self.resolve_id(db, typed, view) {
            return LookupResult::Clause(section, unit);
        }
        match find_numbered(db, typed, view).as_slice() {
            // the words of a citation are no words of a heading
            [] if cites_document(db, typed) => {
                return LookupResult::Nothing(numbered_like(db, typed, view));
            }
            [] => {}
            [(section, unit, _)] => return LookupResult::Clause(Arc::clone(section), *unit),
            several => {
                return LookupResult::Several(
                    several.iter().map(|(.., found)| found.clone()).collect(),
                );
            }
        }
        // `recoiling 1.5` is the fifth sentence of its first paragraph, as answers print it
        if let Some((clause, place)) = typed.rsplit_once(' ')
            && let Some((paragraph, sentence)) = place.split_once('.')
            && is_number(paragraph)
            && is_number(sentence)
            && let LookupResult::Clause(section, unit) = self.locate(db, clause, view)
        {
            let path = format!("p{paragraph}/s{sentence}");
            return unit_below(section, unit, &path, view);
        }
        let (id, path) = typed
            .split_once('/')
            .map_or((typed, None), |(id, path)| (id, Some(path)));
        let found = match db.section_of(id).and_then(|section| db.section(section)) {
            Some(section) => LookupResult::Clause(Arc::clone(&section), unit_of_id(&section, id)),
            None => self.locate_by_words(db, id, view),
        };
        match (found, path) {
            (LookupResult::Clause(section, unit), Some(path)) => {
                unit_below(section, unit, path, view)
            }
            (found, _) => found,
        }
    }

    /// Returns the clause of exactly that id, which may be a path below another: `recoiling`,
    /// `recoiling/p1`. Never looks at other sections.
    pub fn resolve_id(
        &self,
        db: &RulesetDb,
        id: &str,
        view: &View,
    ) -> Option<(Arc<Section>, Option<UnitId>)> {
        let (id, path) = id
            .split_once('/')
            .map_or((id, None), |(id, path)| (id, Some(path)));
        let section = db.section(db.section_of(id)?)?;
        let unit = unit_of_id(&section, id);
        match path.map(|path| unit_below(Arc::clone(&section), unit, path, view)) {
            None => Some((section, unit)),
            Some(LookupResult::Clause(section, unit)) => Some((section, unit)),
            Some(_) => None,
        }
    }

    /// Finds clauses whose id or heading has a word with each of the typed words as prefix.
    fn locate_by_words(&self, db: &RulesetDb, typed: &str, view: &View) -> LookupResult {
        let query = query_words(typed);
        if query.is_empty() {
            return LookupResult::Nothing(Vec::new());
        }
        let mut found: Vec<(u8, usize, String)> = Vec::new();
        for (place, id) in db.outline().iter().enumerate() {
            let Some(info) = db.section_info(id) else {
                continue;
            };
            let heading = db.section(id).and_then(|section| {
                let tree = section.version(view);
                tree.heading().map(|unit| tree.restated_text(unit))
            });
            let ranks = [
                heading.as_deref().unwrap_or(&info.heading),
                &info.heading,
                id.as_str(),
            ]
            .map(|text| match_rank(&query, &query_words(text)));
            if let Some(rank) = ranks.into_iter().flatten().min() {
                found.push((rank, place, id.clone()));
            }
        }
        if found.is_empty() {
            match self.glossary_entries(db, typed, view).as_slice() {
                [] => {}
                // what the rules say of a word is before what this project says
                [(section, unit, name), ..] if name.starts_with(RULES_GLOSSARY) => {
                    return LookupResult::Clause(Arc::clone(section), Some(*unit));
                }
                [(section, unit, _)] => {
                    return LookupResult::Clause(Arc::clone(section), Some(*unit));
                }
                several => {
                    return LookupResult::Several(
                        several
                            .iter()
                            .map(|(_, _, name)| candidate_for(db, name, view))
                            .collect(),
                    );
                }
            }
            let mut names: Vec<(&str, &str)> = db
                .names()
                .filter(|(name, section)| name != section)
                .collect();
            names.sort_unstable();
            for (place, (name, _)) in names.into_iter().enumerate() {
                if let Some(rank) = match_rank(&query, &query_words(name)) {
                    found.push((rank, place, name.to_owned()));
                }
            }
        }
        found.sort();
        let best = found.first().map(|(rank, _, _)| *rank);
        let best: Vec<&str> = found
            .iter()
            .filter(|(rank, _, _)| Some(*rank) == best)
            .map(|(_, _, id)| id.as_str())
            .collect();
        match best.as_slice() {
            [] => LookupResult::Nothing(self.near_candidates(db, typed, view)),
            [one] => self.locate(db, one, view),
            _ => LookupResult::Several(
                found
                    .iter()
                    .take(MAX_CANDIDATES)
                    .map(|(_, _, id)| candidate_for(db, id, view))
                    .collect(),
            ),
        }
    }

    /// Returns the glossary entries for a word, its plural, its abbreviation or what it
    /// abbreviates, each with the name of its term.
    pub fn glossary_entries(
        &self,
        db: &RulesetDb,
        typed: &str,
        view: &View,
    ) -> Vec<(Arc<Section>, UnitId, String)> {
        let query = to_singular(query_words(typed));
        let long = |short: &str| {
            db.ruleset
                .abbreviations
                .iter()
                .find(|(own, _)| own.eq_ignore_ascii_case(short))
                .map(|(_, long)| long)
        };
        let mut out: Vec<(Arc<Section>, UnitId, String)> = Vec::new();
        for entry in self.glossary_entries_at(db, view) {
            let label = entry.forms.get(1).map_or("", String::as_str);
            let forms = entry.forms.iter().chain(long(label));
            let mut forms = forms.map(|form| to_singular(query_words(form)));
            let fits = forms.any(|form| form == query);
            if fits && !query.is_empty() && out.iter().all(|(_, own, _)| *own != entry.unit) {
                out.push((entry.section, entry.unit, entry.name.to_owned()));
            }
        }
        out.sort_by(|a, b| a.2.cmp(&b.2));
        out
    }

    fn near_candidates(&self, db: &RulesetDb, typed: &str, view: &View) -> Vec<Candidate> {
        let typed = typed.to_lowercase();
        let best_likeness = |text: &str| {
            query_words(text)
                .iter()
                .map(|word| likeness(word, &typed))
                .fold(likeness(&text.to_lowercase(), &typed), f64::max)
        };
        let mut near: Vec<(f64, String)> = Vec::new();
        for id in db.outline() {
            let heading = db
                .section_info(id)
                .map(|info| info.heading)
                .unwrap_or_default();
            near.push((best_likeness(id).max(best_likeness(&heading)), id.clone()));
        }
        near.extend(
            db.names()
                .filter(|(name, section)| name != section)
                .map(|(name, _)| (best_likeness(name) - 0.01, name.to_owned())),
        );
        near.retain(|(score, _)| *score > 0.75);
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.into_iter()
            .take(MAX_CANDIDATES)
            .map(|(_, id)| candidate_for(db, &id, view))
            .collect()
    }
}

/// Finds the unit of a path on a page of the booklet, in any section that begins there.
fn locate_on_page(db: &RulesetDb, page: &str, path: &str, view: &View) -> LookupResult {
    let ids = db.sections_on_page(page);
    let sections = ids.iter().filter_map(|id| db.section(id));
    let found = sections.filter_map(|section| match unit_below(section, None, path, view) {
        LookupResult::Clause(section, Some(unit)) => Some((section, unit)),
        _ => None,
    });
    match found.collect::<Vec<_>>().as_slice() {
        [] => LookupResult::NoPage(format!("{page}, {path},")),
        [(section, unit)] => LookupResult::Clause(Arc::clone(section), Some(*unit)),
        several => {
            let candidate = |(section, unit): &(Arc<Section>, UnitId)| {
                let tree = section.version(view);
                let heading = db.heading(&section.id).unwrap_or_default();
                Candidate {
                    id: full_id(section, &tree, *unit),
                    words: format!("{heading} › {}", op::first_words(&tree, *unit)),
                    page: Some(page.to_owned()),
                }
            };
            LookupResult::Several(several.iter().map(candidate).collect())
        }
    }
}

/// The beginning of the ids of entries in the glossary of the rules.
pub(super) const RULES_GLOSSARY: &str = "glossary.";

/// Returns whether a person who types `typed`, `C22.2`, `22.2`, `dbm-3.1:62`, `iwf:22.2`, means a
/// patch. Without a document, the number is that of a ruling.
pub(super) fn is_cited(patch: &Patch, typed: &str) -> bool {
    let (document, number) = typed
        .rsplit_once(':')
        .map_or((None, typed), |(document, number)| (Some(document), number));
    let is_ruling = is_clarification(patch);
    let has_number = |own: &String| {
        let (other, own) = own
            .rsplit_once(':')
            .map_or((None, &**own), |(key, n)| (Some(key), n));
        let bare = own.trim_start_matches(char::is_alphabetic);
        let fits = own.eq_ignore_ascii_case(number) || is_ruling && bare == number;
        fits && match (document, other) {
            (Some(document), other) => {
                // a ruling is cited by its own document, or by that whose number is printed
                let own = Some(&*patch.document).filter(|_| is_ruling || other.is_none());
                let mut keys = own.into_iter().chain(other);
                keys.any(|key| {
                    key.eq_ignore_ascii_case(document) || is_ruling && is_named(key, document)
                })
            }
            (None, _) => is_ruling,
        }
    };
    let is_id = || {
        let id = patch.id();
        is_ruling && id.is_some_and(|id| id.value.eq_ignore_ascii_case(typed))
    };
    patch.numbers().iter().any(has_number) || is_id()
}

/// Finds the rulings with a number, `C22.2`, or an instruction by document and number,
/// `dbm-3.1:62`. Returns what each interprets, or the section that it amends; one for each document.
fn find_numbered(
    db: &RulesetDb,
    typed: &str,
    view: &View,
) -> Vec<(Arc<Section>, Option<UnitId>, Candidate)> {
    let number = typed.rsplit_once(':').map_or(typed, |(_, number)| number);
    if !number.ends_with(|c: char| c.is_ascii_digit()) || number.contains([' ', '/']) {
        return Vec::new();
    }
    let mut out: Vec<(Arc<Section>, Option<UnitId>, Candidate)> = Vec::new();
    for id in db.outline() {
        let Some(section) = db.section(id) else {
            continue;
        };
        for (at, patch) in section.patches.iter().enumerate() {
            if !is_cited(patch, typed) {
                continue;
            }
            let own = patch.id().filter(|_| !patch.is_instruction());
            let name = format!("{}/{}:{number}", db.ruleset.key, patch.document);
            if out.iter().any(|(.., known)| known.id == name) {
                continue;
            }
            let unit = match own {
                Some(own) => unit_of_id(&section, &own.value),
                None => amended_unit(&section, PatchIx(at as u32), view),
            };
            let title = db.ruleset.documents.get(&*patch.document);
            let candidate = Candidate {
                id: name,
                words: format!(
                    "{}, on {}",
                    title.map_or(&*patch.document, |document| &document.title),
                    db.heading(id).unwrap_or(id)
                ),
                page: patch.page().map(str::to_owned),
            };
            out.push((Arc::clone(&section), unit, candidate));
        }
    }
    // `iwf-1.2:7.2` is a ruling, although a guideline is printed with the number `iwf-1.2:G7.2`
    let exact = format!("{}/{typed}", db.ruleset.key);
    let is_exact = |id: &str| id.eq_ignore_ascii_case(&exact);
    // a number without its letter is that of a ruling that counts here
    let counts = |id: &str| {
        let document = id.rsplit_once(':').and_then(|(id, _)| id.split_once('/'));
        let layers = &view.profile.layers;
        document.is_some_and(|(_, document)| layers.iter().any(|layer| layer == document))
    };
    for is_meant in [&is_exact as &dyn Fn(&str) -> bool, &counts] {
        if out.iter().any(|(.., known)| is_meant(&known.id)) {
            out.retain(|(.., known)| is_meant(&known.id));
        }
    }
    out
}

/// Returns the smallest paragraph, item or row of a version that contains all that an instruction
/// changes, or that it addresses if it changes nothing; `None` for the whole section.
fn amended_unit(section: &Section, ix: PatchIx, view: &View) -> Option<UnitId> {
    let lowered = section.lowered_patch(ix)?;
    let mut parts = [&lowered.results, &lowered.reached].into_iter();
    let parts = parts.find(|units| !units.is_empty())?;
    let tree = section.version(view);
    let live = parts.iter().filter(|&&part| tree.is_live(part));
    let live: Vec<UnitId> = live.copied().collect();
    let is_whole = |&unit: &UnitId| {
        let is_part = matches!(tree.kind(unit), UnitKind::Sentence | UnitKind::Cell);
        !is_part && live.iter().all(|&part| tree.contains(unit, part))
    };
    let Some(&first) = live.first() else {
        return parts.first().copied();
    };
    let found = tree.ancestors(first).find(is_whole);
    found.filter(|&unit| unit != tree.root)
}

/// Returns whether words are a document and a number, such as `iwf:3.7`.
fn cites_document(db: &RulesetDb, typed: &str) -> bool {
    let Some((document, number)) = typed.rsplit_once(':') else {
        return false;
    };
    let mut keys = db.ruleset.documents.keys();
    number.contains(|c: char| c.is_ascii_digit()) && keys.any(|key| is_named(key, document))
}

/// Returns the passage that words such as `iwf:3.7` or `C3.7` cite if it is lost from its document: `C3.7 of
/// IWF 1.2`.
pub(super) fn lost_passage(ruleset: &Ruleset, typed: &str) -> Option<String> {
    let (document, number) = match typed.rsplit_once(':') {
        Some((document, number)) => (Some(document), number),
        None => (None, typed),
    };
    let is_cited = |own: &&String| {
        let bare = own.trim_start_matches(char::is_alphabetic);
        own.eq_ignore_ascii_case(number) || document.is_some() && bare == number
    };
    let documents = ruleset.documents.iter();
    let mut named = documents.filter(|(key, _)| document.is_none_or(|own| is_named(key, own)));
    named.find_map(|(_, own)| {
        let number = own.lost.iter().find(is_cited)?;
        Some(format!("{number} of {}", own.short))
    })
}

/// Returns whether words name the document of a key: all of it, or its start, as `iwf` is the start
/// of the keys of several documents.
fn is_named(key: &str, document: &str) -> bool {
    let key = key.to_lowercase();
    let rest = key.strip_prefix(&document.to_lowercase());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Returns the instructions and rulings of a document whose numbers begin as one that it does not
/// have.
fn numbered_like(db: &RulesetDb, typed: &str, view: &View) -> Vec<Candidate> {
    let (start, last) = typed.rsplit_once(['.', ':']).unwrap_or((typed, ""));
    let separator = &typed[start.len()..typed.len() - last.len()];
    let others = (1..=MAX_NUMBER).map(|last| format!("{start}{separator}{last}"));
    let found = others.flat_map(|other| find_numbered(db, &other, view));
    found
        .map(|(.., candidate)| candidate)
        .take(MAX_CANDIDATES)
        .collect()
}

/// The greatest last part of a number that is tried.
const MAX_NUMBER: usize = 30;

fn candidate_for(db: &RulesetDb, id: &str, view: &View) -> Candidate {
    let section = db.section_of(id).and_then(|section| db.section(section));
    let info = section
        .as_ref()
        .and_then(|section| db.section_info(&section.id))
        .unwrap_or_default();
    let words = section.and_then(|section| {
        let unit = section
            .arena
            .unit_by_name(id)
            .filter(|_| id != section.id)?;
        let words = op::first_words(&section.version(view), unit);
        (!words.is_empty()).then(|| format!("{} › {words}", info.heading))
    });
    Candidate {
        id: format!("{}/{id}", db.ruleset.key),
        words: words.unwrap_or(info.heading),
        page: info.page,
    }
}

/// Returns the words of a text in lower case, split at all but letters and digits.
pub(super) fn query_words(text: &str) -> Vec<String> {
    words(text).map(str::to_lowercase).collect()
}

/// Returns the words in the singular.
pub(super) fn to_singular(mut words: Vec<String>) -> Vec<String> {
    for word in words.iter_mut().filter(|word| word.chars().count() > 2) {
        if let Some(start) = word.strip_suffix("ies") {
            *word = format!("{start}y");
        } else if !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
            let es = ["ses", "xes", "ches", "shes"]
                .iter()
                .any(|end| word.ends_with(end));
            *word = word
                .strip_suffix(if es { "es" } else { "s" })
                .unwrap_or(word)
                .to_owned();
        }
    }
    words
}

/// Ranks a match of words: 0 equal, 1 equal except for plurals, 2 starting with the query, 3
/// containing its words, 4 containing words with them as prefix.
fn match_rank(query: &[String], have: &[String]) -> Option<u8> {
    if query == have {
        return Some(0);
    }
    if have.len() == query.len() && to_singular(query.to_vec()) == to_singular(have.to_vec()) {
        return Some(1);
    }
    if have.len() >= query.len()
        && query
            .iter()
            .zip(have)
            .all(|(w, h)| h.starts_with(w.as_str()))
    {
        return Some(2);
    }
    if query.iter().all(|w| have.contains(w)) {
        return Some(3);
    }
    query
        .iter()
        .all(|w| have.iter().any(|h| h.starts_with(w.as_str())))
        .then_some(4)
}

/// Returns whether the booklet of a ruleset has a page, as far as is known: a section is on it or
/// on a later page.
fn has_page(db: &RulesetDb, page: &str) -> bool {
    !db.sections_on_page(page).is_empty()
        || is_number(page)
            && parse_page_number(page).is_some_and(|n| (1..=last_page(db)).contains(&n))
}

/// Returns the last page of the booklet with a section; 0 if none is known.
pub fn last_page(db: &RulesetDb) -> u32 {
    db.pages().filter_map(parse_page_number).max().unwrap_or(0)
}

fn parse_page_number(page: &str) -> Option<u32> {
    page.trim_end_matches(char::is_alphabetic).parse().ok()
}

/// Returns the unit of a section that has an id, or that a ruling of that id interprets; `None` for
/// the section itself.
pub fn unit_of_id(section: &Section, id: &str) -> Option<UnitId> {
    section
        .arena
        .unit_by_name(id)
        .filter(|_| id != section.id)
        .or_else(|| section.interpreted(id))
}

/// Follows ordinals below a unit: `3` (the third bullet, else paragraph, else sentence), `p2`,
/// `b3`, `s-1` (the last sentence), `r4`, `c2`. A unit whose position is unknown is found by its
/// key, `p~1`.
fn unit_below(
    section: Arc<Section>,
    unit: Option<UnitId>,
    path: &str,
    view: &View,
) -> LookupResult {
    let tree = section.version(view);
    let mut at = unit.unwrap_or(tree.root);
    let key = || {
        section
            .arena
            .unit_by_key(&format!("{}/{path}", section.id))
            .filter(|&unit| tree.is_floating(unit))
    };
    if let (None, Some(unit)) = (unit, key()) {
        return LookupResult::Clause(section, Some(unit));
    }
    for step in path.split('/').filter(|step| !step.is_empty()) {
        match unit_at_step(&tree, at, step) {
            Some(unit) => at = unit,
            None => {
                let near = tree
                    .children(at)
                    .filter(|&u| tree.kind(u) != UnitKind::Heading)
                    .take(MAX_CANDIDATES);
                let near = near.map(|u| Candidate {
                    id: full_id(&section, &tree, u),
                    words: op::first_words(&tree, u),
                    page: None,
                });
                return LookupResult::Nothing(near.collect());
            }
        }
    }
    LookupResult::Clause(section, Some(at))
}

/// Returns the unit that one step of a path, `b3` or a label, names below a unit.
fn unit_at_step(tree: &SectionTree, scope: UnitId, step: &str) -> Option<UnitId> {
    // rows of a table and cells of a row are counted as in their ids, including headers
    let kind = match step.starts_with('r') {
        true => UnitKind::Row,
        false => UnitKind::Cell,
    };
    let number = step.strip_prefix(['r', 'c']);
    if let Some(n) = number.and_then(|number| number.parse::<usize>().ok()) {
        let mut own = tree.children(scope).filter(|&unit| tree.kind(unit) == kind);
        if let Some(found) = own.nth(n.checked_sub(1)?) {
            return Some(found);
        }
    }
    let (unit, number) = match step.chars().next()? {
        'p' => (Some(UnitNoun::Paragraph), &step[1..]),
        'b' => (Some(UnitNoun::Bullet), &step[1..]),
        's' => (Some(UnitNoun::Sentence), &step[1..]),
        'r' => (Some(UnitNoun::Row), &step[1..]),
        't' => (Some(UnitNoun::Table), &step[1..]),
        'h' if step == "h" => return tree.heading().filter(|_| scope == tree.root),
        _ => (None, step),
    };
    let labelled = || {
        let labels = op::first_units_by_label(tree, scope, UnitNoun::Line);
        labels.get(&op::label_key(step)).copied()
    };
    let (back, digits) = number
        .strip_prefix('-')
        .map_or((false, number), |digits| (true, digits));
    let ordinal = digits.parse::<usize>().ok().filter(|&n| n > 0);
    let Some(n) = ordinal else {
        return labelled();
    };
    // `-2` is a label if a unit has that label
    if back
        && unit.is_none()
        && let Some(found) = labelled()
    {
        return Some(found);
    }
    let countable = |noun| op::countable_units(tree, scope, noun);
    let order = [
        UnitNoun::Bullet,
        UnitNoun::Paragraph,
        UnitNoun::Sentence,
        UnitNoun::Row,
    ];
    let slots = match unit {
        Some(unit) => countable(unit),
        None => order
            .into_iter()
            .map(countable)
            .find(|slots| slots.iter().any(|&u| !tree.kind(u).is_gap()))?,
    };
    // `-1` is the last one; units are not counted across an open run
    let at = if back {
        slots.len().checked_sub(n)?
    } else {
        n - 1
    };
    let crossed = if back {
        slots.get(at..)?
    } else {
        slots.get(..=at)?
    };
    crossed
        .iter()
        .all(|&u| !tree.kind(u).is_gap())
        .then(|| slots[at])
}
