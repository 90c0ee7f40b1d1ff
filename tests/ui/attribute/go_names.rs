use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(patchStrategy = "merge", patchMergeKey = "name")]
    containers: Vec<Container>,
    #[patch(strategy = "merge", mergeKey = "name", listType = "map", listMapKeys("name"))]
    volumes: Vec<Container>,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
