//! Finds quoted words in the sentences of a section, and plans and applies changes of them.

use super::{
    LoweredPatch, LoweringContext, PatchError, PatchErrorKind, PhraseChange, QuotedPhrase, TreeEdit,
};
use crate::{
    model::{PatchIx, SectionTree, UnitId, Wording, Wordings},
    syntax::{OccurrenceSelector, Phrase, WordingLayer},
    text::{Span, near::distance, quote},
};
use std::{cmp::Reverse, collections::HashMap, sync::Arc};

/// One occurrence of quoted words: the sentence, heading or cell, and the bytes in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhraseMatch {
    /// The atom that contains it.
    pub atom: UnitId,
    /// Its bytes in the atom's text.
    pub span: Span,
}

/// Finds the occurrences of `quote` in the atoms under `scope`, in the order of the text.
pub fn find_phrase(
    tree: &SectionTree,
    scope: &[UnitId],
    layer: WordingLayer,
    quote: &str,
) -> Vec<PhraseMatch> {
    let mut out: Vec<PhraseMatch> = Vec::new();
    for atom in scope.iter().flat_map(|&unit| tree.atoms(unit)) {
        if out.iter().any(|hit| hit.atom == atom) {
            continue;
        }
        if let Some(wording) = tree.get(atom).and_then(|node| node.text(layer)) {
            out.extend(
                quote::find(&wording.text, quote)
                    .into_iter()
                    .map(|span| PhraseMatch { atom, span }),
            );
        }
    }
    out
}

/// Selects the occurrences that `find` means. Returns `None` where they may be in text that is
/// missing.
pub fn select_occurrences(
    tree: &SectionTree,
    scope: &[UnitId],
    layer: WordingLayer,
    find: &QuotedPhrase,
) -> Result<Option<Vec<PhraseMatch>>, PatchErrorKind> {
    let requested = match layer {
        WordingLayer::Restated => &find.quote,
        WordingLayer::Printed => find.printed.as_ref().unwrap_or(&find.quote),
    };
    let found = find_phrase(tree, scope, layer, requested);
    let wrong = |expected| {
        let near = if found.is_empty() {
            similar_quotes(tree, scope, layer, requested)
        } else {
            Vec::new()
        };
        PatchErrorKind::Quote {
            quote: requested.clone(),
            layer,
            found: found.len(),
            expected,
            near,
        }
    };
    let unknown = |unit: UnitId| {
        let Some(node) = tree.get(unit) else {
            return false;
        };
        node.kind.is_gap() || node.kind.is_atom() && node.text(layer).is_none_or(Wording::has_hole)
    };
    let open = || {
        scope
            .iter()
            .any(|&unit| tree.iter_live_units(unit).any(unknown))
    };
    let at = |n: usize, expected| match found.get(n) {
        Some(&hit) => Ok(Some(vec![hit])),
        None if open() => Ok(None),
        None => Err(wrong(expected)),
    };
    match find.which {
        OccurrenceSelector::Exactly(n) if found.len() == n as usize => Ok(Some(found)),
        OccurrenceSelector::Exactly(n) if found.len() < n as usize && open() => {
            let is_misspelt = layer == WordingLayer::Restated
                && found.is_empty()
                && similar_quotes(tree, scope, layer, requested)
                    .iter()
                    .any(|near| differs_by_one_letter(near, requested));
            if is_misspelt {
                Err(wrong(Some(n as usize)))
            } else {
                Ok(None)
            }
        }
        OccurrenceSelector::Exactly(n) => Err(wrong(Some(n as usize))),
        OccurrenceSelector::Nth(n) => at((n as usize).wrapping_sub(1), Some(n as usize)),
        OccurrenceSelector::Last => at(found.len().wrapping_sub(1), None),
        OccurrenceSelector::Every if found.is_empty() => at(0, None),
        OccurrenceSelector::Every => Ok(Some(found)),
    }
}

