use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Matrix {
    #[patch(strategy = "merge")]
    rows: Vec<Vec<u8>>,
    #[patch(strategy = "merge")]
    aliased: Vec<Row>,
}

type Row = Vec<u8>;

fn main() {}
