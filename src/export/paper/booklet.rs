//! The amendments in the order of the booklet: what to do at each place, the words that result, and what bears on them.

use super::{
    piece::{Deed, Piece, home, who},
    sheet::{Paper, Sheet, Wording},
    values::values,
    words::{Marks, text},
};
use crate::analysis::{AmendedPage, AmendedSection, Amendments, Homes};
use maud::{Markup, html};

/// The amendments as a page to print.
pub fn booklet(amendments: &Amendments, paper: Paper, wording: Wording) -> String {
    let sheet = Sheet {
        what: "amendments by page",
        query: &amendments.query,
        paper,
        wording,
        style: include_str!("booklet.css"),
    };
    let reading = html! {
        p {
            "In the order of the pages of the booklet of edition " (amendments.base) ", whose places are counted as they are printed there."
            @if amendments.since.edition != amendments.query.edition {
                " Words that are new since " (amendments.since.edition) " are " ins { "underlined" } ", words that are gone since then "
                del { "struck through" } "; a bar stands beside what changed."
            }
        }
    };
    let heading = format!("{}: the amendments, page by page", sheet.name());
    let body = html! {
        (sheet.opening(&amendments.title, &heading, &amendments.notices, &amendments.documents, &reading))
        @if amendments.pages.is_empty() { p { "Nothing amends the booklet." } }
        @for page in &amendments.pages { (self::page(page, &amendments.homes)) }
    };
    sheet.draw(&body)
}

fn page(page: &AmendedPage, homes: &Homes) -> Markup {
    html! {
        section.page {
            @for (at, section) in page.sections.iter().enumerate() {
                (self::section(section, if at == 0 { Some(page.page.as_deref()) } else { None }, homes))
            }
        }
    }
}

/// A section; the first one of a page bears its number.
fn section(section: &AmendedSection, page: Option<Option<&str>>, homes: &Homes) -> Markup {
    let id = section
        .id
        .split_once('/')
        .map_or(section.id.as_str(), |(_, bare)| bare);
    let pieces = Piece::all(&section.lines);
    html! {
        h2 {
            @match page {
                Some(Some(page)) => { span.number { "Page " (page) } }
                Some(None) => { span.number.unknown { "Page not known" } }
                None => { span.number {} }
            }
            span.heading { (section.heading) }
            @if section.new { span.kind { " new section" } }
            @if section.page_inferred { span.kind { " page inferred" } }
            span.id { (id) }
        }
        @if pieces.is_empty() { p.stands { "The printed text stands." } }
        @for piece in &pieces { (entry(piece, homes)) }
        (beside(section))
    }
}

fn entry(piece: &Piece<'_>, homes: &Homes) -> Markup {
    let marks = if piece.deed == Deed::NoLonger || piece.changed() {
        Marks::Shown
    } else {
        Marks::None
    };
    html! {
        div class={ "entry" @if piece.changed() { " changed" } } {
            div.place { (piece.place) b { (piece.deed.name()) } }
            @if piece.deed != Deed::Set { div.by { @for origin in piece.by() { span { (who(origin)) } } } }
            div.body {
                @match piece.deed {
                    Deed::Set => { (values(piece, Marks::Shown)) }
                    Deed::ByHand => {}
                    Deed::StrikeOut | Deed::NoLonger | Deed::Replace | Deed::Amend | Deed::Insert => {
                        @for line in piece.lines.iter().filter(|line| !line.blocks.is_empty()) { (text(line, marks)) }
                    }
                }
                @for origin in piece.waiting() { p.waits { (origin.address.as_deref().unwrap_or("…")) } }
                @if let Some(to) = piece.moved_to() { p.waits { "See " (home(homes, to)) } }
            }
        }
    }
}

/// What bears on a section: what the sheets disagree on, rulings, recorded contradictions, remarks, open instructions.
fn beside(section: &AmendedSection) -> Markup {
    html! {
        @for conflict in &section.conflicts {
            div.beside {
                b { "Conflict" } " on " span.id { (conflict.id) } ": "
                @for (at, side) in conflict.sides.iter().enumerate() { @if at > 0 { "; " } (who(&side.origin)) ": " (side.text) }
            }
        }
        @for ruling in &section.clarifications {
            div.beside {
                b { (ruling.document) @if let Some(n) = &ruling.n { " " (n) } }
                span.kind { " " (ruling.state.name()) } " " (ruling.text)
            }
        }
        @for remark in &section.contradictions {
            div.beside { b { "Contradiction" } span.kind { " " (who(&remark.origin)) } " " (remark.text) }
        }
        @for remark in &section.remarks {
            div.beside { b { "Remark" } span.kind { " " (who(&remark.origin)) } " " (remark.text) }
        }
        @for notice in &section.notices { div.beside { (notice) } }
        @for remark in &section.open {
            div.beside { b { "Open instruction, not worked in" } span.kind { " " (who(&remark.origin)) } " " (remark.text) }
        }
    }
}
