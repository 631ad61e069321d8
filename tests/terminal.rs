//! Text from files, arguments and the environment cannot control the terminal: every command shows
//! control characters and direction marks in a visible form.

use camino::Utf8Path;
use rulebook::cli::{self, Host, Terminal};
use std::{collections::BTreeMap, ffi::OsString, fs};

/// Sequences that hide text, clear the screen, set the title of the window and move the cursor; their
/// forms with one character (C1); and marks that reverse the direction of writing.
const HOSTILE: &str =
    "\u{1b}[8m\u{1b}[2J\u{1b}]0;title\u{7}\u{8}\u{9b}31m\u{9d}\u{7f}\u{202e}abc\u{2066}";

/// The files of a folder. `¤` is replaced by [`HOSTILE`], `¤¤` for its form in TOML and YAML.
const FILES: &[(&str, &str)] = &[
    (
        "rules/harbour/ruleset.toml",
        "title = \"Harbour¤¤\"\neditions = [{ id = \"1\", date = \"1999\", status = \"x¤¤\" }, { id = \"2\", amends = \"1\" }]\n\n\
         [document.harbour-1]\ntitle = \"First¤¤\"\nedition = \"1\"\nkind = \"base\"\npublished = 1999-01-01\n\n\
         [document.harbour-2]\ntitle = \"Second¤¤\"\nedition = \"2\"\npublished = 2002-03-04\n\n\
         [document.pilots]\ntitle = \"Pilots¤¤\"\nedition = \"2\"\nkind = \"clarification\"\npublished = 2006-01-01\n\n\
         [profile.pilots]\ndefault = true\nlayers = [\"pilots\"]\n",
    ),
    (
        "rules/harbour/base.rules.md",
        "---\nruleset: harbour\nedition: \"1\"\ndocument: harbour-1\n---\n\n# Fleets¤ {#fleets page=4}\n\n\
         > A fleet¤ brings [6](fact:fleets.stores) stores. {#fleets.stores}\n> Pilots¤ steer. {#fleets.pilots}\n>\n\
         > - **Ferry¤** It crosses¤ over.\n\n# Fares¤ {#fares page=7}\n\n\
         > | boat¤ | S¤ | O |\n> |------|---|---|\n> | Raft | 8 | 5 |\n> | Barge¤ | 9 | 9 |\n\n\
         # Terms {#terms page=9}\n\n> - **Raft¤** A flat¤ craft. {term=raft}\n",
    ),
    (
        "rules/harbour/2¤.amend.md",
        "---\nruleset: harbour\nedition: \"2\"\ndocument: harbour-2\n---\n\n# Fleets¤ {#fleets page=4}\n\n\
         ## Replace \"Pilots¤\" with \"Gods¤\" in #fleets.pilots {n=1¤}\n\nA comment¤.\n\n**Deviation:** of¤ it.\n\n\
         ## Add paragraph at the end {n=2}\n\n> A new¤ one.\n\n## Delete bulle¤ 9 {n=3}\n\n## Replace bullet 1 {n=4}\n\n> - **Ferry¤** It stays¤.\n\n\
         # Fares {#fares page=7}\n\n## Set values {n=5}\n\n> | boat | S |\n> |---|---|\n> | Raft | ~~8~~ 10¤ |\n",
    ),
    (
        "rules/harbour/pilots.clarify.md",
        "---\nruleset: harbour\nedition: \"2\"\ndocument: pilots\n---\n\n# Fleets {#fleets page=4}\n\n\
         ## Clarify #fleets.stores {#pilots.stores n=1}\n\n> A half¤ store is a store.\n",
    ),
    (
        "rules/harbour/scenario.toml",
        "title = \"Fleets¤¤\"\n[kind.scenario]\n[kind.scenario.property]\npoints = { number = \"coins¤¤\" }\n\
         [kind.fleet]\nplural = \"fleets\"\nheadings = { \"\" = [\"fleet\"] }\nlines = [\"boat\"]\n\
         [kind.boat]\nplural = \"boats\"\ncount = \"count\"\n[kind.boat.property]\ncount = { number = \"\", least = 1, most = 99 }\n\
         type = { words = \"boat\" }\ngrade = { words = { S = [\"(s)\"], O = [\"(o)\"] } }\n\
         [words.boat]\nRaft = [\"raft\"]\nBarge = [\"barge\"]\n",
    ),
    (
        "rules/harbour/checks/cost.check.md",
        "---\nruleset: harbour\n---\n\n# What a boat¤ costs\n\nIts fare¤.\n\n```rule\neach boat\n\
         gives cost = cell(fares, \"{type}\", grade)\nunit \"coins¤\"\ncolumn \"each¤\"\ntotal sum cost * count as \"coins¤\"\n```\n\n\
         ```scenario\n---\nruleset: harbour\nedition: \"2\"\n---\n\n# Fleet: Otters\n\n- 2 Raft (O)\n```\n\n```values\n8:3 5 coins\n```\n",
    ),
    (
        "rules/harbour/checks/grade.check.md",
        "---\nruleset: harbour\n---\n\n# Grades¤\n\nA page¤.\n\n```rule\neach boat\nrequire offered(fares, \"{type}\", grade)\nat grade\n\
         say \"there is no¤ {type}({grade})\"\n```\n",
    ),
    (
        "fleet¤.scenario.md",
        "---\nruleset: harbour\nedition: \"1\"\npoints: 100\n---\n\nAbout¤.\n\n# Fleet: Otters¤\n\n- 4 Raft (O): Blue¤\n- 1 Barge¤ (S)\n- some¤ words\n",
    ),
    // direction marks only: control characters in a sheet are an error
    (
        "sheet¤.md",
        "# Harbour, second\u{202e} printing\n\n6.5.2004\n\n## FLEETS\u{202e} Page 4\n\nPara 1. 2nd sentence. Replace with:\n\n\"Gods\u{202e} steer.\"\n\n\
         Replace the frob\u{202e} with barges.\n",
    ),
    (
        "home/library/harbour/2.amend.md",
        "---\nruleset: harbour\nedition: \"2\"\ndocument: harbour-2\n---\n\n# Fleets {#fleets page=4}\n\n\
         ## Add paragraph at the end {n=2}\n\n> A printed¤ one.\n",
    ),
    ("broken/ruleset.toml", "title = \"¤\"\n"),
    (
        "broken¤/base.rules.md",
        "---\nruleset: \"¤¤\"\n---\n# ¤ {#¤}\n> ¤\r¤\n",
    ),
    (
        "rulebook.toml",
        "ruleset = \"harbour\"\n\"set¤¤ting\" = \"x\"\n[lints]\n\"x¤¤\" = \"off\"\n",
    ),
    ("settings.toml", "wording = \"¤\"\n"),
];

