//! Merge lists from 10 to 10,000 entries: time grows as they do.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use smp_benches::{pod_with_env, shuffled};
use smp_core::Options;

fn lists(criterion: &mut Criterion) {
    let schema = smp_types::schema("v1", "Pod").unwrap();
    let (ty, options) = (schema.root(), Options::default());
    let mut group = criterion.benchmark_group("lists");
    for entries in [10, 100, 1_000, 10_000] {
        group.throughput(Throughput::Elements(entries as u64));
        let live = pod_with_env(0..entries, "old").to_string();
        let mut one = pod_with_env(0..entries, "old");
        one["spec"]["containers"][0]["env"][entries / 2]["value"] = "new".into();
        let all = pod_with_env(shuffled(entries).into_iter(), "new");
        for (what, modified) in [("one changed", one), ("all changed and shuffled", all)] {
            let modified = modified.to_string();
            let patch = smp_core::diff(&live, &modified, ty, &options).unwrap();
            let patch_text = patch.to_json();
            group.bench_with_input(
                BenchmarkId::new(format!("apply, {what}"), entries),
                &patch_text,
                |bench, patch| {
                    bench.iter(|| smp_core::apply(&live, patch, ty, &options).unwrap());
                },
            );
            group.bench_with_input(
                BenchmarkId::new(format!("diff, {what}"), entries),
                &modified,
                |bench, modified| {
                    bench.iter(|| smp_core::diff(&live, modified, ty, &options).unwrap().to_json());
                },
            );
        }
    }
    group.finish();
}

criterion_group!(benches, lists);
criterion_main!(benches);
