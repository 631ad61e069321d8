//! Splits rules text and queries into tokens: stems, stop words and numbers.
//!
//! Both take the same steps: they are scanned ([`scan`]), and words are reduced to stems ([`stem`]).

mod scan;
mod stem;
mod tokenize;

pub use stem::is_stop as is_stop_word;
pub(super) use tokenize::{Token, TokenKind, Tokenizer};
