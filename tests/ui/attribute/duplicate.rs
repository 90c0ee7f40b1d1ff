use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(crate = "smp_core", crate = "smp_core")]
struct PodSpec {
    #[patch(strategy = "merge", merge_key = "name", strategy = "merge")]
    containers: Vec<Container>,
    #[patch(strategy = "merge", merge_key = "name")]
    #[patch(merge_key = "image")]
    volumes: Vec<Container>,
    #[patch(leaf, leaf)]
    extra: (),
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
