//! Renders documents as HTML, for the page for phones and other files for browsers.
//!
//! Names of clauses are links to addresses of the page for phones: `#dbm/recoiling`. No element has
//! a `style` attribute, so that a content security policy can forbid them.

use super::{
    Block, Cell, ChangedRow, Entries, Item, Labelled, NoteMark, Role, Row, Table, Text, View,
};
use maud::{Markup, html};
use std::mem::discriminant;

/// The number of notes up to which they are open.
const OPEN_NOTES: usize = 1;

/// What the names of entries of a glossary contain.
const TERM: &str = "/term:";

/// The bar at the left of changed text in a terminal.
const BAR: char = '|';

/// Renders blocks, with all notes.
pub fn render(blocks: &[Block]) -> Markup {
    let is_together = |one: &Block, next: &Block| {
        let is_part = matches!(
            one,
            Block::Row(_) | Block::Footnote { .. } | Block::Brief { .. } | Block::Labelled(_)
        );
        is_part && discriminant(one) == discriminant(next)
    };
    html! {
        @for group in blocks.chunk_by(is_together) { (render_group(group)) }
    }
}

/// Renders blocks of one kind.
fn render_group(group: &[Block]) -> Markup {
    match &group[0] {
        Block::View(own) => view(own),
        Block::Title { text, id } => title(text, id),
        Block::Brief { .. } => html! {
            ul.contents { @for block in group { @if let Block::Brief { text, id } = block { (brief(text, id)) } } }
        },
        Block::Heading(text) => html! { h3 { (line(text)) } },
        Block::Notice(text) => html! { p.notice { (text) } },
        Block::Paragraph(text) => match line(text) {
            words if words.0.is_empty() => words,
            words => html! { p.remark { (words) } },
        },
        Block::Item(own) => item(own),
        Block::Rule(text) => html! { p.page-mark { (text) } },
        Block::Indented(_, inner) => html! { div.inner { (render(inner)) } },
        Block::Row(_) => {
            let rows = group.iter().filter_map(|block| match block {
                Block::Row(row) => Some(row),
                _ => None,
            });
            html! { div.text { (units(&rows.collect::<Vec<_>>(), 0)) } }
        }
        Block::Sources(rows) => html! {
            dl.sources {
                @for (sources, row) in rows { dt { (sources.join("; ")) } dd { (sentence(row, None)) } }
            }
        },
        Block::Table(own) => table(own),
        Block::List(heads, rows) => html! {
            div.wide tabindex="0" role="group" aria-label="Table" { table.list {
                thead { tr { @for head in heads { th scope="col" { (head) } } } }
                tbody { @for row in rows { tr { @for text in row { td { (line(text)) } } } } }
            } }
        },
        Block::Grid(heads, rows) => html! {
            div.wide tabindex="0" role="group" aria-label="Table" { table.values {
                thead { tr { td {} @for head in heads { th scope="col" { (line(head)) } } } }
                tbody {
                    @for (name, cells) in rows {
                        tr { th scope="row" { (line(name)) } @for cell in cells { td { (line(cell)) } } }
                    }
                }
            } }
        },
        Block::Changes(changes) => html! {
            ul.pairs { @for row in &changes.rows { (pair(row)) } }
        },
        Block::Entries(own) => entries(own),
        Block::Mistake {
            text,
            before,
            words,
        } => {
            let after = text.get(before.len() + words.len()..).unwrap_or_default();
            html! { p.mistake { (before) mark { (words) } (after) } }
        }
        Block::Footnote { .. } => html! {
            details.notes {
                summary { "Sources" }
                ul {
                    @for block in group {
                        @if let Block::Footnote { letter, text, .. } = block {
                            li data-letter=(letter) { b { (letter) } " " (text) }
                        }
                    }
                }
            }
        },
        Block::Labelled(_) => html! {
            @for block in group { @if let Block::Labelled(remark) = block { (labelled(remark)) } }
        },
        Block::Notes { whole, short } => html! {
            details.remarks open[whole.len() <= OPEN_NOTES] {
                summary { span { @for block in short { (in_summary(block)) } } }
                (render(whole))
            }
        },
        Block::Fit { long, .. } => render(long),
        Block::Gap | Block::Help(_) => html! {},
    }
}

/// Renders words: new ones underlined, removed ones struck through, names as links.
pub fn line(text: &Text) -> Markup {
    html! {
        @for run in text.runs() {
            @let words = &run.words;
            @match &run.role {
                Role::Plain => (words),
                Role::Strong => b { (words) },
                Role::Warning | Role::Error => strong.care { (words) },
                Role::Hit => mark { (words) },
                Role::Quiet => span.quiet { (words) },
                Role::Name => (name(words)),
                Role::Added => { ins { (words.trim_end()) } (trailing_blank(words)) }
                Role::Removed => { del { (words.trim_end()) } " " }
                Role::State(_) => span class={ "badge " (words.replace(' ', "-")) } { (words) },
                Role::Link(id) => a class=[id.contains(TERM).then_some("term")] href={ "#" (id) } { (words) },
                Role::Typed => {}
            }
        }
    }
}

