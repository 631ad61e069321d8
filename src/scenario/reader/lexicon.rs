//! `Lexicon`: the one table of phrases by which lists are read, built from a vocabulary and the shared words.

use crate::scenario::{
    shared_words::shared_words,
    value::ScenarioValue,
    vocabulary::{KindIx, PhraseMeaning, PropertyIx, ROOT, ValueType, Vocabulary, split_phrase},
};
use rustc_hash::FxHashMap;

/// What a number or a cell of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// How many there are.
    Count,
    /// The cost of one.
    Each,
    /// The cost of one or of all.
    Amount,
    /// The cost of all.
    Total,
    /// What all of them count for.
    Ee,
    /// What one of them counts for.
    EeEach,
    /// How many elements a part has.
    Elements,
    /// The most that an army may cost.
    Limit,
    /// A column or value of another property.
    Other(PropertyIx),
    /// The command of the row.
    Part,
    /// A description.
    Name,
}

/// Classes of words that mean the same in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Filler,
    Conjunction,
    Alternative,
    Counting,
    Sum,
    Total,
    Limit,
    Unspent,
    Earlier,
    SoFar,
    Besides,
    Aside,
    ForAll,
    None,
    Including,
    Arm,
    Pronoun,
    Verb,
    Greeting,
    LedBy,
    Correction,
    Share,
    Unless,
    Possessive,
}

/// One meaning of a phrase. A phrase may have several; its place decides.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A value of a property of a kind of line.
    Value(KindIx, PropertyIx, ScenarioValue),
    /// A key in front of a value of a property of a kind.
    Key(KindIx, PropertyIx, Role),
    /// The unit behind a number of a property of a kind.
    Unit(KindIx, PropertyIx, Role),
    /// The head of a column.
    Column(PropertyIx, Role),
    /// The heading of a record, or of a section if there is no kind, with the values that it sets.
    Heading(Option<KindIx>, Vec<(PropertyIx, ScenarioValue)>),
    /// A number in words.
    Number(f64),
    /// A word of any game.
    Class(Class),
}

/// The kinds of record that lists have, and the phrases of their lines.
pub(super) struct Lexicon<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    phrases: FxHashMap<String, Vec<(Vec<String>, Meaning)>>,
    /// The kind of an army.
    pub(super) side: KindIx,
    /// The kind of a part of an army that a general begins.
    pub(super) part: Option<KindIx>,
    /// The kinds of the lines of an army, the main one first.
    pub(super) lines: Vec<KindIx>,
    /// Whether types of troops have names that begin with a number: `4Bd`.
    pub(super) has_figures: bool,
}

