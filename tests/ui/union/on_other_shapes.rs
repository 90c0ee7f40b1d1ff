use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Newtype(Inner);

#[derive(PatchSchema)]
#[patch(union)]
struct Tuple(Inner, Inner);

#[derive(PatchSchema)]
#[patch(union)]
struct Unit;

#[derive(PatchSchema)]
#[patch(union, leaf)]
struct Leaf {
    a: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union)]
#[serde(transparent)]
struct Transparent {
    a: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union)]
#[serde(from = "Inner", into = "Inner")]
struct Converted {
    a: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union, exactly_one)]
enum Enum {
    A(Inner),
}

#[derive(PatchSchema)]
struct Inner {}

fn main() {}
