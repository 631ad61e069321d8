//! Merges adjacent unchanged pieces of unknown text; describes each piece's change in words.

use super::{
    piece::{ErrataMark, ErrataPiece},
    print_place::PrintPlace,
};
use crate::analysis::Origin;

/// A piece of a section's text before adjacent unknown ones are merged: its content, its places in
/// print, and a doubt if it is unchanged.
pub(super) struct UnmergedPiece {
    pub(super) content: ErrataPiece,
    pub(super) places: Vec<PrintPlace>,
    pub(super) doubt: Option<ErrataDoubt>,
}

/// Why text marked as unchanged may differ from print: a vague instruction, or inserted words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrataDoubt {
    /// An instruction on the section gives neither words nor place.
    Open,
    /// A sheet inserts part of a sentence into its paragraph without saying what that replaces.
    Fragment,
}

/// Describes what happened to a piece: `replaced by 3.1 sheet, amended by 3.2 sheet`.
pub(super) fn describe_action(
    mark: ErrataMark,
    by: &[Origin],
    doubt: Option<ErrataDoubt>,
) -> String {
    let names = |origins: &[&Origin]| {
        let mut names: Vec<&str> = origins.iter().map(|origin| origin.short.as_str()).collect();
        names.dedup();
        names.join(", ")
    };
    let all = names(&by.iter().collect::<Vec<_>>());
    let (replacing, others): (Vec<&Origin>, Vec<&Origin>) =
        by.iter().partition(|by| by.is_replacement());
    let last = replacing.iter().filter_map(|by| by.date.as_deref()).max();
    let (kept, later): (Vec<&Origin>, Vec<&Origin>) =
        others.into_iter().partition(|by| by.date.as_deref() < last);
    let (added, amended): (Vec<&Origin>, Vec<&Origin>) =
        later.into_iter().partition(|by| by.is_addition());
    let with = [
        ("keeping text of", kept),
        ("with text added by", added),
        ("amended by", amended),
    ];
    let with = with
        .iter()
        .filter(|(_, origins)| !origins.is_empty())
        .map(|(what, origins)| format!(", {what} {}", names(origins)));
    let replaced = || names(&replacing) + &with.collect::<String>();
    match mark {
        ErrataMark::Unchanged => match doubt {
            None => "unchanged".to_owned(),
            Some(ErrataDoubt::Open) => {
                "unchanged, unless the open instruction changes it".to_owned()
            }
            Some(ErrataDoubt::Fragment) => {
                "unchanged, unless the inserted words replace it".to_owned()
            }
        },
        ErrataMark::Amended => format!("amended by {all}"),
        ErrataMark::Replaced if !replacing.is_empty() => format!("replaced by {}", replaced()),
        ErrataMark::Replaced => format!("replaced by {all}"),
        ErrataMark::StruckOut => format!("deleted by {all}"),
        // the instruction replaced fewer units by more
        ErrataMark::Inserted if by.first().is_some_and(|by| by.is_replacement()) => {
            format!("further text of the replacement by {}", replaced())
        }
        ErrataMark::Inserted => format!("inserted by {all}"),
    }
}

/// Merges runs of unchanged pieces without known text, and names the places of every piece.
pub(super) fn merge_pieces(pieces: Vec<UnmergedPiece>) -> Vec<ErrataPiece> {
    let is_unknown = |piece: &ErrataPiece| {
        piece.mark == ErrataMark::Unchanged && piece.blocks.iter().all(|block| block.text == "…")
    };
    let mut out: Vec<(UnmergedPiece, bool)> = Vec::new();
    for piece in pieces {
        match out.last_mut() {
            Some((last, run))
                if is_unknown(&last.content)
                    && is_unknown(&piece.content)
                    && last.doubt == piece.doubt =>
            {
                last.places.extend(piece.places);
                last.content.blocks.truncate(1);
                last.content.before.truncate(1);
                *run = true;
            }
            Some(_) | None => out.push((piece, false)),
        }
    }
    let merged = |(
        UnmergedPiece {
            content,
            places,
            doubt,
        },
        run,
    ): (UnmergedPiece, bool)| {
        let action = describe_action(content.mark, &content.by, doubt);
        ErrataPiece {
            print: place_names(&places, run),
            action,
            ..content
        }
    };
    out.into_iter().map(merged).collect()
}

/// Names places together: `sentence 1 to sentence 6 and any other text` for a run, `paragraph 1,
/// sentence 4 and sentence 5` otherwise. Other text is the text that no piece of the section names.
fn place_names(places: &[PrintPlace], run: bool) -> String {
    let known: Vec<&str> = places.iter().filter_map(PrintPlace::name).collect();
    let mut parts: Vec<String> = match known.as_slice() {
        [first, .., last] if run => vec![format!("{first} to {last}")],
        [first, more @ ..] => {
            let above = first.rfind(", ").map_or("", |at| &first[..at + ", ".len()]);
            let more = more
                .iter()
                .map(|name| name.strip_prefix(above).unwrap_or(name));
            std::iter::once(*first)
                .chain(more)
                .map(str::to_owned)
                .collect()
        }
        [] => Vec::new(),
    };
    if places.contains(&PrintPlace::Other { sure: true }) {
        parts.push("other text".to_owned());
    } else if places.contains(&PrintPlace::Other { sure: false }) {
        parts.push("any other text".to_owned());
    }
    parts.join(" and ")
}
