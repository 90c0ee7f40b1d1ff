//! Merge lists of 10 to 100,000 entries: shows that time grows linearly.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use smp_benches::Change;
use smp_core::Options;

const ENTRIES: [usize; 6] = [10, 100, 1_000, 3_000, 10_000, 100_000];

fn lists(criterion: &mut Criterion) {
    let options = Options::default();
    for change in Change::ALL {
        let mut group = criterion.benchmark_group(format!("list_{}", change.name()));
        for entries in ENTRIES {
            if entries >= 10_000 {
                group.sample_size(10).sampling_mode(SamplingMode::Flat);
            }
            let case = smp_benches::list(change, entries).unwrap();
            let ty = case.schema().unwrap().root();
            group.bench_function(BenchmarkId::new("apply", entries), |bench| {
                bench.iter(|| smp_core::apply(&case.live, &case.patch, ty, &options).unwrap());
            });
            group.bench_function(BenchmarkId::new("diff", entries), |bench| {
                bench.iter(|| {
                    smp_core::diff(&case.live, &case.merged, ty, &options).unwrap().to_json()
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, lists);
criterion_main!(benches);
