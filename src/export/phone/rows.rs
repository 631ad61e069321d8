//! Answers of the world as rows of JSON. The order of the values in each is that in which `data.js` reads them.

use super::pool::{Pool, Texts, row, utf16};
use crate::{
    text::words::{Run, diff},
    world::{Block, Clause, LogEntry, Origin, Pair, Remark, SlipLine},
};
use serde_json::{Map, Value, json};

/// What is written once and named by number.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pub(super) texts: Texts,
    pub(super) origins: Pool,
    pub(super) blocks: Pool,
    /// What bears on clauses: rulings, remarks and so on, each.
    pub(super) items: Pool,
    /// The same, all that bears on one clause.
    pub(super) bearings: Pool,
    pub(super) cards: Pool,
    pub(super) entries: Pool,
    pub(super) pairs: Pool,
    pub(super) lines: Pool,
    pub(super) docs: Pool,
    pub(super) standings: Pool,
}

impl Pools {
    pub(super) fn origin(&mut self, origin: &Origin) -> usize {
        let address = self.texts.some(origin.address.as_deref());
        self.origins.put(&row(vec![
            json!(origin.patch),
            json!(origin.document),
            json!(origin.short),
            json!(origin.n),
            json!(origin.edition),
            json!(origin.date_text),
            json!(origin.page),
            json!(address),
            json!(origin.verb),
            json!(origin.quoted()),
        ]))
    }

    fn origins(&mut self, origins: &[Origin]) -> Vec<usize> {
        origins.iter().map(|origin| self.origin(origin)).collect()
    }

    pub(super) fn block(&mut self, block: &Block) -> usize {
        let place = |byte: usize| utf16(&block.text, byte);
        let provenance: Vec<_> =
            block.provenance.iter().map(|run| json!([place(run.start), place(run.end), self.origin(&run.origin)])).collect();
        let marks: Vec<_> = block
            .marks
            .iter()
            .map(|mark| row(vec![json!(place(mark.start)), json!(place(mark.end)), json!(mark.kind), json!(mark.target)]))
            .collect();
        let (pending, cut) = (self.origins(&block.pending), self.origins(&block.cut));
        let label_by = block.label_by.as_ref().map(|origin| self.origin(origin));
        let (text, restated) = (self.texts.put(&block.text), self.texts.some(block.restated.as_deref()));
        self.blocks.put(&row(vec![
            json!(block.id),
            json!(block.kind),
            json!(block.inside),
            json!(block.depth),
            json!(block.first),
            json!(block.label),
            json!(block.row),
            json!(text),
            json!(block.wording),
            json!(block.held),
            json!(provenance),
            json!(marks),
            json!(restated),
            json!(pending),
            json!(cut),
            json!(label_by),
        ]))
    }

    pub(super) fn blocks(&mut self, blocks: &[Block]) -> Vec<usize> {
        blocks.iter().map(|block| self.block(block)).collect()
    }

    /// A clause without its blocks: `place` says where among the blocks of its section they begin.
    pub(super) fn card(&mut self, clause: &Clause, unit: u32, place: usize) -> usize {
        let by = clause.state_by.as_ref().map(|origin| self.origin(origin));
        let (path, bearings) = (self.texts.all(&clause.path), self.bearings(clause));
        self.cards.put(&row(vec![
            json!(clause.id),
            json!(unit),
            json!(path),
            json!(clause.state),
            json!(place),
            json!(clause.blocks.len()),
            json!(bearings),
            json!(by),
            json!(clause.moved_to),
        ]))
    }

    fn remarks(&mut self, remarks: &[Remark]) -> Vec<usize> {
        let mut out = Vec::new();
        for remark in remarks {
            let (origin, text) = (self.origin(&remark.origin), self.texts.put(&remark.text));
            out.push(self.items.put(&json!([origin, text])));
        }
        out
    }

