use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Strategy {
    #[patch(discriminator)]
    r#type: String,
    #[patch(discriminator)]
    kind: String,
    rolling_update: Option<String>,
}

fn main() {}
