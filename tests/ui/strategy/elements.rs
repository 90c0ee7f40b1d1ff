//! Lists whose elements cannot be merged.

use std::collections::BTreeMap;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Fixed {
    #[patch(strategy = "merge")]
    array: [String; 2],
    #[patch(strategy = "merge")]
    tuple: Option<(String, String)>,
}

#[derive(PatchSchema)]
struct Elements {
    #[patch(strategy = "merge")]
    fractions: Vec<f64>,
    #[patch(strategy = "merge")]
    free_form: Vec<serde_json::Value>,
    #[patch(list_type = "set")]
    objects: Vec<Fixed>,
    #[patch(list_type = "set")]
    maps: Vec<BTreeMap<String, String>>,
}

#[derive(PatchSchema)]
#[serde(tag = "kind")]
enum Tagged {
    A { a: u8 },
    #[serde(other)]
    Other,
}

fn main() {}
