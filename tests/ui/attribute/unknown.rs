use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(crat = "smp_core")]
struct PodSpec {
    #[patch(stratgy = "merge", mergeKey = "name")]
    containers: Vec<Container>,
    #[patch(colour = "red")]
    volumes: Vec<Container>,
    #[patch(smp::strategy = "merge")]
    path: Vec<Container>,
    // A discriminator without a union.
    #[patch(discriminator)]
    kind: String,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
