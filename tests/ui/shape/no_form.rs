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

#[derive(PatchSchema)]
struct Lists(Vec<Lists>);

#[derive(PatchSchema)]
struct Maps(std::collections::BTreeMap<String, Option<Vec<Self>>>);

fn main() {}
