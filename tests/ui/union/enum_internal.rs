use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Newtype {
    A(Data),
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum ManyFields {
    A { x: String, y: String },
    B { z: String },
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Shared {
    A { x: String },
    B { x: String },
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Flattened {
    A {
        #[serde(flatten)]
        data: Data,
    },
    #[patch(leaf)]
    B,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Data {
    name: String,
}

fn main() {}
