//! The options of the web server: address, allowed host names, and printed wording on the page.

use std::net::SocketAddr;

/// Options of the web server: address, allowed host names, and if the page shows printed wording.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The address to listen at.
    pub address: SocketAddr,
    /// Names by which clients may call the server, in addition to those of the local machine. Only
    /// names of the local machine are accepted at a local address if there are none.
    pub hosts: Vec<String>,
    /// Whether the page shows printed wording where the engine has it, and a notice to its owner.
    /// Operations always answer with what the engine has.
    pub printed: bool,
}
