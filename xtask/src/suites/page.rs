//! `docs/suites.md`: how the tests of each package end on both sides, and why some fail.

use std::fmt::Write as _;

use super::plan::{Explanation, Plan, matches};
use super::tests::{End, Outcomes};
use crate::bench::table::grid;
use crate::differential::Comparison;

/// The comparison of one package.
pub(super) struct Row<'p> {
    pub(super) package: String,
    version: String,
    tests: usize,
    reference: usize,
    ours: usize,
    /// The tests that pass with Kubernetes' code and fail with this engine, with the reason.
    pub(super) explained: Vec<(String, &'p Explanation)>,
    pub(super) unexplained: Vec<String>,
    /// The tests that fail with Kubernetes' code.
    broken: Vec<String>,
    pub(super) answers: Comparison,
}

impl<'p> Row<'p> {
    pub(super) fn new(
        package: &str,
        version: &str,
        reference: &Outcomes,
        ours: &Outcomes,
        answers: Comparison,
        plan: &'p Plan,
    ) -> Self {
        let mut row = Self {
            package: package.to_owned(),
            version: version.to_owned(),
            tests: 0,
            reference: 0,
            ours: 0,
            explained: Vec::new(),
            unexplained: Vec::new(),
            broken: Vec::new(),
            answers,
        };
        for (name, end) in reference.ends().filter(|(_, end)| *end != End::Skipped) {
            let passes = ours.end(name) == Some(End::Passed);
            row.tests += 1;
            row.ours += usize::from(passes);
            if end == End::Failed {
                row.broken.push(name.to_owned());
                continue;
            }
            row.reference += 1;
            match plan.explanation(package, name) {
                _ if passes => {}
                Some(explanation) => row.explained.push((name.to_owned(), explanation)),
                None => row.unexplained.push(name.to_owned()),
            }
        }
        row
    }

    /// The comparison in one line.
    pub(super) fn line(&self) -> String {
        format!(
            "{} {}: {} tests; {} pass with Kubernetes' code, {} with this engine, {} failures are \
             explained; {} questions: {}",
            self.package,
            self.version,
            self.tests,
            self.reference,
            self.ours,
            self.explained.len(),
            self.answers.asked(),
            self.labels()
        )
    }

    fn cells(&self) -> Vec<String> {
        let figures = [
            self.tests,
            self.reference,
            self.ours,
            self.explained.len(),
            self.unexplained.len(),
            self.answers.asked(),
        ];
        let mut cells = vec![self.package.clone(), self.version.clone()];
        cells.extend(figures.iter().map(ToString::to_string));
        cells
    }

    fn labels(&self) -> String {
        let counts = self.answers.counts.iter();
        counts.map(|(label, count)| format!("{count} {label}")).collect::<Vec<_>>().join(", ")
    }
}

/// The whole file.
pub(super) fn text(session: &str, rows: &[Row<'_>], plan: &Plan) -> String {
    let mut text = format!("{INTRODUCTION}\n{session}.\n\n");
    let head = [
        "package",
        "version",
        "tests",
        "pass with Kubernetes' code",
        "pass with this engine",
        "fail, explained",
        "fail, unexplained",
        "questions",
    ];
    text.push_str(&grid(&head, rows.iter().map(Row::cells)));
    text.push_str(QUESTIONS);
    let asking = rows.iter().filter(|row| row.answers.asked() > 0);
    text.push_str(&grid(
        &["package", "answers"],
        asking.map(|row| vec![row.package.clone(), row.labels()]),
    ));
    text.push_str("\n## Failures\n");
    for explanation in &plan.failures {
        let tests = rows.iter().flat_map(|row| &row.explained);
        let tests = tests.filter(|(_, by)| std::ptr::eq(*by, explanation));
        section(&mut text, explanation, tests.map(|(name, _)| name));
    }
    if rows.iter().any(|row| !row.broken.is_empty()) {
        text.push_str("\n## Failures with Kubernetes' code\n\n");
    }
    for row in rows {
        for name in &row.broken {
            let _ = writeln!(text, "- {}: `{name}`", row.package);
        }
    }
    text
}

/// Writes the tests that one explanation covers.
fn section<'n>(
    text: &mut String,
    explanation: &Explanation,
    tests: impl Iterator<Item = &'n String>,
) {
    let _ = write!(text, "\n{}: {}", explanation.package, explanation.why);
    if let Some(id) = &explanation.deviation {
        let _ = write!(text, " Deviation [{id}](deviations.md#{id}).");
    }
    text.push_str("\n\n");
    for test in tests {
        let _ = writeln!(text, "- `{test}`");
    }
}

const INTRODUCTION: &str = "\
# The tests of other projects

Projects that use Kubernetes' Go package `k8s.io/apimachinery/pkg/util/strategicpatch` test what they
do with it, and so does the package itself. `cargo xtask suites` runs these tests with this engine in
the place of the package, and with the package. It needs Go and its module proxy, and writes this
page; a failure or an answer that nothing explains is an error.

    cargo xtask suites                  # all of them
    cargo xtask suites kubectl helm     # the packages with such a path; the page stays as it is

Nothing of the projects is in this repository. The command copies apimachinery from Go's module cache
into a folder of its own (`SMP_SUITES_CACHE`; by default `smp-suites` in the user's cache), gives
the functions of the copy that apply, make and compose patches other names, and adds the files of
`tests/suites/shim`, which have functions of these names. The tests are those of the published
modules, compiled with a `replace` for apimachinery. `tests/suites/suites.yaml` has the list of
packages, and the explanations below.

The functions ask `cargo xtask answer`, which is this engine with the protocol of the
[oracle](../tests/oracle/README.md):

- A schema is made of the Go type, or of the OpenAPI schema, once for each. The metadata of a field
  are what the package's own lookup gives.
- The options are `Options::kubernetes()`. `overwrite: false` is `Overwrite::UnlessTheyChanged`, which refuses
  what `kubectl apply --overwrite=false` does.
- Preconditions are functions on a patch. They are called with the patch of this engine.
- Errors which callers tell from others are those of the package. An error about a merge key, an
  order list or an unknown field begins with the package's words.
- The members of results are sorted, as Go writes them.

A test is one without subtests, or a spec of Ginkgo; it passes if all runs under its name do, and a
test that is skipped does not count. Questions are counted once each: a package that asks none would
pass with any engine.

## Results
";

const QUESTIONS: &str = "
## Questions

Each question has also been put to both sides as `cargo xtask differential` does: `equal` answers are
the same, or patches with the same effect; other names are sections of
[Deviations from the reference](deviations.md). Some tests ask about text that is not JSON. In this comparison `overwrite: false` is `Overwrite::UnlessBothChanged`.

";

/// The patterns that match no failure of these packages.
pub(super) fn stale<'p>(plan: &'p Plan, rows: &[Row<'_>]) -> Vec<&'p str> {
    let mut stale = Vec::new();
    for explanation in &plan.failures {
        let failed = rows.iter().find(|row| row.package == explanation.package);
        for pattern in &explanation.tests {
            let holds =
                |row: &Row<'_>| row.explained.iter().any(|(name, _)| matches(pattern, name));
            if !failed.is_some_and(holds) {
                stale.push(pattern.as_str());
            }
        }
    }
    stale
}
