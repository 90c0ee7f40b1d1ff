use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct WithoutUnion {
    #[patch(discriminator)]
    r#type: String,
    a: Option<String>,
}

#[derive(PatchSchema)]
struct MemberToo {
    #[patch(discriminator, union_member)]
    r#type: Option<String>,
    #[patch(union_member)]
    a: Option<String>,
}

fn main() {}
