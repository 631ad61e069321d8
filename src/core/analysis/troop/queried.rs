//! The troops that a search query names: what the tables lack of them is said before the hits, and
//! hits about other troops come last if no included text defines them. So do cases of other types.

use super::{
    super::{Analysis, SearchHit, SearchResults, WordingChoice, absence::is_unheld},
    Troop, TroopCorpus, TroopName,
    mention::TroopMatcher,
};
use crate::{
    model::Ruleset,
    resolve::{RulesetDb, View},
    text::join,
};
use std::collections::BTreeSet;

/// Words after troops that lose: `cavalry beaten by elephants`.
const LOSES: &[&str] = &[
    "beaten", "die", "died", "dies", "lose", "loses", "losing", "lost",
];
/// Words of a defeat, which the troops before them suffer if `by` follows, and else cause.
const DEFEATS: &[&str] = &[
    "beat",
    "beats",
    "defeat",
    "defeated",
    "defeats",
    "destroy",
    "destroyed",
    "destroys",
    "doubled",
    "doubles",
    "kill",
    "killed",
    "kills",
    "win",
    "wins",
];

/// A troop type in a query, and the words next to it, one of which may be its kind: `Reg`.
struct QueriedTroop<'q> {
    name: TroopName,
    next_to: Vec<&'q str>,
    /// The words between it and the troops before it, or the start.
    between: Vec<&'q str>,
}

/// Returns those of some troops of whom a query may ask what happens to them: not those who defeat
/// others, as elephants in `cavalry beaten by elephants`.
fn sufferers<'t, 'q>(troops: &'t [QueriedTroop<'q>]) -> &'t [QueriedTroop<'q>] {
    let Some((last, before)) = troops.split_last() else {
        return troops;
    };
    let has = |all: &[&str]| {
        let mut words = last.between.iter();
        words.any(|word| all.contains(&word.to_lowercase().as_str()))
    };
    let is_by = has(&["by"]);
    if has(LOSES) || has(DEFEATS) && is_by {
        before
    } else if has(DEFEATS) {
        std::slice::from_ref(last)
    } else {
        troops
    }
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
            // an item of a list may name the troops in the words that announce it
            let texts = hit.path.iter().chain([&hit.text, &hit.snippet.text]);
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

    /// Puts the cases of troops that a query does not ask about behind the other hits, if one of them
    /// is the first: the outcome of pikes for `cavalry beaten by elephants`. A notice names the troops
    /// whose case is among text that is not included.
    pub fn put_own_cases_first(
        &self,
        db: &RulesetDb,
        view: &View,
        query: &str,
        results: &mut SearchResults,
    ) {
        // without a verb it may be about something else: *base depth of knights*
        let is_of_outcome = query.split(|c: char| !c.is_alphabetic()).any(|word| {
            let word = word.to_lowercase();
            LOSES.contains(&&*word) || DEFEATS.contains(&&*word)
        });
        if !is_of_outcome {
            return;
        }
        let ruleset = &db.ruleset;
        let named = queried_troops(ruleset, query);
        let asked = sufferers(&named);
        if asked.is_empty() {
            return;
        }
        let case_of = |hit: &SearchHit| {
            let [.., heading, label] = &*hit.path else {
                return None;
            };
            let of = |text| TroopName::parse(ruleset, text).filter(|name| name.grade.is_none());
            of(label).filter(|_| of(heading).is_none())
        };
        let is_of_others = |hit: &SearchHit| {
            case_of(hit)
                .is_some_and(|case| asked.iter().all(|own| own.name.letters != case.letters))
        };
        let Some(first) = results.hits.first().filter(|hit| is_of_others(hit)) else {
            return;
        };
        if let Some((section, _)) = self.section_of_hit(db, view, &first.id) {
            let tree = section.version(view);
            let units = tree.live_units(tree.root);
            let labels = units
                .iter()
                .filter_map(|&unit| tree.get(unit)?.label.as_ref());
            let cases = labels.filter_map(|label| TroopName::parse(ruleset, label));
            let cases: BTreeSet<String> = cases.map(|case| case.letters).collect();
            let missing = asked
                .iter()
                .filter(|own| !cases.contains(&own.name.letters));
            let missing: BTreeSet<String> = missing
                .map(|own| own.name.title(ruleset).to_lowercase())
                .collect();
            if !missing.is_empty() && is_unheld(&tree, tree.root) {
                let missing: Vec<&str> = missing.iter().map(String::as_str).collect();
                let place = first.path[..first.path.len() - 1].join(" › ");
                let page = first.page.as_ref();
                let page = page.map_or_else(String::new, |page| format!("p. {page} of "));
                results.notices.push(format!(
                    "not included: what {page}your booklet has on {} ({place})",
                    join(missing, " and ")
                ));
            }
        }
        results
            .hits
            .sort_by_key(|hit| (!hit.holds, is_of_others(hit)));
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
    let (mut at, mut end) = (0, 0);
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
            between: words[end..at].to_vec(),
        });
        at += length;
        end = at;
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
