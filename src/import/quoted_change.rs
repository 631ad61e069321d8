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
use crate::syntax::BeforeOrAfter;

/// The quotations of a change, as far as they are read.
#[derive(Default)]
struct QuotedRoles {
    old: Option<QuotedWords>,
    new: Option<String>,
    point: Option<(BeforeOrAfter, QuotedWords)>,
}

impl QuotedRoles {
    /// Takes a quotation behind a chunk.
    fn take(
        &mut self,
        words: &QuotedWords,
        before: Option<&ChunkKind>,
        is_known: bool,
    ) -> Option<()> {
        let named_old = matches!(before, Some(ChunkKind::Old | ChunkKind::Not));
        let named_new = matches!(before, Some(ChunkKind::New | ChunkKind::Becomes));
        match before {
            Some(ChunkKind::Side(side)) if is_known && self.point.is_none() => {
                self.point = Some((*side, words.clone()));
            }
            _ if named_old && is_known && self.new.is_none() => {
                self.new = self.old.take().map(|first| first.text);
                self.old = Some(words.clone());
            }
            _ if is_known && !named_new && self.old.is_none() && self.point.is_none() => {
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

/// Returns the changes that a sentence makes to words that the rules have, each with the units that it
/// names; `None` if a quotation has no role.
pub(super) fn quoted_changes(
    chunks: &[Chunk],
    known: &KnownRulesets,
    span: (usize, usize),
) -> Option<Vec<VerbClause>> {
    let mut roles = QuotedRoles::default();
    let mut place = PrintedAddress::default();
    let (mut acts, mut deletes) = (false, false);
    let mut out: Vec<VerbClause> = Vec::new();
    let mut before: Option<&ChunkKind> = None;
    for Chunk { kind, .. } in chunks {
        match kind {
            ChunkKind::Verb(VerbKind::Delete | VerbKind::Ignore) => (acts, deletes) = (true, true),
            ChunkKind::Verb(_) | ChunkKind::Becomes => acts = true,
            ChunkKind::Place(part) if part.bare_unit().is_none() => {
                place.join((**part).clone(), true);
            }
            ChunkKind::Name(name) => place.heading = Some(name.clone()),
            ChunkKind::Quote(words, _) => {
                acts |= matches!(
                    before,
                    Some(ChunkKind::Old | ChunkKind::Not | ChunkKind::New)
                );
                let is_known = known.count_words(&words.text) > 0;
                roles.take(words, before, is_known)?;
                let action = roles.complete();
                out.extend(action.map(|action| clause(action, &place, span)));
            }
            _ => {}
        }
        if !matches!(
            kind,
            ChunkKind::Pronoun | ChunkKind::Remark | ChunkKind::Mark(':' | ',')
        ) {
            before = Some(kind);
        }
    }
    if let (true, Some(old), None) = (deletes, &roles.old, &roles.new) {
        out.push(clause(DeleteWords(old.clone()), &place, span));
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
