//! The command's own format, which `docs/report.schema.json` describes.

use serde::Serialize;

use super::Run;
use crate::report::finding::{Checked, Finding, Place, Severity};

/// The version of the format. Members may be added to it.
const VERSION: u32 = 1;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportJson<'r> {
    version: u32,
    tool: ToolJson,
    command: &'r str,
    exit_status: u8,
    objects: Vec<ObjectJson<'r>>,
    findings: Vec<FindingJson<'r>>,
    #[serde(skip_serializing_if = "is_zero")]
    omitted: usize,
}

#[derive(Serialize)]
struct ToolJson {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ObjectJson<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    api_version: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceJson<'r>>,
}

#[derive(Serialize)]
struct FindingJson<'r> {
    rule: &'static str,
    severity: &'static str,
    message: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceJson<'r>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'r [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    helps: &'r [String],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlaceJson<'r> {
    file: &'r str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

pub(super) fn write(run: &Run<'_>) -> Result<String, serde_json::Error> {
    let report = ReportJson {
        version: VERSION,
        tool: ToolJson { name: "smp", version: env!("CARGO_PKG_VERSION") },
        command: run.command,
        exit_status: run.status,
        objects: run.found.checked.iter().map(object).collect(),
        findings: run.found.findings.iter().map(finding).collect(),
        omitted: run.found.omitted,
    };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}

fn object(checked: &Checked) -> ObjectJson<'_> {
    let identity = &checked.identity;
    ObjectJson {
        api_version: identity.api_version.as_deref(),
        kind: identity.kind.as_deref(),
        namespace: identity.namespace.as_deref(),
        name: identity.name.as_deref(),
        place: checked.place.as_ref().map(place),
    }
}

fn finding(finding: &Finding) -> FindingJson<'_> {
    FindingJson {
        rule: finding.rule.id(),
        severity: match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: &finding.message,
        place: finding.place.as_ref().map(place),
        notes: &finding.notes,
        helps: &finding.helps,
    }
}

fn place(place: &Place) -> PlaceJson<'_> {
    let &Place { ref file, line, column, end_line, end_column } = place;
    PlaceJson { file, line, column, end_line, end_column }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
