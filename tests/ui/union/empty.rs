use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Empty {}

#[derive(PatchSchema)]
#[patch(union)]
struct OnlyDiscriminator {
    #[patch(discriminator)]
    r#type: String,
}

#[derive(PatchSchema)]
#[patch(exactly_one)]
struct NoUnion {
    a: Option<String>,
}

#[derive(PatchSchema)]
#[patch(unenforced)]
struct NoUnionEither {
    a: Option<String>,
}

fn main() {}
