//! Rulebook: wargame rules as they really live, a base text amended by sheets.
pub mod text;
pub mod diagnostic;
pub mod syntax;
