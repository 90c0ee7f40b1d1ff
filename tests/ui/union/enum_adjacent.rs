use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Two {
    None,
    A(Data),
    B { name: String },
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum OneType {
    Minimum(Data),
    Maximum(Data),
    Both(Data),
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Leaves {
    #[patch(leaf)]
    Number(u8),
    #[patch(leaf)]
    Text(String),
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "type", content = "value")]
enum Tuple {
    A(Data, Data),
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Data {
    name: String,
}

fn main() {}
