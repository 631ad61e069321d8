//! Sheets written by round are imported prints as the same patches, with place,
//! number, operation,
//! address, quoted words and payload.

mod generated;
mod round_trip;
mod shipped;
