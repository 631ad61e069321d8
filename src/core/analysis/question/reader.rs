//! The reader of questions: at each word a citation, a preposition with an edition or date, or a
//! profile; else the word belongs to what is looked up.

use super::{
    cited::{self, DocumentName, document_names},
    date::date_at,
    grammar::{
        CHANGE_FILLERS, CHANGE_WORDS, COUNTED, EDITION_WORDS, HISTORY_LEADS, JOINERS, MEASURES,
        NOW_WORDS, PREPOSITIONS, PROFILE_NOUNS, PROFILE_PREPOSITIONS, PUBLICATION_FILLERS,
        PUBLICATION_WORDS, RULESET_NOUNS, RULESET_PREPOSITIONS, RULING_FILLERS, Relation,
        WHEN_LEADS,
    },
    named::{RulesetName, ruleset_names},
    parsed::{Question, ReadPart},
    relations::{Point, Relations},
    word::{Word, split_words},
};
use crate::{
    analysis::{Analysis, TroopName},
    model::{MONTHS, PartialDate, Ruleset},
    resolve::{RulesetDb, RulingState},
    search::is_english,
    text::is_number,
};
use std::collections::BTreeSet;

/// A point with the number of its words.
struct TypedPoint {
    point: Point,
    length: usize,
    /// Whether a message has to say that the day was read before the month.
    is_ambiguous: bool,
    /// The ruleset before it: `DBM 3.3`.
    ruleset: Option<String>,
    /// Whether the ruleset or `edition` is before it, so that its reading is obvious.
    is_explicit: bool,
}

/// What is before a point, which decides whether a number is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Introduction {
    /// Nothing.
    None,
    /// A preposition that is often before other numbers, too: `in`.
    Weak,
    /// A preposition or joiner after which a number such as `3.9` must be an edition.
    Strong,
    /// The ruleset, `edition` or `@`.
    Explicit,
}

