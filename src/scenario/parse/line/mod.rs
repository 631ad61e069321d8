//! A line or heading parsed as a record of one kind.

mod candidate;
mod name;
mod value;

pub(super) use candidate::LineCandidate;
