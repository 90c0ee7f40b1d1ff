use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "merge", merge_key = "ports")]
    containers: Vec<Container>,
    #[patch(strategy = "merge", merge_key = "resources")]
    init_containers: Vec<Container>,
}

#[derive(PatchSchema)]
struct Container {
    ports: Vec<i32>,
    resources: Resources,
}

#[derive(PatchSchema)]
struct Resources {
    cpu: String,
}

fn main() {}
