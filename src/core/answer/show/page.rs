//! A printed page as a document: what became of each piece of it.

use crate::answer::parts::{indented, notices, view};
use crate::{
    analysis::{
        ErrataMark, ErrataPiece, Footnotes, PageErrata, RowStyle, SectionErrata, annotations,
        open_instructions, rows_and_tables, withdrawn_changes,
    },
    doc::{Block, HOLE, Text, name, quiet, strong, text, warning},
    model::Ruleset,
    text::prefixed,
};

/// Returns the page section by section in printed order, with what became of each piece. A page
/// without changes is one line.
pub fn page(ruleset: &Ruleset, errata: &PageErrata) -> Vec<Block> {
    let mut out = vec![view(ruleset, &errata.query, Some(errata.page.clone()))];
    out.extend(notices(&errata.notices));
    if errata.sections.iter().all(|section| section.unchanged) {
        let (edition, page) = (&errata.query.edition, &errata.page);
        let none = format!("No amendment up to edition {edition} is known to touch page {page}.");
        out.push(Block::paragraph(none));
        let interpreted = errata.sections.iter().filter(|own| !own.rulings.is_empty());
        out.extend(interpreted.map(|own| {
            let rulings = format!("on {}: {}", own.heading, own.rulings.join(", "));
            Block::indented("Rulings", rulings)
        }));
    } else {
        let mut notes = Footnotes::default();
        for section in &errata.sections {
            add_section(section, &mut notes, &mut out);
        }
        out.push(Block::Gap);
        out.extend(notes.blocks());
    }
    if !errata.unplaced.is_empty() {
        let headings = errata.unplaced.join("; ");
        let unplaced = format!("Amended sections whose page is not known: {headings}.");
        out.push(Block::paragraph(unplaced));
    }
    out
}

fn add_section(section: &SectionErrata, notes: &mut Footnotes, out: &mut Vec<Block>) {
    let inferred = match section.page_inferred {
        true => " (page inferred)",
        false => "",
    };
    out.push(Block::Gap);
    out.push(Block::Title {
        text: strong(format!("{}{inferred}", section.heading)).into(),
        id: section.id.clone(),
    });
    let rulings = Some(section.rulings.join(", ")).filter(|all| !all.is_empty());
    let rulings = rulings.map(|all| Block::indented("Rulings", all));
    if section.unchanged {
        out.push(Block::indented("", quiet(&section.action)));
        out.extend(rulings);
        return;
    }
    for piece in &section.lines {
        add_piece(piece, notes, out);
    }
    out.extend(section.notices.iter().map(Block::listed));
    out.extend(indented(withdrawn_changes(&section.withdrawn)));
    out.extend(rulings);
    let remarks = open_instructions(&section.open)
        .chain(annotations("Contradiction", &section.contradictions))
        .chain(annotations("Remark", &section.remarks))
        .chain(annotations("Deviation", &section.deviations));
    out.extend(indented(remarks));
}

fn add_piece(piece: &ErrataPiece, notes: &mut Footnotes, out: &mut Vec<Block>) {
    let is_cell = !piece.blocks.is_empty() && piece.blocks.iter().all(|own| own.kind == "cell");
    let marks = notes.marks(piece.by.iter(), is_cell);
    let letters: String = marks
        .iter()
        .map(|mark| format!("[{}]", mark.letter))
        .collect();
    let letters = match letters.as_str() {
        "" => Text::default(),
        _ => text![" ", name(letters)],
    };
    let mut places = [&piece.print, &piece.place].into_iter();
    let place = prefixed("", places.find(|place| !place.is_empty()));
    let place = if place.is_empty() {
        place
    } else {
        format!("{place}: ")
    };
    let moved = prefixed(", see ", piece.moved_to.as_ref());
    let head = format!("{place}{}{moved}", piece.action);
    let is_unchanged = piece.mark == ErrataMark::Unchanged;
    let head = if is_unchanged {
        quiet(head)
    } else {
        warning(head)
    };
    out.push(Block::listed(text![head, letters]));
    let is_heading = is_unchanged && piece.blocks.iter().all(|own| own.kind == "heading");
    let mut blocks = piece.blocks.iter();
    if !is_heading && blocks.any(|block| block.held || block.text != HOLE) {
        out.extend(rows_and_tables(&piece.blocks, RowStyle::Pieces, notes));
    }
}
