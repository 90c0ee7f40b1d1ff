use smp_core::PatchSchema;

#[derive(PatchSchema)]
union Bits {
    float: f32,
    int: u32,
}

fn main() {}
