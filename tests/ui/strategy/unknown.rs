use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "mrege", merge_key = "name")]
    containers: Vec<Container>,
    #[patch(strategy = "retain_keys")]
    strategy: Container,
    #[patch(strategy = "merge|keep")]
    volumes: Vec<Container>,
    #[patch(strategy = "")]
    affinity: Container,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
