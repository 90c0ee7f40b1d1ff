use std::collections::BTreeMap;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Pod {
    #[patch(strategy = "merge", merge_key = "name")]
    sources: Vec<Source>,
    #[patch(strategy = "merge", merge_key = "name")]
    volumes: Vec<Volume>,
    #[patch(strategy = "merge", merge_key = "port")]
    tagged: Vec<Tagged>,
    #[patch(strategy = "merge", merge_key = "name")]
    open: Vec<Open>,
}

#[derive(PatchSchema)]
enum Source {
    HostPath { name: String },
    Secret { name: String, items: Vec<String> },
}

#[derive(PatchSchema)]
struct Volume {
    #[serde(flatten)]
    source: Source,
}

#[derive(PatchSchema)]
#[serde(tag = "kind")]
enum Tagged {
    Http { port: u16 },
    Off {},
}

#[derive(PatchSchema)]
struct Open {
    id: u8,
    #[serde(flatten)]
    lists: BTreeMap<String, Vec<String>>,
}

fn main() {}
