//! `PageCorrection`: what a reader corrects by hand at one place of a printed section, made from
//! pieces of its page errata. Insertions of one instruction at one place are combined, and so are
//! values of a table.

use crate::analysis::{
    ClauseBlock, ClauseConflict, EarlierWording, ErrataMark, ErrataPiece, MoveTargets, Origin,
};
use maud::{Markup, html};

/// A correction that a reader makes by hand at one place of the printed text: the place, what to
/// do, and its errata pieces.
pub(super) struct PageCorrection<'a> {
    /// The place in the numbering of the print: `paragraph 1, bullet 3`.
    pub(super) place: String,
    pub(super) kind: CorrectionKind,
    /// The errata pieces of which it consists, in printed order.
    pub(super) lines: Vec<&'a ErrataPiece>,
}

/// What to do by hand at a place of the printed rules: replace, insert, strike out, set values …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CorrectionKind {
    /// Replace the text by another.
    Replace,
    /// Words changed; the correction shows the new wording.
    Amend,
    /// Words changed, but the wording is not known: only the instructions can be shown.
    ByHand,
    /// Strike out the text.
    StrikeOut,
    /// Insert a text.
    Insert,
    /// Set values of a table.
    Set,
    /// Ignore it: an earlier sheet inserted it, and a later one removed it again; the booklet does
    /// not contain it.
    NoLonger,
}

impl CorrectionKind {
    /// Returns what to do in a word or two.
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

impl<'a> PageCorrection<'a> {
    /// Returns the corrections of a section; unchanged lines need none.
    pub(super) fn of_section(lines: &'a [ErrataPiece]) -> Vec<Self> {
        let mut out: Vec<Self> = Vec::new();
        for line in lines {
            let place = if line.print.is_empty() {
                line.place.clone()
            } else {
                line.print.clone()
            };
            let Some(kind) = correction_kind(line) else {
                continue;
            };
            let place = if kind == CorrectionKind::Set {
                "table".to_owned()
            } else {
                place
            };
            match out
                .last_mut()
                .filter(|correction| correction.continues(kind, &place, line))
            {
                Some(correction) => correction.lines.push(line),
                None => out.push(Self {
                    place,
                    kind,
                    lines: vec![line],
                }),
            }
        }
        out
    }

    /// Returns whether a line belongs to this correction: another value of the same table, or
    /// another insertion of the same instruction at the same place.
    fn continues(&self, kind: CorrectionKind, place: &str, line: &ErrataPiece) -> bool {
        let names = |line: &ErrataPiece| {
            line.by
                .iter()
                .map(|origin| origin.patch.clone())
                .collect::<Vec<_>>()
        };
        let same = self
            .lines
            .last()
            .is_some_and(|last| names(last) == names(line));
        self.kind == kind
            && match kind {
                CorrectionKind::Set => true,
                CorrectionKind::Insert => same && self.place == place,
                CorrectionKind::Replace
                | CorrectionKind::Amend
                | CorrectionKind::ByHand
                | CorrectionKind::StrikeOut
                | CorrectionKind::NoLonger => false,
            }
    }

    /// Returns the origins of the correction, each once.
    pub(super) fn origins(&self) -> Vec<&'a Origin> {
        distinct(self.lines.iter().flat_map(|line| &line.by))
    }

    /// Returns the instructions that are not applied because the wording they act on is not known.
    pub(super) fn pending(&self) -> Vec<&'a Origin> {
        match self.kind {
            CorrectionKind::ByHand => self.origins(),
            CorrectionKind::Replace
            | CorrectionKind::Amend
            | CorrectionKind::StrikeOut
            | CorrectionKind::Insert
            | CorrectionKind::Set
            | CorrectionKind::NoLonger => distinct(
                self.lines
                    .iter()
                    .flat_map(|line| &line.blocks)
                    .flat_map(|block| &block.pending),
            ),
        }
    }

    /// Returns the new place of text that is struck out.
    pub(super) fn moved_to(&self) -> Option<&'a str> {
        self.lines.iter().find_map(|line| line.moved_to.as_deref())
    }

    /// Returns what differs from the earlier view: of values of a table only those that do, any
    /// other correction as a whole; `None` if nothing differs.
    pub(super) fn changed_part(mut self) -> Option<Self> {
        if self.kind == CorrectionKind::Set {
            self.lines.retain(|line| differs(line));
        }
        self.changed().then_some(self)
    }

    /// Returns whether anything in it differs from the earlier view.
    pub(super) fn changed(&self) -> bool {
        self.lines.iter().any(|line| differs(line))
    }

    /// Returns the cells of a correction that sets values, each with its earlier wording and its
    /// origins.
    pub(super) fn cells(
        &self,
    ) -> impl Iterator<Item = (&'a ClauseBlock, Option<&'a EarlierWording>, &'a [Origin])> {
        let of = |line: &'a ErrataPiece| {
            line.blocks
                .iter()
                .enumerate()
                .map(move |(at, block)| (block, line.before.get(at), line.by.as_slice()))
        };
        self.lines.iter().flat_map(move |line| of(line))
    }
}

/// Returns whether a piece differs from the earlier view.
fn differs(piece: &ErrataPiece) -> bool {
    let mut before = piece.before.iter();
    before.any(|before| *before != EarlierWording::Same)
}

/// Returns the origins of distinct patches.
fn distinct<'a>(origins: impl Iterator<Item = &'a Origin>) -> Vec<&'a Origin> {
    let mut out: Vec<&Origin> = Vec::new();
    for origin in origins {
        if !out.iter().any(|known| known.patch == origin.patch) {
            out.push(origin);
        }
    }
    out
}

/// Returns the kind of correction that a line needs; `None` if it is unchanged.
fn correction_kind(line: &ErrataPiece) -> Option<CorrectionKind> {
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
        ErrataMark::Unchanged => None,
        ErrataMark::StruckOut if line.print.is_empty() => Some(CorrectionKind::NoLonger),
        ErrataMark::StruckOut => Some(CorrectionKind::StrikeOut),
        ErrataMark::Amended | ErrataMark::Replaced if cell => Some(CorrectionKind::Set),
        ErrataMark::Amended if !held => Some(CorrectionKind::ByHand),
        ErrataMark::Amended => Some(CorrectionKind::Amend),
        ErrataMark::Replaced => Some(CorrectionKind::Replace),
        ErrataMark::Inserted => Some(CorrectionKind::Insert),
    }
}

/// Renders the place to which text moved: `Rear Support, p. 22`.
pub(super) fn destination(move_targets: &MoveTargets, id: &str) -> Markup {
    html! {
        @match move_targets.get(id) {
            Some(home) => { (home.heading) @if let Some(page) = &home.page { ", p. " (page) } }
            None => { span.id { (id) } }
        }
    }
}

/// Renders the sides of a conflict, each with its document.
pub(super) fn conflict_sides(conflict: &ClauseConflict) -> Markup {
    html! {
        @for (at, side) in conflict.sides.iter().enumerate() { @if at > 0 { "; " } (side.origin.brief_citation()) ": " (side.text) }
    }
}
