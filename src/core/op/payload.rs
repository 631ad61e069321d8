//! Fits an instruction's payload to its target, as blocks or sentences, and builds its units.

use super::{LoweringContext, NewUnits, PatchError, PatchErrorKind, build::UnitBuilder};
use crate::{
    model::{UnitKind, Wording, Wordings},
    syntax::{Block, BlockKind, Inline, NewUnitCount, UnitNoun},
    text::Span,
};

/// A payload as units of the kind that it replaces: its blocks (of sentences, those of the first
/// paragraph), and the paragraphs after the one from which sentences are taken.
pub(crate) type FittedPayload<'b> = (Vec<&'b Block>, Vec<&'b Block>);

/// Fits the payload, without headings, to units of the kind of its target: sentences are taken from
/// their paragraph.
pub(super) fn fit_payload(blocks: &[Block], target: UnitKind) -> Result<FittedPayload<'_>, String> {
    let body: Vec<&Block> = blocks
        .iter()
        .filter(|block| block.kind != BlockKind::Heading)
        .collect();
    match target {
        UnitKind::Sentence | UnitKind::Heading | UnitKind::Cell | UnitKind::MoreSentences => {
            match body.split_first() {
                None => Ok((Vec::new(), Vec::new())),
                Some((first, rest))
                    if first.kind == BlockKind::Paragraph && first.label.is_none() =>
                {
                    Ok((first.children().iter().collect(), rest.to_vec()))
                }
                Some((first, _)) => Err(format!(
                    "expected a sentence, found a {}",
                    UnitKind::of(first.kind).name()
                )),
            }
        }
        UnitKind::Bullet | UnitKind::MoreBullets => {
            let wrong = body
                .iter()
                .find(|block| !matches!(block.kind, BlockKind::Bullet) && block.label.is_none());
            match wrong {
                Some(block) => Err(format!(
                    "expected bullets, found a {}",
                    UnitKind::of(block.kind).name()
                )),
                None => Ok((body, Vec::new())),
            }
        }
        UnitKind::Row => {
            let rows = body.into_iter().flat_map(|block| match block.kind {
                BlockKind::Table => block.children().iter().skip(1).collect(),
                _ => vec![block],
            });
            Ok((rows.collect(), Vec::new()))
        }
        UnitKind::Section | UnitKind::Paragraph | UnitKind::Table | UnitKind::MoreParagraphs => {
            Ok((body, Vec::new()))
        }
    }
}

impl<'a> LoweringContext<'a> {
    /// Builds the units of blocks of the payload, with the words of `printed` where it is known.
    pub(crate) fn build_units(
        &mut self,
        blocks: &[&Block],
        printed: Option<&[&Block]>,
    ) -> NewUnits {
        let mut builder = UnitBuilder {
            arena: self.arena,
            patch: self.ix,
            source: self.patch.file.source,
            key: self.key.clone(),
            errors: self.errors,
            requested_names: Vec::new(),
        };
        let new_units = builder.build(blocks, printed);
        let requested = builder.requested_names;
        self.requested_names.extend(requested);
        self.name_last_sentence(blocks, &new_units);
        new_units
    }

    /// Gives the name at the end of a paragraph to its last sentence when sentences are taken from
    /// their paragraph.
    fn name_last_sentence(&mut self, blocks: &[&Block], new_units: &NewUnits) {
        let mut body = self
            .patch
            .payload()
            .iter()
            .filter(|block| block.kind != BlockKind::Heading);
        // of several paragraphs, the first passes its name to the paragraph that it joins
        if let (Some(paragraph), None) = (body.next(), body.next()) {
            let last = paragraph
                .children()
                .iter()
                .rfind(|child| child.kind == BlockKind::Sentence);
            let last = last.filter(|_| paragraph.kind == BlockKind::Paragraph);
            let at =
                last.and_then(|last| blocks.iter().position(|block| std::ptr::eq(*block, last)));
            if let Some(&unit) = at.and_then(|at| new_units.roots.get(at)) {
                self.requested_names.extend(
                    paragraph
                        .attrs
                        .names()
                        .map(|(name, span)| (unit, name, span)),
                );
            }
        }
    }

