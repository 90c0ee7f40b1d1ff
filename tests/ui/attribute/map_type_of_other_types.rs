use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Reference {
    name: String,
}

#[derive(PatchSchema)]
struct Types {
    #[patch(map_type = "atomic")]
    name: String,
    #[patch(map_type = "atomic")]
    references: Vec<Reference>,
}

fn main() {}
