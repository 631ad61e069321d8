//! Instructions of a sheet do not see each other: their order, and that of files, does not matter. Only what several of them put
//! in at one place is in the order of the sheet.

use super::dump;
use proptest::{prelude::*, sample::Index};
use rulebook::{
    analysis::Analysis,
    syntax::{self, Verb},
    text::SourceId,
};
use std::sync::OnceLock;

fn expected() -> &'static str {
    static DUMP: OnceLock<String> = OnceLock::new();
    DUMP.get_or_init(|| dump::analysis(&Analysis::new(dump::sources())))
}

/// The file with its instructions in another order. Each takes its place's heading along; what puts something in keeps its turn among
/// its like.
fn shuffled(name: &str, text: &str, choices: &[Index]) -> String {
    let file = syntax::parse(SourceId(0), name, text);
    let Some(first) = file.places.first() else {
        return text.to_owned();
    };
    let mut pieces: Vec<(bool, String)> = Vec::new();
    for place in &file.places {
        for entry in &place.entries {
            let puts = matches!(
                entry.verb(),
                Some(Verb::Insert | Verb::Add | Verb::SetEntries)
            );
            pieces.push((
                puts,
                format!(
                    "{}\n\n{}",
                    place.heading_span.of(text).trim_end(),
                    entry.span.of(text)
                ),
            ));
        }
    }
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    for (at, choice) in choices.iter().enumerate().take(pieces.len()) {
        order.swap(at, choice.index(pieces.len()));
    }
    let puts = |at: &usize| pieces[*at].0;
    let mut in_turn = (0..pieces.len()).filter(puts);
    let order: Vec<usize> = order
        .iter()
        .map(|at| {
            if puts(at) {
                in_turn.next().unwrap_or(*at)
            } else {
                *at
            }
        })
        .collect();
    let body: Vec<&str> = order.iter().map(|&at| pieces[at].1.as_str()).collect();
    format!("{}\n{}\n", &text[..first.span.start()], body.join("\n\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn of_instructions(choices in prop::collection::vec(any::<Index>(), 100)) {
        let mut sources = dump::sources();
        for source in sources.iter_mut().filter(|source| source.name.ends_with(".amend.md")) {
            source.text = shuffled(&source.name, &source.text, &choices).into();
        }
        let analysis = Analysis::new(sources);
        let difference = dump::difference(expected(), &dump::analysis(&analysis));
        prop_assert!(difference.is_none(), "{}", difference.unwrap_or_default());
    }

    #[test]
    fn of_files(choices in prop::collection::vec(any::<Index>(), 16)) {
        let mut sources = dump::sources();
        for (at, choice) in choices.iter().enumerate().take(sources.len()) {
            let other = choice.index(sources.len());
            sources.swap(at, other);
        }
        let analysis = Analysis::new(sources);
        let difference = dump::difference(expected(), &dump::analysis(&analysis));
        prop_assert!(difference.is_none(), "{}", difference.unwrap_or_default());
    }
}
