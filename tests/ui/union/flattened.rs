use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Outer {
    a: Option<String>,
    #[serde(flatten)]
    inner: Option<Inner>,
}

#[derive(PatchSchema)]
struct Other {
    #[patch(union_member)]
    a: Option<String>,
    #[serde(flatten)]
    #[patch(union_member)]
    inner: Option<Inner>,
    #[serde(skip)]
    #[patch(union_member)]
    skipped: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union)]
struct Inner {
    b: Option<String>,
}

fn main() {}
