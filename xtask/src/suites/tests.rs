//! Runs the compiled tests of a package, and reads their reports.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::Result;

pub(crate) struct Program {
    pub(crate) file: PathBuf,
    /// The folder of the package, where its tests find their files.
    pub(crate) source: PathBuf,
}

/// The end of a test. Several runs of one name are one test, which passes if all of them do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Skipped,
    Passed,
    Failed,
}

/// The tests of a package by name: how they ended, and what they said.
#[derive(Debug, Default)]
pub(crate) struct Outcomes(BTreeMap<String, (End, String)>);

impl Program {
    /// Runs all tests, with these variables in their environment.
    pub(crate) fn run(&self, ginkgo: bool, variables: &[(&str, PathBuf)]) -> Result<Outcomes> {
        let report = self.file.with_extension("json");
        let mut command = Command::new("go");
        command.args(["tool", "test2json"]).arg(&self.file).arg("-test.v=test2json");
        if ginkgo {
            command.arg(format!("-ginkgo.json-report={}", report.display()));
        }
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        // The command fails if a test does.
        let output = command.current_dir(&self.source).stderr(Stdio::inherit()).output()?;
        let outcomes = if ginkgo {
            Outcomes::of_ginkgo(&fs::read_to_string(&report)?)?
        } else {
            Outcomes::of_go(&String::from_utf8(output.stdout)?)?
        };
        if outcomes.0.is_empty() {
            return Err(format!("{} has no tests", self.source.display()).into());
        }
        Ok(outcomes)
    }

    /// Deletes the file, which is large.
    pub(super) fn remove(&self) -> Result<()> {
        Ok(fs::remove_file(&self.file)?)
    }
}

impl Outcomes {
    /// Reads the events of `go tool test2json`.
    fn of_go(events: &str) -> Result<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "PascalCase")]
        struct Event {
            action: String,
            #[serde(default)]
            test: String,
            #[serde(default)]
            output: String,
        }
        let mut outcomes = Self::default();
        // The tests that have begun and not ended, with their output.
        let mut running: BTreeMap<String, String> = BTreeMap::new();
        for line in events.lines() {
            let event: Event = serde_json::from_str(line)?;
            if event.test.is_empty() {
                continue;
            }
            let end = match event.action.as_str() {
                "pass" => End::Passed,
                "fail" => End::Failed,
                "skip" => End::Skipped,
                _ => {
                    running.entry(event.test).or_default().push_str(&event.output);
                    continue;
                }
            };
            let said = running.remove(&event.test).unwrap_or_default();
            outcomes.add(&event.test, end, &said);
        }
        // The program ended before these tests did.
        for (test, said) in running {
            outcomes.add(&test, End::Failed, &said);
        }
        outcomes.leave_out_parents();
        Ok(outcomes)
    }

    /// Reads the report of Ginkgo.
    fn of_ginkgo(report: &str) -> Result<Self> {
        #[derive(Deserialize)]
        #[serde(rename_all = "PascalCase")]
        struct Suite {
            spec_reports: Vec<Spec>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "PascalCase")]
        struct Spec {
            container_hierarchy_texts: Option<Vec<String>>,
            leaf_node_type: String,
            leaf_node_text: String,
            state: String,
            failure: Option<Failure>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "PascalCase")]
        struct Failure {
            message: String,
        }
        let suites: Vec<Suite> = serde_json::from_str(report)?;
        let mut outcomes = Self::default();
        for spec in suites.into_iter().flat_map(|suite| suite.spec_reports) {
            let end = match spec.state.as_str() {
                "passed" => End::Passed,
                "skipped" | "pending" => End::Skipped,
                _ => End::Failed,
            };
            // Nodes before and after all specs count only if they fail.
            if spec.leaf_node_type != "It" && end != End::Failed {
                continue;
            }
            let mut names = spec.container_hierarchy_texts.unwrap_or_default();
            names.push(spec.leaf_node_text);
            let message = spec.failure.map(|failure| failure.message).unwrap_or_default();
            outcomes.add(&names.join(" / "), end, &message);
        }
        Ok(outcomes)
    }

    /// Adds a run of a test. The message is that of the first run with the worst outcome.
    fn add(&mut self, test: &str, end: End, message: &str) {
        let outcome = (end, message.to_owned());
        let so_far = self.0.entry(name_of(test)).or_insert_with(|| outcome.clone());
        if end > so_far.0 {
            *so_far = outcome;
        }
    }

    /// Leaves out tests that have subtests, except those that fail although no subtest does.
    fn leave_out_parents(&mut self) {
        let below = |name: &str, all: &BTreeMap<String, (End, String)>, failed: bool| {
            let start = format!("{name}/");
            all.range(start.clone()..)
                .take_while(|(other, _)| other.starts_with(&start))
                .any(|(_, (end, _))| !failed || *end == End::Failed)
        };
        let all = self.0.clone();
        self.0.retain(|name, (end, _)| {
            !below(name, &all, false) || (*end == End::Failed && !below(name, &all, true))
        });
    }

    pub(crate) fn ends(&self) -> impl Iterator<Item = (&str, End)> {
        self.0.iter().map(|(name, (end, _))| (name.as_str(), *end))
    }

    pub(super) fn end(&self, name: &str) -> Option<End> {
        self.0.get(name).map(|(end, _)| *end)
    }

    pub(crate) fn message(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|(_, message)| message.as_str())
    }
}

