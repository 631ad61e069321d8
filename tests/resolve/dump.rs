//! Everything that an analysis resolves to, as text without internal numbers.

use rulebook::{
    analysis::{Analysis, Source},
    disk,
    model::{EditionIx, PatchIx, SectionTree, UnitId, Wording},
    op::{PatchError, PatchErrorKind},
    resolve::{RulesetDb, Section, View},
    syntax::WordingLayer,
};
use std::{fmt::Write, sync::Arc};

/// The sources of the shipped rules for De Bellis Multitudinis.
pub(crate) fn sources() -> Vec<Source> {
    disk::shipped_sources()
        .into_iter()
        .filter(|source| source.ruleset == "dbm")
        .collect()
}

/// The analysis of these sources.
pub(crate) fn ruleset_db(analysis: &Analysis) -> &RulesetDb {
    analysis.ruleset_db("dbm").expect("the shipped rules")
}

/// The source of that name, with another text.
pub(crate) fn with(mut sources: Vec<Source>, name: &str, text: &str) -> Vec<Source> {
    for source in sources.iter_mut().filter(|source| source.name == name) {
        source.text = Arc::from(text);
    }
    sources
}

/// The views that are compared: every edition as known at the end, and on the day before the last two documents.
pub(crate) fn views(db: &RulesetDb) -> Vec<View> {
    let profile = Arc::new(db.ruleset.profile("uk").cloned().unwrap_or_default());
    let days = ["9999-12-31", "2020-10-31"].map(|day| day.parse().expect("a day"));
    let editions = (0..db.ruleset.editions.len() as u16).map(EditionIx);
    editions
        .flat_map(|edition| {
            days.map(|as_of| View {
                edition,
                as_of,
                profile: Arc::clone(&profile),
            })
        })
        .collect()
}

/// All sections at all views, and what is wrong with them.
pub(crate) fn analysis(analysis: &Analysis) -> String {
    let mut out = String::new();
    for (_, db) in analysis.ruleset_dbs() {
        out += &(db.outline().join(" ") + "\n");
        let views = views(db);
        for id in db.section_ids() {
            if let Some(section) = db.section(id) {
                self::section(&mut out, analysis, &section, &views);
            }
        }
    }
    out
}

fn section(out: &mut String, analysis: &Analysis, section: &Section, views: &[View]) {
    let _ = writeln!(out, "# {}", section.id);
    let mut last = String::new();
    for view in views {
        let tree = section.version(view);
        let mut text = String::new();
        if tree.exists {
            unit(&mut text, section, &tree, tree.root, 0);
        }
        let rulings = section.rulings(view).into_iter();
        text.extend(
            rulings.map(|ruling| {
                format!("{} {}\n", patch(section, ruling.patch), ruling.state.name())
            }),
        );
        if text != last {
            let _ = write!(
                out,
                "at {} {}\n{text}",
                section.ruleset().edition_id(view.edition),
                view.as_of
            );
            last = text;
        }
    }
    let at = |fault: &PatchError| {
        let source = section
            .patch(fault.patch)
            .and_then(|patch| analysis.source(patch.file.source));
        source
            .map_or("", |source| fault.span.of(&source.text))
            .to_owned()
    };
    let line = |fault: &PatchError| {
        format!(
            "{}: {} at `{}`\n",
            patch(section, fault.patch),
            render_error(section, fault),
            at(fault)
        )
    };
    let mut faults: Vec<String> = section.errors.iter().map(line).collect();
    faults.sort();
    out.extend(faults);
}

fn render_error(section: &Section, fault: &PatchError) -> String {
    match &fault.kind {
        PatchErrorKind::Conflict { other, words } => {
            format!("conflict with {} over {words}", patch(section, *other))
        }
        PatchErrorKind::OrderDependent { .. } => "order".into(),
        PatchErrorKind::Overtaken { words, by } => {
            format!("overtaken {words} by {}", patch(section, *by))
        }
        PatchErrorKind::Pending { unit } => format!("pending {}", section.arena.key(*unit)),
        other => format!("{other:?}"),
    }
}

/// `dbm-3.1:48`.
pub(crate) fn patch(section: &Section, patch: PatchIx) -> String {
    let Some(patch) = section.patch(patch) else {
        return "?".into();
    };
    let number = if patch.is_instruction() {
        patch.numbers().join(",")
    } else {
        String::new()
    };
    format!("{}:{number}", patch.document)
}

fn unit(out: &mut String, section: &Section, tree: &SectionTree, id: UnitId, depth: usize) {
    let Some(node) = tree.get(id) else { return };
    let _ = write!(
        out,
        "{}{} {}",
        "  ".repeat(depth),
        node.kind.name(),
        section.arena.key(id)
    );
    if let Some(name) = section.arena.name_of(id) {
        let _ = write!(out, " #{name}");
    }
    if let Some(gone) = &node.gone {
        let _ = writeln!(
            out,
            " gone by {} {:?}",
            patch(section, gone.by),
            gone.moved_to
        );
        return;
    }
    let _ = write!(out, " [{:?} {}]", node.label, patch(section, node.by));
    let words = |wording: &Wording| {
        let runs: Vec<String> = wording
            .runs()
            .map(|(span, by)| format!("{}‹{}›", patch(section, by), span.of(&wording.text)))
            .collect();
        format!(
            "{} {:?}",
            runs.join(" "),
            wording.facts().collect::<Vec<_>>()
        )
    };
    for layer in [WordingLayer::Restated, WordingLayer::Printed] {
        if let Some(wording) = node.text(layer) {
            let _ = write!(out, " {}", words(wording));
        }
    }
    let mut pending: Vec<String> = node.pending.iter().map(|&by| patch(section, by)).collect();
    pending.sort();
    let _ = writeln!(out, " {}", pending.join(","));
    for side in node.conflict.iter().flat_map(|conflict| &conflict.sides) {
        let _ = writeln!(
            out,
            "{}side {}",
            "  ".repeat(depth + 1),
            patch(section, side.patch)
        );
    }
    for &child in &node.children {
        unit(out, section, tree, child, depth + 1);
    }
}

/// The first line in which two dumps differ, with those around it.
pub(crate) fn difference(one: &str, other: &str) -> Option<String> {
    if one == other {
        return None;
    }
    let (a, b): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let at = (0..a.len().max(b.len()))
        .find(|&at| a.get(at) != b.get(at))
        .unwrap_or_default();
    let place = a
        .iter()
        .take(at + 1)
        .rfind(|line| line.starts_with('#'))
        .copied()
        .unwrap_or_default();
    let around = |lines: &[&str]| {
        lines
            .iter()
            .skip(at.saturating_sub(2))
            .take(6)
            .map(|line| format!("  {line}\n"))
            .collect::<String>()
    };
    Some(format!(
        "in {place}\none:\n{}other:\n{}",
        around(&a),
        around(&b)
    ))
}
