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
    let mut header = COLUMNS.map(str::to_owned).to_vec();
    let mut lines: Vec<_> = rows.iter().map(|row| row.cells.to_vec()).collect();
    if with_layer {
        header.push("LAYER".to_owned());
        lines.iter_mut().zip(&rows).for_each(|(line, row)| line.push(row.layer.to_owned()));
    }
    // A column in which nobody has anything to say is left out.
    let widths: Vec<_> = (0..header.len())
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            let most = cells.map(|cell| cell.chars().count()).max().unwrap_or_default();
            if most == 0 { 0 } else { most.max(header[column].len()) }
        })
        .collect();
    let notes = core::iter::once("").chain(rows.iter().map(|row| row.below.as_str()));
    for (cells, note) in core::iter::once(&header).chain(&lines).zip(notes) {
        let mut line = String::new();
        for (cell, &width) in cells.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let _ = write!(line, "{cell:width$}  ");
        }
        line.push_str(note);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

struct Row<'n> {
    cells: [String; COLUMNS.len()],
    layer: &'n str,
    /// Where the fields of a type are that were shown before.
    below: String,
}

fn collect<'n>(node: &'n Node<'_>, depth: usize, rows: &mut Vec<Row<'n>>) {
    let Below::Fields(fields) = &node.below else { return };
    for field in fields {
        let below = match &field.below {
            Below::As(place) if place.is_empty() => "fields as those of the object".to_owned(),
            Below::As(place) => format!("fields as at {place}"),
            Below::Nothing | Below::Fields(_) => String::new(),
        };
        rows.push(Row {
            cells: [
                format!("{:indent$}{}", "", field.name(), indent = 2 * depth),
                describe(field.ty),
                field.strategy().unwrap_or_default(),
                field.merge_key().unwrap_or_default().to_owned(),
                field.list_type().unwrap_or_default().to_owned(),
                keys(field.list_map_keys()),
            ],
            layer: &field.layer,
            below,
        });
        collect(field, depth + 1, rows);
    }
}
