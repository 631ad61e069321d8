//! Resolves the steps of an address (`bullet 3, last sentence`) to units of a section's version.

use super::{
    PatchErrorKind,
    counting::{countable_units, units_labelled, units_worded},
    suggest::suggestions,
};
use crate::{
    model::{SectionTree, UnitId, UnitKind},
    syntax::{AddressStep, AddressStepKind, RangeEnd, Target, UnitNoun, WordingLayer},
    text::{Span, quote::find},
};

/// How many unknown units must be created at the start or end of a gap (a run of an unknown number
/// of units) to resolve an address or match a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapExpansion {
    /// The open run.
    pub gap: UnitId,
    /// How many units of the run are needed.
    pub count: u32,
    /// Whether they are counted from its end.
    pub back: bool,
}

/// Why an address cannot be resolved to units: it counts into a gap, of which units must be created
/// first, or it is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// It counts into an open run, which must be expanded first.
    NeedsExpansion(GapExpansion),
    /// It is wrong.
    Invalid(PatchErrorKind, Span),
}

/// Returns the units that `steps` name inside `scope`: `scope` itself if there are no steps.
pub fn select_steps(
    tree: &SectionTree,
    scope: UnitId,
    steps: &[AddressStep],
) -> Result<Vec<UnitId>, AddressError> {
    let mut scopes = vec![scope];
    for step in steps {
        let mut found = Vec::new();
        for scope in scopes {
            found.extend(StepSelector { tree, scope, step }.units()?);
        }
        scopes = found;
    }
    Ok(scopes)
}

/// Returns the units of a range, both ends included: the siblings from the one that contains the
/// first end to the one that contains the last.
pub(super) fn select_range(
    tree: &SectionTree,
    scope: UnitId,
    target: &Target,
    from: &RangeEnd,
    to: &RangeEnd,
) -> Result<Vec<UnitId>, AddressError> {
    let first = select_range_end(tree, scope, target, from, false)?;
    let last = select_range_end(tree, scope, target, to, true)?;
    let wrong = || {
        range_error(
            target,
            "its ends have to be next to each other in the text's structure, the first before the last",
        )
    };
    let (outer, _) = tree.position(first).ok_or_else(wrong)?;
    let inner = tree
        .ancestors(last)
        .find(|&unit| tree.parent(unit) == Some(outer))
        .ok_or_else(wrong)?;
    let siblings: Vec<_> = tree.children(outer).collect();
    let position = |unit| siblings.iter().position(|&u| u == unit);
    match (position(first), position(inner)) {
        (Some(a), Some(b)) if a <= b => Ok(siblings[a..=b].to_vec()),
        (Some(_) | None, Some(_) | None) => Err(wrong()),
    }
}

/// Returns the error of a range that names nothing.
fn range_error(target: &Target, why: &str) -> AddressError {
    let kind = PatchErrorKind::Dangling {
        what: "range".into(),
        why: why.to_owned(),
        near: Vec::new(),
    };
    AddressError::Invalid(kind, target.span)
}

fn select_range_end(
    tree: &SectionTree,
    scope: UnitId,
    target: &Target,
    edge: &RangeEnd,
    last: bool,
) -> Result<UnitId, AddressError> {
    let pick = |steps| {
        let units = select_steps(tree, scope, steps)?;
        let unit = if last { units.last() } else { units.first() };
        unit.copied()
            .ok_or_else(|| range_error(target, "the place is empty"))
    };
    match edge {
        RangeEnd::Phrase(phrase) => {
            let atoms = tree.atoms(scope);
            let holds = |atom: &UnitId| {
                let text = tree.restated(*atom);
                text.is_some_and(|text| !find(&text.text, &phrase.quote.value).is_empty())
            };
            atoms.into_iter().find(holds).ok_or_else(|| {
                let kind = PatchErrorKind::Quote {
                    quote: phrase.quote.value.clone(),
                    layer: WordingLayer::Restated,
                    found: 0,
                    expected: Some(1),
                    near: Vec::new(),
                };
                AddressError::Invalid(kind, phrase.quote.span)
            })
        }
        RangeEnd::Steps(steps) => pick(steps),
        RangeEnd::EndOf(steps) => {
            let unit = pick(steps)?;
            Ok(tree.children(unit).next_back().unwrap_or(unit))
        }
    }
}

