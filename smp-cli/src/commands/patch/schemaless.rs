//! JSON merge patches (RFC 7396), and JSON patches between two documents, both by the
//! `json-patch` crate; documents as values.
//!
//! That crate works on `serde_json::Value`, which has no order of members and rounds
//! numbers. So a number that a `Value` cannot hold is put in as a marked string.
//! Afterwards the members are ordered as in the object, then as in the merge patch;
//! members that a JSON patch adds are sorted by name.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Number, Value};
use smp_core::{Document, Path, Segment, View};

use crate::commands::documents::{view, wrong_type};
use crate::commands::objects::parse_owned;
use crate::input::Input;
use crate::limits::{MAX_DEPTH, too_deep};
use crate::report::{Report, Rule};

/// The prefix of a string that is the text of a number.
const NUMBER: &str = "\u{0}number:";
/// The prefix of a string that begins with one of these prefixes itself.
const STRING: &str = "\u{0}string:";

/// A JSON merge patch.
pub(super) struct MergePatch<'i> {
    value: Value,
    /// The patch with the order of its members.
    document: Document<'i>,
}

impl<'i> MergePatch<'i> {
    pub(super) fn new(input: &'i Input<'i>) -> Result<Self, Report> {
        let document = input.document()?;
        let seen = view(&document, input)?;
        if !matches!(seen, View::Object(_)) {
            return Err(wrong_type("a JSON merge patch, which is an object", &seen, input));
        }
        let mut value = encode(&document, input, &[])?;
        drop(seen);
        remove_nulls_in_lists(&mut value, false);
        Ok(Self { value, document })
    }

    pub(super) fn apply(&self, object: &Document<'_>, input: &Input<'_>) -> Result<String, Report> {
        let mut value = encode(object, input, &[])?;
        json_patch::merge(&mut value, &self.value);
        decoded(&value, object, Some(&self.document), input)
    }
}

/// Removes the null members of objects inside lists, as an API server does. RFC 7396 keeps them: it
/// takes lists as they are.
fn remove_nulls_in_lists(value: &mut Value, in_list: bool) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !(in_list && member.is_null()));
            for member in members.values_mut() {
                remove_nulls_in_lists(member, in_list);
            }
        }
        Value::Array(items) => {
            for item in items {
                remove_nulls_in_lists(item, true);
            }
        }
        _ => {}
    }
}

/// The JSON patch that changes one document into another. `O(n)`.
pub(crate) fn json_patch_between(
    (from, from_input): (&Document<'_>, &Input<'_>),
    (to, to_input): (&Document<'_>, &Input<'_>),
) -> Result<Document<'static>, Report> {
    let from = encode(from, from_input, &[])?;
    let encoded = encode(to, to_input, &[])?;
    let patch = serde_json::to_value(json_patch::diff(&from, &encoded));
    let patch = patch.map_err(|error| to_input.report(&Path::root(), error.to_string(), ""))?;
    let mut out = String::new();
    // Two levels more: a list of operations with values.
    decode(&patch, None, None, MAX_DEPTH + 2, &mut out)
        .ok_or_else(|| to_input.report(&Path::root(), too_deep(), ""))?;
    parse_owned(&out)
}

/// The document as a value, with all numbers as they are. `at` is its place in the input.
pub(super) fn encode(
    document: &Document<'_>,
    input: &Input<'_>,
    at: &[Segment],
) -> Result<Value, Report> {
    value_of(document, MAX_DEPTH).map_err(|unreadable| match unreadable {
        Unreadable::TooDeep => input.report(&Path::root(), too_deep(), ""),
        Unreadable::Text { message, reversed } => {
            let path = at.iter().cloned().chain(reversed.into_iter().rev());
            let path = Path::from_segments(path);
            let label = if path == Path::root() { String::new() } else { path.to_string() };
            input.report(&path, message, label).rule(Rule::InvalidJson)
        }
    })
}

/// The reason why a document is no value.
enum Unreadable {
    TooDeep,
    Text {
        message: String,
        /// The path, from the last step to the first.
        reversed: Vec<Segment>,
    },
}

impl Unreadable {
    fn within(mut self, segment: impl FnOnce() -> Segment) -> Self {
        if let Self::Text { reversed, .. } = &mut self {
            reversed.push(segment());
        }
        self
    }
}

