//! Tells the program from which commit it was built: packages set it, and the archive of the sources contains it. Otherwise it is not known,
//! because the working tree may have changes. Lists the rules that the program contains.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=RULEBOOK_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let commit = env::var("RULEBOOK_COMMIT")
        .or_else(|_| fs::read_to_string("COMMIT"))
        .ok();
    let commit =
        commit.filter(|hash| hash.len() >= 12 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if let Some(hash) = commit {
        println!("cargo::rustc-env=RULEBOOK_COMMIT={}", &hash[..12]);
    }
    let rules = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("rules");
    println!("cargo::rerun-if-changed={}", rules.display());
    let mut table = String::from("&[\n");
    add_files(&rules, "", &mut table)?;
    table += "]\n";
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("rules.rs"), table)
}

/// Adds the rules files of a folder, and then those of its folders, to the text of a table. Lists and texts
/// for tests are left out.
fn add_files(folder: &Path, below: &str, table: &mut String) -> io::Result<()> {
    let mut folders = Vec::new();
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() {
            folders.push((path, format!("{below}{name}/")));
        } else if [".md", ".toml"].iter().any(|end| name.ends_with(end))
            && !name.ends_with(".scenario.md")
        {
            let own = format!("{below}{name}");
            *table += &format!(
                "({own:?}, include_str!({:?})),\n",
                path.display().to_string()
            );
        }
    }
    for (path, below) in folders {
        add_files(&path, &below, table)?;
    }
    Ok(())
}
