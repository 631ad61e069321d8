//! Errata slips: cut out along the dashes, and laid into the booklet at the page whose number each bears.

use super::{
    piece::{Deed, Piece, home, who},
    sheet::{Paper, Sheet, Wording},
    values::values,
    words::{Marks, text},
};
use crate::analysis::{AmendedPage, AmendedSection, Amendments, Homes};
use maud::{Markup, html};

/// Lines that a slip holds, by estimate, so that three stand below each other on a sheet of A4. Longer ones are parted, between two pieces.
const LINES: usize = 20;
/// Letters in a line of a slip, by estimate.
const LETTERS: usize = 58;

/// The slips of all pages.
pub fn slips(amendments: &Amendments, paper: Paper, wording: Wording) -> String {
    let sheet = Sheet {
        what: "errata slips",
        query: &amendments.query,
        paper,
        wording,
        style: include_str!("slips.css"),
    };
    let name = sheet.name();
    let reading = html! {
        p { "Cut along the dashes, and lay each slip into the booklet of edition " (amendments.base) " at the page whose number it bears. Places are counted as they are printed there." }
    };
    let heading = format!("{name}: errata slips");
    let slips: Vec<Slip<'_>> = amendments.pages.iter().flat_map(parted).collect();
    let body = html! {
        (sheet.opening(&amendments.title, &heading, &amendments.notices, &amendments.documents, &reading))
        @if slips.is_empty() { p { "Nothing amends the booklet." } }
        div.slips { @for slip in &slips { (draw(slip, &name, amendments, wording)) } }
    };
    sheet.draw(&body)
}

/// One slip: pieces of one page, by section.
struct Slip<'a> {
    page: Option<&'a str>,
    /// Which one of how many of its page.
    number: (usize, usize),
    sections: Vec<(&'a AmendedSection, Vec<Piece<'a>>)>,
}

/// The slips of a page: as few as hold it.
fn parted(page: &AmendedPage) -> Vec<Slip<'_>> {
    let mut slips: Vec<Vec<(&AmendedSection, Vec<Piece<'_>>)>> = Vec::new();
    let mut left = 0;
    for section in &page.sections {
        let mut begun = false;
        for piece in Piece::all(&section.lines)
            .into_iter()
            .filter(|piece| piece.deed != Deed::NoLonger)
        {
            let heading = if begun { 0 } else { 2 };
            let lines = lines(&piece);
            if slips.is_empty() || left < lines + heading {
                slips.push(Vec::new());
                left = LINES;
                begun = false;
            }
            let Some(slip) = slips.last_mut() else {
                continue;
            };
            left = left.saturating_sub(lines + heading);
            match slip.last_mut().filter(|_| begun) {
                Some((_, pieces)) => pieces.push(piece),
                None => slip.push((section, vec![piece])),
            }
            begun = true;
        }
    }
    let count = slips.len();
    slips
        .into_iter()
        .enumerate()
        .map(|(at, sections)| Slip {
            page: page.page.as_deref(),
            number: (at + 1, count),
            sections,
        })
        .collect()
}

/// How many lines a piece takes, by estimate.
fn lines(piece: &Piece<'_>) -> usize {
    if piece.deed == Deed::Set {
        return 2 + piece.cells().count();
    }
    let blocks = piece.lines.iter().flat_map(|line| &line.blocks);
    let waiting: usize = piece
        .waiting()
        .iter()
        .filter_map(|origin| origin.address.as_ref())
        .map(|address| address.chars().count() / LETTERS + 1)
        .sum();
    let units = piece
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
            .div_ceil(LETTERS)
}

fn draw(slip: &Slip<'_>, name: &str, amendments: &Amendments, wording: Wording) -> Markup {
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
            @for (section, pieces) in &slip.sections {
                h3 { (section.heading) @if section.new { span.kind { " new section" } } }
                @for piece in pieces { (self::piece(piece, homes)) }
                @for conflict in &section.conflicts {
                    p.do { b { "The sheets disagree: " } @for (at, side) in conflict.sides.iter().enumerate() { @if at > 0 { "; " } (who(&side.origin)) ": " (side.text) } }
                }
            }
            footer { (foot(wording)) " · as of " (as_of) }
        } }
    }
}

fn foot(wording: Wording) -> &'static str {
    match wording {
        Wording::Restated => "restated, not official; … as printed",
        Wording::Printed => "for the owner of the booklet only",
    }
}

fn piece(piece: &Piece<'_>, homes: &Homes) -> Markup {
    html! {
        div.do {
            span.place { b { (piece.deed.name()) } " " (piece.place) }
            @if piece.deed != Deed::Set { " " span.by { @for (at, origin) in piece.by().iter().enumerate() { @if at > 0 { "; " } (who(origin)) } } }
            @match piece.deed {
                Deed::Set => { (values(piece, Marks::None)) }
                Deed::Replace | Deed::Amend | Deed::Insert => { @for line in &piece.lines { (text(line, Marks::None)) } }
                Deed::ByHand | Deed::StrikeOut | Deed::NoLonger => {}
            }
            @for origin in piece.waiting() { p { (origin.address.as_deref().unwrap_or("…")) } }
            @if let Some(to) = piece.moved_to() { p { "See " (home(homes, to)) } }
        }
    }
}
