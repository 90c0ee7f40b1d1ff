use std::collections::BTreeMap;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Pod {
    #[patch(strategy = "merge", merge_key = "name")]
    spec: Container,
    #[patch(strategy = "merge", merge_key = "name")]
    labels: BTreeMap<String, String>,
    #[patch(strategy = "merge", merge_key = "name")]
    host: String,
    #[patch(strategy = "merge", merge_key = "name")]
    extra: serde_json::Value,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
