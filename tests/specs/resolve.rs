//! The folder `resolve`: a small analysis, queries on it, and the text of sections rendered for them.
//!
//! A block `ask` holds one question a line:
//!
//! - `show #id --at 1.2 --as-of 2004-03-01 --profile harbour --wording printed` renders a section or a named unit,
//! - `history #id --at 1.2` lists the instructions that changed it,
//! - `rulings #id --at 1.2` lists the clarifications on a section with their states,
//! - `bullets #id --at 1.2` lists the bullets of a unit by number and identity,
//! - `outline` lists the sections,
//! - `differences #id` lists where held texts differ from the sheets,
//! - `faults` lists what is wrong, which for a test's own files is done without asking,
//! - `rules dbm` takes the shipped rules of that name instead of the files.
//!
//! The diagnostics of the analysis's files follow the answers.

use super::{render, spec::Files};
use rulebook::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    disk,
    model::{PartialDate, PatchIx, SectionTree, UnitId, UnitKind, Wording},
    op::PatchErrorKind,
    resolve::{RulesetDb, Section, View},
    syntax::WordingLayer,
};
use std::{fmt::Write, sync::Arc};

/// The day of queries that name none.
const TODAY: &str = "2026-11-20";

/// An analysis of rules files, all of one ruleset.
pub(crate) fn analysis(files: &[(String, String)]) -> Analysis {
    let source = |(name, text): &(String, String)| {
        let kind = SourceKind::from_file_name(name)?;
        let text = Arc::from(text.as_str());
        Some(Source {
            path: name.into(),
            name: name.clone(),
            ruleset: "demo".into(),
            kind,
            origin: SourceOrigin::Folder,
            text,
        })
    };
    Analysis::new(files.iter().filter_map(source))
}

/// The answers to the questions of the block `ask`.
pub(crate) fn answer(files: &Files) -> String {
    let questions = files
        .iter()
        .rfind(|(name, _)| name == "ask")
        .map_or("", |(_, text)| text);
    let shipped = questions
        .lines()
        .find_map(|line| line.strip_prefix("rules "));
    let (analysis, key) = match shipped {
        Some(key) => (Analysis::new(disk::shipped_sources()), key),
        None => (analysis(files), "demo"),
    };
    let Some(db) = analysis.ruleset_db(key) else {
        return format!("there is no ruleset {key}");
    };
    let mut out = Vec::new();
    for line in questions.lines().filter(|line| !line.starts_with("rules ")) {
        if line == "faults" {
            out.push(format!("{line}\n{}", faults(&analysis, db)));
            continue;
        }
        match question(db, line) {
            Ok(text) => out.push(format!("{line}\n{text}")),
            Err(why) => out.push(format!("{line}\n  {why}\n")),
        }
    }
    if shipped.is_none() {
        out.extend(Some(faults(&analysis, db)).filter(|faults| !faults.is_empty()));
    }
    out.join("\n")
}

struct Options {
    view: View,
    wording: String,
}

fn options(db: &RulesetDb, words: &[&str]) -> Result<Options, String> {
    let ruleset = &db.ruleset;
    let value = |key: &str| {
        words
            .iter()
            .position(|word| *word == key)
            .and_then(|at| words.get(at + 1))
            .copied()
    };
    let as_of: PartialDate = value("--as-of").unwrap_or(TODAY).parse()?;
    let edition = match value("--at") {
        Some(id) => ruleset
            .edition(id)
            .ok_or_else(|| format!("no edition {id}"))?,
        None => ruleset.newest_edition_on(as_of.counts_from()),
    };
    let profile = match value("--profile") {
        Some(name) => ruleset
            .profile(name)
            .cloned()
            .ok_or_else(|| format!("no profile {name}"))?,
        None => ruleset.default_profile(),
    };
    let view = View {
        edition,
        as_of: as_of.counts_from(),
        profile: Arc::new(profile),
    };
    Ok(Options {
        view,
        wording: value("--wording").unwrap_or("restated").to_owned(),
    })
}

