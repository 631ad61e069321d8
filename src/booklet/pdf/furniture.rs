//! Removes running heads and page numbers from PDF pages; finds the printed number of each page.

use super::{fragment::Fragment, line};
use crate::booklet::{
    document::SetAside,
    marks::{is_page, page_number},
};
use std::collections::{HashMap, HashSet};

/// The result of `remove_furniture`: the running heads and page numbers taken from the pages, and
/// the printed number of each page.
#[derive(Debug, Default)]
pub(super) struct Furniture {
    pub(super) set_aside: Vec<SetAside>,
    /// The first number found on each page.
    pub(super) labels: Vec<Option<String>>,
}

/// A row at the top or foot of a page, which may be a running head or a page number: its text,
/// place and size.
struct EdgeRow {
    page: usize,
    y: f32,
    size: f32,
    text: String,
    /// Whether there is a wide gap to the text.
    apart: bool,
    /// Whether it is the first or last row of its page.
    outermost: bool,
}

/// Removes running heads and page numbers from the pages.
pub(super) fn remove_furniture(pages: &mut [Vec<Fragment>]) -> Furniture {
    let edges: Vec<EdgeRow> = pages
        .iter()
        .enumerate()
        .flat_map(|(at, page)| edges_of(at, page))
        .collect();
    let mut repeats: HashMap<(String, i32), usize> = HashMap::new();
    for edge in &edges {
        for shift in [0, 1] {
            *repeats
                .entry((pattern(&edge.text), bucket(edge.y) + shift))
                .or_default() += 1;
        }
    }
    let least = if pages.len() < 2 {
        usize::MAX
    } else {
        (pages.len() / 5).max(2)
    };
    let is_repeated = |edge: &EdgeRow| {
        let count = |shift| {
            repeats
                .get(&(pattern(&edge.text), bucket(edge.y) + shift))
                .copied()
                .unwrap_or_default()
        };
        count(0).max(count(1)) >= least
    };
    let running = running_heads(pages, &edges);
    let mut furniture = Furniture {
        labels: vec![None; pages.len()],
        ..Furniture::default()
    };
    let mut rows: Vec<(usize, f32)> = Vec::new();
    for (at, edge) in edges.into_iter().enumerate() {
        let number = page_number(&edge.text);
        let bare = number.is_some() && (edge.apart || is_repeated(&edge));
        if !(bare || edge.apart && is_repeated(&edge) || running.contains(&at)) {
            continue;
        }
        let label = &mut furniture.labels[edge.page];
        *label = label.take().or(number).or_else(|| outer_number(&edge.text));
        rows.push((edge.page, edge.y));
        furniture.set_aside.push(SetAside {
            page: edge.page,
            text: edge.text,
        });
    }
    for (page, y) in rows {
        pages[page].retain(|fragment| (fragment.y - y).abs() > 0.3 * fragment.size);
    }
    furniture
}

/// Returns the indices of the rows that are running heads by position, whatever their words:
/// outermost rows of many pages at one height and in one size, which is not that of the text.
fn running_heads(pages: &[Vec<Fragment>], edges: &[EdgeRow]) -> HashSet<usize> {
    let mut sizes: HashMap<i32, usize> = HashMap::new();
    for fragment in pages.iter().flatten() {
        *sizes.entry(tenths(fragment.size)).or_default() += fragment.text.len();
    }
    let usual = sizes
        .into_iter()
        .max_by_key(|(size, count)| (*count, *size))
        .map_or(0, |(size, _)| size);
    let at_one_place = |one: &EdgeRow, other: &EdgeRow| {
        (one.y - other.y).abs() < 1.5 && tenths(one.size) == tenths(other.size)
    };
    let may_run = |edge: &EdgeRow| edge.apart && edge.outermost && tenths(edge.size) != usual;
    let least = (pages.len() / 3).max(3);
    let is_running = |edge: &EdgeRow| {
        may_run(edge)
            && edges
                .iter()
                .filter(|other| may_run(other) && at_one_place(edge, other))
                .count()
                >= least
    };
    (0..edges.len())
        .filter(|&at| is_running(&edges[at]))
        .collect()
}

fn tenths(size: f32) -> i32 {
    (size * 10.0).round() as i32
}

/// Returns the first and last two rows of a page.
fn edges_of(page: usize, fragments: &[Fragment]) -> Vec<EdgeRow> {
    let rows = line::lines(
        fragments
            .iter()
            .filter(|fragment| fragment.y < 9_000.0)
            .cloned()
            .collect(),
    );
    let y = |row: &[Fragment]| row.iter().map(|fragment| fragment.y).fold(0.0, f32::max);
    let size = |row: &[Fragment]| row.iter().map(|fragment| fragment.size).fold(0.0, f32::max);
    let count = rows.len();
    let mut out = Vec::new();
    for at in (0..count).filter(|&at| at < 2 || at + 2 >= count) {
        let row = &rows[at];
        let gap =
            |one: usize, other: usize| rows.get(one).zip(rows.get(other)).map(|(a, b)| y(b) - y(a));
        let wide = |gap: Option<f32>| gap.is_none_or(|gap| gap > 1.55 * size(row));
        let text: Vec<&str> = row.iter().map(|fragment| fragment.text.trim()).collect();
        let from_top = at < 2 && wide(gap(at, at + 1)) && count > 1;
        let from_foot = at + 2 >= count && at > 0 && wide(gap(at - 1, at));
        out.push(EdgeRow {
            page,
            y: y(row),
            size: size(row),
            text: text.join(" "),
            apart: from_top || from_foot,
            outermost: at == 0 || at + 1 == count,
        });
    }
    out
}

fn bucket(y: f32) -> i32 {
    (y / 4.0).floor() as i32
}

/// Returns a text with every number replaced by `#`.
fn pattern(text: &str) -> String {
    let mut out = String::new();
    for c in text.to_lowercase().chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('#') {
            out.push('#');
        }
    }
    if page_number(text).is_some() {
        "#".into()
    } else {
        out
    }
}

/// Returns the number at the start or end of a running head.
fn outer_number(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let outer = words.next().into_iter().chain(words.next_back());
    let mut numbers = outer.filter(|word| is_page(word));
    numbers.next().map(str::to_owned)
}
