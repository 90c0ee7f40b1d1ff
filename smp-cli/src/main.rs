//! The `smp` command.
fn main() {}
