use smp_core::PatchSchema;

// Only one mistake is reported: further mistakes of a field show when this one is corrected.
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
