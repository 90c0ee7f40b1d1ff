//! The command as `smp`.

use std::process::ExitCode;

fn main() -> ExitCode {
    smp_cli::main()
}
