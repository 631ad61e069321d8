//! Parses addresses of units in sheets (`Last +1, first bullet`) to `PrintedAddress`, without
//! looking them up in the rules.

mod parse;
mod printed_address;
mod section_name;
mod step;

pub(super) use printed_address::{
    PrintedAddress, PrintedStep, address_steps, phrase_of, target_of, unspanned,
};
