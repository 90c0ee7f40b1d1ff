//! Words that belong to another attribute, or to an attribute of serde.

use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(merge, rename_all = "camelCase")]
struct PodSpec {
    // Only one mistake: `merge` is meant as the strategy that the key needs.
    #[patch(merge, merge_key = "name")]
    containers: Vec<Container>,
    #[patch(strategy = "merge", key = "name")]
    volumes: Vec<Container>,
    #[patch(keys("name"))]
    ports: Vec<Container>,
    #[patch(atomic)]
    args: Vec<String>,
    #[patch(rename = "hostName", skip)]
    host: String,
    #[patch(x_kubernetes_list_type = "set")]
    groups: Vec<String>,
}

#[derive(PatchSchema)]
struct Values {
    #[patch(strategy = "atomic")]
    strategy: Vec<String>,
    #[patch(list_type = "merge")]
    list_type: Vec<String>,
    #[patch(list_type = "granular")]
    granular: Vec<String>,
    #[patch(map_type = "set")]
    map_type: Container,
    #[patch(strategy = merge)]
    bare: Vec<String>,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
