//! What a line tells: where, what to do, and what in it was not read.

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{DEMANDS, Naming, REMARK_OPENERS, UNITS},
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    token::{Lexeme, tokenize},
    verb_clause::{ClauseAction, PayloadPlace, ValueChange, VerbClause},
};

/// A line, read.
#[derive(Clone, Debug, Default)]
pub(super) struct ParsedLine {
    /// Where, said in front of the first clause.
    pub(super) lead: PrintedAddress,
    /// Names in front of it, of places or of labelled units, with their bytes.
    pub(super) names: Vec<(String, usize, usize)>,
    /// What to do, each with what was said of the place in front of it.
    pub(super) clauses: Vec<(VerbClause, PrintedAddress)>,
    /// Sentences that were not read.
    pub(super) unread: Vec<(usize, usize)>,
    /// Remarks: in brackets, or opened by a word such as `Note`.
    pub(super) remarks: Vec<(usize, usize)>,
    /// A page that is named behind all clauses: it labels what follows.
    pub(super) trailing_page: Option<(String, usize)>,
    /// A number of its own at its start, `5.1`, and where its words begin.
    pub(super) number: Option<(String, usize)>,
    /// Whether a page stands in front of its first name: these are places, from the outside to the inside.
    pub(super) paged: bool,
    /// Whether a verb stands where one may stand, whatever came of it.
    pub(super) verb: bool,
    /// How its words were read.
    pub(super) found: Vec<(usize, usize, String)>,
}

impl ParsedLine {
    /// Whether it says something to do that can hardly be prose.
    pub(super) fn is_strong(&self) -> bool {
        let deletes = |clause: &VerbClause, lead: &PrintedAddress| {
            matches!(clause.what, ClauseAction::Delete) && !lead.is_empty()
        };
        let numbered = self.lead.heading.is_some();
        self.clauses.iter().any(|(clause, lead)| {
            clause.is_strong()
                || deletes(clause, lead)
                || numbered && clause.payload != PayloadPlace::None
        })
    }

    /// Whether it begins with an instruction, and no prose stands before it.
    pub(super) fn leads_with_instruction(&self) -> bool {
        let first = self.clauses.first().map(|(clause, _)| clause.start);
        first.is_some_and(|first| self.unread.iter().all(|(start, _)| *start > first))
    }

    /// Whether it tells something to do, whatever came of it.
    pub(super) fn has_instruction(&self) -> bool {
        self.verb || !self.clauses.is_empty()
    }

