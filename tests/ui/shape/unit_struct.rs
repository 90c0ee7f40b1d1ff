use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Nothing;

fn main() {}
