//! The program in the page for phones: rules in, then a request in and its reply out, as texts in JSON.
//!
//! The page writes a text at the address that [`room`] returns, and calls [`load`] once and [`ask`] for each
//! request. All return the address of a reply: its length in bytes as 4 bytes, the lowest first, then the text.
//! A reply is there until the next call.

use rulebook_core::{
    analysis::{Analysis, Settings, Source},
    answer::{PAGE_PROGRAM, QueryEngine, respond},
};
use serde::Deserialize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the program is to know before the first request.
#[derive(Deserialize)]
struct Start {
    /// The current day: `2026-11-30`.
    today: String,
    /// What is shown if a request does not say so.
    #[serde(default)]
    settings: Settings,
    /// The files of the rules.
    sources: Vec<Source>,
}

static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static REPLY: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ENGINE: Mutex<Option<QueryEngine>> = Mutex::new(None);

fn locked<T>(own: &Mutex<T>) -> MutexGuard<'_, T> {
    own.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address of `length` bytes for a text.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut text = locked(&TEXT);
    *text = vec![0; length];
    text.as_mut_ptr()
}

/// Loads the rules. The reply is empty, or says why that failed.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> *const u8 {
    let text = std::mem::take(&mut *locked(&TEXT));
    let start = serde_json::from_slice::<Start>(&text).map_err(|error| error.to_string());
    let engine = start.and_then(|start| {
        let today = start.today.parse();
        let today = today.map_err(|_| format!("\"{}\" is not a day", start.today))?;
        let settings = vec![("set when this page was made".to_owned(), start.settings)];
        Ok(QueryEngine::new(
            Analysis::new(start.sources),
            settings,
            Some(today),
        ))
    });
    match engine {
        Ok(engine) => {
            *locked(&ENGINE) = Some(engine);
            reply("")
        }
        Err(message) => reply(&message),
    }
}

/// Answers a request; see [`respond`] for the form of request and reply. Without rules, the reply is empty.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    let text = std::mem::take(&mut *locked(&TEXT));
    match &*locked(&ENGINE) {
        Some(engine) => reply(&respond(engine, &String::from_utf8_lossy(&text))),
        None => reply(""),
    }
}

/// Returns the name of the program and its version.
#[unsafe(no_mangle)]
pub extern "C" fn version() -> *const u8 {
    reply(PAGE_PROGRAM)
}

fn reply(text: &str) -> *const u8 {
    let mut reply = locked(&REPLY);
    reply.clear();
    reply.extend((text.len() as u32).to_le_bytes());
    reply.extend(text.as_bytes());
    reply.as_ptr()
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Fills bytes by chance.
    fn random(start: *mut u8, length: usize);
}

#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    start: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    unsafe { random(start, length) };
    Ok(())
}
