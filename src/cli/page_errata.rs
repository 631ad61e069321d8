//! Renders `PageErrata` for people: what became of each piece of a printed page (`show p.22`).

use super::{Styler, header, terminal};
use crate::{
    analysis::{
        ErrataMark, ErrataPiece, Footnotes, PageErrata, RowStyle, SectionErrata, annotations,
        open_instructions, rows_and_tables, withdrawn_changes,
    },
    doc::HOLE,
    model::Ruleset,
    text::prefixed,
};

/// Renders the page section by section in printed order, with what became of each piece. A page
/// without changes is one line.
pub(super) fn render(styler: Styler, ruleset: &Ruleset, errata: &PageErrata) -> String {
    let mut out = header::query_line(styler, ruleset, &errata.query, Some(&errata.page));
    out += &header::notice_lines(styler, &errata.notices);
    let unplaced = || match errata.unplaced.as_slice() {
        [] => String::new(),
        headings => styler.paragraph(&format!(
            "Amended sections whose page is not known: {}.",
            headings.join("; ")
        )),
    };
    if errata.sections.iter().all(|section| section.unchanged) {
        let (edition, page) = (&errata.query.edition, &errata.page);
        out += &styler.paragraph(&format!(
            "No amendment up to edition {edition} is known to touch page {page}."
        ));
        for section in errata
            .sections
            .iter()
            .filter(|section| !section.rulings.is_empty())
        {
            out += &styler.labelled(
                "  ",
                "Rulings",
                &format!("on {}: {}", section.heading, section.rulings.join(", ")),
            );
        }
        return out + &unplaced();
    }
    let mut notes = Footnotes::default();
    for section in &errata.sections {
        out += &render_section(styler, section, &mut notes);
    }
    out.push('\n');
    out + &terminal::remarks(styler, "", notes.blocks()) + &unplaced()
}

fn render_section(styler: Styler, section: &SectionErrata, notes: &mut Footnotes) -> String {
    let inferred = if section.page_inferred {
        " (page inferred)"
    } else {
        ""
    };
    let mut out = format!(
        "\n{}",
        header::clause_line(
            styler,
            &[format!("{}{inferred}", section.heading)],
            &section.id
        )
    );
    let rulings = match section.rulings.as_slice() {
        [] => String::new(),
        rulings => styler.labelled("  ", "Rulings", &rulings.join(", ")),
    };
    if section.unchanged {
        return out + &format!("  {}\n", styler.dim(&section.action)) + &rulings;
    }
    for line in &section.lines {
        out += &render_line(styler, line, notes);
    }
    out.extend(section.notices.iter().map(|notice| styler.item(notice)));
    out += &terminal::remarks(styler, "  ", withdrawn_changes(&section.withdrawn));
    out += &rulings;
    let remarks = open_instructions(&section.open)
        .chain(annotations("Contradiction", &section.contradictions))
        .chain(annotations("Remark", &section.remarks))
        .chain(annotations("Deviation", &section.deviations));
    out + &terminal::remarks(styler, "  ", remarks)
}

fn render_line(styler: Styler, line: &ErrataPiece, notes: &mut Footnotes) -> String {
    let values = !line.blocks.is_empty() && line.blocks.iter().all(|block| block.kind == "cell");
    let letters = terminal::letters(&notes.marks(line.by.iter(), values));
    let moved = prefixed(", see ", line.moved_to.as_ref());
    let place = [&line.print, &line.place]
        .into_iter()
        .find(|place| !place.is_empty());
    let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
    let head = format!(
        "  {place}{}{moved} {}",
        line.action,
        styler.reference(&letters)
    );
    let head = if line.mark == ErrataMark::Unchanged {
        styler.dim(head.trim_end())
    } else {
        styler.warning(head.trim_end())
    };
    let printed_heading = line.mark == ErrataMark::Unchanged
        && line.blocks.iter().all(|block| block.kind == "heading");
    let held = !printed_heading
        && line
            .blocks
            .iter()
            .any(|block| block.held || block.text != HOLE);
    let text = if held {
        let blocks = rows_and_tables(&line.blocks, RowStyle::Pieces, notes);
        terminal::render(styler, &blocks, true)
    } else {
        String::new()
    };
    format!("{head}\n{text}")
}
