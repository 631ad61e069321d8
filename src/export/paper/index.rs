//! Renders an `AlphabeticalIndex`, words with their pages and clauses, as HTML to print.

use super::layout::{PaperSize, PrintLayout, WordingNotice};
use crate::analysis::{AlphabeticalEntry, AlphabeticalIndex, AlphabeticalPlace};
use maud::{Markup, html};

/// Renders the index as one HTML file to print.
pub fn index(index: &AlphabeticalIndex, paper: PaperSize, wording: WordingNotice) -> String {
    let layout = PrintLayout {
        what: "index",
        query: &index.head.query,
        paper,
        wording,
        style: include_str!("index.css"),
    };
    let reading = html! {
        p {
            b { "Bold" } " numbers are printed pages. Names in small type are clauses, for "
            span.id { "rulebook show" } "; they have no number if the page is not known."
        }
    };
    let heading = format!("{}: index", layout.name());
    let body = html! {
        (layout.opening(&index.head, &heading, &reading))
        @if index.entries.is_empty() { p { "There are no entries." } }
        div.columns {
            @for group in index.entries.chunk_by(|a, b| initial(a) == initial(b)) {
                section.letter {
                    h2 { (initial(&group[0])) }
                    @for entry in group { (index_entry(entry)) }
                }
            }
        }
    };
    layout.render(&body)
}

/// Returns the heading above an entry: its first letter, or `0–9`.
fn initial(entry: &AlphabeticalEntry) -> String {
    let first = entry.word.chars().find(|c| c.is_alphanumeric());
    first
        .filter(|c| c.is_alphabetic())
        .map_or_else(|| "0–9".to_owned(), |c| c.to_uppercase().to_string())
}

fn index_entry(entry: &AlphabeticalEntry) -> Markup {
    let (whole, parts): (Vec<_>, Vec<_>) =
        (entry.places.iter()).partition(|place| place.label.is_none());
    html! {
        div.entry {
            p.word {
                b.term { (entry.word) }
                @for (at, one) in whole.iter().enumerate() { @if at > 0 { ";" } " " (place(one)) }
            }
            @for one in &parts {
                p.sub { @if let Some(label) = &one.label { (label) " " } (place(one)) }
            }
        }
    }
}

fn place(place: &AlphabeticalPlace) -> Markup {
    html! {
        @if let Some(page) = &place.page { b { (page) } " " }
        span.id { (place.id) }
    }
}
