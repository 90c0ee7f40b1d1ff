use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Tree {
    #[patch(strategy = "merge", merge_key = "id")]
    children: Vec<Tree>,
    #[patch(strategy = "merge", merge_key = "di")]
    others: Option<Vec<Box<Self>>>,
    name: String,
}

fn main() {}
