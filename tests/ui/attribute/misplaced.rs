use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(strategy = "merge")]
struct PodSpec {
    #[patch(crate = "smp_core")]
    name: String,
}

#[derive(PatchSchema)]
enum Phase {
    #[patch(leaf)]
    Running,
}

fn main() {}
