use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Page<T> {
    item: T,
    // No type parameter is needed to see this.
    #[patch(strategy = "merge", merge_key = "nmae")]
    ports: Vec<Port>,
}

#[derive(PatchSchema)]
struct Port {
    name: String,
}

fn main() {}
