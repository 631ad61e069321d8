//! The web server: the page for phones at `/`, and the operations as JSON under `/api/v1`.
//! It changes no files, stores nothing about clients, and gives the same answer to the same
//! request on the same day, so several instances can run behind any proxy.

mod connections;
mod openapi;
mod options;
mod page;
mod response;
mod router;
mod server_state;

pub use connections::run;
pub use options::ServeOptions;
