use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Service {
    #[patch(list_type = "map")]
    no_keys: Vec<Port>,
    #[patch(list_type = "set", list_map_keys("port"))]
    set: Vec<Port>,
    #[patch(list_type = "atomic", list_map_keys("port"))]
    atomic: Vec<Port>,
}

#[derive(PatchSchema)]
struct Port {
    port: u16,
}

fn main() {}
