use smp_core::PatchSchema;

#[derive(PatchSchema)]
#[repr(C, packed(2))]
struct Header {
    version: u8,
    length: u32,
}

fn main() {}
