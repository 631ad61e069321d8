//! What lints say: of the shipped rules, of the examples on their own pages, and of one source as of all.

mod broken;
mod codes;
mod pages;
mod shipped;
