//! The `rulebook` program; all of its code is in the library.

/// Loading a library allocates very many small objects on several cores at once. Jemalloc takes
/// less time and memory for that than the allocators of operating systems.
#[cfg(all(feature = "jemalloc", any(target_os = "linux", target_os = "macos")))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    rulebook::cli::main()
}
