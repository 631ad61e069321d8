//! What a line tells: where, what to do, and what in it was not read.

use super::{
    address::{Addr, Step},
    clause::{Clause, Payload, Value, What},
    grammar::{ASIDES, CALLS, Naming, PLACES},
    known::Known,
    line::Line,
    reader::Reader,
    token::{Tok, tokens},
};

/// A line, read.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// Where, said in front of the first clause.
    pub(super) lead: Addr,
    /// Names in front of it, of places or of labelled units, with their bytes.
    pub(super) names: Vec<(String, usize, usize)>,
    /// What to do, each with what was said of the place in front of it.
    pub(super) clauses: Vec<(Clause, Addr)>,
    /// Sentences that were not read.
    pub(super) unread: Vec<(usize, usize)>,
    /// Remarks: in brackets, or opened by a word such as `Note`.
    pub(super) asides: Vec<(usize, usize)>,
    /// A page that is named behind all clauses: it labels what follows.
    pub(super) trailing: Option<(String, usize)>,
    /// A number of its own at its start, `5.1`, and where its words begin.
    pub(super) number: Option<(String, usize)>,
    /// Whether a page stands in front of its first name: these are places, from the outside to the inside.
    pub(super) paged: bool,
    /// Whether a verb stands where one may stand, whatever came of it.
    pub(super) verb: bool,
    /// How its words were read.
    pub(super) found: Vec<(usize, usize, String)>,
}

impl Told {
    /// Whether it says something to do that can hardly be prose.
    pub(super) fn is_strong(&self) -> bool {
        let deletes =
            |clause: &Clause, lead: &Addr| matches!(clause.what, What::Delete) && !lead.is_empty();
        let numbered = self.lead.heading.is_some();
        self.clauses.iter().any(|(clause, lead)| {
            clause.is_strong()
                || deletes(clause, lead)
                || numbered && clause.payload != Payload::None
        })
    }

    /// Whether it begins with an instruction, and no prose stands before it.
    pub(super) fn leads(&self) -> bool {
        let first = self.clauses.first().map(|(clause, _)| clause.start);
        first.is_some_and(|first| self.unread.iter().all(|(start, _)| *start > first))
    }

    /// Whether it tells something to do, whatever came of it.
    pub(super) fn is_told(&self) -> bool {
        self.verb || !self.clauses.is_empty()
    }

    /// Whether words right in front of an instruction say where and were not read: it cannot be told where it applies.
    pub(super) fn leads_blind(&self, text: &str) -> bool {
        let Some((first, _)) = self.clauses.first() else {
            return false;
        };
        self.unread.iter().any(|&(start, end)| {
            let near = end <= first.start
                && text[end..first.start].trim().is_empty()
                && !text[..end].trim_end().ends_with(['.', '!', '?']);
            near && text[start..end]
                .to_lowercase()
                .split(|c: char| !c.is_alphanumeric())
                .any(is_counted)
        })
    }

    /// Whether quoted words or announced text make sure that prose holds an instruction.
    pub(super) fn is_certain(&self) -> bool {
        self.clauses.iter().any(|(clause, _)| match &clause.what {
            What::ReplaceWords(..)
            | What::ReplaceByText(_)
            | What::DeleteWords(_)
            | What::Insert(..) => true,
            What::Replace | What::Add(..) => clause.payload == Payload::Follows,
            What::Pairs
            | What::Delete
            | What::Described(_)
            | What::Values(_)
            | What::Told(_)
            | What::Rows
            | What::Clarify => false,
        })
    }

    /// Whether it names a place and nothing else: an address, or words behind `Under`.
    pub(super) fn is_address(&self) -> bool {
        let says = !self.lead.steps.is_empty()
            || self.lead.heading.is_some()
            || self.lead.printed_line.is_some();
        says && self.clauses.is_empty() && self.unread.is_empty() && self.names.is_empty()
    }

    /// Whether it says where, by a page, names and perhaps an address, and nothing else: `Page 24 – Rally, third paragraph`.
    pub(super) fn locates(&self) -> bool {
        let more =
            self.names.len() > 1 || !self.lead.steps.is_empty() || self.lead.printed_line.is_some();
        self.paged
            && more
            && !self.names.is_empty()
            && self.clauses.is_empty()
            && self.unread.is_empty()
            && self.figure().is_none()
    }

    /// The names of places, from the outside to the inside, and how many of its names they are.
    pub(super) fn path(&self, text: &str) -> Vec<String> {
        let joined = |pair: &[(String, usize, usize)]| matches!(pair, [one, two] if text[one.2..two.1].contains([',', '–', '-', '—', '/']));
        let count = 1 + self
            .names
            .windows(2)
            .take_while(|pair| joined(pair))
            .count();
        self.names
            .iter()
            .take(if self.paged { count } else { 1 })
            .map(|name| name.0.clone())
            .collect()
    }

