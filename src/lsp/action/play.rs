//! What can be done about a scenario, a rule of play or a vocabulary.

use super::{FIX_ALL, Offer, QUICK};
use crate::{
    diagnostic::{Diagnostic, Edit, Location},
    lsp::{play::Play, position::Lines, snapshot::Snapshot},
    text::{SourceId, Span},
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::Range;

/// What is asked about.
pub(super) struct Stage {
    pub(super) source: SourceId,
    pub(super) lines: Lines,
    /// The bytes that are marked; empty where the cursor stands.
    pub(super) span: Span,
    /// What is wrong with the document.
    pub(super) findings: Arc<[Diagnostic]>,
    /// The scenario that it is.
    pub(super) play: Option<Arc<Play>>,
}

/// A row of the table of actions.
pub(super) struct Played {
    /// The kind, as the protocol names kinds.
    pub(super) kind: &'static str,
    /// Adds what can be done.
    pub(super) offer: for<'a> fn(&'a Stage, &mut Vec<Offer<'a>>),
}

/// All actions, in the order in which they are shown.
pub(super) const PLAYED: &[Played] =
    &[Played { kind: QUICK, offer: fix }, Played { kind: QUICK, offer: allow }, Played { kind: FIX_ALL, offer: fix_all }];

impl Stage {
    pub(super) fn new(snapshot: &Snapshot<'_>, source: SourceId, range: Range) -> Self {
        let lines = snapshot.lines(source);
        let span = lines.bytes(range);
        let play = snapshot.library.play(source, snapshot.session.around.today());
        Self { source, lines, span, findings: snapshot.findings(source).into(), play }
    }

    /// The findings that are marked, with their numbers.
    fn found(&self) -> impl Iterator<Item = (usize, &Diagnostic)> {
        let meets = |span: Span| span.start <= self.span.end && self.span.start <= span.end;
        self.findings.iter().enumerate().filter(move |(_, finding)| meets(finding.at.span))
    }
}

/// The cures of the findings that are marked, best first.
fn fix<'a>(stage: &'a Stage, out: &mut Vec<Offer<'a>>) {
    for (number, finding) in stage.found() {
        for (at, fix) in finding.fixes.iter().enumerate() {
            out.push(Offer::new(fix.title.clone(), fix.edits.clone()).curing(number).preferred(at == 0));
        }
    }
}

/// Allows what a rule of play finds. The reason is for the author to write: until then the comment allows nothing.
fn allow<'a>(stage: &'a Stage, out: &mut Vec<Offer<'a>>) {
    if stage.play.is_none() {
        return;
    }
    for (number, finding) in stage.found() {
        let Some((_, own)) = finding.code.split_once('/') else { continue };
        let start = stage.lines.span(stage.lines.line(finding.at.span.start)).start;
        let edit = Edit { at: Location::new(stage.source, Span::new(start, start)), text: format!("<!-- allow {own}: … -->\n") };
        out.push(Offer::new(format!("allow `{own}` here, with a reason"), vec![edit]).curing(number));
    }
}

/// The first cure of every finding. Of those that meet the first one counts, and the others wait for the next time.
fn fix_all<'a>(stage: &'a Stage, out: &mut Vec<Offer<'a>>) {
    let mut all: Vec<Edit> = Vec::new();
    for fix in stage.findings.iter().filter_map(|finding| finding.fixes.first()) {
        let meets = |new: &Edit| {
            let near = |old: &Edit| old.at.span.start <= new.at.span.end && new.at.span.start <= old.at.span.end;
            new.at.source != stage.source || all.iter().any(near)
        };
        if !fix.edits.iter().any(meets) {
            all.extend(fix.edits.iter().cloned());
        }
    }
    if !all.is_empty() {
        out.push(Offer::dear("mend everything that has a cure", move || all.clone()));
    }
}
