//! The operations of a JSON patch, as they are written.

use smp_core::{Document, Severity, View, nearest};

use crate::error::Problem;
use crate::pointer::Pointer;

/// The names of operations.
const NAMES: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

const MEMBERS: [&str; 4] = ["op", "path", "from", "value"];

/// An operation of a JSON patch.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    Add { path: Pointer, value: Document<'static> },
    Remove { path: Pointer },
    Replace { path: Pointer, value: Document<'static> },
    Move { from: Pointer, path: Pointer },
    Copy { from: Pointer, path: Pointer },
    Test { path: Pointer, value: Document<'static> },
}

/// The wrong member, if it is present, and the reason.
type Mistake = (Option<&'static str>, String);

/// Reads operations, and notes their problems.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    pub(crate) operations: Vec<Operation>,
    pub(crate) problems: Vec<Problem>,
    /// The index of the operation that is read.
    at: usize,
}

impl Reader {
    /// Reads the next operation.
    pub(crate) fn read(&mut self, item: Document<'static>) {
        match item.into_view() {
            Ok(View::Object(members)) => {
                let members =
                    Members(members.into_iter().map(|(name, it)| (name.into(), it)).collect());
                match members.operation() {
                    Ok(operation) => self.operations.push(operation),
                    Err((member, message)) => self.note(Severity::Error, member, message),
                }
                self.warn(&members);
            }
            _ => self.note(Severity::Error, None, "expected an object".to_owned()),
        }
        self.at = self.at.saturating_add(1);
    }

    fn note(&mut self, severity: Severity, member: Option<&str>, message: String) {
        let member = member.map(str::to_owned);
        self.problems.push(Problem { operation: self.at, member, message, severity });
    }

    /// Notes unknown members, and a missing value.
    fn warn(&mut self, members: &Members) {
        for (name, _) in members.0.iter().filter(|(name, _)| !MEMBERS.contains(&name.as_str())) {
            let near = nearest(name, MEMBERS, |name| name);
            let near = near.first().map(|near| format!("; did you mean {near}?"));
            let near = near.unwrap_or_default();
            let message = format!("unknown member {name:?} of an operation{near}");
            self.note(Severity::Warning, Some(name), message);
        }
        let sets = matches!(members.text("op"), Ok(op) if op == "add" || op == "replace");
        if sets && members.get("value").is_none() {
            let message = "the operation has no value: it sets null".to_owned();
            self.note(Severity::Warning, None, message);
        }
    }
}

/// The members of an operation.
struct Members(Vec<(String, Document<'static>)>);

impl Members {
    fn get(&self, name: &str) -> Option<&Document<'static>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The operation. A missing value is null, as in API servers, and members with other names have
    /// no effect (RFC 6902, section 4).
    fn operation(&self) -> Result<Operation, Mistake> {
        let path = || self.pointer("path");
        let from = || self.pointer("from");
        let value = || self.get("value").cloned().unwrap_or_else(|| Document::from(View::Null));
        Ok(match self.text("op")?.as_str() {
            "add" => Operation::Add { path: path()?, value: value() },
            "remove" => Operation::Remove { path: path()? },
            "replace" => Operation::Replace { path: path()?, value: value() },
            "move" => Operation::Move { from: from()?, path: path()? },
            "copy" => Operation::Copy { from: from()?, path: path()? },
            "test" => Operation::Test { path: path()?, value: value() },
            other => return Err((Some("op"), unknown(other))),
        })
    }

    fn text(&self, name: &'static str) -> Result<String, Mistake> {
        let value = self.get(name).ok_or_else(|| (None, format!("it has no {name}")))?;
        let text = value.as_str().map(String::from);
        text.ok_or_else(|| (Some(name), format!("{name} must be a string")))
    }

    fn pointer(&self, name: &'static str) -> Result<Pointer, Mistake> {
        Pointer::parse(&self.text(name)?)
            .ok_or_else(|| (Some(name), format!("{name} must begin with /, as in /spec/replicas")))
    }
}

fn unknown(name: &str) -> String {
    let near = nearest(name, NAMES, |name| name);
    let known = match near.first() {
        Some(near) => format!("did you mean {near}?"),
        None => format!("the operations are {}", NAMES.join(", ")),
    };
    format!("there is no op {name:?}; {known}")
}
