use smp_core::PatchSchema;

type Name = String;

#[derive(PatchSchema)]
struct Pod {
    #[patch(strategy = "merge")]
    host: String,
    #[patch(strategy = "retainKeys")]
    priority: Option<i32>,
    #[patch(strategy = "replace|retainKeys")]
    enabled: bool,
    // Only the constants of these types show that they are scalars.
    #[patch(strategy = "merge")]
    name: Name,
    #[patch(strategy = "retainKeys")]
    phase: Option<Phase>,
}

#[derive(PatchSchema)]
enum Phase {
    Running,
}

fn main() {}
