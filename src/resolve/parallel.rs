use std::{
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// How many threads run at the same time. Asking the system takes longer than some of the work.
static CORES: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));

/// What `work` makes of each number below `count`, in order. On as many cores as there are, but one for each `least` numbers.
pub fn on_all_cores<T: Send>(count: usize, least: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = (*CORES).min(count.div_ceil(least.max(1))).max(1);
    let next = AtomicUsize::new(0);
    let run = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < count));
        numbers.map(|at| (at, work(at))).collect::<Vec<_>>()
    };
    let mut made: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let own = run();
        let joined = workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        own.into_iter().chain(joined).collect()
    });
    made.sort_unstable_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, made)| made).collect()
}
