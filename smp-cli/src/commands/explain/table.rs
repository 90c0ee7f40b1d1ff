//! The table that `smp explain` prints.

use std::fmt::Write as _;

use super::Explained;
use super::fields::{FieldNode, MapKey};
use crate::limits::MAX_DEPTH;
use crate::output::{in_columns, terminal_width, wrapped};
use crate::report::escape;

const COLUMNS: [&str; 6] = ["FIELD", "TYPE", "STRATEGY", "MERGE KEY", "LIST TYPE", "LIST MAP KEYS"];

/// The most characters in a line of a description.
const WIDTH: usize = 80;

/// The table of `smp explain`: the field itself, then a row for each field below it.
pub(super) fn write(explained: &Explained<'_>, recursive: bool) -> String {
    let node = &explained.field;
    let width = terminal_width();
    let mut text = String::new();
    let mut line = |what: &str, value: &str| {
        if !value.is_empty() {
            let mut what = if what.is_empty() { String::new() } else { format!("{what}:") };
            for part in wrapped(&escape(value), width.saturating_sub(15)) {
                let _ = writeln!(text, "{what:<15}{part}");
                what.clear();
            }
        }
    };
    line("KIND", &format!("{}/{}", explained.api_version, explained.kind));
    line("OTHER KINDS", &explained.others.join(", "));
    line("FIELD", &node.path);
    line("TYPE", &node.ty);
    line("STRATEGY", node.strategy.as_deref().unwrap_or_default());
    line("MERGE KEY", node.merge_key.unwrap_or_default());
    if node.merge_key_optional {
        line("", "used only if every element has a different one");
    }
    line("LIST TYPE", node.list_type.unwrap_or_default());
    line("LIST MAP KEYS", &in_words(&node.list_map_keys));
    for union in &node.unions {
        let members = union.members.iter().map(|(field, value)| format!("{field}={value}"));
        let members = members.collect::<Vec<_>>().join(", ");
        let discriminator = union.discriminator.map(|it| format!("{it}: ")).unwrap_or_default();
        line("UNION", &(discriminator + &members));
    }
    line("LAYER", node.layer);
    if let Some(description) = node.description {
        text.push_str("\nDESCRIPTION:\n");
        let room = WIDTH.min(width).saturating_sub(2);
        for line in description.lines().flat_map(|line| wrapped(line, room)) {
            let _ = writeln!(text, "{}", format!("  {}", escape(&line)).trim_end());
        }
    }
    let below = &node.all()[1..];
    if below.is_empty() {
        return text;
    }
    text.push('\n');
    if recursive {
        let hint =
            "Fields below a field are indented. Those of lists and maps are of the elements.";
        text.push_str(&(wrapped(hint, width).join("\n") + "\n"));
    }
    let with_layer = below.iter().any(|field| field.layer != node.layer);
    let last = [if with_layer { "LAYER" } else { "" }, ""];
    let mut lines = vec![COLUMNS.iter().copied().chain(last).map(str::to_owned).collect()];
    lines.extend(below.iter().map(|field| {
        let depth = field.steps.len() - node.steps.len() - 1;
        vec![
            format!("{:indent$}{}", "", field.name(), indent = 2 * depth),
            field.ty.clone(),
            field.strategy.clone().unwrap_or_default(),
            field.merge_key.unwrap_or_default().to_owned(),
            field.list_type.unwrap_or_default().to_owned(),
            in_words(&field.list_map_keys),
            if with_layer { field.layer } else { "" }.to_owned(),
            remark(field),
        ]
    }));
    text + &in_columns(&lines)
}

/// The last column: a remark about the field or the fields below it.
fn remark(field: &FieldNode<'_>) -> String {
    match &field.fields_as {
        Some(place) if place.is_empty() => "the same fields as the object".to_owned(),
        Some(place) => format!("the same fields as {place}"),
        None if field.fields_too_deep => format!("fields below {MAX_DEPTH} levels are left out"),
        None if field.merge_key_optional => "only if every element has the key".to_owned(),
        None => String::new(),
    }
}

/// The keys in words: `containerPort, protocol (default TCP)`.
fn in_words(keys: &[MapKey<'_>]) -> String {
    let keys = keys.iter().map(|key| match &key.default {
        Some(default) => format!("{} (default {default})", key.name),
        None => key.name.to_owned(),
    });
    keys.collect::<Vec<_>>().join(", ")
}
