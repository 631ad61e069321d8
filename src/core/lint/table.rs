//! `LINTS`: the table of all lints and errors of parsers; finds a row by its code.
//! To add a lint: a file with its page, a `mod` line in `mod.rs`, and a row here.

use super::{
    attribute_value, book_text_differs, contradiction, count_not_met, dangling_address,
    definition::{
        Lint,
        LintPass::{Diagnostics, File, Parser, Section, Toml},
        find_in,
    },
    duplicate_id, duplicate_label, fact_unread, frame_missing, front_differs, heading_differs,
    instruction_numbers, open_instruction, page_differs, payload, punctuation, suppression,
    toml_files, uncited, unknown_link, unknown_names, whole_paragraph,
};
use crate::{
    diagnostic::Severity::{Error, Note, Warning},
    text::near::nearest,
};

/// Declares [`LINTS`]: first the lints with functions of their own or of `patch_errors.rs`, then the errors
/// of parsers. Pages are named after the codes.
macro_rules! lints {
    ($($own:literal $own_severity:ident $own_title:literal [$($pass:expr),*])+;
     $($code:literal $severity:ident $title:literal)+) => {
        /// All lints: first those of this module, then the errors of parsers.
        pub const LINTS: &[Lint] = &[
            $(Lint {
                code: $own,
                severity: $own_severity,
                title: $own_title,
                page: include_str!(concat!("pages/", $own, ".md")),
                passes: &[$($pass),*],
            },)+
            $(Lint {
                code: $code,
                severity: $severity,
                title: $title,
                page: include_str!(concat!("notation/", $code, ".md")),
                passes: &[Parser],
            },)+
        ];
    };
}

lints! {
    "dangling-address" Error "an address of something that does not exist" [File(dangling_address::unknown_names)]
    "wrong-name" Error "an address that does not lead to the clause named by its instruction" []
    "frame-missing" Warning "an address that means another unit in another edition's numbering" [Section(frame_missing::check)]
    "printed-line" Error "an address that counts printed lines" []
    "quote-not-found" Error "quoted words that are not in the text" []
    "count-not-met" Error "a stated number that differs from the actual one" [File(count_not_met::check)]
    "stale-value" Error "an old value that differs from the cell" []
    "duplicate-id" Error "the same id for two things" [File(duplicate_id::check)]
    "duplicate-label" Error "two items of a list with the same letter or number" [Section(duplicate_label::check)]
    "empty-payload" Error "an instruction for new text, without text below it" [File(payload::check_missing)]
    "payload-shape" Error "quoted text whose shape differs from what it replaces" []
    "unused-payload" Warning "text below an instruction without new text" [File(payload::check_unused)]
    "bad-move" Error "a move, swap or new label that is impossible or changes nothing" []
    "conflict" Error "two instructions of one edition on the same text" []
    "overtaken" Error "an instruction on text that was already removed" []
    "order-dependent" Warning "two documents insert at one place in an unknown order" []
    "fact-lost" Warning "a change of words that loses the mark of a fact" []
    "wording-mismatch" Error "an instruction that fits one wording and not the other" []
    "book-text-differs" Warning "an included text that differs from the sheets" [Section(book_text_differs::check)]
    "attribute-value" Error "an attribute with an unusable value" [File(attribute_value::check)]
    "unknown-edition" Error "an edition that `ruleset.toml` does not list" [File(unknown_names::check_editions)]
    "unknown-document" Error "a document that `ruleset.toml` does not list" [File(unknown_names::check_documents)]
    "unknown-scope" Error "a scope that no profile lists" [File(unknown_names::check_scopes)]
    "unknown-link" Warning "a link, term or fact without a target" [File(unknown_link::check), Section(unknown_link::check_removed)]
    "front-differs" Warning "front matter that disagrees with `ruleset.toml` or the folder" [File(front_differs::check)]
    "page-differs" Warning "a page that differs from the section's page" [File(page_differs::check)]
    "heading-differs" Note "a place whose heading is not that of its section" [Section(heading_differs::check)]
    "instruction-numbers" Warning "numbers of a sheet that are missing or used twice"
        [File(instruction_numbers::check_gaps), File(instruction_numbers::check_order)]
    "uncited" Warning "a deviation that cites nothing, or a contradiction that quotes no other side" [File(uncited::check)]
    "contradiction" Note "a recorded contradiction of the sources" [File(contradiction::check)]
    "open-instruction" Note "an instruction without words or place" [File(open_instruction::check)]
    "pending-edit" Note "a change of words in text that is not fully included" []
    "fact-unread" Note "marked numbers that no check uses yet" [File(fact_unread::check)]
    "control-character" Warning "an invisible character that a terminal or editor obeys" [File(punctuation::check_controls)]
    "suppression" Warning "a comment that allows problems without a reason or without effect" [Diagnostics(suppression::check)]
    "import-file" Error "an `import.toml` that cannot be used" [Toml(toml_files::check_import)]
    "thesaurus-file" Error "a `thesaurus.toml` that cannot be used" [Toml(toml_files::check_thesaurus)]
    "punctuation" Warning "two marks that do not follow each other, such as `,.`"
        [File(punctuation::check_file), Section(punctuation::check_section)]
    "whole-paragraph" Warning "one sentence that replaces all sentences of a paragraph, named by its id" [Section(whole_paragraph::check)];
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
