//! `Lexicon`: the one table of phrases by which lists are read, built from a vocabulary and the shared words.

use crate::scenario::{
    shared_words::shared_words,
    value::ScenarioValue,
    vocabulary::{
        KindIx, OpeningLinePattern, PhraseMeaning, PropertyIx, ROOT, RecordKind, ValueType,
        Vocabulary, split_phrase,
    },
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
    /// A column of what the rows above come to.
    Sum,
    /// The part of an army, or the army, that the row is of.
    Part(KindIx),
    /// A description.
    Name,
}

impl Role {
    /// Returns the sum that a number with this role is in a row of sums.
    pub(super) fn of_sum(self) -> Self {
        match self {
            Self::Amount | Self::Each | Self::Limit | Self::Sum => Self::Total,
            Self::EeEach => Self::Ee,
            Self::Count => Self::Elements,
            other => other,
        }
    }
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
    /// A word that is none of a name and says nothing: `my`, `led by`.
    Small,
    /// What is between troops and the cost of one: `@`, `à`.
    Each,
    /// A word between a number and that of which each has so many: `2 per command`.
    Per,
}

/// One meaning of a phrase. A phrase may have several; its place decides.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A value of a property of a kind of line.
    Value(KindIx, PropertyIx, ScenarioValue),
    /// A key in front of a value of a property of a kind.
    Key(KindIx, Role),
    /// The unit behind a number of a property of a kind.
    Unit(KindIx, Role),
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
    /// The bytes of the longest word that begins a phrase.
    pub(super) longest_word: usize,
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
        let lines: Vec<KindIx> = vocabulary.kind(side).lines.clone();
        let headed = || {
            let mut kinds = vocabulary.indexed_kinds();
            let is_part = |kind: &RecordKind| kind.within.contains(&side) && kind.lines == lines;
            kinds.find(|(_, kind)| kind.has_heading() && is_part(kind))
        };
        let part = vocabulary
            .part_kinds()
            .next()
            .or_else(headed)
            .map(|(ix, _)| ix);
        let mut out = Self {
            vocabulary,
            phrases: FxHashMap::default(),
            longest_word: 0,
            side,
            part,
            lines,
            has_figures: false,
        };
        out.fill();
        out.longest_word = out.phrases.keys().map(String::len).max().unwrap_or(0);
        let is_figure = |(word, own): (&String, &Vec<(Vec<String>, Meaning)>)| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && own.iter().any(|(_, own)| out.is_type(own))
        };
        out.has_figures = out.phrases.iter().any(is_figure);
        Some(out)
    }

    /// Returns the kinds of record that the words of a list may be of, those of lines first.
    pub(super) fn kinds(&self) -> Vec<KindIx> {
        let around = self.part.into_iter().chain([self.side, ROOT]);
        self.lines.iter().copied().chain(around).collect()
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

    /// Returns whether a meaning is the rank of a leader.
    pub(super) fn is_rank(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Value(kind, property, _)
            if self.lines.contains(kind) && self.vocabulary.kind(*kind).ranks.contains(property))
    }

    /// Returns whether a meaning may be marked in a column of its own: a rank, or a word that is there or not.
    pub(super) fn is_flag(&self, meaning: &Meaning) -> bool {
        let is_flag = matches!(meaning, Meaning::Value(kind, _, ScenarioValue::Flag(true)) if self.lines.contains(kind));
        is_flag || self.is_rank(meaning)
    }

    /// Returns whether a meaning is said in front of a type of troops: its drill.
    pub(super) fn is_front(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Value(kind, property, _)
            if self.lines.contains(kind) && self.vocabulary.kind(*kind).front_properties.contains(property))
    }

    /// Returns whether a meaning is a type of troops.
    pub(super) fn is_type(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Value(kind, property, _)
            if self.lines.contains(kind) && self.marks(*kind).first() == Some(property))
    }

    /// Returns the ranks of the generals who begin the parts of an army.
    pub(super) fn begins(&self) -> Option<&'v OpeningLinePattern> {
        self.vocabulary.kind(self.part?).begins_with.as_ref()
    }

    /// Returns whether a value is a rank that does not say which general of the army leads: `general`.
    pub(super) fn is_plain_rank(&self, property: PropertyIx, value: &ScenarioValue) -> bool {
        self.begins().is_some_and(|begins| {
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
        // programs write a key as one word: `totalEe`, `coreUnits`
        if words.len() > 1 && matches!(meaning, Meaning::Key(..)) {
            self.add(vec![words.concat()], meaning.clone());
        }
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
        for kind in self.kinds() {
            let own = vocabulary.kind(kind);
            for (words, meaning) in own.phrases.iter() {
                let words: Vec<String> = words.iter().map(|word| plain(word)).collect();
                let meaning = match meaning {
                    PhraseMeaning::Says { keyed: true, .. } => continue,
                    PhraseMeaning::Says {
                        property, value, ..
                    } => Meaning::Value(kind, *property, value.clone()),
                    PhraseMeaning::Key(property) => Meaning::Key(kind, self.role(kind, *property)),
                    PhraseMeaning::Unit(property) => {
                        Meaning::Unit(kind, self.role(kind, *property))
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
        let main = self.lines[0];
        for section in &vocabulary.sections {
            let is_of_lines = section.lines.iter().any(|line| self.lines.contains(line));
            for heading in section.headings.iter().filter(|_| is_of_lines) {
                let meaning = Meaning::Heading(None, section.sets.clone());
                self.add(heading.words.clone(), meaning);
                // `15 figures`, `figures: 15`
                if section.lines == [main] && heading.words.len() == 1 {
                    self.add(heading.words.clone(), Meaning::Unit(main, Role::Elements));
                    self.add(heading.words.clone(), Meaning::Key(main, Role::Elements));
                }
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
            (&shared.each_signs, Class::Each),
            (&shared.per, Class::Per),
        ];
        let small = [
            &shared.led_by,
            &shared.corrections,
            &shared.shares,
            &shared.unless,
            &shared.possessives,
        ];
        let small = small.into_iter().map(|own| (own, Class::Small));
        for (words, class) in classes.into_iter().chain(small) {
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
            // a word that is known itself is no plural of another
            let known = key.filter(|_| !plural || best.is_none());
            let known = known.and_then(|key| self.phrases.get(key));
            for (own, meaning) in known.into_iter().flatten() {
                let length = own.len();
                // of a rank in short there is one: `gens d'armes`
                let is_short = first.len() < 3 || first.len() < 5 && self.is_rank(meaning);
                if plural && (length > 1 || is_short) || words.len() < length {
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
                        meanings.push(meaning.clone());
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
        self.lines
            .iter()
            .find_map(|kind| self.glued_of(*kind, word))
    }

    fn glued_of(&self, kind: KindIx, word: &str) -> Option<Vec<Meaning>> {
        let own = self.vocabulary.kind(kind);
        let marks = self.marks(kind);
        let (&first, grade) = (marks.first()?, marks.get(1));
        let value = |text: &str, property: PropertyIx| {
            self.word(text).into_iter().find(
                |own| matches!(own, Meaning::Value(of, own, _) if *of == kind && *own == property),
            )
        };
        let front = |text: &str| {
            let (_, word) = own.joined_fronts.iter().find(|(own, _)| own == text)?;
            self.word(word).into_iter().find(|own| self.is_front(own))
        };
        let is_code = |code: &str| {
            let mut words = self.vocabulary.words();
            words.any(|(_, own)| own.eq_ignore_ascii_case(code))
        };
        let fronts = own.joined_fronts.iter().map(|(text, _)| text.as_str());
        for text in [""].into_iter().chain(fronts) {
            let Some(rest) = word.strip_prefix(text) else {
                continue;
            };
            let drill = front(text);
            for (code, behind) in (2..=4).rev().filter_map(|end| rest.split_at_checked(end)) {
                let Some(of_type) = value(code, first).filter(|_| is_code(code)) else {
                    continue;
                };
                if let (Some(drill), "") = (&drill, behind) {
                    return Some(vec![drill.clone(), of_type]);
                }
                // `kns` may be several of them, and `knss` several with a grade
                let plural = behind
                    .strip_prefix('s')
                    .filter(|own| own.chars().count() == 1);
                let behind = plural.filter(|_| grade.is_some()).unwrap_or(behind);
                let length = behind.chars().next().map_or(0, char::len_utf8);
                let (letter, tail) = behind.split_at(length);
                let Some(of_grade) = grade.and_then(|grade| value(letter, *grade)) else {
                    continue;
                };
                let of_tail = front(tail).filter(|_| drill.is_none());
                if tail.is_empty() || of_tail.is_some() {
                    let drill = drill.or(of_tail);
                    return Some(drill.into_iter().chain([of_type, of_grade]).collect());
                }
            }
        }
        None
    }
}

/// Returns a word of a phrase without the brackets around it: `(s)` is `s`.
fn plain(word: &str) -> String {
    let inner = word
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    inner.unwrap_or(word).to_owned()
}
