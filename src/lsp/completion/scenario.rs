//! Completes scenarios: keys and values of the front matter, headings, words of the vocabulary.
//! In a line: the words whose property is not given yet; those that cause no problem come first.

use super::{
    FrontKey, Item, ItemKind, ItemList, ItemSubject, SnippetPart, front_items, name_items,
    value_items,
};
use crate::{
    lsp::{PositionMap, Snapshot, scenario_cursor::shape_of},
    resolve::RulesetDb,
    scenario::{
        KindIx, LinePreview, NextLineContext, Property, PropertyIx, ROOT, SCENARIO_FRONT_KEYS,
        ScenarioDocument, ValueType, Vocabulary, WordIx, WordRole, context_at_end, lines_of,
    },
    syntax::{MarkdownLineKind, NameKind, ValueKind},
    text::{Span, prefixed, slug::capitalize},
};

/// At most this many words are tried on a line.
const MAX_TRIED_WORDS: usize = 24;

/// The cursor at which completion is requested: its scenario, vocabulary, ruleset and line.
struct ScenarioContext<'a> {
    snapshot: &'a Snapshot<'a>,
    document: &'a ScenarioDocument,
    vocabulary: &'a Vocabulary,
    db: &'a RulesetDb,
    /// The part of the line before the cursor.
    before: &'a str,
    /// The span of the line.
    span: Span,
    byte: usize,
}

/// The line before the word at the cursor, with the headings above it and its problems.
struct LineDraft<'t> {
    /// The headings above the line.
    above: String,
    /// The text before the word.
    written: &'t str,
    /// The problems of the line without the word.
    problems: Vec<(String, Option<PropertyIx>)>,
}

/// Returns the items at a byte of a scenario.
pub(crate) fn complete(
    snapshot: &Snapshot<'_>,
    document: &ScenarioDocument,
    lines: &PositionMap,
    byte: usize,
) -> Option<ItemList> {
    let (scenario, vocabulary) = document.parsed()?;
    let db = document.ruleset_db(snapshot.analysis())?;
    let span = lines.span(lines.line(byte));
    let byte = byte.clamp(span.start(), span.end());
    let before = Span::new(span.start(), byte).of(&document.text);
    let context = ScenarioContext {
        snapshot,
        document,
        vocabulary,
        db,
        before,
        span,
        byte,
    };
    let front = scenario.front.span;
    // an unclosed fence opens front matter too
    let opened = front.is_empty()
        && document.text.starts_with("---\n")
        && span.start() > 0
        && !document.text[4..byte].contains("\n\n");
    let own = span.of(&document.text).trim_end() != "---"
        && span.start() > front.start()
        && span.start() < front.end();
    if own || opened {
        return Some(context.front());
    }
    if before.trim_start().starts_with('#') {
        return Some(context.headings());
    }
    context.line()
}

/// Returns the item of a property's key if it can be typed.
fn key_item(property: &Property, end: &str) -> Option<Item> {
    let key = property.keys.first()?;
    let is_typed = key.starts_with(char::is_alphabetic);
    is_typed.then(|| Item::key(key, shape_of(property), end))
}

