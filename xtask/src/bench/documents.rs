//! Apply, diff and three-way on real documents, compared with a pass over the text without
//! merging, and with the reference.

use super::criterion::{Criterion, Effort};
use super::reference::{Figures, Series};
use super::table::{Figure, Goal, Row, Section};
use super::{Bench, Result};

pub(super) const TITLE: &str = "Documents";

const NAMES: [(&str, &str); 2] = [("deployment", "Deployment of 6.8 KB"), ("pod", "Pod of 40 KB")];

/// A comparison: the row's title and benchmark, the title and benchmark to compare with, and
/// the target.
type Ours = (&'static str, &'static str, &'static str, &'static str, Goal);

const VALIDATING: &str = "IgnoredAny";
const APPLY: &str = "apply, bytes to bytes";
const PARSED: &str = "apply, patch parsed before";

/// Comparisons with other benchmarks of this workspace.
const WITHIN: [Ours; 4] = [
    (APPLY, "apply", VALIDATING, "ignored_any", Goal::AtMost(1.5)),
    (PARSED, "apply_parsed", VALIDATING, "ignored_any", Goal::AtMost(1.5)),
    (APPLY, "apply", "Value and back", "value_and_back", Goal::None),
    ("apply, owned Value", "apply_value", VALIDATING, "ignored_any", Goal::AtMost(0.7)),
];

/// Comparisons with operations of the reference.
const BESIDE: [Ours; 6] = [
    (APPLY, "apply", "Go", "Apply", FASTER),
    (PARSED, "apply_parsed", "Go", "Apply", FASTER),
    ("diff, bytes to bytes", "diff", "Go", "Diff", FASTER),
    ("three_way, three whole objects", "three_way_whole", "Go", "ThreeWayWhole", FASTER),
    ("three_way, two manifests and live", "three_way", "Go", "ThreeWay", FASTER),
    ("server-side apply", "server_side_apply", "Go", "ServerSideApply", FASTER),
];

const FASTER: Goal = Goal::Faster(20.0);

/// Runs both sides in turn, in several rounds, so that the load of the machine in one round
/// does not decide the result.
pub(super) fn measure(bench: &Bench) -> Result<Section> {
    let effort = bench.choose(
        Effort { warm_up: "1", measurement: "3" },
        Effort { warm_up: "0.2", measurement: "0.7" },
    );
    let series = Series {
        cases: "deployment|pod",
        operations: "Apply|Diff|ThreeWayWhole|ThreeWay|ServerSideApply",
        time: bench.choose("1s", "0.2s"),
        count: bench.choose("3", "2"),
    };
    let mut ours = Criterion::new("documents");
    let mut theirs = Figures::default();
    for _ in 0..bench.choose(3, 1) {
        ours.run(bench, &effort)?;
        if let Some(reference) = &bench.reference {
            reference.run(&series, &mut theirs)?;
        }
    }
    let rows = rows(&ours, bench.reference.is_some().then_some(&theirs))?;
    Ok(Section::of_rows(TITLE, &rows, bench.missing()))
}

fn rows(ours: &Criterion, reference: Option<&Figures>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (case, on) in NAMES {
        let row = |what, ours, beside, theirs, goal| Row {
            what,
            on: on.to_owned(),
            ours: Figure::Nanoseconds(ours),
            beside,
            theirs: Figure::Nanoseconds(theirs),
            goal,
        };
        for (what, name, beside, other, goal) in WITHIN {
            let theirs = ours.median(case, other)?;
            rows.push(row(what, ours.median(case, name)?, beside, theirs, goal));
        }
        let Some(reference) = reference else { continue };
        for (what, name, beside, operation, goal) in BESIDE {
            let theirs = reference
                .get(operation, case)
                .ok_or_else(|| format!("the reference has no figure of {operation}/{case}"))?;
            rows.push(row(what, ours.median(case, name)?, beside, theirs, goal));
        }
    }
    Ok(rows)
}
