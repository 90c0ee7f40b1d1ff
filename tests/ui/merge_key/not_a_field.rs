use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct PodSpec {
    #[patch(strategy = "merge", merge_key = "nmae")]
    containers: Vec<api::Container>,
    // A key is the JSON name, not the Rust name.
    #[patch(strategy = "merge", merge_key = "mount_path")]
    mounts: Option<Vec<api::Mount>>,
    #[patch(strategy = "merge", merge_key = "colour")]
    aliased: api::Containers,
    #[patch(strategy = "merge", merge_key = "name")]
    nothing: Vec<api::Nothing>,
}

mod api {
    use smp_core::PatchSchema;

    pub type Containers = Vec<Container>;

    #[derive(PatchSchema)]
    pub struct Container {
        pub name: String,
        pub image: Option<String>,
    }

    #[derive(PatchSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Mount {
        pub mount_path: String,
        #[serde(flatten)]
        pub common: Common,
    }

    #[derive(PatchSchema)]
    pub struct Common {
        pub name: String,
    }

    #[derive(PatchSchema)]
    pub struct Nothing {}
}

fn main() {}
