//! The tokenizer for rules text and queries.
//!
//! Both go the same way: scanned ([`scan`]), abbreviations expanded, reduced to stems ([`stem`]), and
//! terms of several words and troops with their grades joined into words of their own.

mod scan;
mod stem;
mod token;
mod tokenize;

pub(super) use token::{Token, TokenKind};
pub(super) use tokenize::Tokenizer;
