//! The findings of a function, in the form that the specification of KRM functions defines.

use serde::Serialize;
use smp_core::Document;

use super::super::findings::Findings;
use crate::checks::Ruleset;
use crate::identity::Identity;
use crate::objects::owned;
use crate::output::to_json;
use crate::report::{Report, Severity, collect};

/// The annotation with the file of an object, under its current and its older name.
const PATH: [&str; 2] = ["internal.config.kubernetes.io/path", "config.kubernetes.io/path"];

/// The annotation with its place in the file, under its current and its older name.
const INDEX: [&str; 2] = ["internal.config.kubernetes.io/index", "config.kubernetes.io/index"];

/// The results of a function, in their order.
#[derive(Default)]
pub(super) struct Results {
    pub(super) documents: Vec<Document<'static>>,
    pub(super) any_error: bool,
}

/// The object that results are about.
pub(super) struct About<'o> {
    identity: &'o Identity,
    /// The file that the object is from.
    path: Option<String>,
    index: Option<u32>,
}

impl<'o> About<'o> {
    pub(super) fn new(identity: &'o Identity, object: &Document<'_>) -> Self {
        let path = PATH.into_iter().find_map(|name| annotation(object, name));
        let index = INDEX.into_iter().find_map(|name| annotation(object, name));
        let index = index.and_then(|index| index.parse().ok());
        Self { identity, path, index }
    }
}

fn annotation(object: &Document<'_>, name: &str) -> Option<String> {
    Some(object.get_in(&["metadata", "annotations", name])?.as_str()?.into_owned())
}

impl Results {
    /// Adds the findings about an object that was patched.
    pub(super) fn add_findings(&mut self, findings: &Findings, rules: &Ruleset, about: &About<'_>) {
        for found in findings.checked.iter().flat_map(|checked| &checked.facts.findings) {
            let error = rules.is_error(found);
            let severity = if error { Severity::Error } else { Severity::Warning };
            let message = match &found.suggestion {
                Some(near) => format!("{}; did you mean {near}?", found.message),
                None => found.message.clone(),
            };
            self.add(&message, severity, Some(about), Some(&found.path.to_string()));
        }
        let violations = findings.used.iter().map(|(_, violations)| violations);
        for messages in violations.chain([&findings.messages]) {
            for report in messages.errors.reports() {
                self.add_report(report, Severity::Error, Some(about));
            }
            for report in messages.warnings.reports() {
                self.add_report(report, Severity::Warning, Some(about));
            }
        }
    }

    /// Prints an error, and adds it.
    pub(super) fn add_error(&mut self, report: &Report, about: Option<&About<'_>>) {
        report.print_error();
        self.add_report(report, Severity::Error, about);
    }

    /// Adds the warnings since the last call.
    pub(super) fn add_printed(&mut self, about: Option<&About<'_>>) {
        for message in collect::take_warnings() {
            self.add(&message, Severity::Warning, about, None);
        }
    }

    fn add_report(&mut self, report: &Report, severity: Severity, about: Option<&About<'_>>) {
        for message in report.in_a_line() {
            self.add(&message, severity, about, None);
        }
    }

    fn add(
        &mut self,
        message: &str,
        severity: Severity,
        about: Option<&About<'_>>,
        field: Option<&str>,
    ) {
        self.any_error |= severity == Severity::Error;
        let result = FunctionResult {
            message,
            severity,
            resource_ref: about.map(|about| about.identity),
            field: field.map(|path| ResultPlace { path, index: None }),
            file: about.and_then(|about| {
                Some(ResultPlace { path: about.path.as_deref()?, index: about.index })
            }),
        };
        self.documents.extend(to_json(&result).and_then(|json| owned(Document::from_json(&json)?)));
    }
}

/// A result, in the form that the specification of KRM functions defines.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FunctionResult<'r> {
    message: &'r str,
    severity: Severity,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_ref: Option<&'r Identity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<ResultPlace<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<ResultPlace<'r>>,
}

/// A field, or a file and the place of the object in it.
#[derive(Serialize)]
struct ResultPlace<'r> {
    path: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
}
