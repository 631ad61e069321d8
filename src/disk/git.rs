//! Reads revisions of a git repository with the program `git`, without a work tree: only `rev-parse`,
//! `symbolic-ref`, `merge-base`, `ls-tree` and `cat-file`, none of which runs a hook or a filter. Nothing is fetched,
//! and no other program that the configuration of the repository names is started.
//!
//! The program reads every form of repository that its user works with (reftable, SHA-256,
//! alternates, worktrees), and adds nothing to the time in which this program is built.

use super::{
    ReadError,
    read::{MAX_BYTES, into_utf8},
};
use camino::{Utf8Path, Utf8PathBuf};
use std::{
    io::{ErrorKind, Read, Write},
    process::{Command, Output, Stdio},
    thread,
};

/// A git repository, read from a folder in it.
#[derive(Debug)]
pub(super) struct Repository {
    folder: Utf8PathBuf,
    /// The path of the folder in the repository; empty for its root and in a bare repository.
    prefix: Utf8PathBuf,
}

/// A file of a revision: its text, or why it cannot be read.
pub(super) type RevisionFile = (Utf8PathBuf, Result<String, String>);

/// Commits, folders of other repositories, and symbolic links, by their modes in a tree.
const OTHER_MODES: &[(&str, &str)] = &[
    ("160000", "a submodule, which is not read at a revision"),
    (
        "120000",
        "a symbolic link, which is not followed at a revision",
    ),
];

impl Repository {
    /// Returns the repository around a folder; `None` if there is none.
    pub(super) fn around(folder: &Utf8Path) -> Result<Option<Self>, String> {
        let output = match git(folder, &["rev-parse", "--show-prefix"]).output() {
            Ok(output) => output,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("cannot run git: {error}")),
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        if errors.contains("not a git repository") {
            return Ok(None);
        }
        let prefix = text_of(output)?;
        Ok(Some(Self {
            folder: folder.to_owned(),
            prefix: prefix.trim_end_matches('/').into(),
        }))
    }

    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let output = git(&self.folder, arguments).output();
        text_of(output.map_err(|error| format!("cannot run git: {error}"))?)
    }

    /// Returns the commit that a name means; `None` if it means none.
    pub(super) fn commit(&self, name: &str) -> Option<String> {
        let name = format!("{name}^{{commit}}");
        let verify = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
        let commit = self.run(&[&verify[..], &[&name]].concat());
        commit.ok().filter(|commit| !commit.is_empty())
    }

    /// Returns the last common commit of two revisions.
    pub(super) fn merge_base(&self, one: &str, other: &str) -> Result<String, String> {
        let base = self.run(&["merge-base", one, other]);
        base.map_err(|error| match self.run(&["rev-parse", "--is-shallow-repository"]) {
            Ok(shallow) if shallow == "true" => {
                "the history is cut off (a shallow clone): fetch more of it, as with `git fetch --unshallow`, or name a base that is there".to_owned()
            }
            _ if error.is_empty() => "the revisions have no common history: name the base".to_owned(),
            _ => error,
        })
    }

    /// Returns the name of the default branch: the one of the remote `origin`, else `main` or
    /// `master`; `HEAD` if there is none.
    pub(super) fn default_branch(&self) -> String {
        let remote = self.run(&["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"]);
        let names = ["refs/heads/main", "refs/heads/master"].map(str::to_owned);
        let mut names = remote.into_iter().chain(names);
        let known = names.find(|name| self.commit(name).is_some());
        known.unwrap_or_else(|| "HEAD".to_owned())
    }

    /// Returns the path of a folder in the repository; `None` if it is outside.
    pub(super) fn path_of(&self, folder: &Utf8Path) -> Option<Utf8PathBuf> {
        let inside = folder.strip_prefix(&self.folder).ok();
        let root = || {
            let depth = self.prefix.components().count();
            folder
                .strip_prefix(self.folder.ancestors().nth(depth)?)
                .ok()
        };
        match inside {
            Some(inside) => Some(self.prefix.join(inside)),
            None => root().map(Utf8Path::to_owned),
        }
    }

    /// Reads the files below a folder of a commit whose paths are wanted, without hidden ones and
    /// build output. Paths are relative to the folder. Those whose names are no text are errors.
    pub(super) fn read_files(
        &self,
        commit: &str,
        folder: &Utf8Path,
        is_wanted: impl Fn(&Utf8Path) -> bool,
        errors: &mut Vec<ReadError>,
    ) -> Result<Vec<RevisionFile>, String> {
        let tree = match folder.as_str().trim_end_matches('/') {
            "" | "." => format!("{commit}^{{tree}}"),
            folder => format!("{commit}:{folder}"),
        };
        let verify = [
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            &tree,
        ];
        let Ok(tree) = self.run(&verify) else {
            // the revision has no such folder
            return Ok(Vec::new());
        };
        let list = ["ls-tree", "-r", "-z", "--full-tree", &tree];
        let listed = git(&self.folder, &list).output();
        let listed = listed.map_err(|error| format!("cannot run git: {error}"))?;
        if !listed.status.success() {
            return Err(message_of(&listed));
        }
        let (mut out, mut blobs) = (Vec::new(), Vec::new());
        for entry in listed.stdout.split(|byte| *byte == 0) {
            let Some(tab) = entry.iter().position(|byte| *byte == b'\t') else {
                continue;
            };
            let name = String::from_utf8_lossy(&entry[tab + 1..]);
            let path = Utf8Path::new(&*name);
            let mut parts = path.components().map(|part| part.as_str().to_owned());
            let mode = String::from_utf8_lossy(&entry[..6.min(tab)]);
            let is_submodule = mode == "160000";
            if parts.any(|part| part.starts_with('.') || part == "target")
                || !(is_submodule || is_wanted(path))
            {
                continue;
            }
            let other = OTHER_MODES.iter().find(|(own, _)| *own == mode);
            if std::str::from_utf8(&entry[tab + 1..]).is_err() {
                errors.push(ReadError::new(path, "its name is not UTF-8; rename it"));
            } else if let Some((_, reason)) = other {
                errors.push(ReadError::new(path, *reason));
            } else {
                let id = String::from_utf8_lossy(&entry[..tab]);
                let id = id.rsplit(' ').next().unwrap_or_default();
                blobs.push(id.to_owned());
                out.push(path.to_owned());
            }
        }
        let texts = self.read_blobs(&blobs)?;
        Ok(out.into_iter().zip(texts).collect())
    }

    /// Reads blobs in one run of `git cat-file --batch`.
    fn read_blobs(&self, ids: &[String]) -> Result<Vec<Result<String, String>>, String> {
        let failed = |error: std::io::Error| format!("cannot run git: {error}");
        let mut child = git(&self.folder, &["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot run git: no pipes".to_owned());
        };
        let mut output = std::io::BufReader::new(output);
        let request = ids.iter().map(|id| format!("{id}\n")).collect::<String>();
        let texts = thread::scope(|scope| {
            // both pipes may be full
            scope.spawn(move || input.write_all(request.as_bytes()));
            let texts = ids.iter().map(|_| read_blob(&mut output));
            texts.collect::<std::io::Result<Vec<_>>>()
        });
        let ended = child.wait().map_err(failed)?;
        let texts = texts.map_err(failed)?;
        match ended.success() {
            true => Ok(texts),
            false => Err("git did not read all files".to_owned()),
        }
    }
}

