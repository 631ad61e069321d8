//! The web server: answers with the page for phones, and with the operations under `/api/v1`.
//! It only reads, keeps no state between requests, and gives the same answer to the same question,
//! so several can run behind any proxy.

mod connections;
mod openapi;
mod options;
mod page;
mod response;
mod router;
mod shared;

pub use connections::run;
pub use options::ServeOptions;
