use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Patched<T> {
    #[patch(strategy = "retainKeys")]
    value: T,
}

fn main() {
    let _ = Patched::<String>::schema();
}
