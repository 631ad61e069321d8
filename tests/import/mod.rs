//! Printed sheets: every byte of any file is part of a piece. With the documents of
//! `../shared/sources`, if that folder exists: every numbered passage is found with the right
//! operation and address.

#![expect(clippy::print_stderr, reason = "reports what is skipped")]

mod compare;
mod kinds;
mod limits;
mod shared;
mod total;
mod unseen;
