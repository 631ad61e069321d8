//! Rulebook: wargame rules as they really live, a base text amended by sheets.
pub mod diagnostic;
pub mod disk;
pub mod model;
pub mod op;
pub mod resolve;
pub mod syntax;
pub mod text;
pub mod world;