/// The state of reading one question.
pub(super) struct Reader<'a> {
    analysis: &'a Analysis,
    words: Vec<Word>,
    /// The ruleset whose editions and documents are meant.
    ruleset: Option<&'a Ruleset>,
    /// The names of its documents.
    documents: Vec<DocumentName>,
    /// The names of the authors of its documents.
    authors: BTreeSet<Vec<String>>,
    /// The names of all rulesets.
    rulesets: Vec<RulesetName>,
    /// Whether the question asks for changes.
    asks_changes: bool,
    question: Question,
    editions: Vec<String>,
    days: Vec<PartialDate>,
    /// The words to look up, and whether each is part of a citation.
    rest: Vec<(Word, bool)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(analysis: &'a Analysis, words: Vec<Word>, ruleset: Option<&str>) -> Self {
        let words = with_change_word(words);
        let named = ruleset.and_then(|key| analysis.ruleset_db(key));
        let db = named.or_else(|| analysis.default_ruleset_db());
        let is_change = |word: &Word| CHANGE_WORDS.contains(&word.bare.as_str());
        let leads = words.first().is_some_and(|word| {
            is_change(word) || ["what", "what's", "whats"].contains(&word.bare.as_str())
        });
        let last = words.iter().rfind(|word| !is_of_point(word));
        let ends = last.is_some_and(is_change);
        let others = words
            .iter()
            .filter(|word| !is_change(word) && !is_filler(word));
        Self {
            analysis,
            asks_changes: words.iter().any(is_change) && (leads || ends || others.count() == 0),
            words,
            ruleset: db.map(|db| &*db.ruleset),
            documents: db.map(|db| document_names(&db.ruleset)).unwrap_or_default(),
            authors: db.map(|db| author_names(&db.ruleset)).unwrap_or_default(),
            rulesets: ruleset_names(analysis),
            question: Question::default(),
            editions: Vec::new(),
            days: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// Reads all words.
    pub(super) fn read(mut self) -> Question {
        let mut at = 0;
        while at < self.words.len() {
            let word = &self.words[at];
            if word.bare.is_empty() {
                self.rest.push((word.clone(), false));
                at += 1;
                continue;
            }
            if let Some(length) = self.read_citation(at) {
                at += length;
            } else if let Some(length) = self.read_points(at) {
                at += length;
            } else if let Some(length) = self.read_profile(at) {
                at += length;
            } else if let Some(length) = self.read_other_game(at) {
                at += length;
            } else if let Some(length) = self.read_ruleset(at) {
                at += length;
            } else if let Some((fault, length)) = self.no_such_day(at) {
                self.question.fault = Some(fault);
                at += length;
            } else if self.is_now(at) {
                at += 1;
            } else if let Some(length) = self.author_at(at) {
                self.question.not_used.push(self.typed(at, length));
                at += length;
            } else if let Some((name, length)) = self.other_name_of_troop(at) {
                self.note(name.clone(), self.typed(at, length), None);
                self.rest
                    .extend(split_words(&name).into_iter().map(|word| (word, false)));
                at += length;
            } else {
                let word = self.words[at].clone();
                // `dba/deployment`: the editions after it are those of its ruleset
                let key = word.bare.split_once('/').map(|(key, _)| key);
                if let Some(db) = key.and_then(|key| self.analysis.ruleset_db(key)) {
                    self.read_in(Some(db));
                }
                self.rest.push((word, false));
                at += 1;
            }
        }
        self.finish()
    }

    /// Returns the number of words that name an author of the documents of the ruleset.
    fn author_at(&self, at: usize) -> Option<usize> {
        let here = self.authors.iter().filter(|name| {
            let words: Vec<&str> = name.iter().map(String::as_str).collect();
            self.has(at, &words)
        });
        here.map(|name| name.len()).max()
    }

    /// Returns whether a word says that the present is meant.
    fn is_now(&self, at: usize) -> bool {
        self.words.len() > 1 && NOW_WORDS.contains(&self.words[at].bare.as_str())
    }

    /// Returns the short name of troops that are named otherwise, with the number of words.
    fn other_name_of_troop(&self, at: usize) -> Option<(String, usize)> {
        let shortened = self.shortened_troop(at).map(|name| (name, 1));
        shortened.or_else(|| Some((self.graded_troop(at)?, 2)))
    }

    /// Returns the troops that a name with the capital letter of a grade behind it means: `camels X`. An
    /// `I` may be a person.
    fn graded_troop(&self, at: usize) -> Option<String> {
        let ruleset = self.ruleset?;
        let letter = self.words.get(at + 1)?.typed.trim_end_matches(WORD_ENDS);
        if letter == "I" || !ruleset.troops.grades.contains_key(letter) {
            return None;
        }
        let name = TroopName::parse(ruleset, &self.words[at].bare)?;
        let is_plain = name.grade.is_none();
        is_plain.then(|| format!("{}({letter})", name.letters))
    }

    /// Returns the troop type that a word with a grade is the beginning of, if only one begins so:
    /// `WWg(I)` for `ww(I)`. Without a grade, it may be another term.
    fn shortened_troop(&self, at: usize) -> Option<String> {
        let ruleset = self.ruleset?;
        let typed = self.words[at].typed.trim_end_matches(WORD_ENDS);
        let (start, grade) = typed.strip_suffix(')')?.split_once('(')?;
        if start.len() < 2 || TroopName::parse(ruleset, typed).is_some() {
            return None;
        }
        let is = |own: &&String| own.eq_ignore_ascii_case(grade);
        let grade = ruleset.troops.grades.keys().find(is)?;
        let start = start.to_lowercase();
        let mut letters = ruleset.troops.types.keys();
        let mut begins = letters
            .by_ref()
            .filter(|own| own.to_lowercase().starts_with(&start));
        match (begins.next(), begins.next()) {
            (Some(letters), None) => Some(format!("{letters}({grade})")),
            _ => None,
        }
    }

    /// Returns the message of a date that does not exist, and the number of its words.
    fn no_such_day(&self, at: usize) -> Option<(String, usize)> {
        let date = date_at(&self.words[at..])?;
        Some((date.date.err()?, date.length))
    }

    fn read_citation(&mut self, at: usize) -> Option<usize> {
        let (cited, length) = cited::citation_at(&self.documents, &self.words[at..])?;
        let typed = self.typed(at, length);
        let is_canonical = typed.eq_ignore_ascii_case(&cited);
        let own = self.words[at..at + length].iter().cloned();
        self.rest.extend(own.map(|word| (word, true)));
        if self.question.cited.is_some() || is_canonical {
            return Some(length);
        }
        let meaning = match cited.split_once(':') {
            Some((document, number)) => {
                let own = self.ruleset.and_then(|own| own.documents.get(document));
                let counted = own.filter(|own| own.counted).map_or("", |_| COUNTED);
                format!("no. {} of {document}{counted}", number.to_uppercase())
            }
            None => cited.to_uppercase(),
        };
        self.note(meaning, typed, None);
        let ruleset = self.ruleset.map_or("", |ruleset| &ruleset.key);
        self.question.cited = Some(format!("{ruleset}/{cited}"));
        Some(length)
    }

    /// Reads a preposition with an edition or date, or two that are compared.
    fn read_points(&mut self, at: usize) -> Option<usize> {
        let is_at = |words: &&(&[&str], Relation, bool)| self.has(at, words.0);
        let row = PREPOSITIONS.iter().find(is_at);
        let (relation, introduction, start) = match row {
            Some((words, relation, true)) => (*relation, Introduction::Strong, words.len()),
            Some((words, relation, false)) => (*relation, Introduction::Weak, words.len()),
            None => (Relation::At, Introduction::None, 0),
        };
        let is_operator = self.has(at, &["@"]);
        if self.has(at, &[".."]) {
            let to = self.point(at + 1, Introduction::Explicit)?;
            let length = 1 + to.length;
            self.put(Relation::At, to, at, length, true);
            return Some(length);
        }
        let introduction = if is_operator || self.has(at + start + 1, &[".."]) {
            Introduction::Explicit
        } else {
            introduction
        };
        let first = self.point(at + start, introduction)?;
        let length = start + first.length;
        if let Some((second, end, is_ordered)) = self.second(at + length, &first) {
            let is_bare = self.has(at + length, &[".."]) || end == at + length + second.length;
            let exact = is_operator || start == 0 && is_bare;
            self.compare(first, second, is_ordered, (at, end - at, exact));
            return Some(end - at);
        }
        if self.has(at + length, &[".."]) {
            self.put(Relation::Between, first, at, length + 1, true);
            return Some(length + 1);
        }
        if relation == Relation::Between {
            return None;
        }
        let exact = is_operator || relation == Relation::At && first.is_explicit;
        self.put(relation, first, at, length, exact);
        Some(length)
    }

    /// Returns the second of two points, the end of its words, and whether the order is given.
    fn second(&self, at: usize, first: &TypedPoint) -> Option<(TypedPoint, usize, bool)> {
        let is_at = |row: &&(&[&str], bool)| self.has(at, row.0);
        let (words, is_ordered) = match JOINERS.iter().find(is_at) {
            Some((words, is_ordered)) => (words.len(), *is_ordered),
            None => {
                let next = self.point(at, Introduction::Strong)?;
                let both = matches!(
                    (&first.point, &next.point),
                    (Point::Edition(_), Point::Edition(_))
                );
                let end = at + next.length;
                return both.then_some((next, end, true));
            }
        };
        let start = at + words;
        // `until at 3.4`, `in 3.3 and in 3.4`
        let again = PREPOSITIONS
            .iter()
            .find(|row| row.1 == Relation::At && self.has(start, row.0));
        let start = start + again.map_or(0, |row| row.0.len());
        let introduction = if self.has(at, &[".."]) {
            Introduction::Explicit
        } else {
            Introduction::Strong
        };
        let second = self.point(start, introduction)?;
        let end = start + second.length;
        Some((second, end, is_ordered))
    }

    /// Reads an edition or date.
    fn point(&self, at: usize, introduction: Introduction) -> Option<TypedPoint> {
        let mut start = at;
        let has_article = ["the", "a", "an"].iter().any(|own| self.has(start, &[own]));
        start += usize::from(introduction > Introduction::None && has_article);
        let key = self.words.get(start).map(|word| word.bare.as_str());
        let db = key.and_then(|key| self.analysis.ruleset_db(key));
        start += usize::from(db.is_some());
        let is_named = |at: usize| {
            let word = self.words.get(at);
            word.is_some_and(|word| EDITION_WORDS.contains(&word.bare.as_str()))
        };
        let is_explicit = db.is_some() || is_named(start);
        start += usize::from(is_named(start));
        let introduction = if is_explicit {
            Introduction::Explicit
        } else {
            introduction
        };
        let words = self.words.get(start..).filter(|words| !words.is_empty())?;
        let is_measure = |next: &Word| MEASURES.contains(&next.bare.as_str());
        let (point, length, is_ambiguous) = match self.day(words, introduction) {
            Some((day, length, is_ambiguous)) => (Point::Day(day), length, is_ambiguous),
            None => {
                let joins = JOINERS.iter().any(|row| self.has(start + 1, row.0));
                let is_pair = words.get(1).is_some_and(|next| {
                    let mut all = self.analysis.ruleset_dbs();
                    all.any(|(_, db)| db.ruleset.edition_named(&next.bare).is_some())
                });
                let is_end = words.len() == 1 || start == 0 || joins;
                // `3.4 no. 8` is an instruction
                if cited::citation_at(&self.documents, words).is_some() {
                    return None;
                }
                let edition = self.edition(&words[0].bare, introduction, (is_end, is_pair))?;
                let length = 1 + usize::from(is_named(start + 1));
                (Point::Edition(edition), length, false)
            }
        };
        // `3.3 vs 3.4 points` compares editions
        let is_compared = introduction >= Introduction::Strong
            && matches!(&point, Point::Edition(id) if self.has_edition(id));
        if words.get(length).is_some_and(is_measure) && !is_compared {
            return None;
        }
        Some(TypedPoint {
            point,
            length: start - at + length,
            is_ambiguous,
            ruleset: db.map(|db| db.ruleset.key.clone()),
            is_explicit: is_explicit || introduction == Introduction::Explicit,
        })
    }

    fn has_edition(&self, id: &str) -> bool {
        self.ruleset.is_some_and(|own| own.edition(id).is_some())
    }

    /// Reads a date. A year alone is one after a preposition, or at the end if a document of the
    /// ruleset is as old.
    fn day(
        &self,
        words: &[Word],
        introduction: Introduction,
    ) -> Option<(PartialDate, usize, bool)> {
        let date = date_at(words)?;
        let day = match date.date {
            Ok(day) => day,
            // reported by `finish`
            Err(_) => return None,
        };
        let year = day.counts_from().year();
        let first = self.ruleset.and_then(Ruleset::first_year);
        let is_plausible = || first.is_some_and(|first| first <= year) && year < 2100;
        let fits = !date.is_year
            || introduction > Introduction::None
            || words.len() == 1
                && (!self.rest.is_empty() || self.words.len() == 1)
                && is_plausible();
        fits.then_some((day, date.length, date.is_ambiguous))
    }

    /// Returns the edition that a word names. One that does not exist is still one if it is
    /// announced, or if it looks like the others.
    fn edition(
        &self,
        word: &str,
        introduction: Introduction,
        (is_end, is_pair): (bool, bool),
    ) -> Option<String> {
        let bare = word.trim_start_matches('v');
        let is_numeric = bare.split('.').count() == 2 && bare.split('.').all(is_number);
        let known = |ruleset: &Ruleset| {
            let own = ruleset.edition_named(word)?;
            Some(ruleset.edition_id(own).to_owned())
        };
        let others = || self.analysis.ruleset_dbs().map(|(_, db)| &*db.ruleset);
        let found = self
            .ruleset
            .and_then(known)
            .or_else(|| others().find_map(known));
        let starts_like = |ruleset: &Ruleset| {
            let major = bare.split('.').next();
            let mut ids = ruleset.editions.iter().map(|own| own.id.as_str());
            ids.any(|id| id.contains('.') && id.split('.').next() == major)
        };
        match introduction {
            Introduction::Explicit => {
                let is_named = is_numeric || is_number(bare);
                found.or_else(|| is_named.then(|| bare.to_owned()))
            }
            // a number without a dot is no edition unless one is expected
            _ if is_number(bare) => {
                let is_expected = introduction > Introduction::None || self.asks_changes || is_pair;
                found.filter(|_| is_expected)
            }
            // nor is `base` in `in base contact`
            _ if !is_numeric => {
                let own = self.ruleset.and_then(known);
                own.filter(|_| introduction == Introduction::Strong || is_pair)
            }
            Introduction::Strong => Some(found.unwrap_or_else(|| bare.to_owned())),
            Introduction::Weak | Introduction::None => found.or_else(|| {
                // a second number at the end may be a value: `3.2 Ax(X) cost 3 or 3.5`
                let is_meant =
                    introduction == Introduction::Weak || is_end && self.editions.is_empty();
                let fits = is_meant && others().any(starts_like);
                fits.then(|| bare.to_owned())
            }),
        }
    }

    /// Reads `for uk`, `profile uk`, `uk rulings`.
    fn read_profile(&mut self, at: usize) -> Option<usize> {
        let word = |at: usize| self.words.get(at).map_or("", |word| word.bare.as_str());
        let is_introduced = PROFILE_PREPOSITIONS.contains(&word(at));
        let mut end = at + usize::from(is_introduced);
        end += usize::from(is_introduced && word(end) == "the");
        let named = |ruleset: &Ruleset| Some(ruleset.profile_named(word(end))?.name.clone());
        let mut all = self.analysis.ruleset_dbs();
        let profile = all.find_map(|(_, db)| named(&db.ruleset))?;
        end += 1;
        let is_followed = PROFILE_NOUNS.contains(&word(end));
        end += usize::from(is_followed);
        if !is_introduced && !is_followed {
            return None;
        }
        let words = self.typed(at, end - at);
        self.note(format!("profile {profile}"), words, None);
        self.question.at.profile = Some(profile);
        Some(end - at)
    }

    /// Reads the name of a game whose rules are not included, with the number of its edition. Its
    /// words stay in what is looked up. In the title of a document of the ruleset it is no game.
    fn read_other_game(&mut self, at: usize) -> Option<usize> {
        let (key, game, length) = self.other_game_at(at)?;
        let next = self.words.get(at + length).map(|word| word.bare.as_str());
        let titles = self
            .analysis
            .ruleset_db(&key)?
            .ruleset
            .title_words_after(&game);
        let typed = self.typed(at, length);
        // `fog` is weather, `FoG` and `impetus 2` are games
        let is_number = |word: &str| word.trim_start_matches('v').split('.').all(is_number);
        let is_numbered = next.is_some_and(is_number);
        let is_plain = !typed.contains(char::is_uppercase) && !is_numbered;
        if is_plain && is_english(&typed) {
            return None;
        }
        let is_title = next.is_some_and(|next| titles.iter().any(|own| own.starts_with(next)));
        let length = length + usize::from(!is_title && is_numbered);
        let own = self.words[at..at + length].iter().cloned();
        self.rest.extend(own.map(|word| (word, false)));
        if self
            .ruleset
            .is_none_or(|own| !own.other_games.contains(&game))
        {
            self.choose_ruleset(key);
        }
        if !is_title {
            self.question.other_game = Some(game);
        }
        Some(length)
    }

    /// Returns a ruleset, the other game that it says people may mean, and the number of its words.
    fn other_game_at(&self, at: usize) -> Option<(String, String, usize)> {
        let games = self.analysis.ruleset_dbs().flat_map(|(key, db)| {
            let games = db.ruleset.other_games.iter();
            games.map(move |game| (key, game, split_words(game)))
        });
        let is_here = |words: &[Word]| {
            let words: Vec<&str> = words.iter().map(|word| word.bare.as_str()).collect();
            self.has(at, &words)
        };
        let (key, game, words) = games.into_iter().find(|(_, _, words)| is_here(words))?;
        Some((key.to_owned(), game.clone(), words.len()))
    }

    /// Reads the name of a ruleset, `in the DBx skirmish game`; the first that is named counts. Its
    /// first word alone is a name at the start, after a preposition and before a colon.
    fn read_ruleset(&mut self, at: usize) -> Option<usize> {
        let is_one_of = |at: usize, words: &[&str]| {
            let word = self.words.get(at);
            word.is_some_and(|word| words.contains(&word.bare.as_str()))
        };
        let prepositions = usize::from(is_one_of(at, RULESET_PREPOSITIONS));
        let start = at + prepositions;
        let start = start + usize::from(is_one_of(start, &["the"]));
        if self.other_game_at(start).is_some() {
            return None;
        }
        let is_addressed = self.words.get(start)?.typed.ends_with(':');
        let can_be_short = is_addressed || start == 0 || start == at + 1 && prepositions == 1;
        let name = self.rulesets.iter().find(|name| {
            let words: Vec<&str> = name.words.iter().map(String::as_str).collect();
            self.has(start, &words) && (can_be_short || !name.is_short)
        })?;
        let end = start + name.words.len();
        let end = end + usize::from(is_one_of(end, RULESET_NOUNS));
        let (key, is_short) = (name.key.clone(), name.is_short);
        if self
            .question
            .at
            .ruleset
            .as_ref()
            .is_some_and(|own| *own != key)
        {
            return None;
        }
        if is_short {
            self.note(key.to_uppercase(), self.typed(at, end - at), None);
        }
        self.choose_ruleset(key);
        Some(end - at)
    }

    /// Compares two points.
    fn compare(
        &mut self,
        first: TypedPoint,
        second: TypedPoint,
        is_ordered: bool,
        (at, length, is_exact): (usize, usize, bool),
    ) {
        self.name_ruleset(&first);
        self.name_ruleset(&second);
        let is_later = match (&first.point, &second.point) {
            (Point::Edition(first), Point::Edition(second)) => {
                let place = |id: &str| self.ruleset.and_then(|own| own.edition(id));
                place(first) > place(second)
            }
            (Point::Day(first), Point::Day(second)) => first.counts_from() > second.counts_from(),
            (Point::Edition(_), Point::Day(_)) | (Point::Day(_), Point::Edition(_)) => false,
        };
        let (from, to) = if is_later && !is_ordered {
            (second.point, first.point)
        } else {
            (first.point, second.point)
        };
        if !is_exact {
            let meaning = format!("from {} to {}", from.text(), to.text());
            let words = self.typed(at, length);
            self.note(meaning, words, None);
        }
        match from {
            Point::Edition(edition) => self.question.since = Some(edition),
            Point::Day(day) => self.question.since_day = Some(day),
        }
        match to {
            Point::Edition(edition) => self.editions.push(edition),
            Point::Day(day) => self.days.push(day),
        }
    }

    /// Applies a preposition to a point.
    fn put(
        &mut self,
        relation: Relation,
        typed: TypedPoint,
        at: usize,
        length: usize,
        exact: bool,
    ) {
        self.name_ruleset(&typed);
        let words = self.typed(at, length);
        let (point, before) = match typed.point {
            Point::Edition(edition) => match self.relations().edition(relation, edition) {
                Ok(points) => points,
                Err(fault) => {
                    self.question.fault = Some(fault);
                    return;
                }
            },
            Point::Day(day) => self.relations().day(relation, day),
        };
        let day = match &point {
            Some(Point::Day(day)) => Some(*day),
            Some(Point::Edition(_)) | None => None,
        };
        let order = if typed.is_ambiguous {
            ", day before month"
        } else {
            ""
        };
        let meaning = match (&before, &point) {
            (Some(from), Some(to)) => format!("changes from {} to {}", from.text(), to.text()),
            (Some(from), None) => format!("changes since {}", from.text()),
            (None, Some(Point::Edition(id))) => match &self.question.since {
                Some(since) => format!("from {{}} {since} to {{}} {id}"),
                None => format!("{{}} {id}"),
            },
            (None, Some(day)) => format!("as of {}", day.text()),
            (None, None) => return,
        };
        if !exact {
            self.note(meaning + order, words, day);
        }
        match point {
            Some(Point::Edition(edition)) => self.editions.push(edition),
            Some(Point::Day(day)) => self.days.push(day),
            None => {}
        }
        match before {
            Some(Point::Edition(edition)) => self.question.since = Some(edition),
            Some(Point::Day(day)) => self.question.since_day = Some(day),
            None => {}
        }
    }

    fn relations(&self) -> Relations<'a> {
        Relations {
            ruleset: self.ruleset,
            asks_changes: self.asks_changes,
            has_start: self.question.since.is_some() || self.question.since_day.is_some(),
        }
    }

    fn name_ruleset(&mut self, typed: &TypedPoint) {
        if let Some(key) = &typed.ruleset {
            self.choose_ruleset(key.clone());
        }
    }

    /// Reads what follows in the editions and documents of a ruleset.
    fn choose_ruleset(&mut self, key: String) {
        self.read_in(self.analysis.ruleset_db(&key));
        self.question.at.ruleset = Some(key);
    }

    fn read_in(&mut self, db: Option<&'a RulesetDb>) {
        self.ruleset = db.map(|db| &*db.ruleset);
        self.documents = self.ruleset.map(document_names).unwrap_or_default();
        self.authors = self.ruleset.map(author_names).unwrap_or_default();
    }

    /// Returns the question after all words are read.
    fn finish(mut self) -> Question {
        self.take_change_words();
        self.take_publication_words();
        self.take_when_lead();
        self.take_history_lead();
        self.keep_cited_ruling();
        let mut question = self.question;
        question.asks_changes = self.asks_changes;
        question.at.edition = self.editions.pop();
        question.since = question.since.or_else(|| self.editions.pop());
        question.at.as_of = self.days.pop();
        question.since_day = question.since_day.or_else(|| self.days.pop());
        let editions = self.editions.into_iter();
        let days = self.days.iter().map(PartialDate::to_string);
        question.not_used.extend(editions.chain(days));
        if question.cited.is_some() {
            let unused = self
                .rest
                .iter()
                .filter(|(word, is_cited)| !is_cited && !is_filler(word));
            question
                .not_used
                .extend(unused.map(|(word, _)| word.typed.clone()));
        } else {
            let words: Vec<Word> = self.rest.iter().map(|(word, _)| word.clone()).collect();
            question.cited = cited::place(&words);
            if let Some(meaning) = question.cited.clone() {
                let words: Vec<&str> = words.iter().map(|word| word.typed.as_str()).collect();
                let words = words.join(" ");
                question.read.push(ReadPart {
                    meaning,
                    words,
                    day: None,
                });
            }
        }
        let text: Vec<&str> = self
            .rest
            .iter()
            .map(|(word, _)| word.typed.as_str())
            .collect();
        question.text = text.join(" ");
        if question.text.is_empty() {
            let own = self.ruleset.filter(|_| !question.not_used.is_empty());
            let key = own.map(|own| own.key.clone());
            question.text = question.at.ruleset.clone().or(key).unwrap_or_default();
        }
        question
    }

    /// Removes the words that ask who changed a clause.
    fn take_history_lead(&mut self) {
        let is_lead = |lead: &&&[&str]| {
            let words = self.rest.iter().map(|(word, _)| word.bare.as_str());
            self.rest.len() > lead.len() && words.take(lead.len()).eq(lead.iter().copied())
        };
        if let Some(lead) = HISTORY_LEADS.iter().find(is_lead) {
            self.rest.drain(..lead.len());
            self.question.asks_history = true;
        }
    }

    /// Keeps only the number of a ruling if the other words ask for it or its state.
    fn keep_cited_ruling(&mut self) {
        let db = self
            .ruleset
            .and_then(|own| self.analysis.ruleset_db(&own.key));
        let Some(db) = db.filter(|_| self.rest.len() > 1) else {
            return;
        };
        let is_filler = |(word, _): &&(Word, bool)| {
            let bare = word.bare.as_str();
            bare.is_empty()
                || RULING_FILLERS.contains(&bare)
                || RulingState::from_name(bare).is_some()
        };
        let mut others = self.rest.iter().filter(|own| !is_filler(own));
        if let (Some(number), None) = (others.next().cloned(), others.next())
            && self.analysis.cites_ruling(db, &number.0.bare)
        {
            self.rest = vec![number];
        }
    }

    /// Removes the words that ask for changes. Without a clause, all changes are requested; those of
    /// a clause are compared if an edition or day is named.
    fn take_change_words(&mut self) {
        let is_change = |word: &Word| CHANGE_WORDS.contains(&word.bare.as_str());
        let ranges = self.question.since.is_some() || self.question.since_day.is_some();
        let has_words = self.rest.iter().any(|(word, _)| is_change(word));
        let others = self
            .rest
            .iter()
            .filter(|(word, _)| !is_change(word) && !is_filler(word));
        let others: Vec<(Word, bool)> = others.cloned().collect();
        let names_ruleset = match others.as_slice() {
            [] => true,
            [(word, _)] => self.analysis.ruleset_db(&word.bare).is_some(),
            _ => false,
        };
        if names_ruleset && (has_words || ranges && others.is_empty()) {
            self.question.changes = true;
            self.rest = others;
        } else if has_words && self.asks_changes {
            if let (false, Some(id)) = (ranges, self.editions.last()) {
                let own = self.ruleset;
                let amended = own.and_then(|own| own.amended_edition(own.edition(id)?));
                self.question.since = own
                    .zip(amended)
                    .map(|(own, id)| own.edition_id(id).to_owned());
            }
            if self.question.since.is_some() || ranges {
                let mut rest = std::mem::take(&mut self.rest);
                rest.retain(|(word, _)| !is_change(word));
                let start = rest
                    .iter()
                    .position(|(word, _)| !is_filler(word))
                    .unwrap_or(0);
                let end = rest.iter().rposition(|(word, _)| !is_filler(word));
                self.rest = rest[start..end.map_or(start, |end| end + 1)].to_vec();
            }
        }
    }

    /// Removes the words that ask when an edition was published: its ruleset is shown, with the dates.
    fn take_publication_words(&mut self) {
        let is_one_of = |word: &Word, words: &[&str]| words.contains(&word.bare.as_str());
        let asks = |(word, _): &(Word, bool)| is_one_of(word, PUBLICATION_WORDS);
        let names = self.documents.iter().flat_map(|document| &document.words);
        let names: Vec<&str> = names.map(String::as_str).collect();
        let fits = |own: &(Word, bool)| {
            asks(own) || is_one_of(&own.0, PUBLICATION_FILLERS) || is_one_of(&own.0, &names)
        };
        if self.rest.iter().any(asks) && self.rest.iter().all(fits) {
            self.rest.clear();
            let own = self.ruleset.map(|own| own.key.clone());
            self.question.at.ruleset = self.question.at.ruleset.take().or(own);
        }
    }

    /// Removes the words that ask for the edition of a change: the changes of all editions are requested.
    fn take_when_lead(&mut self) {
        let words = self.rest.iter().map(|(word, _)| word.bare.as_str());
        let is_here = |lead: &&&[&str]| words.clone().take(lead.len()).eq(lead.iter().copied());
        let lead = WHEN_LEADS.iter().find(is_here).map_or(0, |lead| lead.len());
        let own = self.question.since.is_some() || self.question.since_day.is_some();
        let names_point = own || !self.editions.is_empty() || !self.days.is_empty();
        let is_alone = self.rest[lead..].iter().all(|(word, _)| is_filler(word));
        if lead == 0 || is_alone || names_point {
            return;
        }
        let first = self.ruleset.and_then(|own| own.editions.first());
        self.question.since = first.map(|first| first.id.clone());
        self.asks_changes = true;
        self.rest.drain(..lead);
    }

    fn note(&mut self, meaning: String, words: String, day: Option<PartialDate>) {
        self.question.read.push(ReadPart {
            meaning,
            words,
            day,
        });
    }

    /// Returns words as typed.
    fn typed(&self, at: usize, length: usize) -> String {
        let words = self.words[at..at + length].iter();
        let typed: Vec<&str> = words.map(|word| word.typed.as_str()).collect();
        typed.join(" ").trim_end_matches(WORD_ENDS).to_owned()
    }

    fn has(&self, at: usize, words: &[&str]) -> bool {
        let own = self.words.get(at..at + words.len());
        own.is_some_and(|own| {
            own.iter()
                .map(|word| word.bare.as_str())
                .eq(words.iter().copied())
        })
    }
}

