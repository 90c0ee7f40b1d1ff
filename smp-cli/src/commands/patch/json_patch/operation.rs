//! The operations of a JSON patch, as they are written.

use serde_json::{Map, Value};
use smp_core::nearest;

use super::place::Pointer;

/// The names of operations.
const NAMES: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

const MEMBERS: [&str; 4] = ["op", "path", "from", "value"];

/// An operation of a JSON patch.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Operation {
    Add { path: Pointer, value: Value },
    Remove { path: Pointer },
    Replace { path: Pointer, value: Value },
    Move { from: Pointer, path: Pointer },
    Copy { from: Pointer, path: Pointer },
    Test { path: Pointer, value: Value },
}

/// An operation that cannot be understood.
#[derive(Debug, PartialEq)]
pub(super) struct Mistake {
    /// The member that is wrong, if it is there.
    pub(super) member: Option<&'static str>,
    pub(super) message: String,
}

impl Mistake {
    fn new(member: Option<&'static str>, message: impl Into<String>) -> Self {
        Self { member, message: message.into() }
    }
}

impl Operation {
    /// Reads an operation. A value that is not there is null, as in API servers, and members
    /// with other names have no effect (RFC 6902, section 4).
    pub(super) fn read(value: &Value) -> Result<Self, Mistake> {
        let Value::Object(members) = value else {
            return Err(Mistake::new(None, "expected an object"));
        };
        let path = || pointer(members, "path");
        let from = || pointer(members, "from");
        let value = || members.get("value").cloned().unwrap_or(Value::Null);
        Ok(match text(members, "op")? {
            "add" => Self::Add { path: path()?, value: value() },
            "remove" => Self::Remove { path: path()? },
            "replace" => Self::Replace { path: path()?, value: value() },
            "move" => Self::Move { from: from()?, path: path()? },
            "copy" => Self::Copy { from: from()?, path: path()? },
            "test" => Self::Test { path: path()?, value: value() },
            other => return Err(Mistake::new(Some("op"), unknown(other))),
        })
    }
}

/// The members of an operation that none has, and whether it lacks its value.
pub(super) fn warnings(value: &Value) -> Vec<(Option<&str>, String)> {
    let Value::Object(members) = value else { return Vec::new() };
    let unknown = members.keys().filter(|name| !MEMBERS.contains(&name.as_str()));
    let mut found: Vec<_> = unknown
        .map(|name| {
            let near = nearest(name, MEMBERS, |name| name);
            let near = near.first().map(|near| format!("; did you mean {near}?"));
            let near = near.unwrap_or_default();
            (Some(name.as_str()), format!("unknown member {name:?} of an operation{near}"))
        })
        .collect();
    let sets = matches!(members.get("op").and_then(Value::as_str), Some("add" | "replace"));
    if sets && !members.contains_key("value") {
        found.push((None, "the operation has no value: it sets null".to_owned()));
    }
    found
}

fn unknown(name: &str) -> String {
    let near = nearest(name, NAMES, |name| name);
    let known = match near.first() {
        Some(near) => format!("did you mean {near}?"),
        None => format!("the operations are {}", NAMES.join(", ")),
    };
    format!("there is no op {name:?}; {known}")
}

fn text<'m>(members: &'m Map<String, Value>, name: &'static str) -> Result<&'m str, Mistake> {
    match members.get(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(Mistake::new(Some(name), format!("{name} must be a string"))),
        None => Err(Mistake::new(None, format!("it has no {name}"))),
    }
}

fn pointer(members: &Map<String, Value>, name: &'static str) -> Result<Pointer, Mistake> {
    Pointer::parse(text(members, name)?).ok_or_else(|| {
        Mistake::new(Some(name), format!("{name} must begin with /, as in /spec/replicas"))
    })
}
