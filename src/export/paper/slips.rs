//! Errata slips: to cut out along the dashes and put into the booklet at the page whose number they
//! show.

use super::{
    correction::{CorrectionKind, PageCorrection, citation, destination},
    layout::{PaperSize, PrintLayout, WordingSource},
    values::values_table,
    wording::{ChangeMarks, line_text},
};
use crate::analysis::{AmendedPage, AmendedSection, Amendments, MoveTargets};
use maud::{Markup, html};

/// The estimated number of lines that fit on a slip, so that three slips fit on a sheet of A4.
/// Longer ones are split between two corrections.
const LINES_PER_SLIP: usize = 20;
/// The estimated number of letters in a line of a slip.
const LETTERS_PER_LINE: usize = 58;

/// Renders the slips of all pages.
pub fn slips(amendments: &Amendments, paper: PaperSize, wording: WordingSource) -> String {
    let layout = PrintLayout {
        what: "errata slips",
        query: &amendments.query,
        paper,
        wording,
        style: include_str!("slips.css"),
    };
    let name = layout.name();
    let reading = html! {
        p { "Cut along the dashed lines, and put each slip into the booklet of edition " (amendments.base) " at the page with its number. Places are counted as printed there." }
    };
    let heading = format!("{name}: errata slips");
    let slips: Vec<ErrataSlip<'_>> = amendments.pages.iter().flat_map(split_page).collect();
    let body = html! {
        (layout.opening(&amendments.title, &heading, &amendments.notices, &amendments.documents, &reading))
        @if slips.is_empty() { p { "There are no amendments." } }
        div.slips { @for slip in &slips { (slip_article(slip, &name, amendments, wording)) } }
    };
    layout.render(&body)
}

/// One slip: corrections of one page by section.
struct ErrataSlip<'a> {
    page: Option<&'a str>,
    /// The number of the slip, from 1, and how many slips the page has.
    number: (usize, usize),
    sections: Vec<(&'a AmendedSection, Vec<PageCorrection<'a>>)>,
}

/// Splits the corrections of a page into as few slips as possible.
fn split_page(page: &AmendedPage) -> Vec<ErrataSlip<'_>> {
    let mut slips: Vec<Vec<(&AmendedSection, Vec<PageCorrection<'_>>)>> = Vec::new();
    let mut left = 0;
    for section in &page.sections {
        let mut has_heading = false;
        for correction in PageCorrection::of_section(&section.lines)
            .into_iter()
            .filter(|correction| correction.kind != CorrectionKind::NoLonger)
        {
            let heading = if has_heading { 0 } else { 2 };
            let lines = estimated_lines(&correction);
            if slips.is_empty() || left < lines + heading {
                slips.push(Vec::new());
                left = LINES_PER_SLIP;
                has_heading = false;
            }
            let Some(slip) = slips.last_mut() else {
                continue;
            };
            left = left.saturating_sub(lines + heading);
            match slip.last_mut().filter(|_| has_heading) {
                Some((_, corrections)) => corrections.push(correction),
                None => slip.push((section, vec![correction])),
            }
            has_heading = true;
        }
    }
    let count = slips.len();
    slips
        .into_iter()
        .enumerate()
        .map(|(at, sections)| ErrataSlip {
            page: page.page.as_deref(),
            number: (at + 1, count),
            sections,
        })
        .collect()
}

/// Estimates the number of lines of a correction.
fn estimated_lines(correction: &PageCorrection<'_>) -> usize {
    if correction.kind == CorrectionKind::Set {
        return 2 + correction.cells().count();
    }
    let blocks = correction.lines.iter().flat_map(|line| &line.blocks);
    let waiting: usize = correction
        .pending()
        .iter()
        .filter_map(|origin| origin.address.as_ref())
        .map(|address| address.chars().count() / LETTERS_PER_LINE + 1)
        .sum();
    let units = correction
        .lines
        .iter()
        .flat_map(|line| &line.blocks)
        .filter(|block| block.first)
        .count();
    1 + units
        + waiting
        + blocks
            .map(|block| block.text.chars().count())
            .sum::<usize>()
            .div_ceil(LETTERS_PER_LINE)
}

fn slip_article(
    slip: &ErrataSlip<'_>,
    name: &str,
    amendments: &Amendments,
    wording: WordingSource,
) -> Markup {
    let (as_of, homes) = (&amendments.query.as_of, &amendments.homes);
    html! {
        article.slip { div.cut {
            svg.scissors viewBox="0 0 24 18" aria-hidden="true" {
                g fill="none" stroke="#333" stroke-width="1.6" {
                    circle cx="4.5" cy="4" r="2.9" {}
                    circle cx="4.5" cy="14" r="2.9" {}
                    path d="M7 5.6 L22 14.5 M7 12.4 L22 3.5" {}
                }
            }
            h2 {
                span.page {
                    @match slip.page { Some(page) => { "p. " (page) } None => { "p. ?" } }
                    @if slip.number.1 > 1 { small { "  slip " (slip.number.0) " of " (slip.number.1) } }
                }
                span.edition { (name) }
            }
            @for (section, corrections) in &slip.sections {
                h3 { (section.heading) @if section.new { span.kind { " new section" } } }
                @for correction in corrections { (correction_entry(correction, homes)) }
                @for conflict in &section.conflicts {
                    p.do { b { "The sheets disagree: " } @for (at, side) in conflict.sides.iter().enumerate() { @if at > 0 { "; " } (citation(&side.origin)) ": " (side.text) } }
                }
            }
            footer { (footer_text(wording)) " · as of " (as_of) }
        } }
    }
}

fn footer_text(wording: WordingSource) -> &'static str {
    match wording {
        WordingSource::Restated => "restated, not official; … text not included",
        WordingSource::Printed => "for the owner of the booklet only",
    }
}

fn correction_entry(correction: &PageCorrection<'_>, homes: &MoveTargets) -> Markup {
    html! {
        div.do {
            span.place { b { (correction.kind.name()) } " " (correction.place) }
            @if correction.kind != CorrectionKind::Set { " " span.by { @for (at, origin) in correction.origins().iter().enumerate() { @if at > 0 { "; " } (citation(origin)) } } }
            @match correction.kind {
                CorrectionKind::Set => { (values_table(correction, ChangeMarks::None)) }
                CorrectionKind::Replace | CorrectionKind::Amend | CorrectionKind::Insert => { @for line in &correction.lines { (line_text(line, ChangeMarks::None)) } }
                CorrectionKind::ByHand | CorrectionKind::StrikeOut | CorrectionKind::NoLonger => {}
            }
            @for origin in correction.pending() { p { (origin.address.as_deref().unwrap_or("…")) } }
            @if let Some(to) = correction.moved_to() { p { "See " (destination(homes, to)) } }
        }
    }
}
