//! An object as YAML, with the managers behind each field.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use smp_core::{Document, Path, Schema, Segment, View};
use smp_managed::{FieldSet, ManagedFields, locate, owners};

use super::{label, shown};
use crate::output::cannot_write;
use crate::report::{Report, escape};

/// The widest text that managers stand behind in a column of their own.
const MAX_WIDTH: usize = 60;

/// Appends the object. `O(n log n)` in it and in what its managers have.
pub(super) fn push(
    object: &Document<'_>,
    managed: &ManagedFields,
    schema: &Schema,
    out: &mut String,
) -> Result<(), Report> {
    let object = shown(object)?;
    let owners = owners(managed);
    let set = FieldSet::from_paths(owners.keys().cloned());
    let located = locate(&object, &set, schema).map_err(|error| Report::new(error.to_string()))?;
    let names = located.into_iter().filter_map(|it| {
        let mut names: Vec<_> = owners.get(&it.path)?.iter().map(|entry| label(entry)).collect();
        names.sort_unstable();
        names.dedup();
        Some((it.at, names))
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
            let names = names.join(", ");
            let _ = write!(out, "{text:width$}  # {}", escape(&names));
        }
        out.push('\n');
    }
    Ok(())
}

struct Writer {
    /// The managers by the place of what they have.
    names: BTreeMap<Path, Vec<String>>,
    path: Vec<Segment>,
    /// Lines of YAML, with the managers of what begins there.
    lines: Vec<(String, Vec<String>)>,
}

impl Writer {
    /// Writes a value in which something else may be managed: one line for each member and item, in
    /// the layout of kubectl. `first` is in front of the first line, and `indent` of the others.
    fn value(&mut self, value: &Document<'_>, first: &str, indent: &str) -> Result<(), Report> {
        let mut first = first;
        match value.view()? {
            View::Object(members) => {
                for (name, value) in members {
                    self.path.push(Segment::Field(name.clone().into_owned()));
                    let empty = Document::from(View::Object(Vec::new()));
                    if is_filled(&value) {
                        let head = text_of(View::Object(vec![(name, empty)]))?;
                        let head = head.trim_end().trim_end_matches("{}").trim_end();
                        self.line(format!("{first}{head}"));
                        let below = match value.view() {
                            Ok(View::Object(_)) => format!("{indent}  "),
                            _ => indent.to_owned(),
                        };
                        self.value(&value, &below, &below)?;
                    } else {
                        self.scalar(&text_of(View::Object(vec![(name, value)]))?, first, indent);
                    }
                    self.path.pop();
                    first = indent;
                }
            }
            View::List(items) => {
                for (at, value) in items.into_iter().enumerate() {
                    self.path.push(Segment::Index(at));
                    if is_filled(&value) {
                        let before = self.lines.len();
                        self.value(&value, &format!("{first}- "), &format!("{indent}  "))?;
                        // The item begins on the line of its first member.
                        let own = self.take();
                        if let Some((_, names)) = self.lines.get_mut(before) {
                            names.extend(own);
                            names.sort_unstable();
                            names.dedup();
                        }
                    } else {
                        self.scalar(&text_of(View::List(vec![value]))?, first, indent);
                    }
                    self.path.pop();
                    first = indent;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn line(&mut self, text: String) {
        let names = self.take();
        self.lines.push((text, names));
    }

    /// The lines of one scalar, of which the first has its managers.
    fn scalar(&mut self, text: &str, first: &str, indent: &str) {
        let mut lines = text.lines();
        self.line(format!("{first}{}", lines.next().unwrap_or_default()));
        let more = lines.map(|line| {
            let line = if line.is_empty() { String::new() } else { format!("{indent}{line}") };
            (line, Vec::new())
        });
        self.lines.extend(more);
    }

    /// The managers of what is at the path.
    fn take(&mut self) -> Vec<String> {
        let path = Path::from_segments(self.path.iter().cloned());
        self.names.remove(&path).unwrap_or_default()
    }
}

/// Whether it is an object or a list with something in it.
fn is_filled(value: &Document<'_>) -> bool {
    match value.view() {
        Ok(View::Object(members)) => !members.is_empty(),
        Ok(View::List(items)) => !items.is_empty(),
        _ => false,
    }
}

fn text_of(view: View<'_>) -> Result<String, Report> {
    let mut text = String::new();
    smp_yaml::write(&Document::from(view), &mut text).map_err(|error| cannot_write(&error))?;
    Ok(text)
}
