//! Finds the line that names an army, and the name in it without points and rules.

use super::{
    agreed_points::{has_size, is_edition},
    parser::ScenarioParser,
    text_lines::place_in,
};
use crate::{
    diagnostic::Location,
    scenario::{
        record::{Record, RecordIx},
        shared_words::shared_words,
        token::{ScenarioToken, ScenarioTokenKind, plain_name, tokenize},
        vocabulary::{KindIx, RecordKind, contains_phrase, match_phrases},
    },
    text::{Span, Spanned},
};
use std::sync::Arc;

/// The most words of the label of a line in the head of a mail or a post.
const MAX_LABEL: usize = 3;

/// The rank of a title that the word for an army is in front of.
const NAMED: u8 = 3;

/// The longest line that can be a title, in characters.
const MAX_TITLE: usize = 90;

/// The years by which armies are called, and which are no points.
const YEARS: std::ops::Range<f64> = 1000.0..1800.0;

impl ScenarioParser<'_> {
    /// Remembers a line above the first army that could be its name: the latest one, but not prose
    /// below a line that looks like a title.
    pub(super) fn remember_title(&mut self, span: Span, is_heading: bool) {
        if let Some(name) = self
            .army_in_brackets(span)
            .or_else(|| self.army_in_cells(span))
        {
            self.title = Some((name, NAMED));
        }
        let words = span.of(self.text);
        let tokens = tokenize(self.text, span);
        // `Witold_z_Trok napisał(a):`
        let is_quoted = words.ends_with(':')
            && tokens
                .get(1..)
                .is_some_and(|rest| contains_phrase(rest, &shared_words().wrote));
        if is_quoted || is_greeting(&tokens) {
            return;
        }
        // `Army Book 4/5` below the name of the army
        let army = self.army_kind();
        let begins_with_key = army.is_some_and(|kind| kind.begins_with_key(&tokens));
        // `Edition 3.2  Period 1398-1420`
        let begins_with_edition = matches!(&tokens[..], [word, number, ..]
            if word.is_one_of(&shared_words().edition.before) && is_edition(number));
        if begins_with_key && self.title.is_some() || begins_with_edition {
            return;
        }
        // only the first of several cells is the name
        let is_row = ["   ", "\t", ";", "|", ",,", "\",\""]
            .iter()
            .any(|sign| words.contains(sign));
        // the last cells of a row of CSV may be empty
        let words = match words.contains(",,") {
            true => words.trim_end_matches(','),
            false => words,
        };
        let name = self.title_of(span);
        let cell = name.filter(|_| is_row).unwrap_or(span);
        let cell_tokens = tokenize(self.text, cell);
        let is_prose = words.ends_with([',', '?', '!', ':', '.'])
            || cell.of(self.text).chars().count() > MAX_TITLE
            || self.is_sentence(span, is_heading)
            || name.is_none();
        // `Here's my list for the March weekend, 400 points`
        let is_mine = |pair: &[ScenarioToken]| {
            pair[0].is_one_of(&shared_words().possessives)
                && pair[1].is_one_of(&shared_words().lists)
        };
        let is_sentence = !is_heading && cell_tokens.windows(2).any(is_mine);
        if is_sentence || self.numbered_part(&cell_tokens).is_some() {
            return;
        }
        let is_dated = self.is_dated(&tokens);
        // the first line may say more, if it stands apart
        let after = self.text[span.end()..].lines().nth(1).unwrap_or_default();
        let is_first = !self.text[..span.start()].contains(char::is_alphanumeric)
            && !after.contains(char::is_alphanumeric);
        let most = if is_first { 12 } else { 6 };
        let begins_great = words
            .trim_start_matches(['"', '“', '„'])
            .starts_with(char::is_uppercase);
        let is_short = cell_tokens.len() <= most && begins_great;
        let rank = match (is_heading, is_dated) {
            (true, _) if self.is_sentence(span, true) => return,
            (true, _) => 2,
            (false, true) if !is_prose => 1,
            (false, false) if !is_prose && is_short => 0,
            (false, _) => return,
        };
        // `From: Ann`, `Posté le : 3 mars`
        let mut head = 0..tokens.len().min(MAX_LABEL + 1);
        let colon = head.find(|&at| tokens[at].is_sign(":"));
        let is_header = colon.filter(|&colon| colon > 0).is_some_and(|colon| {
            let value = tokens.get(colon + 1);
            colon == 1 || value.is_some_and(ScenarioToken::is_number)
        });
        if !is_header && self.title.is_none_or(|(_, known)| known < rank) {
            self.title = Some((span, rank));
        }
    }

    /// Returns the name behind the word for an army in the output of a program: `Ruleset <DBM 3.4>  Army
    /// <Graeco-Bactrian>`.
    fn army_in_brackets(&self, span: Span) -> Option<Span> {
        let army = self.army_kind()?;
        let words = span.of(self.text);
        words.match_indices('<').find_map(|(open, _)| {
            let key = words[..open].split_whitespace().next_back()?.to_lowercase();
            let length = words[open..].find('>')?;
            let start = span.start() + open + 1;
            let is_army = is_heading_word(army, &key);
            let is_link = words[open..open + length].contains(['@', '/']);
            (is_army && length > 1 && !is_link).then(|| Span::new(start, start + length - 1))
        })
    }

    /// Returns the name in the cell behind that with the word for an army: `Army,Siamese (Ayutthaya),,,`,
    /// `Army      Free Frisians`.
    pub(super) fn army_in_cells(&self, span: Span) -> Option<Span> {
        let army = self.army_kind()?;
        let words = span.of(self.text);
        let sign = ["\t", ";", "|", ","]
            .into_iter()
            .find(|sign| words.contains(&sign.repeat(2)) || words.contains(&format!("\"{sign}\"")));
        let cells = words.split(sign.unwrap_or("   ")).map(without_quotes);
        let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
        // more than two words with wide blanks between them are the heads of columns
        if sign.is_none() && cells.len() != 2 {
            return None;
        }
        cells.windows(2).find_map(|pair| {
            let key = pair[0].to_lowercase();
            let is_army = is_heading_word(army, &key);
            (is_army && pair[1].starts_with(char::is_alphabetic))
                .then(|| place_in(self.text, pair[1]))
        })
    }

    /// Returns whether words are no name but a sentence: `as promised, the Gauls. We play 3.4, yes?`
    fn is_sentence(&self, span: Span, is_heading: bool) -> bool {
        let words = span.of(self.text);
        let ends = words.match_indices(['.', '!', '?']).any(|(at, sign)| {
            let behind = words[at + 1..].strip_prefix(' ');
            let before = words[..at].rsplit(|c: char| !c.is_alphanumeric()).next();
            let is_abbreviation = sign == "." && before.is_some_and(|word| word.len() < 4);
            sign == "?"
                || !is_abbreviation
                    && behind.is_some_and(|rest| rest.starts_with(char::is_uppercase))
        });
        let goes_on = self.text[span.end()..].starts_with(['.', '?']);
        let begins_small = plain_name(words).starts_with(char::is_lowercase);
        ends || !is_heading && (goes_on || begins_small)
    }

    /// Returns the name of an army in its title: without what stands apart from it, the points and the
    /// rules.
    pub(super) fn title_of(&self, span: Span) -> Option<Span> {
        let words = span.of(self.text);
        let is_csv = words.contains(",,") || words.contains("\",\"");
        let is_border = |c: char| matches!(c, '\t' | ';' | '|') || is_csv && c == ',';
        let cells = words.split(is_border).flat_map(|cell| cell.split("   "));
        cells.map(without_quotes).find_map(|cell| {
            let name = self.without_points(place_in(self.text, cell));
            let mut words = name.of(self.text).split(|c: char| !c.is_alphabetic());
            words.any(|word| word.chars().count() > 2).then_some(name)
        })
    }

    /// Returns words without the points, the rules and signs at their end: `Han Chinese, DBM 3.4, 400
    /// AP`.
    fn without_points(&self, span: Span) -> Span {
        let tokens = tokenize(self.text, span);
        let army = self.army_kind();
        let is_unit = |at: usize| army.is_some_and(|army| army.begins_with_unit(&tokens[at..]));
        let is_number = |at: usize| tokens[at].is_number();
        let ruleset = &self.vocabulary.ruleset;
        let is_rules = |at: usize| {
            let is_ruleset = |word: &str| !ruleset.is_empty() && word.starts_with(ruleset.as_str());
            tokens[at].word().is_some_and(is_ruleset)
                || tokens[at].is_one_of(&shared_words().edition.rules)
        };
        let is_edition = |at: usize| {
            tokens[at]
                .number()
                .is_some_and(|number| number.fract() != 0.0)
        };
        let end = (0..tokens.len()).find(|&at| {
            is_rules(at) && (at + 1 == tokens.len() || is_number(at + 1) || is_rules(at + 1))
                || is_number(at) && at + 1 < tokens.len() && is_unit(at + 1)
                || is_edition(at)
        });
        let Some(mut end) = end else { return span };
        // `Later Crusaders for DBM 3.2`
        let is_small =
            |token: &ScenarioToken| token.is_filler() || token.is_one_of(&shared_words().maximum);
        while end > 0 && is_small(&tokens[end - 1]) {
            end -= 1;
        }
        let kept = Span::new(span.start(), tokens[end].span.start());
        let words = kept.of(self.text);
        let is_edge = |c: char| !c.is_alphanumeric() && !matches!(c, ')' | ']' | '"' | '”');
        let words = words.trim_end_matches(is_edge);
        Span::new(kept.start(), kept.start() + words.len())
    }

    /// Returns whether a line says a year, a list or points: `202 BC`, `2/83`, `400 AP`.
    pub(super) fn is_dated(&self, tokens: &[ScenarioToken]) -> bool {
        let army = self.army_kind();
        tokens.windows(2).any(|pair| {
            let is_unit = || army.is_some_and(|army| army.begins_with_unit(&pair[1..]));
            pair[0].is_number() && is_unit()
        }) || tokens.iter().any(|token| match &token.kind {
            ScenarioTokenKind::Word(word) => word.starts_with(|c: char| c.is_ascii_digit()),
            // `WARS OF THE ROSES 1461`
            ScenarioTokenKind::Number(number) => number.fract() == 0.0 && YEARS.contains(number),
            _ => false,
        })
    }

    /// Returns the unused line directly above, if it is short, stands apart and says a year, a list
    /// or points, as the name of an army does.
    pub(super) fn title_above(&self, span: Span) -> Option<Span> {
        let title = self.name_above(span)?;
        self.is_dated(&tokenize(self.text, title)).then_some(title)
    }

    /// Returns the unused line directly above, if it is short and stands apart, as the name of a part does.
    pub(super) fn name_above(&self, line: Span) -> Option<Span> {
        let name = self.last_unused?;
        let gap = self.text.get(name.end()..line.start())?;
        let is_name = !gap.contains(char::is_alphanumeric) && self.is_short_title(name, false);
        is_name.then_some(name)
    }

    /// Returns whether a title directly above troops is that of a part of the army, as others further down
    /// are: they have the same form, `Antiochos (149 AP, EE 24)`, or are names above a general, too.
    pub(super) fn is_title_of_part(&self, title: Span, rank: u8) -> bool {
        let is_above = self
            .trimmed_lines_below(title)
            .next()
            .is_some_and(|next| !next.is_empty());
        Some(title) == self.last_unused
            && is_above
            && (self.states_amounts_like_others(title)
                || rank == 0 && self.has_named_part_below(title))
    }

    /// Returns whether a name that is no heading, and then a general, follow an empty line below a line.
    fn has_named_part_below(&self, title: Span) -> bool {
        let lines: Vec<Vec<ScenarioToken>> = self
            .trimmed_lines_below(title)
            .map(|line| self.tokens(line))
            .collect();
        lines.windows(3).any(|own| {
            own[0].is_empty()
                && !own[1].is_empty()
                && !self.names_troops(&own[1])
                && self.find_heading(&own[1], true).is_none()
                && self.names_general(&own[2])
        })
    }

    /// Returns whether a line further down states amounts in the same form, and the first is no size of a
    /// game.
    fn states_amounts_like_others(&self, title: Span) -> bool {
        const MIN_AMOUNTS: usize = 4;
        let is_total = |token: &ScenarioToken| token.is_one_of(&shared_words().totals);
        // the words and signs from the first number on
        let amounts = |line: Span| {
            let tokens = self.tokens(line);
            let first = tokens.iter().position(ScenarioToken::is_number)?;
            let form =
                |token: &ScenarioToken| Some(token.kind.clone()).filter(|_| !token.is_number());
            let form: Vec<_> = tokens[first..].iter().map(form).collect();
            let is_named = first > 0 && !tokens[..first].iter().any(is_total);
            (is_named && form.len() >= MIN_AMOUNTS && !has_size(&tokens[first..=first]))
                .then_some(form)
        };
        let own = amounts(title);
        own.is_some()
            && self
                .trimmed_lines_below(title)
                .any(|line| amounts(line) == own)
    }

    /// Returns the name in the title of a record of a kind.
    pub(super) fn plain_title(&self, title: Span, kind: KindIx) -> Spanned<Arc<str>> {
        let is_army = self.vocabulary.kind(kind).implied;
        let own = self.title_of(title).filter(|_| is_army).unwrap_or(title);
        let plain = plain_name(without_quotes(own.of(self.text)));
        Spanned::new(Arc::from(plain), own)
    }

    /// Removes the army above another one if nothing is in it: `ARMY LIST MANAGER 2.1` is the title of a
    /// program.
    pub(super) fn remove_empty_army(&mut self, kind: KindIx) {
        let last = RecordIx(self.scenario.records.len() as u32 - 1);
        let own = self.scenario.record(last);
        let is_open = self.open_headings.iter().any(|open| open.record == last);
        let is_empty = own.kind == kind && own.values.is_empty() && !is_open;
        if is_empty && Some(kind) == self.implied_kind() && !self.is_strict() {
            self.remove_record(last);
        }
    }

    /// Reports a record if another one of the same kind has the same name in the same place.
    pub(super) fn check_unique_name(&mut self, record: &Record) {
        let kind = self.vocabulary.kind(record.kind);
        // players give several commands the same heading: `Sub-general's command`
        let is_checked = kind.unique && self.is_strict();
        let Some(name) = record.name.clone().filter(|_| is_checked) else {
            return;
        };
        let key = (record.kind, record.parent, name.value.to_lowercase());
        let first = *self.names.entry(key).or_insert(record.span);
        if first != record.span {
            let at = Location::new(self.scenario.source, first);
            let message = format!("the name {} is used twice", name.value);
            let diagnostic = self.report("scenario-heading", name.span, message);
            *diagnostic = diagnostic
                .clone()
                .related(at, "the first is here")
                .help("give one of them another name");
        }
    }
}

/// Returns words without quotation marks around all of them: not those of `Army "Nabataean"`.
fn without_quotes(words: &str) -> &str {
    let marks = ['"', '“', '”'];
    let inner = words.trim().trim_matches(marks);
    match inner.contains(marks) {
        true => words.trim(),
        false => inner.trim(),
    }
}

/// Returns whether tokens begin with a greeting or the label of a post: `Hi Merv`, `Post #14 by Sue`.
fn is_greeting(tokens: &[ScenarioToken]) -> bool {
    let is_post = matches!(tokens, [post, number, ..]
        if post.is_one_of(&shared_words().posts) && number.is_number());
    is_post || match_phrases(tokens, &shared_words().greetings).is_some()
}

/// Returns whether a word in lower case is a heading of a kind by itself: `army`.
fn is_heading_word(kind: &RecordKind, word: &str) -> bool {
    kind.headings.iter().any(|own| own.words == [word])
}