/// Returns a blank if the text ends with white space.
fn trailing_blank(text: &str) -> &'static str {
    if text.ends_with(char::is_whitespace) {
        " "
    } else {
        ""
    }
}

/// Renders a name: that of a clause as a link.
fn name(id: &str) -> Markup {
    match id.contains('/') && !id.contains(char::is_whitespace) {
        true => html! { a.name href={ "#" (id) } { (id) } },
        false => html! { code { (id) } },
    }
}

fn view(own: &View) -> Markup {
    html! {
        p.about {
            b { (own.text) } (own.at)
            @if let Some(page) = &own.page {
                @let number = page.split(' ').next().unwrap_or_default();
                " · " a href={ "#" (own.ruleset) "/p." (number) } { "p. " (page) }
            }
        }
        @if let Some(words) = &own.wording { p.remark { span.quiet.wording { (words) } } }
    }
}

/// Renders a title as a link: above its last part, those that contain it.
fn title(text: &Text, id: &str) -> Markup {
    let (above, own) = text.split_path();
    html! {
        h2.title id=(id) {
            a href={ "#" (id) } {
                @if let Some(above) = above { small.above { (above) } }
                span { (line(&own)) }
            }
        }
    }
}

fn brief(text: &str, id: &str) -> Markup {
    let words = text.trim_start_matches(BAR);
    html! {
        li class=[(words.len() < text.len()).then_some("changed")] { a href={ "#" (id) } { (words.trim()) } }
    }
}

fn item(own: &Item) -> Markup {
    let first = own.first.plain();
    let is_changed = first.starts_with(BAR);
    let first = first.trim_start_matches(BAR);
    let depth = first.len() - first.trim_start().len();
    let lead = first.trim();
    html! {
        p.item data-in=[(depth >= 2).then_some(depth / 2)] data-bar[is_changed] {
            @match lead {
                "" => {},
                "•" => span.bullet aria-hidden="true" { "•" },
                lead => b { (lead) " " },
            }
            (line(&own.text))
        }
    }
}

/// Renders rows as paragraphs and lists of bullets.
fn units(rows: &[&Row], depth: usize) -> Markup {
    let continues = |one: &&Row, next: &&Row| !next.starts && one.depth == next.depth;
    let paragraphs: Vec<&[&Row]> = rows.chunk_by(continues).collect();
    html! {
        @for group in paragraphs.chunk_by(|one, next| is_deeper(one, depth) == is_deeper(next, depth)) {
            @if is_deeper(group[0], depth) {
                ul { (bullets(group, depth + 1)) }
            } @else {
                @for unit in group { p class=[hole(unit)] { (sentences(unit)) } }
            }
        }
    }
}

fn is_deeper(unit: &[&Row], depth: usize) -> bool {
    unit[0].depth > depth
}

/// Renders bullets of a depth, each with the bullets below it.
fn bullets(units: &[&[&Row]], depth: usize) -> Markup {
    html! {
        @for item in units.chunk_by(|_, next| is_deeper(next, depth)) {
            li class=[hole(item[0])] {
                (sentences(item[0]))
                @if item.len() > 1 { ul { (bullets(&item[1..], depth + 1)) } }
            }
        }
    }
}

/// Returns the class of a unit that only says what is not included.
fn hole(unit: &[&Row]) -> Option<&'static str> {
    let mut runs = unit.iter().flat_map(|row| row.text.runs());
    let is_quiet = runs.all(|run| run.role == Role::Quiet);
    (is_quiet && unit.iter().all(|row| row.label.is_none())).then_some("hole")
}

/// Renders the sentences of a unit. A letter stands once for a run of sentences with the same sources.
fn sentences(unit: &[&Row]) -> Markup {
    let after = unit.iter().skip(1).map(Some).chain([None]);
    html! {
        @for (row, next) in unit.iter().zip(after) { (sentence(row, next.copied())) " " }
    }
}

fn sentence(row: &Row, next: Option<&Row>) -> Markup {
    let goes_on = next.is_some_and(|next| next.notes == row.notes);
    html! {
        span.s data-n=[&row.ordinal] {
            @if let Some(label) = &row.label { b { (label) } " " }
            (line(&row.text))
            @if !goes_on { (letters(&row.notes)) }
        }
        @if let Some(restated) = &row.restated { small.restated { "restated: " (restated) } }
    }
}

/// Renders the letters of footnotes, each as a button.
fn letters(notes: &[NoteMark]) -> Markup {
    html! {
        @for note in notes {
            button.letter type="button" data-letter=(note.letter) aria-label={ "Source " (note.letter) } { (note.letter) }
        }
    }
}

