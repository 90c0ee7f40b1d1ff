//! Errors and findings as JSON, with their places in texts.

use core::ops::{Deref, DerefMut};

use serde::Serialize;
use serde_json::value::RawValue;
use smp_core::{Error, ErrorKind, Finding, FindingKind, Path, Role, Severity, UnionViolation};

use crate::input::{Input, Place};

/// An error, or a remark of the engine about an input. It is boxed to keep results small.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Failure(Box<Details>);

/// Data of a failure.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Details {
    /// `error`, `warning` or `note`.
    severity: &'static str,
    /// The kind, in snake case.
    pub(crate) kind: String,
    message: String,
    /// The name of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'static str>,
    /// The place in the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The place in the text, if the input is one.
    #[serde(flatten)]
    place: Option<Place>,
    /// The name or value that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
    /// The fields that both sides changed, or that must not change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) conflicts: Vec<ConflictFound>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    violations: Vec<Violation>,
    /// More errors of the same input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) others: Vec<Failure>,
}

/// A field on which two sides disagree, with the values, each as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct ConflictFound {
    pub(crate) path: String,
    /// The manager that owns the field, in a server-side apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) manager: Option<String>,
    /// The place in the text that asks for the change, if that input is a text.
    #[serde(flatten)]
    place: Option<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<Box<RawValue>>,
}

impl ConflictFound {
    /// The conflict with the values that are present, as JSON.
    pub(crate) fn new(path: String, values: &[&Option<String>]) -> Self {
        let values = values.iter().filter_map(|value| {
            let value = value.as_ref()?.clone();
            RawValue::from_string(value).ok()
        });
        Self { path, manager: None, place: None, values: values.collect() }
    }

    /// The conflict at its place in an input.
    pub(crate) fn at(mut self, input: Option<&Input<'_>>, path: &Path) -> Self {
        self.place = input.and_then(|input| input.place_of(path, false));
        self
    }
}

/// A union with too many or too few members set.
#[derive(Debug, Serialize)]
pub(crate) struct Violation {
    path: String,
    problem: String,
    found: Vec<String>,
    allowed: Vec<String>,
}

impl Violation {
    pub(crate) fn of(found: &UnionViolation) -> Self {
        Self {
            path: found.path.to_string(),
            problem: snake_case(&format!("{:?}", found.problem)),
            found: found.found.clone(),
            allowed: found.allowed.clone(),
        }
    }
}

impl Failure {
    pub(crate) fn new(kind: &str, message: impl Into<String>) -> Self {
        let (kind, message) = (kind.to_owned(), message.into());
        Self(Box::new(Details { severity: "error", kind, message, ..Details::default() }))
    }

    /// The failure with the name of its input, and with its place in the text of the input.
    pub(crate) fn at(mut self, input: &Input<'_>, path: &Path, at_name: bool) -> Self {
        self.input = Some(input.name());
        self.path = Some(path.to_string());
        self.place = input.place_of(path, at_name);
        self
    }

    /// The failure at a place of a text.
    pub(crate) fn in_text(mut self, name: &'static str, place: Option<Place>) -> Self {
        self.input = Some(name);
        self.place = place;
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn warning(mut self) -> Self {
        self.severity = "warning";
        self
    }

    /// An error of the engine about one of these inputs.
    pub(crate) fn of(error: &Error, inputs: &[(Role, &Input<'_>)]) -> Self {
        let (role, path) = match (error.conflicts(), error.broken_preconditions()) {
            ([first, ..], _) => (Some(Role::Modified), &first.path),
            (_, [first, ..]) => (Some(Role::Modified), &first.path),
            _ => (error.document(), error.path()),
        };
        let mut failure = Self::new(&snake_case(&format!("{:?}", error.kind())), error.message());
        let at_name = matches!(error.kind(), ErrorKind::UnknownField | ErrorKind::DirectiveAsData);
        match inputs.iter().find(|input| Some(input.0) == role) {
            Some((_, input)) => {
                failure = failure.at(input, path, at_name);
                if let Some((line, column)) = error.position() {
                    let place = input.place_in_json(line, column).or(failure.place);
                    failure.place = place;
                }
            }
            None => failure.path = Some(path.to_string()),
        }
        let modified = inputs.iter().find(|input| input.0 == Role::Modified).map(|input| input.1);
        let conflicts = error.conflicts().iter().map(|conflict| {
            let values = [&conflict.original, &conflict.modified, &conflict.current];
            ConflictFound::new(conflict.path.to_string(), &values).at(modified, &conflict.path)
        });
        let broken = error.broken_preconditions().iter().map(|broken| {
            let values = [&broken.current, &broken.result];
            ConflictFound::new(broken.path.to_string(), &values).at(modified, &broken.path)
        });
        failure.conflicts = conflicts.chain(broken).collect();
        failure.violations = error.violations().iter().map(Violation::of).collect();
        failure.others = error.others().iter().map(|other| Self::of(other, inputs)).collect();
        failure
    }

    /// A finding about an input.
    pub(crate) fn found(found: &Finding, input: &Input<'_>) -> Self {
        let at_name = matches!(
            found.kind,
            FindingKind::UnknownField
                | FindingKind::UnknownDirective
                | FindingKind::DirectiveAsData
                | FindingKind::IneffectiveDirective
        );
        let mut failure =
            Self::new(&snake_case(&format!("{:?}", found.kind)), found.message.as_str());
        failure = failure.at(input, &found.path, at_name);
        failure.severity = match found.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            _ => "note",
        };
        failure.suggestion.clone_from(&found.suggestion);
        failure
    }
}

impl Deref for Failure {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for Failure {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl From<smp_openapi::SchemaSetError> for Failure {
    fn from(error: smp_openapi::SchemaSetError) -> Self {
        Self::new("invalid_schema", error.to_string())
    }
}

/// `unknown_field` for `UnknownField`.
pub(crate) fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
