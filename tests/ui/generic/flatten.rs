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

fn main() {
    let _ = Named::<Vec<Port>>::schema();
    let _ = Named::<Port>::schema();
}
