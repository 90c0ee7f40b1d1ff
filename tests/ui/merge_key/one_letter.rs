use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Pod {
    // A name of one letter is like no other one.
    #[patch(strategy = "merge", merge_key = "b")]
    letters: Vec<Letter>,
}

#[derive(PatchSchema)]
struct Letter {
    a: String,
}

fn main() {}
