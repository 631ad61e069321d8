//! The alphabetical index as a page to print.

use super::sheet::{Paper, Sheet, Wording};
use crate::analysis::{AlphabeticalIndex, IndexEntry, IndexLine, IndexPlace};
use maud::{Markup, html};

/// The index as a page to print.
pub fn index(index: &AlphabeticalIndex, paper: Paper, wording: Wording) -> String {
    let sheet = Sheet {
        what: "index",
        query: &index.query,
        paper,
        wording,
        style: include_str!("index.css"),
    };
    let reading = html! {
        p {
            b { "Bold" } " numbers are printed pages on which a word is treated, others those on which it occurs. \
            Names in small type are clauses, for " span.id { "rulebook show" } ", and stand alone where the page is not known; rulings stand in brackets."
        }
    };
    let heading = format!("{}: index", sheet.name());
    let body = html! {
        (sheet.opening(&index.title, &heading, &index.notices, &index.documents, &reading))
        @if index.letters.is_empty() { p { "There is nothing to list." } }
        div.columns {
            @for group in &index.letters {
                section.letter {
                    h2 { (group.letter) }
                    @for entry in &group.entries { (self::entry(entry)) }
                }
            }
        }
    };
    sheet.draw(&body)
}

fn entry(entry: &IndexEntry) -> Markup {
    html! {
        div.entry {
            p.word {
                b.term { (entry.word) }
                @if let Some(other) = &entry.also_written { " (" (other) ")" }
                @for place in &entry.places { " " (treated(place)) }
                @for page in pages(&entry.mentions) { ", " (page) }
                @for place in entry.mentions.iter().filter(|place| place.page.is_none()) { ", " span.id { (bare(place)) } }
                @if entry.throughout { ", throughout" }
                @if !entry.see.is_empty() { " " i { "see" } " " (entry.see.join(", ")) }
            }
            @for group in grouped(&entry.lines) { (line(&group)) }
            @if !entry.see_also.is_empty() { p.sub { i { "see also" } " " (entry.see_also.join(", ")) } }
        }
    }
}

/// Lines of one label are one, with all their places.
fn grouped(lines: &[IndexLine]) -> Vec<(&str, Vec<&IndexPlace>)> {
    let mut out: Vec<(&str, Vec<&IndexPlace>)> = Vec::new();
    for line in lines {
        match out.iter_mut().find(|(label, _)| *label == line.label) {
            Some((_, places)) if places.contains(&&line.place) => {}
            Some((_, places)) => places.push(&line.place),
            None => out.push((&line.label, vec![&line.place])),
        }
    }
    out
}

fn line((label, places): &(&str, Vec<&IndexPlace>)) -> Markup {
    html! {
        p.sub { (label) @for (at, place) in places.iter().enumerate() { @if at > 0 { ";" } " " (treated(place)) } }
    }
}

/// A clause that is about the word: its page, its rulings, its name.
fn treated(place: &IndexPlace) -> Markup {
    html! {
        @if let Some(page) = &place.page { b { (page) } " " }
        @if !place.rulings.is_empty() { "[" (rulings(&place.rulings)) "] " }
        span.id { (bare(place)) }
    }
}

/// Rulings of one document bear its name once.
fn rulings(rulings: &[String]) -> String {
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

/// The id of a clause without its ruleset.
fn bare(place: &IndexPlace) -> &str {
    place
        .id
        .split_once('/')
        .map_or(place.id.as_str(), |(_, bare)| bare)
}

/// The known pages of places, each once.
fn pages(places: &[IndexPlace]) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for page in places.iter().filter_map(|place| place.page.as_deref()) {
        if !out.contains(&page) {
            out.push(page);
        }
    }
    out
}
