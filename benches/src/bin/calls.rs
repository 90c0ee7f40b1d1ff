//! Calls of `apply` whose instructions are counted from outside:
//! `calls CASE N`. Only what happens in [`measured`] is to be counted.

use std::hint::black_box;

use smp_benches::{Case, Result, documents};
use smp_core::{Options, TypeRef};

/// Calls before those that are counted: memory has been allocated once, tables
/// are built.
const WARM_UP: usize = 10;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, calls] = &args[..] else {
        return Err("usage: calls (deployment | pod) N".into());
    };
    let case = documents()?.into_iter().find(|case| case.name == *name).ok_or("no such case")?;
    let schema = case.schema()?;
    let options = Options::default();
    for _ in 0..WARM_UP {
        smp_core::apply(&case.live, &case.patch, schema.root(), &options)?;
    }
    measured(&case, schema.root(), &options, calls.parse()?)
}

/// The name is what the counter looks for.
#[inline(never)]
fn measured(case: &Case, ty: TypeRef<'_>, options: &Options, calls: usize) -> Result<()> {
    for _ in 0..calls {
        black_box(smp_core::apply(&case.live, &case.patch, ty, options)?);
    }
    Ok(())
}
