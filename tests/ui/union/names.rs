use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Underscores {
    __: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
enum Variants {
    #[serde(rename = "")]
    Nameless(String),
    #[serde(rename = "$patch")]
    Directive(String),
    #[serde(rename(serialize = "written", deserialize = "read"))]
    TwoNames {},
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Internal {
    #[serde(rename = "")]
    Nameless { name: String },
    #[serde(rename(serialize = "written", deserialize = "read"))]
    TwoNames,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all(deserialize = "camelCase"))]
enum Strings {
    #[serde(rename = "")]
    Nameless,
    TwoNames,
    #[serde(rename = "one")]
    OneName,
}

fn main() {}
