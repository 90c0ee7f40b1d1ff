use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
struct Pod {
    #[serde(rename(serialize = "hostName", deserialize = "host_name"))]
    host: String,
    #[serde(rename(serialize = "nodeName"))]
    node: String,
    // The name is the same in both directions.
    #[serde(rename(serialize = "phase"))]
    phase: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
struct Split {
    host_ip: String,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct Half {
    host_ip: String,
}

fn main() {}