/// The command lines, with `¤` for [`HOSTILE`]: at least one for each command.
const COMMANDS: &[&str] = &[
    "review",
    "review . --format json",
    "show fleets",
    "show fleets --format json",
    "show fares",
    "show p.4",
    "show harbour",
    "show",
    "show terms --wording both --width 40",
    "show nothing¤",
    "show fleets --at 9¤",
    "show fleets --at¤",
    "show --¤",
    "¤",
    "show fleets --as-of ¤",
    "show fleets --ruleset ¤",
    "show fleets --rules ¤",
    "show fleets --rules broken",
    "show base --rules broken¤",
    "search pilots",
    "search pilots --format json",
    "search pilots¤",
    "search section:¤(",
    "search x:¤ ( --all-editions",
    "log fleets",
    "blame fleets",
    "diff fleets 1 2",
    "diff fleets 1 2 --width 140",
    "diff fleets 1 2 --all --format json",
    "changes harbour 1..2",
    "rulings harbour",
    "rulings¤",
    "troop",
    "troop raft¤",
    "show harbour --full",
    "check",
    "check --strict",
    "check --format json",
    "check --format sarif",
    "check --format github",
    "check fleet¤.scenario.md",
    "check broken¤/base.rules.md",
    "check nothing¤.md",
    "sum fleet¤.scenario.md",
    "sum fleet¤.scenario.md --all-editions",
    "sum fleet¤.scenario.md --format json",
    "migrate fleet¤.scenario.md --to 2 --check",
    "migrate fleet¤.scenario.md --to ¤",
    "import sheet¤.md --dry-run --explain",
    "import sheet¤.md --dry-run --format json",
    "import latin1¤.md",
    "import nothing¤.md",
    "import sheet¤.md --draft draft¤.amend.md",
    "library",
    "library verify",
    "library show --format json",
    "library remove ¤",
    "verify sheet¤.md --at 2",
    "verify sheet¤.md --at 2 --draft",
    "verify sheet¤.md --at 2 --format json",
    "explain",
    "explain ¤",
    "explain harbour/cost",
    "explain harbour/grade --format json",
    "export json",
    "export markdown",
    "export sheet harbour-2",
    "export sheet ¤",
    "export html --ruleset harbour",
    "export print",
    "export index",
    "export json --out ¤/¤/",
    "fmt --check",
    "fmt fleet¤.scenario.md --check",
    "fmt ¤",
    "fmt -",
    "fmt - --check --stdin-name x¤.amend.md",
    "use",
    "use harbour --edition ¤",
    "use ¤",
    "completions bash",
    "completions ¤",
    "graph harbour",
    "new ruleset ¤",
    "new sheet ¤ --title ¤ --ruleset harbour",
    "new clarification ¤ --ruleset harbour",
    "new check crew --each ¤ --ruleset harbour",
    "new scenario fleet¤/¤ --ruleset harbour",
    "--help",
    "--version",
];

