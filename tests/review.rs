//! `rulebook review` on repositories that the tests make: revisions, renames, deleted files, submodules,
//! shallow and bare clones, no git at all, names that are not UTF-8, and hostile configurations.

use crate::support::shell::{Outcome, run_words};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;
use std::{collections::BTreeMap, fs, process::Command};

/// A folder with a ruleset of two editions, which a git repository may be.
struct Workspace {
    _keep: tempfile::TempDir,
    folder: Utf8PathBuf,
}

const SHEET: &str = "rules/skiffs/2.amend.md";

impl Workspace {
    /// Returns a workspace without a repository.
    fn new() -> Self {
        let keep = tempfile::tempdir().expect("a folder");
        let folder = keep.path().canonicalize().expect("a path");
        let folder = Utf8PathBuf::from_path_buf(folder).expect("a path in UTF-8");
        let workspace = Self {
            _keep: keep,
            folder,
        };
        let made = workspace.run("new ruleset skiffs --title Skiffs --edition 1 --next 2");
        assert_eq!(made.code, 0, "{}", made.stderr);
        workspace
    }

    /// Returns a workspace whose files are committed on the branch `main`.
    fn committed() -> Self {
        let workspace = Self::new();
        workspace.git("init --quiet --initial-branch main");
        workspace.commit("first");
        workspace
    }

    fn git(&self, arguments: &str) {
        git(&self.folder, arguments);
    }

    fn commit(&self, message: &str) {
        self.git("add --all");
        self.git(&format!("commit --quiet --allow-empty --message {message}"));
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a new folder");
        fs::write(path, text).expect("a new file");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.join(path)).expect("a readable file")
    }

    /// Replaces words of a file.
    fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{text}");
        self.write(path, &text.replace(old, new));
    }

    fn run(&self, line: &str) -> Outcome {
        run_in(&self.folder, line)
    }

    fn review(&self, arguments: &str) -> Value {
        let outcome = self.run(format!("review --format json {arguments}").trim_end());
        let review: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        let is_unknown = review["has_effect"] == false && review.get("notices").is_some();
        let code = match review["has_effect"] == true {
            true => 1,
            false if is_unknown => 2,
            false => 0,
        };
        assert_eq!(outcome.code, code, "{review}");
        review
    }
}

fn run_in(folder: &Utf8Path, line: &str) -> Outcome {
    let words = ["rulebook"].into_iter().chain(line.split(' '));
    run_words(
        words.map(str::to_owned).collect(),
        BTreeMap::new(),
        folder,
        &[],
    )
}

fn git(folder: &Utf8Path, arguments: &str) {
    let output = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
        .args([
            "-c",
            "protocol.file.allow=always",
            "-c",
            "commit.gpgSign=false",
        ])
        .args(arguments.split(' '))
        .output()
        .expect("git");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments}: {errors}");
}

/// Returns the differences of all sections: their aspects, ids, and how they are before and after.
fn differences(review: &Value) -> Vec<[String; 4]> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let rulesets = list(&review["rulesets"]);
    let sections = rulesets.iter().flat_map(|own| list(&own["sections"]));
    let all = sections.flat_map(|own| list(&own["differences"]));
    let member = |own: &Value, name: &str| own[name].as_str().unwrap_or("-").to_owned();
    all.map(|own| ["aspect", "id", "before", "after"].map(|name| member(&own, name)))
        .collect()
}

