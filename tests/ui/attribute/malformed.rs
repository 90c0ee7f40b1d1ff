use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch]
struct A {
    #[patch = "merge"]
    a: Vec<String>,
    #[patch(strategy)]
    b: Vec<String>,
    #[patch(strategy = )]
    c: Vec<String>,
    #[patch(leaf = true)]
    d: Vec<String>,
    #[patch("merge")]
    e: Vec<String>,
    #[patch(strategy = 1)]
    f: Vec<String>,
}

#[derive(PatchSchema)]
#[patch(crate = "smp core", bound = "T", leaf = "yes")]
struct B {}

fn main() {}
