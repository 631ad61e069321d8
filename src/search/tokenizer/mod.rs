//! Splits rules text and queries into tokens: stems, stop words, numbers and compound terms.
//!
//! Both take the same steps: they are scanned ([`scan`]), abbreviations are expanded, words are
//! reduced to stems ([`stem`]), and compound terms are joined into words of their own.

mod scan;
mod stem;
mod token;
mod tokenize;

pub use stem::is_stop as is_stop_word;
pub(super) use stem::{IRREGULAR, NUMBERS, SPELLINGS, STOP};
pub(super) use token::{Token, TokenKind};
pub(super) use tokenize::{Tokenizer, UNITS};
