//! Renders an `AlphabeticalIndex`, words with their pages and clauses, as HTML to print.

use super::layout::{PaperSize, PrintLayout, WordingNotice};
use crate::analysis::{
    AlphabeticalEntry, AlphabeticalIndex, AlphabeticalSubentry, AlphabeticalTarget,
};
use maud::{Markup, html};

/// Renders the index as one HTML file to print.
pub fn index(index: &AlphabeticalIndex, paper: PaperSize, wording: WordingNotice) -> String {
    let layout = PrintLayout {
        what: "index",
        query: &index.query,
        paper,
        wording,
        style: include_str!("index.css"),
    };
    let reading = html! {
        p {
            b { "Bold" } " numbers are printed pages that treat a word, other numbers are pages on which it occurs. \
            Names in small type are clauses, for " span.id { "rulebook show" } "; they have no number if the page is not known. Rulings are in brackets. \
            In small type below each letter: abbreviations and words of players, with the words of the rules for them."
        }
    };
    let heading = format!("{}: index", layout.name());
    let body = html! {
        (layout.opening(&index.title, &heading, &index.notices, &index.documents, &reading))
        @if index.letters.is_empty() { p { "There are no entries." } }
        div.columns {
            @for group in &index.letters {
                section.letter {
                    h2 { (group.letter) }
                    @for entry in group.entries.iter().filter(|entry| !is_reference(entry)) { (index_entry(entry)) }
                    (references(&group.entries))
                }
            }
        }
    };
    layout.render(&body)
}

/// Returns whether an entry only leads from an abbreviation or a word of the players to the words of
/// the rules.
fn is_reference(entry: &AlphabeticalEntry) -> bool {
    entry.places.is_empty()
        && entry.mentions.is_empty()
        && entry.lines.is_empty()
        && !entry.throughout
        && !entry.see.is_empty()
}

/// Renders the entries that only lead to others, in one paragraph.
fn references(entries: &[AlphabeticalEntry]) -> Markup {
    let words: Vec<&AlphabeticalEntry> =
        entries.iter().filter(|entry| is_reference(entry)).collect();
    html! {
        @if !words.is_empty() {
            p.players {
                @for (at, entry) in words.iter().enumerate() {
                    @if at > 0 { "; " }
                    (entry.word) " → " (entry.see.join(", "))
                }
            }
        }
    }
}

fn index_entry(entry: &AlphabeticalEntry) -> Markup {
    html! {
        div.entry {
            p.word {
                b.term { (entry.word) }
                @if let Some(other) = &entry.also_written { " (" (other) ")" }
                @for place in &entry.places { " " (main_place(place)) }
                @for page in known_pages(&entry.mentions) { ", " (page) }
                @for place in entry.mentions.iter().filter(|place| place.page.is_none()) { ", " span.id { (bare_id(place)) } }
                @if entry.throughout { ", throughout" }
                @if !entry.see.is_empty() { " " i { "see" } " " (entry.see.join(", ")) }
            }
            @for group in group_by_label(&entry.lines) { (index_line(&group)) }
            @if !entry.see_also.is_empty() { p.sub { i { "see also" } " " (entry.see_also.join(", ")) } }
        }
    }
}

/// Groups lines by label.
fn group_by_label(lines: &[AlphabeticalSubentry]) -> Vec<(&str, Vec<&AlphabeticalTarget>)> {
    let mut out: Vec<(&str, Vec<&AlphabeticalTarget>)> = Vec::new();
    for line in lines {
        match out.iter_mut().find(|(label, _)| *label == line.label) {
            Some((_, places)) if places.contains(&&line.place) => {}
            Some((_, places)) => places.push(&line.place),
            None => out.push((&line.label, vec![&line.place])),
        }
    }
    out
}

fn index_line((label, places): &(&str, Vec<&AlphabeticalTarget>)) -> Markup {
    html! {
        p.sub { (label) @for (at, place) in places.iter().enumerate() { @if at > 0 { ";" } " " (main_place(place)) } }
    }
}

/// Renders a clause about the word: its page, its rulings and its name.
fn main_place(place: &AlphabeticalTarget) -> Markup {
    html! {
        @if let Some(page) = &place.page { b { (page) } " " }
        @if !place.rulings.is_empty() { "[" (join_rulings(&place.rulings)) "] " }
        span.id { (bare_id(place)) }
    }
}

/// Joins rulings; the name of a document is not repeated.
fn join_rulings(rulings: &[String]) -> String {
    let mut out = String::new();
    let mut last = "";
    for ruling in rulings {
        let (document, number) = ruling.split_once(' ').unwrap_or((ruling, ""));
        out += if out.is_empty() { "" } else { ", " };
        out += if document == last && !number.is_empty() {
            number
        } else {
            ruling
        };
        last = document;
    }
    out
}

/// Returns the id of a clause without its ruleset.
fn bare_id(place: &AlphabeticalTarget) -> &str {
    place
        .id
        .split_once('/')
        .map_or(place.id.as_str(), |(_, bare)| bare)
}

/// Returns the known pages of places, each once.
fn known_pages(places: &[AlphabeticalTarget]) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for page in places.iter().filter_map(|place| place.page.as_deref()) {
        if !out.contains(&page) {
            out.push(page);
        }
    }
    out
}
