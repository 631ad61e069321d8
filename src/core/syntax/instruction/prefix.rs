//! Parses the start of an instruction, and returns for completion what may come next.

use super::{
    diagnostics::Expectation,
    form::parse_instruction,
    keyword::Keyword,
    parser::{InstructionParser, PartialAddress},
};

/// What may follow the start of an instruction, and the address being written in it, for completion
/// in editors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstructionPrefix {
    /// What may come next. Empty if there is an error.
    pub expected: Vec<Expectation>,
    /// The address that is being written, if there is one.
    pub address: Option<PartialAddress>,
    /// The address that may continue with further ordinals of its last step, as after `bullets 2
    /// and`.
    pub continued: Option<PartialAddress>,
    /// Whether a quote that may come next must quote words of the text rather than new ones.
    pub quotes_existing_words: bool,
}

/// Parses `before`, the start of an instruction up to the word that is being written.
pub fn parse_prefix(before: &str) -> InstructionPrefix {
    let read = |commas: bool| {
        let mut parser = InstructionParser::unfinished(before, commas);
        let _ = parse_instruction(&mut parser);
        prefix_of(parser)
    };
    let whole = read(false);
    if !before.trim_end().ends_with(',') {
        return whole;
    }
    // after a comma the next step may follow, or whatever a comma may precede
    let mut beginning = read(true);
    let parting = [
        Keyword::With,
        Keyword::Except,
        Keyword::MovedTo,
        Keyword::And,
    ]
    .map(Expectation::Keyword);
    let more = whole
        .expected
        .into_iter()
        .filter(|expected| parting.contains(expected));
    let more: Vec<Expectation> = more
        .filter(|expected| !beginning.expected.contains(expected))
        .collect();
    beginning.expected.extend(more);
    if beginning
        .address
        .as_ref()
        .is_some_and(|address| address.unit.is_none())
    {
        beginning.continued.clone_from(&beginning.address);
    }
    beginning
}

/// Returns what may come at the end; empty if parsing stopped before it.
fn prefix_of(parser: InstructionParser<'_>) -> InstructionPrefix {
    if !parser.at_end() || parser.reported {
        return InstructionPrefix::default();
    }
    InstructionPrefix {
        expected: parser.tried,
        address: parser.address,
        continued: parser.continued,
        quotes_existing_words: parser.quotes_existing_words,
    }
}
