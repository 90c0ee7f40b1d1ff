use std::collections::BTreeMap;

use smp_core::{Document, PatchSchema};

#[derive(PatchSchema)]
#[patch(map_type = "atomic")]
struct Reference {
    name: String,
}

#[derive(PatchSchema)]
struct Right {
    #[patch(map_type = "granular")]
    reference: Option<Reference>,
    #[patch(map_type = "atomic")]
    labels: BTreeMap<String, String>,
}

#[derive(PatchSchema)]
struct Words {
    #[patch(map_type = "atomc")]
    reference: Reference,
    #[patch(map_type)]
    other: Reference,
    #[patch(map_type = "map")]
    labels: BTreeMap<String, String>,
}

#[derive(PatchSchema)]
struct Leaf {
    #[patch(leaf, map_type = "atomic")]
    any: Document<'static>,
}

#[derive(PatchSchema)]
#[patch(map_type = "atomic")]
struct Newtype(Reference);

#[derive(PatchSchema)]
#[patch(map_type = "atomic")]
enum Choice {
    Reference(Reference),
}

fn main() {}
