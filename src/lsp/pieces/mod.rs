//! The pieces of a file of any kind: what can be selected, folded, highlighted or listed in the
//! outline, as one list from which these features answer.

mod markdown;
mod rules;
mod toml;

use super::{PositionMap, Snapshot};
use crate::{
    analysis::SourceKind,
    resolve::SymbolOccurrence,
    scenario::RecordIx,
    syntax::{Block, FileSection, InstructionEntry},
    text::{SourceId, Span},
};
use std::cmp::Reverse;
use tower_lsp::gen_lsp_types::{SymbolKind, Uri};

/// A span of a file with its kind; pieces nest.
pub(super) struct Piece<'f> {
    /// Its bytes, without white space at the end; never empty.
    pub(super) span: Span,
    /// The index of the innermost piece around it, which is before it in the list.
    pub(super) up: Option<usize>,
    /// The kind.
    pub(super) kind: PieceKind<'f>,
}

/// The kind of a piece: text, a token to highlight, a name, or a part of the structure of a file.
pub(super) enum PieceKind<'f> {
    /// Text that can be selected.
    Text,
    /// A word with the kind of its highlighting.
    Token(TokenKind),
    /// Deleted words.
    Strike,
    /// A name, with the words of the mark that names it.
    Name(SymbolOccurrence),
    /// The front matter.
    Front,
    /// A section of a rules file.
    Section(&'f FileSection),
    /// An instruction of a rules file.
    Entry(&'f InstructionEntry),
    /// The rules text below a heading.
    Payload,
    /// A unit of rules text.
    Block(&'f Block),
    /// Commentary, or a comment.
    Comment,
    /// A heading with the text below it, or a table of a TOML file.
    Part(Option<NamedPart>),
    /// A record of a scenario with those inside it.
    Record(RecordIx),
}

/// The name of a part of a file in the outline.
pub(super) struct NamedPart {
    /// The name.
    pub(super) name: String,
    /// Further information.
    pub(super) detail: String,
    /// The kind.
    pub(super) kind: SymbolKind,
    /// The span that is selected.
    pub(super) head: Span,
}

/// The kind of a semantic token, such as a verb, unit, id or fact; as a number, the index of its
/// type in the list that the client got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A verb or fixed word of an instruction.
    Keyword,
    /// The unit that an instruction names.
    Unit,
    /// A number.
    Number,
    /// Quoted words, and values.
    String,
    /// The key of an attribute or of the front matter; a class.
    Property,
    /// The id of a clause, the key of a document or ruleset.
    Id,
    /// A fact.
    Fact,
    /// A term or an edition.
    Member,
    /// Text that is no rules text.
    Comment,
}

/// Collects the pieces of a file.
struct PieceCollector<'l, 'f> {
    lines: &'l PositionMap,
    out: Vec<Piece<'f>>,
}

impl<'f> PieceCollector<'_, 'f> {
    /// Adds a piece. Of two with the same span, the second is inside the first.
    fn put(&mut self, span: Span, kind: PieceKind<'f>) {
        let span = self.lines.trimmed(span);
        if !span.is_empty() {
            let up = None;
            self.out.push(Piece { span, up, kind });
        }
    }

    /// Returns the pieces in the order of the text, each after those around it.
    fn nested(mut self) -> Vec<Piece<'f>> {
        self.out
            .sort_by_key(|piece| (piece.span.start(), Reverse(piece.span.end())));
        let mut open: Vec<usize> = Vec::new();
        for at in 0..self.out.len() {
            let end = self.out[at].span.end();
            while open.last().is_some_and(|&up| self.out[up].span.end() < end) {
                open.pop();
            }
            self.out[at].up = open.last().copied();
            open.push(at);
        }
        self.out
    }
}

impl<'a> Snapshot<'a> {
    /// Returns the file at a URI with its lines, and its pieces in the order of the text.
    pub(super) fn pieces(&self, uri: &Uri) -> Option<(SourceId, PositionMap, Vec<Piece<'a>>)> {
        let source = self.state.source(uri)?;
        let own = self.analysis().source(source)?;
        let lines = self.lines(source);
        let mut pieces = PieceCollector {
            lines: &lines,
            out: Vec::new(),
        };
        match own.kind {
            SourceKind::Rules => pieces.rules(self.analysis().file(source)?),
            SourceKind::Scenario => pieces.markdown(false),
            SourceKind::Check => pieces.markdown(true),
            SourceKind::Ruleset => {
                pieces.ruleset(&self.analysis().ruleset_db(&own.ruleset)?.ruleset);
            }
            SourceKind::Thesaurus | SourceKind::Vocabulary | SourceKind::Import => pieces.toml(own),
        }
        if let Some(document) = self.scenario_of(source) {
            // the roles of its words say more than the names among them
            pieces.scenario(&document);
        } else if let Some((_, names)) = self.names(source) {
            for name in names {
                pieces.put(name.name, PieceKind::Text);
                pieces.put(name.span, PieceKind::Name(name));
            }
        }
        let pieces = pieces.nested();
        Some((source, lines, pieces))
    }
}
