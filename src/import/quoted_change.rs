//! Reads a sentence by the words that it quotes: those that the rules have are old or mark a place, the
//! others are new. It needs no pattern of the sentence, and every reading is unsure.

use super::{
    address::PrintedAddress,
    chunk::{Chunk, ChunkKind},
    clause::{
        ClauseAction::{self, DeleteWords, Insert, ReplaceWords},
        Insertion, InsertionPoint, QuotedWords, VerbClause,
    },
    grammar::VerbKind,
    known_rulesets::KnownRulesets,
};
use crate::{syntax::BeforeOrAfter, text::quote};

/// A quotation of a sentence.
struct Quotation<'a> {
    words: &'a QuotedWords,
    /// What is in front of it.
    before: Option<&'a ChunkKind>,
    /// Whether the rules have these words.
    is_known: bool,
    /// The units that the sentence names in front of it.
    place: PrintedAddress,
}

impl Quotation<'_> {
    /// Whether old words follow what is in front of it.
    fn is_named_old(&self) -> bool {
        matches!(self.before, Some(ChunkKind::Old | ChunkKind::Not))
    }

    fn is_named_new(&self) -> bool {
        matches!(self.before, Some(ChunkKind::New | ChunkKind::Becomes))
    }

    /// Whether it only shows where the words of another one are.
    fn is_around(&self, other: &Self) -> bool {
        let (own, inner) = (&self.words.text, &other.words.text);
        let both_known = self.is_known && other.is_known && !other.is_named_new();
        both_known && own.len() > inner.len() && !quote::find(own, inner).is_empty()
    }
}

/// The quotations of a change, as far as they are read.
#[derive(Default)]
struct QuotedRoles {
    old: Option<QuotedWords>,
    new: Option<String>,
    point: Option<(BeforeOrAfter, QuotedWords)>,
}

impl QuotedRoles {
    /// Takes a quotation of a sentence that perhaps deletes; `new_follow` says whether words that the rules lack follow.
    /// `None` if it has no role.
    fn take(&mut self, quotation: &Quotation<'_>, new_follow: bool, deletes: bool) -> Option<()> {
        let Quotation {
            words, is_known, ..
        } = *quotation;
        match quotation.before {
            Some(ChunkKind::Side(side)) if is_known && self.point.is_none() => {
                self.point = Some((*side, words.clone()));
            }
            _ if quotation.is_named_old() && is_known && self.new.is_none() => {
                self.new = self.old.take().map(|first| first.text);
                self.old = Some(words.clone());
            }
            _ if is_known
                && !quotation.is_named_new()
                && (self.point.is_none() || deletes)
                && (self.old.is_none() || self.new.is_none() && new_follow) =>
            {
                // words that are named before those that are changed only show where these are
                self.point = None;
                self.old = Some(words.clone());
            }
            _ if self.new.is_none() => self.new = Some(words.text.clone()),
            _ => return None,
        }
        Some(())
    }

    fn is_empty(&self) -> bool {
        self.old.is_none() && self.new.is_none() && self.point.is_none()
    }

    /// Returns the change if all its roles are filled, and empties them.
    fn complete(&mut self) -> Option<ClauseAction> {
        self.new.as_ref()?;
        let action = match (self.old.take(), self.point.take()) {
            (Some(old), None) => ReplaceWords(old, self.new.take()?),
            (None, Some((side, point))) => {
                let insertion = Insertion {
                    words: self.new.take(),
                    ..Insertion::default()
                };
                Insert(insertion, side, InsertionPoint::Words(point))
            }
            (old, point) => {
                (self.old, self.point) = (old, point);
                return None;
            }
        };
        Some(action)
    }
}

/// Returns the quotations of a sentence, without those that only show where another one is.
fn quotations<'a>(chunks: &'a [Chunk], known: &KnownRulesets) -> Vec<Quotation<'a>> {
    let mut place = PrintedAddress::default();
    let mut out: Vec<Quotation<'a>> = Vec::new();
    let mut before: Option<&ChunkKind> = None;
    for Chunk { kind, .. } in chunks {
        match kind {
            ChunkKind::Place(part) if part.bare_unit().is_none() => {
                place.join((**part).clone(), true);
            }
            ChunkKind::Name(name) => place.heading = Some(name.clone()),
            ChunkKind::Quote(words, _) => out.push(Quotation {
                words,
                before,
                is_known: known.count_words(&words.text) > 0,
                place: place.clone(),
            }),
            _ => {}
        }
        if !matches!(
            kind,
            ChunkKind::Pronoun | ChunkKind::Remark | ChunkKind::Mark(':' | ',')
        ) {
            before = Some(kind);
        }
    }
    let shows_place = |at: &usize| out.iter().any(|other| out[*at].is_around(other));
    let around: Vec<usize> = (0..out.len()).filter(shows_place).collect();
    let mut places = 0..;
    out.retain(|_| places.next().is_none_or(|at| !around.contains(&at)));
    out
}

/// Returns the changes that a sentence makes to words that the rules have, each with the units that it
/// names; `None` if a quotation has no role.
pub(super) fn quoted_changes(
    chunks: &[Chunk],
    known: &KnownRulesets,
    span: (usize, usize),
) -> Option<Vec<VerbClause>> {
    let has = |is: fn(&ChunkKind) -> bool| chunks.iter().any(|chunk| is(&chunk.kind));
    let deletes = has(|kind| matches!(kind, ChunkKind::Verb(VerbKind::Delete | VerbKind::Ignore)));
    let quotations = quotations(chunks, known);
    let acts = has(|kind| matches!(kind, ChunkKind::Verb(_) | ChunkKind::Becomes))
        || quotations.iter().any(|quotation| {
            let marks = matches!(quotation.before, Some(ChunkKind::New | ChunkKind::Side(_)));
            marks || quotation.is_named_old()
        });
    let mut roles = QuotedRoles::default();
    let mut out: Vec<VerbClause> = Vec::new();
    for (at, quotation) in quotations.iter().enumerate() {
        let new_follow = quotations[at + 1..].iter().any(|one| !one.is_known);
        roles.take(quotation, new_follow, deletes)?;
        let action = roles.complete();
        out.extend(action.map(|action| clause(action, &quotation.place, span)));
    }
    if let (true, Some(old), None, Some(last)) =
        (deletes, &roles.old, &roles.new, quotations.last())
    {
        out.push(clause(DeleteWords(old.clone()), &last.place, span));
        roles = QuotedRoles::default();
    }
    (acts && roles.is_empty() && !out.is_empty()).then_some(out)
}

fn clause(
    action: ClauseAction,
    place: &PrintedAddress,
    (start, end): (usize, usize),
) -> VerbClause {
    VerbClause {
        guessed: true,
        ..VerbClause::new(action, place.clone(), start, end)
    }
}
