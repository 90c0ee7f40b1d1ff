use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Object {
    #[serde(rename = "$patch")]
    patch: String,
    #[serde(rename = "$setElementOrder/containers")]
    order: Vec<String>,
    #[serde(rename = "$ref")]
    reference: String,
}

fn main() {}
