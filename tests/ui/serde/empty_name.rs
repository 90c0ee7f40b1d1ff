use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Pod {
    #[serde(rename = "")]
    #[patch(strategy = "merge")]
    names: Vec<String>,
}

fn main() {}
