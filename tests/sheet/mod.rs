//! Sheets that `export sheet` writes are read back as the same patches, with place, number, operation,
//! address, quoted words and payload; and changes of their words are noticed.

#![expect(clippy::print_stderr, reason = "reports figures")]

mod generated;
mod round_trip;
mod sensitivity;
mod shipped;
