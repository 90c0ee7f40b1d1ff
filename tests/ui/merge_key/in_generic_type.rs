use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Page<T> {
    item: T,
    // This mistake does not depend on the type parameter.
    #[patch(strategy = "merge", merge_key = "nmae")]
    ports: Vec<Port>,
}

#[derive(PatchSchema)]
struct Port {
    name: String,
}

fn main() {}
