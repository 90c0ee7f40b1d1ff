//! Merge lists of growing length: the time for each entry, and the growth.

use super::criterion::{Criterion, Effort};
use super::reference::{Figures, Series};
use super::table::{Figure, Section, digits, grid};
use super::{Bench, Result};

pub(super) const TITLE: &str = "Merge lists";

/// The changes, by the names of the benchmarks.
const CHANGES: [(&str, &str); 3] = [
    ("one", "one entry"),
    ("all", "all entries, no order list"),
    ("order", "all, shuffled, $setElementOrder"),
];

/// The operations, by the names of both sides.
const OPERATIONS: [(&str, &str); 2] = [("apply", "Apply"), ("diff", "Diff")];

/// The numbers of entries, as text for names.
const ENTRIES: [&str; 6] = ["10", "100", "1000", "3000", "10000", "100000"];

/// Runs both sides, one after the other.
pub(super) fn measure(bench: &Bench) -> Result<Section> {
    let effort = bench.choose(
        Effort { warm_up: "1", measurement: "3" },
        Effort { warm_up: "0.1", measurement: "0.5" },
    );
    let mut ours = Criterion::new("lists");
    ours.run(bench, &effort)?;
    let operations = "Apply|Diff";
    let short = Series {
        cases: "list_.*_(10|100|1000)",
        operations,
        time: bench.choose("0.5s", "0.05s"),
        count: bench.choose("5", "1"),
    };
    // A call takes seconds, so one call at a time is measured.
    let long =
        Series { cases: "list_.*_3000", operations, time: "1x", count: bench.choose("3", "1") };
    let mut theirs = Figures::default();
    if let Some(reference) = &bench.reference {
        reference.run(&short, &mut theirs)?;
        reference.run(&long, &mut theirs)?;
    }
    let mut rows = Vec::new();
    for (change, described) in CHANGES {
        for (operation, in_go) in OPERATIONS {
            let group = format!("list_{change}");
            let mut growth = [Growth::default(), Growth::default()];
            for entries in ENTRIES {
                let time = ours.median(&group, &format!("{operation}/{entries}"))?;
                let theirs = theirs.get(in_go, &format!("{group}_{entries}"));
                let named = [operation.to_owned(), described.to_owned(), entries.to_owned()];
                rows.push(row(named, entries.parse()?, time, theirs, &mut growth));
            }
        }
    }
    let columns = ["", "changed", "entries", "ours", "an entry", "grows", "Go", "grows", "faster"];
    Ok(Section::of_grid(TITLE, grid(&columns, rows.into_iter()), bench.missing()))
}

fn row(
    named: [String; 3],
    entries: f64,
    ours: f64,
    theirs: Option<f64>,
    [our_growth, their_growth]: &mut [Growth; 2],
) -> Vec<String> {
    let mut cells = Vec::from(named);
    let time = |figure| Figure::Nanoseconds(figure).text();
    cells.extend([time(ours), time(ours / entries), our_growth.since(entries, ours)]);
    cells.extend(match theirs {
        Some(theirs) => {
            let grows = their_growth.since(entries, theirs);
            [time(theirs), grows, format!("{} ×", digits(theirs / ours))]
        }
        None => Default::default(),
    });
    cells
}

/// The figure for the last length, which the growth to the next length is computed from.
#[derive(Default)]
struct Growth {
    before: Option<(f64, f64)>,
}

impl Growth {
    /// The exponent of the growth since the last figure: `n^1` is linear.
    fn since(&mut self, entries: f64, time: f64) -> String {
        let before = self.before.replace((entries, time));
        before.map_or_else(String::new, |(fewer, faster)| {
            format!("n^{:.2}", (time / faster).ln() / (entries / fewer).ln())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_a_power_of_the_length() {
        let mut growth = Growth::default();
        assert_eq!(growth.since(10.0, 5.0), "");
        assert_eq!(growth.since(100.0, 50.0), "n^1.00");
        assert_eq!(growth.since(1000.0, 5000.0), "n^2.00");
    }

    #[test]
    fn without_the_reference_its_cells_are_empty() {
        let named = || ["apply".to_owned(), "one".to_owned(), "10".to_owned()];
        let mut growth = [Growth::default(), Growth::default()];
        let with = row(named(), 10.0, 100.0, Some(1000.0), &mut growth);
        assert_eq!(with, ["apply", "one", "10", "100 ns", "10.0 ns", "", "1.00 µs", "", "10.0 ×"]);
        let without = row(named(), 10.0, 100.0, None, &mut growth);
        assert_eq!(without.get(6..), Some(&[String::new(), String::new(), String::new()][..]));
    }
}
