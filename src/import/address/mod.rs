//! Parses addresses as sheets print them: `Para 6. 2nd sentence`, `Last +1, first bullet`.

mod named_unit;
mod parse;
mod printed_address;
mod section_name;
mod step;
mod unit_label;

pub(super) use printed_address::{
    PrintedAddress, PrintedStep, address_steps, phrase_of, target_of, unspanned,
};
