use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Strategy {
    #[patch(discriminator, value = "Type")]
    r#type: String,
    #[patch(value = "Replicas")]
    replicas: u32,
    #[patch(empty_is_unset)]
    name: Option<String>,
    #[patch(union_member, value = "")]
    c: Option<String>,
    #[patch(union_member, value)]
    d: Option<String>,
    #[patch(union_member, value = 1)]
    e: Option<String>,
}

// The default value of `host_path` is the value of `path`.
#[derive(PatchSchema)]
#[patch(union, allow_inactive_member)]
#[serde(rename_all = "camelCase")]
struct Source {
    #[patch(value = "HostPath")]
    path: Option<String>,
    host_path: Option<String>,
}

fn main() {}
