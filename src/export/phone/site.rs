//! Builds the page as files for a web server, with a service worker and manifest to install it.
//!
//! Files whose name contains their hash never change; `index.html` names them. The service worker
//! keeps all files of one version together, so that page and data always fit each other.

use crate::export::html::{csp_hash, strip_control_characters};
use maud::{DOCTYPE, Markup, html};
use serde_json::{Value, json};

/// A file of the site: its name, without folders, and its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// Its name, without folders.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The title, style sheet, script, program and rules of the page for phones, from which the files for a
/// web server are built.
pub(super) struct Site<'a> {
    pub(super) title: &'a str,
    pub(super) style: &'a str,
    pub(super) script: &'a str,
    /// The program as WebAssembly.
    pub(super) program: &'a [u8],
    /// What it loads, as JSON.
    pub(super) rules: &'a [u8],
}

/// Only files of the site itself: no others, no forms and no frames.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
    img-src 'self' data:; manifest-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'";

/// The script that registers the service worker.
const LOADER: &str = include_str!("loader.js");

/// The service worker; it begins with the version and the list of files.
const WORKER: &str = include_str!("worker.js");

const ICON: &str = include_str!("icon.svg");

impl Site<'_> {
    /// Returns the files in the order in which they are written. `body` returns the body of the
    /// page for the names of the program and of the rules.
    pub(super) fn files(&self, body: impl Fn(&Value) -> Markup) -> Vec<SiteFile> {
        let text = |name, ending, text| hashed(name, ending, strip_control_characters(text).into());
        let style = text("page", "css", self.style);
        let script = text("page", "js", self.script);
        let program = hashed("program", "wasm", self.program.to_vec());
        let rules = hashed("rules", "json", self.rules.to_vec());
        let loader = text("loader", "js", LOADER);
        let icon = text("icon", "svg", ICON);
        let manifest = SiteFile {
            name: "manifest.webmanifest".to_owned(),
            bytes: self.manifest(&icon.name).into_bytes(),
        };
        let answers = json!({"program": program.name, "rules": rules.name});
        let page = html! {
            (DOCTYPE)
            html lang="en" dir="ltr" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content="rulebook";
                    meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)";
                    meta name="theme-color" content="#171512" media="(prefers-color-scheme: dark)";
                    title { (self.title) }
                    link rel="manifest" href=(manifest.name);
                    link rel="icon" href=(icon.name) type="image/svg+xml";
                    link rel="stylesheet" href=(style.name);
                    link rel="preload" href=(program.name) as="fetch" crossorigin;
                    link rel="preload" href=(rules.name) as="fetch" crossorigin;
                }
                (body(&answers))
                script src=(script.name) {}
                script src=(loader.name) {}
            }
        };
        let index = SiteFile {
            name: "index.html".to_owned(),
            bytes: (strip_control_characters(&page.into_string()) + "\n").into_bytes(),
        };
        // those that name others come after them
        let mut files = vec![style, script, program, rules, loader, icon, manifest, index];
        files.push(worker(&files));
        files
    }

    fn manifest(&self, icon: &str) -> String {
        let manifest = json!({
            "name": self.title,
            "short_name": self.title,
            "id": "rulebook",
            "start_url": "index.html",
            "scope": ".",
            "display": "standalone",
            "background_color": "#faf7f1",
            "theme_color": "#faf7f1",
            "icons": [{"src": icon, "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}],
        });
        format!("{manifest:#}\n")
    }
}

/// Returns a file whose name contains the hash of its content.
fn hashed(name: &str, ending: &str, bytes: Vec<u8>) -> SiteFile {
    SiteFile {
        name: format!("{name}-{}.{ending}", short_hash(&bytes)),
        bytes,
    }
}

/// Returns the first letters and digits of the hash of a content.
fn short_hash(bytes: &[u8]) -> String {
    csp_hash(bytes)
        .trim_start_matches("sha256-")
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(12)
        .collect()
}

/// Returns the service worker for files. Its version changes with any of them.
fn worker(files: &[SiteFile]) -> SiteFile {
    let all: Vec<u8> = files.iter().flat_map(|file| file.bytes.clone()).collect();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let head = format!(
        "const VERSION = {};\nconst FILES = {};\n",
        json!(short_hash(&all)),
        json!(names)
    );
    SiteFile {
        name: "worker.js".to_owned(),
        bytes: (head + WORKER).into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(rules: &str) -> Vec<SiteFile> {
        let site = Site {
            title: "Rafts",
            style: "a {}",
            script: "1;",
            program: b"\0asm",
            rules: rules.as_bytes(),
        };
        site.files(|files| html! { body { (files.to_string()) } })
    }

    #[test]
    fn a_new_version_has_new_names() {
        let (old, new) = (files("[1]"), files("[2]"));
        let kept = |name: &str| {
            old.iter()
                .zip(&new)
                .filter(|(old, _)| old.name.starts_with(name))
                .all(|(old, new)| old == new)
        };
        assert!(kept("page-") && kept("loader-") && kept("icon-") && kept("program-"));
        assert!(!kept("rules-") && !kept("index") && !kept("worker"));
    }

    #[test]
    fn the_page_and_the_worker_name_every_file() {
        let files = files("[]");
        let text = |file: &SiteFile| String::from_utf8_lossy(&file.bytes).into_owned();
        let (worker, others) = files.split_last().expect("files");
        let (index, others) = others.split_last().expect("files");
        for file in others {
            assert!(text(index).contains(&file.name), "{}", file.name);
            assert!(text(worker).contains(&file.name), "{}", file.name);
        }
    }
}
