//! Every valid strategy on every kind of type.
#![deny(warnings)]
#![allow(dead_code)]

use std::collections::BTreeMap;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct All {
    #[patch(strategy = "replace")]
    scalar: String,
    #[patch(strategy = "merge")]
    object: Option<Element>,
    #[patch(strategy = "replace")]
    object_replace: Element,
    #[patch(strategy = "retainKeys")]
    object_retain: Box<Element>,
    #[patch(strategy = "merge|retainKeys")]
    object_merge_retain: Element,
    #[patch(strategy = "replace|retainKeys")]
    object_replace_retain: Element,
    #[patch(strategy = "merge")]
    map: BTreeMap<String, String>,
    #[patch(strategy = "retainKeys")]
    map_retain: BTreeMap<String, String>,
    #[patch(strategy = "replace")]
    list_replace: Vec<Element>,
    #[patch(strategy = "merge", merge_key = "name")]
    list_merge: Vec<Element>,
    #[patch(strategy = "merge,retainKeys", merge_key = "name")]
    list_retain: Option<Vec<Element>>,
    #[patch(strategy = " retainKeys | merge ", merge_key = "name")]
    list_retain_reversed: Box<[Element]>,
    #[patch(strategy = "merge")]
    scalars: Vec<String>,
    #[patch(strategy = "merge")]
    enums: Vec<Phase>,
    #[patch(strategy = "merge")]
    free_form: serde_json::Value,
    #[patch(strategy = "merge", merge_key = "name")]
    keyed_free_form: Vec<serde_json::Value>,
    #[patch(strategy = "merge", merge_key = "name")]
    keyed_maps: Vec<BTreeMap<String, String>>,
    #[patch()]
    nothing: String,
}

#[derive(PatchSchema)]
struct Element {
    name: String,
}

#[derive(PatchSchema)]
enum Phase {
    Running,
}

fn main() {
    let root = All::schema().root();
    assert_eq!(root.fields().count(), 18);
}
