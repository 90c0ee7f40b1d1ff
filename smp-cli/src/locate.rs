//! The place in JSON text for the path of an error, and the paths of keys that an object has twice.
//! Needed only for messages.

use core::fmt;
use core::ops::Range;
use std::collections::HashSet;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use smp_core::{Path, Segment};

/// The part of a field that a message points at: its name or its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aspect {
    Name,
    Value,
}

/// The place of a path in JSON text, in bytes. If the document
/// does not have the whole path, it is the place of the last step that it has.
pub(crate) fn in_json(text: &str, path: &Path, aspect: Aspect) -> Option<Range<usize>> {
    let mut last = Child { name: None, value: serde_json::from_str(text).ok()? };
    for segment in path.segments() {
        let Some(next) = step(last.value, segment) else { break };
        last = next;
    }
    let node = match last.name {
        Some(name) if aspect == Aspect::Name => name,
        _ => last.value,
    };
    // `node` is a slice of `text`.
    let start = (node.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let shown = if node.get().starts_with(['{', '[']) { 1 } else { node.get().len() };
    text.get(start..start + shown)?;
    Some(start..start + shown)
}

fn step<'t>(node: &'t RawValue, segment: &Segment) -> Option<Child<'t>> {
    let Children(children) = serde_json::from_str(node.get()).ok()?;
    let mut children = children.into_iter();
    match segment {
        Segment::Field(name) => children.rev().find(|child| child.name().as_ref() == Some(name)),
        Segment::Index(index) => children.nth(*index),
        Segment::Key(keys) => children.find(|child| {
            keys.iter().all(|(name, value)| {
                step(child.value, &Segment::Field(name.clone()))
                    .is_some_and(|key| is_same_value(key.value, value))
            })
        }),
    }
}

fn is_same_value(key: &RawValue, value: &str) -> bool {
    key.get() == value
        || serde_json::from_str::<serde_json::Value>(key.get()).ok()
            == serde_json::from_str::<serde_json::Value>(value).ok()
}

/// The paths of keys that are in their object a second time, or more often; none in text that is no
/// JSON, which is reported by those who read it. `O(n·d)` in the text and its depth.
pub(crate) fn repeated_keys(text: &str) -> Vec<Path> {
    let mut found = Vec::new();
    if let Ok(document) = serde_json::from_str(text) {
        collect_repeated(document, &mut Vec::new(), &mut found);
    }
    found
}

fn collect_repeated(node: &RawValue, path: &mut Vec<Segment>, found: &mut Vec<Path>) {
    let Ok(Children(children)) = serde_json::from_str(node.get()) else { return };
    let mut names = HashSet::new();
    for (index, child) in children.into_iter().enumerate() {
        let name = child.name();
        path.push(name.clone().map_or(Segment::Index(index), Segment::Field));
        if name.is_some_and(|name| !names.insert(name)) {
            found.push(Path::from_segments(path.iter().cloned()));
        }
        collect_repeated(child.value, path, found);
        path.pop();
    }
}

/// A member of an object, or an item of a list, which has no name.
struct Child<'t> {
    name: Option<&'t RawValue>,
    value: &'t RawValue,
}

impl Child<'_> {
    fn name(&self) -> Option<String> {
        serde_json::from_str(self.name?.get()).ok()
    }
}

/// The members of an object, or the items of a list.
struct Children<'t>(Vec<Child<'t>>);

impl<'de> Deserialize<'de> for Children<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ChildrenVisitor)
    }
}

struct ChildrenVisitor;

impl<'de> Visitor<'de> for ChildrenVisitor {
    type Value = Children<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut children = Vec::new();
        while let Some((name, value)) = map.next_entry()? {
            children.push(Child { name: Some(name), value });
        }
        Ok(Children(children))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut children = Vec::new();
        while let Some(value) = seq.next_element()? {
            children.push(Child { name: None, value });
        }
        Ok(Children(children))
    }
}

#[cfg(test)]
mod tests {
    use super::repeated_keys;

    #[test]
    fn each_key_that_comes_again() {
        let text = r#"{"a": 1, "b": [{"c": 1, "d": 2, "c": 3}], "a": {"e": null, "e": true}}"#;
        let paths: Vec<_> = repeated_keys(text).iter().map(ToString::to_string).collect();
        assert_eq!(paths, ["b[0].c", "a", "a.e"]);
        assert!(repeated_keys(r#"{"a": {"b": 1}, "c": {"b": 1}}"#).is_empty());
    }
}
