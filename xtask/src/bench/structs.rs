//! Typed calls on structs, compared with other operations on the same structs.

use super::criterion::{Criterion, Effort};
use super::table::{Figure, Goal, Row, Section};
use super::{Bench, Result};

pub(super) const TITLE: &str = "Structs";

/// The structs: the group of benchmarks, the group of k8s-openapi's `DeepMerge` on the same
/// object, and the name in the table.
const STRUCTS: [(&str, Option<&str>, &str); 6] = [
    ("small", Some("k8s_small"), SMALL),
    ("deployment", Some("k8s_deployment"), "Deployment of smp-types, 6.8 KB"),
    ("pod", Some("k8s_pod"), "Pod of smp-types, 40 KB"),
    ("app", None, "own types, 6 KB"),
    ("k8s_deployment", None, "Deployment of k8s-openapi, 6.8 KB"),
    ("k8s_pod", None, "Pod of k8s-openapi, 40 KB"),
];

/// A comparison of two benchmarks on one struct: the title and benchmark of each, and the
/// target.
type Comparison = (&'static str, &'static str, &'static str, &'static str, Goal);

/// Without managed fields.
const SMALL: &str = "Deployment of smp-types, 2.1 KB";

const CONVERSION: &str = "to_value, from_value";
const DEEP_MERGE: &str = "clone, DeepMerge";
const DEEP_MERGE_INTO: &str = "DeepMerge in place";

/// Comparisons for types that derive the schema.
const DERIVED: [Comparison; 5] = [
    ("strategic_merge", "merge", "clone", "clone", Goal::AtMost(1.3)),
    ("strategic_merge_into", "merge_into", CONVERSION, "convert", Goal::AtMost(0.05)),
    ("strategic_diff, equal objects", "diff_equal", "==", "equal", Goal::AtMost(1.5)),
    ("strategic_diff", "diff", "two to_value, diff", "diff_values", Goal::AtMost(0.2)),
    ("strategic_three_way", "three_way", CONVERSION, "convert", Goal::None),
];

/// Comparisons for types of k8s-openapi, mostly with a conversion by serde.
const FOREIGN: [Comparison; 4] = [
    ("strategic_merge", "merge", CONVERSION, "convert", Goal::AtMost(0.6)),
    ("strategic_diff, equal objects", "diff_equal", CONVERSION, "convert", Goal::AtMost(0.6)),
    ("strategic_diff", "diff", CONVERSION, "convert", Goal::AtMost(0.6)),
    ("strategic_three_way", "three_way", CONVERSION, "convert", Goal::None),
];

/// Runs the benchmarks in several rounds.
pub(super) fn measure(bench: &Bench) -> Result<Section> {
    let effort = bench.choose(
        Effort { warm_up: "0.5", measurement: "2" },
        Effort { warm_up: "0.2", measurement: "0.7" },
    );
    let mut figures = Criterion::new("structs");
    for _ in 0..bench.choose(3, 1) {
        figures.run(bench, &effort)?;
    }
    Ok(Section::of_rows(TITLE, &rows(&figures)?, &[]))
}

fn rows(figures: &Criterion) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (group, deep_merge, on) in STRUCTS {
        let row = |what, ours, beside, theirs, goal| Row {
            what,
            on: on.to_owned(),
            ours: Figure::Nanoseconds(ours),
            beside,
            theirs: Figure::Nanoseconds(theirs),
            goal,
        };
        let compared: &[Comparison] = if group.starts_with("k8s_") { &FOREIGN } else { &DERIVED };
        for &(what, ours, beside, theirs, goal) in compared {
            let (ours, theirs) = (figures.median(group, ours)?, figures.median(group, theirs)?);
            rows.push(row(what, ours, beside, theirs, goal));
        }
        if let Some(other) = deep_merge {
            let theirs = figures.median(other, "deep_merge")?;
            let merge = figures.median(group, "merge")?;
            rows.push(row("strategic_merge", merge, DEEP_MERGE, theirs, Goal::AtMost(1.0)));
            let merge_into = figures.median(group, "merge_into")?;
            let theirs = figures.median(other, "deep_merge_into")?;
            let row = row("strategic_merge_into", merge_into, DEEP_MERGE_INTO, theirs, Goal::None);
            rows.push(row);
        }
    }
    Ok(rows)
}
