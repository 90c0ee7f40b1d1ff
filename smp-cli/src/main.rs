//! The program `smp`: see the library.

fn main() -> std::process::ExitCode {
    smp_cli::main()
}
