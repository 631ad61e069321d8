//! The command that writes a generated library to a folder.

use super::library::{LibraryShape, generate};
use std::{fs, path::PathBuf};

const USAGE: &str = "usage: generate wide|deep FOLDER [--clauses N] [--seed N]";

/// Writes a library to the folder that the arguments name, and returns how many files it has.
pub fn write_library(arguments: &[String]) -> Result<String, String> {
    let (mut clauses, mut seed, mut places) = (100_000, 1, Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut number = || {
            rest.next()
                .and_then(|value| value.parse().ok())
                .ok_or_else(|| format!("expected a number after {argument}\n{USAGE}"))
        };
        match argument.as_str() {
            "--clauses" => clauses = number()? as usize,
            "--seed" => seed = number()?,
            _ => places.push(argument),
        }
    }
    let [shape, folder] = places[..] else {
        return Err(USAGE.to_owned());
    };
    let shape = LibraryShape::ALL
        .into_iter()
        .find(|own| own.name() == *shape)
        .ok_or_else(|| format!("unknown shape {shape}\n{USAGE}"))?;
    let folder = PathBuf::from(folder);
    if folder.exists() {
        return Err(format!("{} exists already", folder.display()));
    }
    let library = generate(shape, clauses, seed);
    for source in &library.sources {
        let path = folder.join(&source.path);
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            fs::write(&path, source.text.as_bytes())
        };
        write().map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(format!(
        "{} files in {}",
        library.sources.len(),
        folder.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_written_to_a_new_folder() {
        let folder = std::env::temp_dir().join(format!("rulebook-{}", std::process::id()));
        let folder = folder.display().to_string();
        let write = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|&own| own.to_owned()).collect();
            write_library(&arguments)
        };
        let arguments = ["wide", &folder, "--clauses", "12"];
        assert_eq!(write(&arguments), Ok(format!("2 files in {folder}")));
        assert_eq!(write(&arguments), Err(format!("{folder} exists already")));
        assert!(write(&["narrow", &folder]).is_err_and(|error| error.ends_with(USAGE)));
        assert!(write(&["wide", &folder, "--clauses"]).is_err());
        fs::remove_dir_all(&folder).expect("the folder was written");
    }
}
