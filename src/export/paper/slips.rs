//! Renders amendments as HTML errata slips to cut out, one or more for each page of the booklet.

use super::{
    correction::{CorrectionKind, PageCorrection, conflict_sides, destination},
    layout::{PaperSize, PrintLayout, WordingNotice},
    values::values_table,
    wording::{ChangeMarks, line_text},
};
use crate::{
    analysis::{AmendedPage, AmendedSection, Amendments, MoveTargets},
    model::PartialDate,
};
use maud::{Markup, html};

/// The estimated number of lines that fit on a slip, so that three slips fit on a sheet of A4.
/// Longer ones are split between two corrections.
const LINES_PER_SLIP: usize = 20;
/// The estimated number of letters in a line of a slip.
const LETTERS_PER_LINE: usize = 58;
/// The estimated number of lines of the frame of a slip: page, footer and the space around.
const LINES_OF_FRAME: usize = 4;

/// Renders the slips of all pages.
pub fn slips(amendments: &Amendments, paper: PaperSize, wording: WordingNotice) -> String {
    let layout = PrintLayout {
        what: "errata slips",
        query: &amendments.head.query,
        paper,
        wording,
        style: include_str!("slips.css"),
    };
    let proposed = PartialDate::proposed(None).iso();
    let mut documents = amendments.head.documents.iter();
    let is_proposed = documents.any(|own| own.published.as_ref() == Some(&proposed));
    let name = match is_proposed {
        true => format!("{}, {proposed}", layout.name()),
        false => layout.name(),
    };
    let since =
        Some(&amendments.since.edition).filter(|since| **since != amendments.head.query.edition);
    let reading = html! {
        p {
            "Cut along the dashed lines, and put each slip into the booklet of edition " (amendments.base) " at the page or section that it names. Places are counted as printed there."
            @if let Some(since) = since { " Only what changed since edition " (since) " is here. It takes the place of what an earlier slip says there; a value of a table that is not here stays as it was." }
        }
    };
    let heading = match since {
        Some(since) => format!("{name}: errata slips, changes since {since}"),
        None => format!("{name}: errata slips"),
    };
    let slips = amendments
        .pages
        .iter()
        .flat_map(|page| split_page(page, since.is_some()));
    let slips = fill_columns(slips.collect(), paper);
    let body = html! {
        (layout.opening(&amendments.head, &heading, &reading))
        @if slips.is_empty() { p { "There are no amendments." } }
        div.slips { @for slip in &slips { (slip_article(slip, &name, amendments, wording)) } }
    };
    layout.render(&body)
}

/// One slip: corrections of one page by section.
struct ErrataSlip<'a> {
    /// The page; if it is not known, the slip has one section only.
    page: Option<&'a str>,
    /// The estimated number of lines.
    lines: usize,
    /// The number of the slip, from 1, and how many slips the page has.
    number: (usize, usize),
    sections: Vec<(&'a AmendedSection, Vec<PageCorrection<'a>>)>,
}

/// Splits the corrections of a page into as few slips as possible: all corrections, or those that
/// changed since the earlier edition. Sections whose page is not known have slips of their own.
fn split_page(page: &AmendedPage, changed_only: bool) -> Vec<ErrataSlip<'_>> {
    let mut slips: Vec<ErrataSlip<'_>> = Vec::new();
    for section in &page.sections {
        let mut has_heading = false;
        let corrections = PageCorrection::of_section(&section.lines).into_iter();
        for correction in corrections.filter_map(|correction| {
            if changed_only {
                correction.changed_part()
            } else {
                Some(correction).filter(|own| own.kind != CorrectionKind::NoLonger)
            }
        }) {
            let heading = if has_heading { 0 } else { 2 };
            let lines = estimated_lines(&correction) + heading;
            let is_alone = page.page.is_none() && !has_heading;
            if is_alone
                || slips
                    .last()
                    .is_none_or(|slip| slip.lines + lines > LINES_PER_SLIP)
            {
                slips.push(ErrataSlip {
                    page: page.page.as_deref(),
                    lines: 0,
                    number: (1, 1),
                    sections: Vec::new(),
                });
                has_heading = false;
            }
            let Some(slip) = slips.last_mut() else {
                continue;
            };
            slip.lines += lines;
            match slip.sections.last_mut().filter(|_| has_heading) {
                Some((_, corrections)) => corrections.push(correction),
                None => slip.sections.push((section, vec![correction])),
            }
            has_heading = true;
        }
    }
    number_slips(&mut slips);
    slips
}

