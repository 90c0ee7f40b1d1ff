use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Service {
    #[patch(list_map_keys = "port")]
    value: Vec<Port>,
    #[patch(list_map_keys)]
    flag: Vec<Port>,
    #[patch(list_map_keys())]
    none: Vec<Port>,
    #[patch(list_map_keys(port))]
    bare: Vec<Port>,
    #[patch(list_map_keys("port" = port))]
    variable: Vec<Port>,
    #[patch(list_map_keys("port", "port", ""))]
    twice: Vec<Port>,
    #[patch(list_type = "map", list_map_keys())]
    map: Vec<Port>,
    #[patch(list_map_keys("port" = 1.5))]
    fraction: Vec<Port>,
    #[patch(list_map_keys("port" = 9223372036854775808))]
    large: Vec<Port>,
    #[patch(list_map_keys("port" = 'a'))]
    character: Vec<Port>,
}

#[derive(PatchSchema)]
struct Port {
    port: u16,
}

fn main() {}
