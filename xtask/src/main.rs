//! Tasks of the workspace: `cargo xtask …`.
fn main() {}
