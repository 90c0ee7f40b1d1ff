use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
struct Object {
    name: String,
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
    #[serde(flatten)]
    inner: Inner,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Inner {
    #[serde(flatten)]
    others: BTreeMap<String, serde_json::Value>,
}

fn main() {}