/// Writes the files; returns the folder and what deletes it.
fn write_files() -> (tempfile::TempDir, camino::Utf8PathBuf) {
    let keep = tempfile::tempdir().expect("a folder");
    let folder = camino::Utf8PathBuf::from_path_buf(keep.path().canonicalize().expect("a path"))
        .expect("a path in UTF-8");
    let escaped: String = HOSTILE
        .chars()
        .map(|c| format!("\\U{:08x}", u32::from(c)))
        .collect();
    for (name, text) in FILES {
        let path = folder.join(name.replace('¤', HOSTILE));
        fs::create_dir_all(path.parent().expect("a parent")).expect("a new folder");
        let text = text.replace("¤¤", &escaped).replace('¤', HOSTILE);
        fs::write(path, text).expect("a new file");
    }
    let latin1 = folder.join(format!("latin1{HOSTILE}.md"));
    fs::write(latin1, b"caf\xe9 \x1b[2J").expect("a new file");
    (keep, folder)
}

/// The result of a command line: standard output, standard error.
fn run(line: &str, folder: &Utf8Path, interactive: bool) -> [String; 2] {
    let words = line.split(' ').map(|word| word.replace('¤', HOSTILE));
    let args: Vec<OsString> = std::iter::once("rulebook".to_owned())
        .chain(words)
        .chain(["--no-pager".to_owned()])
        .map(OsString::from)
        .collect();
    let env = [
        ("HOME", folder.join("home").into_string()),
        (
            "RULEBOOK_LIBRARY",
            folder.join("home/library").into_string(),
        ),
        (
            "RULEBOOK_CONFIG",
            folder.join("settings.toml").into_string(),
        ),
        ("RULEBOOK_WORDING", HOSTILE.to_owned()),
    ];
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let stdin = FILES[2].1.replace('¤', HOSTILE) + "\0";
    cli::run(&mut Host {
        args,
        env: BTreeMap::from(env.map(|(name, value)| (name.to_owned(), value))),
        current: folder.to_owned(),
        today: "2026-11-20".parse().expect("a day"),
        terminal: Terminal {
            interactive,
            shows_progress: interactive,
            ..Terminal::default()
        },
        stdin: &mut stdin.as_bytes(),
        stdout: &mut stdout,
        stderr: &mut stderr,
    });
    [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
}

/// Returns the text without colours: `\x1b[`, digits and semicolons, `m`.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match rest.strip_prefix('m') {
            Some(rest) => out += rest,
            None => out += &format!("\u{1b}[{part}"),
        }
    }
    out
}

