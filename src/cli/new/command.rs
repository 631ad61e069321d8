//! `NewCommand`: writes the files of a new ruleset, sheet, clarification, check or scenario.

use super::{
    add_document::{add_document, publish},
    ruleset::{RulesetPlan, ruleset_files},
    ruling::{RulingOptions, new_ruling},
    target_ruleset::{NewFile, TargetRuleset},
    templates,
};
use crate::{
    analysis::Request,
    cli::{CommandError, CommandOutput, CommandResult, Context, Subcommand},
    diagnostic::Severity,
    disk,
    model::{PartialDate, Ruleset},
    resolve::file_section_id,
    syntax::is_name,
    text::SourceId,
};
use camino::Utf8PathBuf;

/// Create a ruleset, a file of one, or a scenario
#[derive(clap::Args)]
#[command(
    after_help = "Files that exist are never changed, except `ruleset.toml`, which lists a new document.

Examples:
  rulebook new ruleset barges --title \"Ferries and Barges\"
  rulebook new sheet 1.2 --published 2024-05-01
  rulebook new edition --from barges-1.2
  rulebook new clarification answers-2024
  rulebook new ruling ramming \"May a ram stop?\" \"Yes, at the end of its move.\" --by Ada
  rulebook new check too-many-crates
  rulebook new scenario lists/reds"
)]
pub(crate) struct NewCommand {
    #[command(subcommand)]
    what: NewWhat,
}

/// What to create: a ruleset, a sheet, an edition, a document of clarifications, a ruling, a check or a scenario.
#[derive(clap::Subcommand)]
enum NewWhat {
    /// A ruleset with a clause, a sheet of amendments, a check and a scenario
    Ruleset(RulesetOptions),
    /// A sheet of amendments, with its edition; a proposal if it has no day of publication
    Sheet(SheetOptions),
    /// The edition of a proposal: dates its sheet, which is in force from that day on
    Edition(EditionOptions),
    /// A document of clarifications
    Clarification(ClarificationOptions),
    /// A ruling of your own, which is kept in your library and shown with the clause
    Ruling(RulingOptions),
    /// A check of scenarios, with an example
    Check(CheckFileOptions),
    /// A scenario: an army list or battle plan
    Scenario(ScenarioFileOptions),
}

#[derive(clap::Args)]
struct RulesetOptions {
    /// The name of its folder: lower-case letters, digits and hyphens
    name: String,
    /// The title of the game [default: the name]
    #[arg(long)]
    title: Option<String>,
    /// The first edition
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// The edition that the first sheet makes
    #[arg(long, value_name = "EDITION")]
    next: Option<String>,
}

#[derive(clap::Args)]
struct SheetOptions {
    /// The edition that it makes
    edition: String,
    /// The edition that it amends [default: the last one]
    #[arg(long, value_name = "EDITION")]
    amends: Option<String>,
    #[command(flatten)]
    details: DocumentDetails,
}

/// The title, day of publication and ruleset of a new document.
#[derive(clap::Args)]
struct DocumentDetails {
    /// The title of the document
    #[arg(long)]
    title: Option<String>,
    /// The day of publication: 2020-11-01
    #[arg(long, value_name = "DATE")]
    published: Option<PartialDate>,
    /// The ruleset [default: the only one of the workspace]
    #[arg(long)]
    ruleset: Option<String>,
}

impl DocumentDetails {
    /// Returns the table that describes the document in `ruleset.toml`.
    fn entry(&self, key: &str, edition: &str, kind: &str) -> String {
        templates::document_entry(key, edition, kind, self.title.as_deref(), self.published)
    }
}

#[derive(clap::Args)]
struct EditionOptions {
    /// The proposal: a document with `status = "proposed"`
    #[arg(long, value_name = "PROPOSAL")]
    from: String,
    /// The day of publication [default: today]
    #[arg(long, value_name = "DATE")]
    published: Option<PartialDate>,
    /// The ruleset [default: the only one of the workspace]
    #[arg(long)]
    ruleset: Option<String>,
}

#[derive(clap::Args)]
struct ClarificationOptions {
    /// The name of the file and document: lower-case letters, digits and hyphens
    name: String,
    /// The edition that it is about [default: the last one]
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    #[command(flatten)]
    details: DocumentDetails,
}