    /// Whether words right in front of an instruction say where and were not read: it cannot be told where it applies.
    pub(super) fn has_unread_place(&self, text: &str) -> bool {
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
                .any(is_counted_unit)
        })
    }

    /// Whether quoted words or announced text make sure that prose holds an instruction.
    pub(super) fn is_certain(&self) -> bool {
        self.clauses.iter().any(|(clause, _)| match &clause.what {
            ClauseAction::ReplaceWords(..)
            | ClauseAction::ReplaceByText(_)
            | ClauseAction::DeleteWords(_)
            | ClauseAction::Insert(..) => true,
            ClauseAction::Replace | ClauseAction::Add(..) => {
                clause.payload == PayloadPlace::Follows
            }
            ClauseAction::Pairs
            | ClauseAction::Delete
            | ClauseAction::DeleteDescribed(_)
            | ClauseAction::Values(_)
            | ClauseAction::Paraphrase(_)
            | ClauseAction::Rows
            | ClauseAction::Clarify => false,
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
    pub(super) fn is_location(&self) -> bool {
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
        let rest = PrintedAddress {
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
pub(super) fn parse_line(
    line: &JoinedLine,
    known: &KnownRulesets,
    ruleset: Option<&str>,
) -> ParsedLine {
    let text = line.text();
    let tokens = tokenize(text);
    let mut reader = TokenCursor::new(&known.words, text, &tokens);
    let mut parsed = ParsedLine::default();
    if let Some(Lexeme::Dotted(number)) = reader.peek(0) {
        let words = reader.tokens.get(1).map_or(text.len(), |token| token.start);
        parsed.number = number
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.')
            .then(|| (number.clone(), words));
    }
    if let Some((end, _)) = known
        .rules
        .iter()
        .filter(|rules| ruleset.is_none_or(|key| rules.key == key))
        .find_map(|rules| rules.find_leading_place(text))
    {
        parsed.names.push((text[..end].to_owned(), 0, end));
        while reader.offset() < end && !reader.at_end() {
            reader.at += 1;
        }
    }
    parse_tokens(&mut reader, &mut parsed);
    let failed = parsed.clauses.is_empty() && reader.tried.len() > reader.found.len();
    parsed.found = if failed { reader.tried } else { reader.found };
    parsed
}

/// One row of values, where rows are expected: `Camelry(S) from 11 to 10 AP`.
pub(super) fn parse_value_row(line: &JoinedLine, known: &KnownRulesets) -> Option<ValueChange> {
    let tokens = tokenize(line.text());
    let mut reader = TokenCursor::new(&known.words, line.text(), &tokens);
    let value = reader.parse_value()?;
    reader.eat_mark(&['.', ',', ';']);
    reader.at_end().then_some(value)
}

fn parse_tokens(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) {
    let mut follows = false;
    while !reader.at_end() {
        if reader.eat_mark(&['.', ',', ':', ';', '–', '!', '…']) {
            continue;
        }
        let from = reader.offset();
        if let Some(Lexeme::Paren(words)) = reader.peek(0) {
            let is_remark = reader.is_action_remark(words);
            if !is_remark {
                reader.at += 1;
                parsed.remarks.push((from, reader.previous_end()));
                continue;
            }
        }
        if follows
            || reader.is_word(0, REMARK_OPENERS) && (!parsed.clauses.is_empty() || reader.at == 0)
        {
            // what stands behind an instruction whose text follows below speaks about it
            reader.skip_sentence();
            parsed.remarks.push((from, reader.previous_end()));
            continue;
        }
        let back = reader.checkpoint();
        if reader.is_sentence_start(reader.at)
            || !parsed.clauses.is_empty()
            || !parsed.names.is_empty()
            || !parsed.lead.is_empty()
        {
            let at = reader.at;
            parsed.verb |= reader.verb_at(0).is_some();
            let placed = !parsed.lead.is_empty() || !parsed.names.is_empty();
            let clause = reader.parse_clause().filter(|clause| {
                placed || !matches!(clause.what, ClauseAction::Delete) || !clause.place.is_empty()
            });
            if let Some(clause) = clause {
                let lead = parsed.lead.clone();
                follows = clause.payload == PayloadPlace::Follows;
                let open = matches!(clause.payload, PayloadPlace::Inline(_, _, false));
                parsed.clauses.push((clause, lead));
                if open {
                    reader.at = reader.tokens.len();
                }
                // a clause that read nothing would go on for ever
                if reader.at == at {
                    reader.at += 1;
                }
                continue;
            }
            reader.rewind(back);
        }
        if parse_leading_place(reader, parsed) {
            continue;
        }
        reader.rewind(back);
        let sentence = reader.at;
        reader.skip_sentence();
        parsed.verb |= reader.has_instruction_words(sentence..reader.at);
        match parsed
            .unread
            .last_mut()
            .filter(|(_, end)| reader.text[*end..from].trim().is_empty())
        {
            Some(last) => last.1 = reader.previous_end(),
            None => parsed.unread.push((from, reader.previous_end())),
        }
    }
}

/// A part of the place in front of a verb: a page, an address, a number of the rules, a name.
fn parse_leading_place(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let from = reader.at;
    let (back, start) = (reader.checkpoint(), reader.offset());
    if let Some(page) = reader.parse_page() {
        if is_at_separator(reader) || reader.is_sentence_start(from) {
            parsed.paged |= parsed.names.is_empty();
            reader.record(from, format!("page {page}"));
            if parsed.clauses.is_empty() {
                parsed.lead.page = Some(page);
                parsed.lead.unsupported.extend(reader.parse_further_pages());
            } else {
                parsed.trailing_page = Some((page, start));
            }
            return true;
        }
        reader.rewind(back);
    }
    if reader.is_word(0, &["in", "under", "on", "at", "to", "from"]) && parsed.clauses.is_empty() {
        let place = reader.parse_containing_place();
        let beside = reader.is_word(0, &["after", "before"]);
        if !place.is_empty()
            && (beside
                || is_at_separator(reader)
                || reader.is_demand()
                || reader.verb_at(0).is_some())
        {
            parsed.lead.narrow(place);
            reader.record(from, "the place");
            return true;
        }
        reader.rewind(back);
    }
    if let Some(Lexeme::Bracket(number) | Lexeme::Dotted(number)) = reader.peek(0) {
        let digits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() < 12;
        if digits && parsed.names.is_empty() && parsed.clauses.is_empty() {
            reader.at += 1;
            let next = reader.at_end()
                || is_at_separator(reader)
                || reader.verb_at(0).is_some()
                || matches!(reader.peek(0), Some(Lexeme::Paren(_)));
            if next || continues_place(reader) {
                parsed.lead.heading = Some(number.clone());
                reader.record(from, format!("rule {number}"));
                return true;
            }
        }
        reader.rewind(back);
    }
    if let (Some(Lexeme::Quote(label, true)), false, true) = (
        reader.peek(0),
        parsed.names.is_empty(),
        parsed.clauses.is_empty(),
    ) && parsed.paged
        && reader.is_mark(1, &[':', ',', '–', '.'])
    {
        // `Page 44, Glossary, "Lee shore": …`
        reader.at += 1;
        reader.record(from, format!("entry {label}"));
        parsed.lead.narrow(PrintedAddress {
            steps: vec![PrintedStep::entry(label)],
            ..PrintedAddress::default()
        });
        return true;
    }
    let rule = reader.is_word(
        0,
        &[
            "rule", "rules", "section", "sections", "article", "chapter", "case", "cases",
        ],
    );
    if let (true, Some(Lexeme::Dotted(number) | Lexeme::Bracket(number))) = (
        rule && parsed.names.is_empty() && parsed.clauses.is_empty(),
        reader.peek(1),
    ) {
        reader.at += 2;
        parsed.lead.unsupported.extend(parse_further_rules(reader));
        if is_at_separator(reader)
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)))
            || continues_place(reader)
        {
            parsed.lead.heading = Some(number.clone());
            reader.record(from, format!("rule {number}"));
            return true;
        }
        reader.rewind(back);
    }
    if let Some(place) = reader.parse_address() {
        let beside = reader.is_word(0, &["after", "before"]) && parsed.clauses.is_empty();
        if is_at_separator(reader)
            || beside
            || reader.is_demand()
            || reader.verb_at(0).is_some()
            || matches!(reader.peek(0), Some(Lexeme::Paren(_)))
        {
            if parsed.clauses.is_empty() {
                parsed.lead.narrow(place);
            } else {
                // a new place behind an instruction
                parsed.lead = PrintedAddress {
                    page: parsed.lead.page.clone(),
                    heading: parsed.lead.heading.clone(),
                    ..place
                };
            }
            return true;
        }
        reader.rewind(back);
    }
    parse_name(reader, parsed)
}

/// Whether the words behind the number of a rule go on with the place or call for something: `11.5 In the second paragraph, …`.
fn continues_place(reader: &mut TokenCursor<'_>) -> bool {
    let back = reader.checkpoint();
    let start = reader.is_demand() || reader.is_word(0, &["after", "before"]);
    reader.eat_word(&["in", "under", "on", "at", "to", "from"]);
    let place = start
        || reader
            .parse_address()
            .is_some_and(|place| !place.steps.is_empty());
    reader.rewind(back);
    place
}

/// Whether a mark or the end stands here.
fn is_at_separator(reader: &TokenCursor<'_>) -> bool {
    reader.at_end() || reader.is_mark(0, &['.', ',', ':', ';', '–'])
}

/// Words written large, up to a mark or a page: the name of a section or of a labelled unit.
fn parse_name(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, from) = (reader.checkpoint(), reader.at);
    let start = reader.offset();
    let large = reader.text[start..].starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    if parse_small_label(reader, parsed) {
        return true;
    }
    if !large || parsed.names.len() > 3 || !parsed.clauses.is_empty() || reader.verb_at(0).is_some()
    {
        return false;
    }
    let mut words = 0;
    while !reader.at_end() && !is_at_separator(reader) && words < 12 {
        let page = reader.checkpoint();
        if reader.at > from
            && reader.parse_page().is_some()
            && (is_at_separator(reader) || reader.at_end())
        {
            reader.rewind(page);
            break;
        }
        reader.rewind(page);
        let part = matches!(
            reader.peek(0),
            Some(
                Lexeme::Word(_)
                    | Lexeme::Item(_)
                    | Lexeme::Paren(_)
                    | Lexeme::Number(..)
                    | Lexeme::Nth(_)
                    | Lexeme::Dotted(_)
            )
        ) || reader.is_mark(0, &['&', '/', '\'']);
        if !part {
            break;
        }
        words += 1;
        reader.at += 1;
    }
    let end = reader.previous_end();
    let ended = reader.at_end() || is_at_separator(reader) || reader.is_page();
    // a second name is short, and text stands behind it
    let inner = parsed.paged && words <= 6 && is_at_separator(reader);
    let ended = ended
        && (parsed.names.is_empty()
            || inner
            || words <= 3
                && reader.is_mark(0, &[':', '.', '–'])
                && !reader.text[start..end].contains('.'));
    // `In the last paragraph but one`: a place that was not read is no name
    let placed = reader.tokens[from..reader.at]
        .iter()
        .any(|token| matches!(&token.kind, Lexeme::Word(word) if is_counted_unit(word)));
    let inside = matches!(&reader.tokens[from].kind, Lexeme::Word(word) if ["in", "on", "at", "to", "from", "under", "after", "before"].contains(&word.as_str()));
    // nor is a sentence that calls for something
    let called = reader.tokens[from..reader.at]
        .iter()
        .any(|token| matches!(&token.kind, Lexeme::Word(word) if DEMANDS.contains(&word.as_str())));
    if reader.at == from || !ended || words >= 12 || placed && inside || called {
        reader.rewind(back);
        return false;
    }
    reader.record(from, format!("place {}", &reader.text[start..end]));
    parsed
        .names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// `and 7.3`, behind the number of a rule.
fn parse_further_rules(reader: &mut TokenCursor<'_>) -> Option<String> {
    let from = reader.at;
    loop {
        let back = reader.checkpoint();
        if !(reader.eat_mark(&[',', '&']) | reader.eat_word(&["and"]))
            || !matches!(reader.peek(0), Some(Lexeme::Dotted(_) | Lexeme::Bracket(_)))
        {
            reader.rewind(back);
            break;
        }
        reader.at += 1;
    }
    let start = reader.tokens.get(from).map_or(0, |token| token.start);
    (reader.at > from).then(|| {
        format!(
            "it names further rules ({}) and is read for the first one",
            reader.text[start..reader.previous_end()].trim_matches([',', ' '])
        )
    })
}

/// Words written small between the name of a place and a verb: `crossbowmen, change minimum from 6 to 4`.
fn parse_small_label(reader: &mut TokenCursor<'_>, parsed: &mut ParsedLine) -> bool {
    let (back, from, start) = (reader.checkpoint(), reader.at, reader.offset());
    if parsed.names.is_empty()
        || parsed.names.len() > 3
        || !parsed.clauses.is_empty()
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
        reader.rewind(back);
        return false;
    }
    let end = reader.previous_end();
    reader.record(from, format!("label {}", &reader.text[start..end]));
    parsed
        .names
        .push((reader.text[start..end].to_owned(), start, end));
    true
}

/// Whether a word names a unit that is counted: `paragraph`.
fn is_counted_unit(word: &str) -> bool {
    UNITS
        .iter()
        .any(|row| row.naming == Naming::Counted && row.words.contains(&word))
}

impl TokenCursor<'_> {
    fn is_page(&mut self) -> bool {
        let back = self.checkpoint();
        let page = self.parse_page().is_some();
        self.rewind(back);
        page
    }

    /// Whether a sentence that tells something begins at `ahead`.
    fn starts_instruction(&self, ahead: usize) -> bool {
        self.verb_at(ahead).is_some()
            || self.is_word(ahead, &["at", "after", "before", "in", "the"])
    }

    /// Whether words in brackets behind a number of the rules say what is done.
    fn is_action_remark(&self, words: &str) -> bool {
        let first = words
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        self.at > 0
            && matches!(
                self.tokens[self.at - 1].kind,
                Lexeme::Bracket(_)
                    | Lexeme::Dotted(_)
                    | Lexeme::Number(..)
                    | Lexeme::Word(_)
                    | Lexeme::Item(_)
            )
            && super::grammar::REMARKS
                .iter()
                .any(|(name, _)| *name == first)
            && (self.is_mark(1, &[':', '–', '.'])
                || self.peek(1).is_none()
                || self.starts_instruction(1))
    }
}
