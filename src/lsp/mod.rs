//! The language server, for rules files, scenarios, check files and the TOML files of rulesets.
//!
//! The only module that knows the protocol, and the only user of tower-lsp and ropey. A
//! feature is a function of a snapshot and the parameters of its request, and answers in types of the
//! protocol. A request goes this way:
//!
//! ```text
//! bytes ──framing──▶ message ──message_loop──▶ row of feature::FEATURES ──connection──▶ Snapshot ──▶ a function of its own ──▶ answer
//!                                                  │
//!                       notifications ──sync──▶ analysis_host: open documents ──▶ loaded_state: what is loaded, one snapshot after another
//!                                                                                     └──diagnostics_publisher──▶ diagnostics
//! ```
//!
//! Files are of several kinds. `names` lists the names in a file of any kind, `pieces` what can be
//! selected, folded, highlighted or listed; features on these lists do not know the kind.
//!
//! Invariants:
//!
//! - A notification changes the open documents before the next message is read; it never waits.
//! - A request is answered from one snapshot, which never changes, for the text that it was made
//!   for. It holds no lock.
//! - No handler waits for the client. Nothing is registered or sent that the client did not say it
//!   understands.
//! - Work is done on threads of its own, and stops when it is cancelled.
//! - A handler that panics fails its own request and nothing else.

mod analysis_host;
mod client_capabilities;
mod code_action;
mod completion;
mod connection;
mod custom_request;
mod diagnostics;
mod diagnostics_publisher;
mod document;
mod edit;
mod feature;
mod folds;
mod formatting;
mod framing;
mod highlights;
mod hints;
mod hover;
mod lens;
mod lifecycle;
mod loaded_state;
mod lookup;
mod message_loop;
mod names;
mod navigation;
mod outline;
mod pieces;
mod position;
mod progress;
mod rename;
mod response_error;
mod scenario_cursor;
mod selection;
mod sent_texts;
mod server;
mod session;
mod snapshot;
mod sync;
mod texts;
mod tokens;
mod toml_shape;
mod uri;
mod workspace_symbols;

use client_capabilities::ClientCapabilities;
use connection::Connection;
use position::PositionMap;
use response_error::{HandlerResult, ResponseError};
use session::Session;
use snapshot::{RulesDocument, Snapshot};

pub use message_loop::{run, serve};
pub use session::ServerEnvironment;
