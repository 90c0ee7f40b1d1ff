use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Int(i64),
    Text(String),
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum UntaggedUnits {
    Int,
}

fn main() {}
