use smp_core::PatchSchema;

// What the trait requires beside a schema is no further error.
#[derive(PatchSchema)]
#[patch(bound = "T: Clone")]
struct Page<T> {
    item: T,
}

fn main() {}