fn value_of(document: &Document<'_>, limit: usize) -> Result<Value, Unreadable> {
    let deeper = || limit.checked_sub(1).ok_or(Unreadable::TooDeep);
    let seen = document.view().map_err(|error| Unreadable::Text {
        message: error.message().to_owned(),
        reversed: Vec::new(),
    })?;
    Ok(match seen {
        View::Bool(value) => Value::Bool(value),
        View::Number(text) => match serde_json::from_str::<Number>(&text) {
            Ok(number) if number.to_string() == *text => Value::Number(number),
            _ => Value::String(format!("{NUMBER}{text}")),
        },
        View::String(text) if text.starts_with(NUMBER) || text.starts_with(STRING) => {
            Value::String(format!("{STRING}{text}"))
        }
        View::String(text) => Value::String(text.into_owned()),
        View::List(items) => {
            let limit = deeper()?;
            let items = items.iter().enumerate().map(|(at, item)| {
                value_of(item, limit).map_err(|it| it.within(|| Segment::Index(at)))
            });
            Value::Array(items.collect::<Result<_, Unreadable>>()?)
        }
        View::Object(members) => {
            let limit = deeper()?;
            let members = members.iter().map(|(name, member)| {
                let within = |it: Unreadable| it.within(|| Segment::Field(name.to_string()));
                Ok((name.to_string(), value_of(member, limit).map_err(within)?))
            });
            Value::Object(members.collect::<Result<Map<_, _>, Unreadable>>()?)
        }
        _ => Value::Null,
    })
}

/// The value as JSON, with members in the order of the object, then of the patch.
pub(super) fn decoded(
    value: &Value,
    object: &Document<'_>,
    patch: Option<&Document<'_>>,
    input: &Input<'_>,
) -> Result<String, Report> {
    let mut out = String::new();
    decode(value, Some(object), patch, MAX_DEPTH, &mut out)
        .ok_or_else(|| input.report(&Path::root(), format!("the result is {}", too_deep()), ""))?;
    Ok(out)
}

/// The value as JSON.
pub(super) fn json_of(value: &Value) -> String {
    let mut out = String::new();
    match decode(value, None, None, MAX_DEPTH, &mut out) {
        Some(()) => out,
        None => too_deep(),
    }
}

/// Appends a value. `None` beyond `limit` levels.
fn decode(
    value: &Value,
    object: Option<&Document<'_>>,
    patch: Option<&Document<'_>>,
    limit: usize,
    out: &mut String,
) -> Option<()> {
    match value {
        Value::String(text) => match (text.strip_prefix(NUMBER), text.strip_prefix(STRING)) {
            (Some(number), _) => out.push_str(number),
            (_, Some(text)) => out.push_str(&Value::from(text).to_string()),
            _ => out.push_str(&value.to_string()),
        },
        Value::Array(items) => {
            let limit = limit.checked_sub(1)?;
            let (object, patch) = (children(object), children(patch));
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                let (object, patch) = (object.get(index), patch.get(index));
                decode(
                    item,
                    object.map(|child| &child.1),
                    patch.map(|child| &child.1),
                    limit,
                    out,
                )?;
            }
            out.push(']');
        }
        Value::Object(members) => {
            let limit = limit.checked_sub(1)?;
            let (object, patch) = (children(object), children(patch));
            let (in_object, in_patch) = (members_by_name(&object), members_by_name(&patch));
            let known = object.iter().chain(&patch).map(|(name, _)| name.as_str());
            let rest = members.keys().map(String::as_str);
            let mut seen = HashSet::new();
            out.push('{');
            for name in known.chain(rest) {
                let Some(member) = members.get(name) else { continue };
                if !seen.insert(name) {
                    continue;
                }
                if seen.len() > 1 {
                    out.push(',');
                }
                out.push_str(&Value::from(name).to_string());
                out.push(':');
                decode(
                    member,
                    in_object.get(name).copied(),
                    in_patch.get(name).copied(),
                    limit,
                    out,
                )?;
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
    Some(())
}

/// A member of an object, or an item of a list without a name.
type Child<'d> = (String, Document<'d>);

/// The members of an object or items of a list.
fn children<'d>(document: Option<&'d Document<'_>>) -> Vec<Child<'d>> {
    match document.and_then(|document| document.view().ok()) {
        Some(View::List(items)) => items.into_iter().map(|item| (String::new(), item)).collect(),
        Some(View::Object(members)) => {
            members.into_iter().map(|(name, member)| (name.into_owned(), member)).collect()
        }
        _ => Vec::new(),
    }
}

fn members_by_name<'c, 'd>(children: &'c [Child<'d>]) -> HashMap<&'c str, &'c Document<'d>> {
    children.iter().map(|(name, child)| (name.as_str(), child)).collect()
}
