use std::marker::PhantomData;

use smp_core::PatchSchema;

#[derive(PatchSchema)]
struct Marked<T: 'static> {
    name: String,
    marker: PhantomData<T>,
}

#[derive(PatchSchema)]
struct Endless(Box<Endless>);

#[derive(PatchSchema)]
struct Itself(Option<Box<Self>>);

fn main() {}
