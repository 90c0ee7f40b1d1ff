//! serde's own derive, which would report this too, is not used here.

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Pod {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    names: Vec<String>,
}

fn main() {}
