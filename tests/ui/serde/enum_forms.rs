use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Tagged {
    Running,
    Pending,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Int(i64),
    Text(String),
}

fn main() {}
