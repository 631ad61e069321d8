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
        return Err(
            CommandError::misuse("more than one booklet").with_help("import one booklet at a time")
        );
    };
    context.show_progress(&format!("reading {path}"));
    let booklet = read(context, path)?;
    if let Some(name) = &options.new_ruleset {
        return make_ruleset(
            context,
            path,
            &booklet,
            name,
            options.edition.as_deref(),
            force,
        );
    }
    let (library, mut rules): (Vec<Source>, Vec<Source>) = context
        .load_sources()?
        .into_iter()
        .partition(Source::is_printed);
    let name_of = |edition: &str| format!("{edition}.book.md");
    let wanted = options.edition.as_deref().unwrap_or_default();
    // printed sheets help to find their words in the booklet; an earlier import of the same
    // booklet would only find itself
    rules.extend(
        library
            .iter()
            .filter(|source| source.name != name_of(wanted))
            .cloned(),
    );
    let analysis = Analysis::new(rules);
    let db = ruleset_db(&analysis, ruleset)?;
    let edition = edition(db, options.edition.as_deref())?;
    context.show_progress(&format!(
        "assigning {} to {}",
        plural(booklet.blocks.len(), "block"),
        db.ruleset.key
    ));
    let result = assign_blocks(&analysis, db, &booklet, edition);
    context.show_progress("");
    if let Some(report) = &options.report {
        let place = context.current.join(report);
        context.check_free(report, force, "name another file")?;
        disk::write_text(
            &place,
            &printed::write_mapping(&result, &booklet, path.as_str()),
        )?;
    }
    let before = library
        .iter()
        .find(|source| source.ruleset == result.file.ruleset && source.name == result.file.name);
    let changed_by_hand =
        before.is_some_and(|source| printed::check_stamp(&source.text) != ImportStatus::Whole);
    if changed_by_hand && !force {
        return Err(CommandError::misuse(format!(
            "keeping {}/{}: {}",
            result.file.ruleset,
            result.file.name,
            printed::CHANGED_BY_HAND
        ))
        .with_help("--force overwrites it"));
    }
    if !dry_run {
        let folder = context.current.join(context.library_folder()?);
        LibraryWriter::open(&folder)?.write_files(&[(
            &*result.file.ruleset,
            &*result.file.name,
            &*result.file.text,
        )])?;
    }
    let contradictions = result
        .questions
        .iter()
        .filter(|question| question.contradiction)
        .count();
    let output = summary(context.styler, path, &booklet, &result, options, dry_run);
    Ok(CommandOutput::paged(output).with_code(exit::code(contradictions == 0)))
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
            let differences = printed::differences_from_sheets(with_book, &result, edition);
            result.questions.extend(differences);
            let lost: Vec<BookletFinding> = lost
                .into_iter()
                .map(|at| not_shown(booklet, &result, at))
                .collect();
            result.questions.extend(lost);
            return result;
        }
        apart.extend(lost);
    }
}

/// The most attempts to find a place for every block.
const MAX_ROUNDS: usize = 4;

/// Returns the message that a block is in the book file, but its section does not show it.
fn not_shown(booklet: &Booklet, result: &BookletResult, block: usize) -> BookletFinding {
    let section = result
        .sections
        .iter()
        .find(|own| own.blocks.iter().any(|(at, _)| *at == block));
    let words = booklet.blocks.get(block).map(BookletBlock::plain);
    let words: Vec<&str> = words
        .iter()
        .flat_map(|own| own.split_whitespace())
        .collect();
    BookletFinding {
        section: section.map_or_else(String::new, |own| own.id.clone()),
        text: format!(
            "block {} (\"{} …\") has no place that the section shows; correct the file of the library",
            block + 1,
            words[..words.len().min(6)].join(" ")
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
        CommandError::misuse(key.map_or_else(
            || "no ruleset named".to_owned(),
            |key| format!("no ruleset `{key}`"),
        ))
        .with_help("name the ruleset of the booklet with --ruleset; `rulebook show` lists them")
    })
}

fn edition(db: &RulesetDb, typed: Option<&str>) -> Result<EditionIx, CommandError> {
    let known: Vec<&str> = db
        .ruleset
        .editions
        .iter()
        .map(|edition| edition.id.as_str())
        .collect();
    let help = format!(
        "name the edition that the booklet prints with --edition: {}",
        known.join(", ")
    );
    let Some(typed) = typed else {
        return Err(CommandError::misuse("no edition named").with_help(help));
    };
    db.ruleset.edition(typed).ok_or_else(|| {
        CommandError::misuse(format!("{} has no edition `{typed}`", db.ruleset.key)).with_help(help)
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
            let text = format!("{}: {}", question.section, question.text);
            out += &styler.item(&text);
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
    let count = |kind: SectionKind| {
        result
            .sections
            .iter()
            .filter(|section| section.kind == kind)
            .count()
    };
    let (placed, all) = result.file.passages;
    let mut out = format!("{}\n", styler.strong(path.as_str()));
    out += &format!(
        "  {}, {}, {} set aside as running heads and page numbers\n",
        plural(booklet.pages.len(), "page"),
        plural(booklet.blocks.len(), "block"),
        plural(booklet.set_aside.len(), "line")
    );
    out += &format!(
        "  {} of {} found, {} new\n",
        count(SectionKind::Known),
        plural(
            count(SectionKind::Known) + result.not_found.len(),
            "section"
        ),
        plural(count(SectionKind::New), "section")
    );
    out += &format!(
        "  {placed} of {} of the rules have their text\n",
        plural(all, "unit")
    );
    for section in result
        .sections
        .iter()
        .filter(|section| section.kind == SectionKind::Further)
    {
        out += &styler.item(&format!(
            "{} (p. {}): {} without a place in the section; shown as {}",
            section.heading,
            section.page,
            plural(section.blocks.len(), "block"),
            section.id
        ));
    }
    out += &questions_text(styler, result);
    let done = if dry_run {
        "would be written"
    } else {
        "written"
    };
    out += &format!(
        "{}\n  {}/{} {done}\n",
        styler.strong("Library"),
        result.file.ruleset,
        result.file.name
    );
    match &options.report {
        Some(report) => {
            out += &format!("  {report} shows where each text went\n");
        }
        None if !result.questions.is_empty() => {
            out += "  --report FILE writes where each text went\n";
        }
        None => {}
    }
    out += &format!(
        "  to compare it with the sheets: rulebook verify {}\n",
        result.file.document
    );
    out + &format!(
        "  to take the booklet out again: rulebook library remove {}\n",
        result.file.document
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
    let plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !plain {
        return Err(
            CommandError::misuse(format!("`{name}` is no name for a ruleset"))
                .with_help("use small letters, digits and hyphens"),
        );
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
