//! What holds of any text, and of the shipped rules, when it is read and written.

mod formatted;
mod shipped;
#[path = "../specs/outline.rs"]
mod syntax_outline;
mod total;
