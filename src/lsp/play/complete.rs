//! What may stand at the cursor in a scenario: keys and values of the front matter, headings, and in lines the words of the vocabulary that
//! say what was not said yet. Of these the ones come first with which no rule of play finds fault.

use crate::scenario::ScenarioDocument;
use crate::{
    lsp::{
        completion::{Item, List, Piece, Subject},
        position::Lines,
        snapshot::Snapshot,
    },
    resolve::RulesetDb,
    scenario::{
        KindIx, LineContext, LinePreview, Property, PropertyIx, ROOT, ValueType, Vocabulary,
        WordIx, WordRole, context_at_end,
    },
    syntax::{MarkdownLineKind, parse_plain_markdown},
    text::{SourceId, Span, letters::capitalize},
};
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// So many words are tried in a line.
const TRIED: usize = 24;

/// The keys of the front matter that say where a scenario is played.
const PLAYED: &[(&str, &str)] = &[
    ("ruleset", "the rules"),
    ("edition", "the edition that is played"),
    ("profile", "whose rulings count"),
    ("date", "only what was published up to then counts"),
];

/// A line that is being written.
struct Spot<'a> {
    snapshot: &'a Snapshot<'a>,
    play: &'a ScenarioDocument,
    vocabulary: &'a Vocabulary,
    db: &'a RulesetDb,
    /// The line up to the cursor.
    before: &'a str,
    /// The line.
    span: Span,
    byte: usize,
}

/// What may stand at a byte.
pub(in crate::lsp) fn complete(
    snapshot: &Snapshot<'_>,
    play: &ScenarioDocument,
    lines: &Lines,
    byte: usize,
) -> Option<List> {
    let (scenario, vocabulary) = play.said()?;
    let db = play.ruleset_db(snapshot.analysis())?;
    let span = lines.span(lines.line(byte));
    let byte = byte.clamp(span.start(), span.end());
    let before = Span::new(span.start(), byte).of(&play.text);
    let spot = Spot {
        snapshot,
        play,
        vocabulary,
        db,
        before,
        span,
        byte,
    };
    let front = scenario.front.span;
    // a fence that is not closed yet opens front matter all the same
    let opened = front.is_empty()
        && play.text.starts_with("---\n")
        && span.start() > 0
        && !play.text[4..byte].contains("\n\n");
    let own = span.of(&play.text).trim_end() != "---"
        && span.start() > front.start()
        && span.start() < front.end();
    if own || opened {
        return Some(spot.front());
    }
    if before.trim_start().starts_with('#') {
        return Some(spot.headings());
    }
    spot.line()
}

