//! Compares the stored amendments with an official document that states them in older numbering.
//! Such a comparison is called a proof here.
//!
//! ```text
//!   document ──import──▶ PrintedSheet ──printed::draft──▶ instructions in our notation
//!                                                     │ printed::compile: an edition of its own, which amends the older one
//!   shipped patches ──resolve──▶ tree at the edition  ▼
//!            └───────────────── compare ──────── tree by the document
//!                                  └──▶ ProofDifference, with an AcceptedDifference or open
//! ```
//!
//! Both are lowered in one ruleset, so a unit of the older text has one identity on both sides,
//! whatever number each side gives it: mere renumbering makes no difference. Words are compared
//! without typography and markup. The proof decides nothing: it shows both wordings of a
//! difference, and a person accepts it in the file of exceptions, with a reason.

mod compare;
mod difference;
mod exceptions;
mod join;
mod leftover;
mod piece;

pub use compare::prove;
pub use difference::{DifferenceKind, DifferenceSide, Proof, ProofDifference};
pub use exceptions::{AcceptedDifference, AcceptedDifferences, ReviewedDifferences};
