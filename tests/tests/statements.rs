//! `docs/statements.md`: the cases, tests and functions that it names exist, and each row has a case or a
//! test that runs wherever the tests do, or refers to a row that has one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::path::Path;

use crate::ignored;

const PAGE: &str = include_str!("../../docs/statements.md");

/// The rows, each with its number, its words and what proves it.
fn rows() -> Vec<[&'static str; 3]> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.filter(|row| row.starts_with(|c: char| "SPRUW".contains(c)));
    rows.map(|row| {
        let mut cells = row.splitn(3, " | ");
        [(); 3].map(|()| cells.next().unwrap_or_else(|| panic!("{row}: three cells")))
    })
    .collect()
}

/// The words between backquotes.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The rows that a proof names.
fn references(proof: &str) -> impl Iterator<Item = &str> {
    let words = proof.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| {
        word.len() > 1
            && word.starts_with(|c: char| "SPRUW".contains(c))
            && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[test]
fn what_proves_a_statement_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut cases, mut tests) = (0, 0);
    // The rows that have a case or a test that is not ignored.
    let mut proven = BTreeSet::new();
    for [number, _, proof] in rows() {
        for name in code(proof).filter(|name| name.contains('/')) {
            if Path::new(name).extension().is_none() {
                let case = root.join("tests/conformance").join(format!("{name}.yaml"));
                assert!(case.is_file(), "{number}: there is no case {name}");
                cases += 1;
                proven.insert(number);
                continue;
            }
            let source = std::fs::read_to_string(root.join(name))
                .unwrap_or_else(|error| panic!("{number}: {name}: {error}"));
            tests += 1;
            let (_, after) = proof.split_once(&format!("`{name}`")).unwrap();
            let all = ignored::tests(&source);
            let Some((functions, _)) = after.strip_prefix(" (").and_then(|it| it.split_once(')'))
            else {
                assert!(all.iter().all(|it| it.ignored.is_none()), "{number}: {name} does not run");
                proven.insert(number);
                continue;
            };
            for function in code(functions) {
                // A law is a function of a test or, in a list of laws, a name.
                let spellings = [format!("fn {function}("), format!(" {function}:")];
                let is_there = spellings.iter().any(|spelling| source.contains(spelling));
                assert!(is_there, "{number}: {name} has no {function}");
                let test = all.iter().find(|it| it.name == function);
                if test.is_none_or(|it| it.ignored.is_none()) {
                    proven.insert(number);
                }
            }
        }
    }
    // Rows that refer to a proven one.
    loop {
        let more: Vec<_> = rows()
            .into_iter()
            .filter(|[number, _, proof]| {
                !proven.contains(number) && references(proof).any(|it| proven.contains(it))
            })
            .collect();
        if more.is_empty() {
            break;
        }
        proven.extend(more.into_iter().map(|[number, ..]| number));
    }
    let open: Vec<_> = rows().into_iter().filter(|[number, ..]| !proven.contains(number)).collect();
    assert_eq!(open, [[""; 3]; 0], "no case or test proves these");
    assert!(cases > 150 && tests > 50, "{cases} cases, {tests} tests");
}

#[test]
fn statements_are_numbered() {
    let rows = rows();
    let numbers: BTreeSet<_> = rows.iter().map(|[number, ..]| *number).collect();
    assert_eq!(numbers.len(), rows.len(), "a number is there twice");
    for letter in ["S", "P", "R", "U", "W"] {
        let own: Vec<_> =
            rows.iter().filter_map(|[number, ..]| number.strip_prefix(letter)).collect();
        let wanted: Vec<_> = (1..=own.len()).map(|number| number.to_string()).collect();
        assert_eq!(own, wanted, "{letter}");
    }
    assert!(rows.len() > 137, "{} rows", rows.len());
}

#[test]
fn references_lead_to_rows() {
    let numbers: BTreeSet<_> = rows().iter().map(|[number, ..]| *number).collect();
    for [number, _, proof] in rows() {
        for word in references(proof) {
            assert!(numbers.contains(word), "{number} names {word}");
        }
    }
}
