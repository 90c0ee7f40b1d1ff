use std::collections::{BTreeMap, HashMap};

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Table {
    cells: BTreeMap<(u8, u8), String>,
    rows: Option<HashMap<Vec<u8>, String>>,
    // Replaced as a whole, by functions that give it a form in JSON.
    #[patch(leaf)]
    leaf: BTreeMap<(u8, u8), String>,
}

fn main() {}
