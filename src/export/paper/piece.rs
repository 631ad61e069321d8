//! What is to be done to a section of the booklet, piece by piece: lines of a slip, put together where one instruction made several.

use crate::analysis::{ClauseBlock, EarlierWording, ErrataLine, ErrataMark, Homes, Origin};
use maud::{Markup, html};

/// Something to do at one place of the printed text.
pub(super) struct Piece<'a> {
    /// Where, in the print's numbering: `paragraph 1, bullet 3`.
    pub(super) place: String,
    /// What.
    pub(super) deed: Deed,
    /// The lines that it is made of, in printed order.
    pub(super) lines: Vec<&'a ErrataLine>,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Other text takes the place of this.
    Replace,
    /// Words in it changed: this is how it reads now.
    Amend,
    /// Words in it changed, and none of it is held: the instructions are all there is.
    ByHand,
    /// It goes.
    StrikeOut,
    /// This is put in.
    Insert,
    /// Values of a table are set.
    Set,
    /// It was put in by an earlier sheet and went again: nothing of it is in the booklet.
    NoLonger,
}

impl Deed {
    /// What to do, in a word or two.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Amend => "now reads",
            Self::ByHand => "by hand",
            Self::StrikeOut => "strike out",
            Self::Insert => "insert",
            Self::Set => "set",
            Self::NoLonger => "no longer",
        }
    }
}

impl<'a> Piece<'a> {
    /// Those of a section, without what stands.
    pub(super) fn all(lines: &'a [ErrataLine]) -> Vec<Self> {
        let mut out: Vec<Self> = Vec::new();
        for line in lines {
            let place = if line.print.is_empty() {
                line.place.clone()
            } else {
                line.print.clone()
            };
            let Some(deed) = deed(line) else { continue };
            let place = if deed == Deed::Set {
                "table".to_owned()
            } else {
                place
            };
            match out
                .last_mut()
                .filter(|piece| piece.goes_on(deed, &place, line))
            {
                Some(piece) => piece.lines.push(line),
                None => out.push(Self {
                    place,
                    deed,
                    lines: vec![line],
                }),
            }
        }
        out
    }

    /// Whether a line belongs to the piece: values of one table, or more that the same instruction puts in at the same place.
    fn goes_on(&self, deed: Deed, place: &str, line: &ErrataLine) -> bool {
        let names = |line: &ErrataLine| {
            line.by
                .iter()
                .map(|origin| origin.patch.clone())
                .collect::<Vec<_>>()
        };
        let same = self
            .lines
            .last()
            .is_some_and(|last| names(last) == names(line));
        self.deed == deed
            && match deed {
                Deed::Set => true,
                Deed::Insert => same && self.place == place,
                Deed::Replace | Deed::Amend | Deed::ByHand | Deed::StrikeOut | Deed::NoLonger => {
                    false
                }
            }
    }

    /// Whose work it is, each once.
    pub(super) fn by(&self) -> Vec<&'a Origin> {
        let mut out: Vec<&Origin> = Vec::new();
        for origin in self.lines.iter().flat_map(|line| &line.by) {
            if !out.iter().any(|known| known.patch == origin.patch) {
                out.push(origin);
            }
        }
        out
    }

    /// Instructions whose words are not worked in, because those that they act on are not held.
    pub(super) fn waiting(&self) -> Vec<&'a Origin> {
        match self.deed {
            Deed::ByHand => self.by(),
            Deed::Replace
            | Deed::Amend
            | Deed::StrikeOut
            | Deed::Insert
            | Deed::Set
            | Deed::NoLonger => {
                let mut out: Vec<&Origin> = Vec::new();
                for origin in self
                    .lines
                    .iter()
                    .flat_map(|line| &line.blocks)
                    .flat_map(|block| &block.pending)
                {
                    if !out.iter().any(|known| known.patch == origin.patch) {
                        out.push(origin);
                    }
                }
                out
            }
        }
    }

    /// Where what is struck out lives on.
    pub(super) fn moved_to(&self) -> Option<&'a str> {
        self.lines.iter().find_map(|line| line.moved_to.as_deref())
    }

    /// Whether anything of it differs from the earlier view.
    pub(super) fn changed(&self) -> bool {
        self.lines
            .iter()
            .flat_map(|line| &line.before)
            .any(|before| *before != EarlierWording::Same)
    }

    /// The cells of a piece that sets values, each with how it read before, and whose work it is.
    pub(super) fn cells(
        &self,
    ) -> impl Iterator<Item = (&'a ClauseBlock, Option<&'a EarlierWording>, &'a [Origin])> {
        let of = |line: &'a ErrataLine| {
            line.blocks
                .iter()
                .enumerate()
                .map(move |(at, block)| (block, line.before.get(at), line.by.as_slice()))
        };
        self.lines.iter().flat_map(move |line| of(line))
    }
}

/// What a line asks to be done; nothing where it stands.
fn deed(line: &ErrataLine) -> Option<Deed> {
    let held = line
        .blocks
        .iter()
        .any(|block| block.text.chars().any(char::is_alphanumeric));
    let cell = line
        .blocks
        .first()
        .is_some_and(|block| block.kind == "cell")
        && line.blocks.len() == 1;
    match line.mark {
        ErrataMark::Stands => None,
        ErrataMark::StruckOut if line.print.is_empty() => Some(Deed::NoLonger),
        ErrataMark::StruckOut => Some(Deed::StrikeOut),
        ErrataMark::Amended | ErrataMark::Replaced if cell => Some(Deed::Set),
        ErrataMark::Amended if !held => Some(Deed::ByHand),
        ErrataMark::Amended => Some(Deed::Amend),
        ErrataMark::Replaced => Some(Deed::Replace),
        ErrataMark::Inserted => Some(Deed::Insert),
    }
}

/// Where something lives on: `Rear Support, p. 22`.
pub(super) fn home(homes: &Homes, id: &str) -> Markup {
    html! {
        @match homes.get(id) {
            Some(home) => { (home.heading) @if let Some(page) = &home.page { ", p. " (page) } }
            None => { span.id { (id) } }
        }
    }
}

/// Document and number: `3.1 sheet, no. 48`.
pub(super) fn who(origin: &Origin) -> String {
    match &origin.n {
        Some(n) => format!("{}, no. {n}", origin.short),
        None => origin.short.clone(),
    }
}
