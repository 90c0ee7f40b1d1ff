use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Service {
    #[patch(list_map_keys("prot", "protocol" = "TCP", "ports"))]
    ports: Vec<Port>,
    #[patch(list_map_keys("ranges"))]
    ranges: Vec<Port>,
    #[patch(list_map_keys("port"))]
    names: Vec<String>,
    #[patch(list_map_keys("port"))]
    port: Port,
}

#[derive(PatchSchema)]
struct Port {
    port: u16,
    protocol: String,
    ranges: Vec<String>,
}

fn main() {}
