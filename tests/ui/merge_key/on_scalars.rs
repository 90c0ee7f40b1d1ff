use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Meta {
    #[patch(strategy = "merge", merge_key = "name")]
    finalizers: Vec<String>,
    // Only the constants of these types show that they are scalars.
    #[patch(strategy = "merge", merge_key = "name")]
    phases: Vec<Phase>,
    #[patch(strategy = "merge", merge_key = "name")]
    aliased: Option<Names>,
}

type Names = Vec<String>;

#[derive(PatchSchema)]
enum Phase {
    Running,
}

fn main() {}
