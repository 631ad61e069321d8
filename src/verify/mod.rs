//! Compares the stored amendments with an official document that states them in older numbering.
//!
//! ```text
//!   document ──import──▶ PrintedSheet ──printed::draft──▶ instructions in our notation
//!                                                     │ printed::compile: an edition of its own, which amends the older one
//!   shipped patches ──resolve──▶ tree at the edition  ▼
//!            └───────────────── compare ──────── tree by the document
//!                                  └──▶ DocumentDifference, with a declared deviation or without
//! ```
//!
//! Both are lowered in one ruleset, so a unit of the older text has one identity on both sides,
//! whatever number each side gives it: mere renumbering makes no difference. Words are compared
//! without typography and markup. The comparison decides nothing: it shows both wordings of a
//! difference, and a person who finds it right declares a deviation at the instruction.

mod compare;
mod difference;
mod join;
mod leftover;
mod piece;

pub use compare::verify_document;
pub use difference::{DifferenceKind, DifferenceSide, DocumentDifference, Verification};
