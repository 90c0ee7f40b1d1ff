//! The size of values, as text and in memory.

use std::io;

use serde_json::Value;

/// The most bytes that etcd accepts by default.
pub(crate) const STORED_MAX: usize = 3 * 512 * 1024;

/// The memory that a member of an object takes in addition to its name and its value.
const MEMBER: usize = 96;

/// The memory that a value takes, roughly.
pub(crate) fn weight(value: &Value) -> usize {
    let sum = |sizes: &mut dyn Iterator<Item = usize>| sizes.fold(0, usize::saturating_add);
    let inside = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => sum(&mut items.iter().map(weight)),
        Value::Object(members) => sum(&mut members
            .iter()
            .map(|(name, value)| weight(value).saturating_add(name.len()).saturating_add(MEMBER))),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    inside.saturating_add(size_of::<Value>())
}

/// The bytes of a value as JSON.
pub(crate) fn json_len(value: &Value) -> usize {
    struct Counter(usize);
    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.saturating_add(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // Writing to a counter can't fail.
    drop(serde_json::to_writer(&mut counter, value));
    counter.0
}
