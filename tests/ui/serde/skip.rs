use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
struct Pod {
    #[serde(skip)]
    #[patch(strategy = "merge")]
    cache: Vec<String>,
    #[serde(skip_serializing, skip_deserializing)]
    #[patch(leaf)]
    other: Vec<String>,
}

fn main() {}
