//! `blame`: each row of a clause with the sources of its words, which are the
//! instructions that wrote or removed words, newest first, and the base text.

use super::{
    Answer, AnswerResult, ClauseQuery, Reference,
    parts::{title, view},
    reference,
    view::{AnswerContext, Drawing, QueryArgs, Reply, ViewQuery},
};
use crate::{
    analysis::{ClauseBlock, ClauseView, Origin, Settings, WordingKind, not_held},
    doc::{Block, HOLE, Row, quiet},
    model::{Document, DocumentKind, Ruleset},
    text::{join, prefixed},
};
use clap::Args;
use serde::Serialize;

/// Show which instruction wrote each sentence: edition, date, number
#[derive(Clone, Debug, Args)]
pub struct Blame {
    /// The clause.
    #[command(flatten)]
    pub of: ClauseQuery,
}

/// A clause, to be shown with the sources of its words.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct BlameView(pub ClauseView);

impl QueryArgs for Blame {
    const NAME: &'static str = "blame";

    const EXAMPLES: &'static str = "Example:
  rulebook blame recoiling --at 3.4";
}

impl ViewQuery for Blame {
    type Reply = BlameView;

    fn words(&self) -> (String, Settings) {
        self.of.words()
    }

    fn answer(&self, context: AnswerContext<'_>) -> AnswerResult<BlameView> {
        let found = context.target()?;
        let view = context.clause(&found, "blame")?;
        Ok(Answer::about(&found, BlameView(view)))
    }
}

impl Reply for BlameView {
    fn doc(&self, drawing: &Drawing<'_>) -> Vec<Block> {
        blame(drawing.ruleset, &self.0)
    }

    fn references(&self) -> Vec<Reference> {
        reference::of_clauses(&self.0)
    }
}

/// Returns clauses with the sources of their words.
fn blame(ruleset: &Ruleset, answer: &ClauseView) -> Vec<Block> {
    let mut out = Vec::new();
    for clause in &answer.clauses {
        out.push(view(ruleset, &answer.query, clause.page_text()));
        out.push(title(&clause.path, &clause.id));
        out.extend(clause.state_line());
        out.extend(clause.notices.iter().map(Block::paragraph));
        let is_shown = |block: &&ClauseBlock| block.kind != "heading" || !is_base(block);
        let rows = clause.blocks.iter().filter(is_shown);
        let rows = rows.map(|block| (sources(ruleset, block), row(block)));
        out.push(Block::Sources(rows.collect()));
    }
    out
}

fn is_base(block: &ClauseBlock) -> bool {
    let mut runs = block.provenance.iter();
    runs.all(|run| run.origin.address.is_none())
}

fn row(block: &ClauseBlock) -> Row {
    let label = join(block.row.iter().chain(&block.label), " ");
    Row {
        depth: block.depth,
        starts: block.first,
        label: Some(label).filter(|label| !label.is_empty()),
        text: match block.text.as_str() {
            HOLE => quiet(not_held(block, 1)).into(),
            words => words.into(),
        },
        ..Row::default()
    }
}

/// Returns the sources that wrote a block or its label or removed words from it, newest first.
fn sources(ruleset: &Ruleset, block: &ClauseBlock) -> Vec<String> {
    let written = block.provenance.iter().map(|run| &run.origin);
    let others = block
        .pending
        .iter()
        .chain(&block.cut)
        .chain(&block.label_by);
    let mut origins: Vec<&Origin> = written.chain(others).collect();
    origins.sort_by(|a, b| b.date.cmp(&a.date));
    let mut out: Vec<String> = Vec::new();
    for origin in origins {
        let edition = &origin.edition;
        let source = match &origin.address {
            Some(_) => {
                let date = origin.date_text.as_deref().unwrap_or_default();
                format!("{edition}  {date}  {}", origin.patch)
            }
            None => {
                let document = match block.wording {
                    _ if is_from_elsewhere(ruleset, origin) => origin.short.as_str(),
                    WordingKind::Printed => "as printed",
                    WordingKind::Restated => "restated",
                    WordingKind::Original => "original",
                    WordingKind::None => "not included",
                };
                let quoted = prefixed(", ", origin.quotation());
                format!("{edition}  {document}{quoted}")
            }
        };
        if !out.contains(&source) {
            out.push(source);
        }
    }
    out
}

/// Returns whether base text comes from notes, a book or another document, not from the base
/// document of its edition.
fn is_from_elsewhere(ruleset: &Ruleset, origin: &Origin) -> bool {
    let Some(own) = ruleset.documents.get(&origin.document) else {
        return false;
    };
    let is_base = |document: &&Document| {
        document.kind == DocumentKind::Base && document.edition == own.edition
    };
    let base = ruleset.documents.values().find(is_base);
    ruleset.amended_edition(own.edition).is_some()
        || base.is_none_or(|document| document.key != own.key)
}
