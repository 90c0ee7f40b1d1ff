//! `JUnit` XML, which shows a run as tests: a suite for each file, a test case for each object.
//! A test case is a failure if its object differs, and an error if it has one. Warnings are its
//! output.

use std::collections::HashMap;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::Run;
use crate::report::finding::{Finding, Place, Severity};
use crate::report::{Rule, escape, escape_except};

/// A file with its test cases.
struct Suite<'r> {
    file: &'r str,
    cases: Vec<Case<'r>>,
}

struct Case<'r> {
    name: String,
    line: usize,
    findings: Vec<&'r Finding>,
}

impl Case<'_> {
    fn worst(&self) -> Option<Severity> {
        let severities = self.findings.iter().map(|finding| finding.severity);
        // A warning is less than a difference, which is what the tests are about.
        severities.max_by_key(|severity| match severity {
            Severity::Warning => 0,
            Severity::Note => 1,
            Severity::Error => 2,
        })
    }
}

pub(super) fn write(run: &Run<'_>) -> io::Result<String> {
    let suites = suites(run);
    let count = |suites: &[Suite<'_>], severity| {
        let cases = suites.iter().flat_map(|suite| &suite.cases);
        cases.filter(|case| case.worst() == Some(severity)).count().to_string()
    };
    let tests: usize = suites.iter().map(|suite| suite.cases.len()).sum();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("testsuites")
        .with_attributes([
            ("name", format!("smp {}", run.command).as_str()),
            ("tests", tests.to_string().as_str()),
            ("failures", count(&suites, Severity::Note).as_str()),
            ("errors", count(&suites, Severity::Error).as_str()),
        ])
        .write_inner_content(|writer| {
            for suite in &suites {
                let own = core::slice::from_ref(suite);
                writer
                    .create_element("testsuite")
                    .with_attributes([
                        ("name", &*escape(suite.file)),
                        ("tests", suite.cases.len().to_string().as_str()),
                        ("failures", count(own, Severity::Note).as_str()),
                        ("errors", count(own, Severity::Error).as_str()),
                        ("skipped", "0"),
                        ("file", &*escape(suite.file)),
                    ])
                    .write_inner_content(|writer| {
                        suite.cases.iter().try_for_each(|case| write_case(writer, suite, case))
                    })?;
            }
            Ok(())
        })?;
    let text = String::from_utf8(writer.into_inner()).map_err(io::Error::other)?;
    Ok(text + "\n")
}

fn write_case(writer: &mut Writer<Vec<u8>>, suite: &Suite<'_>, case: &Case<'_>) -> io::Result<()> {
    let element = writer.create_element("testcase").with_attributes([
        ("name", &*escape(&case.name)),
        ("classname", &*escape(suite.file)),
        ("time", "0"),
    ]);
    if case.findings.is_empty() {
        return element.write_empty().map(drop);
    }
    element.write_inner_content(|writer| {
        // One element for all: some readers show no second one.
        let worst = case.worst().unwrap_or(Severity::Warning);
        let findings = case.findings.iter().copied();
        let (bad, output): (Vec<&Finding>, Vec<&Finding>) =
            findings.partition(|finding| finding.severity != Severity::Warning);
        if let Some(first) = bad.iter().find(|finding| finding.severity == worst) {
            let name = if worst == Severity::Error { "error" } else { "failure" };
            writer
                .create_element(name)
                .with_attributes([("message", &*escape(&first.message)), ("type", first.rule.id())])
                .write_text_content(BytesText::new(&texts(&bad)))?;
        }
        if !output.is_empty() {
            writer
                .create_element("system-out")
                .write_text_content(BytesText::new(&texts(&output)))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Findings as text, each with its place.
fn texts(findings: &[&Finding]) -> String {
    let texts = findings.iter().map(|finding| {
        let place = finding.place.as_ref();
        let place = place.map(|it| format!("{}:{}:{}: ", it.file, it.line, it.column));
        format!("{}{} [{}]", place.unwrap_or_default(), finding.text(), finding.rule.id())
    });
    let text = texts.collect::<Vec<_>>().join("\n");
    escape_except(&text, &['\n']).into_owned()
}

/// The objects of each file with the findings in them. A finding outside of any object has a test
/// case of its own. `O(n log n)`.
fn suites<'r>(run: &'r Run<'_>) -> Vec<Suite<'r>> {
    // The suites are in the order in which their files came.
    let (mut suites, mut numbers) = (Vec::new(), HashMap::new());
    let mut number_of = |file: &'r str, suites: &mut Vec<Suite<'r>>| {
        *numbers.entry(file).or_insert_with(|| {
            suites.push(Suite { file, cases: Vec::new() });
            suites.len() - 1
        })
    };
    for checked in &run.found.checked {
        let (file, line) = position(checked.place.as_ref(), run);
        let case = Case { name: checked.identity.to_string(), line, findings: Vec::new() };
        let number = number_of(file, &mut suites);
        suites[number].cases.push(case);
    }
    for suite in &mut suites {
        suite.cases.sort_by_key(|case| case.line);
    }
    for finding in &run.found.findings {
        let (file, line) = position(finding.place.as_ref(), run);
        let number = number_of(file, &mut suites);
        let cases = &mut suites[number].cases;
        let next = cases.partition_point(|case| case.line <= line);
        if next == 0 || is_of_no_object(finding) {
            let line = if next == 0 { 1 } else { line };
            cases.insert(next, Case { name: file.to_owned(), line, findings: vec![finding] });
        } else {
            cases[next - 1].findings.push(finding);
        }
    }
    suites
}

/// Whether a finding is about something that is no object: text that cannot be read, or another
/// value.
fn is_of_no_object(finding: &Finding) -> bool {
    let rules = [Rule::InvalidJson, Rule::InvalidYaml, Rule::LimitExceeded, Rule::NotAnObject];
    finding.severity == Severity::Error && rules.contains(&finding.rule)
}

/// The file and the line of a place. Findings without a place belong to the command.
fn position<'r>(place: Option<&'r Place>, run: &'r Run<'_>) -> (&'r str, usize) {
    place.map_or((run.command, 1), |place| (place.file.as_str(), place.line))
}
