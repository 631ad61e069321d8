//! `rulebook new ruling`: adds a ruling of the user's own to the library, which all views show.

use crate::{
    analysis::{Request, SourceOrigin},
    answer::TargetKind,
    cli::{CommandError, CommandOutput, CommandResult, Context},
    disk::LibraryWriter,
    model::{OWN_RULINGS, PartialDate, UnitId},
    op,
    resolve::{Section, View},
    syntax::{RulesFile, payload},
    text::{join, slug::slug},
};

/// The clause, question and answer of a ruling, who gave it, and the view at which it counts.
#[derive(clap::Args)]
pub(super) struct RulingOptions {
    /// The clause that it interprets: an id, or words of a heading
    clause: String,
    /// The question
    question: String,
    /// The answer
    answer: String,
    /// Where it was given, such as "Autumn Open 2026"
    #[arg(long)]
    event: Option<String>,
    /// Who gave it
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    #[command(flatten)]
    at: Request,
}

/// Adds a ruling to the file of its edition in the user's library.
pub(super) fn new_ruling(options: &RulingOptions, context: &mut Context<'_>) -> CommandResult {
    for (words, name) in [(&options.question, "question"), (&options.answer, "answer")] {
        if words.trim().is_empty() {
            return Err(CommandError::misuse(format!("the {name} is empty")));
        }
    }
    let library = context.library_folder()?;
    let analysis = context.load_analysis_for(&options.at)?;
    let engine = context.engine(&analysis);
    let found = engine.resolve_target(&options.at.clone().into(), &options.clause)?;
    let TargetKind::Clause(section, unit) = &found.target else {
        let message = format!("`{}` is no clause", options.clause);
        return Err(CommandError::misuse(message));
    };
    let clause = address(section, *unit, &found.view)?;
    let ruleset = &found.db.ruleset;
    let edition = ruleset.edition_id(found.view.edition);
    let is_own = |file: &&RulesFile| {
        let source = analysis.source(file.source);
        file.document() == OWN_RULINGS
            && source.is_some_and(|own| {
                own.ruleset == ruleset.key && own.origin == SourceOrigin::Library
            })
    };
    let files = || analysis.files().map(|file| &**file).filter(is_own);
    let entries = files().flat_map(|file| file.places.iter().flat_map(|place| &place.entries));
    let numbers = entries.filter_map(|entry| entry.attrs.get("n")?.value.parse::<u32>().ok());
    let number = numbers.max().unwrap_or(0) + 1;
    let name = format!("{OWN_RULINGS}-{}.clarify.md", slug(edition));
    let mut sources = files().filter_map(|file| analysis.source(file.source));
    let text = sources.find(|own| own.name == name);
    let text = text.map_or_else(
        || file_head(&ruleset.key, edition),
        |own| own.text.trim_end().to_owned() + "\n",
    );
    let day = PartialDate::day(found.view.as_of).iso();
    let heading = format!(
        "## Clarify {clause} {{#{OWN_RULINGS}.{number} n={number} relation=interprets known={day}}}"
    );
    let signed = [&options.event, &options.by].into_iter().flatten();
    let signed = Some(join(signed, ", ")).filter(|words| !words.is_empty());
    let signed = signed.map(|words| format!("({words})"));
    let lines = [
        Some(options.question.clone()),
        Some(options.answer.clone()),
        signed,
    ];
    let lines = lines.iter().flatten().map(|words| quoted(words));
    let text = format!("{text}\n{heading}\n\n{}", lines.collect::<String>());
    LibraryWriter::open(&library)?.write_files(&[(&ruleset.key, &name, &text)])?;
    let path = library.join(&ruleset.key).join(&name);
    Ok(CommandOutput::plain(format!(
        "added ruling {number} on {clause} to {path}\n"
    )))
}

/// Returns the address of a section or unit as an instruction writes it.
fn address(section: &Section, unit: Option<UnitId>, view: &View) -> Result<String, CommandError> {
    let tree = section.version(view);
    let Some(unit) = unit.filter(|unit| *unit != tree.root) else {
        return Ok(format!("#{}", section.id));
    };
    let mut names = section.arena.names();
    if let Some((name, _)) = names.find(|(_, own)| *own == unit) {
        return Ok(format!("#{name}"));
    }
    let place = op::unit_address(&tree, unit).ok_or_else(|| {
        CommandError::misuse("the place of this text in its section is not known")
            .with_help(format!("name the section: {}", section.id))
    })?;
    Ok(format!("#{}, {place}", section.id))
}

/// Returns the head of a file of rulings on an edition.
fn file_head(ruleset: &str, edition: &str) -> String {
    format!(
        "---\nruleset: {ruleset}\ndocument: {OWN_RULINGS}\nedition: \"{edition}\"\n---\n\n# Rulings of my own on {edition} {{#{OWN_RULINGS}.on-{}}}\n",
        slug(edition)
    )
}

/// Returns words as a line of quoted text, in which nothing is a mark.
fn quoted(words: &str) -> String {
    let line = join(words.split_whitespace(), " ");
    let line = payload::escape_line_start(&payload::escape_markup(&line));
    format!("> {line}\n")
}