/// Returns whether two longer texts differ by one letter, or two that changed places: then the words
/// that are known are meant, and not some in the text that is missing.
fn differs_by_one_letter(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    one.chars()
        .filter(|c| !c.is_alphabetic())
        .eq(other.chars().filter(|c| !c.is_alphabetic()))
        && letters(one) >= 8
        && distance(one, other) == 1
}

fn similar_quotes(
    tree: &SectionTree,
    scope: &[UnitId],
    layer: WordingLayer,
    requested: &str,
) -> Vec<String> {
    let texts = scope
        .iter()
        .flat_map(|&unit| tree.atoms(unit))
        .filter_map(|atom| tree.get(atom)?.text(layer));
    let mut near: Vec<String> = texts
        .flat_map(|wording| {
            let near = quote::near_matches(&wording.text, requested).into_iter();
            let near = near.filter_map(|near| with_marks(&wording.text, near.span, requested));
            near.map(str::to_owned)
        })
        .collect();
    // as much of the quote as was compared
    let start = &requested[..requested.floor_char_boundary(quote::LONGEST)];
    near.sort_by_cached_key(|candidate| strsim::levenshtein(candidate, start));
    near.dedup();
    near.truncate(3);
    near
}

/// Returns words of a text with the punctuation marks around them with which a quote begins and ends; `None` if the text
/// has others.
fn with_marks<'t>(text: &'t str, words: Span, quote: &str) -> Option<&'t str> {
    let is_word = |c: char| c.is_alphanumeric();
    let first = quote.find(is_word)?;
    let last = quote
        .rfind(is_word)
        .map(|at| quote.ceil_char_boundary(at + 1))?;
    let (before, behind) = (&quote[..first], &quote[last..]);
    let own = words.of(text);
    let start = match own.starts_with(before) {
        true => words.start(),
        false => text[..words.start()].strip_suffix(before)?.len(),
    };
    let end = match own.ends_with(behind) {
        true => words.end(),
        false => text.len() - text[words.end()..].strip_prefix(behind)?.len(),
    };
    text.get(start..end)
}

impl LoweringContext<'_> {
    /// Lowers one phrase edit for the units of each scope.
    pub(crate) fn phrase_edits(
        &mut self,
        scopes: Vec<Vec<UnitId>>,
        phrase: &Phrase,
        change: &PhraseChange,
    ) -> LoweredPatch {
        let reached = scopes.concat();
        let edit = |scope| TreeEdit::Phrase {
            scope,
            find: Some(self.phrase_query(phrase)),
            change: change.clone(),
        };
        let edits = scopes.into_iter().map(edit).collect();
        self.with_edits(edits, reached)
    }

    /// Builds the query of a phrase. The printed words are included where the library has the
    /// instruction.
    pub(crate) fn phrase_query(&self, phrase: &Phrase) -> QuotedPhrase {
        let printed = self
            .printed_phrase()
            .map(|phrase| phrase.quote.value.clone());
        QuotedPhrase {
            quote: phrase.quote.value.clone(),
            printed,
            which: phrase.which,
            span: phrase.quote.span,
        }
    }

    /// Converts words given in an instruction to wordings in both layers.
    pub(crate) fn wordings_of(&self, words: &str) -> Wordings {
        let wording = |words: &str| Wording::plain(words, self.ix);
        Wordings {
            restated: wording(words),
            printed: self.printed_words().map(|words| Box::new(wording(words))),
        }
    }
}

/// A planned change of words in the restated or the printed text of one sentence, heading or cell:
/// the old bytes, the new words, the patch.
#[derive(Clone, Debug)]
pub(super) struct Splice {
    /// The atom.
    pub atom: UnitId,
    /// The wording that changes.
    pub layer: WordingLayer,
    /// The bytes that are replaced; empty for an insertion.
    pub span: Span,
    /// The new words.
    pub new: Wording,
    /// The patch.
    pub patch: PatchIx,
    /// Where the instruction quotes the words.
    pub quoted: Span,
}

