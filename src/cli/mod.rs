//! The command line: parses arguments and runs a command, which prints an answer as text or JSON,
//! writes files, or serves (LSP, MCP, HTTP).
//! It queries an [`Analysis`](crate::analysis::Analysis), and decides nothing about rules.
//!
//! Each command is one file and one entry of `COMMANDS` (`run.rs`). Only [`main`] uses the process;
//! everything else runs against a [`Host`].

mod ask;
mod blame;
mod changes;
mod check;
mod compared_unit;
mod completions;
mod context;
mod diff;
mod exit;
mod explain;
mod export;
mod fmt;
mod full_text;
mod graph;
mod header;
mod host;
mod import;
mod library;
mod log;
mod lsp;
mod mcp;
mod migrate;
mod new;
mod options;
mod outcome;
mod output;
mod overview;
mod page_errata;
mod pager;
mod rulings;
mod run;
mod search;
mod serve;
mod show;
mod subcommand;
mod sum;
mod troop;
mod r#use;
mod verify;
mod verify_booklet;
mod version;

use crate::{
    doc::{Styler, display_width, shorten, table, terminal},
    text::plural,
};
use context::Context;
use options::Format;
use outcome::{CommandError, CommandOutput, CommandResult};
use subcommand::Subcommand;

pub use host::{Host, Terminal};
pub use run::{main, run};
