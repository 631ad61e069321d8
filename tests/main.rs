//! The integration tests as one program, which links once and runs tests in parallel.

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod architecture;
mod book;
mod booklet;
mod documents;
mod faults;
mod fuzz;
#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each program uses a part of it"
)]
#[path = "../benches/generate/mod.rs"]
mod generate;
mod grammar;
mod growth;
mod import;
mod increments;
mod lints;
mod lsp;
mod paper;
mod play;
mod process;
mod programs;
mod query;
mod questions;
mod quickwit;
mod readme;
mod relevance;
mod resolve;
mod review;
mod schemas;
mod search;
mod search_index;
mod sheet;
mod specs;
mod syntax;
mod terminal;
mod verify;

/// Code shared by several tests.
mod support {
    pub(crate) mod cases;
    pub(crate) mod fence;
    pub(crate) mod folder;
    pub(crate) mod lists;
    pub(crate) mod outline;
    pub(crate) mod pages;
    pub(crate) mod relevance;
    pub(crate) mod shell;
}
