use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Source {
    #[patch(union_member)]
    a: Option<String>,
    b: Option<String>,
}

#[derive(PatchSchema)]
struct Other {
    #[patch(union_member, union_member)]
    a: Option<String>,
    #[patch(union_member = "name")]
    b: Option<String>,
}

fn main() {}
