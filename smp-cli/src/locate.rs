//! The place in JSON text for the path of an error, and the paths of keys that an object has twice.
//! Needed only for messages.

use core::fmt;
use core::ops::Range;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, PoisonError};

use serde::de::{Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use smp_core::{Path, Segment};

/// The part of a field that a message points at: its name or its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aspect {
    Name,
    Value,
}

/// Finds places in a JSON text. Each object and list on the way to a place is read once.
#[derive(Debug, Default)]
pub(crate) struct JsonPlaces(Mutex<HashMap<usize, Opened>>);

/// An object or list: the places of its children, and for members the last one of each name.
#[derive(Debug)]
struct Opened {
    children: Vec<ChildPlace>,
    by_name: HashMap<String, usize>,
}

/// The places of the name, if it has one, and of the value.
type ChildPlace = (Option<Range<usize>>, Range<usize>);

impl JsonPlaces {
    /// The place of a path in the text, in bytes. If the document does not have the whole path, it is
    /// the place of the last step that it has. `O(n)` in the parts that were not read before.
    pub(crate) fn find(&self, text: &str, path: &Path, aspect: Aspect) -> Range<usize> {
        let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let root = text.len() - text.trim_start().len();
        let mut last = (None, root..text.trim_end().len());
        for segment in path.segments() {
            let node = &text[last.1.clone()];
            let found = match opened.entry(last.1.start) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let Some(children) = children(node) else { break };
                    new.insert(Opened::new(&children, text))
                }
            };
            let Some(next) = found.step(segment, text) else { break };
            last = next;
        }
        let node = match last.0 {
            Some(name) if aspect == Aspect::Name => name,
            _ => last.1,
        };
        let shown = if text[node.clone()].starts_with(['{', '[']) { 1 } else { node.len() };
        node.start..node.start + shown
    }
}

impl Opened {
    /// `children` are slices of `text`.
    fn new(children: &[Child<'_>], text: &str) -> Self {
        let place = |node: &RawValue| {
            let start = node.get().as_ptr() as usize - text.as_ptr() as usize;
            start..start + node.get().len()
        };
        let names = children.iter().enumerate();
        let by_name = names.filter_map(|(number, child)| Some((child.name()?, number))).collect();
        let children = children.iter().map(|child| (child.name.map(place), place(child.value)));
        Self { children: children.collect(), by_name }
    }

    fn step(&self, segment: &Segment, text: &str) -> Option<ChildPlace> {
        let found = match segment {
            Segment::Field(name) => self.children.get(*self.by_name.get(name)?),
            Segment::Index(index) => self.children.get(*index),
            Segment::Key(keys) => self.children.iter().find(|(_, value)| {
                let Some(members) = children(&text[value.clone()]) else { return false };
                keys.iter().all(|(name, value)| {
                    let mut members = members.iter().rev();
                    let found = members.find(|member| member.name().as_ref() == Some(name));
                    found.is_some_and(|key| is_same_value(key.value, value))
                })
            }),
        };
        found.cloned()
    }
}

/// The members of an object, or the items of a list.
fn children(node: &str) -> Option<Vec<Child<'_>>> {
    serde_json::Deserializer::from_str(node).deserialize_any(ChildrenVisitor).ok()
}

fn is_same_value(key: &RawValue, value: &str) -> bool {
    key.get() == value
        || serde_json::from_str::<serde_json::Value>(key.get()).ok()
            == serde_json::from_str::<serde_json::Value>(value).ok()
}

/// The paths of keys that an object repeats, each with the offset where the key first occurs. Empty for
/// text that is not JSON, which is reported when it is parsed. `O(n·d)` in the text and its depth.
pub(crate) fn repeated_keys(text: &str) -> Vec<(Path, usize)> {
    let mut found = Vec::new();
    if let Ok(document) = serde_json::from_str(text) {
        let mut add =
            |path, name: &str| found.push((path, name.as_ptr() as usize - text.as_ptr() as usize));
        collect_repeated(document, &mut Vec::new(), &mut add);
    }
    found
}

fn collect_repeated(node: &RawValue, path: &mut Vec<Segment>, add: &mut dyn FnMut(Path, &str)) {
    let Some(children) = children(node.get()) else { return };
    let mut names = HashMap::<String, &str>::new();
    for (index, child) in children.into_iter().enumerate() {
        let name = child.name();
        path.push(name.clone().map_or(Segment::Index(index), Segment::Field));
        if let (Some(name), Some(text)) = (name, child.name) {
            match names.entry(name) {
                Entry::Occupied(first) => {
                    add(Path::from_segments(path.iter().cloned()), first.get());
                }
                Entry::Vacant(new) => drop(new.insert(text.get())),
            }
        }
        collect_repeated(child.value, path, add);
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

struct ChildrenVisitor;

impl<'de> Visitor<'de> for ChildrenVisitor {
    type Value = Vec<Child<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut children = Vec::new();
        while let Some((name, value)) = map.next_entry()? {
            children.push(Child { name: Some(name), value });
        }
        Ok(children)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut children = Vec::new();
        while let Some(value) = seq.next_element()? {
            children.push(Child { name: None, value });
        }
        Ok(children)
    }
}

#[cfg(test)]
mod tests {
    use super::repeated_keys;

    #[test]
    fn each_key_that_comes_again() {
        let text = r#"{"a": 1, "b": [{"c": 1, "d": 2, "c": 3}], "a": {"e": null, "e": true}}"#;
        let found: Vec<_> = repeated_keys(text)
            .into_iter()
            .map(|(path, first)| (path.to_string(), first))
            .collect();
        assert_eq!(found, [("b[0].c".to_owned(), 16), ("a".to_owned(), 1), ("a.e".to_owned(), 48)]);
        assert!(repeated_keys(r#"{"a": {"b": 1}, "c": {"b": 1}}"#).is_empty());
    }
}