/// The name of a test without what differs between runs: the number of a repeated name, and the
/// fields that apimachinery's tests list in the order of a Go map.
fn name_of(test: &str) -> String {
    let mut parts = Vec::new();
    for part in test.split('/') {
        let part = match part.rsplit_once('#') {
            Some((name, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => part,
        };
        parts.push(if part.starts_with("Kind([") { "Kind" } else { part });
    }
    parts.join("/")
}

#[cfg(test)]
mod cases {
    use super::*;

    #[test]
    fn a_test_is_named_without_what_varies() {
        assert_eq!(name_of("TestA/b#01/c"), "TestA/b/c");
        assert_eq!(name_of("TestA/Kind([x_y])/c"), "TestA/Kind/c");
        assert_eq!(name_of("TestA/issue#x"), "TestA/issue#x");
    }

    #[test]
    fn events_of_go() {
        let outcomes = Outcomes::of_go(
            r#"{"Action":"start"}
{"Action":"run","Test":"TestA"}
{"Action":"run","Test":"TestA/b"}
{"Action":"pass","Test":"TestA/b"}
{"Action":"run","Test":"TestA/b#01"}
{"Action":"output","Test":"TestA/b#01","Output":"wrong\n"}
{"Action":"fail","Test":"TestA/b#01"}
{"Action":"fail","Test":"TestA"}
{"Action":"run","Test":"TestB"}
{"Action":"run","Test":"TestB/c"}
{"Action":"pass","Test":"TestB/c"}
{"Action":"fail","Test":"TestB"}
{"Action":"run","Test":"TestC"}
{"Action":"skip","Test":"TestC"}
{"Action":"run","Test":"TestD"}"#,
        )
        .unwrap();
        let ends: Vec<_> = outcomes.ends().collect();
        let expected = [
            ("TestA/b", End::Failed),
            ("TestB", End::Failed),
            ("TestB/c", End::Passed),
            ("TestC", End::Skipped),
            ("TestD", End::Failed),
        ];
        assert_eq!(ends, expected);
        assert_eq!(outcomes.message("TestA/b"), Some("wrong\n"));
    }

    #[test]
    fn a_report_of_ginkgo() {
        let outcomes = Outcomes::of_ginkgo(
            r#"[{"SpecReports": [
                {"ContainerHierarchyTexts": ["A", "b"], "LeafNodeType": "It",
                 "LeafNodeText": "works", "State": "passed"},
                {"ContainerHierarchyTexts": ["A"], "LeafNodeType": "It", "LeafNodeText": "too",
                 "State": "failed", "Failure": {"Message": "it does not"}},
                {"ContainerHierarchyTexts": null, "LeafNodeType": "BeforeSuite",
                 "LeafNodeText": "", "State": "passed"}]}]"#,
        )
        .unwrap();
        let ends: Vec<_> = outcomes.ends().collect();
        assert_eq!(ends, [("A / b / works", End::Passed), ("A / too", End::Failed)]);
        assert_eq!(outcomes.message("A / too"), Some("it does not"));
    }
}
