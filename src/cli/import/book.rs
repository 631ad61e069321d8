//! `rulebook import --book`: stores a booklet's text in the library, assigned to units of the rules
//! by `printed`; prints contradictions and questions.
//! With `--new-ruleset` it writes a new ruleset from the booklet.

use super::sheet_text::{ImportText, read_file};
use crate::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    booklet::{self, Booklet, BookletBlock},
    cli::{CommandError, CommandOutput, CommandResult, Context, Styler, exit, plural},
    disk::{self, LibraryWriter},
    model::EditionIx,
    printed::{self, BookletFinding, BookletResult, ImportStatus, SectionKind},
    resolve::RulesetDb,
    text::join,
};
use camino::{Utf8Path, Utf8PathBuf};
use std::{collections::BTreeSet, sync::Arc};

/// The options of `import` for a whole booklet: the flag `--book` with `--edition` and the files of
/// `--report` (where the text went), or `--new-ruleset`.
#[derive(clap::Args)]
#[command(next_help_heading = "A whole booklet")]
pub(super) struct BookOptions {
    /// The file is a booklet: assign its text to the sections of --ruleset at --edition
    #[arg(long)]
    book: bool,
    /// The edition that the booklet prints
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,
    /// Write a report of where each text went
    #[arg(long, value_name = "FILE", requires = "book")]
    report: Option<Utf8PathBuf>,
    /// Make a new ruleset of this name from the booklet alone, in the folder `rules`
    #[arg(long, value_name = "NAME", conflicts_with = "book")]
    new_ruleset: Option<String>,
}

impl BookOptions {
    pub(super) fn is_requested(&self) -> bool {
        self.book || self.new_ruleset.is_some()
    }
}

/// Imports a booklet.
pub(super) fn import_book(
    context: &mut Context<'_>,
    files: &[Utf8PathBuf],
    options: &BookOptions,
    ruleset: Option<&str>,
    force: bool,
    dry_run: bool,
) -> CommandResult {
    let [path] = files else {
        let failure = CommandError::misuse("more than one booklet");
        return Err(failure.with_help("import one booklet at a time"));
    };
    context.show_progress(&format!("reading {path}"));
    let (booklet, edition) = (read(context, path)?, options.edition.as_deref());
    if let Some(name) = &options.new_ruleset {
        return make_ruleset(context, path, &booklet, name, edition, force);
    }
    let sources = context.load_sources()?.into_iter();
    let (library, mut rules): (Vec<Source>, Vec<Source>) = sources.partition(Source::is_printed);
    // printed sheets help to find their words in the booklet; an earlier import of the same
    // booklet would only find itself
    let own_name = format!("{}.book.md", edition.unwrap_or_default());
    let others = library.iter().filter(|source| source.name != own_name);
    rules.extend(others.cloned());
    let analysis = Analysis::new(rules);
    let db = ruleset_db(&analysis, ruleset)?;
    let edition = self::edition(db, edition)?;
    let blocks = plural(booklet.blocks.len(), "block");
    context.show_progress(&format!("assigning {blocks} to {}", db.ruleset.key));
    let result = assign_blocks(&analysis, db, &booklet, edition);
    context.show_progress("");
    if let Some(report) = &options.report {
        let place = context.current.join(report);
        context.check_free(report, force, "name another file")?;
        let mapping = printed::write_mapping(&result, &booklet, path.as_str());
        disk::write_text(&place, &mapping)?;
    }
    let (ruleset, name) = (&result.file.ruleset, &result.file.name);
    let mut before = library.iter();
    let before = before.find(|source| source.ruleset == *ruleset && source.name == *name);
    let changed_by_hand =
        before.is_some_and(|source| printed::check_stamp(&source.text) != ImportStatus::Whole);
    if changed_by_hand && !force {
        let message = format!("keeping {ruleset}/{name}: {}", printed::CHANGED_BY_HAND);
        return Err(CommandError::misuse(message).with_help("--force overwrites it"));
    }
    if !dry_run {
        let folder = context.current.join(context.library_folder()?);
        LibraryWriter::open(&folder)?.write_files(&[(ruleset, name, &result.file.text)])?;
    }
    let has_contradictions = result.questions.iter().any(|own| own.contradiction);
    let output = summary(context.styler, path, &booklet, &result, options, dry_run);
    Ok(CommandOutput::paged(output).with_code(exit::code(!has_contradictions)))
}

