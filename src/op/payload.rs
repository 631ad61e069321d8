//! What an instruction brings, in the shape that its target needs.

use super::{Fault, FaultKind, Lowering, Nursery, grow::Grower};
use crate::{
    model::{Kind, Texts, Wording},
    syntax::{Block, BlockKind, Count, Inline, Unit},
    text::Span,
};

/// The units that an instruction brings.
pub(crate) enum Shape<'b> {
    /// Whole blocks: paragraphs, bullets, tables.
    Blocks(Vec<&'b Block>),
    /// What stands inside the one paragraph of the payload: sentences, and the list after them.
    Inner(Vec<&'b Block>),
    /// A first paragraph whose inside joins another, and whole paragraphs after it.
    Split(Vec<&'b Block>, Vec<&'b Block>),
}

/// The payload without headings, bent to units of the kind of its target: sentences come out of their paragraph.
pub(super) fn shape(blocks: &[Block], target: Kind) -> Result<Shape<'_>, String> {
    let body: Vec<&Block> = blocks
        .iter()
        .filter(|block| block.kind != BlockKind::Heading)
        .collect();
    match target {
        Kind::Sentence | Kind::Heading | Kind::Cell | Kind::MoreSentences => match body
            .split_first()
        {
            None => Ok(Shape::Inner(Vec::new())),
            Some((first, rest)) if first.kind == BlockKind::Paragraph && first.label.is_none() => {
                let inner = first.children().iter().collect();
                if rest.is_empty() {
                    Ok(Shape::Inner(inner))
                } else {
                    Ok(Shape::Split(inner, rest.to_vec()))
                }
            }
            Some((first, _)) => Err(format!(
                "a sentence is wanted, and the payload begins with a {}",
                Kind::of(first.kind).name()
            )),
        },
        Kind::Bullet | Kind::MoreBullets => {
            let wrong = body
                .iter()
                .find(|block| !matches!(block.kind, BlockKind::Bullet) && block.label.is_none());
            match wrong {
                Some(block) => Err(format!(
                    "bullets are wanted, and the payload has a {}",
                    Kind::of(block.kind).name()
                )),
                None => Ok(Shape::Blocks(body)),
            }
        }
        Kind::Row => Ok(Shape::Blocks(
            body.iter()
                .flat_map(|block| {
                    if block.kind == BlockKind::Table {
                        block.children().iter().skip(1).collect()
                    } else {
                        vec![*block]
                    }
                })
                .collect(),
        )),
        Kind::Section | Kind::Paragraph | Kind::Table | Kind::MoreParagraphs => {
            Ok(Shape::Blocks(body))
        }
    }
}

/// The kind of unit that a name of a unit asks of a payload.
pub(super) fn kind_of(unit: Unit) -> Kind {
    match unit {
        Unit::Paragraph => Kind::Paragraph,
        Unit::Sentence | Unit::Words => Kind::Sentence,
        Unit::Bullet | Unit::Line | Unit::Item | Unit::Entry => Kind::Bullet,
        Unit::Row => Kind::Row,
        Unit::Table => Kind::Table,
        Unit::Section | Unit::Figure | Unit::Page => Kind::Section,
    }
}

impl Lowering<'_> {
    /// Grows the payload for a target of kind `kind`; tells and gives nothing where the shapes do not fit.
    pub(crate) fn grow(&mut self, blocks: &[&Block], printed: Option<&[&Block]>) -> Nursery {
        let mut grower = Grower {
            arena: self.arena,
            patch: self.ix,
            source: self.patch.file.source,
            key: self.key.clone(),
            faults: self.faults,
            wanted: Vec::new(),
        };
        let nursery = grower.grow(blocks, printed);
        let wanted = grower.wanted;
        self.wanted.extend(wanted);
        self.name_of_paragraph(blocks, &nursery);
        nursery
    }

    /// Sentences come out of their paragraph: the name at its end is that of its last sentence.
    fn name_of_paragraph(&mut self, blocks: &[&Block], nursery: &Nursery) {
        let patch = self.patch;
        let mut body = self
            .slice
            .of(patch.blocks())
            .iter()
            .filter(|block| block.kind != BlockKind::Heading);
        // of several paragraphs the first lends its name to the paragraph that it goes into
        if let (Some(paragraph), None) = (body.next(), body.next()) {
            let last = paragraph
                .children()
                .iter()
                .rfind(|child| child.kind == BlockKind::Sentence);
            let last = last.filter(|_| paragraph.kind == BlockKind::Paragraph);
            let at =
                last.and_then(|last| blocks.iter().position(|block| std::ptr::eq(*block, last)));
            if let Some(&unit) = at.and_then(|at| nursery.roots.get(at)) {
                self.wanted.extend(
                    paragraph
                        .attrs
                        .names()
                        .map(|(name, span)| (unit, name, span)),
                );
            }
        }
    }

    /// The blocks of the payload, by the heading under which they stand if the payload has several sections.
    pub(crate) fn payload(&self) -> &[Block] {
        self.slice.of(self.patch.blocks())
    }

    /// Checks `with 2 bullets`, `Add 2 sentences` against what the payload has.
    pub(crate) fn count(&mut self, count: &Count, found: usize) {
        if count.number as usize != found && count.unit != Unit::Words {
            let name = count.unit.name();
            let unit = if count.number == 1 {
                name.one
            } else {
                name.many
            };
            self.fault(
                count.span,
                FaultKind::Count {
                    unit: format!("{unit} in the payload"),
                    expected: count.number as usize,
                    found,
                },
            );
        }
    }

    /// Tells a payload that has not the shape it must have.
    pub(crate) fn misshapen(&mut self, why: String) {
        let span = self
            .payload()
            .first()
            .map_or_else(|| self.patch.at().span, |block| block.span);
        self.fault(span, FaultKind::Payload { why });
    }

    pub(crate) fn fault(&mut self, span: Span, kind: FaultKind) {
        self.faults.push(Fault {
            patch: self.ix,
            span,
            kind,
        });
    }

    /// Words as both wordings.
    pub(crate) fn words(&self, restated: &Inline, printed: Option<&Inline>) -> Texts {
        Texts {
            restated: Wording::new(restated, self.ix),
            printed: printed.map(|inline| Box::new(Wording::new(inline, self.ix))),
        }
    }
}

/// Counts blocks of the kind that a unit names; labelled blocks count as lines, rows, items and entries.
pub(super) fn counted(blocks: &[&Block], unit: Unit) -> usize {
    let wanted = |block: &&&Block| match unit {
        Unit::Paragraph => block.kind == BlockKind::Paragraph,
        Unit::Sentence => block.kind == BlockKind::Sentence,
        Unit::Bullet => block.kind == BlockKind::Bullet,
        Unit::Line | Unit::Item | Unit::Entry => {
            matches!(block.kind, BlockKind::Bullet | BlockKind::Paragraph)
        }
        Unit::Row => matches!(
            block.kind,
            BlockKind::Row | BlockKind::Bullet | BlockKind::Paragraph
        ),
        Unit::Table => block.kind == BlockKind::Table,
        Unit::Section | Unit::Figure | Unit::Page | Unit::Words => true,
    };
    blocks.iter().filter(wanted).count()
}