fn assert_harmless(line: &str, text: &str) {
    let bad = text.char_indices().find(|(_, c)| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    });
    if let Some((at, c)) = bad {
        let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
        let end = text[at..].find('\n').map_or(text.len(), |line| at + line);
        panic!("{line}: {c:?} in {:?}", &text[start..end]);
    }
}

#[test]
fn no_text_controls_the_terminal() {
    let (_keep, folder) = write_files();
    for (at, line) in COMMANDS.iter().enumerate() {
        // without colours the output is the same but for the colours
        let colours = if at % 8 == 0 {
            &["never", "always"][..]
        } else {
            &["always"]
        };
        for &colour in colours {
            let [out, err] = run(&format!("{line} --color {colour}"), &folder, true);
            // progress is shown on a line of its own
            let err = err.replace("\r\u{1b}[2K", "");
            for text in [&out, &err] {
                match colour {
                    "always" => {
                        // hidden text is a style that the program never uses
                        assert!(!text.contains("\u{1b}[8m"), "{line}: {text}");
                        assert_harmless(line, &without_colours(text));
                    }
                    _ => assert_harmless(line, text),
                }
            }
        }
    }
}

#[test]
fn every_command_is_covered() {
    let (_keep, folder) = write_files();
    let [help, _] = run("--help", &folder, false);
    let (_, commands) = help.split_once("\nRead:\n").expect("a group of commands");
    let missing: Vec<&str> = commands
        .lines()
        .take_while(|line| *line != "Options:")
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && !["help", "lsp", "mcp", "serve"].contains(name))
        .filter(|name| {
            !COMMANDS
                .iter()
                .any(|line| line.split(' ').next() == Some(name))
        })
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn the_text_is_shown_in_a_visible_form() {
    let (_keep, folder) = write_files();
    let visible = "\\u{1b}[8m\\u{1b}[2J\\u{1b}]0;title\\u{7}\\u{8}\\u{9b}31m\\u{9d}\\u{7f}\\u{202e}abc\\u{2066}";
    for line in [
        "show fleets --width 200",
        "search pilots",
        "check fleet¤.scenario.md",
        "sum fleet¤.scenario.md --width 200",
    ] {
        let [out, err] = run(line, &folder, false);
        assert!(out.contains(visible), "{line}: {out}{err}");
    }
    let [_, err] = run("show nothing¤", &folder, false);
    assert!(err.contains(visible), "{err}");
}

#[test]
fn programs_receive_the_text_as_it_is() {
    let (_keep, folder) = write_files();
    let [json, _] = run("show fleets --format json", &folder, false);
    assert_harmless("show", &json);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(value.to_string().contains("\u{202e}"), "{json}");
    let [formatted, _] = run("fmt - --stdin-name 2.amend.md", &folder, false);
    assert!(formatted.contains(HOSTILE), "{formatted}");
}

#[test]
fn columns_are_aligned_by_the_visible_form() {
    let (_keep, folder) = write_files();
    for colour in ["never", "always"] {
        let [out, _] = run(&format!("show fares --color {colour}"), &folder, false);
        let lines: Vec<String> = out.lines().map(without_colours).collect();
        let column = |row: &str| {
            lines
                .iter()
                .find(|line| line.trim_start().starts_with(row))
                .map(|line| line.split(" [").next().unwrap_or_default().chars().count())
        };
        assert_eq!(column("Raft"), column("Barge"), "{out}");
    }
}
