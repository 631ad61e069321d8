//! Runs command lines of documents without a process. A leading `NAME=value`, quotes, `< file`,
//! `> file`, `| head -3` or `| tail -3` at the end, and a comment mean what they mean in a shell, and a pattern such
//! as `3.3?` is a word, since it names no file. Any other syntax of a shell fails the test. `/here` is
//! the folder in which the lines run.

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

/// A command line, parsed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct CommandLine {
    /// The variables that are set for the command.
    env: BTreeMap<String, String>,
    /// The program and its arguments.
    words: Vec<String>,
    /// The file that is the standard input.
    input: Option<String>,
    /// The file that gets the standard output.
    output: Option<String>,
    /// How many lines at the beginning of the output are shown.
    pub(crate) head: Option<usize>,
    /// How many lines at its end are shown.
    tail: Option<usize>,
    /// The comment at the end, without its sign.
    pub(crate) comment: Option<String>,
}

/// Runs `line` in `folder`, with the home folder `folder/home`. `/here` is the path of the
/// folder, in the line and in the output.
pub(crate) fn run(line: &str, folder: &Utf8Path) -> Outcome {
    let line = line.replace("/here", folder.as_str());
    let line = parse(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
    let input = line.input.map(|path| fs::read(folder.join(path)));
    let input = input.map_or_else(Vec::new, |bytes| bytes.expect("a readable file"));
    let mut outcome = run_words(line.words, line.env, folder, &input);
    if let Some(count) = line.head {
        outcome.stdout = outcome
            .stdout
            .lines()
            .take(count)
            .map(|line| line.to_owned() + "\n")
            .collect();
    }
    if let Some(count) = line.tail {
        let lines: Vec<&str> = outcome.stdout.lines().collect();
        let last = &lines[lines.len().saturating_sub(count)..];
        outcome.stdout = last.iter().map(|line| format!("{line}\n")).collect();
    }
    if let Some(path) = line.output {
        let text = std::mem::take(&mut outcome.stdout);
        fs::write(folder.join(path), text).expect("a writable file");
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

/// A word, or an operator: `|`, `<` or `>`.
#[derive(Debug, PartialEq)]
enum Token {
    Word(String),
    Operator(char),
}

/// Parses a command line; the error names the syntax that is not known.
pub(crate) fn parse(line: &str) -> Result<CommandLine, String> {
    let mut parsed = CommandLine::default();
    let (tokens, comment) = tokens(line)?;
    parsed.comment = comment;
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        let mut word = || match tokens.next() {
            Some(Token::Word(word)) => Ok(word),
            other => Err(format!("expected a word, found {other:?}")),
        };
        match token {
            Token::Word(word) if parsed.words.is_empty() => match word.split_once('=') {
                Some((name, value)) => {
                    parsed.env.insert(name.to_owned(), value.to_owned());
                }
                None => parsed.words.push(word),
            },
            Token::Word(word) => parsed.words.push(word),
            Token::Operator('<') => parsed.input = Some(word()?),
            Token::Operator('>') => parsed.output = Some(word()?),
            Token::Operator(_) => {
                let (command, count) = (word()?, word()?);
                let count = count.strip_prefix('-').and_then(|count| count.parse().ok());
                match (command.as_str(), count, tokens.next()) {
                    ("head", Some(_), None) => parsed.head = count,
                    ("tail", Some(_), None) => parsed.tail = count,
                    _ => return Err("a pipe only ends in `head -3` or `tail -3`".to_owned()),
                }
            }
        }
    }
    match parsed.words.is_empty() {
        true => Err("there is no command".to_owned()),
        false => Ok(parsed),
    }
}

/// Splits a line into words and operators, and the comment at its end.
fn tokens(line: &str) -> Result<(Vec<Token>, Option<String>), String> {
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.char_indices();
    while let Some((at, c)) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('$' | '`' | '\\', None | Some('"')) | (';' | '&' | '(' | ')', None) => {
                return Err(format!("`{c}` means something else in a shell: quote it"));
            }
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (' ', None) => tokens.extend(word.take().map(Token::Word)),
            ('#', None) if word.is_none() => {
                return Ok((tokens, Some(line[at + 1..].trim().to_owned())));
            }
            ('~', None) if word.is_none() => return Err("`~` is a home folder".to_owned()),
            ('|' | '<' | '>', None) => {
                // `2>` is another stream
                if word.is_some() || chars.as_str().starts_with(['|', '<', '>', '&']) {
                    return Err(format!(
                        "`{c}` needs a blank before it, and no other sign behind it"
                    ));
                }
                tokens.push(Token::Operator(c));
            }
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote does not end".to_owned());
    }
    tokens.extend(word.map(Token::Word));
    Ok((tokens, None))
}

#[test]
fn a_line_means_what_it_means_in_a_shell() {
    let line = parse("A=1 rulebook 'a b' \"c\" 3.3? < in > out | head -3 # exit status 2")
        .expect("a line");
    assert_eq!(line.env["A"], "1");
    assert_eq!(line.words, ["rulebook", "a b", "c", "3.3?"]);
    assert_eq!(line.input.as_deref(), Some("in"));
    assert_eq!(line.output.as_deref(), Some("out"));
    assert_eq!(line.head, Some(3));
    assert_eq!(line.comment.as_deref(), Some("exit status 2"));
}

#[test]
fn other_syntax_of_a_shell_is_an_error() {
    for line in [
        "rulebook show | sed -n 1p",
        "rulebook show | head -3 | wc -l",
        "rulebook show | head",
        "rulebook show; rulebook log",
        "rulebook show && rulebook log",
        "rulebook show || true",
        "rulebook show &",
        "rulebook show $HOME",
        "rulebook show \"$HOME\"",
        "rulebook show `date`",
        "rulebook show 2> errors",
        "rulebook show >> out",
        "rulebook show >",
        "rulebook show Kn(F)",
        "rulebook show ~/rules",
        "rulebook show a\\ b",
        "rulebook 'show",
        "A=1",
        "",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
}
