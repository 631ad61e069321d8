//! `rulebook serve`: the command that starts the HTTP server of `serve`, for the page for phones
//! and the JSON of the commands.

use super::{CommandError, CommandOutput, CommandResult, Context, Subcommand};
use crate::serve::{self, ServeOptions};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Serve over HTTP the page for phones, and the answers of the commands as JSON
#[derive(clap::Args)]
#[command(
    after_help = "The page is at /, the answers are below /api/v1, and /api/v1/openapi.json describes them.

Examples:
  rulebook serve
  rulebook serve --port 9000
  curl 'http://127.0.0.1:8080/api/v1/show?clause=recoiling&at=3.4'
  curl --data-binary @gauls.txt http://127.0.0.1:8080/api/v1/check"
)]
pub(super) struct ServeCommand {
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// The port; 0 chooses a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// A name by which clients may call the server (may be repeated) [default: any name, or at a
    /// local address only names of this machine]
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Include the printed wording from your library; serve it to yourself alone
    #[arg(long)]
    printed: bool,
}

impl Subcommand for ServeCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let engine = context.server_engine(self.printed)?;
        context.print_warnings();
        let options = ServeOptions {
            address: SocketAddr::new(self.address, self.port),
            hosts: self.host,
            printed: self.printed,
        };
        let address = options.address;
        serve::run(engine, options, |address| {
            context.print_note(&format!("serving at http://{address}/"));
        })
        .map_err(|error| {
            CommandError::misuse(format!("cannot serve at {address}: {error}"))
                .with_help("choose another --port or --address")
        })?;
        Ok(CommandOutput::plain(String::new()))
    }
}
