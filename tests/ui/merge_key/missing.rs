use std::collections::BTreeMap;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "merge")]
    containers: Vec<Container>,
    #[patch(strategy = "merge|retainKeys")]
    volumes: Option<Vec<Container>>,
    #[patch(strategy = "merge")]
    aliased: Containers,
    #[patch(strategy = "merge")]
    maps: Vec<BTreeMap<String, String>>,
}

type Containers = Vec<Container>;

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
