use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Number {
    #[patch(discriminator)]
    r#type: Option<u32>,
    a: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union)]
struct List {
    #[patch(discriminator)]
    r#type: Vec<String>,
    a: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union)]
struct Object {
    #[patch(discriminator)]
    r#type: Number,
    a: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union)]
struct Leaf {
    #[patch(discriminator, leaf)]
    r#type: String,
    a: Option<String>,
}

fn main() {}
