//! Runs command lines of documents without a process. Quotes, a leading `NAME=value`, `< file`, `>
//! file`, `| head -3` and `| tail -3` work as in a shell. `/here` is the folder in which they run.

use camino::Utf8Path;
use rulebook::cli::{self, Host, Terminal};
use std::{collections::BTreeMap, ffi::OsString, fs};

/// The date on which all documents are run.
pub(crate) const TODAY: &str = "2026-11-20";

/// The result of a command line.
pub(crate) struct Outcome {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: u8,
}

/// Runs `line` in `folder`, with the home folder `folder/home`. `/here` is the path of the
/// folder, in the line and in the output.
pub(crate) fn run(line: &str, folder: &Utf8Path) -> Outcome {
    let count = |line: &str, filter: &str| {
        let (line, count) = line.split_once(filter)?;
        Some((line.to_owned(), count.trim().parse::<usize>().ok()?))
    };
    let (line, tail) = match count(line, " | tail -") {
        Some((line, count)) => (line, Some(count)),
        None => (line.to_owned(), None),
    };
    let (line, head) = match count(&line, " | head -") {
        Some((line, count)) => (line, Some(count)),
        None => (line, None),
    };
    let mut words = split_words(&line.replace("/here", folder.as_str()));
    let mut take_redirection = |sign: &str| {
        let at = words.iter().position(|word| word == sign)?;
        words.remove(at);
        Some(folder.join(words.remove(at)))
    };
    let input = take_redirection("<")
        .map(|path| fs::read(path).expect("a readable file"))
        .unwrap_or_default();
    let output = take_redirection(">");
    let mut env = BTreeMap::new();
    while let Some((name, value)) = words.first().and_then(|word| word.split_once('=')) {
        env.insert(name.to_owned(), value.to_owned());
        words.remove(0);
    }
    let mut outcome = run_words(words, env, folder, &input);
    if let Some(count) = head {
        outcome.stdout = outcome
            .stdout
            .lines()
            .take(count)
            .map(|line| line.to_owned() + "\n")
            .collect();
    }
    if let Some(count) = tail {
        let lines: Vec<&str> = outcome.stdout.lines().collect();
        let last = &lines[lines.len().saturating_sub(count)..];
        outcome.stdout = last.iter().map(|line| format!("{line}\n")).collect();
    }
    if let Some(path) = output {
        fs::write(path, std::mem::take(&mut outcome.stdout)).expect("a writable file");
    }
    outcome
}

/// Runs a command line of these words as they are, with these variables besides `HOME`.
pub(crate) fn run_words(
    words: Vec<String>,
    mut env: BTreeMap<String, String>,
    folder: &Utf8Path,
    mut input: &[u8],
) -> Outcome {
    env.entry("HOME".to_owned())
        .or_insert_with(|| folder.join("home").into_string());
    // the index of the same rules is built once
    env.entry("RULEBOOK_CACHE".to_owned())
        .or_insert_with(|| concat!(env!("CARGO_TARGET_TMPDIR"), "/cache").to_owned());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let code = cli::run(&mut Host {
        args: words.into_iter().map(OsString::from).collect(),
        env,
        current: folder.to_owned(),
        today: TODAY.parse().expect("a day"),
        terminal: Terminal::default(),
        stdin: &mut input,
        stdout: &mut stdout,
        stderr: &mut stderr,
    });
    let text = |bytes: Vec<u8>| {
        String::from_utf8(bytes)
            .expect("text in UTF-8")
            .replace(folder.as_str(), "/here")
    };
    Outcome {
        stdout: text(stdout),
        stderr: text(stderr),
        code,
    }
}

fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
