//! Merges and diffs of structs of smp-types, of k8s-openapi, and of a program's own types, and
//! other operations on the same structs for comparison: clone, `==`, conversion by serde, and
//! the merge of k8s-openapi. `cargo xtask bench structs` makes the table and explains each row.

#![allow(missing_docs, clippy::unwrap_used)]

use core::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use k8s_openapi::{DeepMerge, api};
use serde::Serialize;
use serde::de::DeserializeOwned;
use smp_benches::App;
use smp_core::{Options, Patch, PatchSchema, StrategicMerge, ThreeWay};
use smp_types::apps_v1::Deployment;
use smp_types::core_v1::Pod;

fn structs(criterion: &mut Criterion) {
    let [deployment, pod] = smp_benches::documents().unwrap();
    let small = (smp_benches::small_deployment().to_string(), deployment.patch.clone());
    let of = |case: smp_benches::Case| (case.live, case.patch);
    let (deployment, pod, app) = (of(deployment), of(pod), smp_benches::app());
    typed::<Deployment>(criterion, "small", &small);
    deep_merge::<api::apps::v1::Deployment>(criterion, "k8s_small", &small);
    typed::<Deployment>(criterion, "deployment", &deployment);
    typed::<Pod>(criterion, "pod", &pod);
    typed::<App>(criterion, "app", &app);
    typed::<api::apps::v1::Deployment>(criterion, "k8s_deployment", &deployment);
    typed::<api::core::v1::Pod>(criterion, "k8s_pod", &pod);
    deep_merge::<api::apps::v1::Deployment>(criterion, "k8s_deployment", &deployment);
    deep_merge::<api::core::v1::Pod>(criterion, "k8s_pod", &pod);
}

fn typed<T>(criterion: &mut Criterion, name: &str, (live, patch): &(String, String))
where
    T: PatchSchema + Clone + PartialEq + Serialize + DeserializeOwned,
{
    let mut group = criterion.benchmark_group(name);
    let live: T = serde_json::from_str(live).unwrap();
    let patches =
        smp_benches::with_two_images(patch).map(|patch| Patch::from_json(&patch).unwrap());
    let [patch, _] = &patches;
    group.bench_function("convert", |bench| {
        bench.iter(|| serde_json::from_value::<T>(serde_json::to_value(&live).unwrap()).unwrap());
    });
    group.bench_function("clone", |bench| bench.iter(|| live.clone()));
    group.bench_function("merge_into", |bench| {
        let (mut live, mut patches) = (live.clone(), patches.iter().cycle());
        bench.iter(|| live.strategic_merge_into(patches.next().unwrap()).unwrap());
    });
    group.bench_function("merge", |bench| {
        bench.iter(|| live.strategic_merge(patch).unwrap());
    });
    diffs(&mut group, &live, &live.strategic_merge(patch).unwrap());
    group.finish();
}

fn diffs<T>(group: &mut BenchmarkGroup<'_, WallTime>, live: &T, merged: &T)
where
    T: PatchSchema + Clone + PartialEq + Serialize + DeserializeOwned,
{
    let same = live.clone();
    group.bench_function("equal", |bench| bench.iter(|| black_box(live) == black_box(&same)));
    group.bench_function("diff_equal", |bench| {
        bench.iter(|| live.strategic_diff(&same).unwrap());
    });
    group.bench_function("diff", |bench| {
        bench.iter(|| live.strategic_diff(merged).unwrap());
    });
    group.bench_function("diff_values", |bench| {
        bench.iter(|| {
            let [original, modified] = [live, merged].map(|it| serde_json::to_value(it).unwrap());
            smp_core::diff(&original, &modified, T::schema(), &Options::default()).unwrap()
        });
    });
    group.bench_function("three_way", |bench| {
        bench.iter(|| T::strategic_three_way(ThreeWay::new(live, merged, &same)).unwrap());
    });
}

/// The merge that k8s-openapi has for its types. It supports neither directives nor order.
fn deep_merge<K: DeepMerge + Clone + DeserializeOwned>(
    criterion: &mut Criterion,
    name: &str,
    (live, patch): &(String, String),
) {
    let live: K = serde_json::from_str(live).unwrap();
    let patch: K = serde_json::from_str(patch).unwrap();
    let mut group = criterion.benchmark_group(name);
    group.bench_function("deep_merge", |bench| {
        bench.iter(|| {
            let mut live = live.clone();
            live.merge_from(patch.clone());
            live
        });
    });
    group.bench_function("deep_merge_into", |bench| {
        let mut live = live.clone();
        bench.iter(|| live.merge_from(black_box(&patch).clone()));
    });
    group.finish();
}

criterion_group!(benches, structs);
criterion_main!(benches);
