//! From the path of an error to the place in the file. Needed only for messages.

use core::fmt;
use core::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use smp_core::{Path, Segment};

/// The place of a path in JSON text, in bytes. If the document
/// does not have the whole path, it is the place of the last step that it has.
pub(crate) fn in_json(text: &str, path: &Path) -> Option<Range<usize>> {
    let mut node: &RawValue = serde_json::from_str(text).ok()?;
    for segment in path.segments() {
        let Some(next) = step(node, segment) else { break };
        node = next;
    }
    // `node` is a slice of `text`.
    let start = (node.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let shown = if node.get().starts_with(['{', '[']) { 1 } else { node.get().len() };
    text.get(start..start + shown)?;
    Some(start..start + shown)
}

fn step<'t>(node: &'t RawValue, segment: &Segment) -> Option<&'t RawValue> {
    let Children(children) = serde_json::from_str(node.get()).ok()?;
    match segment {
        Segment::Field(name) => {
            children.into_iter().rev().find(|(key, _)| key == name).map(|(_, child)| child)
        }
        Segment::Index(index) => children.get(*index).map(|(_, child)| *child),
        Segment::Key(keys) => children.into_iter().map(|(_, child)| child).find(|child| {
            keys.iter().all(|(name, value)| {
                step(child, &Segment::Field(name.clone()))
                    .is_some_and(|key| is_same_value(key, value))
            })
        }),
    }
}

fn is_same_value(key: &RawValue, value: &str) -> bool {
    key.get() == value
        || serde_json::from_str::<serde_json::Value>(key.get()).ok()
            == serde_json::from_str::<serde_json::Value>(value).ok()
}

/// The members of an object, or the items of a list under empty names.
struct Children<'t>(Vec<(String, &'t RawValue)>);

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
        while let Some(child) = map.next_entry()? {
            children.push(child);
        }
        Ok(Children(children))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut children = Vec::new();
        while let Some(child) = seq.next_element()? {
            children.push((String::new(), child));
        }
        Ok(Children(children))
    }
}
