use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
struct Volume {
    name: String,
    #[serde(flatten)]
    source: Source,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Source {
    path: String,
    name: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Deep {
    #[serde(flatten)]
    source: Option<Source>,
    #[serde(flatten)]
    other: Other,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Other {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Inner {
    path: String,
}

fn main() {}
