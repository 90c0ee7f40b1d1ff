//! The output for people.

use std::fmt::Write as _;

use super::explained::Explained;
use super::tree::{Below, FieldNode, describe, describe_keys};
use crate::limits::MAX_DEPTH;
use crate::output::in_columns;
use crate::report::escape;

const COLUMNS: [&str; 6] = ["FIELD", "TYPE", "STRATEGY", "MERGE KEY", "LIST TYPE", "LIST MAP KEYS"];

/// Characters of a line of a description.
const WIDTH: usize = 78;

/// The table of `smp explain`: the field itself, then a row for each field below it.
pub(super) fn write(explained: &Explained<'_>, node: &FieldNode<'_>, recursive: bool) -> String {
    let mut text = String::new();
    let mut line = |what: &str, value: &str| {
        if !value.is_empty() {
            let what = if what.is_empty() { String::new() } else { format!("{what}:") };
            let _ = writeln!(text, "{what:<15}{}", escape(value));
        }
    };
    line("KIND", &explained.named.full_name());
    line("OTHER KINDS", &explained.others.join(", "));
    line("FIELD", &node.path.join("."));
    line("TYPE", &describe(node.ty));
    line("STRATEGY", &node.strategy().unwrap_or_default());
    line("MERGE KEY", node.merge_key().unwrap_or_default());
    if node.key_is_optional() {
        line("", "used only if every element has a different one");
    }
    line("LIST TYPE", node.list_type().unwrap_or_default());
    line("LIST MAP KEYS", &describe_keys(node.list_map_keys()));
    for union in node.unions() {
        line("UNION", &union);
    }
    line("LAYER", node.layer);
    if let Some(description) = explained.description(node) {
        text.push_str("\nDESCRIPTION:\n");
        for line in description.lines().flat_map(wrapped) {
            let _ = writeln!(text, "{}", format!("  {}", escape(&line)).trim_end());
        }
    }
    let mut rows = Vec::new();
    collect(node, 0, &mut rows);
    if rows.is_empty() {
        return text;
    }
    text.push('\n');
    if recursive {
        text.push_str("Fields below a field are indented. For lists and maps, they are those of the elements.\n");
    }
    let with_layer = rows.iter().any(|row| row.layer != node.layer);
    let last = [if with_layer { "LAYER" } else { "" }, ""];
    let mut lines = vec![COLUMNS.iter().copied().chain(last).map(str::to_owned).collect()];
    lines.extend(rows.into_iter().map(|row| {
        let layer = if with_layer { row.layer } else { "" };
        row.cells.into_iter().chain([layer.to_owned(), row.remark]).collect::<Vec<_>>()
    }));
    text + &in_columns(&lines)
}

/// The line in parts of at most [`WIDTH`] characters, broken between words.
fn wrapped(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut width = 0;
    for word in line.split_whitespace() {
        let length = word.chars().count();
        match parts.last_mut() {
            Some(part) if width == 0 || width + 1 + length <= WIDTH => {
                if width > 0 {
                    part.push(' ');
                }
                width += length + usize::from(width > 0);
                part.push_str(word);
            }
            _ => {
                width = length;
                parts.push(word.to_owned());
            }
        }
    }
    parts
}

struct Row<'n> {
    cells: [String; COLUMNS.len()],
    layer: &'n str,
    /// About the fields below.
    remark: String,
}

fn collect<'n>(node: &'n FieldNode<'_>, depth: usize, rows: &mut Vec<Row<'n>>) {
    let Below::Fields(fields) = &node.below else { return };
    for field in fields {
        let remark = match &field.below {
            Below::SameAs(place) if place.is_empty() => "the same fields as the object".to_owned(),
            Below::SameAs(place) => format!("the same fields as {place}"),
            Below::TooDeep => format!("fields below {MAX_DEPTH} levels are left out"),
            Below::Nothing | Below::Fields(_) if field.key_is_optional() => {
                "only if every element has the key".to_owned()
            }
            Below::Nothing | Below::Fields(_) => String::new(),
        };
        let indent = 2 * depth;
        let cells = [
            format!("{:indent$}{}", "", field.name()),
            describe(field.ty),
            field.strategy().unwrap_or_default(),
            field.merge_key().unwrap_or_default().to_owned(),
            field.list_type().unwrap_or_default().to_owned(),
            describe_keys(field.list_map_keys()),
        ];
        rows.push(Row { cells, layer: field.layer, remark });
        collect(field, depth + 1, rows);
    }
}
