use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[patch(union)]
struct Backend {
    #[patch(discriminator)]
    kind: Kind,
    service: Option<String>,
    resource: Option<String>,
}

#[derive(PatchSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Service,
    Resource,
    Nothing,
}

type Number = Option<u8>;

#[derive(PatchSchema)]
struct Newtype(Box<bool>);

#[derive(PatchSchema)]
#[patch(union)]
struct BehindAnAlias {
    #[patch(discriminator)]
    kind: Number,
    service: Option<String>,
}

#[derive(PatchSchema)]
#[patch(union)]
struct BehindANewtype {
    #[patch(discriminator)]
    kind: Newtype,
    service: Option<String>,
}

#[derive(PatchSchema)]
struct Both {
    #[patch(discriminator, union_member)]
    kind: Option<String>,
}

fn main() {}
