//! The lint `fact-unread`: a note for each file with marked numbers that no rule of play reads.
//! It also warns of a mark that looks like a misspelling of one that a rule of play reads.

use super::context::{LintContext, rules_texts};
use crate::{
    diagnostic::{Diagnostic, Severity},
    resolve::IndexedNameKind,
    scenario::facts_used,
    syntax::{MarkKind, RulesFile},
    text::{join, near::nearest},
};
use std::collections::BTreeSet;

pub(super) fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let mut names = BTreeSet::new();
    let mut first = None;
    for text in rules_texts(file) {
        for mark in &text.marks {
            if let Some(name) = mark.fact() {
                first.get_or_insert_with(|| file.locate(text.source_span(mark.span)));
                names.insert(name);
            }
        }
    }
    if names.is_empty() {
        return;
    }
    let read = facts_used(context.analysis, &context.db.ruleset.key);
    report_misspelt(context, file, &read, out);
    names.retain(|name| !read.contains(name));
    if let Some(first) = first.filter(|_| !names.is_empty()) {
        let message = match names.len() {
            1 => "no check uses the fact marked in this file yet".to_owned(),
            n => format!("no check uses the {n} facts marked in this file yet"),
        };
        out.push(
            Diagnostic::note("fact-unread", first, message)
                .label(join(names.iter().take(6).copied(), ", ")),
        );
    }
}

/// Reports the facts that resemble one that a check reads and no text marks any more: a misspelling
/// would leave the check without its number.
fn report_misspelt(
    context: LintContext<'_>,
    file: &RulesFile,
    read: &BTreeSet<&str>,
    out: &mut Vec<Diagnostic>,
) {
    let texts = rules_texts(file);
    for (text, mark) in texts.flat_map(|text| text.marks.iter().map(move |mark| (text, mark))) {
        let MarkKind::Fact(name) = &mark.kind else {
            continue;
        };
        if read.contains(&**name) {
            continue;
        }
        let Some(near) = nearest(name, read.iter().copied()) else {
            continue;
        };
        // the check may be what is misspelt, of another fact
        let (known, _) = context
            .db
            .names_matching(IndexedNameKind::Fact, "", usize::MAX);
        if nearest(near, known.iter().map(|known| &**known)) != Some(&**name) {
            continue;
        }
        let words = file.locate(text.source_span(mark.span));
        let Some(at) = context.address_location(words, &format!("fact:{name}")) else {
            continue;
        };
        let message = format!("no check reads `{name}`, and nothing marks `{near}`");
        let mut diagnostic = Diagnostic::note("fact-unread", at, message);
        diagnostic.severity = Severity::Warning;
        out.push(
            // which of the two is misspelt is not known
            diagnostic.did_you_mean(format!("fact:{near}")),
        );
    }
}
