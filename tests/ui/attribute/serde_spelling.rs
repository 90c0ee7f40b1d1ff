//! serde's own derive, which would report these attributes, is not used here.
use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[serde(renam_all = "camelCase", skip_unknown)]
struct Pod {
    #[serde(renam = "hostIp")]
    host: String,
    #[serde(flaten)]
    inner: Inner,
    #[serde(strategy = "merge")]
    names: Vec<String>,
}

#[derive(PatchSchema)]
struct Inner {
    path: String,
}

fn main() {}
