//! Finds the columns of each PDF page by its white space; returns the lines in reading order.

use super::{
    fragment::Fragment,
    line::{self, PdfLine},
};

/// The white space between two columns of a page: its left and right edge.
#[derive(Clone, Copy, Debug)]
struct Gutter {
    x0: f32,
    x1: f32,
}

/// Returns the lines of all pages in reading order.
pub(super) fn lines_in_order(pages: &[Vec<Fragment>]) -> Vec<PdfLine> {
    let own: Vec<Option<Gutter>> = pages.iter().map(|page| find_gutter(page, true)).collect();
    // a page with little text has the columns of the others
    let usual = own.iter().flatten().copied().max_by_key(|gutter| {
        own.iter()
            .flatten()
            .filter(|other| (other.x0 - gutter.x0).abs() < 12.0)
            .count()
    });
    let usual = usual.filter(|_| own.iter().flatten().count() >= 2);
    let mut out = Vec::new();
    let mut column = 0;
    for (at, page) in pages.iter().enumerate() {
        let first = out.len();
        let fallback = || {
            usual.filter(|gutter| {
                find_gutter(page, false).is_some_and(|own| own.x0 < gutter.x1 && own.x1 > gutter.x0)
            })
        };
        let (upright, turned): (Vec<Fragment>, Vec<Fragment>) = page
            .iter()
            .cloned()
            .partition(|fragment| fragment.y < 9_000.0);
        order(
            at,
            upright,
            own[at].or_else(fallback),
            0,
            &mut column,
            &mut out,
        );
        order(at, turned, None, 0, &mut column, &mut out);
        for (number, line) in out[first..].iter_mut().enumerate() {
            line.number = number as u32 + 1;
        }
    }
    out
}

/// Adds the lines of a region. A line that crosses the gutter ends both columns; they begin again
/// below it.
fn order(
    page: usize,
    fragments: Vec<Fragment>,
    gutter: Option<Gutter>,
    depth: usize,
    column: &mut usize,
    out: &mut Vec<PdfLine>,
) {
    let (left, right) = edges(&fragments);
    let Some(gutter) = gutter else {
        add_column(page, fragments, (left, right), column, out);
        return;
    };
    let crosses = |fragment: &Fragment| {
        fragment.x0 < gutter.x0 && fragment.x1 > gutter.x1
            || fragment.x0 >= gutter.x0 - 1.0 && fragment.x1 <= gutter.x1 + 1.0
    };
    let mut bands: Vec<(bool, Vec<Fragment>)> = Vec::new();
    for row in line::lines(fragments) {
        let spans = row.iter().any(crosses);
        match bands.last_mut().filter(|band| band.0 == spans) {
            Some(band) => band.1.extend(row),
            None => bands.push((spans, row)),
        }
    }
    let middle = (gutter.x0 + gutter.x1) / 2.0;
    for (spans, band) in bands {
        if spans {
            add_column(page, band, (left, right), column, out);
            continue;
        }
        let (one, other): (Vec<Fragment>, Vec<Fragment>) =
            band.into_iter().partition(|fragment| fragment.x0 < middle);
        for (side, edges) in [(one, (left, gutter.x0)), (other, (gutter.x1, right))] {
            match find_gutter(&side, true).filter(|_| depth < 3) {
                Some(inner) => order(page, side, Some(inner), depth + 1, column, out),
                None => add_column(page, side, edges, column, out),
            }
        }
    }
}

fn add_column(
    page: usize,
    fragments: Vec<Fragment>,
    edges: (f32, f32),
    column: &mut usize,
    out: &mut Vec<PdfLine>,
) {
    if fragments.is_empty() {
        return;
    }
    *column += 1;
    for fragments in line::lines(fragments) {
        let size = fragments
            .iter()
            .map(|fragment| fragment.size)
            .fold(0.0, f32::max);
        // a raised mark is not on the baseline
        let y = fragments
            .iter()
            .filter(|fragment| fragment.size > 0.8 * size)
            .map(|fragment| fragment.y)
            .fold(0.0, f32::max);
        out.push(PdfLine {
            page,
            column: *column,
            number: 0,
            fragments,
            y,
            size,
            edges,
        });
    }
}

