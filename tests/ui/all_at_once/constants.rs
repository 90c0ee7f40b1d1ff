use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "merge", merge_key = "nmae", list_type = "map", list_map_keys("naem"))]
    containers: Vec<Container>,
    #[patch(strategy = "merge")]
    volumes: Vec<Container>,
    #[patch(strategy = "merge", merge_key = "ports")]
    others: Vec<Container>,
    #[patch(strategy = "retainKeys")]
    atomic: Containers,
}

type Containers = Vec<Container>;

#[derive(PatchSchema)]
struct Container {
    name: String,
    ports: Vec<i32>,
}

fn main() {}
