use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct List<T> {
    #[patch(strategy = "merge", merge_key = "name")]
    items: Vec<T>,
}

#[derive(PatchSchema)]
struct Port {
    number: u16,
}

#[derive(PatchSchema)]
struct Service {
    ports: List<Port>,
}

fn main() {
    let _ = Service::schema();
}
