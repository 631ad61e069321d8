//! Finds tables in the lines of a PDF column: cells divided by drawn lines or only white space.
//! Also splits a row of a list into its label and its text.

use super::{fragment::Fragment, line::PdfLine};
use crate::booklet::styled_text::StyledText;
use hayro_interpret::kurbo::Rect;

/// The left and right edge of a table's column.
type ColumnEdges = (f32, f32);

/// The least gap between two columns, as a share of the font size.
const NARROW_GAP: f32 = 0.35;
/// The least gap between a label and its text.
const LABEL_GAP: f32 = 0.5;
/// The distance of two lines of one row, as a share of the font size.
const CLOSE: f32 = 0.85;
/// The most characters of a value in a row that is alone on a page.
const MAX_VALUE: usize = 4;
/// The least number of columns of a table of which a row is alone on a page.
const LEAST_COLUMNS: usize = 3;
/// The most words of a label in front of a gap.
const MAX_LABEL_WORDS: usize = 8;

/// Returns the label and the text of a line that is a row of a list, whose text begins with a
/// factor or a dash: `Knights    +4 against mounted    +3 against foot`. A row of bare numbers
/// belongs to a table.
pub(super) fn labelled_row(line: &PdfLine) -> Option<(String, String)> {
    let parts: Vec<Fragment> = line
        .fragments
        .iter()
        .flat_map(|fragment| fragment.parts(LABEL_GAP))
        .collect();
    let (first, rest) = parts.split_first()?;
    let label = first.text.trim();
    let is_label = label.starts_with(char::is_alphabetic)
        && label.split_whitespace().count() <= MAX_LABEL_WORDS
        && !label.ends_with(['.', ',', ';', ':']);
    let is_signed = |part: &Fragment| {
        let mut chars = part.text.chars();
        chars.next().is_some_and(|c| "+-−–—=".contains(c))
            && chars
                .next()
                .is_some_and(|c| c.is_ascii_digit() || "½ ".contains(c))
    };
    let is_bare = |part: &Fragment| !part.text.contains(char::is_alphabetic);
    let numbers = rest.len() > 1 && rest.iter().all(is_bare);
    let words: Vec<&str> = rest.iter().map(|part| part.text.trim()).collect();
    (is_label && !rest.is_empty() && rest.iter().all(is_signed) && !numbers)
        .then(|| (label.to_owned(), words.join(" ")))
}

/// A table found at the start of a run of PDF lines: its rows of cells, and how many of these lines
/// it takes up.
#[derive(Debug)]
pub(super) struct PdfTable {
    /// The number of lines.
    pub(super) lines: usize,
    pub(super) rows: Vec<Vec<String>>,
}

/// Returns the table that begins at the first of `lines`, which are of one column. `keeps_hyphen`
/// returns whether a compound has a hyphen.
pub(super) fn table_at(
    lines: &[PdfLine],
    rules: &[Rect],
    keeps_hyphen: &dyn Fn(&str) -> bool,
) -> Option<PdfTable> {
    ruled_table(lines, rules, keeps_hyphen).or_else(|| open_table(lines, keeps_hyphen))
}

/// Sorts places and joins those that are close.
fn clusters(mut places: Vec<f32>) -> Vec<f32> {
    places.sort_by(f32::total_cmp);
    places.dedup_by(|b, a| (*b - *a).abs() < 3.0);
    places
}

