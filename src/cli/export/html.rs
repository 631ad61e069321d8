//! `rulebook export html`: the command that writes the page for phones, rendered by
//! `export::phone`, as one HTML file that works offline.

use super::{options::OutOption, phone_page::PhonePageOptions};
use crate::cli::{CommandResult, Context, Subcommand};

/// Export the rules with history, comparison and search as one page that works offline
#[derive(clap::Args)]
pub(super) struct HtmlCommand {
    #[command(flatten)]
    page: PhonePageOptions,
    #[command(flatten)]
    out: OutOption,
}

impl Subcommand for HtmlCommand {
    const NAME: &str = "html";

    const EXAMPLES: &str =
        "The page contains every edition; its readers choose edition, day and profile.
A phone opens it from its file manager. Citations name the address of --base-url, and no address
without it.

Examples:
  rulebook export html --out rules.html
  rulebook export html --ruleset dbm --out dbm.html
  rulebook export html --base-url https://club.example/rules.html --out rules.html
  rulebook export html --ruleset dbm --at 3.3 --profile uk --printed --out mine.html";

    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let page = self
            .page
            .render(context, |page, analysis| page.render(analysis))?;
        self.out.write(context, page)
    }
}
