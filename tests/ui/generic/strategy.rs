use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Patched<T> {
    #[patch(strategy = "retainKeys")]
    value: T,
}

#[derive(PatchSchema)]
enum Phase {
    Running,
}

#[derive(PatchSchema)]
struct Root {
    patched: Patched<Phase>,
}

fn main() {
    let _ = Root::schema();
}
