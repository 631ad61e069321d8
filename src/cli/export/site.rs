//! `rulebook export site`: the command that writes the page of `export html`, as files built by
//! `export::phone`, for a web server.

use super::{options::written_message, phone_page::PhonePageOptions};
use crate::{
    cli::{CommandError, CommandOutput, CommandResult, Context, Subcommand},
    disk,
};
use camino::Utf8PathBuf;

/// Export the page for phones as files for a web server; phones and laptops can install it
#[derive(clap::Args)]
pub(super) struct SiteCommand {
    /// The folder; it is created if it is missing
    #[arg(value_name = "FOLDER")]
    folder: Utf8PathBuf,
    #[command(flatten)]
    page: PhonePageOptions,
}

impl Subcommand for SiteCommand {
    const NAME: &str = "site";

    const EXAMPLES: &str =
        "Any web server can serve the folder; over https a browser installs the page and opens it offline.
Write it again into the same folder to publish a new version: pages that are open offer it.

Examples:
  rulebook export site public
  rulebook export site public --ruleset dbm";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let files = self
            .page
            .render(context, |page, analysis| page.site(analysis))?;
        for file in &files {
            let path = self.folder.join(&file.name);
            disk::write_bytes(&context.current.join(&path), &file.bytes).map_err(|error| {
                let path = self.folder.clone();
                CommandError::from(disk::WriteError { path, ..error })
                    .with_help("choose another folder")
            })?;
        }
        Ok(CommandOutput::plain(written_message(&self.folder)))
    }
}
