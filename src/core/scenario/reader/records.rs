//! Makes the records of a scenario of a list that was read, and reports what was not.

use super::{
    account::Account,
    commands::{Assembler, Line, ListReading, Part, habit},
    entries::{Costs, Entry, EntryReader, Habit, Mark, PriceList},
    items::{Declared, Heading, Item, MIN_SUM, form},
    layout::{Layout, lay_out},
    lexer::{Token, counts_glued, lex},
    lexicon::{Lexicon, Role},
    rule_costs::NoCosts,
    totals::Sums,
};
use crate::{
    diagnostic::{Diagnostic, Location, RelatedLocation, Severity},
    scenario::{
        limits::{cap_diagnostics, empty_scenario},
        markup::plain_name,
        record::{Record, RecordIx, Scenario},
        shared_words::shared_words,
        value::{ScenarioValue, format_number, number_value},
        vocabulary::{KindIx, PropertyIx, Vocabulary},
    },
    text::{SourceId, Span, Spanned},
};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};

/// Reads a list without front matter.
pub(in crate::scenario) fn read_list(
    source: SourceId,
    text: &str,
    vocabulary: &Vocabulary,
    costs: &dyn Costs,
) -> Scenario {
    let mut scenario = empty_scenario(source, Vec::new());
    let Some(lexicon) = Lexicon::new(vocabulary) else {
        return scenario;
    };
    let prices = PriceList::new(costs);
    let (layout, tokens) = tokens_of(text, &lexicon);
    let mut reader = EntryReader {
        text: &layout.text,
        lexicon: &lexicon,
        prices: &prices,
        habit: Habit::default(),
    };
    let fronts = lexicon.lines.first().map_or(&[][..], |kind| {
        vocabulary.kind(*kind).front_properties.as_slice()
    });
    reader.habit = habit(&reader.items(&layout.rows, &tokens), fronts, |row| {
        form(&tokens[row], &layout.text)
    });
    let items = reader.items(&layout.rows, &tokens);
    let assembler = Assembler {
        lexicon: &lexicon,
        prices: &prices,
    };
    let mut armies = assembler.armies(&items);
    if let Some(first) = armies.first_mut() {
        first.title = first
            .title
            .or_else(|| title_above(&layout, first, lexicon.begins().is_some()));
    }
    let mut writer = RecordWriter {
        text: &layout.text,
        lexicon: &lexicon,
        assembler: &assembler,
        scenario: &mut scenario,
        title: None,
        used: Vec::new(),
        counted: Vec::new(),
        sums: Vec::new(),
        confirmed: HashSet::new(),
        contradicted: Vec::new(),
        agreed: 0,
    };
    armies.iter().for_each(|army| writer.write(army));
    if armies.iter().all(|army| army.lines().next().is_none()) {
        let names_troops = tokens.iter().any(|own| !reader.marks(own).is_empty());
        writer.report_no_list(names_troops);
    }
    let RecordWriter {
        mut used,
        counted,
        mut sums,
        confirmed,
        contradicted,
        agreed,
        ..
    } = writer;
    sums.sort_by(f64::total_cmp);
    // a player gets one sum wrong; where most are, lines were read otherwise than they are meant
    if contradicted.len() > agreed.max(1) {
        scenario.not_compared.extend(contradicted);
    }
    // a number with a unit in the title says something of the army
    used.extend(armies.iter().filter_map(|army| army.title).map(|title| {
        let own = tokens.iter().flatten().filter(|own| own.is_labelled_itself);
        let starts = own.map(|own| own.span.start());
        let end = starts.filter(|at| title.touches(*at)).min();
        Span::new(title.start(), end.unwrap_or(title.end()))
    }));
    for placed in &items {
        match &placed.item {
            Item::Heading(own) => {
                let sums = &own.sums;
                // in the heading of a section a number may say how many there are
                let is_number = |token: &&Token| {
                    own.is_section && token.is_digits() && own.span.touches(token.span.start())
                };
                let number = tokens[placed.row].iter().find(is_number);
                let starts = sums.first().map(|sum| sum.span.start());
                let starts = starts.into_iter().chain(number.map(|own| own.span.start()));
                used.push(own.span.with_end(starts.min().unwrap_or(own.span.end())));
                used.extend(
                    sums.iter()
                        .filter(|own| !own.is_labelled)
                        .map(|own| own.span),
                );
            }
            Item::Entry(own) if own.is_in_sum => used.push(own.span),
            _ => {}
        }
    }
    let account = Account {
        reader: &reader,
        layout: &layout,
        tokens: &tokens,
        used,
    };
    account.report(&armies, &mut scenario);
    let is_sum = |words: &str| {
        let number = words.replace(',', ".").parse::<f64>();
        let is_known = |number: f64| sums.binary_search_by(|own| own.total_cmp(&number));
        number.is_ok_and(|number| is_known(number).is_ok())
    };
    let open = scenario.not_compared.iter().copied();
    let open: Vec<Span> = open.filter(|own| !is_sum(own.of(&layout.text))).collect();
    find_doubts(&mut scenario, &open, &confirmed);
    let mut diagnostics = std::mem::take(&mut scenario.diagnostics);
    for (at, record) in counted {
        scenario.doubt(record, &mut diagnostics[at]);
    }
    scenario.diagnostics = diagnostics;
    to_file(&mut scenario, &layout, text);
    cap_diagnostics(&mut scenario, Span::default());
    scenario
}

