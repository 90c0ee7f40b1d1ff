//! `JUnit` XML, which shows a run as tests: a suite for each file, a test case for each object. A test
//! case is a failure if its object differs, and an error if an error was found in it. Warnings are its
//! output.

use std::io;

use indexmap::IndexMap;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::Run;
use crate::report::finding::{Finding, Place, Severity};
use crate::report::{Rule, escape, escape_except};

/// The test cases of each file, in the order of the files.
type Suites<'r> = IndexMap<&'r str, Vec<Case<'r>>>;

struct Case<'r> {
    name: String,
    line: usize,
    findings: Vec<&'r Finding>,
}

impl Case<'_> {
    fn worst(&self) -> Option<Severity> {
        let severities = self.findings.iter().map(|finding| finding.severity);
        // A warning ranks below a difference, which is what the tests are about.
        severities.max_by_key(|severity| match severity {
            Severity::Warning => 0,
            Severity::Note => 1,
            Severity::Error => 2,
        })
    }
}

pub(super) fn write(run: &Run<'_>) -> io::Result<String> {
    let suites = suites(run);
    let count = |cases: &[Case<'_>], severity| {
        cases.iter().filter(|case| case.worst() == Some(severity)).count()
    };
    let all = |severity| suites.values().map(|cases| count(cases, severity)).sum::<usize>();
    let tests: usize = suites.values().map(Vec::len).sum();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("testsuites")
        .with_attributes([
            ("name", format!("smp {}", run.command).as_str()),
            ("tests", tests.to_string().as_str()),
            ("failures", all(Severity::Note).to_string().as_str()),
            ("errors", all(Severity::Error).to_string().as_str()),
        ])
        .write_inner_content(|writer| {
            for (file, cases) in &suites {
                writer
                    .create_element("testsuite")
                    .with_attributes([
                        ("name", &*escape(file)),
                        ("tests", cases.len().to_string().as_str()),
                        ("failures", count(cases, Severity::Note).to_string().as_str()),
                        ("errors", count(cases, Severity::Error).to_string().as_str()),
                        ("skipped", "0"),
                        ("file", &*escape(file)),
                    ])
                    .write_inner_content(|writer| {
                        cases.iter().try_for_each(|case| write_case(writer, file, case))
                    })?;
            }
            Ok(())
        })?;
    let text = String::from_utf8(writer.into_inner()).map_err(io::Error::other)?;
    // XML does not allow these characters, not even escaped.
    Ok(text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}") + "\n")
}

fn write_case(writer: &mut Writer<Vec<u8>>, file: &str, case: &Case<'_>) -> io::Result<()> {
    let element = writer.create_element("testcase").with_attributes([
        ("name", &*escape(&case.name)),
        ("classname", &*escape(file)),
        ("time", "0"),
    ]);
    if case.findings.is_empty() {
        return element.write_empty().map(drop);
    }
    element.write_inner_content(|writer| {
        // One element for all findings: some readers ignore a second one.
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
fn suites<'r>(run: &'r Run<'_>) -> Suites<'r> {
    let mut suites = Suites::new();
    for checked in &run.found.checked {
        let (file, line) = position(checked.place.as_ref(), run);
        let case = Case { name: checked.identity.to_string(), line, findings: Vec::new() };
        suites.entry(file).or_default().push(case);
    }
    for cases in suites.values_mut() {
        cases.sort_by_key(|case| case.line);
    }
    for finding in &run.found.findings {
        let (file, line) = position(finding.place.as_ref(), run);
        let cases = suites.entry(file).or_default();
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

/// Whether a finding is about something that is not an object: text that cannot be read, or a different
/// kind of value.
fn is_of_no_object(finding: &Finding) -> bool {
    let rules = [Rule::InvalidJson, Rule::InvalidYaml, Rule::LimitExceeded, Rule::NotAnObject];
    finding.severity == Severity::Error && rules.contains(&finding.rule)
}

/// The file and the line of a place. Findings without a place belong to the command.
fn position<'r>(place: Option<&'r Place>, run: &'r Run<'_>) -> (&'r str, usize) {
    place.map_or((run.command, 1), |place| (place.file.as_str(), place.line))
}
