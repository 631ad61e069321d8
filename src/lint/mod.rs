//! What is wrong, doubtful or worth knowing in rules files. In code a check is a *lint*; a rule is only ever the game's.
//!
//! One lint is one file with its page: `stale_value.rs` beside `stale_value.md`, and a row of [`LINTS`]. The resolver tells faults
//! as data; the lint of that kind puts them into words (`fault.rs` hands them out). Faults of the notation are told by the parser;
//! their rows and pages stand here too, so that every code can be explained.

mod at;
mod attribute_value;
mod conflict;
mod contradiction;
mod count_not_met;
mod dangling_address;
mod diagnostics_cache;
mod duplicate_id;
mod empty_payload;
mod fact_lost;
mod fact_unread;
mod fault;
mod frame_missing;
mod front_differs;
mod heading_differs;
mod held_text_differs;
mod instruction_numbers;
mod levels;
mod open_instruction;
mod order_dependent;
mod overtaken;
mod page_differs;
mod payload_shape;
mod pending_edit;
mod printed_line;
mod quote_not_found;
mod stale_value;
mod suppression;
mod table;
mod uncited;
mod unknown_document;
mod unknown_edition;
mod unknown_link;
mod unknown_scope;
mod unused_payload;
mod wording_mismatch;
mod wrong_name;

pub use at::{blocks, deep, inlines};
pub use diagnostics_cache::{Declared, DiagnosticsCache, Unchecked, check_cached};
pub use levels::Levels;
pub use suppression::can_be_allowed;
pub use table::LINTS;

use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Location, Severity},
    resolve::{RulesetDb, Section},
    syntax::{File, Layer, Role},
    text::{SourceId, near::nearest},
};
use at::At;

/// A kind of finding.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// Its name: `stale-value`.
    pub code: &'static str,
    /// How much it matters; the most, where that depends.
    pub severity: Severity,
    /// What it finds, in a few words.
    pub title: &'static str,
    /// Its page, in Markdown: what it means, an example, the cure.
    pub page: &'static str,
    checks: &'static [Check],
}

/// Who looks, and at what.
#[derive(Clone, Copy, Debug)]
enum Check {
    /// The reader of the notation or of `ruleset.toml`, while it reads.
    Reading,
    /// The resolver; [`fault`] puts what it tells into words.
    Resolving,
    /// A look at one rules file.
    File(fn(At<'_>, &File, &mut Vec<Diagnostic>)),
    /// A look at one resolved section.
    Section(fn(At<'_>, &Section, &mut Vec<Diagnostic>)),
    /// A look at what all others tell of one rules file.
    Told(fn(&File, usize, &mut Vec<Diagnostic>)),
}

impl Lint {
    /// Starts a finding of this kind at its usual severity.
    fn find(&self, at: Location, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.code, self.severity, at, message)
    }
}

/// The lint of that code.
pub fn explain(code: &str) -> Option<&'static Lint> {
    LINTS.iter().find(|lint| lint.code == code)
}

/// The code that was probably meant by one that does not exist.
pub fn near(code: &str) -> Option<&'static str> {
    nearest(code, LINTS.iter().map(|lint| lint.code))
}

/// Everything that is to be said of all sources: faults of the notation, of the files that describe rulesets, and all lints. In
/// the order of paths and places, each finding once. Resolves every section.
pub fn check(analysis: &Analysis) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = analysis.ruleset_faults().to_vec();
    out.extend(
        analysis
            .files()
            .flat_map(|file| file.diagnostics.iter().cloned()),
    );
    for at in analysis
        .ruleset_dbs()
        .filter_map(|(_, db)| look(analysis, db, None))
    {
        at.db
            .files()
            .for_each(|file| file_lints(at, file, &mut out));
        let found = at.db.each_section(|section| {
            let mut found = Vec::new();
            section_lints(at, section, &mut found);
            found
        });
        out.extend(found.into_iter().flatten());
    }
    let mut out = sorted(analysis, out);
    analysis
        .files()
        .for_each(|file| told_lints(analysis, file, &mut out));
    sorted(analysis, out)
}