/// Returns the words with one for a change in place of `do to`: `what did 3.2 do to warband`.
fn with_change_word(mut words: Vec<Word>) -> Vec<Word> {
    let is_asked = words.first().is_some_and(|word| word.bare == "what");
    let is_here = |pair: &[Word]| pair[0].bare == "do" && pair[1].bare == "to";
    let at = words.windows(2).position(is_here);
    if let Some(at) = at.filter(|_| is_asked) {
        let change = Word {
            typed: "do to".to_owned(),
            bare: CHANGE_WORDS[0].to_owned(),
        };
        words.splice(at..at + 2, [change]);
    }
    words
}

/// Returns the names of the authors of the documents of a ruleset in lower case, and the last words of
/// each, unless these are plain English: `phil barker`, `barker`.
fn author_names(ruleset: &Ruleset) -> BTreeSet<Vec<String>> {
    let authors = ruleset.documents.values().flat_map(|own| &own.authors);
    let mut names = BTreeSet::new();
    for author in authors {
        let words = split_words(author).into_iter();
        let words: Vec<String> = words.map(|word| word.bare).collect();
        let ends = (0..words.len()).map(|from| words[from..].to_vec());
        names.extend(ends.filter(|name| !name.iter().all(|word| is_english(word))));
    }
    names
}

/// Returns whether a word may be part of an edition or date after a preposition: `in`, `the`, `May`, `3.4`.
fn is_of_point(word: &Word) -> bool {
    let bare = word.bare.as_str();
    let is_of = |row: &[&str]| row.contains(&bare);
    bare.trim_start_matches('v')
        .starts_with(|c: char| c.is_ascii_digit())
        || bare == "the"
        || is_of(EDITION_WORDS)
        || PREPOSITIONS.iter().any(|row| is_of(row.0))
        || JOINERS.iter().any(|row| is_of(row.0))
        || bare.len() > 2 && MONTHS.iter().any(|month| month.starts_with(bare))
}

/// The punctuation after a word.
const WORD_ENDS: [char; 5] = ['?', '!', ',', ';', '.'];

fn is_filler(word: &Word) -> bool {
    CHANGE_FILLERS.contains(&word.bare.as_str())
}