/// Finds the records of which some of the `open` text may be: each is of the record above it and of those around
/// that one, up to a part whose lines come to what the list says.
fn find_doubts(scenario: &mut Scenario, open: &[Span], confirmed: &HashSet<RecordIx>) {
    let start = |own: &RecordIx| scenario.record(*own).span.start();
    let mut records: Vec<RecordIx> = scenario.indices().collect();
    records.sort_by_key(start);
    let mut doubts = BTreeMap::new();
    for span in open {
        let above = records.partition_point(|own| start(own) <= span.start());
        let above = above.checked_sub(1).map_or(RecordIx(1), |at| records[at]);
        let around = scenario.ancestors(above);
        let around = around.take_while(|own| !confirmed.contains(own));
        for record in around.filter(|own| own.0 == 0 || scenario.record(*own).level > 0) {
            doubts.entry(record).or_insert(*span);
        }
    }
    scenario.doubts = doubts;
}

/// Returns the rows of a text, and the tokens of each.
fn tokens_of(text: &str, lexicon: &Lexicon<'_>) -> (Layout, Vec<Vec<Token>>) {
    let layout = lay_out(text, lexicon);
    let mut tokens: Vec<Vec<Token>> = Vec::with_capacity(layout.rows.len());
    let is_count = counts_glued(&layout.text, lexicon);
    for row in &layout.rows {
        let above = tokens.last().map_or(&[][..], Vec::as_slice);
        tokens.push(lex(&layout.text, row, lexicon, above, is_count));
    }
    (layout, tokens)
}

/// Returns how often a text names troops of a ruleset with all that it says of them, or with the word in front of
/// them: `Kn(F)`, `Irr Kn`, whether it is a list or not.
pub(in crate::scenario) fn complete_marks(text: &str, vocabulary: &Vocabulary) -> usize {
    let Some(lexicon) = Lexicon::new(vocabulary) else {
        return 0;
    };
    let (layout, tokens) = tokens_of(text, &lexicon);
    let reader = EntryReader {
        text: &layout.text,
        lexicon: &lexicon,
        prices: &PriceList::new(&NoCosts),
        habit: Habit::default(),
    };
    let of_row = |tokens: &Vec<Token>| {
        let is_complete = |mark: &Mark| {
            let mut fronts = vocabulary.kind(mark.kind).front_properties.iter();
            let has_front = fronts.any(|front| {
                let mut own = tokens.iter();
                own.any(|own| own.value(mark.kind, *front).is_some())
            });
            !mark.is_lone && (mark.is_strong || has_front)
        };
        reader
            .marks(tokens)
            .iter()
            .filter(|mark| is_complete(mark))
            .count()
    };
    tokens.iter().map(of_row).sum()
}

