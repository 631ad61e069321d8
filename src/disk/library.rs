//! The user's own library: printed wording, by ruleset.

use super::{
    ReadFault, WriteFault,
    folder::{Walk, folder},
    write::{Staged, plainly},
};
use crate::analysis::{Source, SourceKind, SourceOrigin};
use camino::{Utf8Path, Utf8PathBuf};
use std::{fs, io};

/// The files of the library at `path`, `<ruleset>/*.amend.md` and the like; a library that is not there is empty. A
/// `ruleset.toml` has no business in it and is told.
pub(super) fn library(
    path: &Utf8Path,
    from: &Utf8Path,
    faults: &mut Vec<ReadFault>,
) -> Vec<Source> {
    if !path.is_dir() {
        return Vec::new();
    }
    let (rules, strange): (Vec<Source>, Vec<Source>) =
        folder(path, from, SourceOrigin::Library, Walk::Named, faults)
            .into_iter()
            .partition(|source| source.kind != SourceKind::Ruleset);
    let told = strange.iter().map(|source| {
        ReadFault::new(
            &source.path,
            "a library holds wording only; put rulesets into a `rules` folder",
        )
    });
    faults.extend(told);
    rules
}

/// Files that are put into the library together.
#[derive(Debug)]
pub struct Shelving<'l> {
    library: &'l Utf8Path,
    /// Held until the files are put: nobody else imports meanwhile.
    _lock: Option<fs::File>,
}

impl<'l> Shelving<'l> {
    /// Makes the library, if it is not there, and keeps others from putting files into it meanwhile. Nothing in it is touched yet.
    pub fn begin(library: &'l Utf8Path) -> Result<Self, WriteFault> {
        let fault = |message: String| WriteFault {
            path: library.to_owned(),
            message,
        };
        if library.exists() && !library.is_dir() {
            return Err(fault(
                "a file of that name stands where the library should be".into(),
            ));
        }
        fs::create_dir_all(library).map_err(|error| fault(plainly(&error)))?;
        if is_read_only(library) {
            return Err(fault("the library is marked read-only".into()));
        }
        Ok(Self {
            library,
            _lock: lock(library).map_err(fault)?,
        })
    }

    /// Puts files into the library: all of them or, where one cannot be written, none. Each is its ruleset, its name and its text. Tells for each
    /// whether it differs from what stood there: what is the same is not written.
    pub fn put(&self, files: &[(&str, &str, &str)]) -> Result<Vec<bool>, WriteFault> {
        let put = self.all(files);
        if put.is_err() {
            // a folder that was made for a file which was not written
            files
                .iter()
                .filter(|(ruleset, ..)| is_plain(ruleset))
                .for_each(|(ruleset, ..)| drop(fs::remove_dir(self.library.join(ruleset))));
        }
        put
    }

    fn all(&self, files: &[(&str, &str, &str)]) -> Result<Vec<bool>, WriteFault> {
        let mut staged = Vec::new();
        let mut changed = Vec::new();
        for (ruleset, name, text) in files {
            for part in [ruleset, name] {
                if !is_plain(part) {
                    return Err(WriteFault {
                        path: self.library.to_owned(),
                        message: format!("`{part}` is no name for a file of the library"),
                    });
                }
            }
            let path = self.library.join(ruleset).join(name);
            let before = match fs::read(&path) {
                Ok(before) => Some(before),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => {
                    return Err(WriteFault {
                        path,
                        message: plainly(&error),
                    });
                }
            };
            let same = before.as_deref() == Some(text.as_bytes());
            changed.push(!same);
            if !same {
                if is_read_only(&self.library.join(ruleset)) {
                    return Err(WriteFault {
                        path,
                        message: "its folder is marked read-only".into(),
                    });
                }
                staged.push((Staged::new(&path, text.as_bytes())?, before));
            }
        }
        let mut put: Vec<(Utf8PathBuf, Option<Vec<u8>>)> = Vec::new();
        for (fresh, before) in staged {
            let path = fresh.path.clone();
            if let Err(fault) = fresh.put() {
                put.into_iter()
                    .for_each(|(path, before)| restore(&path, before));
                return Err(fault);
            }
            put.push((path, before));
        }
        Ok(changed)
    }
}

fn is_read_only(folder: &Utf8Path) -> bool {
    fs::metadata(folder).is_ok_and(|about| about.permissions().readonly())
}

/// Puts back what stood in a file. Where that fails too, the disk is gone.
fn restore(path: &Utf8Path, before: Option<Vec<u8>>) {
    let _done = match before {
        Some(text) => fs::write(path, text),
        None => fs::remove_file(path),
    };
}

/// Whether a name is that of one file or folder, and of no hidden one.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('.')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

