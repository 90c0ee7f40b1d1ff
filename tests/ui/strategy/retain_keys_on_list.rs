use smp_core::PatchSchema;

type Containers = Vec<Container>;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "retainKeys")]
    containers: Vec<Container>,
    #[patch(strategy = "replace|retainKeys")]
    init_containers: Option<Vec<Container>>,
    #[patch(strategy = "merge|retainKeys")]
    finalizers: Vec<String>,
    // Only the constants of these types show that they are lists.
    #[patch(strategy = "retainKeys")]
    aliased: Containers,
    #[patch(strategy = "merge|retainKeys")]
    phases: Vec<Phase>,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

#[derive(PatchSchema)]
enum Phase {
    Running,
}

fn main() {}
