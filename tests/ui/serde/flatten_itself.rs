use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
struct Tree {
    name: String,
    #[serde(flatten)]
    inner: Option<Box<Tree>>,
}

fn main() {}
