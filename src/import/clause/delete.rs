//! `Delete …`.

use super::*;

impl Reader<'_> {
    /// `Delete …`, behind the verb.
    pub(super) fn delete(&mut self) -> Read {
        if let Some(words) = self.quoted() {
            let mut place = self.inside();
            self.purpose();
            let back = self.here();
            self.eat_mark(&[',', ';', '.']);
            self.eat_word(&["and", "then"]);
            if matches!(self.verb_at(0), Some(Act::Substitute | Act::Replace)) {
                self.at += 1;
                self.eat_word(&["it", "this"]);
                self.eat_word(&["with", "by"]);
                if let Some(new) = self.short() {
                    place.enter(self.inside());
                    return Some((What::ReplaceWords(words, new), place, Payload::None));
                }
                let payload = self.payload()?;
                return Some((What::ReplaceByText(words), place, payload));
            }
            self.back(back);
            return Some((What::DeleteWords(words), place, Payload::None));
        }
        let back = self.here();
        self.eat_word(&["the"]);
        if let Some((_, sign)) = SIGNS.iter().find(|(name, _)| self.word(0) == Some(name)) {
            // `Remove the asterisk after "Huts"`
            self.at += 1;
            let side = self.side();
            let beside = side.and_then(|side| Some((side, self.quoted()?)));
            let place = self.inside();
            if self.at_end() || self.is_mark(0, &['.', ';', ',']) {
                return Some(match beside {
                    Some((side, words)) => {
                        let (old, new) = (words.text.clone(), words.text.clone());
                        let old = if side == Side::After {
                            format!("{old}{sign}")
                        } else {
                            format!("{sign}{old}")
                        };
                        (
                            What::ReplaceWords(Words { text: old, ..words }, new),
                            place,
                            Payload::None,
                        )
                    }
                    None => (
                        What::DeleteWords(Words {
                            text: (*sign).to_owned(),
                            ..Words::default()
                        }),
                        place,
                        Payload::None,
                    ),
                });
            }
        }
        self.back(back);
        if let Some(mut place) = self.address() {
            place.enter(self.inside());
            self.purpose();
            let here = self.here();
            self.eat_mark(&[',', ';', '.']);
            self.eat_word(&["and", "then"]);
            if matches!(self.verb_at(0), Some(Act::Substitute | Act::Replace)) {
                self.at += 1;
                self.eat_word(&["it", "them", "this", "these"]);
                let announced = self.eat_word(&["with", "by"]) | self.as_follows();
                if announced || self.is_mark(0, &[':']) {
                    let payload = self.payload()?;
                    return Some((What::Replace, place, payload));
                }
            }
            self.back(here);
            if self.is_word(0, &["and"]) && self.is_word(1, &["renumber"]) {
                // numbers follow of themselves
                self.rest_of_sentence();
            }
            if self.at_end()
                || self.is_mark(0, &['.', ';', ':', ',', '–'])
                || matches!(self.peek(0), Some(Tok::Paren(_)))
                || self.eat_about()
            {
                return Some((What::Delete, place, Payload::None));
            }
        }
        self.back(back);
        if self.at_end() || self.is_mark(0, &['.', ';', ':']) {
            // `Last -2 factor. Delete.`
            return Some((What::Delete, Addr::default(), Payload::None));
        }
        let from = self.at;
        let end = self.rest_of_sentence();
        let start = self.tokens.get(from)?.start;
        let told = self.text[start..end.max(start)]
            .trim_end_matches(['.', ' '])
            .to_owned();
        self.note(from, "told, not quoted");
        (!told.is_empty()).then_some((What::Described(told), Addr::default(), Payload::None))
    }

    /// `concerning warbands`: what is said of the thing besides its place.
    pub(super) fn eat_about(&mut self) -> bool {
        if !self.is_word(
            0,
            &[
                "concerning",
                "about",
                "regarding",
                "which",
                "that",
                "beginning",
                "starting",
                "dealing",
                "on",
            ],
        ) {
            return false;
        }
        let from = self.at;
        self.rest_of_sentence();
        self.note(from, "what it is about");
        true
    }

    /// `, to make it clear that …`, `so that …`: why it is done.
    pub(super) fn purpose(&mut self) {
        let comma = usize::from(self.is_mark(0, &[',']));
        let to = self.is_word(comma, &["to"])
            && self.is_word(
                comma + 1,
                &[
                    "make", "clarify", "show", "avoid", "allow", "reflect", "ensure",
                ],
            );
        let so = self.is_word(comma, &["so", "as", "since", "because"]) && comma > 0;
        if to || so {
            let from = self.at;
            self.rest_of_sentence();
            self.note(from, "why");
        }
    }

    /// Goes to the end of the sentence; gives its last byte.
    pub(super) fn rest_of_sentence(&mut self) -> usize {
        while !(self.at_end()
            || self.is_mark(0, &['.', '!', '?']) && self.sentence_begins(self.at + 1))
        {
            self.at += 1;
        }
        self.behind()
    }
}
