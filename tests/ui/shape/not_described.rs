use smp_core::PatchSchema;

struct Foreign;

#[derive(PatchSchema)]
struct Pod {
    foreign: Foreign,
    list: Vec<Foreign>,
    #[patch(strategy = "merge", merge_key = "name")]
    merged: Option<Vec<Foreign>>,
}

fn main() {}
