//! Parses wargame rules (a base text and sheets that amend it), answers questions about them, and
//! checks army lists; all of the program except `main` is here and in its core.
//!
//! The questions: what do the rules say now, what did they say at an earlier edition, who changed
//! them, and does this army list obey them?
//!
//! # From files to answers
//!
//! ```text
//! rules/*.md ───syntax──▶ RulesFile ──resolve::route──▶ SectionInput ──op──▶ LoweredPatch ──resolve──▶ Section
//! ruleset.toml ──model──▶ Ruleset ───────────────────── order of documents ─────▲       one Tree per edition,
//!                                                                               │       day and profile
//! "show recoiling --at 3.4" ──cli──▶ Request ──analysis──▶ View ──▶ ClauseView, ChangeLog, PageErrata, …
//! ```
//!
//! An address ("page 22, 3rd bullet") is lowered to the identities of units once, in the numbering of its
//! own edition. Words that players use are data next to the rules: `thesaurus.toml` gives synonyms, and
//! `*.index.md` (a subject index, [`model::SubjectIndex`]) leads from phrases to clauses. Search uses
//! both and shows neither.
//!
//! # One graph
//!
//! Each ruleset has a petgraph graph ([`resolve::graph`]) of documents, editions, files, sections and
//! names, with typed edges that files state: *declared in*, *looks up*, *addresses*, *mentions*, *comments
//! on*, *moved to*. An edit replaces the edges of one file. Most edges are *addresses* and
//! *mentions*, which are added when first needed. The order of documents is a topological sort;
//! the section that a name belongs to, the references to a symbol, and the files that an edit routes
//! again are neighbours. What an instruction acts on is known once
//! its section is resolved: the instructions and rulings of a section are a graph of their own, from which
//! comes the impact of an instruction. `rulebook graph` draws both together.
//!
//! # Three requests, file by file
//!
//! `docs/src/architecture.md` follows a query, a keystroke and a hover through the files.
//!
//! # The layers
//!
//! A module uses only what is to its left, and no file is part of an import cycle; `tests/architecture.rs`
//! checks both. (The empty lines between the modules keep rustfmt from sorting them.)
//!
//! ```text
//! text ‹ doc ‹ diagnostic ‹ syntax ‹ model ‹ op ‹ resolve ‹ search ‹ analysis ‹ scenario ‹ lint ‹ answer
//!      ‹ {import, export, booklet} ‹ printed ‹ verify ‹ disk ‹ {lsp, mcp, serve} ‹ cli
//! ```
//!
//! The first line is a crate of its own, `rulebook-core` in `src/core`: it knows no files, sockets, threads of
//! its own, clock or terminal, and is what the page for phones contains as WebAssembly. So a change of the second
//! line compiles a third of the code, and a first build compiles the core beside the libraries that only the
//! program needs.
//!
//! | module         | what it contains                                                           | foreign types that stop here |
//! |----------------|----------------------------------------------------------------------------|------------------------------|
//! | [`text`]       | spans, line positions, search for quotes, sentences, similarity, differences | imara-diff                 |
//! | [`doc`]        | answers as documents of blocks and texts; their rendering for terminals, as Markdown and as HTML | maud |
//! | [`diagnostic`] | diagnostics for terminal and editor, and their rendering                   | annotate-snippets            |
//! | [`syntax`]     | the notation: rules files as trees with byte spans; the instruction language; the formatter | pulldown-cmark, YAML |
//! | [`model`]      | rulesets, units with identities, wordings with provenance, trees, patches  | jiff, toml                   |
//! | [`op`]         | operations: one file per verb; addresses, edits, conflicts                 |                              |
//! | [`resolve`]    | sections from files, their versions, texts of books, rulings, the graph    | petgraph                     |
//! | [`search`]     | full text and the query language over documents that the analysis supplies | tantivy                      |
//! | [`analysis`]   | everything that is loaded, as one value that answers questions             |                              |
//! | [`scenario`]   | army lists and battle plans: what their lines mean, rules of play, sums, migration to another edition |   |
//! | [`lint`]       | one lint per file, with its page and tested examples; the cache of diagnostics |                          |
//! | [`import`]     | parser for printed sheets of amendments: their instructions, and the kind of every byte | toml            |
//! | [`export`]     | answers in other forms: Markdown, a page for phones, pages to print, data | sha2, base64, flate2       |
//! | [`booklet`]    | printed booklets as pages and blocks: reads PDF files, Markdown and plain text | hayro, flate2               |
//! | [`printed`]    | printed instructions matched with the restated ones, aligned, compared and written |                      |
//! | [`verify`]     | comparison of the stored amendments with an official document in an older numbering |                     |
//! | [`disk`]       | files: shipped rules, folders, the user's library; the only user of `std::fs` | ignore, tempfile |
//! | [`answer`]     | queries and their answers, which all interfaces share; the operations for other programs | clap, schemars |
//! | [`lsp`]        | the language server: snapshots, and one feature per file                   | tower-lsp, tokio, ropey      |
//! | [`mcp`]        | the server for assistants                                                 | rmcp, tokio                  |
//! | [`serve`]      | the web server                                                            | axum, hyper, tokio           |
//! | [`cli`]        | one command per file                                                       | clap                         |
//!
//! # What never happens
//!
//! - Parsing, lowering and resolving never fail and never panic: they return a value and diagnostics.
//! - A published [`Analysis`](analysis::Analysis) never changes: an update makes a new one that shares the rest.
//! - No core module knows files, terminals or the clock: today's date is an argument.
//! - No answer states words that are not stored: it shows `…` and says so.
//! - Two documents that disagree are never settled silently: a conflict is a value, shown with both sides.

pub use rulebook_core::{
    analysis, answer, diagnostic, doc, lint, model, op, resolve, scenario, search, syntax, text,
};

pub mod import;

pub mod export;

pub mod booklet;

pub mod printed;

pub mod verify;

pub mod disk;

pub mod lsp;

pub mod mcp;

pub mod serve;

pub mod cli;

#[cfg(test)]
extern crate self as rulebook;
#[cfg(test)]
#[allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each program uses a part of it"
)]
#[path = "../benches/generate/mod.rs"]
mod generate;
