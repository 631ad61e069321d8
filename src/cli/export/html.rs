//! `rulebook export html` and `rulebook export site`: write the page for phones, rendered by
//! `export::phone`, as one HTML file that works offline, or as files for a web server.

use super::{
    options::{OutOption, written_message},
    phone_page::PhonePageOptions,
};
use crate::{
    cli::{CommandError, CommandOutput, CommandResult, Context, Subcommand},
    disk,
};
use camino::Utf8PathBuf;

/// Export the rules with history, comparison and search as one page that works offline
#[derive(clap::Args)]
#[command(
    after_help = "The page contains every edition; its readers choose edition, day and profile.
A phone opens it from its file manager. Citations name the address of --base-url, and no address
without it.

Examples:
  rulebook export html --out rules.html
  rulebook export html --ruleset dbm --out dbm.html
  rulebook export html --base-url https://club.example/rules.html --out rules.html
  rulebook export html --ruleset dbm --at 3.3 --profile uk --printed --out mine.html"
)]
pub(super) struct HtmlCommand {
    #[command(flatten)]
    page: PhonePageOptions,
    #[command(flatten)]
    out: OutOption,
}

impl Subcommand for HtmlCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let page = self
            .page
            .render(context, |page, analysis| page.render(analysis))?;
        self.out.write(context, page)
    }
}

/// Export the page for phones as files for a web server; phones and laptops can install it
#[derive(clap::Args)]
#[command(
    after_help = "Any web server can serve the folder; over https a browser installs the page and opens it offline.
Write it again into the same folder to publish a new version: pages that are open offer it.

Examples:
  rulebook export site public
  rulebook export site public --ruleset dbm"
)]
pub(super) struct SiteCommand {
    /// The folder; it is created if it is missing
    #[arg(value_name = "FOLDER")]
    folder: Utf8PathBuf,
    #[command(flatten)]
    page: PhonePageOptions,
}

impl Subcommand for SiteCommand {
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
