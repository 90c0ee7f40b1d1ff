use smp_core::PatchSchema;

// One mistake: what else is wrong with a field shows when that is corrected.
#[derive(PatchSchema)]
enum Source {
    #[patch(strategy = "merge", merge_key = "nmae", list_type = "sett")]
    Containers(Vec<Container>),
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
