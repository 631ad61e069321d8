//! Lints, each a check of rules files or TOML files for one problem.
//! A check is called a *lint* in code, because a rule is always a rule of the game.
//!
//! To add a lint, add
//!
//! 1. its file and its page: `wrong_name.rs`, and `pages/wrong-name.md`;
//! 2. a `mod` line below;
//! 3. a row in [`LINTS`] (`table.rs`).
//!
//! The resolver reports errors as data; `patch_errors.rs` describes each, or passes it to the `report`
//! function of a longer lint, and a new kind of error does not compile without an arm there. Errors of the
//! notation, of scenarios and of rules of play are reported by the parsers; they have rows and
//! pages, too, so that every code can be explained.

mod attribute_value;
mod book_text_differs;
mod consequences;
mod context;
mod contradiction;
mod count_not_met;
mod dangling_address;
mod definition;
mod duplicate_id;
mod duplicate_label;
mod fact_lost;
mod fact_unread;
mod frame_missing;
mod front_differs;
mod heading_differs;
mod instruction_numbers;
mod lint_levels;
mod open_instruction;
mod page_differs;
mod patch_error_site;
mod patch_errors;
mod payload;
mod punctuation;
mod quote_not_found;
mod run;
mod suppression;
mod table;
mod toml_files;
mod uncited;
mod unknown_link;
mod unknown_names;
mod whole_paragraph;
mod wrong_name;

pub use context::{file_inlines, rules_blocks};
pub use definition::Lint;
pub use lint_levels::LintLevels;
pub use run::{check, check_rulesets, check_source};
pub use suppression::is_suppressible;
pub use table::{LINTS, find_lint, nearest_code};
