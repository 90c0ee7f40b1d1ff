//! Apply, diff and three-way on real documents, beside what reading them costs
//! without any merge. `cargo xtask bench` sets them beside the reference and
//! explains each row.

#![allow(missing_docs, clippy::unwrap_used)]

use core::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main};
use k8s_openapi::{DeepMerge, api};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use smp_benches::Case;
use smp_core::{Options, Patch, PatchSchema, StrategicMerge, ThreeWay};
use smp_types::apps_v1::Deployment;
use smp_types::core_v1::Pod;

fn documents(criterion: &mut Criterion) {
    let [deployment, pod] = smp_benches::documents().unwrap();
    document::<Deployment, api::apps::v1::Deployment>(criterion, &deployment);
    document::<Pod, api::core::v1::Pod>(criterion, &pod);
}

fn document<T, K>(criterion: &mut Criterion, case: &Case)
where
    T: PatchSchema + Clone + PartialEq + Serialize + DeserializeOwned,
    K: DeepMerge + PatchSchema + Clone + PartialEq + Serialize + DeserializeOwned,
{
    let mut group = criterion.benchmark_group(&case.name);
    group.bench_function("ignored_any", |bench| {
        bench.iter(|| serde_json::from_str::<IgnoredAny>(&case.live).unwrap());
    });
    text(&mut group, case);
    owned_value(&mut group, case);
    typed::<T>(&mut group, case);
    deep_merge::<K>(&mut group, case);
    foreign::<K>(&mut group, case);
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
}

/// Each call is timed by itself: the clone that it consumes is made before the
/// clock starts, the result dropped after it stops. A batch would need many clones
/// at once, more than the caches hold, and so time their misses; a caller's value
/// was just made, and is as warm as here. The two readings of the clock that every
/// call pays, some 30 ns, are counted against us.
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

fn typed<T>(group: &mut BenchmarkGroup<'_, WallTime>, case: &Case)
where
    T: PatchSchema + Clone + PartialEq + Serialize + DeserializeOwned,
{
    let live: T = serde_json::from_str(&case.live).unwrap();
    let patch = Patch::from_json(&case.patch).unwrap();
    group.bench_function("convert", |bench| {
        bench.iter(|| serde_json::from_value::<T>(serde_json::to_value(&live).unwrap()).unwrap());
    });
    group.bench_function("clone", |bench| bench.iter(|| live.clone()));
    group.bench_function("merge_into", |bench| {
        // After the first time the values are the same; they are set again.
        let mut live = live.clone();
        bench.iter(|| T::strategic_merge_into(&mut live, &patch).unwrap());
    });
    group.bench_function("merge_typed", |bench| {
        bench.iter(|| T::strategic_merge(&live, &patch).unwrap());
    });
    let (same, merged) = (live.clone(), T::strategic_merge(&live, &patch).unwrap());
    group.bench_function("equal", |bench| bench.iter(|| black_box(&live) == black_box(&same)));
    group.bench_function("diff_equal", |bench| {
        bench.iter(|| T::strategic_diff(&live, &same).unwrap());
    });
    group.bench_function("diff_typed", |bench| {
        bench.iter(|| T::strategic_diff(&live, &merged).unwrap());
    });
}

/// What k8s-openapi has for its types: it knows neither directives nor order.
fn deep_merge<K: DeepMerge + Clone + DeserializeOwned>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    case: &Case,
) {
    let live: K = serde_json::from_str(&case.live).unwrap();
    let patch: K = serde_json::from_str(&case.patch).unwrap();
    group.bench_function("deep_merge", |bench| {
        bench.iter(|| {
            let mut live = live.clone();
            live.merge_from(patch.clone());
            live
        });
    });
}

/// A type of k8s-openapi, which is converted as a whole.
fn foreign<K>(group: &mut BenchmarkGroup<'_, WallTime>, case: &Case)
where
    K: PatchSchema + Clone + Serialize + DeserializeOwned,
{
    let live: K = serde_json::from_str(&case.live).unwrap();
    let patch = Patch::from_json(&case.patch).unwrap();
    let merged = K::strategic_merge(&live, &patch).unwrap();
    group.bench_function("foreign_convert", |bench| {
        bench.iter(|| serde_json::from_value::<K>(serde_json::to_value(&live).unwrap()).unwrap());
    });
    group.bench_function("foreign_merge", |bench| {
        bench.iter(|| K::strategic_merge(&live, &patch).unwrap());
    });
    group.bench_function("foreign_diff", |bench| {
        bench.iter(|| K::strategic_diff(&live, &merged).unwrap());
    });
}

criterion_group!(benches, documents);
criterion_main!(benches);
