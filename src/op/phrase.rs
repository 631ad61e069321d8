//! Words inside sentences: finding them in a version of a section, and the edits at them.

use super::{Change, Edit, Fault, FaultKind, Find, Lowered, Lowering};
use crate::{
    model::{PatchIx, Texts, Tree, UnitId, Wording},
    syntax::{Layer, Phrase, Which},
    text::{Span, quote},
};
use std::sync::Arc;

/// One occurrence of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The atom.
    pub atom: UnitId,
    /// The bytes of its text.
    pub span: Span,
}

/// The occurrences of `quote` in the atoms under `scope`, in the order of the text.
pub fn hits(tree: &Tree, scope: &[UnitId], layer: Layer, quote: &str) -> Vec<Hit> {
    let mut out: Vec<Hit> = Vec::new();
    for atom in scope.iter().flat_map(|&unit| tree.atoms(unit)) {
        if out.iter().any(|hit| hit.atom == atom) {
            continue;
        }
        if let Some(wording) = tree.get(atom).and_then(|node| node.text(layer)) {
            out.extend(
                quote::find(&wording.text, quote)
                    .into_iter()
                    .map(|span| Hit { atom, span }),
            );
        }
    }
    out
}

/// The occurrences that are meant, or what is wrong. Nothing where they may lie in text that is not held.
pub fn meant(
    tree: &Tree,
    scope: &[UnitId],
    layer: Layer,
    find: &Find,
) -> Result<Option<Vec<Hit>>, FaultKind> {
    let wanted = match layer {
        Layer::Restated => &find.quote,
        Layer::Printed => find.printed.as_ref().unwrap_or(&find.quote),
    };
    let found = hits(tree, scope, layer, wanted);
    let wrong = |expected| {
        let near = if found.is_empty() {
            near(tree, scope, layer, wanted)
        } else {
            Vec::new()
        };
        FaultKind::Quote {
            quote: wanted.clone(),
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
            .any(|&unit| tree.walk(unit).into_iter().any(unknown))
    };
    let at = |n: usize, expected| match found.get(n) {
        Some(&hit) => Ok(Some(vec![hit])),
        None if open() => Ok(None),
        None => Err(wrong(expected)),
    };
    match find.which {
        Which::Exactly(n) if found.len() == n as usize => Ok(Some(found)),
        Which::Exactly(n) if found.len() < n as usize && open() => Ok(None),
        Which::Exactly(n) => Err(wrong(Some(n as usize))),
        Which::Nth(n) => at((n as usize).wrapping_sub(1), Some(n as usize)),
        Which::Last => at(found.len().wrapping_sub(1), None),
        Which::Every if found.is_empty() => at(0, None),
        Which::Every => Ok(Some(found)),
    }
}

fn near(tree: &Tree, scope: &[UnitId], layer: Layer, wanted: &str) -> Vec<String> {
    let texts = scope
        .iter()
        .flat_map(|&unit| tree.atoms(unit))
        .filter_map(|atom| tree.get(atom)?.text(layer));
    let mut near: Vec<String> = texts
        .flat_map(|wording| {
            quote::near(&wording.text, wanted)
                .into_iter()
                .map(|near| near.span.of(&wording.text).to_owned())
        })
        .collect();
    near.sort_by_key(|candidate| strsim::levenshtein(candidate, wanted));
    near.dedup();
    near.truncate(3);
    near
}

impl Lowering<'_> {
    /// The same edit at quoted words in the units of each scope.
    pub(crate) fn phrase_edits(
        &mut self,
        scopes: Vec<Vec<UnitId>>,
        phrase: &Phrase,
        change: &Change,
    ) -> Lowered {
        let reached = scopes.concat();
        let edit = |scope| Edit::Phrase {
            scope,
            find: Some(self.find(phrase)),
            change: change.clone(),
        };
        let edits = scopes.into_iter().map(edit).collect();
        self.done(edits, reached)
    }

    /// The words that a phrase looks for; in print too, where the library has the instruction and it quotes as many.
    pub(crate) fn find(&self, phrase: &Phrase) -> Find {
        let printed = self
            .printed_phrase()
            .map(|phrase| phrase.quote.value.clone());
        Find {
            quote: phrase.quote.value.clone(),
            printed,
            which: phrase.which,
            span: phrase.quote.span,
        }
    }

    /// Words given in an instruction, as both wordings.
    pub(crate) fn quoted(&self, words: &str) -> Texts {
        let printed = self
            .printed_words()
            .map(|words| Wording::plain(words, self.ix));
        Texts {
            restated: Wording::plain(words, self.ix),
            printed: printed.map(Box::new),
        }
    }
}

