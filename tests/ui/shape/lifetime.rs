use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Borrowed<'a, T> {
    name: &'a str,
    value: T,
}

#[derive(PatchSchema)]
struct Root {
    borrowed: Borrowed<'static, String>,
}

fn main() {}