/// What is to be said of a section of a ruleset, in no order: in the source `only`, or in whichever.
pub fn check_section(
    analysis: &Analysis,
    db: &RulesetDb,
    id: &str,
    only: Option<SourceId>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(at) = look(analysis, db, only)
        && let Some(section) = db.section(id)
    {
        section_lints(at, &section, &mut found);
    }
    found
}

/// What is to be said of a source by itself, in no order: it rests on its text and on which names, documents and pages there are, but not
/// on what sections say.
pub fn check_file(analysis: &Analysis, source: SourceId) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = analysis
        .ruleset_faults()
        .iter()
        .filter(|fault| fault.at.source == source)
        .cloned()
        .collect();
    if let Some(file) = analysis.file(source) {
        out.extend(file.diagnostics.iter().cloned());
        if let Some(at) = analysis
            .ruleset_db_of(source)
            .and_then(|db| look(analysis, db, Some(source)))
        {
            file_lints(at, file, &mut out);
        }
    }
    out
}

/// What [`check`] says of one source, if `found` is what [`check_file`] says of it, and [`check_section`] in all sections, of this source or
/// of others too.
pub fn check_with(
    analysis: &Analysis,
    source: SourceId,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    found.retain(|finding| finding.at.source == source);
    let mut out = sorted(analysis, found);
    if let Some(file) = analysis.file(source) {
        told_lints(analysis, file, &mut out);
    }
    sorted(analysis, out)
}

/// What [`check`] says of one source, at the cost of that source and the sections that it has a part in.
pub fn check_source(analysis: &Analysis, source: SourceId) -> Vec<Diagnostic> {
    let mut found = check_file(analysis, source);
    if let Some(db) = analysis.ruleset_db_of(source) {
        found.extend(
            db.concerned_by(source)
                .into_iter()
                .flat_map(|id| check_section(analysis, db, id, Some(source))),
        );
    }
    check_with(analysis, source, found)
}

/// A look at a ruleset, for what is to be said of the source `only` or of whichever. While its `ruleset.toml` cannot be read there is none:
/// of names that are not known for want of it nothing is said.
fn look<'w>(analysis: &'w Analysis, db: &'w RulesetDb, only: Option<SourceId>) -> Option<At<'w>> {
    (!db.ruleset.unreadable).then_some(At { analysis, db, only })
}

fn file_lints(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    // printed wording of sheets is compared with the restated one, not checked for itself
    if file.front.layer == Layer::Printed
        && matches!(file.role, Role::Base | Role::Amend | Role::Clarify)
    {
        return;
    }
    for check in LINTS.iter().flat_map(|lint| lint.checks) {
        match check {
            Check::File(look) => look(at, file, out),
            Check::Reading | Check::Resolving | Check::Section(_) | Check::Told(_) => {}
        }
    }
}

fn section_lints(at: At<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    fault::in_words(at, section, out);
    for check in LINTS.iter().flat_map(|lint| lint.checks) {
        match check {
            Check::Section(look) => look(at, section, out),
            Check::Reading | Check::Resolving | Check::File(_) | Check::Told(_) => {}
        }
    }
}

fn told_lints(analysis: &Analysis, file: &File, out: &mut Vec<Diagnostic>) {
    let Some(source) = analysis.source(file.source) else {
        return;
    };
    if analysis
        .ruleset_db(&source.ruleset)
        .is_some_and(|db| look(analysis, db, None).is_none())
    {
        return;
    }
    let length = source.text.len();
    for check in LINTS.iter().flat_map(|lint| lint.checks) {
        match check {
            Check::Told(look) => look(file, length, out),
            Check::Reading | Check::Resolving | Check::File(_) | Check::Section(_) => {}
        }
    }
}

fn sorted(analysis: &Analysis, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let path = |at: Location| {
        analysis
            .source(at.source)
            .map(|source| source.path.as_str())
    };
    let key = |d: &Diagnostic| (d.at.span, d.code.clone(), d.message.clone());
    found.sort_by(|a, b| {
        path(a.at)
            .cmp(&path(b.at))
            .then_with(|| (a.at.source, key(a)).cmp(&(b.at.source, key(b))))
    });
    found.dedup();
    found
}