    /// Whether it names a printed page and nothing else.
    pub(super) fn is_page(&self) -> bool {
        let rest = Addr {
            page: None,
            ..self.lead.clone()
        };
        self.lead.page.is_some()
            && rest.is_empty()
            && self.names.is_empty()
            && self.clauses.is_empty()
            && self.unread.is_empty()
    }

    /// Whether it is one name, perhaps with a page: what a heading looks like.
    pub(super) fn is_name(&self) -> bool {
        self.names.len() == 1
            && self.clauses.is_empty()
            && self.unread.is_empty()
            && self.lead.steps.is_empty()
    }

    /// The figure that it names, if it names one and nothing to do.
    pub(super) fn figure(&self) -> Option<&str> {
        let [step] = self.lead.steps.as_slice() else {
            return None;
        };
        let figure = step.unit() == Some(crate::syntax::Unit::Figure) && self.clauses.is_empty();
        figure.then_some(step.text.as_str())
    }
}

/// Reads a line. Total.
pub(super) fn told(line: &Line, known: &Known, ruleset: Option<&str>) -> Told {
    let text = line.text();
    let tokens = tokens(text);
    let mut reader = Reader::new(&known.words, text, &tokens);
    let mut told = Told::default();
    if let Some(Tok::Dotted(number)) = reader.peek(0) {
        let words = reader.tokens.get(1).map_or(text.len(), |token| token.start);
        told.number = number
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.')
            .then(|| (number.clone(), words));
    }
    if let Some((end, _)) = known
        .rules
        .iter()
        .filter(|rules| ruleset.is_none_or(|key| rules.key == key))
        .find_map(|rules| rules.leading(text))
    {
        told.names.push((text[..end].to_owned(), 0, end));
        while reader.offset() < end && !reader.at_end() {
            reader.at += 1;
        }
    }
    read(&mut reader, &mut told);
    let failed = told.clauses.is_empty() && reader.tried.len() > reader.found.len();
    told.found = if failed { reader.tried } else { reader.found };
    told
}

/// One row of values, where rows are expected: `Camelry(S) from 11 to 10 AP`.
pub(super) fn row(line: &Line, known: &Known) -> Option<Value> {
    let tokens = tokens(line.text());
    let mut reader = Reader::new(&known.words, line.text(), &tokens);
    let value = reader.one_value()?;
    reader.eat_mark(&['.', ',', ';']);
    reader.at_end().then_some(value)
}

fn read(reader: &mut Reader<'_>, told: &mut Told) {
    let mut follows = false;
    while !reader.at_end() {
        if reader.eat_mark(&['.', ',', ':', ';', '–', '!', '…']) {
            continue;
        }
        let from = reader.offset();
        if let Some(Tok::Paren(words)) = reader.peek(0) {
            let is_remark = reader.clause_of_remark(words);
            if !is_remark {
                reader.at += 1;
                told.asides.push((from, reader.behind()));
                continue;
            }
        }
        if follows || reader.is_word(0, ASIDES) && (!told.clauses.is_empty() || reader.at == 0) {
            // what stands behind an instruction whose text follows below speaks about it
            reader.skip_sentence();
            told.asides.push((from, reader.behind()));
            continue;
        }
        let back = reader.here();
        if reader.sentence_begins(reader.at)
            || !told.clauses.is_empty()
            || !told.names.is_empty()
            || !told.lead.is_empty()
        {
            let at = reader.at;
            told.verb |= reader.verb_at(0).is_some();
            let placed = !told.lead.is_empty() || !told.names.is_empty();
            let clause = reader.clause().filter(|clause| {
                placed || !matches!(clause.what, What::Delete) || !clause.place.is_empty()
            });
            if let Some(clause) = clause {
                let lead = told.lead.clone();
                follows = clause.payload == Payload::Follows;
                let open = matches!(clause.payload, Payload::Inline(_, _, false));
                told.clauses.push((clause, lead));
                if open {
                    reader.at = reader.tokens.len();
                }
                // a clause that read nothing would go on for ever
                if reader.at == at {
                    reader.at += 1;
                }
                continue;
            }
            reader.back(back);
        }
        if lead(reader, told) {
            continue;
        }
        reader.back(back);
        let sentence = reader.at;
        reader.skip_sentence();
        told.verb |= reader.tells(sentence..reader.at);
        match told
            .unread
            .last_mut()
            .filter(|(_, end)| reader.text[*end..from].trim().is_empty())
        {
            Some(last) => last.1 = reader.behind(),
            None => told.unread.push((from, reader.behind())),
        }
    }
}