fn question(db: &RulesetDb, line: &str) -> Result<String, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let verb = words.first().copied().unwrap_or_default();
    if verb == "outline" {
        return Ok(db.outline().iter().map(|id| format!("  {id}\n")).collect());
    }
    let id = words
        .get(1)
        .and_then(|word| word.strip_prefix('#'))
        .ok_or("which #id?")?;
    let options = options(db, &words)?;
    let home = db
        .section_of(id)
        .ok_or_else(|| format!("nothing has the id {id}"))?;
    let section = db
        .section(home)
        .ok_or_else(|| format!("{home} is no section"))?;
    let unit = section
        .arena
        .unit_by_name(id)
        .ok_or_else(|| format!("{id} is not in {home}"))?;
    let renderer = UnitRenderer {
        section: &section,
        wording: &options.wording,
    };
    match verb {
        "show" => Ok(renderer.show(unit, &options.view)),
        "bullets" => {
            let tree = section.version(&options.view);
            let bullets = tree
                .children(unit)
                .filter(|&u| tree.kind(u) == UnitKind::Bullet);
            Ok(bullets
                .enumerate()
                .map(|(at, u)| {
                    format!(
                        "  {} {} ‹{}›\n",
                        at + 1,
                        renderer.identity(u),
                        renderer.key(u)
                    )
                })
                .collect())
        }
        "history" => {
            let patches = section.patch_history(unit, &options.view);
            Ok(patches
                .into_iter()
                .map(|patch| format!("  {}\n", renderer.patch(patch)))
                .collect())
        }
        "rulings" => Ok(section
            .rulings(&options.view)
            .into_iter()
            .map(|ruling| {
                let why = if ruling.reason.is_empty() {
                    String::new()
                } else {
                    format!(": {}", ruling.reason)
                };
                format!(
                    "  {} {}{why}\n",
                    renderer.patch(ruling.patch),
                    ruling.state.name()
                )
            })
            .collect()),
        "differences" => Ok(section
            .differences
            .iter()
            .map(|d| {
                let edition = db.ruleset.edition_id(d.edition);
                format!(
                    "  {} at {edition}: held \"{}\", ours \"{}\"\n",
                    renderer.identity(d.unit),
                    d.book_text,
                    d.amended_text
                )
            })
            .collect()),
        _ => Err("no such question".into()),
    }
}

/// Renders the units of a section.
pub(crate) struct UnitRenderer<'a> {
    pub(crate) section: &'a Section,
    pub(crate) wording: &'a str,
}

