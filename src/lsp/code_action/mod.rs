//! Code actions: the table of those for rules files; `other_files` has those for other files.

mod allow;
mod context;
mod deviation;
mod expect;
mod fix;
mod fix_all;
mod handler;
mod link;
mod other_files;
mod patch;
mod section;
mod sheet_insertion;
mod verdict;
mod withdraw;

use context::{FIX_ALL, ProposedAction, QUICK, REWRITE, RulesContext, SelectionContext};
use other_files::OTHER_FILE_ACTIONS;

pub(super) use handler::{actions, resolve, set_capabilities};
pub(super) use verdict::VERDICTS;

/// A function that adds the actions of one row of the table that apply in a rules file.
type RulesAction = for<'a> fn(&'a RulesContext<'a>, &mut Vec<ProposedAction<'a>>);

/// All actions in rules files, each with its kind in the protocol, in the order in which the user
/// sees them.
const ACTIONS: &[(&str, RulesAction)] = &[
    (QUICK, fix::collect),
    (QUICK, section::collect),
    (QUICK, verdict::collect),
    (QUICK, allow::collect),
    (REWRITE, link::collect),
    (REWRITE, expect::collect),
    (REWRITE, deviation::collect),
    (REWRITE, patch::collect),
    (REWRITE, withdraw::collect),
    (FIX_ALL, fix_all::collect),
];

/// Returns the kinds of the rows of the table for a document.
fn kinds(rules: bool) -> Vec<&'static str> {
    if rules {
        ACTIONS.iter().map(|(kind, _)| *kind).collect()
    } else {
        OTHER_FILE_ACTIONS.iter().map(|(kind, _)| *kind).collect()
    }
}

/// Returns the actions that a row proposes.
fn proposed_actions<'a>(
    rules_context: Option<&'a RulesContext<'a>>,
    selection: &'a SelectionContext<'a>,
    row: usize,
) -> Vec<ProposedAction<'a>> {
    let mut out = Vec::new();
    if let Some(context) = rules_context {
        if let Some((_, collect)) = ACTIONS.get(row) {
            collect(context, &mut out);
        }
    } else if let Some((_, collect)) = OTHER_FILE_ACTIONS.get(row) {
        collect(selection, &mut out);
    }
    out
}