impl Spot<'_> {
    /// Where the word begins that the cursor ends.
    fn word(&self) -> usize {
        let inside = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | ')');
        let start = self.before.trim_end_matches(inside).len();
        // a bracket belongs to the word in it
        self.span.start() + start - usize::from(self.before[..start].ends_with('('))
    }

    fn rest(&self) -> usize {
        let behind = Span::new(self.byte, self.span.end()).of(&self.play.text);
        behind
            .find(|c: char| !(c.is_alphabetic() || c == ')'))
            .unwrap_or(behind.len())
    }

    fn front(&self) -> List {
        let root = self.vocabulary.kind(ROOT);
        let Some((key, value)) = self.before.split_once(':') else {
            let mut list = List::new(self.byte - self.before.trim_start().len()).rest(self.rest());
            let stands = |key: &str| {
                self.play
                    .text
                    .lines()
                    .skip(1)
                    .take_while(|line| *line != "---")
                    .any(|line| line.starts_with(&format!("{key}:")))
            };
            for (key, about) in PLAYED.iter().filter(|(key, _)| !stands(key)) {
                list.push(
                    Item::new(Kind::Property, *key)
                        .note(*about)
                        .put(format!("{key}: ")),
                );
            }
            for property in root.properties.values() {
                let name = self.vocabulary.property_name(property.ix);
                if !stands(name) {
                    list.push(
                        Item::new(Kind::Property, name)
                            .note(shape(property))
                            .put(format!("{name}: ")),
                    );
                }
            }
            return list;
        };
        let typed = value.trim_start();
        let mut list = List::new(self.byte - typed.len()).rest(self.rest()).whole();
        let blank = if value.is_empty() { " " } else { "" };
        let ruleset = &self.db.ruleset;
        match key.trim() {
            "ruleset" => {
                for (key, rules) in self.snapshot.state.checker.all_rules() {
                    let item = Item::new(Kind::Module, key).note(rules.vocabulary.title.clone());
                    list.push(item.put(format!("{blank}{key}")));
                }
            }
            "edition" => {
                for edition in ruleset.editions.iter().rev() {
                    let text = if edition.id.parse::<f64>().is_ok() {
                        format!("\"{}\"", edition.id)
                    } else {
                        edition.id.clone()
                    };
                    let from = ruleset
                        .edition(&edition.id)
                        .and_then(|ix| ruleset.in_force_from(ix))
                        .map(|from| from.to_string());
                    let about = Subject::Edition {
                        ruleset: ruleset.key.clone(),
                        name: edition.id.clone(),
                    };
                    let filter = if typed.starts_with('"') {
                        text.clone()
                    } else {
                        edition.id.clone()
                    };
                    let item = Item::new(Kind::EnumMember, &edition.id)
                        .note(from.unwrap_or_default())
                        .about(about);
                    list.push(item.filter(filter).put(format!("{blank}{text}")));
                }
            }
            "profile" => {
                for profile in &ruleset.profiles {
                    list.push(
                        Item::new(Kind::EnumMember, &profile.name)
                            .put(format!("{blank}{}", profile.name)),
                    );
                }
            }
            other => {
                let property = self
                    .vocabulary
                    .property(other)
                    .and_then(|ix| root.properties.get(&ix));
                if let Some(ValueType::Word(words) | ValueType::Words(words)) =
                    property.map(|property| &property.value_type)
                {
                    for word in words {
                        let text = self.vocabulary.word_text(*word);
                        list.push(
                            Item::new(Kind::EnumMember, &*text).put(format!("{blank}{text}")),
                        );
                    }
                }
            }
        }
        list
    }

    /// What may be written above the line.
    fn context(&self) -> LineContext {
        context_at_end(
            self.play.text.get(..self.span.start()).unwrap_or_default(),
            self.vocabulary,
        )
    }

    fn headings(&self) -> List {
        let typed = self.before.trim_start_matches(['#', ' ']);
        let mut list = List::new(self.byte - typed.len()).rest(self.rest());
        let around = self.context().around;
        let mut all = self.vocabulary.heading_words();
        // what may stand here first
        all.sort_by_key(|(kind, _)| !kind.is_none_or(|kind| self.fits(kind, around)));
        for (kind, words) in all {
            let name = kind.map_or("section", |kind| &*self.vocabulary.kind(kind).name);
            let word = capitalize(&words);
            let colon = if kind.is_some() { ": " } else { "" };
            list.push(
                Item::new(Kind::Keyword, word.clone())
                    .note(name)
                    .put(format!("{word}{colon}")),
            );
        }
        list
    }

    /// Whether a record of a kind may be opened where `around` is open.
    fn fits(&self, kind: KindIx, around: KindIx) -> bool {
        let within = &self.vocabulary.kind(kind).within;
        within.is_empty()
            || within.contains(&around)
            || self
                .vocabulary
                .kind(around)
                .within
                .iter()
                .any(|outer| within.contains(outer))
    }

    fn line(&self) -> Option<List> {
        let context = self.context();
        let typed = self.before.trim_start();
        let body = typed.trim_start_matches(['-', '*', '+']).trim_start();
        let marked = body.len() < typed.len();
        let from = self.word();
        let mut list = List::new(from).rest(self.rest());
        let key = self.before.rsplit_once(':').filter(|_| !marked);
        if let Some((key, _)) = key
            && let Some(property) = self.keyed(context.around, key.trim())
        {
            self.values(property, "", &mut list);
            return Some(list);
        }
        if !marked && from <= self.span.start() + (self.before.len() - typed.len()) {
            self.beginnings(&context, &mut list);
        }
        // a line that says something already is of one kind
        let own = self.play.record(self.span.end()).map(|record| {
            self.play
                .said()
                .map(|(scenario, _)| scenario.record(record))
        });
        let own = own.flatten().filter(|record| {
            let count = self.vocabulary.kind(record.kind).count;
            record
                .values
                .iter()
                .any(|(property, value)| Some(*property) != count && value.span.end() < from)
        });
        let kinds = context
            .lines
            .iter()
            .copied()
            .filter(|kind| own.is_none_or(|own| own.kind == *kind));
        for kind in kinds {
            self.words(kind, body, from, &mut list);
        }
        Some(list)
    }

    /// The property of a kind that has such a key.
    fn keyed(&self, kind: KindIx, key: &str) -> Option<&Property> {
        let key = key.to_lowercase();
        let own = |property: &&Property| property.keys.iter().any(|own| **own == *key);
        self.vocabulary.kind(kind).properties.values().find(own)
    }

    /// What a line may begin with that is no line of its own: keys of the record around it, and whole parts.
    fn beginnings(&self, context: &LineContext, list: &mut List) {
        for property in self.vocabulary.kind(context.around).properties.values() {
            if let Some(key) = property
                .keys
                .first()
                .filter(|key| key.starts_with(char::is_alphabetic))
            {
                list.push(
                    Item::new(Kind::Property, &**key)
                        .note(shape(property))
                        .put(format!("{key}: ")),
                );
            }
        }
        for (at, kind) in self.vocabulary.kinds.iter().enumerate().skip(1) {
            let ix = KindIx(at as u16);
            if kind.lines.is_empty() || !self.fits(ix, context.around) {
                continue;
            }
            let level = if kind.within.is_empty() { 1 } else { 2 };
            let mut pieces = Vec::new();
            if self.part(ix, level, &mut pieces) {
                let item =
                    Item::new(Kind::Snippet, format!("{} …", kind.name)).note("with its lines");
                list.push(item.filter(kind.name.to_string()).pieces(pieces));
            }
        }
    }

    /// A whole part: its heading, a key or two, and a part or line inside it.
    fn part(&self, kind: KindIx, level: usize, out: &mut Vec<Piece>) -> bool {
        let headings = self.vocabulary.heading_words();
        let Some((_, words)) = headings.iter().find(|(own, _)| *own == Some(kind)) else {
            return false;
        };
        out.push(Piece::Text(format!(
            "{} {}: ",
            "#".repeat(level),
            capitalize(words)
        )));
        out.push(Piece::Hole("name".to_owned()));
        out.push(Piece::Text("\n".to_owned()));
        let inner = self
            .vocabulary
            .kinds
            .iter()
            .position(|own| own.within.contains(&kind) && !own.lines.is_empty());
        match inner {
            Some(inner) if level < 4 => {
                out.push(Piece::Text("\n".to_owned()));
                self.part(KindIx(inner as u16), level + 1, out)
            }
            _ => {
                out.push(Piece::Text("- ".to_owned()));
                out.push(Piece::Hole(String::new()));
                out.push(Piece::Text("\n".to_owned()));
                true
            }
        }
    }

    /// The words of a line of a kind: those that say what was not said yet, in the order of the vocabulary; behind them the keys.
    fn words(&self, kind: KindIx, body: &str, from: usize, list: &mut List) {
        let form = self.vocabulary.kind(kind);
        let line = self.span.end();
        let said: Vec<_> = self
            .play
            .words()
            .iter()
            .filter(|word| {
                self.span.start() <= word.span.start()
                    && word.span.end() <= line
                    && !(word.span.start() <= self.byte && word.span.end() >= from)
            })
            .filter_map(|word| match word.role {
                WordRole::Value(_, property) => Some(property),
                WordRole::Heading | WordRole::Key | WordRole::Setting | WordRole::Name(_) => None,
            })
            .collect();
        let written = body
            .get(..body.len().saturating_sub(self.byte - from))
            .unwrap_or_default();
        let above = self.above();
        let before = match &self.play.case {
            Ok(case) if !written.trim().is_empty() => case.preview_line(&above, written).problems,
            Ok(_) | Err(_) => Vec::new(),
        };
        let mut tried = 0;
        let mut late: Vec<Item> = Vec::new();
        let mut open: Vec<&Property> = form
            .properties
            .values()
            .filter(|property| !said.contains(&property.ix))
            .collect();
        open.sort_by_key(|property| property.position);
        for property in open {
            let name = self.vocabulary.property_name(property.ix);
            match &property.value_type {
                ValueType::Word(words) | ValueType::Words(words) if property.keys.is_empty() => {
                    let few = tried + words.len() <= TRIED;
                    let shown = |word: &WordIx| {
                        let text = self.vocabulary.word_text(*word);
                        match self.vocabulary.spellings(*word).first() {
                            Some(way) if way.starts_with('(') => format!("({text})"),
                            Some(_) | None => text.to_string(),
                        }
                    };
                    let trial = |word| {
                        self.play.case.as_ref().ok().filter(|_| few).map(|case| {
                            case.preview_line(&above, &format!("{written}{}", shown(word)))
                        })
                    };
                    let trials: Vec<Option<LinePreview>> = words.iter().map(trial).collect();
                    // what is told of most of them at no word of theirs is only that the line is not finished
                    let counts = |fault: &(String, Option<PropertyIx>)| {
                        let share = trials
                            .iter()
                            .flatten()
                            .filter(|trial| trial.problems.contains(fault))
                            .count();
                        !before.contains(fault)
                            && (fault.1 == Some(property.ix) || share * 2 <= words.len())
                    };
                    let mut unfit = Vec::new();
                    for (word, trial) in words.iter().zip(&trials) {
                        let fits = trial
                            .as_ref()
                            .is_none_or(|trial| !trial.problems.iter().any(counts));
                        let figures = trial
                            .as_ref()
                            .map(|trial| trial.sums.join(", "))
                            .filter(|_| fits)
                            .unwrap_or_default();
                        let note = if figures.is_empty() {
                            name.to_owned()
                        } else {
                            format!("{name} · {figures}")
                        };
                        let mut item = Item::new(Kind::EnumMember, shown(word)).note(note);
                        if let Some(term) = self.term(*word) {
                            item = item.about(Subject::Clause {
                                ruleset: self.db.ruleset.key.clone(),
                                name: format!("term:{term}"),
                            });
                        }
                        if fits {
                            list.push(item)
                        } else {
                            unfit.push(item)
                        }
                    }
                    tried += if few { words.len() } else { 0 };
                    late.extend(unfit);
                }
                ValueType::Flag => {
                    if let Some(way) = form.flag_words(property.ix, name) {
                        late.push(Item::new(Kind::EnumMember, way).note(name));
                    }
                }
                ValueType::Number { .. }
                | ValueType::Place
                | ValueType::Text
                | ValueType::Word(_)
                | ValueType::Words(_) => {
                    if let Some(key) = property
                        .keys
                        .first()
                        .filter(|key| key.starts_with(char::is_alphabetic))
                    {
                        late.push(
                            Item::new(Kind::Property, &**key)
                                .note(shape(property))
                                .put(format!("{key} ")),
                        );
                    }
                }
            }
        }
        late.into_iter().for_each(|item| list.push(item));
    }

    fn term(&self, word: WordIx) -> Option<String> {
        let id = self.vocabulary.word_text(word).to_lowercase();
        self.db.section_of(&format!("term:{id}")).map(|_| id)
    }

    fn values(&self, property: &Property, lead: &str, list: &mut List) {
        if let ValueType::Word(words) | ValueType::Words(words) = &property.value_type {
            for word in words {
                let text = self.vocabulary.word_text(*word);
                list.push(
                    Item::new(Kind::EnumMember, &*text)
                        .note(self.vocabulary.property_name(property.ix))
                        .put(format!("{lead}{text}")),
                );
            }
        }
    }

    /// The headings below which the line stands.
    fn above(&self) -> String {
        let text = self.play.text.get(..self.span.start()).unwrap_or_default();
        let mut open: Vec<(u8, String)> = Vec::new();
        for line in parse_plain_markdown(SourceId::default(), text).lines {
            if let MarkdownLineKind::Heading(level) = line.kind {
                open.retain(|(own, _)| *own < level);
                open.push((
                    level,
                    format!(
                        "{} {}\n",
                        "#".repeat(usize::from(level)),
                        line.span.of(text)
                    ),
                ));
            }
        }
        open.into_iter().map(|(_, line)| line).collect()
    }
}

/// What may be said of a property, in a few words.
fn shape(property: &Property) -> String {
    match &property.value_type {
        ValueType::Number { unit, .. } if unit.is_empty() => "a number".to_owned(),
        ValueType::Number { unit, .. } => format!("a number of {unit}"),
        ValueType::Word(_) => "a word".to_owned(),
        ValueType::Words(_) => "words".to_owned(),
        ValueType::Flag => "said or not".to_owned(),
        ValueType::Place => "a place".to_owned(),
        ValueType::Text => "any text".to_owned(),
    }
}