/// What a phrase edit will do: the changes of words, the units with too little known text to
/// decide, and the errors.
#[derive(Clone, Debug, Default)]
pub(super) struct PhrasePlan {
    /// The changes of words.
    pub splices: Vec<Splice>,
    /// Units with too little known text to decide.
    pub pending: Vec<UnitId>,
    /// The errors found.
    pub errors: Vec<PatchError>,
    /// Atoms whose printed wording is unknown afterwards.
    pub unprinted: Vec<UnitId>,
}

/// Plans a phrase edit in `tree`, in both wordings.
pub(super) fn plan_phrase_edit(
    tree: &SectionTree,
    patch: PatchIx,
    scope: &[UnitId],
    find: Option<&QuotedPhrase>,
    change: &PhraseChange,
) -> PhrasePlan {
    let Some(find) = find else {
        return plan_at_edge(tree, patch, scope, change);
    };
    let error = |kind| PatchError::new(patch, find.span, kind);
    let mut plan = PhrasePlan::default();
    let (printed, unprinted, in_print) = plan_in_print(tree, scope, find, change);
    match select_occurrences(tree, scope, WordingLayer::Restated, find) {
        Ok(Some(found)) => {
            plan.add_splices(found, WordingLayer::Restated, change, patch, find.span)
        }
        // an edit that succeeds in print does not wait
        Ok(None) if printed.is_empty() => {
            plan.wait_for(scope, patch, find.span);
        }
        Ok(None) => {}
        Err(kind) => plan.errors.push(error(kind)),
    }
    plan.add_splices(printed, WordingLayer::Printed, change, patch, find.span);
    plan.unprinted = unprinted;
    plan.errors.extend(in_print.map(error));
    plan
}

impl PhrasePlan {
    /// Adds a change that waits for missing text of the units in `scope`.
    fn wait_for(&mut self, scope: &[UnitId], patch: PatchIx, span: Span) {
        self.pending.extend(scope);
        self.errors.extend(
            scope
                .iter()
                .map(|&unit| PatchError::new(patch, span, PatchErrorKind::Pending { unit })),
        );
    }

    fn add_splices(
        &mut self,
        found: Vec<PhraseMatch>,
        layer: WordingLayer,
        change: &PhraseChange,
        patch: PatchIx,
        quoted: Span,
    ) {
        self.splices.extend(found.into_iter().map(|hit| {
            let span = match change {
                PhraseChange::Replace(_) => hit.span,
                PhraseChange::Before(_) => hit.span.at_start(),
                PhraseChange::After(_) => hit.span.at_end(),
            };
            let texts = change.texts();
            Splice {
                atom: hit.atom,
                layer,
                span,
                new: texts.layer(layer).unwrap_or(&texts.restated).clone(),
                patch,
                quoted,
            }
        }));
    }
}

/// Plans a phrase edit in the atoms whose printed wording is known: what it changes, the atoms whose
/// printed wording is unknown afterwards, and the error. Words that are only restated
/// are never mixed into printed ones.
fn plan_in_print(
    tree: &SectionTree,
    scope: &[UnitId],
    find: &QuotedPhrase,
    change: &PhraseChange,
) -> (Vec<PhraseMatch>, Vec<UnitId>, Option<PatchErrorKind>) {
    let atoms: Vec<UnitId> = scope.iter().flat_map(|&unit| tree.atoms(unit)).collect();
    let is_printed = |atom: &UnitId| {
        tree.get(*atom)
            .is_some_and(|node| node.text(WordingLayer::Printed).is_some())
    };
    let mut printed: Vec<UnitId> = atoms.iter().copied().filter(is_printed).collect();
    if printed.is_empty() {
        return Default::default();
    }
    let quote = find.printed.as_ref().unwrap_or(&find.quote);
    let found = find_phrase(tree, &printed, WordingLayer::Printed, quote);
    printed.retain(|atom| found.iter().any(|hit| hit.atom == *atom));
    let texts = change.texts();
    let worded = texts.printed.is_some() || texts.restated.text.is_empty();
    let lost = |error| {
        let mut lost = printed.clone();
        // where the words are found in the restated text, the print has changed too
        let restated = select_occurrences(tree, scope, WordingLayer::Restated, find)
            .ok()
            .flatten()
            .unwrap_or_default();
        lost.extend(restated.iter().map(|hit| hit.atom).filter(is_printed));
        (Vec::new(), lost, error)
    };
    match select_occurrences(tree, scope, WordingLayer::Printed, find) {
        Ok(Some(made)) if worded => (made, Vec::new(), None),
        Ok(Some(_) | None) => lost(None),
        Err(error) => lost(Some(error)),
    }
}

