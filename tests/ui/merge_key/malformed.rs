use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "merge", merge_key = "")]
    empty: Vec<Container>,
    #[patch(strategy = "merge", merge_key = name)]
    bare: Vec<Container>,
    #[patch(strategy = "merge", merge_key = 1)]
    number: Vec<Container>,
    #[patch(strategy = "merge", merge_key)]
    flag: Vec<Container>,
    #[patch(strategy = "merge", merge_key("name"))]
    list: Vec<Container>,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
