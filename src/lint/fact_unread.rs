//! The lint `fact-unread`: a note for each file with marked numbers that no rule of play reads.

use super::{
    context::{LintContext, rules_blocks},
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    scenario::facts_used,
    syntax::{MarkKind, RulesFile},
};
use std::collections::BTreeSet;

pub(super) const LINT: Lint = Lint {
    code: "fact-unread",
    severity: Severity::Note,
    title: "marked numbers that no check uses yet",
    page: include_str!("fact_unread.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let mut names = BTreeSet::new();
    let mut first = None;
    for text in rules_blocks(file)
        .into_iter()
        .filter_map(|block| block.text())
    {
        for mark in &text.marks {
            match &mark.kind {
                MarkKind::Fact(name) => {
                    first.get_or_insert_with(|| {
                        Location::new(file.source, text.source_span(mark.span))
                    });
                    names.insert(&**name);
                }
                MarkKind::Term(_)
                | MarkKind::Link(_)
                | MarkKind::Url(_)
                | MarkKind::Strike
                | MarkKind::Strong
                | MarkKind::Emphasis
                | MarkKind::Hole => {}
            }
        }
    }
    if names.is_empty() {
        return;
    }
    let read = facts_used(context.analysis, &context.db.ruleset.key);
    names.retain(|name| !read.contains(name));
    if let Some(first) = first.filter(|_| !names.is_empty()) {
        let message = match names.len() {
            1 => "no check uses the fact marked in this file yet".to_owned(),
            n => format!("no check uses the {n} facts marked in this file yet"),
        };
        out.push(
            LINT.diagnostic(first, message)
                .label(names.iter().take(6).copied().collect::<Vec<_>>().join(", ")),
        );
    }
}
