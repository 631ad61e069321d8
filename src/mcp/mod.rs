//! Serves AI assistants by the Model Context Protocol (MCP) over standard input and output.
//! Operations are its tools, clauses its resources. It only reads.

mod resources;
mod server;

pub use server::run;
