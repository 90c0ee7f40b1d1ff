//! The managers of an object, with the fields of each.

use std::fmt::Write as _;

use smp_managed::{FieldPath, ManagedFields};

use super::{about, label};
use crate::report::escape;

/// Appends a line for each manager, and below it one for each step of the paths of its fields.
/// `O(n·d)` in the paths and their depth.
pub(super) fn push(managed: &ManagedFields, out: &mut String) {
    if managed.entries().is_empty() {
        out.push_str("  no field has a manager\n");
    }
    for entry in managed.entries() {
        let head = format!("{} ({})", label(entry), about(entry));
        let _ = writeln!(out, "  {}", escape(&head));
        let mut last = FieldPath::default();
        for path in entry.fields.paths() {
            let pairs = last.0.iter().zip(&path.0);
            let shared = pairs.take_while(|(one, other)| one == other).count();
            for (depth, element) in path.0.iter().enumerate().skip(shared) {
                let text = element.to_string();
                let text = escape(text.strip_prefix('.').unwrap_or(&text));
                let _ = writeln!(out, "{:indent$}{text}", "", indent = 2 * depth + 4);
            }
            last = path;
        }
    }
}