/// Numbers the slips of one page, or of one section whose page is not known.
fn number_slips(slips: &mut [ErrataSlip<'_>]) {
    let place = |slip: &ErrataSlip<'_>| {
        let section = slip
            .sections
            .first()
            .map(|(section, _)| section.clause.id.clone());
        slip.page.is_none().then_some(section).flatten()
    };
    for group in slips.chunk_by_mut(|a, b| place(a) == place(b)) {
        let count = group.len();
        for (at, slip) in group.iter_mut().enumerate() {
            slip.number = (at + 1, count);
        }
    }
}

/// Returns the estimated number of lines in a column, those that the introduction takes from it on
/// the first page, and the number of columns of a page.
fn column_lines(paper: PaperSize) -> (usize, usize, usize) {
    match paper {
        PaperSize::A4 => (64, 18, 2),
        PaperSize::Letter => (60, 18, 2),
        PaperSize::A5 => (44, 24, 1),
    }
}

/// Orders slips so that columns are full: each column takes the next slip and, if that does not fit
/// in it any more, the first later one that does.
fn fill_columns(mut slips: Vec<ErrataSlip<'_>>, paper: PaperSize) -> Vec<ErrataSlip<'_>> {
    let (column, introduction, columns) = column_lines(paper);
    let mut out = Vec::with_capacity(slips.len());
    let mut started = 0;
    while !slips.is_empty() {
        let taken = if started < columns { introduction } else { 0 };
        let mut left = column - taken;
        let mut is_empty = true;
        while let Some(at) = slips
            .iter()
            .position(|slip| slip.lines + LINES_OF_FRAME <= left)
        {
            let slip = slips.remove(at);
            left = left.saturating_sub(slip.lines + LINES_OF_FRAME);
            out.push(slip);
            is_empty = false;
        }
        // longer than a column
        if is_empty && started >= columns {
            out.push(slips.remove(0));
        }
        started += 1;
    }
    out
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
    wording: WordingNotice,
) -> Markup {
    let (as_of, move_targets) = (amendments.head.query.day(), &amendments.move_targets);
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
                span class={ "page" @if slip.page.is_none() { " section" } } {
                    @match slip.page {
                        Some(page) => { "p. " (page) }
                        None => { @for (section, _) in &slip.sections { (section.clause.heading) } }
                    }
                    @if slip.number.1 > 1 { small { "  slip " (slip.number.0) " of " (slip.number.1) } }
                }
                span.edition { (name) }
            }
            @for (section, corrections) in &slip.sections {
                @if slip.page.is_some() || section.new {
                    h3 { @if slip.page.is_some() { (section.clause.heading) } @if section.new { span.kind { " new section" } } }
                }
                @for correction in corrections { (correction_entry(correction, move_targets)) }
                @for conflict in &section.clause.conflicts {
                    p.do { b { "The sheets disagree: " } (conflict_sides(conflict)) }
                }
            }
            footer { (wording.slip_footer()) " · as of " (as_of) }
        } }
    }
}

fn correction_entry(correction: &PageCorrection<'_>, move_targets: &MoveTargets) -> Markup {
    html! {
        div.do {
            span.place { b { (correction.kind.name()) } " " (correction.place) }
            @if correction.kind != CorrectionKind::Set { " " span.by { @for (at, origin) in correction.origins().iter().enumerate() { @if at > 0 { "; " } (origin.brief_citation()) } } }
            @match correction.kind {
                CorrectionKind::Set => { (values_table(correction, ChangeMarks::None)) }
                CorrectionKind::Replace | CorrectionKind::Amend | CorrectionKind::Insert => { @for line in &correction.lines { (line_text(line, ChangeMarks::None)) } }
                CorrectionKind::NoLonger => { p { "What an earlier sheet inserted here is no longer part of the rules." } }
                CorrectionKind::ByHand | CorrectionKind::StrikeOut => {}
            }
            @for origin in correction.pending() { p { (origin.address.as_deref().unwrap_or("…")) } }
            @if let Some(to) = correction.moved_to() { p { "See " (destination(move_targets, to)) } }
        }
    }
}
