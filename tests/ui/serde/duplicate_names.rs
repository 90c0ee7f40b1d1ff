use serde::{Deserialize, Serialize};
use smp_core::PatchSchema;


#[derive(PatchSchema, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
struct Pod {
    host_ip: String,
    #[serde(rename = "hostIp")]
    address: String,
    #[serde(rename = "kind")]
    sort: String,
}

fn main() {}