/// A part of the place in front of a verb: a page, an address, a number of the rules, a name.
fn lead(reader: &mut Reader<'_>, told: &mut Told) -> bool {
    let from = reader.at;
    let (back, start) = (reader.here(), reader.offset());
    if let Some(page) = reader.page() {
        if parted(reader) || reader.sentence_begins(from) {
            told.paged |= told.names.is_empty();
            reader.note(from, format!("page {page}"));
            if told.clauses.is_empty() {
                told.lead.page = Some(page);
                told.lead.unsaid.extend(reader.further_pages());
            } else {
                told.trailing = Some((page, start));
            }
            return true;
        }
        reader.back(back);
    }
    if reader.is_word(0, &["in", "under", "on", "at", "to", "from"]) && told.clauses.is_empty() {
        let place = reader.inside();
        let beside = reader.is_word(0, &["after", "before"]);
        if !place.is_empty()
            && (beside || parted(reader) || reader.is_called() || reader.verb_at(0).is_some())
        {
            told.lead.enter(place);
            reader.note(from, "the place");
            return true;
        }
        reader.back(back);
    }
    if let Some(Tok::Bracket(number) | Tok::Dotted(number)) = reader.peek(0) {
        let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() < 12;
        if digits && told.names.is_empty() && told.clauses.is_empty() {
            reader.at += 1;
            let next = reader.at_end()
                || parted(reader)
                || reader.verb_at(0).is_some()
                || matches!(reader.peek(0), Some(Tok::Paren(_)));
            if next || goes_on(reader) {
                told.lead.heading = Some(number.clone());
                reader.note(from, format!("rule {number}"));
                return true;
            }
        }
        reader.back(back);
    }
    if let (Some(Tok::Quote(label, true)), false, true) = (
        reader.peek(0),
        told.names.is_empty(),
        told.clauses.is_empty(),
    ) && told.paged
        && reader.is_mark(1, &[':', ',', '–', '.'])
    {
        // `Page 44, Glossary, "Lee shore": …`
        reader.at += 1;
        reader.note(from, format!("entry {label}"));
        told.lead.enter(Addr {
            steps: vec![Step::entry(label)],
            ..Addr::default()
        });
        return true;
    }
    let rule = reader.is_word(
        0,
        &[
            "rule", "rules", "section", "sections", "article", "chapter", "case", "cases",
        ],
    );
    if let (true, Some(Tok::Dotted(number) | Tok::Bracket(number))) = (
        rule && told.names.is_empty() && told.clauses.is_empty(),
        reader.peek(1),
    ) {
        reader.at += 2;
        told.lead.unsaid.extend(further_rules(reader));
        if parted(reader)
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Tok::Paren(_)))
            || goes_on(reader)
        {
            told.lead.heading = Some(number.clone());
            reader.note(from, format!("rule {number}"));
            return true;
        }
        reader.back(back);
    }
    if let Some(place) = reader.address() {
        let beside = reader.is_word(0, &["after", "before"]) && told.clauses.is_empty();
        if parted(reader)
            || beside
            || reader.is_called()
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Tok::Paren(_)))
        {
            if told.clauses.is_empty() {
                told.lead.enter(place);
            } else {
                // a new place behind an instruction
                told.lead = Addr {
                    page: told.lead.page.clone(),
                    heading: told.lead.heading.clone(),
                    ..place
                };
            }
            return true;
        }
        reader.back(back);
    }
    name(reader, told)
}

/// Whether the words behind the number of a rule go on with the place or call for something: `11.5 In the second paragraph, …`.
fn goes_on(reader: &mut Reader<'_>) -> bool {
    let back = reader.here();
    let start = reader.is_called() || reader.is_word(0, &["after", "before"]);
    reader.eat_word(&["in", "under", "on", "at", "to", "from"]);
    let place = start
        || reader
            .address()
            .is_some_and(|place| !place.steps.is_empty());
    reader.back(back);
    place
}

/// Whether a mark or the end stands here.
fn parted(reader: &Reader<'_>) -> bool {
    reader.at_end() || reader.is_mark(0, &['.', ',', ':', ';', '–'])
}

