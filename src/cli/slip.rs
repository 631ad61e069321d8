//! A printed page as an errata slip.

use super::{
    card::{Footnotes, Rows, blocks, full},
    header,
    pen::Pen,
};
use crate::{
    analysis::{ErrataLine, ErrataMark, PageErrata, SectionErrata},
    model::Ruleset,
};

/// The page, section by section in printed order; each piece is said to stand, or what becomes of it.
pub(super) fn draw(pen: Pen, ruleset: &Ruleset, slip: &PageErrata) -> String {
    let mut out = header::query(pen, ruleset, &slip.query, Some(&slip.page));
    out += &header::notices(pen, &slip.notices);
    let unplaced = || match slip.unplaced.as_slice() {
        [] => String::new(),
        headings => {
            pen.wrap(
                "",
                "",
                &format!(
                    "Amended sections whose page is not known: {}.",
                    headings.join("; ")
                ),
            ) + "\n"
        }
    };
    if slip.sections.iter().all(|section| section.stands) {
        let (edition, page) = (&slip.query.edition, &slip.page);
        out += &(pen.wrap(
            "",
            "",
            &format!("No amendment up to edition {edition} is known to touch page {page}."),
        ) + "\n");
        for section in slip
            .sections
            .iter()
            .filter(|section| !section.rulings.is_empty())
        {
            out += &beside(
                pen,
                "Rulings",
                &format!("on {}: {}", section.heading, section.rulings.join(", ")),
            );
        }
        return out + &unplaced();
    }
    let mut notes = Footnotes::default();
    for section in &slip.sections {
        out += &self::section(pen, section, &mut notes);
    }
    out.push('\n');
    out + &notes.draw(pen) + &unplaced()
}

fn section(pen: Pen, section: &SectionErrata, notes: &mut Footnotes) -> String {
    let inferred = if section.page_inferred {
        " (page inferred)"
    } else {
        ""
    };
    let mut out = format!(
        "\n{}",
        header::clause(
            pen,
            &[format!("{}{inferred}", section.heading)],
            &section.id
        )
    );
    let rulings = match section.rulings.as_slice() {
        [] => String::new(),
        rulings => beside(pen, "Rulings", &rulings.join(", ")),
    };
    if section.stands {
        return out + &format!("  {}\n", pen.dim(&section.action)) + &rulings;
    }
    for line in &section.lines {
        out += &self::line(pen, line, notes);
    }
    out.extend(
        section
            .notices
            .iter()
            .map(|notice| pen.wrap("  ", "    ", notice) + "\n"),
    );
    for withdrawn in &section.withdrawn {
        out += &beside(
            pen,
            "Withdrawn",
            &format!(
                "{}; by {}",
                full(&withdrawn.change),
                withdrawn.by.citation()
            ),
        );
    }
    out += &rulings;
    for open in &section.open {
        out += &beside(
            pen,
            "Open instruction",
            &format!("{}; nothing is changed by it", full(&open.origin)),
        );
    }
    let kinds = [
        ("Contradiction", &section.contradictions),
        ("Remark", &section.remarks),
        ("Deviation", &section.deviations),
    ];
    for (label, remark) in kinds
        .iter()
        .flat_map(|(label, remarks)| remarks.iter().map(move |remark| (label, remark)))
    {
        out += &beside(
            pen,
            label,
            &format!("{} ({})", remark.text, remark.origin.citation()),
        );
    }
    out
}

fn beside(pen: Pen, label: &str, text: &str) -> String {
    pen.wrap(&format!("  {}  ", pen.strong(label)), "    ", text) + "\n"
}

fn line(pen: Pen, line: &ErrataLine, notes: &mut Footnotes) -> String {
    let values = !line.blocks.is_empty() && line.blocks.iter().all(|block| block.kind == "cell");
    let letters = notes.letters(line.by.iter(), values);
    let moved = line
        .moved_to
        .as_ref()
        .map(|to| format!(", see {to}"))
        .unwrap_or_default();
    let place = [&line.print, &line.place]
        .into_iter()
        .find(|place| !place.is_empty());
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    let head = format!("  {place}{}{moved} {}", line.action, pen.refer(&letters));
    let head = if line.mark == ErrataMark::Stands {
        pen.dim(head.trim_end())
    } else {
        pen.alert(head.trim_end())
    };
    let printed_heading =
        line.mark == ErrataMark::Stands && line.blocks.iter().all(|block| block.kind == "heading");
    let held = !printed_heading
        && line
            .blocks
            .iter()
            .any(|block| block.held || block.text != super::words::NOT_HELD);
    let text = if held {
        blocks(pen, &line.blocks, Rows::Pieces, notes)
    } else {
        String::new()
    };
    format!("{head}\n{text}")
}
