//! Parses changes of words without quotation marks: `in the first sentence 2nd or 3rd rank is changed to
//! 2nd rank`, `for all ranks read both ranks`.

use super::*;

/// The most words of each side.
const LONGEST: usize = 16;

impl TokenCursor<'_> {
    /// Parses old and new words that no marks enclose. Both have a word in common or are figures, or the
    /// verb leaves no doubt.
    pub(super) fn parse_unquoted_pair(&mut self) -> ClauseParse {
        let from = self.at;
        let read = self.attempt(|cursor| cursor.parse_unquoted(Self::parse_containing_place));
        let (old, new, mut place) = read.or_else(|| {
            // `in the first sentence 2nd rank is …`
            self.parse_unquoted(|cursor| {
                cursor.at += 1;
                let step = cursor.parse_step();
                step.map(PrintedAddress::of).unwrap_or_default()
            })
        })?;
        place.unsupported.push(UNQUOTED.to_owned());
        self.record(from, "old and new words");
        without_payload(ClauseAction::ReplaceWords(QuotedWords::of(old), new), place)
    }

    fn parse_unquoted(
        &mut self,
        parse_place: impl Fn(&mut Self) -> PrintedAddress,
    ) -> Option<(String, String, PrintedAddress)> {
        let mut place = PrintedAddress::default();
        if self.is_word(0, &["in"]) {
            place = parse_place(self);
            let named = place.steps.iter().any(|step| !step.is_bare());
            named.then_some(())?;
            self.eat_mark(&[',', ':']);
        }
        let placed = !place.is_empty()
            || self.at > 0 && matches!(self.tokens[self.at - 1].kind, Mark(':' | ','));
        let exchanged = self.eat_word(&["for"]) || self.eat_phrase("instead of");
        let old = if exchanged {
            self.words_up_to(|cursor| {
                let reads = cursor.is_word(0, &["read", "substitute", "put", "write"]);
                reads.then_some(1)
            })
        } else {
            self.words_up_to(|cursor| cursor.changes_to(placed))
        }?;
        self.eat_mark(&[':']);
        let new = self.words_up_to(|cursor| {
            let ends = cursor.ends_at(0, &[';'])
                || cursor.is_mark(0, &['.']) && cursor.is_sentence_start(cursor.at + 1);
            ends.then_some(0)
        })?;
        let old = old.trim_end_matches([',', ':', ' ']).to_owned();
        let new = with_noun(&old, new.trim_end_matches([',', ' ']));
        let figure =
            |words: &str| words.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
        let same = |word: &&str| word.len() > 2 && new.split(' ').any(|own| own == *word);
        let common = old.split(' ').any(|word| same(&word));
        let fits = common || figure(&old) && figure(&new);
        (fits && old != new).then_some((old, new, place))
    }

    /// Consumes words without quotation marks up to an end that `is_end` finds, and that many tokens of
    /// it.
    fn words_up_to(&mut self, is_end: impl Fn(&Self) -> Option<usize>) -> Option<String> {
        let (from, start) = (self.at, self.offset());
        loop {
            if self.at > from
                && let Some(length) = is_end(self)
            {
                let words = self.text_from(start).to_owned();
                self.at += length;
                return Some(words);
            }
            let ends = self.at_end()
                || self.at >= from + LONGEST
                || self.is_quote(0)
                // the name of a unit is a place
                || self.unit_at(0).is_some() && !self.is_word(0, &["rank", "ranks"])
                || self.is_mark(0, &[';', ':'])
                || self.is_mark(0, &['.']) && self.is_sentence_start(self.at + 1);
            if ends {
                return None;
            }
            self.at += 1;
        }
    }

    /// Returns how many tokens say that the words in front of them change into those behind: `is changed
    /// to`, `: read`, `should read`.
    fn changes_to(&self, placed: bool) -> Option<usize> {
        const READS: &[&str] = &["read", "reads", "say", "become"];
        if self.is_mark(0, &[':', ',']) && self.is_word(1, &["read", "substitute"]) {
            return Some(2);
        }
        if placed && self.is_word(0, &["becomes"]) {
            return Some(1);
        }
        let modals = (0..4)
            .take_while(|&ahead| self.is_word(ahead, MODALS))
            .count();
        if modals == 0 {
            return None;
        }
        let changed = matches!(
            self.participle_at(modals),
            Some(VerbKind::Change | VerbKind::Replace | VerbKind::Value)
        );
        if changed && self.is_word(modals + 1, &["to", "into", "with", "by"]) {
            return Some(modals + 2);
        }
        // prose demands things too
        let reads = modals + usize::from(self.is_word(modals, READS));
        let demands = self.is_word(0, &["should", "now"]);
        (placed && demands && reads > 1).then_some(reads)
    }
}

/// Returns new words with the noun of the old ones, if they are only a figure: `3 dice: read 2`.
fn with_noun(old: &str, new: &str) -> String {
    let counted = |words: &str| words.starts_with(|c: char| c.is_ascii_digit());
    match old.split_once(' ') {
        Some((figure, noun)) if counted(figure) && counted(new) && !new.contains(' ') => {
            format!("{new} {noun}")
        }
        _ => new.to_owned(),
    }
}