#[test]
fn a_change_of_a_value_is_shown_with_what_depends_on_it() {
    let workspace = Workspace::committed();
    let clean = workspace.run("review");
    assert_eq!((clean.code, clean.stderr.as_str()), (0, ""));
    assert!(
        clean.stdout.contains("No file of the rules differs."),
        "{}",
        clean.stdout
    );
    workspace.edit(SHEET, "with \"14\"", "with \"8\"");
    let review = workspace.review("HEAD");
    let expected = [
        [
            "words",
            "skiffs/army-size/p1/s1",
            "An army has at most 14 units.",
            "An army has at most 8 units.",
        ],
        ["fact", "army-size.most", "14", "8"],
    ];
    assert_eq!(differences(&review), expected, "{review}");
    let differences = &review["rulesets"][0]["sections"][0]["differences"];
    assert_eq!(differences[0]["editions"], serde_json::json!(["2"]));
    assert_eq!(
        differences[1]["read_by"],
        serde_json::json!(["skiffs/army-size"])
    );
    let list = &review["scenarios"][0];
    assert_eq!(list["path"], "rules/skiffs/examples/reds.scenario.md");
    assert_eq!(list["is_edited"], false);
    let problem = &list["differences"][0];
    assert_eq!(problem["aspect"], "problem");
    assert_eq!(problem["after"], "Reds has 10 units, and 8 are allowed");
    // the examples of the check no longer hold
    let problems = review["new_problems"].as_array().expect("a list");
    assert!(
        problems.iter().all(|own| own["code"] == "check-example"),
        "{review}"
    );
    assert!(!problems.is_empty(), "{review}");
    let earlier = workspace.review("HEAD --at 1");
    assert!(earlier["rulesets"][0]["sections"] == serde_json::json!([]));
    assert_eq!(earlier["scenarios"], serde_json::json!([]));
    for wrong in [
        "HEAD --at 9",
        "HEAD --ruleset none",
        "HEAD --profile none",
        "none",
        "HEAD~9..HEAD",
        "",
    ] {
        let outcome = workspace.run(&format!("review {wrong}"));
        assert_eq!(outcome.code, 2, "{wrong}: {}", outcome.stdout);
    }
    assert_eq!(workspace.run("review HEAD --exit-zero").code, 0);
}

