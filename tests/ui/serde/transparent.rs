use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema)]
#[serde(transparent)]
struct Two {
    first: String,
    second: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(transparent)]
struct Names {
    #[patch(strategy = "merge")]
    names: Vec<String>,
}

fn main() {}
