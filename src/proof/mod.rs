//! The proof sheet: what is held, compared with an official document that restates the same amendments against an older numbering.
//!
//! ```text
//!   document ──import──▶ Sheet ──printed::draft──▶ instructions in our notation
//!                                                     │ compile: an edition of its own, which amends the older one
//!   shipped patches ──resolve──▶ tree at the edition  ▼
//!            └───────────────── compare ──────── tree by the document
//!                                  └──▶ Difference, each answered by an Exception or not
//! ```
//!
//! Both are lowered in one ruleset, so that a unit of the older text has one identity in both, whatever number either side calls it by: a
//! pure renumbering makes no difference. Words are compared without typography and markup. Nothing is settled here: what differs is told
//! with both wordings, and a person answers it in the file of exceptions, with a reason.

mod compare;
mod compile;
mod exceptions;

pub use compare::{Difference, Kind, Proof, Side, prove};
pub use compile::{Compiled, DOCUMENT, EDITION, compile};
pub use exceptions::{Exception, Exceptions, Judged};
