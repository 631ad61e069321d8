//! Rulebook: wargame rules as they really live, a base text amended by sheets of instructions over twenty years.
//!
//! It answers one question: what do the rules say now, what did they say then, who changed it, and does this text obey them?
//!
//! # The way of a question
//!
//! ```text
//!   rules/*.md ──syntax──▶ RulesFile ──route──▶ SectionInput ──lower──▶ LoweredPatch ──apply──▶ Tree per stratum
//!                                                            (op: addresses become       (resolve: one version
//!   ruleset.toml ──model──▶ Ruleset ──────order of documents──  identities, once)           of a section)
//!                                                                                               │
//!   "show recoiling --at 3.4" ──cli──▶ Request ──analysis──▶ View ──────────────────────────▶ ClauseView, ChangeLog, PageErrata
//! ```
//!
//! What players say for it stands beside the rules and is no part of them: `thesaurus.toml` gives words for words, `*.index.md` (a subject
//! index, [`model::SubjectIndex`]) gives ways to ask for a clause. Search looks into both and shows neither.
//!
//! # The layers
//!
//! A module uses only what stands to its left; a test holds that order. (The empty lines below keep rustfmt from sorting them.)
//!
//! ```text
//! text ‹ diagnostic ‹ syntax ‹ model ‹ op ‹ resolve ‹ search ‹ analysis ‹ scenario ‹ {lint, generate, import, export} ‹ printed ‹ proof ‹ disk ‹ lsp ‹ cli
//! ```
//!
//! | module         | what it holds                                                              | foreign types that stop here |
//! |----------------|----------------------------------------------------------------------------|------------------------------|
//! | [`text`]       | spans, line positions, search for quotes, sentences, similarity, differences | imara-diff                   |
//! | [`diagnostic`] | diagnostics for terminal and editor, and their rendering                   | annotate-snippets            |
//! | [`syntax`]     | the notation: rules files as trees that know their bytes; the instruction language; the formatter | pulldown-cmark, YAML |
//! | [`model`]      | rulesets, units with identities, wordings with provenance, trees, patches  | jiff, toml                   |
//! | [`op`]         | operations: one file per verb; addresses, edits, conflicts                 |                              |
//! | [`resolve`]    | sections from files, versions by stratum, held texts, rulings, the graph   | petgraph                     |
//! | [`search`]     | full text and the query language over documents that the analysis gives it     | tantivy                      |
//! | [`analysis`]    | everything loaded, as one value that answers questions                     |                              |
//! | [`scenario`]   | lists and battle plans: what their lines mean, rules of play, sums, moves to another edition |              |
//! | [`lint`]       | one lint a file, with its page and run examples                            |                              |
//! | [`generate`]   | generated libraries of any size, for benchmarks                            |                              |
//! | [`import`]     | parser for printed sheets of amendments: their instructions, and the kind of every byte | toml |
//! | [`export`]     | answers in forms for other places: Markdown, a page for a phone, pages to print, data       | maud, sha2, base64           |
//! | [`printed`]    | printed instructions matched with the restated ones, aligned, compared and written |   |
//! | [`proof`]      | comparison of the stored amendments with an official document in an older numbering | |
//! | [`disk`]       | files: shipped rules, folders, the user's library; the only user of `std::fs` | include_dir, ignore, tempfile |
//! | [`lsp`]        | the language server: open documents, and one feature a file                | tower-lsp, tokio, ropey      |
//! | [`cli`]        | one command a file                                                         | clap, comfy-table            |
//!
//! # What never happens
//!
//! - Parsing, lowering and resolving never fail and never panic: they give a value and findings.
//! - An address is lowered once, in its own numbering; identities never change after that.
//! - No core module knows files, terminals or the clock: today's date is an argument.
//! - Nothing is told of wording that is not held: it is `…`, and says so.
//! - Two documents that disagree are never settled silently: a conflict is a value, shown with both sides.

pub mod text;

pub mod diagnostic;

pub mod syntax;

pub mod model;

pub mod op;

pub mod resolve;

pub mod search;

pub mod analysis;

pub mod scenario;

pub mod lint;

pub mod generate;

pub mod import;

pub mod export;

pub mod printed;

pub mod proof;

pub mod disk;

pub mod lsp;

pub mod cli;
