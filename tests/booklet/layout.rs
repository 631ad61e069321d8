//! How lines on a page become blocks, with pages made by the test.

use super::pdf_file::{PdfFile, PlacedText};
use rulebook::booklet::{Booklet, BookletBlockKind, read_pdf};

fn line(x: f32, y: f32, text: &str) -> PlacedText<'_> {
    PlacedText {
        x,
        y,
        size: 10.0,
        text,
    }
}

fn read(pages: &[Vec<PlacedText<'_>>]) -> Booklet {
    let mut file = PdfFile::new();
    pages.iter().for_each(|page| file.add_text(page));
    read_pdf(file.bytes()).expect("a booklet")
}

/// The kinds and texts of the blocks.
fn blocks(booklet: &Booklet) -> Vec<(BookletBlockKind, String)> {
    let blocks = booklet.blocks.iter();
    blocks.map(|block| (block.kind, block.plain())).collect()
}

/// Lines of 62 letters, 12 points below each other.
fn full_lines(y: f32, count: usize) -> Vec<PlacedText<'static>> {
    let text = "the raft floats down the river to the mill and the old bridge,";
    (0..count)
        .map(|n| line(50.0, y - 12.0 * n as f32, text))
        .collect()
}

#[test]
fn running_heads_with_other_words_on_each_page_are_set_aside() {
    let names = ["RAFTS", "BARGES", "LOCKS", "MILLS", "TOLLS", "FERRIES"];
    let pages = names.map(|name| {
        let mut page = vec![
            PlacedText {
                size: 8.0,
                ..line(300.0, 570.0, name)
            },
            PlacedText {
                size: 14.0,
                ..line(50.0, 530.0, name)
            },
        ];
        page.extend(full_lines(500.0, 6));
        page
    });
    let booklet = read(&pages);
    let heads: Vec<&str> = booklet
        .set_aside
        .iter()
        .filter(|own| own.text.contains(char::is_alphabetic))
        .map(|own| own.text.as_str())
        .collect();
    assert_eq!(heads, names);
    let headings = blocks(&booklet);
    let headings: Vec<&str> = headings
        .iter()
        .filter(|(kind, _)| matches!(kind, BookletBlockKind::Heading(_)))
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(headings, names);
}

#[test]
fn the_letter_o_is_the_sign_of_an_inner_list() {
    let booklet = read(&[vec![
        line(50.0, 500.0, "A raft cannot:"),
        line(54.0, 488.0, "• carry"),
        line(66.0, 476.0, "o sheep,"),
        // print may indent an item further than the one before it
        line(78.0, 464.0, "o geese."),
        line(54.0, 452.0, "• turn"),
    ]]);
    use BookletBlockKind::{Bullet, Paragraph};
    let expected = [
        (Paragraph, "A raft cannot:"),
        (Bullet(1), "carry"),
        (Bullet(2), "sheep,"),
        (Bullet(2), "geese."),
        (Bullet(1), "turn"),
    ];
    assert_eq!(
        blocks(&booklet),
        expected.map(|(kind, text)| (kind, text.to_owned()))
    );
}

#[test]
fn a_label_behind_which_there_is_room_makes_a_line_an_item() {
    let booklet = read(&[vec![
        line(50.0, 500.0, "The factors are:"),
        line(54.0, 488.0, "Rafts"),
        line(88.0, 488.0, "+4 v barges"),
        line(150.0, 488.0, "+2 v others"),
        line(54.0, 476.0, "Old barges"),
        line(112.0, 476.0, "-1"),
    ]]);
    let items: Vec<_> = booklet.blocks[1..]
        .iter()
        .map(|block| {
            let label = &block.text.text[..block.text.bold_start()];
            (block.kind, label, block.text.text.as_str())
        })
        .collect();
    let bullet = BookletBlockKind::Bullet(1);
    assert_eq!(
        items,
        [
            (bullet, "Rafts", "Rafts +4 v barges +2 v others"),
            (bullet, "Old barges", "Old barges -1"),
        ]
    );
}

#[test]
fn narrow_columns_of_numbers_are_one_table() {
    let booklet = read(&[vec![
        line(50.0, 500.0, "Craft"),
        line(120.0, 500.0, "S"),
        line(140.0, 500.0, "O"),
        line(160.0, 500.0, "I"),
        line(50.0, 488.0, "Rafts"),
        // closer to each other than two columns of text
        line(120.0, 488.0, "15"),
        line(140.0, 488.0, "12"),
        line(160.0, 488.0, "10"),
        line(50.0, 476.0, "Barges"),
        line(120.0, 476.0, "4.5"),
        line(140.0, 476.0, "3.5"),
        line(160.0, 476.0, "-"),
    ]]);
    assert_eq!(booklet.blocks.len(), 1, "{:?}", blocks(&booklet));
    assert_eq!(
        booklet.blocks[0].rows,
        [
            ["Craft", "S", "O", "I"],
            ["Rafts", "15", "12", "10"],
            ["Barges", "4.5", "3.5", "-"],
        ]
    );
}

#[test]
fn little_room_divides_paragraphs_where_a_sentence_ends() {
    let end = "a raft that reaches the bridge stops there for the whole day.";
    let mut page = full_lines(500.0, 6);
    page.push(line(50.0, 428.0, end));
    page.extend(full_lines(414.0, 3));
    page.push(line(50.0, 378.0, end));
    // the same room inside a sentence
    page.extend(full_lines(364.0, 2));
    page.extend(full_lines(338.0, 2));
    let found = blocks(&read(&[page]));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].1.ends_with(end) && found[1].1.ends_with(end));
}

#[test]
fn a_dash_at_the_start_of_a_full_line_is_no_sign() {
    let mut page = full_lines(500.0, 2);
    page.push(line(
        50.0,
        476.0,
        "- as was said above of rafts - and the lock, the old mill, all",
    ));
    page.extend(full_lines(464.0, 2));
    let found = blocks(&read(&[page]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.contains("bridge, - as was said"));
}
