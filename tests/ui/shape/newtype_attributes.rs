use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Containers(#[patch(strategy = "merge", merge_key = "name")] Vec<Container>);

#[derive(PatchSchema)]
struct Foreign(#[patch(leaf)] std::time::Duration);

#[derive(PatchSchema)]
struct Container {
    name: String,
}

fn main() {}