#[test]
fn renamed_and_reformatted_files_change_nothing() {
    let workspace = Workspace::committed();
    workspace.git("mv rules/skiffs/2.amend.md rules/skiffs/second.amend.md");
    workspace.edit("rules/skiffs/base.rules.md", "> One of", "\n> One of");
    let outcome = workspace.run("review");
    assert_eq!(outcome.code, 0, "{}", outcome.stdout);
    assert!(
        outcome
            .stdout
            .contains("no change to any text at any edition"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn a_number_alone_is_another_source() {
    let workspace = Workspace::committed();
    workspace.edit(SHEET, "{n=1}", "{n=7}");
    let review = workspace.review("HEAD");
    let expected = [[
        "source",
        "skiffs/army-size/p1/s1",
        "skiffs-2:1",
        "skiffs-2:7",
    ]];
    assert_eq!(differences(&review), expected);
    let shown = workspace.run("review HEAD").stdout;
    assert!(shown.contains("only its sources differ"), "{shown}");
}

#[test]
fn a_text_that_was_withdrawn_is_compared_on_the_days_of_its_force() {
    let workspace = Workspace::committed();
    let file = "rules/skiffs/ruleset.toml";
    let text = workspace.read(file).replace(
        "kind = \"amendment\"",
        "kind = \"amendment\"\npublished = \"2010\"",
    );
    let poll = "\n[document.poll]\nedition = \"2\"\nkind = \"amendment\"\nafter = [\"skiffs-2\"]\npublished = \"2020-01-01\"\n";
    workspace.write(file, &(text + poll));
    let text = "---\nruleset: skiffs\nedition: \"2\"\ndocument: poll\n---\n\n# Army size {#army-size page=1}\n\n\
        ## Withdraw skiffs-2 on #army-size {n=1}\n";
    workspace.write("rules/skiffs/poll.amend.md", text);
    workspace.commit("poll");
    workspace.edit(SHEET, "with \"14\"", "with \"16\"");
    let review = workspace.review("HEAD");
    let found = &review["rulesets"][0]["sections"][0]["differences"][0];
    assert_eq!(found["after"], "An army has at most 16 units.", "{review}");
    assert_eq!(
        found["editions"],
        serde_json::json!(["2 as of 31 Dec 2010"])
    );
}

#[test]
fn a_section_that_may_not_exist_is_not_deleted() {
    let workspace = Workspace::committed();
    let base = "rules/skiffs/base.rules.md";
    let text = workspace.read(base);
    workspace.write(base, &format!("{text}\n# Reeds {{#reeds}}\n"));
    workspace.commit("reeds");
    workspace.edit(base, "{#reeds}", "{#reeds inferred=section}");
    let found = differences(&workspace.review("HEAD"));
    let states: Vec<_> = found.iter().filter(|own| own[0] == "state").collect();
    assert_eq!(states.len(), 1, "{found:?}");
    assert_eq!(states[0][3], "not known whether the rules have it");
    assert!(found.iter().all(|own| own[0] != "words"), "{found:?}");
}

#[test]
fn a_ruling_whose_text_changes_is_touched() {
    let workspace = Workspace::committed();
    workspace.run("new clarification answers --ruleset skiffs");
    let text = "---\nruleset: skiffs\nedition: \"1\"\ndocument: answers\n---\n\n# Generals {#generals}\n\n\
        ## Clarify #army-size, paragraph 1, sentence 2 {#answers.1 n=1}\n\n> The general may be afoot.\n";
    workspace.write("rules/skiffs/answers.clarify.md", text);
    let file = "rules/skiffs/ruleset.toml";
    let entry = "[document.\"answers\"]\nedition = ";
    workspace.edit(file, &format!("{entry}\"2\""), &format!("{entry}\"1\""));
    workspace.commit("ruling");
    let sheet = workspace.read(SHEET);
    let more = "\n## Replace \"One\" with \"The best\" in paragraph 1, sentence 2 {n=2}\n";
    workspace.write(SHEET, &format!("{sheet}{more}"));
    let review = workspace.review("HEAD");
    let states: Vec<_> = differences(&review);
    let state = states.iter().find(|own| own[0] == "ruling-state");
    let state = state.unwrap_or_else(|| panic!("{review}"));
    assert_eq!(
        (state[1].as_str(), state[2].as_str()),
        ("answers.1", "current")
    );
    assert!(state[3].starts_with("changed since"), "{state:?}");
}

#[test]
fn a_new_edition_is_compared_with_the_one_that_it_amends() {
    let workspace = Workspace::committed();
    workspace.run("new sheet 3 --ruleset skiffs --published 2099-05-01");
    let text = "---\nruleset: skiffs\nedition: \"3\"\ndocument: skiffs-3\n---\n\n# Army size {#army-size page=1}\n\n\
        ## Replace \"14\" with \"20\" in paragraph 1, sentence 1 {n=1}\n";
    workspace.write("rules/skiffs/3.amend.md", text);
    let review = workspace.review("HEAD");
    assert_eq!(
        review["rulesets"][0]["editions"],
        serde_json::json!(["1", "2", "2 → 3"])
    );
    let found = differences(&review);
    assert_eq!(found[0][3], "An army has at most 20 units.", "{review}");
}

#[test]
fn the_default_base_is_where_the_branch_began() {
    let workspace = Workspace::committed();
    workspace.git("switch --quiet --create sheet");
    workspace.edit(SHEET, "with \"14\"", "with \"16\"");
    workspace.commit("sixteen");
    workspace.git("switch --quiet main");
    workspace.edit("rules/skiffs/base.rules.md", "page=1", "page=2");
    workspace.commit("page");
    workspace.git("switch --quiet sheet");
    let aspects = |arguments: &str| -> Vec<String> {
        let found = differences(&workspace.review(arguments)).into_iter();
        found.map(|[aspect, ..]| aspect).collect()
    };
    assert_eq!(aspects(""), ["words", "fact"]);
    assert_eq!(aspects("main...sheet"), ["words", "fact"]);
    assert_eq!(aspects("main..sheet"), ["words", "fact", "page"]);
    assert_eq!(aspects("main sheet"), ["words", "fact", "page"]);
    // from a folder below
    let below = run_in(
        &workspace.folder.join("rules/skiffs"),
        "review --format json",
    );
    assert_eq!(below.code, 1, "{}", below.stderr);
}

#[test]
fn moved_texts_and_new_ids_are_no_new_texts() {
    let workspace = Workspace::new();
    let base = "rules/skiffs/base.rules.md";
    let text = workspace.read(base);
    let more = "\n# Banks {#banks page=2}\n\n> - A bank is where water ends. {#banks.end}\n> - Reeds are no bank.\n";
    workspace.write(base, &format!("{text}{more}"));
    workspace.git("init --quiet --initial-branch main");
    workspace.commit("banks");
    workspace.edit(base, "{#banks page=2}", "{#shores page=2}");
    workspace.edit(base, "{#banks.end}", "{#shores.end}");
    let review = workspace.review("HEAD");
    let found = differences(&review);
    let aspects: Vec<&str> = found.iter().map(|[aspect, ..]| aspect.as_str()).collect();
    assert_eq!(aspects, ["id", "id"], "{review}");
    workspace.git("checkout --quiet -- .");
    workspace.edit(base, "> - Reeds are no bank.\n", "");
    let text = workspace.read(base);
    workspace.write(
        base,
        &text.replace("> One of", "> Reeds are no bank.\n> One of"),
    );
    let found = differences(&workspace.review("HEAD"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0][0], "place", "{found:?}");
}

#[test]
fn who_wrote_the_new_words_stands_behind_them() {
    let workspace = Workspace::committed();
    let at = workspace
        .read(SHEET)
        .find("## Replace")
        .expect("an instruction");
    let sheet = workspace.read(SHEET)[..at].to_owned();
    let whole =
        format!("{sheet}## Replace sentence 1 {{n=1}}\n\n> An army has at most 16 units.\n");
    workspace.write(SHEET, &whole);
    let review = workspace.review("HEAD");
    let sections = review["rulesets"][0]["sections"]
        .as_array()
        .expect("sections");
    let differences = sections
        .iter()
        .flat_map(|own| own["differences"].as_array());
    let changed = differences
        .flatten()
        .find(|own| own["after"] == "An army has at most 16 units.");
    assert_eq!(
        changed.expect("a change")["by"],
        serde_json::json!(["skiffs-2:1"]),
        "{review}"
    );
}

#[test]
fn a_proposal_is_compared_with_itself_on_request() {
    let workspace = Workspace::new();
    let toml = "rules/skiffs/ruleset.toml";
    let second = "{ id = \"2\", amends = \"1\" },";
    let branch = format!("{second}\n  {{ id = \"1-club\", amends = \"1\" }},");
    workspace.edit(toml, second, &branch);
    assert_eq!(workspace.run("new sheet 3").code, 0);
    // a new sheet amends the main line, and not the branch
    let third = "{ id = \"3\", amends = \"2\" }";
    assert!(
        workspace.read(toml).contains(third),
        "{}",
        workspace.read(toml)
    );
    let sheet = "rules/skiffs/3.amend.md";
    let text = workspace.read("rules/skiffs/2.amend.md");
    let at = text.find("# ").expect("a section");
    let head = "---\nruleset: skiffs\nedition: \"3\"\ndocument: skiffs-3\n---\n\n";
    let section = text[at..].lines().next().expect("a heading");
    let replace = |number: u32| format!("{head}{section}\n\n## Replace \"14\" with \"{number}\"\n");
    workspace.write(sheet, &replace(15));
    workspace.git("init --quiet --initial-branch main");
    workspace.commit("first");
    workspace.write(sheet, &replace(16));
    let review = workspace.review("HEAD");
    assert_eq!(review["has_effect"], false, "{review}");
    assert_eq!(review["proposals"], serde_json::json!(["skiffs-3"]));
    let all = differences(&workspace.review("HEAD --with skiffs-3"));
    let words = all.iter().find(|own| own[0] == "words").expect("words");
    assert_eq!(words[2], "An army has at most 15 units.");
    assert_eq!(words[3], "An army has at most 16 units.");
    // an error in it is none of the rules in force
    workspace.edit(sheet, "Replace \"14\"", "Replace \"55\"");
    let shown = workspace.run("show army-size");
    assert!(!shown.stderr.contains("error"), "{}", shown.stderr);
    assert_eq!(workspace.run("export json --ruleset skiffs").code, 0);
    // two proposals on one text are alternatives
    assert_eq!(workspace.run("new sheet 4").code, 0);
    workspace.write(sheet, &replace(15));
    let other = replace(17).replace("\"3\"", "\"4\"");
    workspace.write(
        "rules/skiffs/4.amend.md",
        &other.replace("skiffs-3", "skiffs-4"),
    );
    let checked = workspace.run("check");
    assert!(!checked.stdout.contains("error"), "{}", checked.stdout);
}

#[test]
fn what_cannot_be_read_is_not_said_to_be_the_same() {
    let workspace = Workspace::committed();
    let none = workspace.run("review HEAD --path none.md");
    assert_eq!(none.code, 2, "{}", none.stdout);
    workspace.write("rules/skiffs/3.amend.md", "");
    fs::write(
        workspace.folder.join("rules/skiffs/3.amend.md"),
        b"\xff\xfe\x00",
    )
    .expect("a file");
    let outcome = workspace.run("review HEAD");
    assert_eq!(outcome.code, 2, "{}", outcome.stdout);
    assert!(
        outcome
            .stdout
            .contains("No file that could be read differs."),
        "{}",
        outcome.stdout
    );
    assert_eq!(workspace.run("export json --ruleset skiffs").code, 1);
    let empty = tempfile::tempdir().expect("a folder");
    let empty = Utf8Path::from_path(empty.path()).expect("a path in UTF-8");
    git(empty, "init --quiet --initial-branch main");
    git(empty, "commit --quiet --allow-empty --message first");
    assert_eq!(run_in(empty, "review HEAD").code, 2);
}

#[test]
fn a_comment_calls_nobody() {
    let workspace = Workspace::committed();
    workspace.edit(
        "rules/skiffs/base.rules.md",
        "is the general",
        "is @octocat",
    );
    let comment = workspace.run("review HEAD --format github").stdout;
    assert!(
        comment.contains("octocat") && !comment.contains("@octocat"),
        "{comment}"
    );
}

#[test]
fn deleted_files_and_single_files() {
    let workspace = Workspace::committed();
    fs::remove_file(workspace.folder.join(SHEET)).expect("removed");
    workspace.edit(
        "rules/skiffs/base.rules.md",
        "is the general",
        "is a general",
    );
    let all = differences(&workspace.review("HEAD"));
    let words: Vec<&str> = all.iter().map(|own| own[3].as_str()).collect();
    assert!(words.contains(&"An army has at most 12 units."), "{all:?}");
    assert!(words.contains(&"One of them is a general."), "{all:?}");
    let own = workspace.review("HEAD --path rules/skiffs/base.rules.md");
    let only: Vec<_> = differences(&own);
    assert_eq!(only.len(), 1, "{own}");
    assert_eq!(only[0][3], "One of them is a general.");
}

#[cfg(unix)]
#[test]
fn submodules_links_and_names_that_are_no_text_are_named() {
    use std::os::unix::{ffi::OsStrExt, fs::symlink};
    let workspace = Workspace::committed();
    let inner = Workspace::committed();
    workspace.git(&format!(
        "submodule --quiet add {} rules/other",
        inner.folder
    ));
    symlink(
        "2.amend.md",
        workspace.folder.join("rules/skiffs/link.amend.md"),
    )
    .expect("a link");
    let name = std::ffi::OsStr::from_bytes(b"b\xe4d.amend.md");
    let path = workspace
        .folder
        .join("rules/skiffs")
        .into_std_path_buf()
        .join(name);
    fs::write(path, "").expect("a file");
    workspace.commit("others");
    let notices = workspace.review("HEAD~1..HEAD")["notices"].to_string();
    for part in ["a submodule", "a symbolic link", "is not UTF-8"] {
        assert!(notices.contains(part), "{part}: {notices}");
    }
}

#[test]
fn shallow_and_bare_clones() {
    let workspace = Workspace::committed();
    workspace.edit(SHEET, "with \"14\"", "with \"16\"");
    workspace.commit("sixteen");
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    git(
        folder,
        &format!("clone --quiet --bare {} bare", workspace.folder),
    );
    let bare = run_in(&folder.join("bare"), "review HEAD~1..HEAD");
    assert_eq!(bare.code, 1, "{}{}", bare.stdout, bare.stderr);
    assert!(bare.stdout.contains("[-14-]"), "{}", bare.stdout);
    git(
        folder,
        &format!(
            "clone --quiet --depth 1 file://{} shallow",
            workspace.folder
        ),
    );
    let shallow = folder.join("shallow");
    assert_eq!(run_in(&shallow, "review").code, 0);
    let lost = run_in(&shallow, "review HEAD~1");
    assert_eq!(lost.code, 2);
    assert!(
        lost.stderr.contains("neither a revision nor a folder"),
        "{}",
        lost.stderr
    );
}

#[test]
fn without_git_folders_and_the_shipped_rules_are_compared() {
    let (before, after) = (Workspace::new(), Workspace::new());
    after.edit(SHEET, "with \"14\"", "with \"16\"");
    let review = after.review(&format!("{} .", before.folder));
    assert_eq!(differences(&review).len(), 2, "{review}");
    let new = after.review("");
    assert_eq!(new["base"], "shipped");
    assert_eq!(new["rulesets"][0]["fate"], "added");
    let archive = after.folder.join("rules.zip");
    fs::write(&archive, "PK").expect("a file");
    let refused = after.run("review rules.zip");
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("unpack it, and name the folder"),
        "{}",
        refused.stderr
    );
    // an archive as `git archive` makes it, with a folder around all
    before.git("init --quiet --initial-branch main");
    before.commit("first");
    let packed = after.folder.join("before.tar.gz");
    before.git(&format!(
        "archive --prefix skiffs-1/ --output {packed} HEAD"
    ));
    let review = after.review("before.tar.gz .");
    assert_eq!(review["base"], "before.tar.gz");
    assert_eq!(differences(&review).len(), 2, "{review}");
    // a workspace that adds a file to the shipped rules
    let keep = tempfile::tempdir().expect("a folder");
    let folder = Utf8Path::from_path(keep.path()).expect("a path in UTF-8");
    fs::create_dir_all(folder.join("rules/dbm")).expect("a folder");
    let text =
        "---\nruleset: dbm\n---\n\n# House rules {#house}\n\n> Dice are thrown into a box.\n";
    fs::write(folder.join("rules/dbm/house.rules.md"), text).expect("a file");
    let added = run_in(folder, "review --format json");
    let added: Value = serde_json::from_str(&added.stdout).expect("JSON");
    assert_eq!(
        added["rulesets"][0]["sections"][0]["id"], "dbm/house",
        "{added}"
    );
    assert_eq!(
        added["rulesets"][0]["sections"].as_array().map(Vec::len),
        Some(1)
    );
}

#[cfg(unix)]
#[test]
fn nothing_of_the_repository_is_run() {
    use std::os::unix::fs::PermissionsExt;
    let workspace = Workspace::committed();
    let script = workspace.folder.join("evil");
    fs::write(
        &script,
        "#!/bin/sh\ntouch \"$(dirname \"$0\")/was-run\"\ncat\n",
    )
    .expect("a file");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("executable");
    workspace.write(
        ".gitattributes",
        "* filter=evil diff=evil merge=evil text eol=crlf\n",
    );
    workspace.commit("attributes");
    for key in [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "diff.external",
        "diff.evil.textconv",
        "filter.evil.smudge",
        "filter.evil.clean",
        "filter.evil.process",
        "credential.helper",
        "gpg.program",
    ] {
        workspace.git(&format!("config {key} {script}"));
    }
    for hook in [
        "post-checkout",
        "post-index-change",
        "reference-transaction",
        "pre-auto-gc",
    ] {
        fs::copy(&script, workspace.folder.join(".git/hooks").join(hook)).expect("a hook");
    }
    workspace.edit(SHEET, "with \"14\"", "with \"16\"");
    for arguments in [
        "",
        "HEAD",
        "HEAD~1..HEAD",
        "HEAD~1...HEAD",
        "HEAD --format github",
    ] {
        let outcome = workspace.run(format!("review {arguments}").trim_end());
        assert!(outcome.code < 2, "{arguments}: {}", outcome.stderr);
    }
    assert!(!workspace.folder.join("was-run").exists());
}

#[test]
fn a_comment_is_short_and_a_page_is_for_players() {
    let workspace = Workspace::committed();
    let base = "rules/skiffs/base.rules.md";
    let text = workspace.read(base);
    let sections = (0..900).map(|n| {
        format!("\n# Reach {n} {{#reach{n} page=3}}\n\n> The ferry on reach {n} crosses in two turns, if Foot <b>row</b>.\n")
    });
    workspace.write(base, &(text + &sections.collect::<String>()));
    let comment = workspace.run("review HEAD --format github --page-url https://example.org/page");
    assert_eq!(comment.code, 1);
    assert!(comment.stdout.starts_with("<!-- rulebook review -->\n"));
    assert!(
        comment.stdout.chars().count() <= 60_000,
        "{}",
        comment.stdout.len()
    );
    assert!(
        comment
            .stdout
            .contains("further lines.** Texts before and after are on [the page for players](https://example.org/page)")
    );
    let page = workspace.run("review HEAD --format html").stdout;
    for part in [
        "Skiffs, page 3</h3>",
        ">Before</th>",
        "crosses in two turns",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        !page.contains("<b>row") && !page.contains("{#"),
        "escaped, and without notation"
    );
    workspace.git("checkout --quiet -- .");
    workspace.edit(SHEET, "with \"14\" in", "with \"14\" inn");
    let broken = workspace.run("review HEAD --format github");
    assert!(
        broken
            .stderr
            .contains("::error file=rules/skiffs/2.amend.md,line="),
        "{}",
        broken.stderr
    );
}
