use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(leaf, strategy = "merge", merge_key = "name")]
    containers: Vec<Foreign>,
    #[patch(list_type = "set", leaf)]
    names: Vec<Foreign>,
    #[patch(leaf, list_map_keys("name"))]
    ports: Vec<Foreign>,
}

struct Foreign;

#[derive(PatchSchema)]
#[patch(leaf)]
struct Quantity {
    #[patch(strategy = "replace")]
    text: String,
}

fn main() {}
