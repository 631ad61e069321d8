//! `rulebook review`: shows what a change of the files does to the rules, lists and problems.

use super::{
    CommandError, CommandOutput, CommandResult, Context, Subcommand, check::annotations, exit,
    terminal,
};
use crate::{
    analysis::{Request, Source, SourceOrigin},
    answer::{Answer, Body, Query, Review},
    disk::{StateRequest, load_states},
    export::review_page,
    text::join,
};
use camino::Utf8PathBuf;

/// Show what a change of the files does to the rules: texts, facts, rulings, lists and problems
#[derive(clap::Args)]
#[command(
    after_help = "Exit code 0: no effect; 1: an effect; 2: files could not be read, and the others have none. Texts are compared at all editions and profiles, with documents that are not in force yet, unless --at, --profile or --as-of name some. Nothing that a git repository configures is run.

Examples:
  rulebook review
  rulebook review main..my-sheet --at 3.4
  rulebook review HEAD --path rules/river/1.2.amend.md
  rulebook review ../published .
  rulebook review --proposal dbm-3.5
  rulebook review main --format html > changes.html"
)]
pub(super) struct ReviewCommand {
    /// The earlier state: a revision of git (main, HEAD~3), two (v1..v2), a folder, an archive, or `shipped`
    /// for the rules inside the program [default: where the working files left the default branch,
    /// or `shipped` outside a git repository]
    #[arg(value_name = "BASE")]
    base: Option<String>,
    /// The later state: a revision, a folder or an archive [default: the working files]
    #[arg(value_name = "HEAD")]
    head: Option<String>,
    /// Show what this proposal of the working files would change, such as dbm-3.5
    #[arg(long, value_name = "PROPOSAL", conflicts_with_all = ["base", "head", "with", "path"])]
    proposal: Option<String>,
    /// Count only changes of this file or folder (may be repeated)
    #[arg(long, value_name = "PATH")]
    path: Vec<Utf8PathBuf>,
    #[command(flatten)]
    at: Request,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: ReviewFormat,
    /// Where the whole page is, for a comment that does not contain everything
    #[arg(long, value_name = "URL")]
    page_url: Option<String>,
    /// End with exit status 0 even if there is an effect
    #[arg(long)]
    exit_zero: bool,
}

/// The output formats of `review`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum ReviewFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For a file, or a comment of any forge.
    Markdown,
    /// For GitHub: a comment of at most 60,000 characters; new problems as annotations on standard error.
    Github,
    /// For players: one file with texts before and after, by page and by troop type.
    Html,
}

/// The most bytes of a comment, and thus the most characters: GitHub takes 65,536 characters.
const MAX_COMMENT: usize = 60_000;

/// The first line of a comment, by which it is found when it is updated.
const COMMENT_MARK: &str = "<!-- rulebook review -->\n";

impl Subcommand for ReviewCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let locations = context.source_locations();
        let states = load_states(StateRequest {
            locations: &locations,
            base: self.base.as_deref(),
            head: self.head.as_deref(),
            is_same: self.proposal.is_some(),
            paths: &self.path,
        });
        let [mut base, mut head] = states.map_err(CommandError::misuse)?;
        let mut at = self.at.clone();
        if let Some(proposal) = &self.proposal {
            base.errors = Vec::new();
            head.name = format!("{proposal} (proposed)");
            at.with = Some(proposal.clone());
        }
        let notices = [&base, &head].into_iter().flat_map(|state| {
            let errors = state.errors.iter();
            errors.map(|error| format!("{}: {error}", state.name))
        });
        let notices: Vec<String> = notices.collect();
        let is_empty = |sources: &[Source]| {
            let mut own = sources.iter();
            own.all(|own| own.origin == SourceOrigin::Shipped)
        };
        let is_unread = is_empty(&base.sources) && is_empty(&head.sources);
        if is_unread {
            let message = format!(
                "neither {} nor {} has files of rules that can be read",
                base.name, head.name
            );
            let remedy = "go to the folder that contains `rules`, or name two folders";
            let help = notices.into_iter().chain([remedy.to_owned()]);
            return Err(help.fold(CommandError::misuse(message), CommandError::with_help));
        }
        let mut base_analysis = context.analyze(base.sources);
        // a proposal that both states have counts in both
        if let Some(names) = &self.at.with {
            let is_known = |name: &&str| {
                let mut rulesets = base_analysis.ruleset_dbs();
                rulesets.any(|(_, db)| db.ruleset.proposals().any(|own| own == *name))
            };
            let known = join(names.split(',').map(str::trim).filter(is_known), ",");
            let request = Request {
                with: Some(known).filter(|known| !known.is_empty()),
                ..self.at.clone()
            };
            base_analysis = context.with_proposals(base_analysis, &request)?;
        }
        let query = Query::Review(Review {
            notices,
            base: base_analysis.into(),
            base_name: base.name,
            head_name: head.name,
            at,
        });
        let analysis = context.analyze(head.sources);
        let answer = context.engine(&analysis).ask(&query)?;
        let Body::Review(review) = &answer.body else {
            return Err(CommandError::misuse("no review"));
        };
        let output = match self.format {
            ReviewFormat::Text => {
                let blocks = answer.doc(&query);
                CommandOutput::paged(terminal::render(context.styler, &blocks, true))
            }
            ReviewFormat::Json => CommandOutput::plain(answer.json()?),
            ReviewFormat::Markdown => CommandOutput::data(self.markdown(&answer, &query)),
            ReviewFormat::Github => {
                let annotations = annotations(&review.new_problems);
                if !annotations.is_empty() {
                    context.print_note(annotations.trim_end());
                }
                let text = self.markdown(&answer, &query);
                let comment = shorten(&without_mentions(&text), self.page_url.as_deref());
                CommandOutput::data(format!("{COMMENT_MARK}{comment}"))
            }
            ReviewFormat::Html => {
                let (title, blocks) = review.for_players();
                CommandOutput::data(review_page::render(&title, &blocks))
            }
        };
        let is_unknown = !review.has_effect && !review.notices.is_empty();
        Ok(output.with_code(match is_unknown && !self.exit_zero {
            true => exit::MISUSE,
            false => exit::code(self.exit_zero || !review.has_effect),
        }))
    }
}

impl ReviewCommand {
    fn markdown(&self, answer: &Answer<Body>, query: &Query) -> String {
        let text = answer.markdown(query);
        match &self.page_url {
            Some(url) => format!("{text}[The changes as a page for players]({url})\n"),
            None => text,
        }
    }
}

/// Returns a comment in which no name behind an `@` calls a person.
fn without_mentions(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('@') {
        out += before;
        let is_name = behind.starts_with(char::is_alphanumeric);
        out += if is_name { "@<!-- -->" } else { "@" };
        rest = behind;
    }
    out + rest
}

/// Cuts a comment that is too long after a paragraph, and says so.
fn shorten(text: &str, page: Option<&str>) -> String {
    let others = COMMENT_MARK.len() + 500 + page.map_or(0, str::len);
    let room = MAX_COMMENT.saturating_sub(others);
    if text.len() <= room {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(room);
    let end = text[..end].rfind("\n\n").unwrap_or(end);
    let left = text[end..].lines().filter(|line| !line.is_empty()).count();
    let page =
        page.map(|url| format!(" Texts before and after are on [the page for players]({url})."));
    format!(
        "{}\n\n**This comment is cut off: `rulebook review` prints {left} further lines.**{}\n",
        &text[..end],
        page.unwrap_or_default()
    )
}
