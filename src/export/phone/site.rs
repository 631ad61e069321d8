//! Builds the page as files for a web server, with a service worker and manifest to install it.
//!
//! Files whose name contains their hash never change; `index.html` names them. The service worker
//! keeps all files of one version together, so that page and data always fit each other.

use crate::export::html::{csp_hash, strip_control_characters};
use maud::{DOCTYPE, Markup, html};
use serde_json::json;

/// A file of the site: its name, without folders, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// Its name, without folders.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// The title, style sheet, script and data of the page for phones, from which the files for a web
/// server are built.
pub(super) struct Site<'a> {
    pub(super) title: &'a str,
    pub(super) style: &'a str,
    pub(super) script: &'a str,
    /// The data of the script as JSON.
    pub(super) data: &'a str,
}

/// Only files of the site itself: no others, no forms and no frames.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
    img-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The script that loads the data and then the page, and registers the service worker.
const LOADER: &str = include_str!("loader.js");

/// The service worker; it begins with the version and the list of files.
const WORKER: &str = include_str!("worker.js");

const ICON: &str = include_str!("icon.svg");

impl Site<'_> {
    /// Returns the files in the order in which they are written. `body` returns the body of the
    /// page around the element for the data.
    pub(super) fn files(&self, body: impl Fn(&Markup) -> Markup) -> Vec<SiteFile> {
        let style = hashed("page", "css", self.style);
        let script = hashed("page", "js", self.script);
        let data = hashed("data", "json", self.data);
        let loader = hashed("loader", "js", LOADER);
        let icon = hashed("icon", "svg", ICON);
        let manifest = SiteFile {
            name: "manifest.webmanifest".to_owned(),
            text: self.manifest(&icon.name),
        };
        let source = html! {
            script #data type="application/json" data-source=(data.name) data-script=(script.name) {}
        };
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
                    link rel="preload" href=(data.name) as="fetch" crossorigin;
                    link rel="preload" href=(script.name) as="script";
                }
                (body(&source))
                script src=(loader.name) {}
            }
        };
        let index = SiteFile {
            name: "index.html".to_owned(),
            text: strip_control_characters(&page.into_string()) + "\n",
        };
        // those that name others come after them
        let mut files = vec![style, script, data, loader, icon, manifest, index];
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
fn hashed(name: &str, ending: &str, text: &str) -> SiteFile {
    let text = strip_control_characters(text);
    SiteFile {
        name: format!("{name}-{}.{ending}", short_hash(&text)),
        text,
    }
}

/// Returns the first letters and digits of the hash of a text.
fn short_hash(text: &str) -> String {
    csp_hash(text)
        .trim_start_matches("sha256-")
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(12)
        .collect()
}

/// Returns the service worker for files. Its version changes with any of them.
fn worker(files: &[SiteFile]) -> SiteFile {
    let all: String = files.iter().map(|file| file.text.as_str()).collect();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let head = format!(
        "const VERSION = {};\nconst FILES = {};\n",
        json!(short_hash(&all)),
        json!(names)
    );
    SiteFile {
        name: "worker.js".to_owned(),
        text: head + WORKER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(data: &str) -> Vec<SiteFile> {
        let site = Site {
            title: "Rafts",
            style: "a {}",
            script: "1;",
            data,
        };
        site.files(|data| html! { body { (data) } })
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
        assert!(kept("page-") && kept("loader-") && kept("icon-"));
        assert!(!kept("data-") && !kept("index") && !kept("worker"));
    }

    #[test]
    fn the_page_and_the_worker_name_every_file() {
        let files = files("[]");
        let (worker, others) = files.split_last().expect("files");
        let (index, others) = others.split_last().expect("files");
        for file in others {
            assert!(index.text.contains(&file.name), "{}", file.name);
            assert!(worker.text.contains(&file.name), "{}", file.name);
        }
    }
}