/// Words written large, up to a mark or a page: the name of a section or of a labelled unit.
fn name(reader: &mut Reader<'_>, told: &mut Told) -> bool {
    let (back, from) = (reader.here(), reader.at);
    let start = reader.offset();
    let large = reader.text[start..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    if small_label(reader, told) {
        return true;
    }
    if !large || told.names.len() > 3 || !told.clauses.is_empty() || reader.verb_at(0).is_some() {
        return false;
    }
    let mut words = 0;
    while !reader.at_end() && !parted(reader) && words < 12 {
        let page = reader.here();
        if reader.at > from && reader.page().is_some() && (parted(reader) || reader.at_end()) {
            reader.back(page);
            break;
        }
        reader.back(page);
        let part = matches!(
            reader.peek(0),
            Some(
                Tok::Word(_)
                    | Tok::Item(_)
                    | Tok::Paren(_)
                    | Tok::Number(..)
                    | Tok::Nth(_)
                    | Tok::Dotted(_)
            )
        ) || reader.is_mark(0, &['&', '/', '\'']);
        if !part {
            break;
        }
        words += 1;
        reader.at += 1;
    }
    let end = reader.behind();
    let ended = reader.at_end() || parted(reader) || reader.here_is_page();
    // a second name is short, and text stands behind it
    let inner = told.paged && words <= 6 && parted(reader);
    let ended = ended
        && (told.names.is_empty()
            || inner
            || words <= 3
                && reader.is_mark(0, &[':', '.', '–'])
                && !reader.text[start..end].contains('.'));
    // `In the last paragraph but one`: a place that was not read is no name
    let placed = reader.tokens[from..reader.at]
        .iter()
        .any(|token| matches!(&token.tok, Tok::Word(word) if is_counted(word)));
    let inside = matches!(&reader.tokens[from].tok, Tok::Word(word) if ["in", "on", "at", "to", "from", "under", "after", "before"].contains(&word.as_str()));
    // nor is a sentence that calls for something
    let called = reader.tokens[from..reader.at]
        .iter()
        .any(|token| matches!(&token.tok, Tok::Word(word) if CALLS.contains(&word.as_str())));
    if reader.at == from || !ended || words >= 12 || placed && inside || called {
        reader.back(back);
        return false;
    }
    reader.note(from, format!("place {}", &reader.text[start..end]));
    told.names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// `and 7.3`, behind the number of a rule.
fn further_rules(reader: &mut Reader<'_>) -> Option<String> {
    let from = reader.at;
    loop {
        let back = reader.here();
        if !(reader.eat_mark(&[',', '&']) | reader.eat_word(&["and"]))
            || !matches!(reader.peek(0), Some(Tok::Dotted(_) | Tok::Bracket(_)))
        {
            reader.back(back);
            break;
        }
        reader.at += 1;
    }
    let start = reader.tokens.get(from).map_or(0, |token| token.start);
    (reader.at > from).then(|| {
        format!(
            "it names further rules ({}) and is read for the first one",
            reader.text[start..reader.behind()].trim_matches([',', ' '])
        )
    })
}

/// Words written small between the name of a place and a verb: `crossbowmen, change minimum from 6 to 4`.
fn small_label(reader: &mut Reader<'_>, told: &mut Told) -> bool {
    let (back, from, start) = (reader.here(), reader.at, reader.offset());
    if told.names.is_empty()
        || told.names.len() > 3
        || !told.clauses.is_empty()
        || !reader.text[start..].starts_with(|c: char| c.is_lowercase())
    {
        return false;
    }
    while reader.at < from + 3
        && reader.word(0).is_some()
        && reader.verb_at(0).is_none()
        && reader.unit_at(0).is_none()
    {
        reader.at += 1;
    }
    if reader.at == from || !reader.is_mark(0, &[',', ':']) || reader.verb_at(1).is_none() {
        reader.back(back);
        return false;
    }
    let end = reader.behind();
    reader.note(from, format!("label {}", &reader.text[start..end]));
    told.names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// Whether a word names a unit that is counted: `paragraph`.
fn is_counted(word: &str) -> bool {
    PLACES
        .iter()
        .any(|row| row.naming == Naming::Counted && row.words.contains(&word))
}

impl Reader<'_> {
    fn here_is_page(&mut self) -> bool {
        let back = self.here();
        let page = self.page().is_some();
        self.back(back);
        page
    }

    /// Whether a sentence that tells something begins at `ahead`.
    fn goes_behind(&self, ahead: usize) -> bool {
        self.verb_at(ahead).is_some()
            || self.is_word(ahead, &["at", "after", "before", "in", "the"])
    }

    /// Whether words in brackets behind a number of the rules say what is done.
    fn clause_of_remark(&self, words: &str) -> bool {
        let first = words
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        self.at > 0
            && matches!(
                self.tokens[self.at - 1].tok,
                Tok::Bracket(_) | Tok::Dotted(_) | Tok::Number(..) | Tok::Word(_) | Tok::Item(_)
            )
            && super::grammar::REMARKS
                .iter()
                .any(|(name, _)| *name == first)
            && (self.is_mark(1, &[':', '–', '.']) || self.peek(1).is_none() || self.goes_behind(1))
    }
}
