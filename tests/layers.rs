//! The order of the layers, and the doors at which foreign types stop.

use std::{fs, path::Path};

/// The modules from left to right; a module may use those to its left.
const LAYERS: &[&[&str]] = &[
    &["text"],
    &["diagnostic"],
    &["syntax"],
    &["model"],
    &["op"],
    &["resolve"],
    &["search"],
    &["analysis"],
    &["scenario"],
    &["lint", "generate", "import", "export"],
    &["printed"],
    &["proof"],
    &["disk"],
    &["lsp"],
    &["cli"],
];

/// A foreign crate or module, and the only modules that may name it.
const DOORS: &[(&str, &[&str])] = &[
    ("pulldown_cmark", &["syntax"]),
    ("serde_saphyr", &["syntax"]),
    ("petgraph", &["resolve"]),
    ("tantivy", &["search"]),
    ("annotate_snippets", &["diagnostic"]),
    ("imara_diff", &["text"]),
    ("include_dir", &["disk"]),
    ("tempfile", &["disk"]),
    ("std::fs", &["disk"]),
    ("maud", &["export"]),
    ("sha2", &["export"]),
    ("base64", &["export"]),
    ("clap", &["cli"]),
    ("comfy_table", &["cli"]),
    ("tower_lsp", &["lsp"]),
    ("tokio", &["lsp"]),
    ("ropey", &["lsp"]),
    ("nucleo_matcher", &["lsp"]),
];

/// Every source file below `folder` with the module that it belongs to, and its code without comments and tests.
fn files(folder: &Path, module: Option<&str>, out: &mut Vec<(String, String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a readable entry").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            files(&path, Some(module.unwrap_or(&name)), out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("a readable source");
            let code: String = text
                .lines()
                .take_while(|line| line.trim() != "#[cfg(test)]")
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect::<Vec<_>>()
                .join("\n");
            out.push((
                module.unwrap_or(&name).to_owned(),
                path.display().to_string(),
                code,
            ));
        }
    }
}

fn sources() -> Vec<(String, String, String)> {
    let mut out = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        None,
        &mut out,
    );
    out.retain(|(module, _, _)| module != "lib" && module != "main");
    out
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&module))
}

/// The modules of this crate that `code` names: `crate::x`, and the first names of `crate::{x, y::z}`.
fn named(code: &str) -> Vec<String> {
    let mut out = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            out.push(
                rest.chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect(),
            );
            continue;
        };
        let (mut depth, mut start) = (0, true);
        let mut word = String::new();
        for c in group.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if c.is_alphanumeric() || c == '_' => {
                    if start && depth == 0 {
                        word.push(c);
                    }
                    continue;
                }
                c if c.is_whitespace() => continue,
                _ => {}
            }
            if !word.is_empty() {
                out.push(std::mem::take(&mut word));
                start = c == ',';
            }
        }
        out.extend((!word.is_empty()).then_some(word));
    }
    out
}

#[test]
fn a_module_uses_only_what_stands_to_its_left() {
    let mut wrong = Vec::new();
    for (module, path, code) in sources() {
        let own = layer(&module).unwrap_or_else(|| {
            panic!("{path}: the module `{module}` has no place in the order of layers")
        });
        for other in named(&code).iter().filter(|other| **other != module) {
            if layer(other).is_some_and(|other| other >= own) {
                wrong.push(format!("{path}: `{module}` uses `{other}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn foreign_types_stop_at_their_door() {
    let mut wrong = Vec::new();
    for (module, path, code) in sources() {
        for (foreign, doors) in DOORS {
            if code.contains(foreign) && !doors.contains(&module.as_str()) {
                wrong.push(format!(
                    "{path}: `{foreign}` may be named in {} only",
                    doors.join(", ")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_test_sees_what_is_used() {
    let code =
        "use crate::{\n    op::{self, Edit},\n    syntax,\n};\nlet x = crate::analysis::unit_id();";
    assert_eq!(named(code), ["op", "syntax", "analysis"]);
}
