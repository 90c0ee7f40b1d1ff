use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Keys {
    #[patch(strategy = "merge", merge_key = "share")]
    of_floats: Vec<Item>,
    #[patch(list_map_keys("share"))]
    map_of_floats: Vec<Item>,
    #[patch(strategy = "merge", merge_key = "anything")]
    of_anything: Vec<Item>,
    #[patch(strategy = "merge", merge_key = "opaque")]
    of_leaves: Vec<Item>,
    #[patch(strategy = "merge", merge_key = "number")]
    of_numbers: Vec<Item>,
    #[patch(strategy = "merge", merge_key = "name")]
    of_lists: Vec<BTreeMap<String, Vec<String>>>,
    #[patch(strategy = "merge", merge_key = "name")]
    of_shares: Vec<BTreeMap<String, f64>>,
    #[patch(list_map_keys("name"))]
    lists: Vec<Vec<Item>>,
}

#[derive(PatchSchema)]
struct Item {
    share: Option<f32>,
    anything: serde_json::Value,
    #[patch(leaf)]
    opaque: String,
    number: serde_json::Number,
}

#[derive(PatchSchema)]
struct Skipped {
    #[patch(strategy = "merge", merge_key = "written")]
    of_written: Vec<OneWay>,
    #[patch(strategy = "merge", merge_key = "read")]
    of_read: Vec<OneWay>,
    #[patch(strategy = "merge", merge_key = "neither")]
    of_neither: Vec<OneWay>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct OneWay {
    #[serde(skip_serializing)]
    read: String,
    #[serde(skip_deserializing)]
    written: String,
    #[serde(skip)]
    neither: String,
}

#[derive(PatchSchema)]
struct Unions {
    #[patch(strategy = "merge", merge_key = "file")]
    of_variants: Vec<Source>,
    #[patch(strategy = "merge", merge_key = "file")]
    of_flattened_variants: Vec<Named>,
    #[patch(strategy = "merge", merge_key = "value")]
    of_members: Vec<Variable>,
}

#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Source {
    File(String),
    Directory(String),
}

#[derive(PatchSchema, Serialize, Deserialize)]
struct Named {
    name: String,
    #[serde(flatten)]
    source: Source,
}

#[derive(PatchSchema)]
struct Variable {
    name: String,
    #[patch(union_member)]
    value: Option<String>,
    #[patch(union_member)]
    reference: Option<String>,
}

fn main() {}