/// Reads the answer about a blob: a line with its size, its bytes, and the end of a line.
fn read_blob(output: &mut impl std::io::BufRead) -> std::io::Result<Result<String, String>> {
    let mut head = String::new();
    output.read_line(&mut head)?;
    let size = head.trim_end().rsplit(' ').next().map(str::parse::<u64>);
    let Some(Ok(size)) = size.filter(|_| head.contains(" blob ")) else {
        return Ok(Err("not in this clone of the repository".to_owned()));
    };
    let mut answer = output.by_ref().take(size + 1);
    let mut bytes = Vec::new();
    let length = match size > MAX_BYTES {
        true => std::io::copy(&mut answer, &mut std::io::sink())?,
        false => answer.read_to_end(&mut bytes)? as u64,
    };
    if length != size + 1 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    if size > MAX_BYTES {
        return Ok(Err("longer than 16 MiB, the limit for a file".to_owned()));
    }
    bytes.pop();
    Ok(into_utf8(bytes))
}

/// Returns a command of git that reads, starts no other program, and asks nothing.
fn git(folder: &Utf8Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os() {
        // such as GIT_DIR, which a hook of git sets
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        // a partial clone would fetch what it lacks
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "none")
        .env("LC_ALL", "C")
        .args(["--no-pager", "-c", "core.hooksPath=/dev/null"])
        .args(["-c", "core.fsmonitor=false"])
        .args(arguments);
    command
}

/// Returns what a command wrote, without the end of its line; its message if it failed.
fn text_of(output: Output) -> Result<String, String> {
    if !output.status.success() {
        return Err(message_of(&output));
    }
    let text = String::from_utf8(output.stdout);
    let text = text.map_err(|_| "a path of the repository is not UTF-8".to_owned())?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

fn message_of(output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr);
    let first = message.lines().next().unwrap_or_default();
    first.trim_start_matches("fatal: ").to_owned()
}
