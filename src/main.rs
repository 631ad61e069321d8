//! The executable `rulebook`: calls `cli::main`; all other code is in the library crate (`lib.rs`).

/// Loading a library allocates very many small objects on several cores at once. Mimalloc takes
/// less time and memory for that than the allocators of operating systems.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    rulebook::cli::main()
}
