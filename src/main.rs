//! The `rulebook` program: everything it does lives in the library.

fn main() -> std::process::ExitCode {
    rulebook::cli::main()
}
