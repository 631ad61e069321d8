//! Renders `PageErrata` for people: what became of each piece of a printed page (`show p.22`).

use super::{
    Styler,
    clause_view::{
        Footnotes, RowStyle, annotations, open_instructions, render_blocks, withdrawn_changes,
    },
    header,
};
use crate::{
    analysis::{ErrataMark, ErrataPiece, PageErrata, SectionErrata},
    model::Ruleset,
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
    out + &notes.render(styler) + &unplaced()
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
    out += &withdrawn_changes(styler, "  ", &section.withdrawn);
    out += &rulings;
    out += &open_instructions(styler, "  ", &section.open);
    let kinds = [
        ("Contradiction", &section.contradictions),
        ("Remark", &section.remarks),
        ("Deviation", &section.deviations),
    ];
    for (label, remarks) in kinds {
        out += &annotations(styler, "  ", label, remarks);
    }
    out
}

fn render_line(styler: Styler, line: &ErrataPiece, notes: &mut Footnotes) -> String {
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
            .any(|block| block.held || block.text != super::word_diff::NOT_HELD);
    let text = if held {
        render_blocks(styler, &line.blocks, RowStyle::Pieces, notes)
    } else {
        String::new()
    };
    format!("{head}\n{text}")
}
