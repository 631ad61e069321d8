//! Measures the time that work takes, whatever else runs on the machine.

use std::{
    fs,
    sync::LazyLock,
    time::{Duration, Instant},
};

/// A pool in which a reader does all its work on one thread.
static ONE_THREAD: LazyLock<rayon::ThreadPool> = LazyLock::new(|| {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
    pool.build().expect("a thread")
});

/// Returns the time that `work` takes, on one thread, whose time is counted.
pub(super) fn processor_time(work: impl FnOnce() + Send) -> Duration {
    ONE_THREAD.install(|| {
        let start = Clock::now();
        work();
        start.elapsed()
    })
}

/// The processor time of this thread where the system counts it, which other programs do not disturb as they do
/// the time of day.
struct Clock {
    processor: Option<Duration>,
    start: Instant,
}

impl Clock {
    fn now() -> Self {
        Self {
            processor: Self::processor_time(),
            start: Instant::now(),
        }
    }

    fn processor_time() -> Option<Duration> {
        // the scheduler adds a running thread's time at each switch
        std::thread::yield_now();
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
    }

    fn elapsed(&self) -> Duration {
        let processor = self.processor.zip(Self::processor_time());
        let elapsed = processor.map(|(start, end)| end.saturating_sub(start));
        // what other threads did, as the server's, is not in it
        elapsed
            .filter(|time| *time * 20 > self.start.elapsed())
            .unwrap_or_else(|| self.start.elapsed())
    }
}
