//! How many of its cases a long test tries: `cargo test` always the same part of them, and `cargo test all_cases -- --ignored`, a step of
//! CI, all.

/// The cases that a test tries.
#[derive(Clone, Copy)]
pub(crate) enum Cases {
    /// The first of each group of this size.
    OneOf(usize),
    All,
}

impl Cases {
    /// Returns whether the case with this number, from 0, is tried.
    pub(crate) fn contain(self, case: usize) -> bool {
        match self {
            Self::OneOf(parts) => case.is_multiple_of(parts),
            Self::All => true,
        }
    }
}