/// Plans an insertion at the very end of the last atom or the start of the first. If an open run
/// lies there, that atom is not known.
fn plan_at_edge(
    tree: &SectionTree,
    patch: PatchIx,
    scope: &[UnitId],
    change: &PhraseChange,
) -> PhrasePlan {
    let mut plan = PhrasePlan::default();
    let units = scope.iter().flat_map(|&unit| tree.live_units(unit));
    let is_end = |&unit: &UnitId| tree.kind(unit).is_atom() || tree.kind(unit).is_gap();
    let mut ends = units.filter(is_end);
    let texts = change.texts();
    let end = !matches!(change, PhraseChange::Before(_));
    let Some(atom) = (if end { ends.next_back() } else { ends.next() }) else {
        return plan;
    };
    if tree.kind(atom).is_gap() {
        plan.wait_for(scope, patch, Span::default());
        return plan;
    }
    for layer in [WordingLayer::Restated, WordingLayer::Printed] {
        let Some(wording) = tree.get(atom).and_then(|node| node.text(layer)) else {
            continue;
        };
        match texts.layer(layer) {
            Some(new) => {
                let at = if end {
                    end_before_stop(&wording.text)
                } else {
                    0
                };
                plan.splices.push(Splice {
                    atom,
                    layer,
                    span: Span::new(at, at),
                    new: new.clone(),
                    patch,
                    quoted: Span::default(),
                });
            }
            None => plan.unprinted.push(atom),
        }
    }
    plan
}

/// Returns the offset at which words are added at the end of a sentence: before its full stop.
fn end_before_stop(text: &str) -> usize {
    text.trim_end()
        .strip_suffix('.')
        .map_or(text.trim_end().len(), str::len)
}

/// Applies planned changes. Insertions at one offset keep their order; of changes that overlap, the
/// one nearest to the end counts, and the others are reported.
pub(super) fn apply_splices(tree: &mut SectionTree, splices: &[Splice]) -> Vec<PatchError> {
    let mut errors = Vec::new();
    let mut order: Vec<usize> = (0..splices.len()).collect();
    order.sort_by_key(|&at| Reverse((splices[at].span, at)));
    // the change applied last to each text: the one nearest to its start
    let mut applied: HashMap<(UnitId, WordingLayer), &Splice> = HashMap::new();
    for splice in order.into_iter().map(|at| &splices[at]) {
        let text = (splice.atom, splice.layer);
        if let Some(other) = applied.get(&text)
            && splice.span.end() > other.span.start()
        {
            errors.push(PatchError::new(
                splice.patch,
                splice.quoted,
                PatchErrorKind::Conflict {
                    other: other.patch,
                    words: super::first_words(tree, splice.atom),
                },
            ));
            continue;
        }
        let Some(texts) = tree
            .get_mut(splice.atom)
            .and_then(|node| node.texts.as_mut())
        else {
            continue;
        };
        let Some(wording) = Arc::make_mut(texts).layer_mut(splice.layer) else {
            continue;
        };
        applied.insert(text, splice);
        for cut in wording.splice(splice.span, &splice.new) {
            errors.push(PatchError::new(
                splice.patch,
                splice.quoted,
                PatchErrorKind::FactLost {
                    fact: cut.0,
                    cut: cut.1,
                },
            ));
        }
    }
    errors
}
