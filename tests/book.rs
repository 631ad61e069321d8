//! Checks the documents: links, the table of contents of the book, paths that are named, the length
//! of the README, and its picture.
//!
//! `UPDATE=1 cargo test book::` draws the picture again.

use crate::support::{pages, shell};

use anstyle_svg::Term;
use camino::{Utf8Path, Utf8PathBuf};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
};

/// The folder of the book's chapters: mdBook copies nothing else.
const CHAPTERS: &str = "docs/src/";

/// What a document contains that another one can name.
#[derive(Debug, Default)]
struct Page {
    /// The ids of its headings, as mdBook and GitHub derive them.
    anchors: BTreeSet<String>,
    /// The targets of its links and pictures.
    links: Vec<String>,
    /// The words that are set as code in a line of text.
    code: Vec<String>,
}

impl Page {
    fn parse(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors
                        .extend(heading.take().map(|words| anchor(&words)));
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Text(words) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&words);
                    }
                }
                Event::Code(words) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&words);
                    }
                    page.code.push(words.into_string());
                }
                _ => {}
            }
        }
        page
    }
}

/// Returns the id of a heading.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Returns `target`, which is written in the document `page`, as a path from the root.
fn resolve(page: &str, target: &str) -> Utf8PathBuf {
    let mut path = Utf8Path::new(page)
        .parent()
        .unwrap_or(page.into())
        .to_owned();
    for part in target.split('/') {
        match part {
            ".." => {
                path.pop();
            }
            "." => {}
            part => path.push(part),
        }
    }
    path
}

fn parsed() -> BTreeMap<String, Page> {
    pages::all()
        .into_iter()
        .map(|path| {
            let page = Page::parse(&pages::read(&path));
            (path, page)
        })
        .collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let documents = parsed();
    let (mut wrong, mut checked) = (String::new(), 0);
    for (path, page) in &documents {
        for link in page.links.iter().filter(|link| !link.contains("://")) {
            checked += 1;
            let (target, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match target {
                "" => path.into(),
                target => resolve(path, target),
            };
            let problem = if !pages::root().join(&target).exists() {
                "there is no such file"
            } else if path.starts_with(CHAPTERS) && !target.starts_with(CHAPTERS) {
                "the book does not contain this file: name its path without a link"
            } else if !heading.is_empty()
                && !documents
                    .get(target.as_str())
                    .is_some_and(|page| page.anchors.contains(heading))
            {
                "there is no such heading"
            } else {
                continue;
            };
            let _ = writeln!(wrong, "{path}: {link}: {problem}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 100, "{checked} links");
}

#[test]
fn the_table_of_contents_lists_every_chapter_once() {
    let summary = format!("{CHAPTERS}SUMMARY.md");
    let mut listed: Vec<String> = Page::parse(&pages::read(&summary))
        .links
        .iter()
        .map(|link| resolve(&summary, link).into_string())
        .collect();
    listed.sort();
    let chapters: Vec<String> = pages::all()
        .into_iter()
        .filter(|path| path.starts_with(CHAPTERS) && *path != summary)
        .collect();
    assert_eq!(listed, chapters);
}

#[test]
fn paths_that_are_named_exist() {
    const FOLDERS: &[&str] = &[
        ".ci/", "benches/", "docs/", "editors/", "grammar/", "src/", "tests/",
    ];
    let (mut wrong, mut checked) = (String::new(), 0);
    for (path, page) in parsed() {
        for code in &page.code {
            let named = code.split(' ').next().unwrap_or_default();
            let named = named.split("::").next().unwrap_or_default();
            if !FOLDERS.iter().any(|folder| named.starts_with(folder)) {
                continue;
            }
            checked += 1;
            if !pages::root().join(named).exists() {
                let _ = writeln!(wrong, "{path}: `{code}` does not exist");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 50, "{checked} paths");
}

#[test]
fn the_readme_is_short_and_starts_with_a_picture() {
    let readme = pages::read("README.md");
    assert!(readme.lines().count() <= 250, "{}", readme.lines().count());
    let first = readme.lines().nth(2).unwrap_or_default();
    assert!(first.starts_with("!["), "{first}");
}

#[test]
fn the_picture_shows_what_the_program_writes() {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    let command = "rulebook show recoiling --at 3.4";
    let run = |options: &str| {
        let outcome = shell::run(&format!("{command}{options}"), folder);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
        outcome.stdout
    };
    let (plain, coloured) = (run(""), run(" --color always"));
    let coloured: Vec<&str> = coloured.lines().collect();
    let part = |from: &str, goes_on: fn(&str) -> bool| {
        let start = plain.lines().position(|line| line.starts_with(from));
        let start = start.unwrap_or_else(|| panic!("no line begins with {from}"));
        let rest = plain.lines().skip(start + 1);
        let end = start + 1 + rest.take_while(|line| goes_on(line)).count();
        coloured[start..end].join("\n")
    };
    let parts = [
        part("DBM", |line| !line.starts_with("2 ")),
        part("[a]", |_| true),
    ];
    let drawn = format!("$ {command}\n{}", parts.join("\n⋮\n"));
    check_picture("show.svg", &drawn);
}

/// The answers of which the book shows the first screen, by the names of their pictures.
const SCREENS: &[(&str, &str)] = &[
    ("clause", "rear-support/3 at 3.3"),
    ("question", "can pikes recoil from elephants at 3.3?"),
    ("troop", "'Kn(F)'"),
    ("rulings", "rulings"),
    ("log", "log recoiling"),
    ("diff", "outcome.pikes 3.0..3.4"),
];

#[test]
fn the_pictures_show_the_first_screens() {
    const LINES: usize = 24;
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    for (name, arguments) in SCREENS {
        let line = format!("rulebook {arguments} --width 80 --color always");
        let outcome = shell::run(&line, folder);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{line}");
        let mut shown = vec![format!("$ rulebook {arguments}")];
        shown.extend(outcome.stdout.lines().map(str::to_owned));
        if shown.len() > LINES {
            shown.truncate(LINES - 1);
            shown.push(":".to_owned());
        }
        check_picture(&format!("screen-{name}.svg"), &shown.join("\n"));
    }
}

/// Checks that a picture shows what a terminal shows; with `UPDATE`, draws it.
fn check_picture(name: &str, shown: &str) {
    let drawn = Term::new()
        .render_svg(shown)
        .replace("opacity: 0.4", "opacity: 0.7")
        .replace("\r\n", "\n");
    let path = pages::root().join(format!("{CHAPTERS}pictures/{name}"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, drawn).expect("a writable picture");
        return;
    }
    assert!(
        fs::read_to_string(&path).is_ok_and(|picture| picture.replace("\r\n", "\n") == drawn),
        "{name} differs: UPDATE=1 cargo test book:: draws it again"
    );
}