impl UnitRenderer<'_> {
    /// A unit of the section with all it holds, at `view`.
    pub(crate) fn show(&self, unit: UnitId, view: &View) -> String {
        let tree = self.section.version(view);
        let mut out = String::new();
        if !tree.exists {
            return "  does not exist yet\n".into();
        }
        if tree.get(unit).is_none() {
            return "  not yet\n".into();
        }
        self.unit(&mut out, &tree, unit, 1);
        out
    }

    /// `dbm-3.1:48`, or `base`.
    pub(crate) fn patch(&self, patch: PatchIx) -> String {
        let Some(patch) = self.section.patch(patch) else {
            return "?".into();
        };
        if patch.entry.is_none() {
            return if patch.file.role == rulebook::syntax::FileRole::Book {
                patch.document.to_string()
            } else {
                "base".into()
            };
        }
        match patch.numbers().as_slice() {
            [] => format!(
                "{}:({})",
                patch.document,
                patch.entry.unwrap_or_default() + 1
            ),
            numbers => format!("{}:{}", patch.document, numbers.join(",")),
        }
    }

    /// A unit's name, or where it was born.
    pub(crate) fn identity(&self, unit: UnitId) -> String {
        match self.section.arena.name_of(unit) {
            Some(name) => format!("#{name}"),
            None => format!("‹{}›", self.key(unit)),
        }
    }

    fn key(&self, unit: UnitId) -> String {
        let key = self.section.arena.key(unit);
        key.strip_prefix(&format!("{}/", self.section.id))
            .unwrap_or(key)
            .to_owned()
    }

    /// Its number among its living siblings of its kind.
    fn ordinal(tree: &SectionTree, unit: UnitId) -> usize {
        let Some(parent) = tree.get(unit).and_then(|node| node.parent) else {
            return 1;
        };
        let alike = |&u: &UnitId| {
            tree.kind(u) == tree.kind(unit) && tree.get(u).is_some_and(|n| !n.floating)
        };
        tree.children(parent)
            .filter(alike)
            .position(|u| u == unit)
            .map_or(0, |at| at + 1)
    }

    /// The key that a base unit at this place would have.
    fn usual_key(tree: &SectionTree, unit: UnitId) -> String {
        let parts: Vec<String> = tree
            .ancestors(unit)
            .filter(|&u| tree.kind(u) != UnitKind::Section)
            .map(|u| match tree.kind(u) {
                UnitKind::Heading => "h".to_owned(),
                kind => format!("{}{}", kind.letter(), Self::ordinal(tree, u)),
            })
            .collect();
        parts.into_iter().rev().collect::<Vec<_>>().join("/")
    }

    fn unit(&self, out: &mut String, tree: &SectionTree, unit: UnitId, depth: usize) {
        let Some(node) = tree.get(unit) else { return };
        let indent = "  ".repeat(depth);
        let kind = node.kind;
        let label = node
            .label
            .as_ref()
            .filter(|_| kind != UnitKind::Section)
            .map(|label| format!(" [{label}]"))
            .unwrap_or_default();
        let mut identity = String::new();
        if let Some(name) = self.section.arena.name_of(unit) {
            let _ = write!(identity, " #{name}");
        } else if !kind.is_gap() && self.key(unit) != Self::usual_key(tree, unit) {
            let _ = write!(identity, " ‹{}›", self.key(unit));
        }
        if kind.is_gap() && node.gone.is_some() {
            return;
        }
        if let Some(gone) = &node.gone {
            let how = if gone.replaced { "replaced" } else { "deleted" };
            let to = gone
                .moved_to
                .as_ref()
                .map(|to| format!(", moved to #{to}"))
                .unwrap_or_default();
            let _ = writeln!(
                out,
                "{indent}× {}{label}{identity} {how} by {}{to}",
                kind.name(),
                self.patch(gone.by)
            );
            return;
        }
        if kind.is_gap() {
            let _ = writeln!(out, "{indent}… {}", kind.name());
            return;
        }
        let number = match kind {
            UnitKind::Section | UnitKind::Heading | UnitKind::Row | UnitKind::Cell => String::new(),
            _ if node.floating => " ~".to_owned(),
            _ => format!(" {}", Self::ordinal(tree, unit)),
        };
        let _ = write!(out, "{indent}{}{number}{label}{identity}", kind.name());
        if !kind.is_atom() && kind != UnitKind::Section && node.by.0 != 0 {
            let _ = write!(out, " [{}]", self.patch(node.by));
        }
        if kind.is_atom() {
            let layers: &[WordingLayer] = match self.wording {
                "printed" => &[WordingLayer::Printed],
                "both" => &[WordingLayer::Restated, WordingLayer::Printed],
                _ => &[WordingLayer::Restated],
            };
            for &layer in layers {
                out.push(' ');
                match node.text(layer) {
                    Some(wording) => {
                        if layers.len() > 1 && layer == WordingLayer::Printed {
                            out.push_str("= ");
                        }
                        out.push_str(&self.words(wording));
                    }
                    None if layer == WordingLayer::Printed => out.push_str("= not held in print"),
                    None => out.push_str("not held"),
                }
            }
        }
        if !node.pending.is_empty() {
            let waiting: Vec<String> = node
                .pending
                .iter()
                .map(|&patch| self.patch(patch))
                .collect();
            let _ = write!(out, " pending {}", waiting.join(", "));
        }
        out.push('\n');
        if let Some(conflict) = &node.conflict {
            for side in &conflict.sides {
                let _ = writeln!(out, "{indent}  ⟨ {}", self.patch(side.patch));
                let around =
                    side.tree.get(unit).filter(|n| n.gone.is_none()).is_none() || kind.is_atom();
                match tree.get(unit).and_then(|n| n.parent).filter(|_| around) {
                    // the replacement of the unit is next to it
                    Some(parent) => {
                        for &child in side.tree.all_children(parent) {
                            if child == unit || tree.get(child).is_none() {
                                self.unit(out, &side.tree, child, depth + 2);
                            }
                        }
                    }
                    None => side
                        .tree
                        .all_children(unit)
                        .iter()
                        .for_each(|&child| self.unit(out, &side.tree, child, depth + 2)),
                }
            }
        }
        for &child in &node.children {
            self.unit(out, tree, child, depth + 1);
        }
    }

    fn words(&self, wording: &Wording) -> String {
        if wording.is_hole() {
            return "…".into();
        }
        let runs: Vec<_> = wording.runs().collect();
        match runs.as_slice() {
            [] => "\"\"".into(),
            [(_, patch)] if patch.0 == 0 => format!("\"{}\"", wording.text),
            [(_, patch)] => format!("\"{}\" [{}]", wording.text, self.patch(*patch)),
            several => {
                let named: Vec<String> = several
                    .iter()
                    .filter(|(_, patch)| patch.0 != 0)
                    .map(|(span, patch)| {
                        format!("{} ‹{}›", self.patch(*patch), span.of(&wording.text).trim())
                    })
                    .collect();
                format!("\"{}\" [{}]", wording.text, named.join(", "))
            }
        }
    }
}

