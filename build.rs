//! Tells the program from which commit it was built: packages set it, and a packed crate contains it. Otherwise it is not known, because
//! the working tree may have changes.

use std::{env, fs};

fn main() {
    const PACKED: &str = ".cargo_vcs_info.json";
    println!("cargo::rerun-if-env-changed=RULEBOOK_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let packed = || {
        let text = fs::read_to_string(PACKED).ok()?;
        let (_, rest) = text.split_once("\"sha1\"")?;
        let hash = rest.split('"').nth(1)?;
        // a crate that was packed from a changed working tree says so
        (!text.contains("\"dirty\": true")).then(|| hash.to_owned())
    };
    let commit = env::var("RULEBOOK_COMMIT").ok().or_else(packed);
    let commit =
        commit.filter(|hash| hash.len() >= 12 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if let Some(hash) = commit {
        println!("cargo::rustc-env=RULEBOOK_COMMIT={}", &hash[..12]);
    }
}
