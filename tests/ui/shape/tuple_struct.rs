use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Pair(String, String);

#[derive(PatchSchema)]
struct Empty();

fn main() {}
