//! The `rulebook` program: everything it does lives in the library.

/// Libraries are read on several cores at once into very many small pieces. Jemalloc takes less time and less memory for that than the
/// allocators of systems.
#[cfg(all(feature = "jemalloc", any(target_os = "linux", target_os = "macos")))]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    rulebook::cli::main()
}
