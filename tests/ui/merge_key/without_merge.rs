use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(merge_key = "name")]
    containers: Vec<Container>,
    #[patch(strategy = "replace", merge_key = "name")]
    init_containers: Vec<Container>,
    #[patch(merge_key = "name", strategy = "retainKeys")]
    template: Container,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