impl ScenarioContext<'_> {
    /// Returns the start of the word that ends at the cursor.
    fn word(&self) -> usize {
        let inside = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | ')');
        let start = self.before.trim_end_matches(inside).len();
        // an opening bracket is part of its word
        self.span.start() + start - usize::from(self.before[..start].ends_with('('))
    }

    fn rest(&self) -> usize {
        let after = Span::new(self.byte, self.span.end()).of(&self.document.text);
        after
            .find(|c: char| !(c.is_alphabetic() || c == ')'))
            .unwrap_or(after.len())
    }

    fn front(&self) -> ItemList {
        let root = self.vocabulary.kind(ROOT);
        let of_root = root.properties.values().map(|property| FrontKey {
            name: self.vocabulary.property_name(property.ix),
            about: shape_of(property),
            value: match property.value_type {
                ValueType::Words(_) => &ValueKind::List(&ValueKind::Text),
                _ => &ValueKind::Text,
            },
        });
        let keys = SCENARIO_FRONT_KEYS.iter().map(FrontKey::from);
        let values = |key: &FrontKey<'_>, typed: &str, list: &mut ItemList| {
            value_items(key.value, list, |kind, list| match kind {
                NameKind::Ruleset => {
                    for (key, rules) in self.snapshot.state.checker.all_rules() {
                        let item = Item::new(ItemKind::Module, key);
                        list.push(item.note(rules.vocabulary.title.clone()));
                    }
                }
                kind => name_items(self.snapshot, self.db, kind, typed, list),
            });
            let property = self.vocabulary.property(key.name);
            if let Some(property) = property.and_then(|ix| root.properties.get(&ix)) {
                self.values(property, list);
            }
        };
        front_items(&self.document.text, self.byte, keys.chain(of_root), values)
    }

    /// Returns the context at the start of the line.
    fn context(&self) -> NextLineContext {
        context_at_end(self.text_above(), self.vocabulary)
    }

    /// Returns the text above the line.
    fn text_above(&self) -> &str {
        let text = self.document.text.get(..self.span.start());
        text.unwrap_or_default()
    }

    fn headings(&self) -> ItemList {
        let typed = self.before.trim_start_matches(['#', ' ']);
        let mut list = ItemList::new(self.byte - typed.len()).rest(self.rest());
        let around = self.context().around;
        let mut all = self.vocabulary.heading_words();
        // headings that fit here first
        all.sort_by_key(|(kind, _)| !kind.is_none_or(|kind| self.fits(kind, around)));
        for (kind, words) in all {
            let name = kind.map_or("section", |kind| &*self.vocabulary.kind(kind).name);
            let word = capitalize(&words);
            let colon = if kind.is_some() { ": " } else { "" };
            let item = Item::new(ItemKind::Keyword, &word).note(name);
            list.push(item.put(format!("{word}{colon}")));
        }
        list
    }

    /// Whether a record of a kind may be opened inside `around`.
    fn fits(&self, kind: KindIx, around: KindIx) -> bool {
        let within = &self.vocabulary.kind(kind).within;
        let outer = &self.vocabulary.kind(around).within;
        within.is_empty()
            || within.contains(&around)
            || outer.iter().any(|outer| within.contains(outer))
    }

    fn line(&self) -> Option<ItemList> {
        let context = self.context();
        let typed = self.before.trim_start();
        let body = typed.trim_start_matches(['-', '*', '+']).trim_start();
        let marked = body.len() < typed.len();
        let from = self.word();
        let mut list = ItemList::new(from).rest(self.rest());
        let key = self.before.rsplit_once(':').filter(|_| !marked);
        if let Some((key, _)) = key
            && let Some(property) = self.keyed(context.around, key.trim())
        {
            self.values(property, &mut list);
            return Some(list);
        }
        if !marked && from <= self.span.start() + (self.before.len() - typed.len()) {
            self.beginnings(&context, &mut list);
        }
        // a line with a value has one kind
        let own = self.document.record(self.span.end());
        let own = own.zip(self.document.parsed());
        let own = own.map(|(record, (scenario, _))| scenario.record(record));
        let own = own.filter(|record| {
            let count = self.vocabulary.kind(record.kind).count;
            let mut values = record.values.iter();
            values.any(|(property, value)| Some(*property) != count && value.span.end() < from)
        });
        for kind in &context.lines {
            if own.is_none_or(|own| own.kind == *kind) {
                self.words(*kind, body, from, &mut list);
            }
        }
        Some(list)
    }

    /// Returns the property of a kind with a key.
    fn keyed(&self, kind: KindIx, key: &str) -> Option<&Property> {
        let key = key.to_lowercase();
        let own = |property: &&Property| property.keys.iter().any(|own| **own == *key);
        self.vocabulary.kind(kind).properties.values().find(own)
    }

    /// Adds what a line may begin with: keys of the record around it, and whole parts.
    fn beginnings(&self, context: &NextLineContext, list: &mut ItemList) {
        let properties = self.vocabulary.kind(context.around).properties.values();
        for item in properties.filter_map(|property| key_item(property, ": ")) {
            list.push(item);
        }
        for (at, kind) in self.vocabulary.kinds.iter().enumerate().skip(1) {
            let ix = KindIx(at as u16);
            if kind.lines.is_empty() || !self.fits(ix, context.around) {
                continue;
            }
            let level = if kind.within.is_empty() { 1 } else { 2 };
            let mut pieces = Vec::new();
            if self.part(ix, level, &mut pieces) {
                let item = Item::new(ItemKind::Snippet, format!("{} …", kind.name));
                let item = item.note("with its lines").filter(&*kind.name);
                list.push(item.pieces(pieces));
            }
        }
    }

    /// Writes a template of a whole part: its heading, and a part or line inside it.
    fn part(&self, kind: KindIx, level: usize, out: &mut Vec<SnippetPart>) -> bool {
        let headings = self.vocabulary.heading_words();
        let Some((_, words)) = headings.iter().find(|(own, _)| *own == Some(kind)) else {
            return false;
        };
        let (marks, words) = ("#".repeat(level), capitalize(words));
        out.push(SnippetPart::Text(format!("{marks} {words}: ")));
        out.extend([SnippetPart::placeholder("name"), SnippetPart::text("\n")]);
        let mut kinds = self.vocabulary.kinds.iter();
        let inner = kinds.position(|own| own.within.contains(&kind) && !own.lines.is_empty());
        if let Some(inner) = inner.filter(|_| level < 4) {
            out.push(SnippetPart::text("\n"));
            return self.part(KindIx(inner as u16), level + 1, out);
        }
        let line = [SnippetPart::text("- "), SnippetPart::placeholder("")];
        out.extend(line.into_iter().chain([SnippetPart::text("\n")]));
        true
    }

    /// Adds the words of a line of a kind whose properties are not given yet, in the order of the
    /// vocabulary, and then the keys.
    fn words(&self, kind: KindIx, body: &str, from: usize, list: &mut ItemList) {
        let form = self.vocabulary.kind(kind);
        let line = self.span.end();
        let others = self.document.words().iter().filter(|word| {
            self.span.start() <= word.span.start()
                && word.span.end() <= line
                && !(word.span.start() <= self.byte && word.span.end() >= from)
        });
        let given = others.filter_map(|word| match word.role {
            WordRole::Value(_, property) => Some(property),
            WordRole::Heading | WordRole::Key | WordRole::Setting | WordRole::Name(_) => None,
        });
        let given: Vec<PropertyIx> = given.collect();
        let written = body
            .get(..body.len().saturating_sub(self.byte - from))
            .unwrap_or_default();
        let above = self.above();
        let problems = match &self.document.bound {
            Ok(case) if !written.trim().is_empty() => case.preview_line(&above, written).problems,
            Ok(_) | Err(_) => Vec::new(),
        };
        let draft = LineDraft {
            above,
            written,
            problems,
        };
        let mut tried = 0;
        let mut late: Vec<Item> = Vec::new();
        let mut open: Vec<&Property> = form.properties.values().collect();
        open.retain(|property| !given.contains(&property.ix));
        open.sort_by_key(|property| property.position);
        for property in open {
            let name = self.vocabulary.property_name(property.ix);
            match &property.value_type {
                ValueType::Word(words) | ValueType::Words(words) if property.keys.is_empty() => {
                    let preview = tried + words.len() <= MAX_TRIED_WORDS;
                    tried += if preview { words.len() } else { 0 };
                    late.extend(self.value_items(property, words, &draft, preview, list));
                }
                ValueType::Flag => {
                    if let Some(way) = form.flag_words(property.ix, name) {
                        late.push(Item::new(ItemKind::EnumMember, way).note(name));
                    }
                }
                ValueType::Number { .. }
                | ValueType::Place
                | ValueType::Text
                | ValueType::Word(_)
                | ValueType::Words(_) => late.extend(key_item(property, " ")),
            }
        }
        late.into_iter().for_each(|item| list.push(item));
    }

    /// Adds the words of a property that cause no problem on the line; returns the others.
    ///
    /// With `preview`, each word is tried on the line.
    fn value_items(
        &self,
        property: &Property,
        words: &[WordIx],
        draft: &LineDraft<'_>,
        preview: bool,
        list: &mut ItemList,
    ) -> Vec<Item> {
        let name = self.vocabulary.property_name(property.ix);
        let shown = |word: &WordIx| {
            let text = self.vocabulary.word_text(*word);
            match self.vocabulary.spellings(*word).first() {
                Some(way) if way.starts_with('(') => format!("({text})"),
                Some(_) | None => text.to_string(),
            }
        };
        let case = self.document.bound.as_ref().ok().filter(|_| preview);
        let trial = |word| {
            let line = format!("{}{}", draft.written, shown(word));
            case.map(|case| case.preview_line(&draft.above, &line))
        };
        let previews: Vec<Option<LinePreview>> = words.iter().map(trial).collect();
        // a problem of another property that most of the words cause only means that the line is
        // not finished
        let counts = |fault: &(String, Option<PropertyIx>)| {
            let all = previews.iter().flatten();
            let share = all.filter(|own| own.problems.contains(fault)).count();
            !draft.problems.contains(fault)
                && (fault.1 == Some(property.ix) || share * 2 <= words.len())
        };
        let mut unfit = Vec::new();
        for (word, trial_preview) in words.iter().zip(&previews) {
            let trial_preview = trial_preview.as_ref();
            let fits = trial_preview.is_none_or(|own| !own.problems.iter().any(counts));
            let figures = trial_preview.filter(|own| fits && !own.sums.is_empty());
            let figures = prefixed(" · ", figures.map(|own| own.sums.join(", ")));
            let note = format!("{name}{figures}");
            let mut item = Item::new(ItemKind::EnumMember, shown(word)).note(note);
            if let Some(term) = self.term(*word) {
                item = item.naming(ItemSubject::Clause, self.db, format!("term:{term}"));
            }
            if fits {
                list.push(item)
            } else {
                unfit.push(item)
            }
        }
        unfit
    }

    fn term(&self, word: WordIx) -> Option<String> {
        let id = self.vocabulary.word_text(word).to_lowercase();
        self.db.section_of(&format!("term:{id}")).map(|_| id)
    }

    fn values(&self, property: &Property, list: &mut ItemList) {
        if let ValueType::Word(words) | ValueType::Words(words) = &property.value_type {
            for word in words {
                let item = Item::new(ItemKind::EnumMember, &*self.vocabulary.word_text(*word));
                list.push(item.note(self.vocabulary.property_name(property.ix)));
            }
        }
    }

    /// Returns the headings above the line.
    fn above(&self) -> String {
        let text = self.text_above();
        let mut open: Vec<(u8, String)> = Vec::new();
        for line in lines_of(text) {
            if let MarkdownLineKind::Heading(level) = line.kind {
                open.retain(|(own, _)| *own < level);
                let marks = "#".repeat(usize::from(level));
                open.push((level, format!("{marks} {}\n", line.span.of(text))));
            }
        }
        open.into_iter().map(|(_, line)| line).collect()
    }
}
