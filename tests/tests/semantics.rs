//! `docs/semantics.md` and its citations. Every rule that a conformance case, a comment or a
//! page cites exists; every rule is tested by a case or by the tests that it names.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use smp_tests::case::Case;

const PAGE: &str = include_str!("../../docs/semantics.md");
const DEVIATIONS: &str = include_str!("../../docs/deviations.md");

/// The name of the page, in two parts: this file is also searched for the name.
const NAME: &str = concat!("semantics", ".md");

/// The public documents that rules and cases may cite, by the names that they use.
const DOCUMENTS: [&str; 5] =
    ["SMP document", "Preserve Order", "Retain Keys", "Union Types", "RFC 8259"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Every rule by its number: the paragraph that begins with it in bold.
fn rules() -> BTreeMap<&'static str, String> {
    let mut rules = BTreeMap::new();
    for paragraph in PAGE.split("\n\n") {
        let Some(id) = paragraph.trim_start().strip_prefix("**").and_then(id_at) else { continue };
        let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(rules.insert(id, text).is_none(), "{id} is defined twice");
    }
    rules
}

/// The rule number that a text begins with: words and a number, joined by `-`.
fn id_at(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
    let id = &text[..end.unwrap_or(text.len())];
    let (section, number) = id.rsplit_once('-')?;
    let is_section = section.starts_with(|c: char| c.is_ascii_lowercase());
    (is_section && number.parse::<u32>().is_ok()).then_some(id)
}

/// The rule numbers at the start of a text, joined by `, `, ` and ` or ` to `.
fn ids_at(mut text: &str) -> Vec<&str> {
    let mut ids = Vec::new();
    while let Some(id) = id_at(text.trim_start_matches('`')) {
        ids.push(id);
        let rest = text.trim_start_matches('`')[id.len()..].trim_start_matches('`');
        let Some(next) = [", ", " and ", " to "].iter().find_map(|it| rest.strip_prefix(it)) else {
            break;
        };
        text = next;
    }
    ids
}

/// The files below a folder, except build results and files of git.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let skipped = ["target", "corpus", "artifacts", "node_modules"].contains(&name.as_str());
        if path.is_symlink() || skipped || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn below(folder: &str, extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join(folder), &mut found);
    found.sort();
    let wanted = |path: &PathBuf| {
        path.extension().is_some_and(|it| extensions.iter().any(|wanted| it == *wanted))
    };
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    };
    found.into_iter().filter(wanted).map(read).collect()
}

/// The file of every case, the rules that it cites, and the other sources that it names.
fn cases() -> Vec<(PathBuf, Vec<String>, Vec<String>)> {
    let files = below("tests/conformance", &["yaml"]).into_iter();
    let cases = files.filter(|(path, _)| !path.parent().unwrap().ends_with("schemas"));
    let cases = cases.map(|(path, text)| {
        let case: Case = serde_saphyr::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut parts = case.source.split("; ").map(str::to_owned);
        let cited = parts.next().unwrap_or_default();
        let cited = cited.split(", ").map(str::to_owned).collect();
        (path, cited, parts.collect())
    });
    cases.collect()
}

#[test]
fn every_rule_has_a_source() {
    let rules = rules();
    assert!(rules.len() > 150, "too few rules were found");
    for (id, text) in &rules {
        let source = text.split_once("*Source: ").unwrap_or_else(|| panic!("{id} has no source"));
        assert!(source.1.split(".*").next().is_some_and(|it| it.len() > 2), "{id}");
    }
    // Numbers are ascending, and every missing number is declared as retired.
    let mut sections: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for id in rules.keys() {
        let (section, number) = id.rsplit_once('-').unwrap();
        sections.entry(section).or_default().insert(number.parse().unwrap());
    }
    for (section, numbers) in sections {
        for number in 1..=*numbers.last().unwrap() {
            let retired = PAGE.contains(&format!("{section}-{number} is retired"));
            assert!(numbers.contains(&number) || retired, "{section}-{number} is missing");
        }
    }
}

