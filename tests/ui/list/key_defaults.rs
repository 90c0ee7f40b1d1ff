use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Service {
    #[patch(list_map_keys("port" = "80", "protocol" = 6, "tls" = "true"))]
    ports: Vec<Port>,
    #[patch(list_map_keys("family" = "IPv5"))]
    families: Vec<Port>,
    #[patch(list_map_keys("port" = 99999999999999999999))]
    large: Vec<Port>,
    #[patch(list_map_keys("port" = 8.5))]
    fraction: Vec<Port>,
    #[patch(list_map_keys("port" = 70000))]
    out_of_range: Vec<Port>,
    #[patch(list_map_keys("port" = -1))]
    negative: Vec<Port>,
}

#[derive(PatchSchema)]
struct Port {
    port: u16,
    protocol: String,
    tls: bool,
    family: Family,
}

#[derive(PatchSchema)]
enum Family {
    #[serde(rename = "IPv4")]
    V4,
    #[serde(rename = "IPv6")]
    V6,
}

fn main() {}
