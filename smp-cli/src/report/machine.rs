//! Reports for programs, in the formats of CI systems.

mod junit;

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::collect::take;
use super::escape::{escape, escape_as};
use super::finding::{Collected, Finding, Severity};
use super::message::Report;
use super::rule::Rule;
use crate::console::write_message;

/// The format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    Github,
    Junit,
    Sarif,
    Json,
}

/// The version of the command's own format. Members may be added to it.
const VERSION: u32 = 1;

const SARIF_SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The data of a report. As JSON it is the command's own format, which `docs/report.schema.json`
/// describes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'r> {
    version: u32,
    /// The name and the version of the program.
    tool: Value,
    command: &'r str,
    exit_status: u8,
    #[serde(flatten)]
    found: Collected,
}

/// Writes the collected findings to a file, or to standard error.
pub(crate) fn write(
    format: Format,
    file: Option<&std::path::Path>,
    command: &str,
    status: u8,
) -> Result<(), Report> {
    let tool = json!({"name": "smp", "version": env!("CARGO_PKG_VERSION")});
    let run = Run { version: VERSION, tool, command, exit_status: status, found: take() };
    let text = match format {
        Format::Github => run.found.findings.iter().map(github).collect(),
        Format::Junit => junit::write(&run).map_err(failed)?,
        Format::Sarif => json(&sarif(&run))?,
        Format::Json => json(&run)?,
    };
    if let Some(file) = file {
        return std::fs::write(file, text).map_err(|error| {
            Report::new(format!("cannot write the report to {}: {error}", file.display()))
        });
    }
    if !text.is_empty() {
        write_message(text.trim_end());
    }
    Ok(())
}

/// A value as JSON, with all characters escaped that act on a terminal.
fn json(value: &impl Serialize) -> Result<String, Report> {
    let json = serde_json::to_string_pretty(value).map_err(failed)? + "\n";
    let escaped = escape_as(&json, &['\n'], |character, out| {
        for unit in character.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    });
    Ok(escaped.into_owned())
}

fn failed(error: impl fmt::Display) -> Report {
    Report::new(format!("cannot write the report: {error}"))
}

/// SARIF 2.1.0, the format of results of static analysis: GitHub's code scanning and editors read it.
/// Only the properties that the command uses are written.
#[derive(Serialize)]
struct SarifLog<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: [SarifRun<'r>; 1],
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'r> {
    column_kind: &'static str,
    invocations: Value,
    /// The findings, and their rules in order.
    #[serde(serialize_with = "write_results")]
    results: (&'r [Finding], Vec<Rule>),
    tool: Value,
}

fn sarif<'r>(run: &'r Run<'_>) -> SarifLog<'r> {
    let findings = &run.found.findings;
    let rules: BTreeSet<Rule> = findings.iter().map(|finding| finding.rule).collect();
    let rules: Vec<_> = rules.into_iter().collect();
    let described =
        rules.iter().map(|rule| json!({"id": rule, "shortDescription": {"text": rule.about()}}));
    let mut driver = run.tool.clone();
    driver["rules"] = described.collect();
    let run = SarifRun {
        tool: json!({"driver": driver}),
        invocations: json!([{
            "arguments": [run.command],
            "executionSuccessful": run.exit_status < 2,
            "exitCode": run.exit_status,
        }]),
        column_kind: "unicodeCodePoints",
        results: (findings, rules),
    };
    SarifLog { schema: SARIF_SCHEMA, version: "2.1.0", runs: [run] }
}

/// Writes findings as results. Each is made as it is written, since there may be many.
fn write_results<S: Serializer>(
    (findings, rules): &(&[Finding], Vec<Rule>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(findings.iter().map(|finding| {
        let mut result = json!({
            "ruleId": finding.rule,
            "ruleIndex": rules.binary_search(&finding.rule).unwrap_or_default(),
            "level": finding.severity,
            "message": {"text": finding.text()},
        });
        // A place that is not in a file is left out.
        if let Some(place) = &finding.place
            && let Some(path) = place.path()
        {
            result["locations"] = json!([{"physicalLocation": {
                "artifactLocation": {"uri": uri(path)},
                "region": {
                    "startLine": place.line,
                    "startColumn": place.column,
                    "endLine": place.end_line,
                    "endColumn": place.end_column,
                },
            }}]);
        }
        result
    }))
}

/// The characters that are escaped in a URI reference.
const IN_URI: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// The path as a URI reference: relative paths stay relative, which code scanning resolves against the
/// root of the repository.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    let scheme = match path.starts_with('/') {
        true => "file://",
        false if is_drive => "file:///",
        false => "",
    };
    format!("{scheme}{}", utf8_percent_encode(path, IN_URI))
}

/// A workflow command of GitHub Actions, which annotates lines of a pull request.
fn github(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut text = format!("::{level} ");
    if let Some((place, file)) = finding.place.as_ref().and_then(|it| Some((it, it.path()?))) {
        let _ = write!(
            text,
            "file={},line={},endLine={},",
            property(&file.replace('\\', "/")),
            place.line,
            place.end_line
        );
        // Columns have a meaning only within one line.
        if place.line == place.end_line {
            let _ = write!(text, "col={},endColumn={},", place.column, place.end_column);
        }
    }
    let title = property(&format!("smp: {}", finding.rule.id()));
    let _ = writeln!(text, "title={title}::{}", data(&finding.text()));
    text
}

/// A text with the escapes of GitHub's toolkit for actions.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    escape(&text).into_owned()
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property, uri};

    #[test]
    fn what_commands_give_a_meaning_is_escaped() {
        assert_eq!(data("50%\r\na: b, c"), "50%25%0D%0Aa: b, c");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        assert_eq!(data("\u{1b}[31m"), "\\u{1b}[31m");
    }

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("./a b/ä.yaml"), "a%20b/%C3%A4.yaml");
        assert_eq!(uri("/tmp/a#b"), "file:///tmp/a%23b");
        assert_eq!(uri(r"C:\x\y.yaml"), "file:///C%3A/x/y.yaml");
        assert_eq!(uri("100%"), "100%25");
    }
}
