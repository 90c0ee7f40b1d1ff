use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Meta {
    #[patch(list_type = "sett")]
    finalizers: Vec<String>,
    #[patch(list_type = "ordered")]
    owners: Vec<String>,
}

fn main() {}
