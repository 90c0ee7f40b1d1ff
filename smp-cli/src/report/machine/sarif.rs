//! SARIF 2.1.0, the format of results of static analysis: GitHub's code scanning and editors
//! read it. Only what the command has to say is written.

use std::collections::BTreeSet;

use serde::Serialize;

use super::Run;
use crate::report::Rule;
use crate::report::finding::{Finding, Place, Severity};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'r> {
    tool: Tool,
    invocations: [Invocation<'r>; 1],
    column_kind: &'static str,
    results: Vec<ResultJson>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<RuleJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleJson {
    id: &'static str,
    short_description: Text,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'r> {
    arguments: [&'r str; 1],
    execution_successful: bool,
    exit_code: u8,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultJson {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

pub(super) fn write(run: &Run<'_>) -> Result<String, serde_json::Error> {
    let findings = &run.found.findings;
    let rules: BTreeSet<Rule> = findings.iter().map(|finding| finding.rule).collect();
    let rules: Vec<_> = rules.into_iter().collect();
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [SarifRun {
            tool: Tool {
                driver: Driver {
                    name: "smp",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: rules.iter().copied().map(rule).collect(),
                },
            },
            invocations: [Invocation {
                arguments: [run.command],
                execution_successful: run.status < 2,
                exit_code: run.status,
            }],
            column_kind: "unicodeCodePoints",
            results: findings.iter().map(|finding| result(finding, &rules)).collect(),
        }],
    };
    Ok(serde_json::to_string_pretty(&log)? + "\n")
}

fn rule(rule: Rule) -> RuleJson {
    RuleJson { id: rule.id(), short_description: Text { text: rule.about().to_owned() } }
}

fn result(finding: &Finding, rules: &[Rule]) -> ResultJson {
    ResultJson {
        rule_id: finding.rule.id(),
        rule_index: rules.binary_search(&finding.rule).unwrap_or_default(),
        level: match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Text { text: finding.text() },
        locations: finding.place.iter().filter_map(location).collect(),
    }
}

/// The place, if it is in a file.
fn location(place: &Place) -> Option<Location> {
    Some(Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation { uri: uri(place.path()?) },
            region: Region {
                start_line: place.line,
                start_column: place.column,
                end_line: place.end_line,
                end_column: place.end_column,
            },
        },
    })
}

/// The path as a reference to a URI: relative paths stay relative, which code scanning resolves
/// against the root of the repository.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut uri = String::with_capacity(path.len());
    let absolute = path.starts_with('/');
    if absolute {
        uri.push_str("file://");
    } else if path.as_bytes().get(1) == Some(&b':') {
        // A drive of Windows.
        uri.push_str("file:///");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => {
                const HEX: &[u8; 16] = b"0123456789ABCDEF";
                uri.push('%');
                uri.push(char::from(HEX[usize::from(byte >> 4)]));
                uri.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("./a b/ä.yaml"), "a%20b/%C3%A4.yaml");
        assert_eq!(uri("/tmp/a#b"), "file:///tmp/a%23b");
        assert_eq!(uri(r"C:\x\y.yaml"), "file:///C%3A/x/y.yaml");
        assert_eq!(uri("100%"), "100%25");
    }
}