    /// What bears on a clause; none where nothing does.
    fn bearings(&mut self, clause: &Clause) -> Option<usize> {
        let mut out = Map::new();
        let mut put = |name: &str, items: Vec<usize>| {
            if !items.is_empty() {
                out.insert(name.to_owned(), json!(items));
            }
        };
        put("contradictions", self.remarks(&clause.contradictions));
        put("deviations", self.remarks(&clause.deviations));
        put("notes", self.remarks(&clause.notes));
        put("open", self.remarks(&clause.open));
        let mut items = Vec::new();
        for ruling in &clause.clarifications {
            let (text, reason) = (self.texts.put(&ruling.text), self.texts.put(&ruling.reason));
            items.push(self.items.put(&row(vec![
                json!(ruling.id),
                json!(ruling.document),
                json!(ruling.n),
                json!(ruling.state),
                json!(reason),
                json!(ruling.relation),
                json!(text),
                json!(ruling.units),
            ])));
        }
        put("rulings", items);
        let mut items = Vec::new();
        for conflict in &clause.conflicts {
            let sides: Vec<_> = conflict.sides.iter().map(|side| json!([self.origin(&side.origin), self.texts.put(&side.text)])).collect();
            items.push(self.items.put(&json!([conflict.id, sides])));
        }
        put("conflicts", items);
        let items = clause.withdrawn.iter().map(|one| {
            let sides = json!([self.origin(&one.change), self.origin(&one.by)]);
            self.items.put(&sides)
        });
        put("withdrawn", items.collect());
        let items = clause.earlier.iter().map(|one| {
            let text = self.texts.put(&one.text);
            self.items.put(&row(vec![json!(one.editions), json!(text), json!(one.until)]))
        });
        put("earlier", items.collect());
        let items = clause.lineage.iter().map(|one| {
            let by = self.origin(&one.by);
            self.items.put(&json!([one.relation, one.id, by]))
        });
        put("lineage", items.collect());
        let items = clause.numbering.iter().map(|one| self.items.put(&json!([one.editions, one.address])));
        put("numbering", items.collect());
        if !clause.children.is_empty() {
            out.insert("parts".to_owned(), json!(clause.children));
        }
        (!out.is_empty()).then(|| self.bearings.put(&out))
    }

    pub(super) fn entry(&mut self, entry: &LogEntry) -> usize {
        let mut changes = Vec::new();
        for change in &entry.changes {
            let (before, after) = (self.texts.some(change.before.as_deref()), self.texts.some(change.after.as_deref()));
            let runs = runs(change.before.as_deref(), change.after.as_deref());
            changes.push(row(vec![json!(change.id), json!(change.label), json!(before), json!(after), json!(runs)]));
        }
        let origin = self.origin(&entry.origin);
        let withdrawn = entry.withdrawn_by.as_ref().map(|by| self.origin(by));
        let note = self.texts.some(entry.note.as_deref());
        self.entries.put(&row(vec![
            json!(origin),
            json!(changes),
            json!(entry.pending),
            json!(entry.moved_to),
            json!(withdrawn),
            json!(entry.retroactive),
            json!(entry.scope),
            json!(note),
        ]))
    }

    pub(super) fn pair(&mut self, pair: &Pair) -> usize {
        let by = self.origins(&pair.by);
        let (before, after) = (self.texts.some(pair.before.as_deref()), self.texts.some(pair.after.as_deref()));
        let runs = runs(pair.before.as_deref(), pair.after.as_deref());
        self.pairs.put(&row(vec![
            json!(pair.id),
            json!(pair.kind),
            json!(pair.depth),
            json!(pair.label),
            json!(pair.fate),
            json!(before),
            json!(after),
            json!(runs),
            json!(pair.change),
            json!(by),
            json!(pair.moved_to),
        ]))
    }

    pub(super) fn line(&mut self, line: &SlipLine) -> usize {
        let (by, blocks) = (self.origins(&line.by), self.blocks(&line.blocks));
        self.lines.put(&row(vec![json!(line.mark), json!(by), json!(line.print), json!(line.moved_to), json!(blocks)]))
    }
}

/// What leads from one text to the other, as the program tells it: of each piece how much of the old and how much of the new text it is.
/// Nothing where the texts are alike or one is missing.
fn runs(before: Option<&str>, after: Option<&str>) -> Vec<Value> {
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    if before == after {
        return Vec::new();
    }
    let length = |text: &str, span: crate::text::Span| span.of(text).encode_utf16().count();
    let run = |run: Run| match run {
        Run::Same { old, new } => json!([length(before, old), length(after, new)]),
        Run::Removed { old } => json!([length(before, old), 0]),
        Run::Added { new } => json!([0, length(after, new)]),
    };
    diff(before, after).into_iter().map(run).collect()
}