/// Assigns the text of a booklet to units of the rules. Blocks that the sections then do not show
/// have no place among their units, and become further text.
fn assign_blocks(
    analysis: &Analysis,
    db: &RulesetDb,
    booklet: &Booklet,
    edition: EditionIx,
) -> BookletResult {
    let mut apart = BTreeSet::new();
    // setting blocks apart may displace others, so the result is checked again
    let mut round = 0;
    loop {
        round += 1;
        let mut result = printed::make_book_file(db, booklet, edition, &apart);
        let mut all = analysis.clone();
        let text: Arc<str> = result.file.text.as_str().into();
        let source = all.add_source(Source {
            path: result.file.name.as_str().into(),
            name: result.file.name.clone(),
            ruleset: result.file.ruleset.clone(),
            kind: SourceKind::Rules,
            origin: SourceOrigin::Library,
            text: Arc::clone(&text),
        });
        all.update_source(source, text);
        let Some(with_book) = all.ruleset_db(&db.ruleset.key) else {
            return result;
        };
        let lost = printed::blocks_not_shown(with_book, booklet, &result, edition);
        if lost.is_empty() || round == MAX_ROUNDS {
            let mut questions = printed::differences_from_sheets(with_book, &result, edition);
            let lost = lost.into_iter();
            questions.extend(lost.map(|at| not_shown(booklet, &result, at)));
            result.questions.extend(questions);
            return result;
        }
        apart.extend(lost);
    }
}

/// The most attempts to find a place for every block.
const MAX_ROUNDS: usize = 4;

/// Returns the message that a block is in the book file, but its section does not show it.
fn not_shown(booklet: &Booklet, result: &BookletResult, block: usize) -> BookletFinding {
    let mut sections = result.sections.iter();
    let section = sections.find(|own| own.blocks.iter().any(|(at, _)| *at == block));
    let text = booklet.blocks.get(block).map(BookletBlock::plain);
    let words = text.iter().flat_map(|own| own.split_whitespace());
    let (number, words) = (block + 1, join(words.take(6), " "));
    BookletFinding {
        section: section.map_or_else(String::new, |own| own.id.clone()),
        text: format!(
            "block {number} (\"{words} …\") has no place that the section shows; correct the file of the library"
        ),
        contradiction: true,
    }
}

/// Reads a booklet from a PDF or text file. Warns about unreadable characters.
fn read(context: &mut Context<'_>, path: &Utf8Path) -> Result<Booklet, CommandError> {
    let booklet = match read_file(context, path)? {
        ImportText::Pdf(booklet) => booklet,
        ImportText::Plain(text) => booklet::read_plain(&text),
    };
    if booklet.blocks.is_empty() {
        return Err(CommandError::misuse(format!("{path}: it has no text"))
            .with_help("check that the file is the one you mean"));
    }
    if booklet.unreadable > 0 {
        context.warn(format!(
            "{path}: {} of the file name no letter and cannot be read",
            plural(booklet.unreadable, "character")
        ));
    }
    Ok(booklet)
}

fn ruleset_db<'a>(
    analysis: &'a Analysis,
    key: Option<&str>,
) -> Result<&'a RulesetDb, CommandError> {
    let db = match key {
        Some(key) => analysis.ruleset_db(key),
        None => analysis.default_ruleset_db(),
    };
    db.ok_or_else(|| {
        let named = key.map(|key| format!("no ruleset `{key}`"));
        CommandError::misuse(named.unwrap_or_else(|| "no ruleset named".to_owned()))
            .with_help("name the ruleset of the booklet with --ruleset; `rulebook show` lists them")
    })
}

fn edition(db: &RulesetDb, typed: Option<&str>) -> Result<EditionIx, CommandError> {
    let ruleset = &db.ruleset;
    typed
        .and_then(|typed| ruleset.edition(typed))
        .ok_or_else(|| {
            let known = join(ruleset.editions.iter().map(|own| &own.id), ", ");
            let named = typed.map(|typed| format!("{} has no edition `{typed}`", ruleset.key));
            CommandError::misuse(named.unwrap_or_else(|| "no edition named".to_owned())).with_help(
                format!("name the edition that the booklet prints with --edition: {known}"),
            )
        })
}

