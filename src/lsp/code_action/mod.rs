//! Code actions: the table of all of them, in the order in which the user sees them.

mod allow;
mod context;
mod deviation;
mod expect;
mod fix;
mod fix_all;
mod handler;
mod link;
mod patch;
mod scenario;
mod section;
mod sheet_insertion;
mod verdict;
mod withdraw;

use Collect::{InAny, InRules};
use context::{FIX_ALL, ProposedAction, QUICK, REWRITE, RulesContext, SelectionContext};

pub(super) use handler::{actions, resolve, set_capabilities};
pub(super) use verdict::VERDICTS;

/// A function that adds the actions of a row of the table that apply to a selection.
enum Collect {
    /// In files of any kind.
    InAny(for<'a> fn(&'a SelectionContext<'a>, &mut Vec<ProposedAction<'a>>)),
    /// In rules files.
    InRules(for<'a> fn(&'a RulesContext<'a>, &mut Vec<ProposedAction<'a>>)),
}

/// The kinds of actions in the protocol.
const KINDS: [&str; 3] = [QUICK, REWRITE, FIX_ALL];

/// All actions, each with its kind.
const ACTIONS: &[(&str, Collect)] = &[
    (QUICK, InAny(fix::collect)),
    (QUICK, InRules(section::collect)),
    (QUICK, InRules(verdict::collect)),
    (QUICK, InRules(allow::collect)),
    (QUICK, InAny(scenario::allow)),
    (REWRITE, InRules(link::collect)),
    (REWRITE, InRules(expect::collect)),
    (REWRITE, InRules(deviation::collect)),
    (REWRITE, InRules(patch::collect)),
    (REWRITE, InRules(withdraw::collect)),
    (FIX_ALL, InAny(fix_all::collect)),
    (REWRITE, InAny(scenario::migrate)),
];

impl Collect {
    /// Returns the actions for a selection, which is in a rules file if there is a `rules` context.
    fn actions<'a>(
        &self,
        selection: &'a SelectionContext<'a>,
        rules: Option<&'a RulesContext<'a>>,
    ) -> Vec<ProposedAction<'a>> {
        let mut out = Vec::new();
        match (self, rules) {
            (InAny(collect), _) => collect(selection, &mut out),
            (InRules(collect), Some(rules)) => collect(rules, &mut out),
            (InRules(_), None) => {}
        }
        out
    }
}
