//! An analysis that is updated change by change equals the analysis of the changed files; and no bytes in them stop it.

use super::dump;
use proptest::{prelude::*, sample::Index};
use rulebook::{analysis::Analysis, text::SourceId};

/// A change of a file.
#[derive(Clone, Debug)]
enum Change {
    /// A run of lines goes.
    Cut(Index, u8),
    /// A character becomes another.
    Letter(Index, char),
    /// The rest goes.
    Truncate(Index),
    /// It is as it was at first.
    Restore,
    /// A run of lines comes twice.
    Double(Index, u8),
    /// It is replaced.
    Noise(String),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => (any::<Index>(), 1u8..12).prop_map(|(at, lines)| Change::Cut(at, lines)),
        4 => (any::<Index>(), prop::sample::select(vec!['#', '>', '{', '}', '"', '1', '2', 'x', '\n', '|', '~', '…', '-'])).prop_map(|(at, c)| Change::Letter(at, c)),
        1 => any::<Index>().prop_map(Change::Truncate),
        2 => Just(Change::Restore),
        2 => (any::<Index>(), 1u8..12).prop_map(|(at, lines)| Change::Double(at, lines)),
        1 => "[#>{}\"a-z0-9 \n|~…-]{0,80}".prop_map(Change::Noise),
    ]
}

impl Change {
    fn apply(&self, text: &str, original: &str) -> String {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let run = |at: &Index, count: u8| {
            let from = if lines.is_empty() {
                0
            } else {
                at.index(lines.len())
            };
            (from, (from + usize::from(count)).min(lines.len()))
        };
        match self {
            Self::Cut(at, count) => {
                let (from, to) = run(at, *count);
                [&lines[..from], &lines[to..]].concat().concat()
            }
            Self::Double(at, count) => {
                let (from, to) = run(at, *count);
                [&lines[..to], &lines[from..]].concat().concat()
            }
            Self::Letter(at, new) => {
                let mut letters: Vec<char> = text.chars().collect();
                if !letters.is_empty() {
                    let at = at.index(letters.len());
                    letters[at] = *new;
                }
                letters.into_iter().collect()
            }
            Self::Truncate(at) => text
                .chars()
                .take(at.index(text.chars().count() + 1))
                .collect(),
            Self::Restore => original.to_owned(),
            Self::Noise(noise) => noise.clone(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn step_by_step_is_from_nothing(changes in prop::collection::vec((any::<Index>(), change()), 1..4)) {
        let original = dump::sources();
        let mut sources = original.clone();
        let mut analysis = Analysis::new(sources.clone());
        // read in between, so that what is cached could be outdated
        let first = (analysis.clone(), dump::analysis(&analysis));
        for (which, change) in &changes {
            let at = which.index(sources.len());
            let text = change.apply(&sources[at].text, &original[at].text);
            sources[at].text = text.into();
            analysis.update_source(SourceId(at as u32), sources[at].text.clone());
            let (ours, fresh) = (dump::analysis(&analysis), dump::analysis(&Analysis::new(sources.clone())));
            let difference = dump::difference(&ours, &fresh);
            prop_assert!(difference.is_none(), "{} after {change:?}: step by step is one, from nothing the other\n{}", sources[at].name, difference.unwrap_or_default());
        }
        let difference = dump::difference(&first.1, &dump::analysis(&first.0));
        prop_assert!(difference.is_none(), "a clone changed with what was cloned\n{}", difference.unwrap_or_default());
    }

    #[test]
    fn any_bytes_in_a_file_leave_the_rest(noise in prop::collection::vec(any::<u8>(), 0..400), which in any::<Index>()) {
        let mut sources = dump::sources();
        let at = which.index(sources.len());
        sources[at].text = String::from_utf8_lossy(&noise).into();
        let name = sources[at].name.clone();
        let analysis = Analysis::new(sources);
        if name != "ruleset.toml" {
            let whole = dump::analysis(&analysis);
            prop_assert!(name == "base.rules.md" || whole.contains("#rear-support.1"));
        }
    }
}

#[test]
fn without_the_sheet_of_3_3_recoiling_is_read_at_3_4() {
    let noise: String = (0..4000u32)
        .filter_map(|n| char::from_u32(n.wrapping_mul(7919) % 0x2000))
        .collect();
    let (whole, broken) = (
        Analysis::new(dump::sources()),
        Analysis::new(dump::with(dump::sources(), "3.3.amend.md", &noise)),
    );
    let section = |analysis: &Analysis| {
        let text = dump::analysis(analysis);
        let from = text.find("# recoiling\n").expect("the section");
        text[from..]
            .split("\n# ")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(section(&whole), section(&broken));
    assert!(section(&broken).contains("dbm-3.4:8"));
}