/// Renders the contradictions and questions of a booklet, the first few of each.
fn questions_text(styler: Styler, result: &BookletResult) -> String {
    let (contradictions, questions): (Vec<_>, Vec<_>) = result
        .questions
        .iter()
        .partition(|question| question.contradiction);
    let mut out = String::new();
    for (title, list) in [
        ("Print and rules contradict each other", contradictions),
        ("Questions", questions),
    ] {
        if list.is_empty() {
            continue;
        }
        out += &(styler.strong(title) + "\n");
        for question in list.iter().take(SHOWN_QUESTIONS) {
            out += &styler.item(&format!("{}: {}", question.section, question.text));
        }
        if list.len() > SHOWN_QUESTIONS {
            out += &format!("  and {} more\n", list.len() - SHOWN_QUESTIONS);
        }
    }
    out
}

/// Renders for people how much of the booklet was assigned, and which questions are open.
fn summary(
    styler: Styler,
    path: &Utf8Path,
    booklet: &Booklet,
    result: &BookletResult,
    options: &BookOptions,
    dry_run: bool,
) -> String {
    let of_kind = |kind: SectionKind| result.sections.iter().filter(move |own| own.kind == kind);
    let known = of_kind(SectionKind::Known).count();
    let (placed, all) = result.file.passages;
    let mut out = format!("{}\n", styler.strong(path.as_str()));
    out += &format!(
        "  {}, {}, {} set aside as running heads and page numbers\n",
        plural(booklet.pages.len(), "page"),
        plural(booklet.blocks.len(), "block"),
        plural(booklet.set_aside.len(), "line")
    );
    out += &format!(
        "  {known} of {} found, {} new\n",
        plural(known + result.not_found.len(), "section"),
        plural(of_kind(SectionKind::New).count(), "section")
    );
    let units = plural(all, "unit");
    out += &format!("  {placed} of {units} of the rules have their text\n");
    for section in of_kind(SectionKind::Further) {
        out += &styler.item(&format!(
            "{} (p. {}): {} without a place in the section; shown as {}",
            section.heading,
            section.page,
            plural(section.blocks.len(), "block"),
            section.id
        ));
    }
    out += &questions_text(styler, result);
    let (file, title) = (&result.file, styler.strong("Library"));
    let done = if dry_run {
        "would be written"
    } else {
        "written"
    };
    out += &format!("{title}\n  {}/{} {done}\n", file.ruleset, file.name);
    match &options.report {
        Some(report) => out += &format!("  {report} shows where each text went\n"),
        None if !result.questions.is_empty() => {
            out += "  --report FILE writes where each text went\n";
        }
        None => {}
    }
    let document = &file.document;
    out + &format!(
        "  to compare it with the sheets: rulebook verify {document}\n  to take the booklet out again: rulebook library remove {document}\n"
    )
}

/// The number of questions that the summary shows.
const SHOWN_QUESTIONS: usize = 12;

/// Writes a new ruleset from a booklet.
fn make_ruleset(
    context: &mut Context<'_>,
    path: &Utf8Path,
    booklet: &Booklet,
    name: &str,
    edition: Option<&str>,
    force: bool,
) -> CommandResult {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        let failure = CommandError::misuse(format!("`{name}` is no name for a ruleset"));
        return Err(failure.with_help("use small letters, digits and hyphens"));
    }
    let edition = edition.unwrap_or("1.0");
    let folder = Utf8PathBuf::from("rules").join(name);
    let (toml, base) = (folder.join("ruleset.toml"), folder.join("base.rules.md"));
    for file in [&toml, &base] {
        context.check_free(file, force, "choose another name")?;
    }
    let title = path.file_stem().unwrap_or(name);
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let (text, sections) = printed::new_ruleset(booklet, name, edition);
    let settings = format!(
        "title = {}\neditions = [ {{ id = {} }} ]\n\n[document.{}]\nedition = {}\nkind = \"base\"\ntitle = {}\n",
        quoted(title),
        quoted(edition),
        quoted(&format!("{name}-{edition}")),
        quoted(edition),
        quoted(title)
    );
    disk::write_text(&context.current.join(&toml), &settings)?;
    disk::write_text(&context.current.join(&base), &text)?;
    context.show_progress("");
    Ok(CommandOutput::plain(format!(
        "{base}: {} from {}\n{toml}: its title, edition and document\nTo see it: rulebook show {name}\n",
        plural(sections, "section"),
        plural(booklet.pages.len(), "page")
    )))
}
