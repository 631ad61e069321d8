//! Runs the lints on all sources, some rulesets or one source; returns all their diagnostics and caches
//! nothing.

use super::{
    consequences::remove_consequences, context::LintContext, definition::LintPass,
    patch_errors::report_faults, table::LINTS, toml_files::check_ruleset_file,
};
use crate::{
    analysis::{Analysis, SourceKind},
    diagnostic::{Diagnostic, Location},
    resolve::{RulesetDb, Section},
    syntax::{FileRole, RulesFile, WordingLayer},
    text::SourceId,
};

/// Returns the diagnostics of parsers and lints for all sources, by path and place, none twice.
/// Resolves every section.
pub fn check(analysis: &Analysis) -> Vec<Diagnostic> {
    check_rulesets(analysis, |_| true)
}

/// Returns the same as [`check`] for the sources of some rulesets, by key, and at least errors of
/// syntax for those of others.
pub fn check_rulesets(analysis: &Analysis, is_checked: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = analysis.ruleset_diagnostics().to_vec();
    out.extend(
        analysis
            .files()
            .flat_map(|file| file.diagnostics.iter().cloned()),
    );
    for context in analysis
        .ruleset_dbs()
        .filter(|(key, _)| is_checked(key))
        .filter_map(|(_, db)| context_for(analysis, db, None))
    {
        check_ruleset_file(analysis, context.db, &mut out);
        context
            .db
            .files()
            .for_each(|file| run_file_passes(context, file, &mut out));
        let found = context.db.map_sections(|section| {
            let mut found = Vec::new();
            run_section_passes(context, section, &mut found);
            found
        });
        out.extend(found.into_iter().flatten());
    }
    for at in 0..analysis.sources().len() {
        run_toml_passes(analysis, SourceId(at as u32), &mut out);
    }
    remove_consequences(analysis, &mut out);
    let mut out = sort_by_place(analysis, out);
    analysis
        .files()
        .for_each(|file| run_diagnostics_passes(analysis, file, &mut out));
    sort_by_place(analysis, out)
}

/// Returns the diagnostics that [`check`] returns for one source.
/// Resolves only the sections that the source contributes to.
pub fn check_source(analysis: &Analysis, source: SourceId) -> Vec<Diagnostic> {
    let mut out = analysis.ruleset_diagnostics().to_vec();
    run_toml_passes(analysis, source, &mut out);
    let db = analysis.ruleset_db_of(source);
    if let Some(db) = db
        && analysis
            .source(source)
            .is_some_and(|own| own.kind == SourceKind::Ruleset)
    {
        check_ruleset_file(analysis, db, &mut out);
    }
    let file = analysis.file(source);
    if let Some(file) = file {
        out.extend(file.diagnostics.iter().cloned());
        if let Some(context) = db.and_then(|db| context_for(analysis, db, Some(source))) {
            run_file_passes(context, file, &mut out);
            for id in context.db.sections_of_source(source) {
                if let Some(section) = context.db.section(id) {
                    run_section_passes(context, &section, &mut out);
                }
            }
        }
    }
    out.retain(|diagnostic| diagnostic.at.source == source);
    remove_consequences(analysis, &mut out);
    let mut out = sort_by_place(analysis, out);
    if let Some(file) = file {
        run_diagnostics_passes(analysis, file, &mut out);
    }
    sort_by_place(analysis, out)
}

/// Returns the context for the lints of a ruleset; for the source `only`, or for all. There is none
/// while its `ruleset.toml` cannot be parsed: then all editions and documents would seem to be
/// unknown.
fn context_for<'w>(
    analysis: &'w Analysis,
    db: &'w RulesetDb,
    only: Option<SourceId>,
) -> Option<LintContext<'w>> {
    (!db.ruleset.unreadable).then_some(LintContext { analysis, db, only })
}

fn run_file_passes(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    // the printed wording of a sheet is compared with the restated one, not checked by itself
    if file.front.layer == WordingLayer::Printed
        && matches!(
            file.role,
            FileRole::Base | FileRole::Amend | FileRole::Clarify
        )
    {
        return;
    }
    for pass in LINTS.iter().flat_map(|lint| lint.passes) {
        if let LintPass::File(run) = pass {
            run(context, file, out);
        }
    }
}

fn run_toml_passes(analysis: &Analysis, source: SourceId, out: &mut Vec<Diagnostic>) {
    for pass in LINTS.iter().flat_map(|lint| lint.passes) {
        if let LintPass::Toml(run) = pass {
            run(analysis, source, out);
        }
    }
}

fn run_section_passes(context: LintContext<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    report_faults(context, section, out);
    for pass in LINTS.iter().flat_map(|lint| lint.passes) {
        if let LintPass::Section(run) = pass {
            run(context, section, out);
        }
    }
}

fn run_diagnostics_passes(analysis: &Analysis, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let Some(source) = analysis.source(file.source) else {
        return;
    };
    if analysis
        .ruleset_db(&source.ruleset)
        .is_some_and(|db| context_for(analysis, db, None).is_none())
    {
        return;
    }
    for pass in LINTS.iter().flat_map(|lint| lint.passes) {
        if let LintPass::Diagnostics(run) = pass {
            run(LINTS, file, &source.text, out);
        }
    }
}

fn sort_by_place(analysis: &Analysis, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
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
