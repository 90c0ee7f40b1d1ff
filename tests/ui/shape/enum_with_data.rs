use smp_core::PatchSchema;

#[derive(PatchSchema)]
enum Source {
    Empty,
    Path(String),
    Secret { name: String },
}

fn main() {}