/// What is wrong with the files of an analysis, each under the bytes at fault.
pub(crate) fn faults(analysis: &Analysis, db: &RulesetDb) -> String {
    let mut out = String::new();
    let parsed = analysis
        .files()
        .flat_map(|file| &file.diagnostics)
        .chain(analysis.ruleset_diagnostics());
    for finding in parsed {
        let text = analysis
            .source(finding.at.source)
            .map_or("", |source| &source.text);
        let _ = write!(out, "{}", render::diagnostic(text, finding));
    }
    for id in db.section_ids() {
        let Some(section) = db.section(id) else {
            continue;
        };
        let renderer = UnitRenderer {
            section: &section,
            wording: "restated",
        };
        for fault in &section.errors {
            let Some(patch) = section.patch(fault.patch) else {
                continue;
            };
            let _ = writeln!(
                out,
                "{}: {}",
                renderer.patch(fault.patch),
                render_error(&renderer, &fault.kind)
            );
            let source = patch.file.source;
            let text = analysis.source(source).map_or("", |source| &source.text);
            render::range(&mut out, text, fault.span, "");
        }
    }
    out
}

/// A fault in a line.
pub(crate) fn render_error(renderer: &UnitRenderer<'_>, kind: &PatchErrorKind) -> String {
    match kind {
        PatchErrorKind::Rearrangement { why, help } => format!("{why}; {help}"),
        PatchErrorKind::Dangling { what, why, near } => {
            let near: Vec<String> = near
                .iter()
                .map(|near| format!("{} \"{}\"", near.written, near.words))
                .collect();
            let near = if near.is_empty() {
                String::new()
            } else {
                format!("; near: {}", near.join(", "))
            };
            format!("dangling {what}: {why}{near}")
        }
        PatchErrorKind::LinePosition => "printed line".into(),
        PatchErrorKind::Quote {
            quote,
            layer,
            found,
            expected,
            near,
        } => {
            let layer = if *layer == WordingLayer::Printed {
                " in print"
            } else {
                ""
            };
            let expected = expected.map_or_else(|| "some".to_owned(), |n| n.to_string());
            let near = if near.is_empty() {
                String::new()
            } else {
                format!("; near: {}", near.join(" | "))
            };
            format!("quote \"{quote}\"{layer}: {found} found, {expected} expected{near}")
        }
        PatchErrorKind::Count {
            unit,
            expected,
            found,
        } => format!("count: {expected} {unit}, found {found}"),
        PatchErrorKind::StaleValue {
            cell,
            expected,
            found,
        } => format!("stale value of {cell}: {expected} expected, {found} found"),
        PatchErrorKind::WrongName {
            name,
            reached,
            named,
        } => format!("wrong name #{name}: reached \"{reached}\", the name is on \"{named}\""),
        PatchErrorKind::SecondName { name, own } => {
            format!("`{name}` is a second name of `{own}`")
        }
        PatchErrorKind::DuplicateName { name } => format!("name #{name} twice"),
        PatchErrorKind::Payload { why } => format!("payload: {why}"),
        PatchErrorKind::Overtaken { words, by } => {
            format!("overtaken: \"{words}\" went by {}", renderer.patch(*by))
        }
        PatchErrorKind::Conflict { other, words } => {
            format!("conflict with {} over \"{words}\"", renderer.patch(*other))
        }
        PatchErrorKind::OrderDependent { other } => {
            format!("order depends on {}", renderer.patch(*other))
        }
        PatchErrorKind::FactLost { fact, cut } => {
            format!("fact {fact} {}", if *cut { "cut" } else { "dropped" })
        }
        PatchErrorKind::TwinShape { why } => format!("twin shape: {why}"),
        PatchErrorKind::Pending { unit } => format!("pending on {}", renderer.identity(*unit)),
    }
}
