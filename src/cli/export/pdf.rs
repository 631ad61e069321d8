//! PDF by a browser that is installed: Chromium prints the page, without a window, without the network, and without the user's own profile.

use super::{Out, said, unwritten};
use crate::{
    cli::{Answer, Context, Failure},
    disk::{self, Scratch},
};
use camino::{Utf8Path, Utf8PathBuf};
use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Programs that print pages, by the names under which systems install them.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "chrome",
    "msedge",
];

/// Places outside the search path where they lie.
const PLACES: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/// How the browser is run: nothing of the user's, nothing from the net, no lines of its own on the page.
const OPTIONS: &[&str] = &[
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-pdf-header-footer",
];

/// How long a browser may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// Puts a page where it belongs, and its PDF.
pub(super) fn put(
    context: &Context<'_>,
    out: &Out,
    pdf: Option<&Utf8Path>,
    page: String,
) -> Result<Answer, Failure> {
    let Some(pdf) = pdf else {
        return out.put(context, page);
    };
    let browser = browser(context)?;
    let bytes = printed(&browser, &page)?;
    disk::write_bytes(&context.current.join(pdf), &bytes).map_err(|fault| unwritten(pdf, fault))?;
    let told = said(pdf);
    match out.file() {
        Some(_) => Ok(Answer::plain(out.put(context, page)?.text + &told)),
        None => Ok(Answer::plain(told)),
    }
}

/// The browser named by `RULEBOOK_BROWSER`, else the first one that is installed.
fn browser(context: &Context<'_>) -> Result<Utf8PathBuf, Failure> {
    let advice = "install Chromium (Debian and Ubuntu: apt install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium), or name a \
                  browser of its kind in RULEBOOK_BROWSER; or write the page with --out and print it from any browser";
    if let Some(named) = context
        .env
        .get("RULEBOOK_BROWSER")
        .filter(|named| !named.is_empty())
    {
        let path = context.current.join(named);
        return match path.is_file() {
            true => Ok(path),
            false => Err(Failure::misuse(format!(
                "there is no browser {named}, which RULEBOOK_BROWSER names"
            ))
            .help(advice)),
        };
    }
    let folders: Vec<Utf8PathBuf> = context
        .env
        .get("PATH")
        .map(|path| {
            std::env::split_paths(path)
                .filter_map(|p| Utf8PathBuf::from_path_buf(p).ok())
                .collect()
        })
        .unwrap_or_default();
    let name = |name: &&str| {
        if cfg!(windows) {
            format!("{name}.exe")
        } else {
            (*name).to_owned()
        }
    };
    let installed = BROWSERS.iter().map(name).find_map(|name| {
        folders
            .iter()
            .map(|folder| folder.join(&name))
            .find(|path| path.is_file())
    });
    let elsewhere = || {
        PLACES
            .iter()
            .map(Utf8PathBuf::from)
            .find(|path| context.env.contains_key("PATH") && path.is_file())
    };
    installed.or_else(elsewhere).ok_or_else(|| {
        Failure::misuse("a PDF needs a browser that prints, and none is found").help(advice)
    })
}

/// The page as a PDF. Where the browser refuses to start in its sandbox, as for root and in containers, it is run without: the page holds no
/// program, and the net is closed.
fn printed(browser: &Utf8Path, page: &str) -> Result<Vec<u8>, Failure> {
    for sandbox in [true, false] {
        let scratch = Scratch::new()?;
        let path = scratch.put("page.html", page)?;
        let mut command = Command::new(browser);
        command.args(OPTIONS);
        command.arg(format!(
            "--user-data-dir={}",
            scratch.path().join("profile")
        ));
        command.arg(format!(
            "--print-to-pdf={}",
            scratch.path().join("page.pdf")
        ));
        command.args((!sandbox).then_some("--no-sandbox")).arg(path);
        let done = run(command)
            .map_err(|error| Failure::misuse(format!("{browser} cannot be started: {error}")))?;
        if let Some(bytes) = scratch
            .take("page.pdf")
            .filter(|bytes| done && bytes.starts_with(b"%PDF"))
        {
            return Ok(bytes);
        }
    }
    let failure = Failure::misuse(format!("{browser} wrote no PDF"));
    Err(failure.help("write the page with --out, open it in a browser and print it there; or name another browser in RULEBOOK_BROWSER"))
}

/// Whether the program ended well, in time.
fn run(mut command: Command) -> std::io::Result<bool> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if begun.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(20));
    }
}
