//! Apply, diff and three-way on real documents, and the cost of only reading the same
//! documents. `cargo xtask bench` compares them with the reference and explains each row.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main};
use serde::de::IgnoredAny;
use serde_json::Value;
use smp_benches::{Case, server_side_apply};
use smp_core::{Options, Patch, ThreeWay};

fn documents(criterion: &mut Criterion) {
    let [deployment, pod] = smp_benches::documents().unwrap();
    document(criterion, &deployment);
    document(criterion, &pod);
}

fn document(criterion: &mut Criterion, case: &Case) {
    let mut group = criterion.benchmark_group(&case.name);
    group.bench_function("ignored_any", |bench| {
        bench.iter(|| serde_json::from_str::<IgnoredAny>(&case.live).unwrap());
    });
    text(&mut group, case);
    owned_value(&mut group, case);
    group.finish();
}

fn text(group: &mut BenchmarkGroup<'_, WallTime>, case: &Case) {
    let Case { live, patch, merged, .. } = case;
    let (ty, options) = (case.schema().unwrap().root(), Options::default());
    let parsed = Patch::from_json(patch).unwrap();
    group.bench_function("apply", |bench| {
        bench.iter(|| smp_core::apply(live, patch, ty, &options).unwrap());
    });
    group.bench_function("apply_parsed", |bench| {
        bench.iter(|| smp_core::apply(live, &parsed, ty, &options).unwrap());
    });
    group.bench_function("value_and_back", |bench| {
        bench.iter(|| serde_json::from_str::<Value>(live).unwrap().to_string());
    });
    group.bench_function("diff", |bench| {
        bench.iter(|| smp_core::diff(live, merged, ty, &options).unwrap().to_json());
    });
    group.bench_function("three_way_whole", |bench| {
        bench.iter(|| ThreeWay::new(live, merged, live).diff(ty, &options).unwrap().to_json());
    });
    let (original, modified) = case.applied.as_ref().unwrap();
    group.bench_function("three_way", |bench| {
        bench
            .iter(|| ThreeWay::new(original, modified, live).diff(ty, &options).unwrap().to_json());
    });
    let (managed, _) = case.managed.as_ref().unwrap();
    let schema = case.schema().unwrap();
    group.bench_function("server_side_apply", |bench| {
        bench.iter(|| server_side_apply(managed, modified, schema).unwrap());
    });
}

/// Times each call by itself: its input is cloned before the clock starts, and its result is
/// dropped after the clock stops. A batch would need many clones at once, more than the caches
/// hold, so that cache misses would be timed; a caller's value was just made, and is in the
/// caches. Reading the clock twice takes about 30 ns, which are counted as part of the call.
fn owned_value(group: &mut BenchmarkGroup<'_, WallTime>, case: &Case) {
    let (ty, options) = (case.schema().unwrap().root(), Options::default());
    let live: Value = serde_json::from_str(&case.live).unwrap();
    let patch = Patch::from_json(&case.patch).unwrap();
    group.bench_function("apply_value", |bench| {
        bench.iter_batched(
            || live.clone(),
            |live| smp_core::apply(live, &patch, ty, &options).unwrap(),
            BatchSize::PerIteration,
        );
    });
}

criterion_group!(benches, documents);
criterion_main!(benches);
