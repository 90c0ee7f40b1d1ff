use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Service {
    #[patch(strategy = "merge", merge_key = "port_no")]
    ports: Vec<Port>,
    #[patch(list_map_keys("host-ip"))]
    hosts: Vec<Port>,
}

#[derive(PatchSchema)]
#[serde(rename_all = "camelCase")]
struct Port {
    port_no: u16,
    host_ip: String,
}

fn main() {}
