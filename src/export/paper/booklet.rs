//! Renders amendments as HTML to print, in page order: what to correct where, and the new words.

use super::{
    correction::{CorrectionKind, PageCorrection, conflict_sides, destination},
    layout::{PaperSize, PrintLayout, WordingNotice},
    values::values_table,
    wording::{ChangeMarks, line_text},
};
use crate::{
    analysis::{AmendedPage, AmendedSection, Amendments, MoveTargets},
    doc,
};
use maud::{Markup, html};

/// Renders the amendments as one HTML file to print, with the rulings on the sections if wanted.
pub fn booklet(
    amendments: &Amendments,
    with_rulings: bool,
    paper: PaperSize,
    wording: WordingNotice,
) -> String {
    let layout = PrintLayout {
        what: "amendments by page",
        query: &amendments.head.query,
        paper,
        wording,
        style: include_str!("booklet.css"),
    };
    let reading = html! {
        p {
            "In the order of the pages of the booklet of edition " (amendments.base) ". Places are counted as printed there."
            @if amendments.since.edition != amendments.head.query.edition {
                " Words added since " (amendments.since.edition) " are " ins { "underlined" } ", words removed since then are "
                del { "struck through" } "; a bar marks changed text."
            }
        }
    };
    let heading = format!("{}: the amendments, page by page", layout.name());
    let body = html! {
        (layout.opening(&amendments.head, &heading, &reading))
        @if amendments.pages.is_empty() { p { "There are no amendments." } }
        @for page in &amendments.pages { (page_corrections(page, with_rulings, &amendments.move_targets)) }
    };
    layout.render(&body)
}

fn page_corrections(page: &AmendedPage, with_rulings: bool, move_targets: &MoveTargets) -> Markup {
    html! {
        section.page {
            @for (at, section) in page.sections.iter().enumerate() {
                (section_corrections(section, if at == 0 { Some(page.page.as_deref()) } else { None }, with_rulings, move_targets))
            }
        }
    }
}

/// Renders a section; the first one of a page has the page number.
fn section_corrections(
    section: &AmendedSection,
    page: Option<Option<&str>>,
    with_rulings: bool,
    move_targets: &MoveTargets,
) -> Markup {
    let corrections = PageCorrection::of_section(&section.lines);
    html! {
        h2 {
            @match page {
                Some(Some(page)) => { span.number { "Page " (page) } }
                Some(None) => { span.number.unknown { "Page not known" } }
                None => { span.number {} }
            }
            span.heading { (section.clause.heading) }
            @if section.new { span.kind { " new section" } }
            @if section.clause.page_inferred { span.kind { " page inferred" } }
        }
        @if corrections.is_empty() { p.unchanged { "The printed text is unchanged." } }
        @for correction in &corrections { (correction_entry(correction, move_targets)) }
        (related(section))
        @if with_rulings { (doc::html::render(&section.clause.ruling_blocks())) }
    }
}

fn correction_entry(correction: &PageCorrection<'_>, move_targets: &MoveTargets) -> Markup {
    let marks = if correction.kind == CorrectionKind::NoLonger || correction.changed() {
        ChangeMarks::Shown
    } else {
        ChangeMarks::None
    };
    html! {
        div class={ "entry" @if correction.changed() { " changed" } } {
            div.place { (correction.place) b { (correction.kind.name()) } }
            @if correction.kind != CorrectionKind::Set { div.by { @for origin in correction.origins() { span { (origin.brief_citation()) } } } }
            div.body {
                @match correction.kind {
                    CorrectionKind::Set => { (values_table(correction, ChangeMarks::Shown)) }
                    CorrectionKind::ByHand => {}
                    CorrectionKind::StrikeOut | CorrectionKind::NoLonger | CorrectionKind::Replace | CorrectionKind::Amend | CorrectionKind::Insert => {
                        @for line in correction.lines.iter().filter(|line| !line.blocks.is_empty()) { (line_text(line, marks)) }
                    }
                }
                @for origin in correction.pending() { p.waits { (origin.address.as_deref().unwrap_or("…")) } }
                @if let Some(to) = correction.moved_to() { p.waits { "See " (destination(move_targets, to)) } }
            }
        }
    }
}

/// Renders the conflicts, notices and open instructions of a section.
fn related(section: &AmendedSection) -> Markup {
    html! {
        @for conflict in &section.clause.conflicts {
            div.remark {
                b { "Conflict" } ": "
                (conflict_sides(conflict))
            }
        }
        @for notice in &section.notices { div.remark { (notice) } }
        @for remark in &section.clause.open {
            div.remark { b { "Open instruction, not applied" } span.kind { " " (remark.origin.brief_citation()) } " " (remark.text) }
        }
    }
}
