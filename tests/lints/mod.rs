//! The lints on the shipped rules and on the examples of their pages, for one source and for all of them.

mod broken;
mod codes;
mod mistakes;
mod pages;
mod shipped;
