use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(crat = "smp_core")]
struct PodSpec<'a> {
    #[patch(strategy = "mrege", merge_key = "name")]
    containers: Vec<Container>,
    #[patch(merge_key = "name", list_type = "sett")]
    volumes: Vec<Container>,
    #[patch(strategy = "retainKeys", strategy = "merge")]
    name: &'a str,
    // Found by a constant, and reported with the other mistakes.
    #[patch(strategy = "merge", merge_key = "nmae")]
    ephemeral: Vec<Container>,
}

#[derive(PatchSchema)]
struct Container {
    name: String,
}

// No error is reported for the use of a type with mistakes.
#[derive(PatchSchema)]
struct Pod {
    spec: PodSpec<'static>,
    #[patch(strategy = "merge", merge_key = "name")]
    specs: Vec<PodSpec<'static>>,
    #[serde(flatten)]
    inline: PodSpec<'static>,
}

fn main() {
    let _ = Pod::schema();
}
