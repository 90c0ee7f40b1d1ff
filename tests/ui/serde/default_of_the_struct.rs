//! serde's own derive, which would report this too, is not used here.

use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[serde(default)]
struct Pod {
    name: String,
}

#[derive(PatchSchema)]
struct Ports {
    #[serde(default)]
    mode: Mode,
}

#[derive(PatchSchema)]
enum Mode {
    Open,
}

fn main() {}