    /// Returns the blocks of the payload one by one, and those of the printed one.
    pub(crate) fn payload_blocks(&self) -> (Vec<&'a Block>, Option<Vec<&'a Block>>) {
        let printed = self.patch.printed_payload();
        (
            self.patch.payload().iter().collect(),
            printed.map(|blocks| blocks.iter().collect()),
        )
    }

    /// Checks the number in `with 2 bullets` or `Add 2 sentences` against the payload.
    pub(crate) fn check_count(&mut self, count: &NewUnitCount, found: usize) {
        if count.number as usize != found && count.unit != UnitNoun::Words {
            let name = count.unit.name();
            let unit = if count.number == 1 {
                name.one
            } else {
                name.many
            };
            if found == 0 && !self.patch.payload().is_empty() {
                return self.report_payload(format!("there is no {} in it", name.one));
            }
            self.report(
                count.span,
                PatchErrorKind::Count {
                    unit: format!("{unit} in the payload"),
                    expected: count.number as usize,
                    found,
                },
            );
        }
    }

    /// Reports a payload of the wrong shape.
    pub(crate) fn report_payload(&mut self, why: String) {
        let span = self
            .patch
            .payload()
            .first()
            .map_or_else(|| self.patch.heading_location().span, |block| block.span);
        self.report(span, PatchErrorKind::Payload { why });
    }

    pub(crate) fn report(&mut self, span: Span, kind: PatchErrorKind) {
        self.errors.push(PatchError::new(self.ix, span, kind));
    }

    /// Fits the payload to units of `kind`; reports it and returns `None` where the shapes differ.
    /// Reports columns of rows that look like those of the section's tables and are not.
    pub(crate) fn fit_payload<'b>(
        &mut self,
        blocks: &'b [Block],
        kind: UnitKind,
    ) -> Option<FittedPayload<'b>> {
        let tables = blocks
            .iter()
            .filter(|block| kind == UnitKind::Row && block.kind == BlockKind::Table);
        tables.for_each(|table| {
            self.report_unknown_columns(table);
        });
        fit_payload(blocks, kind)
            .map_err(|why| self.report_payload(why))
            .ok()
    }

    /// Returns the words of the payload's first sentence, restated and printed. Reports a payload
    /// without words.
    pub(crate) fn payload_words(&mut self) -> Option<Wordings> {
        let text = |blocks: &'a [Block]| blocks.first()?.children().first()?.text();
        let Some(restated) = text(self.patch.payload()) else {
            self.report_payload("expected words, found none".into());
            return None;
        };
        Some(self.wordings(restated, self.patch.printed_payload().and_then(text)))
    }

    /// Converts inline texts to wordings in both layers.
    pub(crate) fn wordings(&self, restated: &Inline, printed: Option<&Inline>) -> Wordings {
        Wordings {
            restated: Wording::new(restated, self.ix),
            printed: printed.map(|inline| Box::new(Wording::new(inline, self.ix))),
        }
    }
}

/// Returns the outermost blocks of one kind.
pub(super) fn blocks_of_kind(blocks: &[Block], kind: BlockKind) -> Vec<&Block> {
    blocks.iter().filter(|block| block.kind == kind).collect()
}

/// Counts blocks of the kind that a noun names; labelled blocks count as lines, rows, items and
/// entries.
pub(super) fn count_blocks(blocks: &[&Block], unit: UnitNoun) -> usize {
    let requested = |block: &&&Block| match unit {
        UnitNoun::Paragraph => block.kind == BlockKind::Paragraph,
        UnitNoun::Sentence => block.kind == BlockKind::Sentence,
        UnitNoun::Bullet => block.kind == BlockKind::Bullet,
        UnitNoun::Line | UnitNoun::Item | UnitNoun::Entry => {
            matches!(block.kind, BlockKind::Bullet | BlockKind::Paragraph)
        }
        UnitNoun::Row => matches!(
            block.kind,
            BlockKind::Row | BlockKind::Bullet | BlockKind::Paragraph
        ),
        UnitNoun::Table => block.kind == BlockKind::Table,
        UnitNoun::Section | UnitNoun::Figure | UnitNoun::Page | UnitNoun::Words => true,
    };
    blocks.iter().filter(requested).count()
}