/// Waits a moment for whoever else puts files into the library.
fn lock(library: &Utf8Path) -> Result<Option<fs::File>, String> {
    // a folder can be opened, and so locked, on Unix alone
    let Some(file) = fs::File::open(library).ok().filter(|_| cfg!(unix)) else {
        return Ok(None);
    };
    for _ in 0..WAITS {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => {
                std::thread::sleep(std::time::Duration::from_millis(50))
            }
            // a disk that knows no locks
            Err(fs::TryLockError::Error(_)) => return Ok(None),
        }
    }
    Err("another import is writing into the library; try again when it is done".into())
}

/// How often a lock is asked for.
const WAITS: usize = 200;

/// Takes a file out of the library. Its ruleset's folder goes too, once it is empty.
pub fn unshelve(library: &Utf8Path, path: &Utf8Path) -> Result<(), WriteFault> {
    let fault = |message: &str| WriteFault {
        path: path.to_owned(),
        message: message.to_owned(),
    };
    if !path.starts_with(library) || path.components().any(|part| part.as_str() == "..") {
        return Err(fault("it does not lie in the library"));
    }
    if path.parent().is_some_and(is_read_only) {
        return Err(fault("its folder is marked read-only"));
    }
    fs::remove_file(path).map_err(|error| fault(&plainly(&error)))?;
    if let Some(folder) = path.parent().filter(|folder| *folder != library) {
        // a folder that holds something else stays
        let _left = fs::remove_dir(folder);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::write::tests::folder;

    #[test]
    fn all_files_or_none() {
        let (_keep, folder) = folder();
        let library = folder.join("library");
        {
            let shelving = Shelving::begin(&library).expect("begun");
            assert_eq!(
                shelving.put(&[
                    ("river", "a.amend.md", "one"),
                    ("river", "b.amend.md", "two")
                ]),
                Ok(vec![true, true])
            );
        }
        let shelving = Shelving::begin(&library).expect("begun again");
        assert_eq!(
            shelving.put(&[("river", "a.amend.md", "one"), ("river", "b.amend.md", "2")]),
            Ok(vec![false, true])
        );
        // a folder stands in the way of the second file
        fs::create_dir(library.join("river/c.amend.md")).expect("made");
        let fault = shelving
            .put(&[
                ("river", "a.amend.md", "other"),
                ("river", "c.amend.md", "x"),
            ])
            .expect_err("refused");
        assert!(fault.to_string().contains("c.amend.md"), "{fault}");
        assert_eq!(
            fs::read_to_string(library.join("river/a.amend.md")).expect("readable"),
            "one"
        );
        assert_eq!(
            fs::read_dir(library.join("river"))
                .expect("a folder")
                .count(),
            3
        );
    }

    #[test]
    fn no_name_leads_out_of_the_library() {
        let (_keep, folder) = folder();
        let shelving = Shelving::begin(&folder).expect("begun");
        for (ruleset, name) in [
            ("../x", "a.md"),
            ("..", "a.md"),
            ("river", "../../x"),
            ("river", "a/b.md"),
            ("river", ".hidden"),
            ("", "a.md"),
        ] {
            assert!(
                shelving.put(&[(ruleset, name, "x")]).is_err(),
                "{ruleset}/{name}"
            );
        }
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        assert!(unshelve(&folder, &folder.join("../x.md")).is_err());
    }

    #[test]
    fn a_library_that_may_only_be_read_stays() {
        let (_keep, folder) = folder();
        let mut permissions = fs::metadata(&folder).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&folder, permissions.clone()).expect("set");
        let fault = Shelving::begin(&folder).expect_err("refused");
        assert!(
            fault
                .to_string()
                .ends_with("not written: the library is marked read-only"),
            "{fault}"
        );
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
        #[expect(
            clippy::permissions_set_readonly_false,
            reason = "the folder goes with the test"
        )]
        permissions.set_readonly(false);
        fs::set_permissions(&folder, permissions).expect("set");
    }

    #[test]
    fn two_at_once_wait_for_each_other() {
        let (_keep, folder) = folder();
        let text = |n: usize| format!("text {n}\n").repeat(2000);
        std::thread::scope(|scope| {
            for n in 0..4 {
                let (folder, text) = (&folder, text(n));
                scope.spawn(move || {
                    let shelving = Shelving::begin(folder).expect("begun");
                    shelving
                        .put(&[
                            ("river", "a.amend.md", &text),
                            ("river", "b.amend.md", &text),
                        ])
                        .expect("put");
                });
            }
        });
        let read =
            |name: &str| fs::read_to_string(folder.join("river").join(name)).expect("readable");
        assert_eq!(read("a.amend.md"), read("b.amend.md"));
        assert!((0..4).any(|n| read("a.amend.md") == text(n)));
    }
}
