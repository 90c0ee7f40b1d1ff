//! The command as a plugin of kubectl: `kubectl smp`.

use std::process::ExitCode;

fn main() -> ExitCode {
    smp_cli::main()
}
