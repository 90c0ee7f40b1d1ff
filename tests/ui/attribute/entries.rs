//! Entries that are not `name`, `name = value` or `name(…)`.

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "merge", merge-key = "name")]
    dash: Vec<Container>,
    #[patch(list-map-keys("name"))]
    dashes: Vec<Container>,
    // Only one mistake: the strategy that the key needs is meant here.
    #[patch(strategy: "merge")]
    #[patch(merge_key = "name")]
    colon: Vec<Container>,
    #[patch("merge", "text", 1)]
    literals: Vec<String>,
    #[patch(strategy = , list_map_keys = )]
    nothing: Vec<String>,
    #[patch(strategy = "merge", merge_key = ["name", "image"])]
    two_keys: Vec<Container>,
    #[patch(list_map_keys = ["name"], list_type = ["map"])]
    brackets: Vec<Container>,
    #[patch(strategy = "merge"; merge_key = "name")]
    semicolon: Vec<Container>,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
