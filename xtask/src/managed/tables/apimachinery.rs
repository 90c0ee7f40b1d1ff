//! The tests of the field manager of apimachinery: a copy of the module records the requests of its tests
//! (`apimachinery.go` and `apimachinery_package.go`), and [`replay`] makes the same ones here.

mod replay;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{Result, copy_folder, module, record_of, renamed};
use replay::Line;

const MODULE: &str = "k8s.io/apimachinery";
const PACKAGE: &str = "pkg/util/managedfields";

/// The functions that record, by the file that has them. In the copy, those of the package have names
/// that begin with `package`.
const RECORDED: [(&str, &[&str]); 8] = [
    (
        "internal/fieldmanager.go",
        &[
            "func NewFieldManager(",
            "func (f *FieldManager) Update(",
            "func (f *FieldManager) UpdateNoErrors(",
            "func (f *FieldManager) Apply(",
        ],
    ),
    (
        "internal/managedfields.go",
        &[
            "func DecodeManagedFields(",
            "func encodeManagedFields(",
            "func sortEncodedManagedFields(",
            "func BuildManagerIdentifier(",
        ],
    ),
    ("internal/pathelement.go", &["func NewPathElement("]),
    ("internal/fields.go", &["func FieldsToSet("]),
    ("internal/conflict.go", &["func NewConflictError("]),
    (
        "internal/typeconverter.go",
        &["func (c *typeConverter) ObjectToTyped(", "func (deducedTypeConverter) ObjectToTyped("],
    ),
    (
        "scalehandler.go",
        &["func (h *ScaleHandler) ToSubresource(", "func (h *ScaleHandler) ToParent("],
    ),
    ("extract.go", &["func ExtractInto("]),
];

/// Tests with an allowed difference, with the reason.
const EXPLAINED: &[(&str, &str)] = &[
    (
        "TestVersionCheck",
        "the version of a request is that of its object (ssa-2); a server compares it with the path",
    ),
    (
        "TestSortEncodedManagedFields",
        "three tables have two entries of one manager, of which the later one counts when they are read",
    ),
    (
        "TestNewConflictError",
        "the identities in the test have a time, and those of a server none: no message has a time",
    ),
    (
        "TestFieldManagerUpdateNoErrors",
        "the test makes the tracking fail; an object that can't be tracked is in smp-managed/tests/requests.rs",
    ),
    (
        "TestUpdateBeforeFirstApply",
        "the test does not track creates, which servers do (ssa-29); its applies are equal",
    ),
];

/// Tests of what this engine does not have, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("TestAtMostEvery", "how often a message is logged"),
    ("TestSetToFieldsError", "a path with an element of no kind, which can't be made here"),
    ("TestIndexModels", "how Go's code looks up types; here, that is smp-openapi"),
    ("TestVersionConverter", "the conversion is the caller's (ssa-35)"),
    ("TestVersionConverterSameVersion", "the number of calls in Go's code"),
];

/// The requests of a test, by their outcome.
#[derive(Default)]
struct Tally {
    equal: usize,
    different: usize,
}