/// Returns each number of ranges of ordinals; cuts ranges that are too long to mean anything.
fn each_ordinal(ordinals: &[(u32, u32)]) -> impl Iterator<Item = u32> {
    let ranges = ordinals.iter();
    ranges.flat_map(|&(from, to)| from..=to.max(from).min(from.saturating_add(10_000)))
}

fn count_phrase(n: u32, unit: UnitNoun) -> String {
    let name = unit.name();
    match n {
        0 => format!("no {}", name.one),
        1 => format!("only 1 {}", name.one),
        _ => format!("only {n} {}", name.many),
    }
}

/// A step of an address, and the unit in which it counts.
struct StepSelector<'a> {
    tree: &'a SectionTree,
    scope: UnitId,
    step: &'a AddressStep,
}

impl StepSelector<'_> {
    fn units(&self) -> Result<Vec<UnitId>, AddressError> {
        match &self.step.kind {
            AddressStepKind::Heading => {
                let heading = self.tree.heading().filter(|_| self.scope == self.tree.root);
                heading
                    .map(|unit| vec![unit])
                    .ok_or_else(|| self.dangling("heading", "only a section has a heading"))
            }
            AddressStepKind::Text => Ok(self
                .tree
                .children(self.scope)
                .filter(|&unit| self.tree.kind(unit) != UnitKind::Heading)
                .collect()),
            AddressStepKind::Section(_) => Ok(vec![self.tree.root]),
            AddressStepKind::All { count, unit } => self.all(*count, *unit),
            AddressStepKind::Last { count, unit } => self.last(*count, *unit),
            AddressStepKind::FromEnd { unit, ordinals } => self.units_from_end(*unit, ordinals),
            AddressStepKind::Ordinals { unit, ordinals } => {
                let slots = countable_units(self.tree, self.scope, *unit);
                let mut found = Vec::new();
                for n in each_ordinal(ordinals) {
                    found.push(self.nth(*unit, &slots, n)?);
                }
                Ok(found)
            }
            AddressStepKind::Labelled {
                last,
                unit,
                labels,
                ordinals,
            } => {
                let mut found = Vec::new();
                for label in labels {
                    found.extend(self.labelled(*unit, &label.value, *last, ordinals)?);
                }
                Ok(found)
            }
        }
    }

    fn nth(&self, unit: UnitNoun, slots: &[UnitId], n: u32) -> Result<UnitId, AddressError> {
        let what = format!("{} {n}", unit.name().one);
        let mut seen = 0;
        for &slot in slots {
            if self.tree.kind(slot).is_gap() {
                return if n == 0 {
                    Err(self.dangling(&what, "ordinals count from 1"))
                } else {
                    Err(AddressError::NeedsExpansion(GapExpansion {
                        gap: slot,
                        count: n - seen,
                        back: false,
                    }))
                };
            }
            seen += 1;
            if seen == n {
                return Ok(slot);
            }
        }
        if unit == UnitNoun::Line {
            return Err(AddressError::Invalid(
                PatchErrorKind::LinePosition,
                self.step.span,
            ));
        }
        let why = if n == 0 {
            "ordinals count from 1".to_owned()
        } else {
            format!(
                "there {} {}",
                if seen < 2 { "is" } else { "are" },
                count_phrase(seen, unit)
            )
        };
        Err(self.dangling(&what, &why))
    }

    /// Returns the units with these ordinals from the end, in the order of the text.
    fn units_from_end(
        &self,
        unit: UnitNoun,
        ordinals: &[(u32, u32)],
    ) -> Result<Vec<UnitId>, AddressError> {
        let farthest = ordinals.iter().map(|&(_, to)| to).max().unwrap_or(1);
        let what = format!("{} {farthest} from the end", unit.name().one);
        let last = self.last_units(farthest, unit, &what)?;
        let from_end = (1..=farthest).rev().zip(last);
        let is_meant = |n: u32| ordinals.iter().any(|&(from, to)| (from..=to).contains(&n));
        Ok(from_end
            .filter(|&(n, _)| is_meant(n))
            .map(|(_, unit)| unit)
            .collect())
    }

    fn last(&self, count: u32, unit: UnitNoun) -> Result<Vec<UnitId>, AddressError> {
        let what = format!("last {}", unit.name().one);
        self.last_units(count, unit, &what)
    }

    /// Returns the last `count` units; `what` names them in an error.
    fn last_units(
        &self,
        count: u32,
        unit: UnitNoun,
        what: &str,
    ) -> Result<Vec<UnitId>, AddressError> {
        let slots = countable_units(self.tree, self.scope, unit);
        let mut found = Vec::new();
        for &slot in slots.iter().rev() {
            if found.len() as u32 == count {
                break;
            }
            if self.tree.kind(slot).is_gap() {
                return Err(AddressError::NeedsExpansion(GapExpansion {
                    gap: slot,
                    count: count - found.len() as u32,
                    back: true,
                }));
            }
            found.push(slot);
        }
        if (found.len() as u32) < count.max(1) {
            let why = format!(
                "there {} {}",
                if found.len() == 1 { "is" } else { "are" },
                count_phrase(found.len() as u32, unit)
            );
            return Err(self.dangling(what, &why));
        }
        found.reverse();
        Ok(found)
    }

    fn all(&self, count: Option<u32>, unit: UnitNoun) -> Result<Vec<UnitId>, AddressError> {
        let found = countable_units(self.tree, self.scope, unit);
        let open = found.iter().any(|&u| self.tree.kind(u).is_gap());
        let known = found
            .iter()
            .filter(|&&u| !self.tree.kind(u).is_gap())
            .count();
        match count {
            Some(count) if known > count as usize || (known < count as usize && !open) => {
                Err(AddressError::Invalid(
                    PatchErrorKind::Count {
                        unit: unit.name().many.to_owned(),
                        expected: count as usize,
                        found: known,
                    },
                    self.step.span,
                ))
            }
            Some(_) | None if found.is_empty() => {
                Err(self.dangling(unit.name().many, "there are none"))
            }
            Some(_) | None => Ok(found),
        }
    }

    fn labelled(
        &self,
        unit: UnitNoun,
        label: &str,
        last: bool,
        ordinals: &[(u32, u32)],
    ) -> Result<Vec<UnitId>, AddressError> {
        let mut found = units_labelled(self.tree, self.scope, unit, label);
        if found.is_empty() {
            found = units_worded(self.tree, self.scope, unit, label);
        }
        let what = format!("{} \"{label}\"", unit.name().one);
        if found.is_empty() {
            return Err(self.dangling(&what, "no unit here has that label"));
        }
        if last {
            return Ok(found.last().copied().into_iter().collect());
        }
        if ordinals.is_empty() {
            return match found.as_slice() {
                [one] => Ok(vec![*one]),
                several => Err(AddressError::Invalid(
                    PatchErrorKind::Count {
                        unit: format!("{} labelled \"{label}\"", unit.name().many),
                        expected: 1,
                        found: several.len(),
                    },
                    self.step.span,
                )),
            };
        }
        let mut out = Vec::new();
        for n in each_ordinal(ordinals) {
            match (n as usize).checked_sub(1).and_then(|at| found.get(at)) {
                Some(&unit) => out.push(unit),
                None => {
                    return Err(self.dangling(
                        &format!("{what} {n}"),
                        &format!("{} have that label", found.len()),
                    ));
                }
            }
        }
        Ok(out)
    }

    /// Builds an error with suggestions: the units that the scope does have, the nearest first.
    fn dangling(&self, what: &str, why: &str) -> AddressError {
        let near = suggestions(self.tree, self.scope, self.step);
        AddressError::Invalid(
            PatchErrorKind::Dangling {
                what: what.to_owned(),
                why: why.to_owned(),
                near,
            },
            self.step.span,
        )
    }
}