impl<'v> Lexicon<'v> {
    /// Builds the table of a vocabulary; `None` if its scenarios have no armies with lines of troops.
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Option<Self> {
        let (side, _) = vocabulary.indexed_kinds().find(|(ix, kind)| {
            *ix != ROOT && kind.has_heading() && !kind.lines.is_empty() && kind.within.is_empty()
        })?;
        let part = vocabulary.part_kinds().next().map(|(ix, _)| ix);
        let lines: Vec<KindIx> = vocabulary.kind(side).lines.clone();
        let mut out = Self {
            vocabulary,
            phrases: FxHashMap::default(),
            side,
            part,
            lines,
            has_figures: false,
        };
        out.fill();
        let is_figure = |(word, own): (&String, &Vec<(Vec<String>, Meaning)>)| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && own.iter().any(|(_, own)| out.is_type(own))
        };
        out.has_figures = out.phrases.iter().any(is_figure);
        Some(out)
    }

    /// Returns the properties that mark a line of a kind: its type, and its grade if it has one.
    pub(super) fn marks(&self, kind: KindIx) -> Vec<PropertyIx> {
        let own = self.vocabulary.kind(kind);
        if !own.mark.is_empty() {
            return own.mark.clone();
        }
        let is_type = |ix: &PropertyIx| {
            let property = &own.properties[ix];
            property.keys.is_empty() && matches!(property.value_type, ValueType::Word(_))
        };
        own.properties
            .keys()
            .copied()
            .find(is_type)
            .into_iter()
            .collect()
    }

    /// Returns whether a meaning is a heading of a part of an army, whosever it is.
    pub(super) fn is_part(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Heading(Some(kind), sets) if Some(*kind) == self.part && sets.is_empty())
    }

    /// Returns whether a meaning is a type of troops.
    pub(super) fn is_type(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Value(kind, property, _)
            if self.lines.contains(kind) && self.marks(*kind).first() == Some(property))
    }

    /// Returns whether a value is a rank that does not say which general of the army leads: `general`.
    pub(super) fn is_plain_rank(&self, property: PropertyIx, value: &ScenarioValue) -> bool {
        let part = self.part.map(|own| self.vocabulary.kind(own));
        part.and_then(|own| own.begins_with.as_ref())
            .is_some_and(|begins| {
                let rank = begins
                    .rank_of(value)
                    .filter(|_| begins.property == property);
                rank.is_some_and(|rank| rank > 1 && begins.words[rank].1.is_empty())
            })
    }

    /// Returns the role of a number of a property of a kind.
    pub(super) fn role(&self, kind: KindIx, property: PropertyIx) -> Role {
        let own = self.vocabulary.kind(kind);
        let is_line = self.lines.contains(&kind);
        let unit = own
            .properties
            .get(&property)
            .and_then(|own| own.unit().cloned());
        let share_unit = self.lines.iter().find_map(|line| {
            let line = self.vocabulary.kind(*line);
            let (share, _) = line.shares.first()?;
            line.properties.get(share)?.unit().cloned()
        });
        if own.count == Some(property) {
            return Role::Count;
        }
        let of_side = self.vocabulary.kind(self.side).amounts;
        if kind == ROOT && of_side.is_some_and(|own| own.each == property) {
            return Role::Limit;
        }
        if let Some(amounts) = own.amounts {
            if amounts.all == property {
                return Role::Total;
            }
            if amounts.each == property {
                return if is_line { Role::Each } else { Role::Limit };
            }
            if amounts.either == property {
                return Role::Amount;
            }
        }
        if own.shares.iter().any(|(share, _)| *share == property)
            || unit.is_some() && unit == share_unit
        {
            return Role::Ee;
        }
        if let (Some(unit), Some(share)) = (&unit, &share_unit)
            && is_line
            && unit.starts_with(&**share)
        {
            return Role::EeEach;
        }
        if !is_line && unit.as_deref() == Some("elements") {
            return Role::Elements;
        }
        Role::Other(property)
    }

    fn add(&mut self, words: Vec<String>, meaning: Meaning) {
        let Some(first) = words.first() else { return };
        let known = self.phrases.entry(first.clone()).or_default();
        if !known
            .iter()
            .any(|(own, other)| *own == words && *other == meaning)
        {
            known.push((words, meaning));
        }
    }

    fn fill(&mut self) {
        let vocabulary = self.vocabulary;
        let mut kinds: Vec<KindIx> = self.lines.clone();
        kinds.extend(self.part);
        kinds.push(self.side);
        kinds.push(ROOT);
        for kind in kinds {
            let own = vocabulary.kind(kind);
            for (words, meaning) in own.phrases.iter() {
                let words: Vec<String> = words.iter().map(|word| plain(word)).collect();
                let meaning = match meaning {
                    PhraseMeaning::Says { keyed: true, .. } => continue,
                    PhraseMeaning::Says {
                        property, value, ..
                    } => Meaning::Value(kind, *property, value.clone()),
                    PhraseMeaning::Key(property) => {
                        Meaning::Key(kind, *property, self.role(kind, *property))
                    }
                    PhraseMeaning::Unit(property) => {
                        Meaning::Unit(kind, *property, self.role(kind, *property))
                    }
                };
                self.add(words, meaning);
            }
            for heading in &own.headings {
                let meaning = Meaning::Heading(Some(kind), heading.sets.clone());
                self.add(heading.words.clone(), meaning);
            }
            if !self.lines.contains(&kind) {
                continue;
            }
            for (head, property) in &own.columns {
                let role = match self.role(kind, *property) {
                    Role::Other(_) if vocabulary.property_name(*property) == "name" => Role::Name,
                    role => role,
                };
                self.add(split_phrase(head), Meaning::Column(*property, role));
            }
            for words in &own.for_all {
                self.add(words.clone(), Meaning::Class(Class::ForAll));
            }
            for words in &own.asides {
                self.add(words.clone(), Meaning::Class(Class::Aside));
            }
            for word in &own.besides {
                self.add(vec![word.clone()], Meaning::Class(Class::Besides));
            }
        }
        for section in &vocabulary.sections {
            let is_of_lines = section.lines.iter().any(|line| self.lines.contains(line));
            for heading in section.headings.iter().filter(|_| is_of_lines) {
                let meaning = Meaning::Heading(None, section.sets.clone());
                self.add(heading.words.clone(), meaning);
            }
        }
        for (number, words) in &shared_words().numbers {
            let Ok(number) = number.parse() else { continue };
            for own in words {
                self.add(split_phrase(&own.to_lowercase()), Meaning::Number(number));
            }
        }
        let shared = shared_words();
        let classes = [
            (&shared.fillers, Class::Filler),
            (&shared.conjunctions, Class::Conjunction),
            (&shared.alternatives, Class::Alternative),
            (&shared.counting, Class::Counting),
            (&shared.sums, Class::Sum),
            (&shared.totals, Class::Total),
            (&shared.maximum, Class::Limit),
            (&shared.unspent, Class::Unspent),
            (&shared.earlier, Class::Earlier),
            (&shared.so_far, Class::SoFar),
            (&shared.none, Class::None),
            (&shared.including, Class::Including),
            (&shared.arms, Class::Arm),
            (&shared.pronouns, Class::Pronoun),
            (&shared.verbs, Class::Verb),
            (&shared.greetings, Class::Greeting),
            (&shared.led_by, Class::LedBy),
            (&shared.corrections, Class::Correction),
            (&shared.shares, Class::Share),
            (&shared.unless, Class::Unless),
            (&shared.possessives, Class::Possessive),
        ];
        for (words, class) in classes {
            for phrase in words.iter() {
                self.add(split_phrase(phrase), Meaning::Class(class));
            }
        }
        for known in self.phrases.values_mut() {
            known.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
    }

    /// Returns the meanings of the longest phrase that words begin with, and how many words it has. The last
    /// word may be a plural.
    pub(super) fn longest(&self, words: &[&str]) -> Option<(usize, Vec<Meaning>)> {
        let first = *words.first()?;
        let mut best: Option<(usize, Vec<Meaning>)> = None;
        let singular = first
            .strip_suffix('s')
            .filter(|own| own.chars().count() > 1);
        for (key, plural) in [(Some(first), false), (singular, true)] {
            let known = key.and_then(|key| self.phrases.get(key));
            for (own, meaning) in known.into_iter().flatten() {
                let length = own.len();
                if plural && (length > 1 || first.len() < 3) || words.len() < length {
                    continue;
                }
                let is_same = own
                    .iter()
                    .zip(words)
                    .skip(1)
                    .enumerate()
                    .all(|(at, (own, word))| {
                        own == word || at + 2 == length && word.strip_suffix('s') == Some(own)
                    });
                if !is_same {
                    continue;
                }
                match &mut best {
                    Some((most, _)) if *most > length => {}
                    Some((most, meanings)) if *most == length => {
                        if !plural || !meanings.iter().any(|own| matches!(own, Meaning::Value(..)))
                        {
                            meanings.push(meaning.clone());
                        }
                    }
                    _ => best = Some((length, vec![meaning.clone()])),
                }
            }
        }
        best
    }

    /// Returns the meanings of exactly one word.
    pub(super) fn word(&self, word: &str) -> Vec<Meaning> {
        let known = self.phrases.get(word).into_iter().flatten();
        known
            .filter(|(own, _)| own.len() == 1)
            .map(|(_, meaning)| meaning.clone())
            .collect()
    }

    /// Returns the value of a property of a kind that a word means.
    pub(super) fn value_of(
        &self,
        word: &str,
        kind: KindIx,
        property: PropertyIx,
    ) -> Option<ScenarioValue> {
        self.word(word).into_iter().find_map(|own| match own {
            Meaning::Value(of, its, value) if of == kind && its == property => Some(value),
            _ => None,
        })
    }

    /// Returns the values that a word of glued abbreviations means: `ircvs` is `Irr Cv (S)`.
    pub(super) fn glued(&self, word: &str) -> Option<Vec<Meaning>> {
        for &kind in &self.lines {
            let own = self.vocabulary.kind(kind);
            let marks = self.marks(kind);
            let &first = marks.first()?;
            let mut fronts: Vec<(&str, Option<Meaning>)> = vec![("", None)];
            for (text, word) in &own.joined_fronts {
                let meaning = self.word(word).into_iter().find(|own| {
                    matches!(own, Meaning::Value(of, property, _)
                        if *of == kind && self.vocabulary.kind(kind).front_properties.contains(property))
                });
                fronts.push((text, meaning));
            }
            let of = |text: &str, wanted: PropertyIx| {
                self.word(text).into_iter().find(|own| {
                    matches!(own, Meaning::Value(of, property, _) if *of == kind && *property == wanted)
                })
            };
            for (front, drill) in &fronts {
                let Some(rest) = word.strip_prefix(front) else {
                    continue;
                };
                for end in (2..=rest.len().min(4)).rev() {
                    let Some((code, behind)) = rest.split_at_checked(end) else {
                        continue;
                    };
                    let is_code = self.vocabulary.word(&capital(code)).is_some()
                        || self.vocabulary.word(&code.to_uppercase()).is_some()
                        || self
                            .vocabulary
                            .words()
                            .any(|(_, own)| own.eq_ignore_ascii_case(code));
                    let Some(of_type) = of(code, first).filter(|_| is_code) else {
                        continue;
                    };
                    let behind = match behind.strip_prefix('s') {
                        Some(more) if more.chars().count() == 1 && marks.len() > 1 => more,
                        _ => behind,
                    };
                    let mut found: Vec<Meaning> = drill.iter().cloned().collect();
                    found.push(of_type);
                    if behind.is_empty() && (drill.is_some()) {
                        return Some(found);
                    }
                    let mut letters = behind.chars();
                    let letter = letters.next().map(String::from).unwrap_or_default();
                    let tail = letters.as_str();
                    let Some(grade) = marks.get(1).and_then(|&grade| of(&letter, grade)) else {
                        continue;
                    };
                    found.push(grade);
                    if tail.is_empty() {
                        return Some(found);
                    }
                    let behind = fronts
                        .iter()
                        .find(|(text, own)| own.is_some() && *text == tail);
                    if let (None, Some((_, own))) = (drill, behind) {
                        found.extend(own.clone());
                        return Some(found);
                    }
                }
            }
        }
        None
    }
}

fn capital(word: &str) -> String {
    crate::text::slug::capitalize(word)
}

/// Returns a word of a phrase without the brackets around it: `(s)` is `s`.
fn plain(word: &str) -> String {
    let inner = word
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    inner.unwrap_or(word).to_owned()
}
