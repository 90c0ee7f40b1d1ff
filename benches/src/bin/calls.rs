//! Calls for a program that counts instructions: `calls OPERATION CASE N`. Only instructions in
//! [`measured`] are counted.

use std::hint::black_box;

use serde::Serialize;
use serde::de::DeserializeOwned;
use smp_benches::{Case, Result, documents, server_side_apply, with_two_images};
use smp_core::{Options, Patch, StrategicMerge, ThreeWay};
use smp_types::apps_v1::Deployment;
use smp_types::core_v1::Pod;

/// The number of calls before those that are counted: they allocate memory and build tables
/// that later calls use.
const WARM_UP: usize = 10;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [operation, name, calls] = &args[..] else {
        return Err("usage: calls OPERATION (deployment | pod) N".into());
    };
    let case = documents()?.into_iter().find(|case| case.name == *name).ok_or("no such case")?;
    let calls = calls.parse()?;
    match (&**operation, &*case.name) {
        ("apply", _) => apply(&case, calls),
        ("server_side_apply", _) => applied_again(&case, calls),
        (operation, "deployment") => typed::<Deployment>(operation, &case, calls),
        (operation, _) => typed::<Pod>(operation, &case, calls),
    }
}

/// `apply` from bytes to bytes.
fn apply(case: &Case, calls: usize) -> Result<()> {
    let (ty, options) = (case.schema()?.root(), Options::default());
    warm_and_measured(calls, || {
        black_box(smp_core::apply(&case.live, &case.patch, ty, &options)?);
        Ok(())
    })
}

/// A server-side apply from bytes to bytes: a manager applies its manifest again, with another image.
fn applied_again(case: &Case, calls: usize) -> Result<()> {
    let live = &case.managed.as_ref().ok_or("no managed object")?.0;
    let config = &case.applied.as_ref().ok_or("no manifest")?.1;
    let schema = case.schema()?;
    warm_and_measured(calls, || {
        black_box(server_side_apply(live, config, schema)?);
        Ok(())
    })
}

/// Operations on structs, with a patch that is already parsed.
fn typed<T>(operation: &str, case: &Case, calls: usize) -> Result<()>
where
    T: StrategicMerge + Clone + Serialize + DeserializeOwned,
{
    let mut live: T = serde_json::from_str(&case.live)?;
    let [patch, other] = with_two_images(&case.patch);
    let (patch, other) = (Patch::from_json(&patch)?, Patch::from_json(&other)?);
    let (same, merged) = (live.clone(), live.strategic_merge(&patch)?);
    match operation {
        "clone" => warm_and_measured(calls, || {
            black_box(live.clone());
            Ok(())
        }),
        "merge" => warm_and_measured(calls, || {
            black_box(live.strategic_merge(&patch)?);
            Ok(())
        }),
        "merge_into" => {
            let mut patches = [&patch, &other].into_iter().cycle();
            warm_and_measured(calls, || {
                let patch = patches.next().unwrap_or(&patch);
                Ok(live.strategic_merge_into(patch)?)
            })
        }
        "diff_equal" => warm_and_measured(calls, || {
            black_box(live.strategic_diff(&same)?);
            Ok(())
        }),
        "diff" => warm_and_measured(calls, || {
            black_box(live.strategic_diff(&merged)?);
            Ok(())
        }),
        "three_way" => warm_and_measured(calls, || {
            black_box(T::strategic_three_way(ThreeWay::new(&live, &merged, &same))?);
            Ok(())
        }),
        _ => Err("no such operation".into()),
    }
}

fn warm_and_measured(calls: usize, mut call: impl FnMut() -> Result<()>) -> Result<()> {
    for _ in 0..WARM_UP {
        call()?;
    }
    measured(calls, &mut call)
}

/// The counter finds the function by this name.
#[inline(never)]
fn measured(calls: usize, call: &mut dyn FnMut() -> Result<()>) -> Result<()> {
    for _ in 0..calls {
        call()?;
    }
    Ok(())
}
