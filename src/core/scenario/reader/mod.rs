//! Reads lists as players write them: a text without front matter, in any layout.
//!
//! [`layout`] makes rows of cells of the text, with a map back to the file, [`lexer`] makes tokens of a row
//! through the one table of phrases ([`lexicon`]), [`marks`] finds the troops that they name, [`entries`] decides
//! by evidence where those of a row begin and end, and [`numbers`] what its numbers are. [`items`] says what each
//! row is, [`commands`] divides the entries into armies and their parts, [`totals`] compares what the list says
//! of their sums, and [`records`] makes a scenario of them. What counts something and was not read is a note with
//! its reason, and makes the totals unknown, so that no rule is broken by what is in doubt; [`account`] reports all
//! else that ended in nothing.

mod account;
mod commands;
mod entries;
mod items;
mod layout;
mod lexer;
mod lexicon;
mod marks;
mod numbers;
mod records;
mod rows;
mod rule_costs;
mod totals;
mod weights;

pub(in crate::scenario) use entries::Costs;
pub(in crate::scenario) use records::{complete_marks, read_list};
pub(in crate::scenario) use rule_costs::{NoCosts, RuleCosts};
