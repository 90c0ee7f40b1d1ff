use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(strategy = "merge")]
struct PodSpec {
    #[patch(crate = "smp_core")]
    name: String,
}

#[derive(PatchSchema)]
enum Phase {
    #[patch(leaf)]
    Running,
}

#[derive(PatchSchema)]
#[serde(tag = "kind")]
enum Tagged {
    #[patch(strategy = "merge")]
    List { names: Vec<String> },
    #[patch(leaf)]
    Nothing,
}

#[derive(PatchSchema)]
enum Skipped {
    #[serde(skip)]
    #[patch(leaf)]
    Hidden(u8),
    Object {},
}

#[derive(PatchSchema)]
#[patch(leaf)]
enum Leaf {
    #[patch(leaf)]
    Text(String),
}

fn main() {}
