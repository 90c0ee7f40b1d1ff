use std::cell::{self, RefCell};
use std::rc::Rc;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Shared {
    name: Rc<str>,
    #[patch(leaf)]
    leaf: Vec<Rc<u8>>,
    text: RefCell<String>,
    #[serde(skip)]
    count: cell::Cell<u32>,
}

fn main() {}