/// One change of the words of one atom, planned on the version before.
#[derive(Clone, Debug)]
pub(super) struct Splice {
    /// The atom.
    pub atom: UnitId,
    /// In which wording.
    pub layer: Layer,
    /// The bytes that go; empty for an insertion.
    pub span: Span,
    /// The words that come.
    pub new: Wording,
    /// Whose.
    pub patch: PatchIx,
    /// Where the instruction quotes the words.
    pub quoted: Span,
}

/// What a phrase edit comes to.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The changes.
    pub splices: Vec<Splice>,
    /// Units of which too little is held to tell.
    pub waiting: Vec<UnitId>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// Atoms whose print is not known afterwards.
    pub unprinted: Vec<UnitId>,
}

/// Finds the places of a phrase edit in `tree`, in both wordings.
pub(super) fn plan(
    tree: &Tree,
    patch: PatchIx,
    scope: &[UnitId],
    find: Option<&Find>,
    change: &Change,
) -> Plan {
    let Some(find) = find else {
        return at_edge(tree, patch, scope, change);
    };
    let mut plan = Plan::default();
    let printed = in_print(tree, scope, find, change);
    match meant(tree, scope, Layer::Restated, find) {
        Ok(Some(found)) => plan.make(found, Layer::Restated, change, patch, find.span),
        // what is done in print does not wait
        Ok(None) if printed.made.is_empty() => {
            plan.waiting.extend(scope);
            plan.faults.extend(scope.iter().map(|&unit| Fault {
                patch,
                span: find.span,
                kind: FaultKind::Pending { unit },
            }));
        }
        Ok(None) => {}
        Err(kind) => plan.faults.push(Fault {
            patch,
            span: find.span,
            kind,
        }),
    }
    plan.make(printed.made, Layer::Printed, change, patch, find.span);
    plan.unprinted = printed.lost;
    plan.faults.extend(printed.fault.map(|kind| Fault {
        patch,
        span: find.span,
        kind,
    }));
    plan
}

impl Plan {
    fn make(
        &mut self,
        found: Vec<Hit>,
        layer: Layer,
        change: &Change,
        patch: PatchIx,
        quoted: Span,
    ) {
        self.splices.extend(found.into_iter().map(|hit| {
            let (span, new) = match change {
                Change::Replace(texts) => (hit.span, pick(texts, layer)),
                Change::Before(texts) => (
                    Span::new(hit.span.start(), hit.span.start()),
                    pick(texts, layer),
                ),
                Change::After(texts) => (
                    Span::new(hit.span.end(), hit.span.end()),
                    pick(texts, layer),
                ),
            };
            Splice {
                atom: hit.atom,
                layer,
                span,
                new,
                patch,
                quoted,
            }
        }));
    }
}

fn pick(texts: &Texts, layer: Layer) -> Wording {
    texts.layer(layer).unwrap_or(&texts.restated).clone()
}

/// What a change of words comes to in print.
#[derive(Default)]
struct InPrint {
    made: Vec<Hit>,
    /// Atoms whose print is not known afterwards.
    lost: Vec<UnitId>,
    fault: Option<FaultKind>,
}