#[derive(clap::Args)]
struct CheckFileOptions {
    /// The name of the check: lower-case letters, digits and hyphens
    name: String,
    /// The kind of record that it checks [default: the first one with a heading]
    #[arg(long, value_name = "KIND")]
    each: Option<String>,
    /// The ruleset [default: the only one of the workspace]
    #[arg(long)]
    ruleset: Option<String>,
}

#[derive(clap::Args)]
struct ScenarioFileOptions {
    /// The file; `.scenario.md` is added to its name if it is missing
    file: Utf8PathBuf,
    /// The edition in play [default: the last one]
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// The ruleset [default: the only one of the workspace]
    #[arg(long)]
    ruleset: Option<String>,
}

impl Subcommand for NewCommand {
    fn run(self, context: &mut Context<'_>) -> CommandResult {
        let files = match self.what {
            NewWhat::Ruleset(options) => new_ruleset(&options, context)?,
            NewWhat::Sheet(options) => new_sheet(&options, context)?,
            NewWhat::Edition(options) => new_edition(&options, context)?,
            NewWhat::Clarification(options) => new_clarification(&options, context)?,
            NewWhat::Ruling(options) => return new_ruling(&options, context),
            NewWhat::Check(options) => new_check(&options, context)?,
            NewWhat::Scenario(options) => new_scenario(&options, context)?,
        };
        write_files(context, &files)
    }
}

/// The files to write, or why there are none.
type NewFiles = Result<Vec<NewFile>, CommandError>;

/// Writes all files, or none if one of them exists already.
fn write_files(context: &Context<'_>, files: &[NewFile]) -> CommandResult {
    let shown = |file: &NewFile| {
        let path = file.path.strip_prefix(context.current);
        path.unwrap_or(&file.path).to_owned()
    };
    let is_taken = |file: &&NewFile| !file.replaces && disk::exists(&file.path);
    if let Some(other) = files.iter().find(is_taken) {
        let message = format!("{} exists already", shown(other));
        return Err(CommandError::misuse(message).with_help("choose another name"));
    }
    let mut out = String::new();
    for file in files {
        disk::write_text(&file.path, &file.text)?;
        let done = if file.replaces { "updated" } else { "wrote" };
        out += &format!("{done} {}\n", shown(file));
    }
    Ok(CommandOutput::plain(out))
}

/// Fails if a name cannot be that of a file or folder of a ruleset.
fn check_name(name: &str) -> Result<(), CommandError> {
    if is_name(name) {
        return Ok(());
    }
    let message = format!("`{name}` is not a valid name");
    Err(CommandError::misuse(message)
        .with_help("names consist of lower-case ASCII letters, digits and `-`, as in `my-game`"))
}

/// Fails if a text cannot be the name of an edition.
fn check_edition(edition: &str) -> Result<(), CommandError> {
    let is_good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    if !edition.is_empty() && edition.chars().all(is_good) {
        return Ok(());
    }
    let message = format!("`{edition}` cannot be the name of an edition");
    Err(CommandError::misuse(message)
        .with_help("names of editions consist of letters, digits, `.` and `-`, as in `1.1`"))
}

fn new_ruleset(options: &RulesetOptions, context: &mut Context<'_>) -> NewFiles {
    check_name(&options.name)?;
    let rules = context.workspace_rules().cloned();
    let rules = rules.unwrap_or_else(|| context.current.join("rules"));
    let folder = rules.join(&options.name);
    if disk::exists(&folder) {
        let message = format!("the ruleset `{}` exists already", options.name);
        return Err(CommandError::misuse(message).with_help("choose another name"));
    }
    let default_title = templates::title_of(&options.name);
    let mut or_ask = |given: &Option<String>, question: &str, default: &str| {
        let given = given.clone();
        given.unwrap_or_else(|| context.ask(question, default))
    };
    let next_question = "edition that the first sheet makes";
    let plan = RulesetPlan {
        name: options.name.clone(),
        title: or_ask(&options.title, "title of the game", &default_title),
        first: or_ask(&options.edition, "first edition", "1.0"),
        next: or_ask(&options.next, next_question, "1.1"),
    };
    check_edition(&plan.first)?;
    check_edition(&plan.next)?;
    if plan.first == plan.next {
        let message = format!("both editions are named `{}`", plan.first);
        return Err(CommandError::misuse(message).with_help("name the second one with --next"));
    }
    Ok(ruleset_files(&folder, &plan))
}

