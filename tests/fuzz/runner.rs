//! Runs a target over inputs, and makes the inputs that fail as small as possible.

use super::{Target, input::Inputs};
use crate::support::cases::Cases;
use fastrand::Rng;
use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs, panic,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How long `rulebook` may take for an input, without regard to its size: ten times what a quiet
/// machine allows.
const BASE_TIME: Duration = Duration::from_secs(1);
/// How much longer it may take for each byte: 10 ms for 1,000.
const BYTE_TIME: Duration = Duration::from_micros(10);

thread_local! {
    /// What the last panic of this thread said.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what panics say, in place of printing it: minimising a finding panics thousands of times.
pub(super) fn keep_panics() {
    panic::set_hook(Box::new(|info| {
        let at = info
            .location()
            .map(|at| format!(" at {}:{}", at.file(), at.line()));
        let text = info.payload_as_str().unwrap_or("a panic");
        SAID.with_borrow_mut(|said| *said = format!("{text}{}", at.unwrap_or_default()));
    }));
}

/// Why an input breaks a promise of a target, if it does.
fn failure(target: &Target, input: &str) -> Option<String> {
    let result = panic::catch_unwind(|| (target.check)(input));
    result.err().map(|cause| {
        let said = SAID.with_borrow_mut(std::mem::take);
        let text = cause
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| Some((*cause.downcast_ref::<&str>()?).to_owned()));
        if said.is_empty() {
            text.unwrap_or_default()
        } else {
            said
        }
    })
}

/// The kept inputs of a target, which are real ones or were found.
fn corpus(target: &Target) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/corpus")
        .join(target.name);
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut out: Vec<_> = files
        .map(|file| {
            let text = fs::read_to_string(file.path()).expect("a readable input");
            (file.path(), text)
        })
        .collect();
    out.sort();
    out
}

fn inputs(target: &Target) -> Inputs {
    (target.inputs)(corpus(target).into_iter().map(|(_, text)| text).collect())
}

/// Runs a target over its corpus, and over the same random inputs each time.
pub(super) fn test(target: &Target, cases: Cases) {
    for (path, text) in corpus(target) {
        let failed = failure(target, &text);
        assert!(failed.is_none(), "{}: {failed:?}", path.display());
    }
    let (inputs, mut rng) = (inputs(target), Rng::with_seed(1));
    for case in 0..target.cases {
        let input = inputs(&mut rng);
        if !cases.contain(case as usize) {
            continue;
        }
        if let Some(reason) = failure(target, &input) {
            let (reason, input) = minimise(target, reason, input);
            panic!("{}: {reason}\ninput: {input:?}", target.name);
        }
    }
}

/// A target in a long run.
pub(super) struct Run<'t> {
    target: &'t Target,
    inputs: Inputs,
    rng: Rng,
    time: Duration,
    count: u64,
    /// The smallest input of each kind of failure.
    findings: BTreeMap<String, String>,
}

impl<'t> Run<'t> {
    pub(super) fn new(target: &'t Target, seed: u64) -> Self {
        let inputs = inputs(target);
        Self {
            target,
            inputs,
            rng: Rng::with_seed(seed),
            time: Duration::ZERO,
            count: 0,
            findings: BTreeMap::new(),
        }
    }

    /// Tries inputs for a time. Prints and counts each new kind of failure.
    #[expect(clippy::print_stdout, reason = "the findings are what it is for")]
    pub(super) fn for_time(&mut self, time: Duration) {
        let start = Instant::now();
        let mut now = start;
        while now - start < time {
            let input = (self.inputs)(&mut self.rng);
            let began = Instant::now();
            let failed = failure(self.target, &input);
            now = Instant::now();
            self.count += 1;
            let failed = failed.or_else(|| slow(self.target, &input, now - began));
            let Some(reason) = failed else { continue };
            if self.findings.contains_key(&kind(&reason)) {
                continue;
            }
            // what is slow is printed as it is: to make it smaller would take as long again and again
            let (reason, input) = match reason.starts_with("takes") {
                true => (reason, input),
                false => minimise(self.target, reason, input),
            };
            println!("FOUND {}: {reason}\ninput: {input:?}", self.target.name);
            self.findings.insert(kind(&reason), input);
            now = Instant::now();
        }
        self.time += start.elapsed();
    }

    /// The number of inputs so far, and that of different findings.
    pub(super) fn counts(&self) -> (u64, usize) {
        (self.count, self.findings.len())
    }

    /// A row of the table of figures.
    pub(super) fn row(&self) -> String {
        let seconds = self.time.as_secs_f64();
        format!(
            "| {} | {} | {seconds:.0} | {:.0} | {} |",
            self.target.name,
            self.count,
            self.count as f64 / seconds.max(0.001),
            self.findings.len()
        )
    }
}

/// Says that an input takes too long, unless it is the machine that was busy.
fn slow(target: &Target, input: &str, first: Duration) -> Option<String> {
    let allowed =
        (BASE_TIME + BYTE_TIME * u32::try_from(input.len()).unwrap_or(u32::MAX)) * target.steps;
    let mut least = first;
    for _ in 0..4 {
        if least <= allowed {
            return None;
        }
        let began = Instant::now();
        (target.check)(input);
        least = least.min(began.elapsed());
    }
    (least > allowed).then(|| format!("takes {} ms, {} bytes", least.as_millis(), input.len()))
}

/// What two findings with the same cause share: the start of the message, without numbers.
fn kind(reason: &str) -> String {
    reason
        .chars()
        .filter(|c| !c.is_ascii_digit())
        .take(24)
        .collect()
}

/// Removes what the failure does not need.
fn minimise(target: &Target, mut reason: String, input: String) -> (String, String) {
    let (wanted, start) = (kind(&reason), Instant::now());
    let mut left: Vec<char> = input.chars().collect();
    let mut size = left.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < left.len() && start.elapsed() < Duration::from_secs(30) {
            let mut shorter = left.clone();
            shorter.drain(at..(at + size).min(left.len()));
            let text: String = shorter.iter().collect();
            match failure(target, &text) {
                Some(new) if kind(&new) == wanted => (reason, left) = (new, shorter),
                _ => at += size,
            }
        }
        size /= 2;
    }
    (reason, left.into_iter().collect())
}