/// Reads a table with rules between rows and columns.
fn ruled_table(
    lines: &[PdfLine],
    rules: &[Rect],
    keeps_hyphen: &dyn Fn(&str) -> bool,
) -> Option<PdfTable> {
    let first = lines.first()?;
    let upright: Vec<&Rect> = rules
        .iter()
        .filter(|rule| rule.height() > rule.width())
        .collect();
    let covers =
        |rule: &&&Rect| rule.y0 as f32 <= first.y && rule.y1 as f32 >= first.y - first.size;
    let here: Vec<&&Rect> = upright.iter().filter(covers).collect();
    let xs = clusters(
        here.iter()
            .map(|rule| ((rule.x0 + rule.x1) / 2.0) as f32)
            .collect(),
    );
    if xs.len() < 3 || !lines_between(&xs, first) {
        return None;
    }
    let (left, right) = (*xs.first()?, *xs.last()?);
    // rows follow each other as long as upright rules continue
    let mut foot = here.iter().map(|rule| rule.y1 as f32).fold(0.0, f32::max);
    loop {
        let next = upright
            .iter()
            .filter(|rule| {
                (rule.y0 as f32) < foot + 3.0
                    && rule.x0 as f32 > left - 3.0
                    && (rule.x1 as f32) < right + 3.0
            })
            .map(|rule| rule.y1 as f32)
            .fold(foot, f32::max);
        if next <= foot + 0.5 {
            break;
        }
        foot = next;
    }
    let inside = lines
        .iter()
        .take_while(|line| line.page == first.page && line.y < foot + 1.0)
        .count();
    let level = rules.iter().filter(|rule| {
        rule.width() > rule.height() && (rule.x0 as f32) < right && rule.x1 as f32 > left
    });
    let ys = clusters(
        level
            .map(|rule| ((rule.y0 + rule.y1) / 2.0) as f32)
            .collect(),
    );
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    for line in &lines[..inside] {
        let at = ys.iter().filter(|&&y| y < line.y - 0.3 * line.size).count();
        if rows.last().is_none_or(|(own, _)| *own != at) {
            rows.push((at, vec![String::new(); xs.len() - 1]));
        }
        let Some((_, row)) = rows.last_mut() else {
            continue;
        };
        for fragment in &line.fragments {
            let middle = (fragment.x0 + fragment.x1) / 2.0;
            let cell = xs
                .iter()
                .filter(|&&x| x < middle)
                .count()
                .saturating_sub(1)
                .min(xs.len() - 2);
            append_words(&mut row[cell], &fragment.text, keeps_hyphen);
        }
    }
    Some(PdfTable {
        lines: inside,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    })
}

/// Whether all fragments of a line are between the outer rules.
fn lines_between(xs: &[f32], line: &PdfLine) -> bool {
    xs.first()
        .zip(xs.last())
        .is_some_and(|(&left, &right)| line.x0() > left - 2.0 && line.x1() < right + 2.0)
}

/// Appends words to a cell. A word that a line end divides is joined.
fn append_words(cell: &mut String, words: &str, keeps_hyphen: &dyn Fn(&str) -> bool) {
    let styled = |text: &str| StyledText {
        text: text.to_owned(),
        ..StyledText::default()
    };
    let mut text = styled(cell);
    text.append_line(&styled(words.trim()), keeps_hyphen);
    *cell = text.text;
}

/// Returns the number of lines of the row that begins with the first line: the lines of a cell may
/// be half a line above and below the other cells.
fn lines_of_row(lines: &[PdfLine]) -> usize {
    let close = lines.windows(2).take_while(|pair| {
        let gap = pair[1].y - pair[0].y;
        pair[0].column == pair[1].column && (0.0..CLOSE * pair[0].size).contains(&gap)
    });
    let count = close.count() + 1;
    let divided = lines[..count].iter().any(|line| line.fragments.len() > 1);
    if divided { count } else { 1 }
}

/// Returns the row that begins with the first line as one line, and the number of its lines.
fn whole_row(lines: &[PdfLine]) -> Option<(PdfLine, usize)> {
    let mut row = lines.first()?.clone();
    let count = lines_of_row(lines);
    let more = lines[1..count].iter().flat_map(|line| &line.fragments);
    row.fragments.extend(more.cloned());
    Some((row, count))
}

/// Returns the row of a table that begins with the first of `lines`, and the number of its lines,
/// if it has the width of a table on the other side of a page break.
pub(super) fn row_at_break(lines: &[PdfLine], width: usize) -> Option<(Vec<String>, usize)> {
    let (row, count) = whole_row(lines)?;
    let columns = columns_of(&row)?;
    let cell = |fragment: &Fragment| fragment.text.trim().to_owned();
    let cells: Vec<String> = row.fragments.iter().map(cell).collect();
    // a line of text with wide gaps is no row
    let is_value = |cell: &String| cell.chars().count() <= MAX_VALUE;
    let fits = columns.len() == width
        && cells.len() == width
        && width >= LEAST_COLUMNS
        && cells[1..].iter().all(is_value);
    fits.then_some((cells, count))
}

