use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

fn some() -> Option<String> {
    Some("x".to_owned())
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Field {
    #[patch(union_member)]
    #[serde(default = "some")]
    a: Option<String>,
    #[patch(union_member)]
    #[serde(default)]
    b: Option<String>,
    #[serde(default = "some")]
    other: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[patch(union)]
#[serde(default = "whole")]
struct Whole {
    a: Option<String>,
    b: Option<String>,
}

fn whole() -> Whole {
    Whole { a: some(), b: None }
}

// A default of the member's own comes before that of the struct.
#[derive(PatchSchema, Serialize, Deserialize)]
#[patch(union)]
#[serde(default = "own")]
struct Own {
    #[serde(default)]
    a: Option<String>,
    #[serde(default)]
    b: Option<String>,
}

fn own() -> Own {
    Own { a: some(), b: None }
}

fn main() {}
