//! The language server: the rules in an editor.
//!
//! The only module that knows the protocol, and the only user of tower-lsp, tokio and ropey. A request goes this way:
//!
//! ```text
//! bytes ──wire──▶ message ──transport──▶ row of feature::FEATURES ──server──▶ Snapshot ──▶ a function of its own ──▶ answer
//!                                            │
//!                 notifications ──sync──▶ desk: documents as the editor has them ──▶ library: the analysis, brought up to date
//!                                                                                       └──herald──▶ findings
//! ```
//!
//! What holds:
//!
//! - A notification changes the documents before anything that comes after it is begun; it never waits.
//! - A request sees one state of everything, and is answered for the text as it was when the request came in, or not at all.
//! - No handler waits for the client. Nothing is registered or sent that the client did not say it understands.
//! - Work is done on threads of its own, and stops when nobody waits for it or when it rests on what has changed.
//! - A handler that panics fails its own request and nothing else.

mod abilities;
mod action;
mod address;
mod ask;
mod completion;
mod desk;
mod diagnostics;
mod document;
mod edit;
mod feature;
mod findings;
mod folds;
mod formatting;
mod herald;
mod hierarchy;
mod highlights;
mod hints;
mod hover;
mod lens;
mod library;
mod links;
mod mention;
mod outline;
mod play;
mod position;
mod progress;
mod refusal;
mod rename;
mod selection;
mod server;
mod session;
mod snapshot;
mod symbols;
mod sync;
mod targets;
mod texts;
mod tokens;
mod transport;
mod wire;

pub use session::Surroundings;
pub use transport::{run, serve};
