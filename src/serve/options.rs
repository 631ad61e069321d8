//! The options of the web server: its address, its host names, and whether it has printed wording.

use std::net::SocketAddr;

/// The address to serve at, host names that clients may use, and whether printed wording is shown.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen at.
    pub address: SocketAddr,
    /// Names by which clients may call the server, in addition to those of the local machine. Only
    /// names of the local machine are accepted at a local address if there are none.
    pub hosts: Vec<String>,
    /// Whether the page contains printed wording.
    pub printed: bool,
}