/// Reads a table without rules: lines whose fragments are below each other.
fn open_table(lines: &[PdfLine], keeps_hyphen: &dyn Fn(&str) -> bool) -> Option<PdfTable> {
    let (first, mut count) = whole_row(lines).filter(|(row, _)| row.fragments.len() > 1)?;
    let pitch = 2.2 * first.size;
    let mut columns = columns_of(&first)?;
    let mut cells: Vec<Vec<Fragment>> = vec![first.fragments.clone()];
    let mut full = 1;
    while let Some((line, more)) = whole_row(&lines[count..]) {
        let before = &lines[count - 1];
        if line.y - before.y > pitch || line.y < before.y || line.column != first.column {
            break;
        }
        let Some((row, widened)) = row_of(&columns, &line) else {
            break;
        };
        // the rest of a cell that is longer than its line
        if row.len() == 1 {
            let wraps = line.x0() > columns[0].0 + 2.0 || count == 1;
            let aligned = columns
                .iter()
                .any(|column| (column.0 - line.x0()).abs() < 2.0);
            if !(wraps && aligned) {
                break;
            }
        } else {
            full += 1;
        }
        columns = widened;
        cells.push(row);
        count += more;
    }
    // one row is no table
    if full < 2 {
        return None;
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for fragments in &cells {
        if fragments.len() > 1 || rows.is_empty() {
            rows.push(vec![String::new(); columns.len()]);
        }
        let Some(row) = rows.last_mut() else { continue };
        for fragment in fragments {
            let middle = (fragment.x0 + fragment.x1) / 2.0;
            let cell = columns
                .iter()
                .position(|column| middle <= column.1 + 1.0)
                .unwrap_or(columns.len() - 1);
            append_words(&mut row[cell], &fragment.text, keeps_hyphen);
        }
    }
    Some(PdfTable { lines: count, rows })
}

/// Returns the columns of the first row of a table; `None` if they are not apart.
fn columns_of(row: &PdfLine) -> Option<Vec<ColumnEdges>> {
    let first = row.fragments.first()?;
    widen(&[(first.x0, first.x1)], &row.fragments[1..], row.size)
}

/// Returns the cells of a line, and the columns with room for them. Narrow columns may be closer
/// to each other than words are elsewhere: one fragment is then divided at its gaps.
fn row_of(columns: &[ColumnEdges], line: &PdfLine) -> Option<(Vec<Fragment>, Vec<ColumnEdges>)> {
    if let Some(widened) = widen(columns, &line.fragments, line.size) {
        return Some((line.fragments.clone(), widened));
    }
    let parts: Vec<Fragment> = line
        .fragments
        .iter()
        .flat_map(|fragment| fragment.parts(NARROW_GAP))
        .collect();
    let widened = widen(columns, &parts, line.size)?;
    let short = parts[1..].iter().all(|part| part.text.len() <= 12);
    (short && parts.len() == columns.len() && widened.len() == columns.len())
        .then_some((parts, widened))
}

/// Returns the columns with room for the fragments of a row; `None` if two columns would meet.
fn widen(columns: &[(f32, f32)], row: &[Fragment], size: f32) -> Option<Vec<(f32, f32)>> {
    let mut out = columns.to_vec();
    for fragment in row {
        let meets: Vec<usize> = (0..out.len())
            .filter(|&at| fragment.x0 < out[at].1 + 1.0 && fragment.x1 > out[at].0 - 1.0)
            .collect();
        match meets[..] {
            [at] => out[at] = (out[at].0.min(fragment.x0), out[at].1.max(fragment.x1)),
            [] => out.push((fragment.x0, fragment.x1)),
            _ => return None,
        }
    }
    out.sort_by(|a, b| a.0.total_cmp(&b.0));
    let apart = out
        .windows(2)
        .all(|pair| pair[1].0 - pair[0].1 > NARROW_GAP * size);
    (apart && out.len() < 40).then_some(out)
}
