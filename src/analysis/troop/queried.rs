//! The troops that a search query names: what the tables lack of them is said before the hits, and
//! hits about other troops come last if no included text defines them.

use super::{
    super::{Analysis, SearchHit, SearchResults, WordingChoice},
    Troop, TroopCorpus, TroopName,
    mention::TroopMatcher,
};
use crate::{
    model::Ruleset,
    resolve::{RulesetDb, View},
    text::join,
};
use std::collections::BTreeSet;

/// A troop type in a query, and the words next to it, one of which may be its kind: `Reg`.
struct QueriedTroop<'q> {
    name: TroopName,
    next_to: Vec<&'q str>,
}

impl Analysis {
    /// Adds the notices on the troops that a query names: a grade or kind that the tables do not
    /// have, and troops that no included text defines if the first hit is about others. Hits about
    /// others then come last.
    pub fn add_troop_notices(
        &self,
        db: &RulesetDb,
        view: &View,
        query: &str,
        results: &mut SearchResults,
    ) {
        let named = queried_troops(&db.ruleset, query);
        let can_have_kind = |own: &QueriedTroop<'_>| {
            let mut next_to = own.next_to.iter();
            next_to.any(|word| db.ruleset.troop_kind(word).is_some())
        };
        let is_about_values = |own| can_have_kind(own) || own.name.grade.is_some();
        if !named.iter().any(is_about_values) {
            return;
        }
        let corpus = TroopCorpus::new(self, db, view, WordingChoice::Restated);
        let rows = corpus.sections.iter().flat_map(|section| &section.rows);
        let labels: Vec<&str> = rows.map(|row| row.label.text.as_str()).collect();
        for own in named.iter().filter(|own| is_about_values(own)) {
            let troop = self.troop_view_of(&corpus, &own.name).troop;
            let kinds = own.next_to.iter();
            let mut kinds = kinds.filter_map(|word| db.ruleset.troop_kind(word));
            let kind = kinds.find(|kind| labels.iter().any(|label| begins_with(label, kind)));
            let missing = troop.missing_grade();
            results
                .notices
                .extend(missing.or_else(|| troop.missing_kind(kind?)));
        }
        let matchers = named.iter().map(|own| {
            let matcher = TroopMatcher::new(&db.ruleset, &corpus.names, &own.name);
            (own, matcher)
        });
        let matchers: Vec<(&QueriedTroop<'_>, TroopMatcher)> = matchers.collect();
        let is_undefined = |(own, matcher): &&(&QueriedTroop<'_>, TroopMatcher)| {
            own.name.grade.is_some() && !corpus.defines(matcher)
        };
        let is_about_others = |hit: &SearchHit| {
            let texts = hit.path.iter().chain([&hit.text]);
            let texts = texts.map(|text| corpus.names.find_in(text.clone()));
            let texts: Vec<_> = texts.collect();
            let (path, text) = texts.split_at(hit.path.len());
            let is_of_others = |(_, matcher): &(_, TroopMatcher)| {
                let mut all = texts.iter();
                !all.any(|text| matcher.names_type(text))
                    && (path.iter().any(|text| matcher.is_heading_of_others(text))
                        || hit.missing_text().is_none()
                            && text.iter().any(|text| matcher.has_grade_of_others(text)))
            };
            let mut headings = path.iter().flat_map(|text| {
                let all = matchers.iter();
                all.map(move |(_, matcher)| (text, matcher))
            });
            let is_own = headings
                .clone()
                .any(|(text, matcher)| matcher.is_heading_of_grade(text));
            let is_other_grade =
                headings.any(|(text, matcher)| matcher.is_heading_of_other_grade(text));
            !is_own && is_other_grade || matchers.iter().all(is_of_others)
        };
        let undefined: Vec<_> = matchers.iter().filter(is_undefined).collect();
        if undefined.is_empty() || !results.hits.first().is_some_and(is_about_others) {
            return;
        }
        let troops = undefined.iter().map(|(own, _)| own);
        let troops: Vec<Troop> = troops
            .map(|own| self.troop_view_of(&corpus, &own.name).troop)
            .collect();
        let names: Vec<&str> = troops.iter().map(|own| own.name.as_str()).collect();
        let names = join(names, " or ");
        let message = format!("no included text defines {names}");
        results.notices.push(message);
        results
            .hits
            .sort_by_key(|hit| (!hit.holds, is_about_others(hit)));
    }

