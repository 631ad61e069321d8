//! Addresses as sheets print them: `Para 6. 2nd sentence`, `the third sentence of the first
//! paragraph`, `Last +1, first bullet`.

mod parse;
mod printed_address;
mod step;

pub(super) use printed_address::{PrintedAddress, PrintedStep, PrintedStepKind};