/// Returns the first short line above the list: its title. The subject of a mail is it if there is no other.
fn title_above(layout: &Layout, reading: &ListReading, has_parts: bool) -> Option<Span> {
    let first = reading.parts.first().and_then(|part| {
        // the heading of the first lines is the title, if it says nothing of a command
        let says_nothing = |own: &Part| {
            let heading = own.heading.as_ref();
            heading.is_some_and(|own| !own.opens_part())
        };
        let is_usual = reading.parts.iter().skip(1).any(says_nothing);
        let heading = part.heading.as_ref();
        let heading = heading.filter(|own| has_parts && (is_usual || own.opens_part()));
        let heading = heading.map(|own| own.span.start());
        heading.or_else(|| part.lines.first().map(|own| own.entry.span.start()))
    })?;
    let is_title = |span: &Span| {
        let own = span.of(&layout.text);
        let words = own.split_whitespace().count();
        span.end() <= first
            && words <= 10
            && own.contains(char::is_alphabetic)
            && !own.ends_with([',', '.', '?', '!', ':'])
            && !own.contains(['@', '>'])
            && !greets(own)
    };
    let rows = layout.rows.iter().filter(|row| !row.is_head);
    let titles = rows.map(|row| row.span).filter(is_title);
    let is_subject = |own: &Span| {
        let line = layout.text[..own.start()]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        layout.subject == Some(line)
    };
    // neither a remark in brackets nor the head of a post with its time
    let is_other = |own: &Span| {
        let own = own.of(&layout.text);
        let is_time =
            |own: &[u8]| own[0].is_ascii_digit() && own[1] == b':' && own[2].is_ascii_digit();
        own.starts_with(['(', '[']) || own.as_bytes().windows(3).any(is_time)
    };
    titles.min_by_key(|own| (is_other(own), is_subject(own)))
}

