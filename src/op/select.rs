//! Addresses: which units of a version of a section the steps of an instruction name.

use super::{FaultKind, Near};
use crate::{
    model::{Kind, Tree, UnitId},
    syntax::{Edge, Layer, Step, StepKind, Target, Unit},
    text::Span,
};

/// Units that must be there and of which nothing was known yet: the n-th of an open run, from its front or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The open run.
    pub gap: UnitId,
    /// How many units of the run are needed.
    pub count: u32,
    /// Counted from its end.
    pub back: bool,
}

/// Why an address names nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// It points into an open run, which must be opened first.
    Open(Opening),
    /// It is wrong.
    Fault(FaultKind, Span),
}

/// A label without what does not count: case, brackets, final stops; dashes alike.
pub fn label_key(label: &str) -> String {
    let inner = label
        .trim()
        .trim_matches(|c: char| "()[].:,".contains(c) || c.is_whitespace());
    inner
        .chars()
        .map(|c| {
            if "−–—‐‑".contains(c) {
                '-'
            } else {
                c
            }
        })
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The units that `steps` name inside `scope`. A target without steps is the scope itself.
pub fn steps(tree: &Tree, scope: UnitId, steps: &[Step]) -> Result<Vec<UnitId>, Miss> {
    let mut scopes = vec![scope];
    for step in steps {
        let mut found = Vec::new();
        for scope in scopes {
            found.extend(one_step(tree, scope, step)?);
        }
        scopes = found;
    }
    Ok(scopes)
}

/// The units that a range names, both ends included: siblings from the one that holds the first edge to the one that holds
/// the last.
pub(super) fn range(
    tree: &Tree,
    scope: UnitId,
    target: &Target,
    from: &Edge,
    to: &Edge,
) -> Result<Vec<UnitId>, Miss> {
    let first = edge(tree, scope, target, from, false)?;
    let last = edge(tree, scope, target, to, true)?;
    let wrong = || {
        Miss::Fault(
            FaultKind::Dangling {
                what: "range".into(),
                why: "its ends do not lie side by side, the first before the last".into(),
                near: Vec::new(),
            },
            target.span,
        )
    };
    let (outer, _) = tree.place(first).ok_or_else(wrong)?;
    let inner = tree
        .path(last)
        .find(|&unit| tree.get(unit).and_then(|node| node.parent) == Some(outer))
        .ok_or_else(wrong)?;
    let siblings: Vec<_> = tree.children(outer).collect();
    let position = |unit| siblings.iter().position(|&u| u == unit);
    match (position(first), position(inner)) {
        (Some(a), Some(b)) if a <= b => Ok(siblings[a..=b].to_vec()),
        (Some(_) | None, Some(_) | None) => Err(wrong()),
    }
}

fn edge(
    tree: &Tree,
    scope: UnitId,
    target: &Target,
    edge: &Edge,
    last: bool,
) -> Result<UnitId, Miss> {
    let pick = |units: Vec<UnitId>| {
        if last {
            units.last().copied()
        } else {
            units.first().copied()
        }
    };
    let missing = |what: &str| {
        Miss::Fault(
            FaultKind::Dangling {
                what: what.to_owned(),
                why: "there is nothing".into(),
                near: Vec::new(),
            },
            target.span,
        )
    };
    match edge {
        Edge::Phrase(phrase) => {
            let atoms = tree.atoms(scope);
            let holds = |atom: &UnitId| {
                tree.get(*atom)
                    .and_then(|n| n.text(Layer::Restated))
                    .is_some_and(|w| {
                        !crate::text::quote::find(&w.text, &phrase.quote.value).is_empty()
                    })
            };
            atoms.into_iter().find(holds).ok_or_else(|| {
                let kind = FaultKind::Quote {
                    quote: phrase.quote.value.clone(),
                    layer: Layer::Restated,
                    found: 0,
                    expected: Some(1),
                    near: Vec::new(),
                };
                Miss::Fault(kind, phrase.quote.span)
            })
        }
        Edge::Steps(s) => pick(steps(tree, scope, s)?).ok_or_else(|| missing("range")),
        Edge::EndOf(s) => {
            let unit = pick(steps(tree, scope, s)?).ok_or_else(|| missing("range"))?;
            Ok(tree.children(unit).next_back().unwrap_or(unit))
        }
    }
}

fn one_step(tree: &Tree, scope: UnitId, step: &Step) -> Result<Vec<UnitId>, Miss> {
    match &step.kind {
        StepKind::Heading => {
            let heading = tree.heading().filter(|_| scope == tree.root);
            heading.map(|unit| vec![unit]).ok_or_else(|| {
                dangling(tree, scope, step, "heading", "only a section has a heading")
            })
        }
        StepKind::Text => Ok(tree
            .children(scope)
            .filter(|&unit| tree.kind(unit) != Kind::Heading)
            .collect()),
        StepKind::Section(_) => Ok(vec![tree.root]),
        StepKind::All { count, unit } => all(tree, scope, step, *count, *unit),
        StepKind::Last { count, unit } => last(tree, scope, step, *count, *unit),
        StepKind::Ordinals { unit, ordinals } => {
            let slots = slots(tree, scope, *unit);
            let mut found = Vec::new();
            for n in ordinals
                .iter()
                .flat_map(|&(from, to)| from..=to.max(from).min(from.saturating_add(10_000)))
            {
                found.push(nth(tree, scope, step, *unit, &slots, n)?);
            }
            Ok(found)
        }
        StepKind::Labelled {
            last,
            unit,
            labels,
            ordinals,
        } => {
            let mut found = Vec::new();
            for label in labels {
                found.extend(labelled(
                    tree,
                    scope,
                    step,
                    *unit,
                    &label.value,
                    *last,
                    ordinals,
                )?);
            }
            Ok(found)
        }
    }
}

/// The units of a kind under `scope` in the order in which ordinals count them, open runs among them. Counted through
/// paragraphs, not inside bullets; floating units and the head of a table have no number.
pub fn slots(tree: &Tree, scope: UnitId, unit: Unit) -> Vec<UnitId> {
    let kind = match unit {
        Unit::Paragraph => Kind::Paragraph,
        Unit::Sentence => Kind::Sentence,
        Unit::Bullet | Unit::Line | Unit::Item | Unit::Entry => Kind::Bullet,
        Unit::Row => Kind::Row,
        Unit::Table => Kind::Table,
        Unit::Section | Unit::Figure | Unit::Page | Unit::Words => return Vec::new(),
    };
    let gap = kind.gap();
    let placed = |u: UnitId| tree.get(u).is_some_and(|n| !n.floating);
    let numbered = |u: UnitId| tree.kind(u) == kind && placed(u) && !tree.is_header(u);
    let own = |scope: UnitId| {
        tree.children(scope)
            .filter(|&u| Some(tree.kind(u)) == gap || numbered(u))
    };
    let mut found: Vec<_> = own(scope).collect();
    if found.is_empty() && tree.kind(scope) == Kind::Section {
        let through = if kind == Kind::Row {
            Kind::Table
        } else {
            Kind::Paragraph
        };
        found = tree
            .children(scope)
            .filter(|&u| tree.kind(u) == through && placed(u))
            .flat_map(|u| own(u).collect::<Vec<_>>())
            .collect();
    } else if tree.kind(scope) == Kind::Section && kind == Kind::Bullet {
        found = tree
            .children(scope)
            .filter(|&u| placed(u))
            .flat_map(|u| {
                if tree.kind(u) == Kind::Paragraph {
                    own(u).collect()
                } else {
                    vec![u]
                }
            })
            .filter(|&u| matches!(tree.kind(u), Kind::Bullet | Kind::MoreBullets))
            .collect();
    }
    found
}

fn nth(
    tree: &Tree,
    scope: UnitId,
    step: &Step,
    unit: Unit,
    slots: &[UnitId],
    n: u32,
) -> Result<UnitId, Miss> {
    let what = format!("{} {n}", unit.name().one);
    let mut seen = 0;
    for &slot in slots {
        if tree.kind(slot).is_gap() {
            return if n == 0 {
                Err(dangling(tree, scope, step, &what, "ordinals count from 1"))
            } else {
                Err(Miss::Open(Opening {
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
    if unit == Unit::Line {
        return Err(Miss::Fault(FaultKind::PrintedLine, step.span));
    }
    let why = if n == 0 {
        "ordinals count from 1".to_owned()
    } else {
        format!(
            "there {} {}",
            if seen == 1 { "is" } else { "are" },
            counted(seen, unit)
        )
    };
    Err(dangling(tree, scope, step, &what, &why))
}

fn counted(n: u32, unit: Unit) -> String {
    let name = unit.name();
    match n {
        0 => format!("no {}", name.one),
        1 => format!("only 1 {}", name.one),
        _ => format!("only {n} {}", name.many),
    }
}

fn last(
    tree: &Tree,
    scope: UnitId,
    step: &Step,
    count: u32,
    unit: Unit,
) -> Result<Vec<UnitId>, Miss> {
    let slots = slots(tree, scope, unit);
    let mut found = Vec::new();
    for &slot in slots.iter().rev() {
        if found.len() as u32 == count {
            break;
        }
        if tree.kind(slot).is_gap() {
            return Err(Miss::Open(Opening {
                gap: slot,
                count: count - found.len() as u32,
                back: true,
            }));
        }
        found.push(slot);
    }
    if (found.len() as u32) < count.max(1) {
        let what = format!("last {}", unit.name().one);
        let why = format!(
            "there {} {}",
            if found.len() == 1 { "is" } else { "are" },
            counted(found.len() as u32, unit)
        );
        return Err(dangling(tree, scope, step, &what, &why));
    }
    found.reverse();
    Ok(found)
}

fn all(
    tree: &Tree,
    scope: UnitId,
    step: &Step,
    count: Option<u32>,
    unit: Unit,
) -> Result<Vec<UnitId>, Miss> {
    let found = slots(tree, scope, unit);
    let open = found.iter().any(|&u| tree.kind(u).is_gap());
    let known = found.iter().filter(|&&u| !tree.kind(u).is_gap()).count();
    match count {
        Some(count) if known > count as usize || (known < count as usize && !open) => {
            Err(Miss::Fault(
                FaultKind::Count {
                    unit: unit.name().many.to_owned(),
                    expected: count as usize,
                    found: known,
                },
                step.span,
            ))
        }
        Some(_) | None if found.is_empty() => Err(dangling(
            tree,
            scope,
            step,
            unit.name().many,
            "there are none",
        )),
        Some(_) | None => Ok(found),
    }
}

/// The units that bear a label, on the outermost level that has any.
pub fn bearers(tree: &Tree, scope: UnitId, unit: Unit, label: &str) -> Vec<UnitId> {
    let key = label_key(label);
    let mut level = vec![scope];
    while !level.is_empty() {
        let below: Vec<UnitId> = level
            .iter()
            .flat_map(|&u| tree.children(u).collect::<Vec<_>>())
            .collect();
        let bears = |u: &UnitId| {
            let fits = match tree.kind(*u) {
                Kind::Bullet => unit != Unit::Paragraph && unit != Unit::Table,
                Kind::Paragraph => unit != Unit::Bullet && unit != Unit::Table,
                Kind::Row => (unit == Unit::Row || unit == Unit::Line) && !tree.is_header(*u),
                Kind::Section
                | Kind::Heading
                | Kind::Sentence
                | Kind::Table
                | Kind::Cell
                | Kind::MoreParagraphs
                | Kind::MoreSentences
                | Kind::MoreBullets => false,
            };
            fits && tree
                .get(*u)
                .and_then(|n| n.label.as_deref())
                .is_some_and(|l| label_key(l) == key)
        };
        let found: Vec<UnitId> = below.iter().copied().filter(bears).collect();
        if !found.is_empty() {
            return found;
        }
        level = below;
    }
    Vec::new()
}

fn labelled(
    tree: &Tree,
    scope: UnitId,
    step: &Step,
    unit: Unit,
    label: &str,
    last: bool,
    ordinals: &[(u32, u32)],
) -> Result<Vec<UnitId>, Miss> {
    let found = bearers(tree, scope, unit, label);
    let what = format!("{} \"{label}\"", unit.name().one);
    if found.is_empty() {
        return Err(dangling(
            tree,
            scope,
            step,
            &what,
            "no unit here bears that label",
        ));
    }
    if last {
        return Ok(found.last().copied().into_iter().collect());
    }
    if ordinals.is_empty() {
        return match found.as_slice() {
            [one] => Ok(vec![*one]),
            several => Err(Miss::Fault(
                FaultKind::Count {
                    unit: format!("{} labelled \"{label}\"", unit.name().many),
                    expected: 1,
                    found: several.len(),
                },
                step.span,
            )),
        };
    }
    let mut out = Vec::new();
    for n in ordinals
        .iter()
        .flat_map(|&(from, to)| from..=to.max(from).min(from.saturating_add(10_000)))
    {
        match (n as usize).checked_sub(1).and_then(|at| found.get(at)) {
            Some(&unit) => out.push(unit),
            None => {
                return Err(dangling(
                    tree,
                    scope,
                    step,
                    &format!("{what} {n}"),
                    &format!("{} bear that label", found.len()),
                ));
            }
        }
    }
    Ok(out)
}

/// A fault that lists what the scope does have, the nearest first.
fn dangling(tree: &Tree, scope: UnitId, step: &Step, what: &str, why: &str) -> Miss {
    let near = neighbours(tree, scope, step);
    Miss::Fault(
        FaultKind::Dangling {
            what: what.to_owned(),
            why: why.to_owned(),
            near,
        },
        step.span,
    )
}

/// What could have been meant by a step: the nearest ordinals, or the labels that exist.
fn neighbours(tree: &Tree, scope: UnitId, step: &Step) -> Vec<Near> {
    let words = |unit| first_words(tree, unit);
    let numbered = |unit: Unit, wanted: u32| {
        let slots = slots(tree, scope, unit);
        let mut near: Vec<_> = slots
            .iter()
            .enumerate()
            .map(|(at, &u)| (at as u32 + 1, u))
            .filter(|&(_, u)| !tree.kind(u).is_gap())
            .collect();
        near.sort_by_key(|&(n, _)| n.abs_diff(wanted));
        near.into_iter()
            .take(3)
            .map(|(n, u)| Near {
                written: format!("{} {n}", unit.name().one),
                words: words(u),
            })
            .collect::<Vec<_>>()
    };
    match &step.kind {
        StepKind::Ordinals { unit, ordinals } => {
            numbered(*unit, ordinals.first().map_or(1, |o| o.0))
        }
        StepKind::Last { unit, .. } | StepKind::All { unit, .. } => numbered(*unit, u32::MAX),
        StepKind::Labelled {
            unit,
            labels,
            ordinals,
            ..
        } => {
            let borne = labels
                .first()
                .map(|label| (label, bearers(tree, scope, *unit, &label.value)))
                .filter(|(_, all)| !all.is_empty());
            if let (Some((label, all)), Some(&(n, _))) = (borne, ordinals.first()) {
                let mut near: Vec<(u32, UnitId)> = (1..).zip(all).collect();
                near.sort_by_key(|&(at, _)| at.abs_diff(n));
                let written = |at: u32| format!("{} \"{}\" {at}", unit.name().one, label.value);
                return near
                    .into_iter()
                    .take(3)
                    .map(|(at, u)| Near {
                        written: written(at),
                        words: words(u),
                    })
                    .collect();
            }
            let wanted = labels
                .first()
                .map_or(String::new(), |l| label_key(&l.value));
            let mut near: Vec<(f64, &str, UnitId)> = Vec::new();
            for u in tree.walk(scope) {
                if let Some(label) = tree
                    .get(u)
                    .filter(|n| n.kind != Kind::Cell && !tree.is_header(u))
                    .and_then(|n| n.label.as_deref())
                {
                    near.push((strsim::jaro_winkler(&wanted, &label_key(label)), label, u));
                }
            }
            near.sort_by(|a, b| b.0.total_cmp(&a.0));
            near.dedup_by(|a, b| a.1 == b.1);
            near.into_iter()
                .take(3)
                .map(|(_, label, u)| Near {
                    written: format!("{} \"{label}\"", unit.name().one),
                    words: words(u),
                })
                .collect()
        }
        StepKind::Heading | StepKind::Text | StepKind::Section(_) => Vec::new(),
    }
}

/// The words that a unit had when it went.
fn last_words(tree: &Tree, unit: UnitId) -> String {
    let Some(node) = tree.get(unit) else {
        return String::new();
    };
    let own = node
        .text(Layer::Restated)
        .map(|wording| wording.text.to_string());
    let label = node.label.as_deref().map(str::to_owned);
    let inner = node.children.iter().map(|&child| last_words(tree, child));
    label
        .into_iter()
        .chain(own)
        .chain(inner)
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The first words of a unit, for people to recognise it by.
pub fn first_words(tree: &Tree, unit: UnitId) -> String {
    let text = if tree.lives(unit) {
        tree.plain(unit, Layer::Restated)
    } else {
        last_words(tree, unit)
    };
    let mut words = text.split_whitespace();
    let first: Vec<_> = words.by_ref().take(7).collect();
    let mut out = first.join(" ");
    if words.next().is_some() && !out.ends_with('…') {
        out.push_str(" …");
    }
    out
}
