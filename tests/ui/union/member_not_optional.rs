use smp_core::PatchSchema;

type Alias = Option<String>;

#[derive(PatchSchema)]
#[patch(union)]
struct Source {
    path: String,
    items: Vec<String>,
    empty_dir: EmptyDir,
    alias: Alias,
    boxed: Box<Option<EmptyDir>>,
    #[patch(leaf)]
    opaque: std::time::Duration,
    #[patch(leaf)]
    opaque_alias: Alias,
}

#[derive(PatchSchema)]
struct Env {
    name: String,
    #[patch(union_member)]
    value: String,
    #[patch(union_member)]
    value_from: Option<EmptyDir>,
    #[patch(union_member)]
    empty_dir: EmptyDir,
}

#[derive(PatchSchema)]
struct EmptyDir {}

fn main() {}
