use std::sync::Arc;

use smp_core::PatchSchema;

trait Check {}

#[derive(PatchSchema)]
struct Probe {
    own: Box<dyn Check>,
    shared: Vec<Arc<dyn Check + Send + Sync>>,
    #[patch(leaf)]
    leaf: Option<Arc<dyn Check + Send + Sync>>,
}

fn main() {}