/// Runs all requests; a difference that nothing explains is an error.
pub(super) fn run(root: &Path, show: usize) -> Result<()> {
    let (record, mut tests) = record(root)?;
    let mut wrong = 0;
    for line in record.lines() {
        let line: Line = serde_json::from_str(line)?;
        let (ours, theirs) = line.outcomes()?;
        let tally = tests
            .get_mut(&line.file)
            .and_then(|tests| tests.get_mut(&line.test))
            .ok_or_else(|| format!("no test {} in {}", line.test, line.file))?;
        if ours == theirs {
            tally.equal += 1;
            continue;
        }
        tally.different += 1;
        if reason(EXPLAINED, &line.test).is_none() {
            wrong += 1;
            if wrong <= show {
                println!("--- {} {}\nours   {ours}\ntheirs {theirs}", line.test, line.text());
            }
        }
    }
    let mut stale: BTreeSet<&str> = EXPLAINED.iter().chain(LEFT_OUT).map(|it| it.0).collect();
    println!(
        "| file | tests | requests | equal | explained | left out |\n|---|---|---|---|---|---|"
    );
    for (file, tests) in &tests {
        let mut left_out = 0;
        for (test, tally) in tests {
            let asks = tally.equal + tally.different > 0;
            if tally.different > 0 || !asks {
                stale.remove(test.as_str());
            }
            if !asks {
                left_out += 1;
                if reason(LEFT_OUT, test).is_none() {
                    println!("{test} asks nothing");
                    wrong += 1;
                }
            }
        }
        let sum = |count: fn(&Tally) -> usize| tests.values().map(count).sum::<usize>();
        let (equal, different) = (sum(|it| it.equal), sum(|it| it.different));
        let requests = equal + different;
        println!("| {file} | {} | {requests} | {equal} | {different} | {left_out} |", tests.len());
    }
    for (test, reason) in EXPLAINED.iter().chain(LEFT_OUT) {
        println!("{test}: {reason}");
    }
    match (wrong, stale.is_empty()) {
        (0, true) => Ok(()),
        (0, false) => Err(format!("explained, but as it should be: {stale:?}").into()),
        (count, _) => Err(format!("nothing explains {count} differences").into()),
    }
}

fn reason(of: &[(&str, &'static str)], test: &str) -> Option<&'static str> {
    of.iter().find(|(name, _)| *name == test).map(|(_, reason)| *reason)
}

/// The tests of each file, with what they asked.
type Tests = BTreeMap<String, BTreeMap<String, Tally>>;

/// The requests as lines of JSON, and the tests of each file.
fn record(root: &Path) -> Result<(String, Tests)> {
    let place = root.join("target/apimachinery");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    // The tests read a file of Kubernetes' repository by a relative path, so the copy needs the same
    // place.
    let copy = place.join("staging/src/k8s.io/apimachinery");
    copy_folder(&module(root, "tests/oracle", MODULE)?, &copy)?;
    let swagger = "api/openapi-spec/swagger.json";
    fs::create_dir_all(place.join("api/openapi-spec"))?;
    fs::copy(
        module(root, "tests/cluster", "k8s.io/kubernetes")?.join(swagger),
        place.join(swagger),
    )?;

    let package = copy.join(PACKAGE);
    for (file, functions) in RECORDED {
        for function in functions {
            let (start, name) = function.rsplit_once(' ').ok_or("no function")?;
            renamed(
                &package.join(file),
                &format!("\n{function}"),
                &format!("\n{start} package{name}"),
            )?;
        }
    }
    renamed(&package.join("internal/fieldmanager.go"), "= f.Update(", "= f.packageUpdate(")?;
    let updater = package.join("internal/managedfieldsupdater.go");
    renamed(&updater, "time.Now().UTC()", "clock")?;
    renamed(&updater, "\t\"time\"\n", "")?;
    fs::write(package.join("internal/record.go"), include_str!("apimachinery.go"))?;
    fs::write(package.join("record.go"), include_str!("apimachinery_package.go"))?;

    let mut tests = Tests::new();
    for folder in [package.clone(), package.join("internal")] {
        let of = folder.file_name().and_then(|name| name.to_str()).ok_or("no name")?.to_owned();
        for entry in fs::read_dir(&folder)? {
            let file = entry?.path();
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.ends_with("_test.go") {
                let text = fs::read_to_string(&file)?;
                let functions = text.lines().filter_map(|line| line.strip_prefix("func Test"));
                let functions = functions.filter_map(|line| line.split('(').next());
                let of_file = functions.map(|name| (format!("Test{name}"), Tally::default()));
                tests.insert(format!("{of}/{name}"), of_file.collect());
            }
        }
    }
    Ok((record_of(&copy, &format!("./{PACKAGE}/..."))?, tests))
}