/// Each deviation from the reference has a rule, and the two pages refer to each other. JSON patches
/// have no rules.
#[test]
fn rules_name_deviations() {
    let (strategic, _) = DEVIATIONS.split_once("\n# JSON patches\n").expect("a part about them");
    let sections: BTreeSet<&str> =
        strategic.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let mut named = BTreeSet::new();
    for (id, text) in &rules() {
        for (start, word) in text.match_indices("(deviation") {
            let end = text[start..].find(')').expect("a bracket is closed");
            let quoted = text[start + word.len()..start + end].split('`').skip(1).step_by(2);
            for name in quoted {
                let section = sections.get(name);
                named.insert(*section.unwrap_or_else(|| panic!("{id}: unknown deviation {name}")));
            }
        }
    }
    assert_eq!(named, sections, "every deviation must be named by a rule");
}

#[test]
fn cases_cite_rules() {
    let rules = rules();
    let cases = cases();
    assert!(cases.len() > 500, "too few cases were found");
    for (path, cited, others) in cases {
        for id in cited {
            assert!(
                rules.contains_key(id.as_str()),
                "{} cites {id}, which is not a rule",
                path.display()
            );
        }
        for other in others {
            let known = DOCUMENTS.iter().any(|document| other.starts_with(document));
            // Another section of the document that was cited before it.
            assert!(known || other.starts_with('\''), "{} cites {other}", path.display());
        }
    }
}

/// A text in one line, without comment marks: a citation may continue on the next line.
fn joined(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches(['/', '!']).trim());
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn comments_and_pages_cite_rules() {
    let rules = rules();
    let sections: BTreeSet<&str> =
        rules.keys().filter_map(|id| Some(id.rsplit_once('-')?.0)).collect();
    let mut count = 0;
    for (path, text) in below("", &["rs", "md", "yaml"]) {
        let text = joined(&text);
        let is_rule = |id: &str| {
            assert!(rules.contains_key(id), "{} cites {id}, which is not a rule", path.display());
        };
        for (start, word) in text.match_indices("semantics ") {
            let ids = ids_at(&text[start + word.len()..]);
            count += ids.len();
            ids.into_iter().for_each(is_rule);
        }
        // Every mention of the page must mean the one in this repository.
        for (start, _) in text.match_indices(NAME) {
            let here = ["docs/", "](../", "](", "["].iter().any(|it| text[..start].ends_with(it));
            assert!(here, "{} names a {NAME} outside of `docs`", path.display());
        }
        // Pages cite rule numbers as code, without the word "semantics".
        let is_page = path.extension().is_some_and(|it| it == "md");
        for (start, _) in text.match_indices('`').filter(|_| is_page) {
            let id = id_at(&text[start + 1..]);
            let id = id.filter(|id| id.rsplit_once('-').is_some_and(|it| sections.contains(it.0)));
            id.into_iter().for_each(is_rule);
        }
    }
    assert!(count > 50, "too few citations were found");
}

#[test]
fn every_rule_is_held() {
    let rules = rules();
    let cited: BTreeSet<String> = cases().into_iter().flat_map(|(_, cited, _)| cited).collect();
    let mut held_by_none = Vec::new();
    for (id, text) in &rules {
        let Some((_, held)) = text.split_once("*Held by: ") else {
            if !cited.contains(*id) {
                held_by_none.push(*id);
            }
            continue;
        };
        let held = held.split(".*").next().unwrap();
        let mut source = String::new();
        let mut names = held.split('`').skip(1).step_by(2).peekable();
        assert!(names.peek().is_some(), "{id}: no file of `Held by` exists");
        for name in names {
            if name.contains('/') {
                source = std::fs::read_to_string(root().join(name))
                    .unwrap_or_else(|error| panic!("{id} is held by {name}: {error}"));
            } else {
                assert!(
                    source.contains(&format!("fn {name}(")),
                    "{id}: there is no function {name}"
                );
            }
        }
    }
    assert_eq!(held_by_none, [""; 0], "cited by no case and held by no test");
}
