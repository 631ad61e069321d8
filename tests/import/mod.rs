//! Printed sheets: every byte is accounted for, whatever the file; and on the documents of `../shared/sources`, where that folder exists,
//! every numbered passage is found with the right operation and address.

#![expect(clippy::print_stderr, reason = "what is skipped is told")]

mod compare;
mod limits;
mod shared;
mod total;
