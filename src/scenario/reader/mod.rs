//! Reads lists as players write them: a text without front matter, in any layout.
//!
//! [`layout`] makes rows of cells of the text, [`lexer`] makes tokens of a row through the one table of
//! phrases ([`lexicon`]), [`entries`] decides by evidence where the troops of a row begin and end and what
//! its numbers are, [`commands`] divides the entries into the parts of an army, and [`records`] makes a
//! scenario of them. What counts something and was not read is reported, and makes the totals unknown.

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
