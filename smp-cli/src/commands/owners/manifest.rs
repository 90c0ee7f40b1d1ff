//! An object as YAML, with the managers of each field at the end of its line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use smp_core::{Document, Path, Schema, Segment, View};
use smp_managed::{FieldSet, ManagedFields, locate, owners};

use super::{label, shown};
use crate::objects::size;
use crate::output::cannot_write;
use crate::report::{Report, escape};

/// Lines longer than this do not widen the column of managers.
const MAX_WIDTH: usize = 60;

/// Appends the object. `O(n log n)` in its size and in the fields of its managers.
pub(super) fn push(
    (kind, object): (Option<&str>, &Document<'_>),
    managed: &ManagedFields,
    schema: &Schema,
    out: &mut String,
) -> Result<(), Report> {
    let object = shown(kind, object)?;
    let owners = owners(managed);
    let set = FieldSet::from_paths(owners.keys().cloned());
    let located = locate(&object, &set, schema).map_err(|error| Report::new(error.to_string()))?;
    let names = located.into_iter().filter_map(|it| {
        Some((it.at, owners.get(&it.path)?.iter().map(|entry| label(entry)).collect()))
    });
    let mut writer = Writer { names: names.collect(), path: Vec::new(), lines: Vec::new() };
    writer.value(&object, "", "")?;
    let lines = writer.lines.iter().filter(|(_, names)| !names.is_empty());
    let widths = lines.map(|(text, _)| text.chars().count());
    let width = widths.filter(|&width| width <= MAX_WIDTH).max().unwrap_or_default();
    for (text, names) in writer.lines {
        if names.is_empty() {
            out.push_str(&text);
        } else {
            let names = Vec::from_iter(names).join(", ");
            let _ = write!(out, "{text:width$}  # {}", escape(&names));
        }
        out.push('\n');
    }
    Ok(())
}

struct Writer {
    /// The managers of each field or element, by its path.
    names: BTreeMap<Path, BTreeSet<String>>,
    path: Vec<Segment>,
    /// Lines of YAML, each with the managers of the fields and elements that begin there.
    lines: Vec<(String, BTreeSet<String>)>,
}

impl Writer {
    /// Writes a value whose parts may have managers: one line for each member and item, laid out as in
    /// kubectl. `first` precedes the first line, and `indent` the others.
    fn value(&mut self, value: &Document<'_>, first: &str, indent: &str) -> Result<(), Report> {
        let parts: Vec<_> = match value.view()? {
            View::Object(members) => {
                members.into_iter().map(|(name, it)| (Some(name), it)).collect()
            }
            View::List(items) => items.into_iter().map(|it| (None, it)).collect(),
            _ => Vec::new(),
        };
        let mut first = first;
        for (at, (name, value)) in parts.into_iter().enumerate() {
            let start = self.lines.len();
            let field = name.as_ref().map(|name| Segment::Field(name.to_string()));
            self.path.push(field.unwrap_or(Segment::Index(at)));
            let is_scalar = size(&value).unwrap_or_default() == 0;
            match name {
                Some(name) if is_scalar => {
                    self.text(View::Object(vec![(name, value)]), "", first, indent)?;
                }
                None if is_scalar => self.text(View::List(vec![value]), "", first, indent)?,
                Some(name) => {
                    let empty = Document::from(View::Object(Vec::new()));
                    self.text(View::Object(vec![(name, empty)]), " {}", first, indent)?;
                    let is_object = matches!(value.view(), Ok(View::Object(_)));
                    let below = format!("{indent}{}", if is_object { "  " } else { "" });
                    self.value(&value, &below, &below)?;
                }
                None => self.value(&value, &format!("{first}- "), &format!("{indent}  "))?,
            }
            // An item begins on the line of its first member.
            let names = self.names.remove(&Path::from_segments(self.path.iter().cloned()));
            if let (Some((_, all)), Some(names)) = (self.lines.get_mut(start), names) {
                all.extend(names);
            }
            self.path.pop();
            first = indent;
        }
        Ok(())
    }

    /// Writes the lines of a member or item that has no parts, without the suffix `end`.
    fn text(&mut self, view: View<'_>, end: &str, first: &str, indent: &str) -> Result<(), Report> {
        let mut text = String::new();
        smp_yaml::write(&Document::from(view), &mut text).map_err(|error| cannot_write(&error))?;
        for (at, line) in text.lines().enumerate() {
            let before = if line.is_empty() { "" } else { indent };
            let before = if at == 0 { first } else { before };
            let line = line.strip_suffix(end).unwrap_or(line);
            self.lines.push((format!("{before}{line}"), BTreeSet::new()));
        }
        Ok(())
    }
}
