//! Keys that JSON objects have twice.

use core::fmt;
use std::collections::HashSet;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use smp_core::{Path, Segment};

/// The paths of keys that are in their object a second time, or more often. `O(n)`. Of text
/// that is no JSON, those before the error.
pub(super) fn keys(text: &str) -> Vec<Path> {
    let mut walk = Walk::default();
    let mut json = serde_json::Deserializer::from_str(text);
    // Whoever reads the document reports the error.
    let _: Result<(), serde_json::Error> = Part(&mut walk).deserialize(&mut json);
    walk.found
}

#[derive(Default)]
struct Walk {
    path: Vec<Segment>,
    found: Vec<Path>,
}

/// A value within the document.
struct Part<'w>(&'w mut Walk);

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            self.0.path.push(Segment::Field(name.clone()));
            if !names.insert(name) {
                self.0.found.push(Path::from_segments(self.0.path.iter().cloned()));
            }
            map.next_value_seed(Part(self.0))?;
            self.0.path.pop();
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let mut index = 0;
        loop {
            self.0.path.push(Segment::Index(index));
            if seq.next_element_seed(Part(self.0))?.is_none() {
                self.0.path.pop();
                return Ok(());
            }
            self.0.path.pop();
            index += 1;
        }
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::keys;

    #[test]
    fn each_key_that_comes_again() {
        let text = r#"{"a": 1, "b": [{"c": 1, "d": 2, "c": 3}], "a": {"e": null, "e": true}}"#;
        let paths: Vec<_> = keys(text).iter().map(ToString::to_string).collect();
        assert_eq!(paths, ["b[0].c", "a", "a.e"]);
        assert!(keys(r#"{"a": {"b": 1}, "c": {"b": 1}}"#).is_empty());
        assert_eq!(keys(r#"{"a": 1, "a": "#).len(), 1);
    }
}