/// Returns whether a line begins with a greeting, or is the head of a post.
fn greets(line: &str) -> bool {
    let lower = line.to_lowercase();
    let mut greetings = shared_words().greetings.iter();
    greetings.any(|own| {
        lower
            .strip_prefix(own.as_str())
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// Returns a name without what decorates it and with single blanks.
fn clean_name(name: &str) -> String {
    let name = plain_name(name);
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Leads the spans of a scenario back from the text that was read to the file.
fn to_file(scenario: &mut Scenario, layout: &Layout, source: &str) {
    let starts: Vec<usize> = source.match_indices('\n').map(|(at, _)| at + 1).collect();
    for record in &mut scenario.records {
        // the end of the last line of the record
        if let Some(last) = record.insert_at.checked_sub(1) {
            let line = layout.origin(Span::new(last, last + 1));
            let next = starts.partition_point(|start| *start <= line.end());
            record.insert_at = starts.get(next).copied().unwrap_or(source.len());
        }
        record.span = layout.origin(record.span);
        if let Some(name) = &mut record.name {
            name.span = layout.origin(name.span);
        }
        for (_, value) in &mut record.values {
            value.span = layout.origin(value.span);
        }
    }
    for found in &mut scenario.diagnostics {
        found.at.span = layout.origin(found.at.span);
        for related in &mut found.related {
            related.at.span = layout.origin(related.at.span);
        }
    }
    let open = scenario.not_compared.iter_mut();
    for span in open.chain(scenario.doubts.values_mut()) {
        *span = layout.origin(*span);
    }
}

/// The greatest number that is a total, unless the list comes to more: others are years.
const MAX_TOTAL: f64 = 1000.0;

/// The writer of the records of a list.
struct RecordWriter<'a, 'v> {
    text: &'a str,
    lexicon: &'a Lexicon<'v>,
    assembler: &'a Assembler<'a>,
    scenario: &'a mut Scenario,
    /// The title of the army that is written.
    title: Option<Span>,
    /// The parts of the text that ended in something.
    used: Vec<Span>,
    /// The diagnostics that count the lines of a record, by their places.
    counted: Vec<(usize, RecordIx)>,
    /// What the lines of the parts and armies come to.
    sums: Vec<f64>,
    /// The parts and armies whose lines come to what the list says.
    confirmed: HashSet<RecordIx>,
    /// The sums of the list to which its lines do not come, and how many others there are.
    contradicted: Vec<Span>,
    agreed: usize,
}

impl RecordWriter<'_, '_> {
    fn write(&mut self, reading: &ListReading) {
        let Some(first) = reading.lines().next().map(|own| &own.entry) else {
            return;
        };
        let title = reading.title;
        self.title = title;
        let side_kind = self.lexicon.vocabulary.kind(self.lexicon.side);
        let at = title.map_or(first.span.start(), Span::start);
        let span = title.unwrap_or(Span::new(
            at.min(first.span.start()),
            at.min(first.span.start()),
        ));
        let words = |title: Span| {
            let own = title.of(self.text);
            // without the points agreed: `Gauls, 400 AP`
            let points = reading.limit.and_then(|(_, at)| own.find(at.of(self.text)));
            clean_name(points.map_or(own, |at| own[..at].trim_end_matches([' ', ',', '-', '('])))
        };
        let name = title.map(words).filter(|own| !own.is_empty());
        let sides = self.scenario.records.iter();
        let sides = sides.filter(|own| own.kind == self.lexicon.side).count();
        let name = name.unwrap_or_else(|| side_kind.name_if_unnamed(sides + 1));
        let side = self.push(
            self.lexicon.side,
            RecordIx(0),
            1,
            span,
            Some(Spanned::new(name.into(), span)),
            Vec::new(),
        );
        if let (Some((limit, at)), Some(amounts)) = (reading.limit, side_kind.amounts) {
            self.set(RecordIx(0), amounts.each, number_value(limit, at));
        }
        let generals = self.assembler.generals(reading);
        let mut number = 0;
        // what was not read is of the part with the last line above it
        let part_of = |span: Span| {
            let starts = |part: &Part| {
                let first = part.lines.first();
                first.is_some_and(|own| own.entry.span.start() < span.start())
            };
            reading.parts.iter().rposition(starts).unwrap_or(0)
        };
        for (place, part) in reading.parts.iter().enumerate() {
            let around = match self.lexicon.part.filter(|_| !part.is_of_army) {
                Some(kind) => {
                    number += 1;
                    self.open_part(kind, side, part, number)
                }
                None => side,
            };
            let unread = reading.unread.iter().filter(|own| part_of(own.0) == place);
            let unread = unread.map(|own| (own.0, None, own.1));
            let lines = part.lines.iter().map(Line::entry);
            let lines = lines.map(|own| (own.span, Some(own), ""));
            let mut rows: Vec<(Span, Option<&Entry>, &str)> = lines.chain(unread).collect();
            rows.sort_by_key(|own| own.0.start());
            for (span, entry, why) in rows {
                match entry {
                    Some(entry) => self.add_entry(around, entry),
                    None => self.add_unread(around, span, why),
                }
            }
            let lines = part.lines.iter().map(Line::entry);
            let sums = self.assembler.sums_of(lines, Some(&generals));
            let record = Some(around).filter(|around| *around != side);
            self.declare((around, record), &part.sums, &sums, &part.lines);
        }
        let entries = reading.lines().map(Line::entry);
        let sums = self.assembler.sums_of(entries, Some(&generals));
        let lines: Vec<Line> = reading.lines().cloned().collect();
        self.declare((side, Some(side)), &reading.sums, &sums, &lines);
        self.report_leaders(reading, side);
        // where a total is given, the rules of play find them
        let has_total = reading.limit.is_some()
            || !reading.sums.is_empty()
            || reading.parts.iter().any(|part| !part.sums.is_empty());
        if !has_total {
            self.report_ungraded(&lines);
        }
        for (span, why) in &reading.unclear {
            let found = self.report(Severity::Note, *span, (*why).to_owned());
            found.help = Some("write each of them by itself".to_owned());
            self.scenario.not_compared.push(*span);
        }
    }

    /// Reports that no line of an army leads it, or several, in a game whose armies have one such line.
    fn report_leaders(&mut self, reading: &ListReading, side: RecordIx) {
        let vocabulary = self.lexicon.vocabulary;
        let mut kinds = self.lexicon.lines.iter();
        let leader = kinds.find_map(|kind| vocabulary.kind(*kind).leader.as_ref());
        let Some((property, value)) = leader else {
            return;
        };
        let lines = reading.lines().map(Line::entry);
        let leaders: Vec<&Entry> = lines.filter(|own| self.assembler.leads_army(own)).collect();
        // where an army has parts, each may have its own; of several elements on a line one is meant
        let has_some = !leaders.is_empty();
        if leaders.len() == 1 || has_some && self.lexicon.part.is_some() {
            return;
        }
        let leader = match value {
            ScenarioValue::Word(word) => vocabulary.word_text(*word).to_string(),
            _ => vocabulary.property_name(*property).to_owned(),
        };
        let own = self.scenario.record(side);
        let (span, name) = (own.span, own.name.as_ref());
        let name = name.map_or_else(|| "this army".to_owned(), |own| own.value.to_string());
        self.counted.push((self.scenario.diagnostics.len(), side));
        match leaders.last() {
            None => {
                let message = format!("no {leader} is named in {name}");
                self.report(Severity::Note, span, message);
            }
            Some(last) => {
                let number = leaders.len();
                let message = format!("{number} lines of {name} are {leader}, and an army has one");
                self.report(Severity::Warning, last.span, message);
            }
        }
    }

    /// Reports a text without troops.
    fn report_no_list(&mut self, names_troops: bool) {
        let vocabulary = self.lexicon.vocabulary;
        let start = self.text.len() - self.text.trim_start().len();
        let line = self.text[start..].lines().next().unwrap_or_default();
        let span = Span::new(start, start + line.trim_end().len());
        let main = self.lexicon.lines.first();
        let troops = main.map_or("lines", |kind| &*vocabulary.kind(*kind).plural);
        let message = match names_troops {
            true => format!("not read: it names {troops}, and no line of them was understood"),
            false => format!("not an army list: no {troops} were found in it"),
        };
        let help = format!("write one kind of {troops} on each line, with their number");
        self.report(Severity::Warning, span, message).help = Some(help);
    }

    /// Reports lines that do not say enough for a cost: all of them at once, for they have one cause.
    fn report_ungraded(&mut self, lines: &[Line]) {
        let vocabulary = self.lexicon.vocabulary;
        let is_ungraded = |entry: &&Entry| {
            let kind = vocabulary.kind(entry.kind);
            kind.evidence.is_some() && kind.mark.len() > 1 && !entry.is_strong
        };
        let entries = lines.iter().map(|own| &own.entry);
        let found: Vec<&Entry> = entries.filter(is_ungraded).collect();
        let [first, others @ ..] = &found[..] else {
            return;
        };
        let grade = vocabulary.property_name(vocabulary.kind(first.kind).mark[1]);
        let message = match found.len() {
            1 => format!("this line has no {grade}: its cost is unknown"),
            number => format!("{number} lines have no {grade}: their cost is unknown"),
        };
        let source = self.scenario.source;
        let found = self.report(Severity::Warning, first.span, message);
        let others = others.iter().map(|other| RelatedLocation {
            at: Location::new(source, other.span),
            message: "and here".to_owned(),
        });
        found.related.extend(others);
        found.help = Some(format!("write the {grade} behind the type"));
    }

    fn report(&mut self, severity: Severity, span: Span, message: String) -> &mut Diagnostic {
        let at = Location::new(self.scenario.source, span);
        let found = Diagnostic::new("scenario-line", severity, at, message);
        self.scenario.diagnostics.push_mut(found)
    }

    /// Adds a record.
    fn push(
        &mut self,
        kind: KindIx,
        parent: RecordIx,
        level: u8,
        span: Span,
        name: Option<Spanned<Arc<str>>>,
        values: Vec<(PropertyIx, Spanned<ScenarioValue>)>,
    ) -> RecordIx {
        self.scenario.push(Record {
            kind,
            parent,
            end: self.scenario.records.len() as u32 + 1,
            level,
            misread: false,
            span,
            insert_at: span.end(),
            name,
            values,
        })
    }

    fn set(&mut self, record: RecordIx, property: PropertyIx, value: Spanned<ScenarioValue>) {
        let kind = self
            .lexicon
            .vocabulary
            .kind(self.scenario.record(record).kind);
        let own = self.scenario.record_mut(record);
        if kind.properties.contains_key(&property) && own.value(property).is_none() {
            own.values.push((property, value));
        }
    }

    fn open_part(&mut self, kind: KindIx, side: RecordIx, part: &Part, number: usize) -> RecordIx {
        let own = self.lexicon.vocabulary.kind(kind);
        let start = part.lines.first().map_or(0, |own| own.entry.span.start());
        let heading = part
            .heading
            .as_ref()
            .filter(|own| !own.is_section && own.span.end() <= start)
            .filter(|own| Some(own.span) != self.title);
        let span = heading.map_or(Span::new(start, start), |own| own.span);
        let name = heading
            .map(|heading| self.name_of(heading))
            .filter(|own| !own.is_empty());
        let name = name.unwrap_or_else(|| own.name_if_unnamed(number));
        let record = self.push(
            kind,
            side,
            2,
            span,
            Some(Spanned::new(name.into(), span)),
            Vec::new(),
        );
        for (property, value) in heading.into_iter().flat_map(|own| own.sets.clone()) {
            self.set(record, property, value);
        }
        if let Some(begins) = &own.begins_with {
            for entry in part.lines.iter().map(|own| &own.entry) {
                let ranks = entry.all_values().filter(|own| own.0 == begins.property);
                for place in ranks.filter_map(|(_, value)| begins.rank_of(&value)) {
                    for (property, value) in &begins.words[place].1 {
                        self.set(record, *property, Spanned::new(value.clone(), entry.span));
                    }
                }
            }
        }
        record
    }

    /// Returns the name in a heading: without the words of one and a number behind them, and its sums.
    fn name_of(&self, heading: &Heading) -> String {
        let own = heading.span.of(self.text);
        let first = own.lines().next().unwrap_or_default();
        let (front, rest) = first.split_once([':', '(', '[']).unwrap_or((first, ""));
        let is_key = shared_words().names.contains_in_any_case(front.trim());
        let is_kind = front.split_whitespace().count() <= 2 && heading.kind.is_some();
        let name = match rest.trim().is_empty() || !is_key && !is_kind {
            true => front,
            false if is_key => rest.split(',').next().unwrap_or_default(),
            false => rest,
        };
        let name = clean_name(name.trim_end_matches([')', ']', ':']));
        // a column may have only its number
        let is_number = |own: char| own.is_ascii_digit() || "IVX".contains(own);
        match heading.kind {
            Some(kind) if !name.is_empty() && name.chars().all(is_number) => {
                let kind = self.lexicon.vocabulary.kind(kind);
                kind.name_if_unnamed(name)
            }
            _ => name,
        }
    }

    /// Returns the span of an entry without the lines above it that are joined to its own and say nothing of it.
    fn own_lines(&self, entry: &Entry) -> Span {
        let span = entry.span;
        // what is said of all lines, such as their drill and the points agreed, may be far above
        let fronts = &self.lexicon.vocabulary.kind(entry.kind).front_properties;
        let own = entry.values.iter().filter(|(own, _)| !fronts.contains(own));
        let used = own.map(|(_, value)| value.span).chain(entry.count_span);
        let Some(first) = used.map(Span::start).min() else {
            return span;
        };
        if first < span.start() {
            return span;
        }
        let above = Span::new(span.start(), first).of(self.text);
        match above.rfind('\n') {
            Some(line) => Span::new(first - above[line + 1..].trim_start().len(), span.end()),
            None => span,
        }
    }

    /// Adds the line of an entry; a leader among several elements is a line of his own.
    fn add_entry(&mut self, around: RecordIx, entry: &Entry) {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let span = self.own_lines(entry);
        let mut values = entry.values.clone();
        values.extend(
            entry
                .implied
                .iter()
                .map(|(property, value)| (*property, Spanned::new(value.clone(), span))),
        );
        let name = entry
            .name
            .map(|span| Spanned::new(Arc::<str>::from(plain_name(span.of(self.text))), span))
            .filter(|own| !own.value.is_empty());
        let leads = values
            .iter()
            .any(|(property, _)| kind.ranks.contains(property));
        let is_group = leads && entry.count > 1.0;
        let count_at = entry.count_span.unwrap_or(span);
        if !is_group {
            self.add_amounts(entry, &mut values);
        }
        let with_count = |number: f64, mut values: Vec<(PropertyIx, Spanned<ScenarioValue>)>| {
            if let Some(count) = kind.count {
                values.insert(0, (count, number_value(number, count_at)));
            }
            values
        };
        if is_group {
            self.push(
                entry.kind,
                around,
                0,
                span,
                name.clone(),
                with_count(1.0, values.clone()),
            );
            values.retain(|(property, _)| !kind.ranks.contains(property));
            self.push(
                entry.kind,
                around,
                0,
                span,
                name,
                with_count(entry.count - 1.0, values),
            );
        } else {
            let values = if entry.count_span.is_some() || kind.mark.is_empty() || !leads {
                with_count(entry.count, values)
            } else {
                values
            };
            self.push(entry.kind, around, 0, span, name, values);
        }
        self.used.extend(&entry.used);
        self.used.extend(entry.name);
    }

    /// Adds what a line says of its cost.
    fn add_amounts(&self, entry: &Entry, values: &mut Vec<(PropertyIx, Spanned<ScenarioValue>)>) {
        let kind = self.lexicon.vocabulary.kind(entry.kind);
        let Some(amounts) = kind.amounts else { return };
        let costs: Vec<&(Role, f64, Span)> = entry
            .numbers
            .iter()
            .filter(|(role, ..)| matches!(role, Role::Each | Role::Total))
            .collect();
        let total = entry.numbers.iter().find(|(role, ..)| *role == Role::Total);
        let has_total = total.is_some();
        let fits_total = |number: f64| {
            total.is_some_and(|(_, total, _)| (number * entry.count - total).abs() < 0.01)
        };
        for (role, number, span) in &entry.numbers {
            let value = number_value(*number, *span);
            match role {
                // a single cost that nothing explains may be that of one or of all
                Role::Each | Role::Total
                    if costs.len() == 1 && entry.evidence == 0 && entry.count > 1.0 =>
                {
                    values.push((amounts.each, value.clone()));
                    values.push((amounts.either, value));
                }
                // the cost of one that the total does not confirm is no cost
                Role::Each if entry.evidence > 0 && has_total && !fits_total(*number) => {}
                Role::Each => values.push((amounts.each, value)),
                Role::Total
                    if entry.count == 1.0
                        && !entry.numbers.iter().any(|(role, ..)| *role == Role::Each) =>
                {
                    values.push((amounts.each, value))
                }
                Role::Total => values.push((amounts.all, value)),
                Role::Ee => values.extend(kind.shares.first().map(|(share, _)| (*share, value))),
                _ => {}
            }
        }
    }

    /// Adds a line that counts something and was not read: the totals are unknown without it.
    fn add_unread(&mut self, around: RecordIx, span: Span, why: &str) {
        let Some(&kind) = self.lexicon.lines.first() else {
            return;
        };
        // its words are its name, so that a clean form of the list keeps it
        let words = plain_name(span.of(self.text).lines().next().unwrap_or_default());
        let name = Some(Spanned::new(words.into(), span))
            .filter(|own: &Spanned<Arc<str>>| !own.value.is_empty());
        let record = self.push(kind, around, 0, span, name, Vec::new());
        self.scenario.record_mut(record).misread = true;
        let found = self.report(Severity::Note, span, why.to_owned());
        found.help = Some("say which troops these are, or begin the line with a word".to_owned());
        self.scenario.not_compared.push(span);
    }

    /// Returns whether a number is next to some lines or a little below them, so that it may be their sum although
    /// nothing says so: others are telephone numbers and remarks.
    fn is_below(&self, lines: &[Line], number: Span) -> bool {
        let ends = lines.iter().map(|own| own.entry.span.end());
        let last = ends.filter(|end| *end <= number.start()).max();
        last.is_none_or(|end| self.text[end..number.start()].matches('\n').count() <= 3)
    }

    /// Sets what a list says of a part or of the army: by the labels of the numbers, or else by what they agree
    /// with. What the rules of play compare with nothing is compared here.
    fn declare(
        &mut self,
        (around, record): (RecordIx, Option<RecordIx>),
        numbers: &[Declared],
        sums: &Sums,
        lines: &[Line],
    ) {
        let main = self.lexicon.vocabulary.kind(self.lexicon.lines[0]);
        let has_costs = main.evidence.is_some() || sums.value(Role::Total).is_some();
        let default = match has_costs {
            true => Role::Total,
            false => Role::Elements,
        };
        let roles = [Role::Total, Role::Ee, Role::Elements];
        self.sums
            .extend(roles.iter().filter_map(|own| sums.value(*own)));
        let mut found: Vec<(bool, Role, &Declared)> = Vec::new();
        let mut open: Vec<&Declared> = Vec::new();
        for own in numbers {
            let agreed = sums.role_of(own.number);
            let said = own.role.map(Role::of_sum);
            let role = match said {
                Some(Role::Name | Role::Part(_)) => continue,
                Some(said) if own.is_labelled || said == Role::Ee => Some(said),
                Some(Role::Total) if !has_costs => agreed,
                said => agreed.or(said),
            };
            // `@ 14`, and what is too little for a part
            let is_small = role == Some(Role::Total)
                && agreed != role
                && (own.number < MIN_SUM || own.role == Some(Role::Each));
            // the points of an army are less than a year
            let is_year = agreed.is_none() && !own.is_labelled && own.number >= MAX_TOTAL;
            match role {
                _ if is_small || is_year => {}
                Some(role) => found.push((agreed != Some(role), role, own)),
                None => open.push(own),
            }
        }
        // what agrees with the list settles what else the row may say of the same
        found.sort_by_key(|own| own.0);
        let agrees = |own: &(bool, Role, &Declared)| !own.0 && own.1 == default;
        if found.iter().any(agrees) {
            self.confirmed.insert(around);
        }
        let is_other = |own: &(bool, Role, &Declared)| matches!(own.1, Role::Other(_));
        if let (true, [own]) = (found.iter().all(is_other), &open[..])
            && (own.number >= MIN_SUM || default == Role::Elements)
            && self.is_below(lines, own.span)
        {
            found.push((true, default, own));
        }
        let vocabulary = self.lexicon.vocabulary;
        let mut reported: Vec<Role> = Vec::new();
        for (is_other, role, own) in found {
            if sums.value(role).is_some() && !reported.contains(&role) {
                match is_other {
                    true => self.contradicted.push(own.span),
                    false => self.agreed += 1,
                }
            }
            // what no part has is said of the army
            let is_own = matches!(role, Role::Other(_)).then_some(RecordIx(1));
            let of_record = record.into_iter().chain(is_own).find_map(|record| {
                let kind = self.scenario.record(record).kind;
                let mut properties = vocabulary.kind(kind).properties.keys().copied();
                let property = properties.find(|own| match role {
                    Role::Other(property) => *own == property,
                    _ => self.lexicon.role(kind, *own) == role,
                })?;
                Some((record, property))
            });
            // what agrees in another way, with the baggage, is no other number
            let is_exact = is_other || sums.value(role) == Some(own.number);
            match of_record {
                Some((record, property)) if is_exact => {
                    self.set(record, property, number_value(own.number, own.span));
                    let set = self.scenario.record(record).value(property);
                    if set.is_some_and(|set| set.value.number() == Some(own.number)) {
                        self.used.push(own.span);
                    }
                }
                _ if !is_other => self.used.push(own.span),
                _ if !reported.contains(&role) => {
                    if let Some(sum) = sums.value(role) {
                        let [sum, number] = [sum, own.number].map(format_number);
                        let message = format!(
                            "the lines of this part that were read come to {sum}, not {number}"
                        );
                        self.counted.push((self.scenario.diagnostics.len(), around));
                        self.report(Severity::Warning, own.span, message).code =
                            "scenario-number".into();
                    }
                }
                _ => {}
            }
            reported.push(role);
        }
    }
}
