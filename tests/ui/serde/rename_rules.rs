//! Mistakes that serde reports in the same words, so that the compiler shows one error.

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[serde(rename_all = "camelcase")]
struct Alone {
    host_ip: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camel", deserialize = "Snake"))]
struct Both {
    host: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all_fields = "kebab")]
enum Source {
    #[serde(rename_all = "title")]
    HostPath { path: String },
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(content = "value")]
enum Content {
    Number(u8),
}

fn main() {}