fn table(own: &Table) -> Markup {
    html! {
        @if !own.rows.is_empty() {
            div.wide tabindex="0" role="group" aria-label=(if own.corner.is_empty() { "Table" } else { &own.corner }) {
                table.values {
                    thead { tr { td { (own.corner) } @for column in &own.columns { th scope="col" { (column) } } } }
                    tbody {
                        @for (label, cells) in &own.rows {
                            tr { th scope="row" { (label) } @for cell in cells { (table_cell(cell)) } }
                        }
                    }
                }
            }
        }
        @if let Some(common) = &own.common { p.quiet { "Other values: " (common) } }
        @if let Some(missing) = &own.missing { p.hole { (missing) } }
    }
}

fn table_cell(cell: &Cell) -> Markup {
    html! {
        td { (line(&cell.text)) (letters(&cell.notes)) }
    }
}

/// Renders a unit before and after: as one text, and apart for wide screens.
fn pair(row: &ChangedRow) -> Markup {
    let fate = match row.sign {
        "~" => "changed",
        "+" => "added",
        "-" => "removed",
        ">" => "moved",
        _ => "same",
    };
    let label = row.label.as_ref();
    let label = || html! { @if let Some(label) = label { b { (label) } " " } };
    let (before, after) = &row.sides;
    html! {
        li class={ "pair " (fate) } data-in=[(row.depth > 0).then_some(row.depth)] {
            p.both { (label()) (line(&row.text)) }
            div.sides { p { (label()) (line(before)) } p { (label()) (line(after)) } }
            @if !row.by.is_empty() { p.where { (line(&row.by)) } }
            @if let Some(restated) = &row.restated { p.restated { "restated: " (line(restated)) } }
        }
    }
}

fn entries(own: &Entries) -> Markup {
    html! {
        ol.hits {
            @for (title, text) in &own.all { li { (render(title)) (render(text)) } }
        }
        (render(&own.summary))
    }
}

fn labelled(remark: &Labelled) -> Markup {
    html! {
        div.remark data-kind=(remark.label) {
            p {
                @if !remark.label.is_empty() { b { (remark.label) } " " }
                (line(&remark.text))
            }
            @if let Some(restated) = &remark.restated { p.restated { "restated: " (restated) } }
            @if !remark.items.is_empty() { ul { @for item in &remark.items { li { (line(item)) } } } }
        }
    }
}

/// Renders a line of short notes as a part of a summary.
fn in_summary(block: &Block) -> Markup {
    match block {
        Block::Labelled(remark) => html! {
            span { b { (remark.label) } " " (line(&remark.text)) } " "
        },
        other => render(std::slice::from_ref(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::{link, quiet, strong, typed};

    fn row(depth: usize, starts: bool, text: impl Into<Text>, letter: &str) -> Block {
        Block::Row(Row {
            depth,
            starts,
            text: text.into(),
            notes: vec![NoteMark {
                letter: letter.to_owned(),
                name: String::new(),
            }],
            ..Row::default()
        })
    }

    #[test]
    fn rows_are_paragraphs_and_nested_bullets_with_a_letter_for_each_source() {
        let rows = [
            row(0, true, "Rafts moor:", "a"),
            row(1, true, "here.", "a"),
            row(1, false, "Or there.", "a"),
            row(2, true, "At night.", "b"),
            row(0, true, quiet("1 paragraph not included"), "b"),
        ];
        let html = render(&rows).into_string();
        let letters = html.matches("<button").count();
        let text = html
            .replace(" <", "<")
            .split("<button")
            .map(|part| part.split_once("</button>").map_or(part, |(_, rest)| rest))
            .collect::<String>();
        assert_eq!(letters, 4, "{html}");
        assert_eq!(
            text,
            "<div class=\"text\"><p><span class=\"s\">Rafts moor:</span></p><ul><li><span class=\"s\">here.</span>\
             <span class=\"s\">Or there.</span><ul><li><span class=\"s\">At night.</span></li></ul></li></ul>\
             <p class=\"hole\"><span class=\"s\"><span class=\"quiet\">1 paragraph not included</span></span></p></div>"
        );
    }

    #[test]
    fn a_title_is_below_what_contains_it() {
        let title = Block::Title {
            text: [Text::from(" 1  "), strong("Outcome › Pikes").into()]
                .into_iter()
                .collect(),
            id: "dbm/outcome.pikes".to_owned(),
        };
        let html = render(&[title]).into_string();
        assert!(
            html.contains("<small class=\"above\">Outcome</small><span><b>Pikes</b></span>"),
            "{html}"
        );
    }

    #[test]
    fn words_are_escaped_and_what_is_typed_is_left_out() {
        let text: Text = [
            Text::from("<b>&"),
            link("x", "a/term:\"><script>").into(),
            typed("; more: rulebook search").into(),
        ]
        .into_iter()
        .collect();
        let html = line(&text).into_string();
        assert_eq!(
            html,
            "&lt;b&gt;&amp;<a class=\"term\" href=\"#a/term:&quot;&gt;&lt;script&gt;\">x</a>"
        );
    }
}
