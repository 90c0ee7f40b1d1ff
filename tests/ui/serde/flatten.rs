use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
struct Volume {
    #[serde(flatten)]
    #[patch(strategy = "retainKeys")]
    source: Source,
    #[serde(flatten)]
    names: Vec<String>,
    #[serde(flatten)]
    phase: Phase,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Source {
    path: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Phase {
    Running,
}

fn main() {}
