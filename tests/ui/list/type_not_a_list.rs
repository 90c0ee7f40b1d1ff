use std::collections::BTreeMap;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Meta {
    #[patch(list_type = "set")]
    name: String,
    #[patch(list_type = "atomic")]
    labels: BTreeMap<String, String>,
    // Only the constants of this type show that it is an object.
    #[patch(list_type = "atomic")]
    owner: Owner,
    // Before the type is known, keys are missing.
    #[patch(list_type = "map")]
    annotations: BTreeMap<String, String>,
}

#[derive(PatchSchema)]
struct Owner {
    name: String,
}

fn main() {}
