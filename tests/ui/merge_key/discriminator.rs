use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema, Serialize, Deserialize)]
struct Holder {
    #[patch(strategy = "merge", merge_key = "t")]
    merged: Vec<Element>,
    #[patch(list_map_keys("t"))]
    applied: Vec<Element>,
    #[patch(strategy = "merge", merge_key = "t")]
    flattened: Vec<Flattened>,
    #[patch(strategy = "merge", merge_key = "kind")]
    tagged: Vec<Tagged>,
    #[patch(strategy = "merge", merge_key = "a")]
    member: Vec<Element>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Element {
    #[patch(discriminator)]
    t: String,
    #[patch(union_member)]
    a: Option<String>,
    #[patch(union_member)]
    b: Option<String>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Flattened {
    #[serde(flatten)]
    element: Element,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    A { a: u8 },
    B { b: u8 },
}

fn main() {}
