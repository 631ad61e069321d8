//! `LINTS`: the table of all lints and errors of parsers; finds a row by its code.
//! To add a lint: a file with its page, a `mod` line in `mod.rs`, and a row here.

use super::definition::{Lint, LintPass, find_in};
use crate::{
    diagnostic::Severity::{self, Error, Warning},
    text::near::nearest,
};

/// Returns the lint for an error that a parser reports.
const fn parser_lint(
    code: &'static str,
    severity: Severity,
    title: &'static str,
    page: &'static str,
) -> Lint {
    Lint {
        code,
        severity,
        title,
        page,
        passes: &[LintPass::Parser],
    }
}

/// All lints: first those with a file of their own, then the errors of parsers.
pub const LINTS: &[Lint] = &[
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
    super::whole_paragraph::LINT,
    parser_lint(
        "attribute",
        Error,
        "a malformed attribute",
        include_str!("notation/attribute.md"),
    ),
    parser_lint(
        "unknown-attribute",
        Warning,
        "an unknown attribute",
        include_str!("notation/unknown_attribute.md"),
    ),
    parser_lint(
        "id-form",
        Error,
        "a name that is not lower-case ASCII in at most three parts",
        include_str!("notation/id_form.md"),
    ),
    parser_lint(
        "misplaced-attributes",
        Error,
        "attributes without text",
        include_str!("notation/misplaced_attributes.md"),
    ),
    parser_lint(
        "cont",
        Error,
        "a continuation without a paragraph to continue",
        include_str!("notation/cont.md"),
    ),
    parser_lint(
        "front-matter",
        Error,
        "front matter that cannot be read",
        include_str!("notation/front_matter.md"),
    ),
    parser_lint(
        "file-name",
        Error,
        "a file whose name does not say what kind of file it is",
        include_str!("notation/file_name.md"),
    ),
    parser_lint(
        "merge-conflict",
        Error,
        "two versions of a passage that git could not join",
        include_str!("notation/merge_conflict.md"),
    ),
    parser_lint(
        "heading-form",
        Error,
        "a heading at a level without meaning here",
        include_str!("notation/heading_form.md"),
    ),
    parser_lint(
        "setext-heading",
        Error,
        "a line of dashes that turns the text above into a heading",
        include_str!("notation/setext_heading.md"),
    ),
    parser_lint(
        "misplaced-instruction",
        Error,
        "an instruction where none is allowed",
        include_str!("notation/misplaced_instruction.md"),
    ),
    parser_lint(
        "misplaced-quote",
        Error,
        "rules text without a section or instruction",
        include_str!("notation/misplaced_quote.md"),
    ),
    parser_lint(
        "unquoted",
        Warning,
        "a list or table that looks like rules text and is commentary",
        include_str!("notation/unquoted.md"),
    ),
    parser_lint(
        "commentary-kind",
        Warning,
        "a bold word at the start of commentary that is nearly a kind of it",
        include_str!("notation/commentary_kind.md"),
    ),
    parser_lint(
        "lazy-line",
        Error,
        "a line that belongs to the block above without a mark",
        include_str!("notation/lazy_line.md"),
    ),
    parser_lint(
        "line-start",
        Error,
        "a line whose first characters mean something else to Markdown",
        include_str!("notation/line_start.md"),
    ),
    parser_lint(
        "bare-label",
        Error,
        "a sign or label that Markdown reads as something else",
        include_str!("notation/bare_label.md"),
    ),
    parser_lint(
        "label-link",
        Warning,
        "a link inside a label",
        include_str!("notation/label_link.md"),
    ),
    parser_lint(
        "two-sentences",
        Warning,
        "two sentences on one line",
        include_str!("notation/two_sentences.md"),
    ),
    parser_lint(
        "stray-markup",
        Warning,
        "marks of emphasis or links without effect",
        include_str!("notation/stray_markup.md"),
    ),
    parser_lint(
        "single-tilde",
        Error,
        "single tildes, which strike out",
        include_str!("notation/single_tilde.md"),
    ),
    parser_lint(
        "link-definition",
        Error,
        "a line that Markdown reads as the definition of a link",
        include_str!("notation/link_definition.md"),
    ),
    parser_lint(
        "link-form",
        Error,
        "a fact or term whose link cannot be read",
        include_str!("notation/link_form.md"),
    ),
    parser_lint(
        "not-rules-text",
        Error,
        "Markdown that is not allowed in rules text",
        include_str!("notation/not_rules_text.md"),
    ),
    parser_lint(
        "table-form",
        Error,
        "a table whose rows do not fit its columns",
        include_str!("notation/table_form.md"),
    ),
    parser_lint(
        "too-deep",
        Error,
        "text that is nested too deeply",
        include_str!("notation/too_deep.md"),
    ),
    parser_lint(
        "unknown-instruction",
        Error,
        "a heading that begins with no known verb",
        include_str!("notation/unknown_instruction.md"),
    ),
    parser_lint(
        "instruction-syntax",
        Error,
        "an incomplete or malformed instruction",
        include_str!("notation/instruction_syntax.md"),
    ),
    parser_lint(
        "trailing-words",
        Error,
        "words after a complete instruction",
        include_str!("notation/trailing_words.md"),
    ),
    parser_lint(
        "address-restarts",
        Warning,
        "an address that starts again after `and`",
        include_str!("notation/address_restarts.md"),
    ),
    parser_lint(
        "unclosed-quote",
        Error,
        "a quotation that is not closed",
        include_str!("notation/unclosed_quote.md"),
    ),
    parser_lint(
        "empty-quote",
        Error,
        "a quotation without words",
        include_str!("notation/empty_quote.md"),
    ),
    parser_lint(
        "bad-ordinal",
        Error,
        "a number or range that is not valid",
        include_str!("notation/bad_ordinal.md"),
    ),
    parser_lint(
        "vocabulary",
        Error,
        "a `scenario.toml` that cannot be used",
        include_str!("notation/vocabulary.md"),
    ),
    parser_lint(
        "check-rule",
        Error,
        "a rule of play that cannot be understood",
        include_str!("notation/check_rule.md"),
    ),
    parser_lint(
        "check-example",
        Error,
        "a rule of play with a different result for its example",
        include_str!("notation/check_example.md"),
    ),
    parser_lint(
        "scenario-front",
        Error,
        "a scenario without a usable ruleset, edition, date or profile",
        include_str!("notation/scenario_front.md"),
    ),
    parser_lint(
        "scenario-word",
        Error,
        "an unknown word in a scenario",
        include_str!("notation/scenario_word.md"),
    ),
    parser_lint(
        "scenario-number",
        Error,
        "an invalid number in a scenario",
        include_str!("notation/scenario_number.md"),
    ),
    parser_lint(
        "scenario-heading",
        Error,
        "a heading of a scenario that is not understood",
        include_str!("notation/scenario_heading.md"),
    ),
    parser_lint(
        "scenario-line",
        Error,
        "a line of a scenario with too many or too few words",
        include_str!("notation/scenario_line.md"),
    ),
    parser_lint(
        "scenario-allow",
        Warning,
        "a comment of a scenario that allows problems without a reason or without effect",
        include_str!("notation/scenario_allow.md"),
    ),
    parser_lint(
        "ruleset-file",
        Error,
        "a `ruleset.toml` that cannot be used",
        include_str!("notation/ruleset_file.md"),
    ),
];

/// Returns the lint of a code.
pub fn find_lint(code: &str) -> Option<&'static Lint> {
    find_in(LINTS, code)
}

/// Returns the code that a misspelt one probably means.
pub fn nearest_code(code: &str) -> Option<&'static str> {
    nearest(code, LINTS.iter().map(|lint| lint.code))
}
