//! What is known of a field, for people.

use std::fmt::Write as _;

use super::{Below, Node, describe, keys};

const COLUMNS: [&str; 6] = ["FIELD", "TYPE", "STRATEGY", "MERGE KEY", "LIST TYPE", "LIST MAP KEYS"];

/// The field itself, then a row for each field below it.
pub(super) fn write(kind: &str, node: &Node<'_>, recursive: bool) -> String {
    let mut text = String::new();
    let mut say = |what: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{:<15}{value}", format!("{what}:"));
        }
    };
    say("KIND", kind);
    say("FIELD", &node.path.join("."));
    say("TYPE", &describe(node.ty));
    say("STRATEGY", &node.strategy().unwrap_or_default());
    say("MERGE KEY", node.merge_key().unwrap_or_default());
    say("LIST TYPE", node.list_type().unwrap_or_default());
    say("LIST MAP KEYS", &keys(node.list_map_keys()));
    for union in node.unions() {
        say("UNION", &union);
    }
    say("LAYER", &node.layer);
    let mut rows = Vec::new();
    collect(node, 0, &mut rows);
    if rows.is_empty() {
        return text;
    }
    text.push('\n');
    if recursive {
        text.push_str("Fields below fields are indented; lists and maps show their elements'.\n");
    }
    let with_layer = rows.iter().any(|row| row.layer != node.layer);
    let header = COLUMNS.map(str::to_owned);
    let layer = if with_layer { "LAYER" } else { "" };
    let rows = rows.iter().map(|row| (&row.cells, if with_layer { row.layer } else { "" }));
    let lines: Vec<_> = core::iter::once((&header, layer)).chain(rows).collect();
    let mut widths = [0; COLUMNS.len()];
    for (cells, _) in &lines {
        for (width, cell) in widths.iter_mut().zip(cells.iter()) {
            *width = (*width).max(cell.chars().count());
        }
    }
    for (cells, layer) in lines {
        let mut line = String::new();
        for (cell, width) in cells.iter().zip(widths) {
            // A column in which nobody has anything to say is left out.
            if width > 0 {
                let _ = write!(line, "{cell:width$}  ");
            }
        }
        line.push_str(layer);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

struct Row<'n> {
    cells: [String; COLUMNS.len()],
    layer: &'n str,
}

fn collect<'n>(node: &'n Node<'_>, depth: usize, rows: &mut Vec<Row<'n>>) {
    let Below::Fields(fields) = &node.below else { return };
    for field in fields {
        let mut ty = describe(field.ty);
        match &field.below {
            Below::As(place) if place.is_empty() => ty.push_str(" (as the whole object)"),
            Below::As(place) => {
                let _ = write!(ty, " (as at {place})");
            }
            Below::Nothing | Below::Fields(_) => {}
        }
        rows.push(Row {
            cells: [
                format!("{:indent$}{}", "", field.name(), indent = 2 * depth),
                ty,
                field.strategy().unwrap_or_default(),
                field.merge_key().unwrap_or_default().to_owned(),
                field.list_type().unwrap_or_default().to_owned(),
                keys(field.list_map_keys()),
            ],
            layer: &field.layer,
        });
        collect(field, depth + 1, rows);
    }
}
