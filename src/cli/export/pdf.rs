//! Writes an HTML page to print, its PDF, or both; an installed Chromium makes the PDF offline.
//! The browser runs headless and without the user's profile.

use super::options::{OutOption, write_error, written_message};
use crate::{
    cli::{CommandError, CommandOutput, CommandResult, Context},
    disk::{self, TempFolder},
};
use camino::{Utf8Path, Utf8PathBuf};
use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The names of browsers that can print.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "chrome",
    "msedge",
];

/// The paths of browsers that are not in the search path.
const INSTALL_PATHS: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/// The options of the browser: headless, offline, no user profile, no header and footer.
const BROWSER_OPTIONS: &[&str] = &[
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

/// The time limit for the browser.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Writes the PDF of a page if requested, and the page itself if `--out` or no PDF is given.
pub(super) fn write_page(
    context: &Context<'_>,
    out: &OutOption,
    pdf: Option<&Utf8Path>,
    page: String,
) -> CommandResult {
    let Some(file) = pdf else {
        return out.write(context, page);
    };
    let browser = find_browser(context)?;
    let bytes = print_to_pdf(&browser, &page)?;
    disk::write_bytes(&context.current.join(file), &bytes)
        .map_err(|error| write_error(file, error))?;
    let message = written_message(file);
    match out.file() {
        Some(_) => Ok(CommandOutput::plain(
            out.write(context, page)?.text + &message,
        )),
        None => Ok(CommandOutput::plain(message)),
    }
}

/// Returns the browser named by `RULEBOOK_BROWSER`, else the first installed one.
fn find_browser(context: &Context<'_>) -> Result<Utf8PathBuf, CommandError> {
    let advice = "install Chromium (Debian and Ubuntu: apt install chromium; Fedora: dnf install chromium; macOS: brew install --cask chromium), or set \
                  RULEBOOK_BROWSER to a related browser; or write the page with --out and print it from any browser";
    let named = context.env.get("RULEBOOK_BROWSER");
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        let path = context.current.join(named);
        let message = format!("browser not found: {named} (set in RULEBOOK_BROWSER)");
        return match disk::is_file(&path) {
            true => Ok(path),
            false => Err(CommandError::misuse(message).with_help(advice)),
        };
    }
    let search_path = context.env.get("PATH").into_iter();
    let folders = search_path.flat_map(|path| std::env::split_paths(path));
    let folders = folders.filter_map(|path| Utf8PathBuf::from_path_buf(path).ok());
    let folders: Vec<Utf8PathBuf> = folders.collect();
    let ending = if cfg!(windows) { ".exe" } else { "" };
    let installed = BROWSERS.iter().flat_map(|name| {
        let paths = folders.iter();
        paths.map(move |folder| folder.join(format!("{name}{ending}")))
    });
    let elsewhere = INSTALL_PATHS.iter().map(Utf8PathBuf::from);
    let elsewhere = elsewhere.filter(|_| context.env.contains_key("PATH"));
    let found = installed.chain(elsewhere).find(|path| disk::is_file(path));
    found.ok_or_else(|| {
        CommandError::misuse("no browser found that can write the PDF").with_help(advice)
    })
}

/// Prints the page to PDF. If the browser does not start in its sandbox (as root, in containers),
/// it runs without: the page contains no script, and the network is disabled.
fn print_to_pdf(browser: &Utf8Path, page: &str) -> Result<Vec<u8>, CommandError> {
    for sandbox in [true, false] {
        let folder = TempFolder::new()?;
        let path = folder.write_file("page.html", page)?;
        let mut command = Command::new(browser);
        command.args(BROWSER_OPTIONS);
        command.arg(format!("--user-data-dir={}", folder.path().join("profile")));
        command.arg(format!("--print-to-pdf={}", folder.path().join("page.pdf")));
        command.args((!sandbox).then_some("--no-sandbox")).arg(path);
        let done = run_browser(command)
            .map_err(|error| CommandError::misuse(format!("cannot start {browser}: {error}")))?;
        if let Some(bytes) = folder
            .read_file("page.pdf")
            .filter(|bytes| done && bytes.starts_with(b"%PDF"))
        {
            return Ok(bytes);
        }
    }
    let failure = CommandError::misuse(format!("{browser} wrote no PDF"));
    Err(failure.with_help("write the page with --out, open it in a browser and print it there; or set RULEBOOK_BROWSER to another browser"))
}

/// Runs the browser; returns whether it succeeded within the time limit.
fn run_browser(mut command: Command) -> std::io::Result<bool> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if started.elapsed() > TIMEOUT {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(20));
    }
}
