use smp_core::PatchSchema;

#[derive(PatchSchema)]
enum Source {
    /// The place of the message is below this line.
    Empty,
    Path(String, String),
    Secret { name: String },
}

fn main() {}
