//! The command line: parses arguments and runs a command, which prints an answer as text or JSON,
//! writes files, or serves (LSP, MCP, HTTP).
//! It queries an [`Analysis`](crate::analysis::Analysis), and decides nothing about rules.
//!
//! Each command is one file and one entry of `COMMANDS` (`run.rs`). Only [`main`] uses the process;
//! everything else runs against a [`Host`].

mod ask;
mod check;
mod completions;
mod context;
mod exit;
mod explain;
mod export;
mod fmt;
mod graph;
mod host;
mod import;
mod library;
mod lsp;
mod mcp;
mod migrate;
mod new;
mod options;
mod outcome;
mod output;
mod pager;
mod review;
mod run;
mod serve;
mod subcommand;
mod sum;
mod r#use;
mod verify;
mod verify_booklet;
mod version;

use crate::{
    doc::{Styler, display_width, shorten, terminal},
    text::plural,
};
use context::Context;
use options::Format;
use outcome::{CommandError, CommandOutput, CommandResult};
use subcommand::Subcommand;

pub use host::{Host, Terminal};
pub use run::{main, run};