fn new_sheet(options: &SheetOptions, context: &mut Context<'_>) -> NewFiles {
    check_edition(&options.edition)?;
    let target = TargetRuleset::find(context, options.details.ruleset.as_deref())?;
    let amends = target.edition(options.amends.as_deref())?;
    let key = format!("{}-{}", target.key, options.edition);
    let is_new = !target.editions.contains(&options.edition);
    let edition = is_new.then_some((options.edition.as_str(), amends.as_str()));
    let document = options.details.entry(&key, &options.edition, "amendment");
    let toml = add_document(&target.toml, edition, &key, &document)?;
    let path = target.folder.join(format!("{}.amend.md", options.edition));
    let text = templates::sheet(&target.key, &options.edition, &key);
    Ok(vec![NewFile::new(path, text), target.replaced_toml(toml)])
}

fn new_edition(options: &EditionOptions, context: &mut Context<'_>) -> NewFiles {
    let target = TargetRuleset::find(context, options.ruleset.as_deref())?;
    let day = options.published;
    let day = day.unwrap_or_else(|| PartialDate::day(context.today));
    let toml = publish(&target.toml, &options.from, day)?;
    check_publication(context, &target, &options.from, &toml)?;
    Ok(vec![target.replaced_toml(toml)])
}

/// Refuses to publish a proposal that has errors, or on a day that does not fit the other documents; `toml` is
/// the `ruleset.toml` in which it is published.
fn check_publication(
    context: &mut Context<'_>,
    target: &TargetRuleset,
    proposal: &str,
    toml: &str,
) -> Result<(), CommandError> {
    let refused = |why: &str| CommandError::misuse(format!("`{proposal}` is not published: {why}"));
    let (_, found) = Ruleset::parse(&target.key, SourceId::default(), toml);
    let mut errors = found.into_iter();
    if let Some(error) = errors.find(|found| found.severity == Severity::Error) {
        let refused = refused(&error.message);
        return Err(error
            .help
            .into_iter()
            .fold(refused, CommandError::with_help));
    }
    let request = Request {
        with: Some(proposal.to_owned()),
        ..Request::default()
    };
    let analysis = context.with_proposals(target.analysis.clone(), &request)?;
    let Some(db) = analysis.ruleset_db(&target.key) else {
        return Ok(());
    };
    let files = db.files().filter(|file| file.document() == proposal);
    let sections: Vec<String> = files
        .flat_map(|file| file.places.iter().map(file_section_id))
        .collect();
    let sections = sections.iter().map(String::as_str).collect();
    match analysis.errors_in_words(db, &sections) {
        Some(errors) => Err(refused(&errors).with_help("run `rulebook check`, and mend it first")),
        None => Ok(()),
    }
}

fn new_clarification(options: &ClarificationOptions, context: &mut Context<'_>) -> NewFiles {
    check_name(&options.name)?;
    let target = TargetRuleset::find(context, options.details.ruleset.as_deref())?;
    let edition = target.edition(options.edition.as_deref())?;
    let document = options
        .details
        .entry(&options.name, &edition, "clarification");
    let toml = add_document(&target.toml, None, &options.name, &document)?;
    let path = target.folder.join(format!("{}.clarify.md", options.name));
    let text = templates::clarification(&target.key, &edition, &options.name);
    Ok(vec![NewFile::new(path, text), target.replaced_toml(toml)])
}

fn new_check(options: &CheckFileOptions, context: &mut Context<'_>) -> NewFiles {
    check_name(&options.name)?;
    let target = TargetRuleset::find(context, options.ruleset.as_deref())?;
    let edition = target.edition(None)?;
    let each = target.record_kind(options.each.as_deref())?;
    let path = target
        .folder
        .join(format!("checks/{}.check.md", options.name));
    let text = templates::check(&target.key, &edition, &options.name, &each);
    Ok(vec![NewFile::new(path, text)])
}

fn new_scenario(options: &ScenarioFileOptions, context: &mut Context<'_>) -> NewFiles {
    let target = TargetRuleset::find(context, options.ruleset.as_deref())?;
    let edition = target.edition(options.edition.as_deref())?;
    let written = options.file.as_str();
    let stem = written.strip_suffix(".scenario.md").unwrap_or(written);
    let stem = stem.strip_suffix(".md").unwrap_or(stem);
    let path = context.current.join(format!("{stem}.scenario.md"));
    let text = templates::scenario(&target.key, &edition);
    Ok(vec![NewFile::new(path, text)])
}
