use std::rc::Rc;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Shared {
    name: Rc<str>,
    #[patch(leaf)]
    leaf: Vec<Rc<u8>>,
}

fn main() {}