/// The places of a phrase edit in the atoms that are held in print. Words that come restated only are not put among printed ones.
fn in_print(tree: &Tree, scope: &[UnitId], find: &Find, change: &Change) -> InPrint {
    let atoms: Vec<UnitId> = scope.iter().flat_map(|&unit| tree.atoms(unit)).collect();
    let is_printed = |atom: &UnitId| {
        tree.get(*atom)
            .is_some_and(|node| node.text(Layer::Printed).is_some())
    };
    let mut printed: Vec<UnitId> = atoms.iter().copied().filter(is_printed).collect();
    if printed.is_empty() {
        return InPrint::default();
    }
    let quote = find.printed.as_ref().unwrap_or(&find.quote);
    let found = hits(tree, &printed, Layer::Printed, quote);
    printed.retain(|atom| found.iter().any(|hit| hit.atom == *atom));
    let (Change::Replace(texts) | Change::Before(texts) | Change::After(texts)) = change;
    let worded = texts.printed.is_some() || texts.restated.text.is_empty();
    let lost = |fault| {
        let mut lost = printed.clone();
        // where the words stand in the restated text, the print has changed too
        let restated = meant(tree, scope, Layer::Restated, find)
            .ok()
            .flatten()
            .unwrap_or_default();
        lost.extend(restated.iter().map(|hit| hit.atom).filter(is_printed));
        InPrint {
            made: Vec::new(),
            lost,
            fault,
        }
    };
    match meant(tree, scope, Layer::Printed, find) {
        Ok(Some(made)) if worded => InPrint {
            made,
            ..InPrint::default()
        },
        Ok(Some(_) | None) => lost(None),
        Err(fault) => lost(Some(fault)),
    }
}

/// Words at the very end of the last atom, or the start of the first. Where an open run lies there, that atom is not known.
fn at_edge(tree: &Tree, patch: PatchIx, scope: &[UnitId], change: &Change) -> Plan {
    let mut plan = Plan::default();
    let units: Vec<UnitId> = scope.iter().flat_map(|&unit| tree.walk(unit)).collect();
    let mut ends = units
        .into_iter()
        .filter(|&unit| tree.kind(unit).is_atom() || tree.kind(unit).is_gap());
    let (Change::After(texts) | Change::Replace(texts) | Change::Before(texts)) = change;
    let end = !matches!(change, Change::Before(_));
    let Some(atom) = (if end { ends.next_back() } else { ends.next() }) else {
        return plan;
    };
    if tree.kind(atom).is_gap() {
        plan.waiting.extend(scope);
        let span = Span::default();
        plan.faults.extend(scope.iter().map(|&unit| Fault {
            patch,
            span,
            kind: FaultKind::Pending { unit },
        }));
        return plan;
    }
    for layer in [Layer::Restated, Layer::Printed] {
        let Some(wording) = tree.get(atom).and_then(|node| node.text(layer)) else {
            continue;
        };
        match texts.layer(layer) {
            Some(new) => {
                let at = if end { edge_of(&wording.text) } else { 0 };
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

/// Words added at the end of a sentence go before its full stop.
fn edge_of(text: &str) -> usize {
    text.trim_end()
        .strip_suffix('.')
        .map_or(text.trim_end().len(), str::len)
}

/// Carries out planned changes, which do not overlap. Insertions at one place keep their order.
pub(super) fn carry_out(tree: &mut Tree, splices: &[Splice]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut order: Vec<usize> = (0..splices.len()).collect();
    order.sort_by(|&a, &b| {
        splices[b]
            .span
            .start()
            .cmp(&splices[a].span.start())
            .then(splices[b].span.end().cmp(&splices[a].span.end()))
            .then(b.cmp(&a))
    });
    for splice in order.into_iter().map(|at| &splices[at]) {
        let Some(texts) = tree
            .get_mut(splice.atom)
            .and_then(|node| node.texts.as_mut())
        else {
            continue;
        };
        let Some(wording) = Arc::make_mut(texts).layer_mut(splice.layer) else {
            continue;
        };
        for cut in wording.splice(splice.span, &splice.new) {
            faults.push(Fault {
                patch: splice.patch,
                span: splice.quoted,
                kind: FaultKind::FactLost {
                    fact: cut.0,
                    cut: true,
                },
            });
        }
    }
    faults
}
