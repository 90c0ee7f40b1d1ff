//! Apply, diff and three-way on real documents, beside what reading them costs
//! without any merge.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use smp_core::{Options, Patch, ThreeWay};

fn documents(criterion: &mut Criterion) {
    let image = "registry.example.com/other:2.0";
    let deployment = json!({"spec": {"template": {"spec": {
        "containers": [{"name": "web", "image": image}]}}}});
    let pod = json!({"spec": {"containers": [{"name": "container-7", "image": image}]}});
    document(criterion, "deployment", "apps/v1", &smp_benches::deployment(), &deployment);
    document(criterion, "pod", "v1", &smp_benches::pod(), &pod);
}

fn document(criterion: &mut Criterion, name: &str, version: &str, live: &Value, patch: &Value) {
    let schema = smp_types::schema(version, live["kind"].as_str().unwrap()).unwrap();
    let (ty, options) = (schema.root(), Options::default());
    let text = live.to_string();
    let patch_text = patch.to_string();
    let parsed = Patch::from_value(patch).unwrap();
    let modified = smp_core::apply(&text, &parsed, ty, &options).unwrap();

    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("baseline: IgnoredAny", |bench| {
        bench.iter(|| serde_json::from_str::<IgnoredAny>(&text).unwrap());
    });
    group.bench_function("baseline: Value and back", |bench| {
        bench.iter(|| serde_json::from_str::<Value>(&text).unwrap().to_string());
    });
    group.bench_function("apply, bytes to bytes", |bench| {
        bench.iter(|| smp_core::apply(&text, &patch_text, ty, &options).unwrap());
    });
    group.bench_function("apply, bytes to bytes, patch parsed", |bench| {
        bench.iter(|| smp_core::apply(&text, &parsed, ty, &options).unwrap());
    });
    group.bench_function("apply, owned Value", |bench| {
        bench.iter_batched(
            || live.clone(),
            |live| smp_core::apply(live, &parsed, ty, &options).unwrap(),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("diff, bytes to patch bytes", |bench| {
        bench.iter(|| smp_core::diff(&text, &modified, ty, &options).unwrap().to_json());
    });
    group.bench_function("three_way, bytes to patch bytes", |bench| {
        let settings = ThreeWay::default();
        bench.iter(|| {
            smp_core::three_way(&text, &modified, &text, ty, &settings, &options).unwrap().to_json()
        });
    });
    group.finish();
}

criterion_group!(benches, documents);
criterion_main!(benches);