/// Returns the left and right edge of fragments, in points.
fn edges(fragments: &[Fragment]) -> (f32, f32) {
    let left = fragments.iter().map(|fragment| fragment.x0);
    let right = fragments.iter().map(|fragment| fragment.x1);
    (left.fold(f32::MAX, f32::min), right.fold(0.0, f32::max))
}

/// Returns the widest white space that divides the fragments into two columns of text.
///
/// With `strict`, both columns must contain lines as wide as they are: otherwise a table would be
/// taken for columns.
fn find_gutter(fragments: &[Fragment], strict: bool) -> Option<Gutter> {
    let (left, right) = edges(fragments);
    let width = right - left;
    if fragments.len() < if strict { 12 } else { 1 } || width < 100.0 {
        return None;
    }
    let steps = width.ceil() as usize + 1;
    let mut covered = vec![0_i32; steps + 1];
    for fragment in fragments {
        let (from, to) = (
            (fragment.x0 - left).max(0.0) as usize,
            ((fragment.x1 - left).ceil() as usize).min(steps),
        );
        covered[from] += 1;
        covered[to] -= 1;
    }
    let mut sum = 0;
    let covered: Vec<i32> = covered
        .iter()
        .map(|step| {
            sum += step;
            sum
        })
        .collect();
    let most = (fragments.len() as f32 * 0.15) as i32;
    let (from, to) = ((0.25 * width) as usize, (0.75 * width) as usize);
    let least = covered[from..to]
        .iter()
        .copied()
        .min()
        .filter(|&least| least <= most)?;
    // the widest run of the least covered steps
    let mut best: Option<(usize, usize)> = None;
    let mut start = None;
    for at in from..=to {
        let is_free = at < to && covered.get(at).is_some_and(|own| *own <= least);
        match (is_free, start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                if best.is_none_or(|(a, b)| at - first > b - a) {
                    best = Some((first, at));
                }
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    let (from, to) = best.filter(|(from, to)| to - from >= 5)?;
    let gutter = Gutter {
        x0: left + from as f32,
        x1: left + to as f32,
    };
    let wide = |side: &[&Fragment], room: f32| {
        side.iter()
            .filter(|fragment| fragment.x1 - fragment.x0 > 0.42 * room)
            .count()
    };
    let one: Vec<&Fragment> = fragments
        .iter()
        .filter(|fragment| fragment.x1 <= gutter.x0 + 1.0)
        .collect();
    let other: Vec<&Fragment> = fragments
        .iter()
        .filter(|fragment| fragment.x0 >= gutter.x1 - 1.0)
        .collect();
    if !strict {
        return Some(gutter);
    }
    let sides = [(&one, gutter.x0 - left), (&other, right - gutter.x1)];
    let fills = |share: usize| {
        sides.iter().all(|(side, room)| {
            let wide = wide(side, *room);
            side.len() >= 4 && wide >= 2 && wide * share >= side.len()
        })
    };
    // a sheet of instructions has many short lines, but unlike a table no rows
    (fills(2) || fills(5) && !shares_rows(&one, &other)).then_some(gutter)
}

/// Whether half of the fragments on one side are next to one on the other side, as cells are.
fn shares_rows(one: &[&Fragment], other: &[&Fragment]) -> bool {
    const LEVEL: f32 = 1.0;
    let mut levels: Vec<f32> = other.iter().map(|fragment| fragment.y).collect();
    levels.sort_by(f32::total_cmp);
    let shared = one.iter().filter(|fragment| {
        let next = levels.partition_point(|y| *y < fragment.y - LEVEL);
        levels.get(next).is_some_and(|y| *y <= fragment.y + LEVEL)
    });
    shared.count() * 2 >= one.len().min(other.len())
}
