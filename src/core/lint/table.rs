//! `LINTS`: the table of all lints and errors of parsers; finds a row by its code.
//! To add a lint: a file with its page, a `mod` line in `mod.rs`, and a row here.

use super::definition::{Lint, LintPass, find_in};
use crate::{
    diagnostic::Severity::{Error, Warning},
    text::near::nearest,
};

/// Declares [`LINTS`]: first the lints with a file of their own, then the errors of parsers, whose pages
/// are named after their codes.
macro_rules! lints {
    ($($own:path),+; $($code:literal $severity:ident $title:literal)+) => {
        /// All lints: first those with a file of their own, then the errors of parsers.
        pub const LINTS: &[Lint] = &[
            $($own,)+
            $(Lint {
                code: $code,
                severity: $severity,
                title: $title,
                page: include_str!(concat!("notation/", $code, ".md")),
                passes: &[LintPass::Parser],
            },)+
        ];
    };
}

lints! {
    super::dangling_address::LINT,
    super::wrong_name::LINT,
    super::frame_missing::LINT,
    super::patch_errors::PRINTED_LINE,
    super::quote_not_found::LINT,
    super::count_not_met::LINT,
    super::patch_errors::STALE_VALUE,
    super::duplicate_id::LINT,
    super::duplicate_label::LINT,
    super::empty_payload::LINT,
    super::payload_shape::LINT,
    super::unused_payload::LINT,
    super::patch_errors::BAD_MOVE,
    super::patch_errors::CONFLICT,
    super::patch_errors::OVERTAKEN,
    super::patch_errors::ORDER_DEPENDENT,
    super::fact_lost::LINT,
    super::patch_errors::WORDING_MISMATCH,
    super::book_text_differs::LINT,
    super::attribute_value::LINT,
    super::unknown_edition::LINT,
    super::unknown_document::LINT,
    super::unknown_scope::LINT,
    super::unknown_link::LINT,
    super::front_differs::LINT,
    super::page_differs::LINT,
    super::heading_differs::LINT,
    super::instruction_numbers::LINT,
    super::uncited::LINT,
    super::contradiction::LINT,
    super::open_instruction::LINT,
    super::patch_errors::PENDING_EDIT,
    super::fact_unread::LINT,
    super::control_character::LINT,
    super::suppression::LINT,
    super::import_file::LINT,
    super::thesaurus_file::LINT,
    super::punctuation::LINT,
    super::whole_paragraph::LINT;
    "attribute" Error "a malformed attribute"
    "unknown-attribute" Warning "an unknown attribute"
    "id-form" Error "a name that is not lower-case ASCII in at most three parts"
    "misplaced-attributes" Error "attributes without text"
    "cont" Error "a continuation without a paragraph to continue"
    "front-matter" Error "front matter that cannot be read"
    "file-name" Error "a file whose name does not say what kind of file it is"
    "merge-conflict" Error "two versions of a passage that git could not join"
    "heading-form" Error "a heading at a level without meaning here"
    "setext-heading" Error "a line of dashes that turns the text above into a heading"
    "misplaced-instruction" Error "an instruction where none is allowed"
    "misplaced-quote" Error "rules text without a section or instruction"
    "unquoted" Warning "a list or table that looks like rules text and is commentary"
    "commentary-kind" Warning "a bold word at the start of commentary that is nearly a kind of it"
    "lazy-line" Error "a line that belongs to the block above without a mark"
    "line-start" Error "a line whose first characters mean something else to Markdown"
    "bare-label" Error "a sign or label that Markdown reads as something else"
    "label-link" Warning "a link inside a label"
    "two-sentences" Warning "two sentences on one line"
    "stray-markup" Warning "marks of emphasis or links without effect"
    "single-tilde" Error "single tildes, which strike out"
    "link-definition" Error "a line that Markdown reads as the definition of a link"
    "link-form" Error "a fact or term whose link cannot be read"
    "not-rules-text" Error "Markdown that is not allowed in rules text"
    "table-form" Error "a table whose rows do not fit its columns"
    "too-deep" Error "text that is nested too deeply"
    "unknown-instruction" Error "a heading that begins with no known verb"
    "instruction-syntax" Error "an incomplete or malformed instruction"
    "trailing-words" Error "words after a complete instruction"
    "address-restarts" Warning "an address that starts again after `and`"
    "unclosed-quote" Error "a quotation that is not closed"
    "empty-quote" Error "a quotation without words"
    "bad-ordinal" Error "a number or range that is not valid"
    "vocabulary" Error "a `scenario.toml` that cannot be used"
    "check-rule" Error "a rule of play that cannot be understood"
    "check-example" Error "a rule of play with a different result for its example"
    "scenario-front" Error "a scenario without a usable ruleset, edition, date or profile"
    "scenario-word" Error "an unknown word in a scenario"
    "scenario-number" Error "an invalid number in a scenario"
    "scenario-heading" Error "a heading of a scenario that is not understood"
    "scenario-line" Error "a line of a scenario with too many or too few words"
    "scenario-allow" Warning "a comment of a scenario that allows problems without a reason or without effect"
    "ruleset-file" Error "a `ruleset.toml` that cannot be used"
}

/// Returns the lint of a code.
pub fn find_lint(code: &str) -> Option<&'static Lint> {
    find_in(LINTS, code)
}

/// Returns the code that a misspelt one probably means.
pub fn nearest_code(code: &str) -> Option<&'static str> {
    nearest(code, LINTS.iter().map(|lint| lint.code))
}
