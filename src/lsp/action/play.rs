//! What can be done about a scenario, a rule of play or a vocabulary.

use super::{FIX_ALL, Offer, QUICK, REWRITE};
use crate::{
    diagnostic::{Diagnostic, Location, SourceEdit},
    lsp::{position::Lines, snapshot::Snapshot},
    scenario::{ScenarioDocument, ruling},
    text::{SourceId, Span, line_diff},
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::Range;

/// What is asked about.
pub(super) struct Stage<'a> {
    snapshot: &'a Snapshot<'a>,
    pub(super) source: SourceId,
    pub(super) lines: Lines,
    /// The bytes that are marked; empty where the cursor stands.
    pub(super) span: Span,
    /// What is wrong with the document.
    pub(super) findings: Arc<[Diagnostic]>,
    /// The scenario that it is.
    pub(super) play: Option<Arc<ScenarioDocument>>,
}

/// A row of the table of actions.
pub(super) struct Played {
    /// The kind, as the protocol names kinds.
    pub(super) kind: &'static str,
    /// Adds what can be done.
    pub(super) offer: for<'a> fn(&'a Stage<'a>, &mut Vec<Offer<'a>>),
}

/// All actions, in the order in which they are shown.
pub(super) const PLAYED: &[Played] = &[
    Played {
        kind: QUICK,
        offer: fix,
    },
    Played {
        kind: QUICK,
        offer: allow,
    },
    Played {
        kind: FIX_ALL,
        offer: fix_all,
    },
    Played {
        kind: REWRITE,
        offer: migrate,
    },
];

impl<'a> Stage<'a> {
    pub(super) fn new(snapshot: &'a Snapshot<'a>, source: SourceId, range: Range) -> Self {
        let lines = snapshot.lines(source);
        let span = lines.bytes(range);
        let play = snapshot
            .state
            .scenario(source, snapshot.session.around.today());
        Self {
            snapshot,
            source,
            lines,
            span,
            findings: snapshot.findings(source).into(),
            play,
        }
    }

    /// The findings that are marked, with their numbers.
    fn found(&self) -> impl Iterator<Item = (usize, &Diagnostic)> {
        let meets = |span: Span| span.start() <= self.span.end() && self.span.start() <= span.end();
        self.findings
            .iter()
            .enumerate()
            .filter(move |(_, finding)| meets(finding.at.span))
    }
}

/// The cures of the findings that are marked, best first.
fn fix<'a>(stage: &'a Stage<'a>, out: &mut Vec<Offer<'a>>) {
    for (number, finding) in stage.found() {
        for (at, fix) in finding.fixes.iter().enumerate() {
            out.push(
                Offer::new(fix.title.clone(), fix.edits.clone())
                    .curing(number)
                    .preferred(at == 0),
            );
        }
    }
}

/// Allows what a rule of play finds. The reason is for the author to write: until then the comment allows nothing.
fn allow<'a>(stage: &'a Stage<'a>, out: &mut Vec<Offer<'a>>) {
    if stage.play.is_none() {
        return;
    }
    for (number, finding) in stage.found() {
        let Some((_, own)) = finding.code.split_once('/') else {
            continue;
        };
        let start = stage
            .lines
            .span(stage.lines.line(finding.at.span.start()))
            .start();
        let edit = SourceEdit {
            at: Location::new(stage.source, Span::new(start, start)),
            text: format!("<!-- allow {own}: … -->\n"),
        };
        out.push(
            Offer::new(format!("allow `{own}` here, with a reason"), vec![edit]).curing(number),
        );
    }
}

/// The first cure of every finding. Of those that meet the first one counts, and the others wait for the next time.
fn fix_all<'a>(stage: &'a Stage<'a>, out: &mut Vec<Offer<'a>>) {
    let mut all: Vec<SourceEdit> = Vec::new();
    for fix in stage
        .findings
        .iter()
        .filter_map(|finding| finding.fixes.first())
    {
        let meets = |new: &SourceEdit| {
            let near = |old: &SourceEdit| {
                old.at.span.start() <= new.at.span.end() && new.at.span.start() <= old.at.span.end()
            };
            new.at.source != stage.source || all.iter().any(near)
        };
        if !fix.edits.iter().any(meets) {
            all.extend(fix.edits.iter().cloned());
        }
    }
    if !all.is_empty() {
        out.push(Offer::dear("mend everything that has a cure", move || {
            all.clone()
        }));
    }
}

/// Moves the scenario to another edition, as `rulebook migrate` does.
fn migrate<'a>(stage: &'a Stage<'a>, out: &mut Vec<Offer<'a>>) {
    let Some(Ok(case)) = stage.play.as_ref().map(|play| &play.case) else {
        return;
    };
    let Some(db) = stage.snapshot.analysis().ruleset_db(&case.ruleset) else {
        return;
    };
    for edition in db
        .ruleset
        .editions
        .iter()
        .rev()
        .filter(|edition| edition.id != case.rule_values.edition)
    {
        let from = db
            .ruleset
            .edition(&edition.id)
            .and_then(|ix| db.ruleset.in_force_from(ix));
        if from.is_none_or(|from| from.counts_from() <= case.rule_values.view.as_of) {
            out.push(Offer::dear(
                format!("migrate to {}", edition.id),
                move || moved(stage, &edition.id),
            ));
        }
    }
}

/// The changes that lead to another edition; none where the scenario cannot be judged there.
fn moved(stage: &Stage<'_>, edition: &str) -> Vec<SourceEdit> {
    let (state, text) = (stage.snapshot.state, stage.lines.text());
    let ruling = ruling(stage.snapshot.session.around.today());
    match state
        .checker
        .migrate(&state.analysis, stage.source, text, edition, &ruling)
    {
        Ok(moved) => {
            let edits = line_diff::edits(text, &moved.text).into_iter();
            edits
                .map(|(span, text)| SourceEdit {
                    at: Location::new(stage.source, span),
                    text,
                })
                .collect()
        }
        Err(_) => Vec::new(),
    }
}
