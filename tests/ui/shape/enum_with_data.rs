use smp_core::PatchSchema;

#[derive(PatchSchema)]
enum Source {
    Empty,
    Path(String, String),
    Secret { name: String },
}

fn main() {}
