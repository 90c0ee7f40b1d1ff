use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Named<T> {
    name: String,
    #[serde(flatten)]
    rest: T,
}

#[derive(PatchSchema)]
struct Port {
    name: String,
}

#[derive(PatchSchema)]
struct Ports(Vec<Port>);

#[derive(PatchSchema)]
struct Root {
    list: Named<Ports>,
    object: Named<Port>,
}

fn main() {
    let _ = Root::schema();
}
