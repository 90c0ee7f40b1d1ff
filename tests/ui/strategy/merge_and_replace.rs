use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "merge|replace", merge_key = "name")]
    containers: Vec<Container>,
    #[patch(strategy = "replace,retainKeys,merge")]
    strategy: Container,
    #[patch(strategy = "merge|merge")]
    twice: Vec<String>,
    #[patch(strategy = "retainKeys|retainKeys")]
    retained: Container,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