    /// Returns the instructions between two views that cannot be applied and name the troops of a
    /// query, each as a notice.
    pub fn open_instructions_on(
        &self,
        db: &RulesetDb,
        (from, to): (&View, &View),
        query: &str,
    ) -> Vec<String> {
        let ruleset = &db.ruleset;
        let named = queried_troops(ruleset, query);
        if named.is_empty() {
            return Vec::new();
        }
        let corpus = TroopCorpus::new(self, db, to, WordingChoice::Restated);
        let mut out = Vec::new();
        for own in &named {
            let open = self.troop_view_of(&corpus, &own.name).troop.open;
            let is_between = |edition: &str| {
                let edition = ruleset.edition(edition);
                edition.is_some_and(|own| own > from.edition && own <= to.edition)
            };
            let open = open.iter().filter(|open| is_between(&open.origin.edition));
            out.extend(open.map(|open| {
                let (text, by) = (&open.text, open.origin.citation());
                format!("open instruction, not among these changes: {text} ({by})")
            }));
        }
        out.dedup();
        out
    }
}

/// Returns the troops that a query names: `Ps(X)`, `Wb`, `light horse`.
fn queried_troops<'q>(ruleset: &Ruleset, query: &'q str) -> Vec<QueriedTroop<'q>> {
    let is_end = |c: char| c.is_ascii_punctuation() && c != ')';
    let words: Vec<&str> = query.split_whitespace().collect();
    let words: Vec<&str> = words
        .iter()
        .map(|word| word.trim_matches(['"', '\'']).trim_end_matches(is_end))
        .collect();
    let mut out: Vec<QueriedTroop<'_>> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let named = |length: usize| {
            let own = words.get(at..at + length)?;
            let name = TroopName::parse(ruleset, &own.join(" "))?;
            // a letter or word of its own is a grade only in brackets: `knights I can see`
            let is_graded = own.last().is_some_and(|word| word.ends_with(')'));
            (is_graded || name.grade.is_none()).then_some((length, name))
        };
        let Some((length, name)) = [3, 2, 1].into_iter().find_map(named) else {
            at += 1;
            continue;
        };
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let next_to = before.into_iter().chain(words.get(at + length));
        out.push(QueriedTroop {
            name,
            next_to: next_to.copied().collect(),
        });
        at += length;
    }
    out
}

/// Returns whether the label of a row begins with a kind: `Reg Kn`.
fn begins_with(label: &str, kind: &str) -> bool {
    label
        .split_once(' ')
        .is_some_and(|(first, _)| first == kind)
}

impl Ruleset {
    /// Returns whether a query names troops.
    pub fn names_troops(&self, query: &str) -> bool {
        !queried_troops(self, query).is_empty()
    }

    /// Returns the abbreviation of a word that may be the kind of a type: `Reg` for `regular`.
    fn troop_kind(&self, word: &str) -> Option<&str> {
        let is = |own: &str| own.eq_ignore_ascii_case(word);
        let mut all = self.abbreviations.iter();
        let (short, _) = all.find(|(short, long)| is(short) || is(long))?;
        let is_type = self.troops.types.contains_key(short);
        (!is_type).then_some(short.as_str())
    }

    /// Returns the kind in front of the name of troops, and the name: `Irr` and `Ax(S)`.
    pub fn split_troop_kind<'t>(&self, name: &'t str) -> (Option<&str>, &'t str) {
        let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
        match self.troop_kind(first).filter(|_| !rest.is_empty()) {
            Some(kind) => (Some(kind), rest),
            None => (None, name),
        }
    }
}

impl Troop {
    /// Returns the labels of its rows.
    fn labels(&self) -> BTreeSet<&str> {
        let rows = self.tables.iter().flat_map(|table| &table.rows);
        rows.map(|row| row.label.as_str()).collect()
    }

    /// Returns a message if tables have rows of the type, but none of a kind: `Reg`.
    pub fn missing_kind(&self, kind: &str) -> Option<String> {
        let labels = self.labels();
        let is_missing = !labels.is_empty() && !labels.iter().any(|label| begins_with(label, kind));
        let labels: Vec<&str> = labels.into_iter().collect();
        let (name, labels) = (&self.name, labels.join(", "));
        is_missing.then(|| format!("the tables have no {kind} {name}, only {labels}"))
    }
}

impl TroopCorpus<'_> {
    /// Returns whether a heading or label is that of troops of a type and grade.
    fn defines(&self, matcher: &TroopMatcher) -> bool {
        self.sections.iter().any(|section| {
            let labels = section.clauses.iter().filter_map(|own| own.label.as_ref());
            let headings = [&section.heading, &section.known_heading].into_iter();
            headings
                .chain(labels)
                .any(|text| matcher.is_heading_of_grade(text))
        })
    }
}
